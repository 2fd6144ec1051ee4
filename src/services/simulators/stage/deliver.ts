/** Gives an answer, whole or as a fault has it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import type { Door } from './door.ts';
import type { Fault, FaultRule } from './faults.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly door: Door;
  /** What was asked, which a careless partner repeats in his errors. */
  readonly asked: string;
  /** Says no with status 200. */
  readonly refusal: (path: string, asked: string) => Answer;
}

type Enactment = (exchange: Exchange, rule: FaultRule) => void;

export const deliver = (exchange: Exchange, rule: FaultRule | undefined): void =>
  rule ? ENACTMENTS[rule.fault](exchange, rule) : write(exchange.response, exchange.answer);

/** Faults that show nothing of the answer: a filing may be lost or taken behind them. */
export const HIDING: ReadonlySet<Fault> = new Set([
  'refused',
  'timeout',
  'server-error',
  'too-many-requests',
  'error-body',
  'redirect-loop',
  'tls',
]);

const SLOW_MS = 20;

const ENACTMENTS: Readonly<Record<Fault, Enactment>> = {
  refused: ({ request, door }, { forMs }) => closeFor(door, 'refused', forMs, () => door.cut(request.socket, false)),
  timeout: () => {},
  'server-error': ({ response, asked }) =>
    write(response, { status: 503, contentType: 'text/html', body: `<html><pre>${asked}</pre></html>` }),
  'too-many-requests': ({ response }, { retryAfter }) => {
    response.setHeader('retry-after', String(retryAfter));
    write(response, { status: 429, contentType: 'text/plain', body: 'Too many requests' });
  },
  'error-body': ({ request, response, asked, refusal }) => write(response, refusal(request.url ?? '', asked)),
  truncated: ({ response, answer }) => {
    const body = bytesOf(answer.body);
    write(response, { ...answer, body: body.subarray(0, Math.floor(body.length / 2)) });
  },
  'wrong-gzip': ({ response, answer }) => {
    const damaged = answer.damaged?.['wrong-gzip'];
    if (damaged !== undefined) return write(response, { ...answer, body: damaged });
    response.setHeader('content-encoding', 'gzip');
    write(response, { ...answer, body: Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), bytesOf(answer.body)]) });
  },
  slow: ({ response, answer }) => dribble(response, answer),
  'wrong-charset': ({ response, answer }) =>
    write(response, { ...answer, body: Buffer.from(bytesOf(answer.body).toString('utf8'), 'utf16le') }),
  'redirect-loop': ({ request, response }) => {
    response.setHeader('location', request.url ?? '/');
    write(response, { status: 302, contentType: 'text/plain', body: '' });
  },
  tls: ({ request, door }, { forMs }) => closeFor(door, 'tls', forMs, () => door.cut(request.socket, true)),
  duplicate: ({ response, answer }) => {
    const damaged = answer.damaged?.duplicate;
    if (damaged !== undefined) return write(response, { ...answer, body: damaged });
    const { socket } = response;
    response.once('finish', () => socket?.write(rawAnswer(answer)));
    write(response, answer);
  },
};

function write(response: ServerResponse, { status, contentType, body }: Answer): void {
  const bytes = bytesOf(body);
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length });
  response.end(bytes);
}

const bytesOf = (body: string | Uint8Array): Buffer => Buffer.from(body as Uint8Array);

function closeFor(door: Door, state: 'refused' | 'tls', ms: number, cut: () => void): void {
  cut();
  void door.set(state);
  setTimeout(() => void door.set('open').catch(() => undefined), ms).unref();
}

function dribble(response: ServerResponse, { status, contentType, body }: Answer): void {
  const bytes = bytesOf(body);
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length });
  let at = 0;
  const timer = setInterval(() => {
    if (response.destroyed) return clearInterval(timer);
    response.write(bytes.subarray(at, at + 1));
    at += 1;
    if (at < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, SLOW_MS);
  timer.unref();
  response.on('close', () => clearInterval(timer));
}

const rawAnswer = ({ status, contentType, body }: Answer): Buffer => {
  const bytes = bytesOf(body);
  const head = `HTTP/1.1 ${status} Again\r\ncontent-type: ${contentType}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
};
