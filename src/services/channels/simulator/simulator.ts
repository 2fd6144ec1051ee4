/** A partner on this machine: plays ChannelA, ChannelB and the identity provider over real HTTP, for trials and tests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import type { Clock } from '../../operation/context.ts';
import { type Agenda, agenda } from './agenda.ts';
import { type Answer, json, type Question } from './answer.ts';
import { type Callbacks, callbacks, type Delivery } from './callbacks.ts';
import { deliver, HIDING } from './deliver.ts';
import { deskA } from './desk-a.ts';
import { deskB } from './desk-b.ts';
import { type Door, type DoorOptions, type DoorState, openDoor } from './door.ts';
import { type FaultPlan, faultPlan, type SimulatorOperation } from './faults.ts';
import { type Ledger, ledger, ledgerJson, type WritableLedger } from './ledger.ts';
import { echoOf, findRoute, partnerRoutes, type Route, readQuestion, refusedToken, unknownAddress } from './routes.ts';
import { type FaultInput, readFaults, readScript, type Script } from './script.ts';
import { seededRandom } from './seeded-random.ts';
import { newSigningKey, type TokenSigner, tokenSigner } from './signing-key.ts';
import { SIMULATED, type SimulatedPlace, simulatedSettings } from './simulated.ts';
import { CHANNEL_AUDIENCE, channelClient, grantToken, webhookClient } from './token-desk.ts';

export interface SimulatorOptions {
  readonly clock: Clock;
  /** A free port of the loopback address by default. */
  readonly listen?: Partial<DoorOptions> | undefined;
  readonly script?: Script | undefined;
  /** Webhook of a `taxops serve`. Without it, the address that a filing names is called when it is on this machine. */
  readonly webhookUrl?: string | undefined;
  /** Made for this run by default. */
  readonly signingKey?: JWK | undefined;
  /** Issuer of tokens; the simulator's own address by default. */
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
  readonly environment?: 'stage' | 'prod' | undefined;
  /** Time goes on by itself; otherwise only `advance` moves it. */
  readonly isLive?: boolean | undefined;
  readonly tokenLifeSeconds?: number | undefined;
  /** Told of every call. */
  readonly log?: ((call: SimulatorCall) => void) | undefined;
}

export interface SimulatorCall {
  /** Undefined for calls that are no partner's business: keys, ledger. */
  readonly operation: SimulatorOperation | undefined;
  readonly method: string;
  readonly path: string;
  readonly fault: string | undefined;
  readonly headers: Question['headers'];
}

export interface Simulator {
  readonly url: string;
  readonly ledger: Ledger;
  /** Every call so far, in order. */
  readonly calls: readonly SimulatorCall[];
  readonly deliveries: readonly Delivery[];
  /** Environment variables that make taxops use this simulator. */
  readonly settings: Readonly<Record<string, string>>;
  /** Replaces the faults. Throws SimulatorScriptInvalid. */
  setFaults(rules: readonly FaultInput[]): void;
  /** Lets scenario time pass; ends when what was due is done, callbacks included. */
  advance(ms: number): Promise<void>;
  setDoor(state: DoorState): Promise<void>;
  /** A token of the service account that the webhook accepts. */
  webhookToken(): Promise<string>;
  close(): Promise<void>;
}

/** Throws SimulatorRefused when it cannot listen. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock, audience = SIMULATED.audience, environment = 'stage', listen } = options;
  const script = options.script ?? readScript();
  const faults = faultPlan(script.faults, seededRandom(script.seed));
  const [book, plan, calls] = [ledger(), agenda(), [] as SimulatorCall[]];
  const serving: { handle?: Handle } = {};
  const door = await openDoor({ host: '127.0.0.1', port: 0, ...listen }, (request, response) => {
    serving.handle?.(request, response).catch(() => response.destroy());
  });
  const url = `${listen?.tls ? 'https' : 'http'}://${listen?.host ?? '127.0.0.1'}:${door.port}`;
  const place = { url, issuer: options.issuer ?? url, audience, environment };
  const signer = await tokenSigner(options.signingKey ?? (await newSigningKey()), place.issuer, clock);
  const webhook = { url: options.webhookUrl, clientId: SIMULATED.webhookClientId, audience };
  const calling = callbacks(webhook, signer, plan, faults);
  const partner = { place, signer, book, plan, script, calling, clock, life: options.tokenLifeSeconds ?? TOKEN_LIFE_S };
  const record = (call: SimulatorCall) => {
    calls.push(call);
    options.log?.(call);
  };
  serving.handle = handler(routesOf(partner), partner, door, faults, record);
  const stopTime = options.isLive ? keepTime(plan) : () => {};
  return {
    ...{ url, ledger: book, calls, deliveries: calling.deliveries, settings: simulatedSettings(place) },
    setFaults: (rules) => faults.set(readFaults(rules)),
    ...{ advance: plan.advance, setDoor: door.set, webhookToken: calling.token },
    close: async () => {
      stopTime();
      await door.close();
    },
  };
}

const TOKEN_LIFE_S = 3600;
const TICK_MS = 50;

interface Partner {
  readonly place: SimulatedPlace;
  readonly signer: TokenSigner;
  readonly book: WritableLedger;
  readonly plan: Agenda;
  readonly script: Script;
  readonly calling: Callbacks;
  readonly clock: Clock;
  /** Seconds that tokens live. */
  readonly life: number;
}

function routesOf({ place, signer, book, plan, script, calling, clock, life }: Partner): readonly Route[] {
  const around = { clock, agenda: plan, ledger: book, scenarios: script.scenarios };
  const { account, login, password, clientId, clientSecret, webhookClientId, webhookClientSecret } = SIMULATED;
  const clients = [
    channelClient(clientId, clientSecret),
    webhookClient(webhookClientId, webhookClientSecret, place.audience),
  ];
  const a = deskA({
    ...{ ...around, account, isTest: place.environment === 'stage', base: place.url },
    callBack: ({ callback }, payload) => calling.deliver(callback, payload),
  });
  const b = deskB({ ...around, credentials: { username: login, password } });
  const welcome = { simulator: place.url, ledger: `${place.url}/ledger`, settings: simulatedSettings(place) };
  return [
    ...partnerRoutes(a, b),
    {
      ...{ method: 'POST', path: '/connect/token', operation: 'token' },
      serve: (question) => grantToken(question, clients, signer, life),
    },
    { method: 'GET', path: '/.well-known/jwks.json', serve: () => json(signer.keySet) },
    { method: 'GET', path: '/ledger', serve: () => json(ledgerJson(book)) },
    { method: 'GET', path: '/', serve: () => json(welcome) },
  ];
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function handler(
  routes: readonly Route[],
  { signer, place }: Partner,
  door: Door,
  faults: FaultPlan,
  record: (call: SimulatorCall) => void,
): Handle {
  const mayCall = async (authorization: string | undefined, scope: string): Promise<boolean> => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const claims = await signer.verify(token, CHANNEL_AUDIENCE).catch(() => undefined);
    return String(claims?.scope ?? '')
      .split(' ')
      .includes(`${place.environment}/${scope}`);
  };
  const answer = async (route: Route | undefined, question: Question): Promise<Answer> => {
    if (!route) return unknownAddress;
    const isRefused = route.scope && !(await mayCall(question.headers.authorization, route.scope));
    return isRefused ? refusedToken : route.serve(question);
  };
  return async (request, response) => {
    const question = await readQuestion(request, place.url);
    const [method, { headers }] = [request.method ?? '', question];
    const route = findRoute(routes, method, question);
    const rule = route?.operation && faults.next(route.operation);
    record({ operation: route?.operation, method, path: question.url.pathname, fault: rule?.fault, headers });
    const isLost = rule && route.files && HIDING.has(rule.fault) && !rule.taken;
    const whole = isLost ? json({}) : await answer(route, question);
    deliver({ request, response, answer: whole, door, asked: echoOf(question) }, rule);
  };
}

/** Moves scenario time with real time; a slow callback delays what comes after it, and nothing is lost. */
function keepTime({ advance }: Agenda): () => void {
  let seen = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    void advance(now - seen).catch(() => undefined);
    seen = now;
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
