/**
 * The desk of the simulated provider: the addresses of Bridge API v3 and what it answers there, after the public
 * documentation (docs.bridgeapi.io, version 2025-01-15), not after the adapter.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { type Answer, json, type Question } from '../stage/answer.ts';
import type { StageRoute } from '../stage/stage.ts';
import {
  BANKS,
  balanceOf,
  type Held,
  type HeldAccount,
  type HeldItem,
  type HeldTransaction,
  toNumber,
} from './held.ts';
import type { ProviderOperation } from './script.ts';

export interface DeskOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly held: Held;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A person connected a bank, or repaired an item. */
  readonly connected: (item: HeldItem) => void;
}

type Route = StageRoute<ProviderOperation>;

const TOKEN_LIFE_MS = 3_600_000;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

export function deskRoutes(options: DeskOptions): readonly Route[] {
  const { held, clock, url: base } = options;
  const tokens = new Map<string, string>();
  const sessions = new Map<string, Session>();

  const asFirm =
    (serve: (question: Question) => Answer) =>
    (question: Question): Answer => {
      const { 'client-id': id, 'client-secret': secret } = question.headers;
      if (id !== options.clientId || secret !== options.clientSecret) return refused;
      return VERSIONS.has(question.headers['bridge-version'] ?? '') ? serve(question) : withoutVersion;
    };
  const asUser = (serve: (question: Question, user: string) => Answer) =>
    asFirm((question) => {
      const user = tokens.get(/^Bearer (\S+)$/.exec(question.headers.authorization ?? '')?.[1] ?? '');
      return user === undefined ? refused : serve(question, user);
    });

  const makeToken = (question: Question): Answer => {
    const user = String(bodyOf(question).user_uuid);
    if (!held.knows(user)) return unknown;
    const token = randomUUID();
    tokens.set(token, user);
    const expires_at = new Date(Date.parse(clock.now()) + TOKEN_LIFE_MS).toISOString();
    return json({ access_token: token, expires_at, user: { uuid: user } });
  };

  const findUsers = ({ url }: Question): Answer => {
    const name = url.searchParams.get('external_user_id') ?? '';
    const uuid = held.userOf(name);
    return page(uuid === undefined ? [] : [{ uuid, external_user_id: name }], url);
  };
  const makeUser = (question: Question): Answer => {
    const name = String(bodyOf(question).external_user_id);
    return json({ uuid: held.user(name), external_user_id: name }, 201);
  };

  const makeSession = (question: Question, user: string): Answer => {
    const { user_email, callback_url, item_id } = bodyOf(question);
    if (typeof user_email !== 'string' || !user_email.includes('@')) return invalid('user_email');
    if (callback_url !== undefined && !URL.canParse(String(callback_url))) return invalid('callback_url');
    if (item_id !== undefined && !held.item(user, Number(item_id))) return unknown;
    const id = randomUUID();
    sessions.set(id, { user, callback: callback_url?.toString(), itemId: item_id as number | undefined });
    return json({ id, url: `${base}/connect/${id}` });
  };
  /** Stands for the page where a person chooses his bank: it is chosen at once. */
  const connect = ({ url }: Question): Answer => {
    const session = sessions.get(lastPart(url));
    if (session === undefined) return unknown;
    const { user, callback, itemId } = session;
    const item = (itemId === undefined ? undefined : held.item(user, itemId)) ?? held.connect(user);
    options.connected(item);
    if (callback === undefined) return statusPage;
    const address = new URL(callback);
    const back = { user_uuid: user, item_id: String(item.id), success: 'true' }; // `step` comes with failures only
    for (const [name, value] of Object.entries(back)) address.searchParams.set(name, value);
    return connectedPage(address.href);
  };

  const item = ({ url }: Question, user: string): Answer => {
    const found = held.item(user, Number(lastPart(url)));
    return found ? json(itemWire(found)) : unknown;
  };
  const items = ({ url }: Question, user: string): Answer => page(held.items(user), url, itemWire);
  const accounts = ({ url }: Question, user: string): Answer => {
    const found = held.item(user, Number(url.searchParams.get('item_id')));
    return found ? page(found.accounts.map(accountWire), url) : unknown;
  };
  const transactions = ({ url }: Question, user: string): Answer => {
    const account = held.account(user, Number(url.searchParams.get('account_id')));
    if (!account) return unknown;
    const since = url.searchParams.get('since');
    return page(
      // What was deleted shows only to who asks for changes.
      account.transactions.filter(({ updated_at, deleted }) => (since === null ? !deleted : updated_at >= since)),
      url,
      transactionWire(account),
    );
  };

  const aggregation = '/v3/aggregation';
  const at = (method: Route['method'], path: RegExp | string, operation: ProviderOperation | undefined) => ({
    method,
    operation,
    fits: ({ url }: Question) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)),
  });
  return [
    { ...at('GET', '/v3/providers', 'banks'), serve: asFirm(({ url }) => page(BANKS, url)) },
    { ...at('GET', /^\/v3\/providers\/\d+$/, 'banks'), serve: asFirm(oneBank) },
    { ...at('GET', `${aggregation}/users`, 'users'), serve: asFirm(findUsers) },
    { ...at('POST', `${aggregation}/users`, 'users'), files: true, serve: asFirm(makeUser) },
    { ...at('POST', `${aggregation}/authorization/token`, 'token'), serve: asFirm(makeToken) },
    { ...at('POST', `${aggregation}/connect-sessions`, 'sessions'), serve: asUser(makeSession) },
    { ...at('GET', `${aggregation}/items`, 'items'), serve: asUser(items) },
    { ...at('GET', new RegExp(`^${aggregation}/items/\\d+$`), 'item'), serve: asUser(item) },
    { ...at('GET', `${aggregation}/accounts`, 'accounts'), serve: asUser(accounts) },
    { ...at('GET', `${aggregation}/transactions`, 'transactions'), serve: asUser(transactions) },
    { ...at('GET', /^\/connect\/[\w-]+$/, undefined), serve: connect },
  ];
}

/** A person on the way through the pages. */
interface Session {
  readonly user: string;
  readonly callback: string | undefined;
  /** Item to be repaired. */
  readonly itemId: number | undefined;
}

const VERSIONS: ReadonlySet<string> = new Set(['2025-01-15']);

const withoutVersion: Answer = json(
  { errors: [{ code: 'invalid_version', message: 'Bridge-Version absente ou inconnue' }] },
  400,
);
const invalid = (name: string): Answer =>
  json({ errors: [{ code: 'invalid_request', message: `${name} invalide` }] }, 400);
const refused: Answer = json({ errors: [{ code: 'unauthorized', message: 'Jeton refusé' }] }, 401);
const unknown: Answer = json({ errors: [{ code: 'not_found', message: 'Inconnu' }] }, 404);

const connectedPage = (address: string): Answer => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><meta charset="utf-8"><h1>Banque connectée</h1><a href="${address.replaceAll('&', '&amp;')}">Continuer</a>\n`,
});

/** Where a session without callback_url ends. */
const statusPage: Answer = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><meta charset="utf-8"><h1>Banque connectée</h1>\n',
};

const lastPart = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';

function oneBank({ url }: Question): Answer {
  const bank = BANKS.find(({ id }) => String(id) === lastPart(url));
  return bank ? json(bank) : unknown;
}

function bodyOf({ body }: Question): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) ?? {};
  } catch {
    return {};
  }
}

/** A page of a list, with the address of the next one; the fault `duplicate` names everything twice. */
function page<T>(all: readonly T[], url: URL, wire: (one: T) => unknown = (one) => one): Answer {
  const limit = Math.min(Number(url.searchParams.get('limit')) || DEFAULT_LIMIT, MAX_LIMIT);
  const from = Number(url.searchParams.get('after')) || 0;
  const next = new URL(url);
  next.searchParams.set('after', String(from + limit));
  const next_uri = from + limit < all.length ? `${next.pathname}${next.search}` : null;
  const resources = all.slice(from, from + limit).map(wire);
  const pagination = { next_uri };
  return json({ resources, pagination }, 200, {
    get duplicate() {
      return JSON.stringify({ resources: [...resources, ...resources], pagination });
    },
  });
}

const STATUS_WORDS: Readonly<Record<number, string>> = { 0: 'ok', 402: 'wrong_credentials', 1010: 'sca_required' };

const itemWire = ({ id, status, bankId, accounts }: HeldItem) => ({
  id,
  status,
  status_code_info: STATUS_WORDS[status] ?? 'unknown',
  status_code_description: null,
  provider_id: bankId,
  account_types: accounts.length > 0 ? 'all' : null,
});

const accountWire = (account: HeldAccount) => ({
  id: account.id,
  item_id: account.item_id,
  name: account.script.name,
  type: account.script.type,
  currency_code: account.script.currency,
  iban: account.iban,
  balance: balanceOf(account),
  updated_at: account.transactions.reduce(
    (last, { updated_at }) => (updated_at > last ? updated_at : last),
    account.since,
  ),
});

const transactionWire =
  ({ script }: HeldAccount) =>
  ({ id, account_id, date, cents, label, deleted, future, updated_at }: HeldTransaction) => ({
    id,
    account_id,
    date,
    deleted,
    future,
    updated_at,
    currency_code: script.currency,
    amount: toNumber(cents),
    provider_description: label,
    clean_description: label.toLowerCase(),
    operation_type: 'unknown',
  });
