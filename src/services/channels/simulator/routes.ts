/** The addresses of the simulator, and what is asked at them. */
import type { IncomingMessage } from 'node:http';
import { type Answer, json, type Question } from './answer.ts';
import type { DeskA } from './desk-a.ts';
import type { DeskB } from './desk-b.ts';
import type { SimulatorOperation } from './faults.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Header that tells apart the operations of one address. */
  readonly soapAction?: string;
  /** Undefined for what no partner has: no fault strikes it. */
  readonly operation?: SimulatorOperation;
  /** Changes something: a fault decides whether it does. */
  readonly files?: boolean;
  /** Scope a token needs, without its environment. */
  readonly scope?: string;
  readonly serve: (question: Question) => Answer | Promise<Answer>;
}

/** Documents have their own right of access in their path. */
const DOCUMENTS = '/a/documents/';

export const partnerRoutes = (a: DeskA, b: DeskB): readonly Route[] => [
  {
    method: 'POST',
    path: '/a/liasse',
    operation: 'liasse',
    files: true,
    scope: 'liasse',
    serve: (q) => a.take('liasse', q),
  },
  {
    ...{ method: 'POST', path: '/a/marque-blanche', operation: 'publish', files: true, scope: 'marque-blanche' },
    serve: (question) => a.take('forms', question),
  },
  {
    ...{ method: 'GET', path: '/a/declaration-status', operation: 'status', scope: 'declaration-status' },
    serve: ({ url }) => a.status(url.searchParams),
  },
  {
    ...{ method: 'GET', path: '/a/declarations', operation: 'list', scope: 'liste-declarations' },
    serve: ({ url }) => a.list(url.searchParams),
  },
  {
    ...{ method: 'GET', path: DOCUMENTS, operation: 'document' },
    serve: ({ url }) => a.document(url.pathname.slice(DOCUMENTS.length)),
  },
  { method: 'POST', path: '/b/depot', operation: 'deposit', files: true, serve: b.deposit },
  { method: 'POST', path: '/b/avis', soapAction: 'ListeDisponibiliteV2', operation: 'notices', serve: b.notices },
  { method: 'POST', path: '/b/avis', soapAction: 'DemandeAccuse', operation: 'notice', serve: b.notice },
];

export const findRoute = (routes: readonly Route[], method: string, { url, headers }: Question): Route | undefined =>
  routes.find(
    ({ method: own, path, soapAction }) =>
      own === method &&
      (path === url.pathname || (path === DOCUMENTS && url.pathname.startsWith(DOCUMENTS))) &&
      (soapAction === undefined || soapAction === headers.soapaction?.replaceAll('"', '')),
  );

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Throws RangeError on a body that is too large. */
export async function readQuestion(request: IncomingMessage, base: string): Promise<Question> {
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
export const echoOf = ({ headers, body }: Question): string =>
  `${headers.authorization ?? ''} ${Buffer.from(body.subarray(0, 4_000)).toString('utf8')}`;

export const unknownAddress: Answer = json({ message: 'Adresse inconnue' }, 404);
export const refusedToken: Answer = json({ message: 'Jeton refusé' }, 401);
