/** Where simulated partners play: a door, their routes behind it, and what goes wrong on the way out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, json, type Question } from './answer.ts';
import { deliver, HIDING } from './deliver.ts';
import { type DoorOptions, type DoorState, openDoor } from './door.ts';
import type { FaultPlan } from './faults.ts';

export interface StageRoute<O extends string> {
  readonly method: 'GET' | 'POST';
  /** Undefined for what no partner has: no fault strikes it. */
  readonly operation?: O | undefined;
  /** Changes something: a fault decides whether it does. */
  readonly files?: boolean | undefined;
  readonly fits: (question: Question) => boolean;
  readonly serve: (question: Question) => Answer | Promise<Answer>;
}

export interface StageCall<O extends string> {
  /** Undefined for calls that are no partner's business: keys, ledger. */
  readonly operation: O | undefined;
  readonly method: string;
  readonly path: string;
  readonly fault: string | undefined;
  readonly headers: Question['headers'];
}

export interface Stage<O extends string> {
  readonly url: string;
  /** Every call so far, in order. */
  readonly calls: readonly StageCall<O>[];
  /** The partners who live at this address begin to answer. */
  play(routes: readonly StageRoute<O>[]): void;
  setDoor(state: DoorState): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions<O extends string> {
  readonly listen?: Partial<DoorOptions> | undefined;
  readonly faults: FaultPlan<O>;
  /** Told of every call, once what it asks is done and before it is answered. */
  readonly log?: ((call: StageCall<O>) => void) | undefined;
  /** What a partner answers who says no with status 200; JSON with a message by default. */
  readonly refusal?: ((path: string, asked: string) => Answer) | undefined;
}

/** Listens on a free port of the loopback address by default. Throws SimulatorRefused. */
export async function openStage<O extends string>(options: StageOptions<O>): Promise<Stage<O>> {
  const { listen, faults, log, refusal = plainRefusal } = options;
  const calls: StageCall<O>[] = [];
  let routes: readonly StageRoute<O>[] = [];
  const door = await openDoor({ host: '127.0.0.1', port: 0, ...listen }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const url = `${listen?.tls ? 'https' : 'http'}://${listen?.host ?? '127.0.0.1'}:${door.port}`;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = await readQuestion(request, url);
    const [method, { headers }] = [request.method ?? '', question];
    const route = routes.find((candidate) => candidate.method === method && candidate.fits(question));
    const rule = route?.operation && faults.next(route.operation);
    const call = { operation: route?.operation, method, path: question.url.pathname, fault: rule?.fault, headers };
    calls.push(call);
    const isLost = rule && route.files && HIDING.has(rule.fault) && !rule.taken;
    const answer = isLost ? json({}) : route ? await route.serve(question) : unknownAddress;
    log?.(call);
    deliver({ request, response, answer, door, asked: echoOf(question), refusal }, rule);
  };

  return {
    url,
    calls,
    setDoor: door.set,
    close: door.close,
    play: (all) => {
      routes = all;
    },
  };
}

/** Says no in JSON, whatever was asked. */
export const plainRefusal = (_path: string, asked: string): Answer => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ message: `Erreur interne ${asked}` }),
});

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Throws RangeError on a body that is too large. */
async function readQuestion(request: IncomingMessage, base: string): Promise<Question> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError('body too large');
    chunks.push(chunk);
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return { url: new URL(request.url ?? '/', base), headers, body: Buffer.concat(chunks) };
}

/** What a careless partner repeats in his errors: our credentials and our file. */
const echoOf = ({ headers, body }: Question): string =>
  `${headers.authorization ?? ''} ${headers['client-secret'] ?? ''} ${Buffer.from(body.subarray(0, 4_000)).toString('utf8')}`;

const unknownAddress: Answer = json({ message: 'Adresse inconnue' }, 404);
