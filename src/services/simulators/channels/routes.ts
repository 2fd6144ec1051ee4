/** The addresses of the simulator, and what is asked at them. */
import { SOAP_CONTENT_TYPE, writeFault } from '../../edi/soap.ts';
import { type Answer, json, type Question } from '../stage/answer.ts';
import { plainRefusal, type StageRoute } from '../stage/stage.ts';
import type { DeskA } from './desk-a.ts';
import type { DeskB } from './desk-b.ts';
import type { SimulatorOperation } from './operations.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Header that distinguishes the operations of one address. */
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
    method: 'POST',
    path: '/a/marque-blanche',
    operation: 'publish',
    files: true,
    scope: 'marque-blanche',
    serve: (question) => a.take('forms', question),
  },
  {
    method: 'GET',
    path: '/a/declaration-status',
    operation: 'status',
    scope: 'declaration-status',
    serve: ({ url }) => a.status(url.searchParams),
  },
  {
    method: 'GET',
    path: '/a/declarations',
    operation: 'list',
    scope: 'liste-declarations',
    serve: ({ url }) => a.list(url.searchParams),
  },
  {
    method: 'GET',
    path: DOCUMENTS,
    operation: 'document',
    serve: ({ url }) => a.document(url.pathname.slice(DOCUMENTS.length)),
  },
  { method: 'POST', path: '/b/depot', operation: 'deposit', files: true, serve: b.deposit },
  { method: 'POST', path: '/b/avis', soapAction: 'ListeDisponibiliteV2', operation: 'notices', serve: b.notices },
  { method: 'POST', path: '/b/avis', soapAction: 'DemandeAccuse', operation: 'notice', serve: b.notice },
];

const fits =
  ({ path, soapAction }: Route) =>
  ({ url, headers }: Question): boolean =>
    (path === url.pathname || (path === DOCUMENTS && url.pathname.startsWith(DOCUMENTS))) &&
    (soapAction === undefined || soapAction === headers.soapaction?.replaceAll('"', ''));

type MayCall = (authorization: string | undefined, scope: string) => Promise<boolean>;

/** The route as the stage plays it: with its token checked. */
export const staged = (route: Route, mayCall: MayCall): StageRoute<SimulatorOperation> => ({
  method: route.method,
  operation: route.operation,
  files: route.files,
  fits: fits(route),
  serve: async (question) => {
    const isRefused = route.scope && !(await mayCall(question.headers.authorization, route.scope));
    return isRefused ? refusedToken : route.serve(question);
  },
});

const refusedToken: Answer = json({ message: 'Jeton refusé' }, 401);

/** ChannelB says no by a SOAP fault, ChannelA by a message. */
export const refusal = (path: string, asked: string): Answer =>
  path.startsWith('/b/')
    ? { status: 200, contentType: SOAP_CONTENT_TYPE, body: writeFault('Server', `Erreur interne ${asked}`) }
    : plainRefusal(path, asked);
