import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { itemStatus } from '../../../../../src/services/banking/feeds/providers/item-answers.ts';
import { openItemsApi } from '../../../../../src/services/banking/feeds/providers/items-api.ts';
import { channelAccess, surroundings } from '../../../channels/partners.ts';
import { itemsApiSettings, simulatedProvider } from './simulated.ts';

const all = async <T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> => {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
};

describe('the items interface', async () => {
  const { provider, simulator, clock } = await simulatedProvider({
    accounts: [{ name: 'Compte courant', transactions: 1200 }],
    changes: [
      { afterMs: 1000, transaction: 1, deleted: true },
      { afterMs: 1000, add: 1 },
      { afterMs: 2000, status: 402 },
    ],
  });
  const user = await provider.user('folder-1');
  const item = simulator.held.connect(user);

  it('gives the same user for the same name', async () => {
    expect(await provider.user('folder-1')).toBe(user);
    expect(await provider.user('folder-2')).not.toBe(user);
  });

  it('lists its banks, and names one', async () => {
    expect((await provider.banks()).map(({ id, countryCode }) => `${id} ${countryCode}`)).toEqual([
      ...['408 FR', '409 FR', '410 FR'],
    ]);
    expect(await provider.bank('409')).toEqual({ id: '409', name: 'Crédit Delta', countryCode: 'FR' });
    expect(await provider.bank('999')).toBeUndefined();
  });

  it('gives a page to connect a bank', async () => {
    expect(await provider.connectUrl(user, 'gerant@example.test')).toContain(`${simulator.url}/connect/`);
  });

  it('lists the items of a user', async () => {
    expect((await provider.listItems(user)).map(({ id }) => id)).toEqual([String(item.id)]);
    expect(await provider.listItems(await provider.user('folder-2'))).toEqual([]);
  });

  it('knows the items of a user, and those of nobody else', async () => {
    const other = await provider.user('folder-2');
    expect(await provider.item(user, String(item.id))).toMatchObject({
      bankId: '408',
      status: 'Ok',
      sourceStatus: '0',
    });
    expect(await provider.item(other, String(item.id))).toBeUndefined();
    expect(await provider.accounts(other, String(item.id))).toEqual([]);
  });

  it('knows nothing of a user who is gone', async () => {
    const gone = '00000000-0000-4000-8000-000000000000';
    expect(await provider.item(gone, String(item.id))).toBeUndefined();
    expect(await provider.accounts(gone, String(item.id))).toEqual([]);
  });

  it('reads accounts and every page of their transactions, with exact amounts', async () => {
    const [account] = await provider.accounts(user, String(item.id));
    const transactions = await all(provider.transactions(user, account?.id ?? '', null));
    expect(transactions).toHaveLength(1200);
    const held = item.accounts[0]?.transactions ?? [];
    expect(transactions.map(({ units, decimals }) => [units, decimals])).toEqual(
      held.map(({ cents }) => [BigInt(cents), 2]),
    );
    expect(account?.balance.units).toBe(BigInt(held.reduce((sum, { cents }) => sum + cents, 0)));
    expect(simulator.calls.filter(({ operation }) => operation === 'transactions')).toHaveLength(3);
  });

  it('reads what changed since, deletions included', async () => {
    clock.set('2026-03-01T10:00:01.000Z');
    const [account] = await provider.accounts(user, String(item.id));
    const changed = await all(provider.transactions(user, account?.id ?? '', '2026-03-01T10:00:00.500Z'));
    expect(changed.map(({ isDeleted }) => isDeleted)).toEqual([true, false]);
    clock.set('2026-03-01T10:00:02.000Z');
    expect(await provider.item(user, String(item.id))).toMatchObject({ status: 'Ko', sourceStatus: '402' });
  });

  it.each([
    ...[['0', 'Ok'] as const, ['-2', 'Wait'] as const, ['1010', 'Ko'] as const, ['402', 'Ko'] as const],
    ['7', 'None'] as const,
  ])('takes item status %s for %s', (code, status) => {
    expect(itemStatus(code)).toBe(status);
  });
});

describe('a provider that answers nonsense', async () => {
  let handle: RequestListener = () => {};
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { attempts: 1 };
  const provider = openItemsApi('AggregatorA', itemsApiSettings(url), channelAccess({}, limits), surroundings());
  afterAll(async () => {
    await provider.close();
    server.close();
  });

  const token = { access_token: 'token', expires_at: '2026-12-31T00:00:00Z' };
  const answering = (answer: unknown, status = 200) => {
    handle = (request, response) => {
      const body = request.url?.endsWith('/token') ? token : answer;
      response.writeHead(request.url?.endsWith('/token') ? 200 : status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  };
  const good = {
    id: 1,
    account_id: 1,
    amount: -1.5,
    currency_code: 'EUR',
    date: '2026-02-03',
    deleted: false,
    provider_description: 'X',
    updated_at: '2026-02-03T00:00:00Z',
  };
  const page = (...resources: unknown[]) => ({ resources, pagination: { next_uri: null } });
  const read = () => all(provider.transactions('u', '1', null));

  it.each([
    ['no list', { resources: {} }],
    ['no object', page(7)],
    ['no identifier', page({ ...good, id: null })],
    ['an amount in words', page({ ...good, amount: 'ten' })],
    ['an amount without end', page({ ...good, amount: 1e30 })],
    ['ten decimals', page({ ...good, amount: 0.1234567891 })],
    ['more than a bigint holds', page({ ...good, amount: '99999999999999999.99' })],
    ['a day that does not exist', page({ ...good, date: '2026-02-30' })],
    ['a moment of the year 20000', page({ ...good, updated_at: '+020000-01-01T00:00:00Z' })],
    ['a transaction of another account', page({ ...good, account_id: 2 })],
    ['no currency', page({ ...good, currency_code: 'EURO' })],
    ['deep nesting', `{"resources":${'['.repeat(200_000)}`],
    ['a next page elsewhere', { ...page(good), pagination: { next_uri: 'https://elsewhere.example/x' } }],
    [
      'a next page that is the same',
      { ...page(good), pagination: { next_uri: '/v3/aggregation/transactions?after=1' } },
    ],
  ])('%s is refused whole', async (_what, answer) => {
    answering(answer);
    await expect(read()).rejects.toMatchObject({ code: 'ChannelAnswerUnreadable' });
  });

  it('a list that breaks off is refused, and one that is not there is empty', async () => {
    const pages = [{ ...page(good), pagination: { next_uri: '/v3/aggregation/transactions?after=1' } }];
    handle = (request, response) => {
      const body = request.url?.endsWith('/token') ? token : pages.shift();
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    };
    await expect(read()).rejects.toMatchObject({ code: 'ChannelAnswerUnreadable' });
    expect(await read()).toEqual([]);
  });

  it.each(['deleted', 'is_deleted', 'future'])('a movement that is %s is not booked', async (name) => {
    answering(page({ ...good, deleted: false, [name]: true }));
    expect(await read()).toMatchObject([{ isDeleted: true }]);
  });

  it('text that no database takes is cleaned, and long text cut', async () => {
    answering(page({ ...good, provider_description: `A\0B\ud800C${'x'.repeat(5000)}` }));
    const [transaction] = await read();
    expect(transaction?.label.slice(0, 4)).toBe('ABCx');
    expect(transaction?.label.length).toBeLessThanOrEqual(2000);
  });

  it('a refusal repeats neither our secret nor markup', async () => {
    answering({ errors: [{ message: 'bad simulated-provider-secret <script>' }] }, 400);
    await expect(read()).rejects.toMatchObject({
      code: 'ChannelRefused',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('a token that is refused twice is access denied', async () => {
    answering({}, 401);
    await expect(read()).rejects.toMatchObject({ code: 'ChannelAccessDenied' });
  });

  it('another item than the one asked for is not taken', async () => {
    answering({ id: 2, status: 0, provider_id: 408 });
    await expect(provider.item('u', '1')).rejects.toMatchObject({ code: 'ChannelAnswerUnreadable' });
  });

  it('an answer larger than a page may be is given up', async () => {
    answering(`{"resources":[],"x":"${'x'.repeat(9 * 1024 * 1024)}"}`);
    await expect(read()).rejects.toMatchObject({ code: 'ChannelAnswerTooLarge' });
  });
});
