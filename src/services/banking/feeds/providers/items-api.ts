/**
 * Adapter of Bridge API v3 (docs.bridgeapi.io), which AggregatorA speaks: JSON over HTTPS, users who have items, items that
 * have accounts, lists in pages that name the next one. Reads are asked again when that may help; what makes something at
 * the provider is asked once.
 */
import { channelErrors } from '../../../channels/errors.ts';
import type { PartnerRequest } from '../../../channels/outbound/exchange.ts';
import { asObject, type JsonObject, readJson, textOf, unreadable } from '../../../channels/outbound/json-answer.ts';
import { type Call, type CallResult, partnerClient } from '../../../channels/outbound/partner-client.ts';
import { partnerText } from '../../../channels/outbound/partner-text.ts';
import type { ChannelAccess } from '../../../channels/settings.ts';
import type { ChannelSurroundings } from '../../../channels/surroundings.ts';
import type { Provider } from '../../store.ts';
import { readAccount, readBank, readItem, readPage, readTransaction } from './item-answers.ts';
import type { BankProvider, CallOptions } from './provider.ts';
import { readSignedPush } from './push-signature.ts';
import type { ItemsApiSettings } from './settings.ts';
import { userTokens } from './user-tokens.ts';

const PATHS = {
  banks: 'v3/providers',
  users: 'v3/aggregation/users',
  tokens: 'v3/aggregation/authorization/token',
  sessions: 'v3/aggregation/connect-sessions',
  items: 'v3/aggregation/items',
  accounts: 'v3/aggregation/accounts',
  transactions: 'v3/aggregation/transactions',
} as const;

const PAGE_BYTES = 8 * 1024 * 1024;
const PAGE_SIZE = '500';
/** More pages than any account has: a list that never ends is given up. */
const MOST_PAGES = 20_000;

type Query = Readonly<Record<string, string>>;

export function openItemsApi(
  provider: Provider,
  settings: ItemsApiSettings,
  access: ChannelAccess,
  surroundings: ChannelSurroundings,
): BankProvider {
  const base = new URL(`${settings.url.replace(/\/+$/, '')}/`);
  const client = partnerClient(
    { channel: provider, hosts: new Set([base.host]), access, rate: settings.rate },
    surroundings,
  );
  const own = { ...settings.headers, 'client-id': settings.clientId, 'client-secret': settings.clientSecret };
  const secrets = [settings.clientId, settings.clientSecret];

  const address = (path: string, query: Query = {}): URL => {
    const url = new URL(path, base);
    url.search = new URLSearchParams(query).toString();
    return url;
  };

  const ask = (request: PartnerRequest, call: Call): Promise<CallResult> => {
    const headers = { accept: 'application/json', ...own, ...request.headers };
    return client.request({ maxBytes: PAGE_BYTES, ...request, headers }, call);
  };

  /** The JSON of an answer, undefined for 404. Throws what the call failed with. */
  const judge = (result: CallResult): unknown => {
    if (result.failed) throw result.error;
    if (result.status === 404) return undefined;
    if (result.status < 300) return readJson(result.body);
    if (result.status === 401 || result.status === 403) throw channelErrors.ChannelAccessDenied({ channel: provider });
    throw channelErrors.ChannelRefused({ channel: provider, message: messageOf(result.body, secrets) });
  };

  const post = (url: URL, body: JsonObject, nature: PartnerRequest['nature']): PartnerRequest => ({
    nature,
    url,
    body: Buffer.from(JSON.stringify(body)),
    headers: { 'content-type': 'application/json' },
  });

  const tokens = userTokens(surroundings.clock, async (user, call) =>
    judge(await ask(post(address(PATHS.tokens), { user_uuid: user }, 'read'), call)),
  );

  /** As a user, with his token; one that was refused is replaced once. */
  const asUser = async (user: string, request: PartnerRequest, options: CallOptions): Promise<unknown> =>
    client.within(options, async (call) => {
      for (let attempt = 1; ; attempt++) {
        const token = await tokens.get(user, call);
        if (token === undefined) return undefined; // with a user goes what was his
        const headers = { ...request.headers, authorization: `Bearer ${token}` };
        const result = await ask({ ...request, headers }, call);
        if (result.failed || result.status !== 401 || attempt === 2) return judge(result);
        tokens.forget(user, token);
      }
    });

  const read = (url: URL): PartnerRequest => ({ nature: 'read', url });
  const asFirm = (request: PartnerRequest, options: CallOptions): Promise<unknown> =>
    client.within(options, async (call) => judge(await ask(request, call)));

  /** Follows the pages of a list, on our own host only. */
  async function* pages<T>(
    first: URL,
    question: (url: URL) => Promise<unknown>,
    readOne: (resource: JsonObject) => T,
  ): AsyncGenerator<readonly T[]> {
    const seen = new Set<string>();
    for (let url: URL | undefined = first; url; ) {
      if (seen.has(url.href) || seen.size >= MOST_PAGES) throw unreadable('pages without end');
      seen.add(url.href);
      const answer = await question(url);
      // What is gone has no first page; a list that breaks off later would lose the rest without a word.
      if (answer === undefined && seen.size > 1) throw unreadable('a page is missing');
      if (answer === undefined) return;
      const { resources, next } = readPage(answer, readOne);
      yield resources;
      url = nextAddress(next, base);
    }
  }

  const all = async <T>(list: AsyncGenerator<readonly T[]>): Promise<T[]> => {
    const found: T[] = [];
    for await (const page of list) found.push(...page);
    return found;
  };

  const findUser = async (externalId: string, options: CallOptions): Promise<string | undefined> => {
    const url = address(PATHS.users, { external_user_id: externalId });
    const users = await all(pages(url, (page) => asFirm(read(page), options), readUser));
    return users.find((user) => user.externalId === externalId)?.uuid;
  };

  return {
    name: provider,
    banks: (options = {}) =>
      all(pages(address(PATHS.banks, { limit: PAGE_SIZE }), (url) => asFirm(read(url), options), readBank)),
    bank: async (bankId, options = {}) => {
      const answer = await asFirm(read(address(`${PATHS.banks}/${encodeURIComponent(bankId)}`)), options);
      return answer === undefined ? undefined : readBank(asObject(answer));
    },
    user: async (externalId, options = {}) => {
      const known = await findUser(externalId, options);
      if (known !== undefined) return known;
      const made = await asFirm(post(address(PATHS.users), { external_user_id: externalId }, 'send'), options);
      return textOf(asObject(made).uuid) ?? failUnreadable('no uuid');
    },
    connectUrl: async (user, email, itemId, options = {}) => {
      const body = {
        user_email: email,
        ...(settings.callbackUrl !== undefined && { callback_url: settings.callbackUrl }),
        ...(itemId !== undefined && { item_id: Number(itemId) }),
      };
      const session = asObject(await asUser(user, post(address(PATHS.sessions), body, 'send'), options));
      const url = textOf(session.url) ?? '';
      const schemes = access.allowPrivate ? ['https:', 'http:'] : ['https:'];
      return URL.canParse(url) && schemes.includes(new URL(url).protocol) ? url : failUnreadable('no url');
    },
    listItems: (user, options = {}) => {
      const url = address(PATHS.items, { limit: PAGE_SIZE });
      return all(pages(url, (page) => asUser(user, read(page), options), readItem));
    },
    item: async (user, itemId, options = {}) => {
      const answer = await asUser(user, read(address(`${PATHS.items}/${encodeURIComponent(itemId)}`)), options);
      if (answer === undefined) return undefined;
      const item = readItem(asObject(answer));
      return item.id === itemId ? item : failUnreadable('another item');
    },
    accounts: (user, itemId, options = {}) => {
      const url = address(PATHS.accounts, { item_id: itemId, limit: PAGE_SIZE });
      return all(pages(url, (page) => asUser(user, read(page), options), owned('item_id', itemId, readAccount)));
    },
    transactions: (user, accountId, since, options = {}) => {
      const query = { account_id: accountId, limit: PAGE_SIZE, ...(since !== null && { since }) };
      const url = address(PATHS.transactions, query);
      return pages(url, (page) => asUser(user, read(page), options), owned('account_id', accountId, readTransaction));
    },
    readPush: (sent) => readSignedPush(settings.webhookSecrets ?? [], sent),
    close: client.close,
  };
}

function failUnreadable(reason: string): never {
  throw unreadable(reason);
}

/** What belongs to something else than what was asked about is not taken for it. */
const owned =
  <T>(field: string, owner: string, readOne: (resource: JsonObject) => T) =>
  (resource: JsonObject): T =>
    (textOf(resource[field]) ?? owner) === owner ? readOne(resource) : failUnreadable(`another ${field}`);

/** A list that was asked about one user may hold others all the same. */
const readUser = ({ uuid, external_user_id }: JsonObject) => ({
  uuid: textOf(uuid) ?? failUnreadable('no uuid'),
  externalId: textOf(external_user_id),
});

/** Undefined after the last page. A page elsewhere is not asked. */
function nextAddress(next: string | undefined, base: URL): URL | undefined {
  if (next === undefined) return undefined;
  const url = URL.canParse(next, base.href) ? new URL(next, base) : undefined;
  return url?.origin === base.origin ? url : failUnreadable('the next page is elsewhere');
}

function messageOf(body: Uint8Array, secrets: readonly string[]): string {
  try {
    const { errors, message } = asObject(readJson(body));
    const [first] = Array.isArray(errors) ? errors : [];
    return partnerText(textOf(first?.message) ?? textOf(message) ?? '', secrets);
  } catch {
    return '';
  }
}
