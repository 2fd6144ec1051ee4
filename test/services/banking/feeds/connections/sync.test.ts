import { describe, expect, it } from 'vitest';
import { syncTransactions } from '../../../../../src/jobs/sync-transactions.ts';
import { linkSource } from '../../../../../src/services/banking/accounts/account-changes.ts';
import { createAccount } from '../../../../../src/services/banking/accounts/account-creation.ts';
import { getAccount, listAccounts } from '../../../../../src/services/banking/accounts/accounts.ts';
import {
  deleteConnection,
  listConnections,
} from '../../../../../src/services/banking/feeds/connections/connections.ts';
import { openConnection } from '../../../../../src/services/banking/feeds/connections/open.ts';
import { createCategory } from '../../../../../src/services/banking/transactions/complementary/categories.ts';
import {
  type ComplementChange,
  updateComplement,
} from '../../../../../src/services/banking/transactions/complementary/update.ts';
import { showComplement } from '../../../../../src/services/banking/transactions/complementary/view.ts';
import { channelErrors } from '../../../../../src/services/channels/errors.ts';
import { updateFolder } from '../../../../../src/services/folders/folders.ts';
import { boundJobs } from '../../../../support/bound-work.ts';
import { testDatabase } from '../../../../support/database.ts';
import { eachOf } from '../../../../support/length.ts';
import { bankWorld, day, ibanOf, account as numbered, statement } from '../../statements/world.ts';
import { connectedFolder, IBAN, moved, providerAccount } from './world.ts';

const db = await testDatabase();
const runJob = boundJobs(db);
const world = bankWorld(db);
const { ctx } = world;

describe('the first synchronisation', () => {
  it('makes the account as the provider tells it, with all its transactions', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, -1250), moved('2', 4, 99), moved('3', 5, 1, { isDeleted: true }));
    expect(await folder.sync()).toEqual({ accounts: 1, added: 2, changed: 0, held: [] });
    expect(await folder.moves()).toEqual(['03 1 VIR 1 -12.50', '04 2 VIR 2 0.99']);
    const [account] = await listAccounts(ctx, folder.folderId);
    expect(account).toMatchObject({
      provider: 'AggregatorA',
      sourceId: 'A1',
      name: 'Compte courant',
      type: 'checking',
      iban: IBAN,
      balance: '1234.56',
      balanceDate: '2026-02-28',
      bankName: 'Banque Gamma',
      isConnected: true,
      bankConnectionId: folder.connectionId,
      accountUpdatedAt: '2026-02-28T06:00:00.000Z',
    });
    expect(await folder.events('BankAccount')).toEqual([`AccountCreated ${account?.id}`]);
  });

  it('takes the status of the connection, with an event when it changes', async () => {
    const folder = await connectedFolder(db);
    await folder.sync();
    await folder.sync();
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([
      { status: 'Ok', sourceStatus: '0', errors: [] },
    ]);
    expect(await folder.events('BankConnection')).toHaveLength(2); // made, then Ok
  });
});

describe('the next ones', () => {
  it('read what changed since, and an hour before it', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 1), moved('2', 4, 2));
    await folder.sync();
    folder.provider.asked.length = 0;
    expect(await folder.sync()).toMatchObject({ added: 0, changed: 0 });
    expect(folder.provider.asked).toContain('transactions A1 since 2026-02-04T07:00:00.000Z');
  });

  it('tell an event when the balance moved, none when the provider only looked again', async () => {
    const folder = await connectedFolder(db);
    await folder.sync();
    const { id } = (await folder.account()) as { id: number };
    const looked = async (change: Parameters<typeof providerAccount>[0]) => {
      const item = folder.provider.items.get('187741');
      if (item) folder.provider.items.set('187741', { ...item, accounts: [providerAccount(change)] });
      await folder.sync();
    };
    await looked({ updatedAt: '2026-03-01T06:00:00.000Z' });
    expect(await folder.account()).toMatchObject({ account_updated_at: '2026-03-01T06:00:00.000Z' });
    expect(await folder.events('BankAccount')).toEqual([`AccountCreated ${id}`]);
    await looked({ updatedAt: '2026-03-01T07:00:00.000Z', balance: { units: 5n, decimals: 2 } });
    expect(await folder.events('BankAccount')).toContain(`AccountChanged ${id}`);
  });

  it('change nothing when the provider repeats everything', async () => {
    const folder = await connectedFolder(db);
    const all = [moved('1', 3, 1), moved('2', 4, 2), moved('3', 5, 3)];
    folder.provider.give('A1', ...all);
    await folder.sync();
    const before = await db.knex('bank_transaction').where({ folder_id: folder.folderId }).orderBy('id');
    await db.knex('bank_account').where({ folder_id: folder.folderId }).update({ read_until: null });
    expect(await folder.sync()).toMatchObject({ added: 0, changed: 0 });
    expect(await db.knex('bank_transaction').where({ folder_id: folder.folderId }).orderBy('id')).toEqual(before);
    expect(await folder.events('BankTransaction')).toEqual([]);
  });

  it('follow changes and deletions, each with its event, and a transaction that comes back', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 1), moved('2', 4, 2), moved('3', 5, 3));
    await folder.sync();
    const updatedAt = '2026-02-20T08:00:00.000Z';
    folder.provider.give(
      'A1',
      moved('1', 6, 150, { updatedAt, label: 'VIREMENT' }),
      moved('2', 4, 2, { updatedAt, isDeleted: true }),
      moved('4', 7, 4, { updatedAt }),
    );
    expect(await folder.sync()).toMatchObject({ added: 1, changed: 2 });
    expect(await folder.moves()).toEqual([
      ...['04 2 VIR 2 0.02 deleted', '05 3 VIR 3 0.03', '06 1 VIREMENT 1.50', '07 4 VIR 4 0.04'],
    ]);
    expect(await folder.events('BankTransaction')).toEqual([
      expect.stringMatching(/^TransactionChanged/),
      expect.stringMatching(/^TransactionChanged/),
    ]);
    const deleted = () => db.knex('bank_transaction').where({ folder_id: folder.folderId, source_id: '2' }).first();
    expect(await deleted()).toMatchObject({ is_deleted: true, deleted_at: '2026-03-01T10:00:00.000Z' });
    folder.provider.give('A1', moved('2', 4, 2, { updatedAt: '2026-02-21T08:00:00.000Z' }));
    await folder.sync();
    expect(await deleted()).toMatchObject({ is_deleted: false, deleted_at: null });
  });

  it('take VAT that the category made along with the amount, and leave alone what people wrote', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, -12_000), moved('2', 4, -12_000));
    await folder.sync();
    const [one = 0, two = 0] = await db
      .knex('bank_transaction')
      .where({ folder_id: folder.folderId })
      .orderBy('id')
      .pluck('id');
    const { id: categoryId } = await createCategory(folder.ctx, folder.folderId, { name: 'Achats', vatRate: 2000n });
    const set = (id: number, change: ComplementChange) => updateComplement(folder.ctx, folder.folderId, id, change);
    await set(one, { categoryId });
    await set(two, { categoryId, additionalVat: [{ rate: 2000n, amount: 1500n }] });
    const before = await folder.events('ComplementaryData');
    const updatedAt = '2026-02-20T08:00:00.000Z';
    folder.provider.give('A1', moved('1', 3, -6000, { updatedAt }), moved('2', 4, -11_000, { updatedAt }));
    await folder.sync();
    const lines = async (id: number) => (await showComplement(folder.ctx, folder.folderId, id)).additionalVat;
    expect(await lines(one)).toEqual([{ rate: 2000n, amount: 1000n, isAutoGenerated: true }]);
    expect(await lines(two)).toEqual([{ rate: 2000n, amount: 1500n, isAutoGenerated: false }]);
    expect(await folder.events('ComplementaryData')).toHaveLength(before.length + 1);
  });

  it('keep the last of a transaction that a moving list shows twice', async () => {
    const folder = await connectedFolder(db, undefined, 10);
    folder.provider.transactions = async function* () {
      yield [moved('1', 3, 1), moved('1', 3, 2, { updatedAt: '2026-02-10T00:00:00.000Z' })];
      yield [moved('1', 3, 1)];
    };
    expect(await folder.sync()).toMatchObject({ added: 1 });
    expect(await folder.moves()).toEqual(['03 1 VIR 1 0.02']);
  });

  it('do not jump ahead of the clock when the provider dates a change in the future', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 1, { updatedAt: '9998-01-01T00:00:00.000Z' }));
    await folder.sync();
    expect(await folder.account()).toMatchObject({ read_until: '2026-03-01T10:00:00.000Z' });
  });
});

describe('a provider that fails', () => {
  const failure = channelErrors.ChannelTimeout({ channel: 'AggregatorA' });

  eachOf([0, 1, 2, 3], 2)('after %i answers loses nothing, and the next run brings the rest', async (answers) => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 1), moved('2', 4, 2), moved('3', 5, 3), moved('4', 6, 4));
    await folder.sync();
    folder.provider.give('A1', moved('5', 7, 5), moved('6', 8, 6), moved('7', 9, 7));
    folder.provider.nextFailures.push(...Array(answers).fill(undefined), failure);
    await expect(folder.sync()).rejects.toMatchObject({ code: 'ChannelTimeout' });
    expect((await folder.moves()).slice(0, 4)).toHaveLength(4);
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([
      { errors: [{ name: 'ReadingFailed', isCritical: false }] },
    ]);
    await folder.sync();
    expect(await folder.moves()).toHaveLength(7);
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([{ errors: [] }]);
  });

  it('and does not know the item any more: the connection is Ko, its transactions stay', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 1));
    await folder.sync();
    folder.provider.items.clear();
    await expect(folder.sync()).rejects.toMatchObject({ code: 'ItemGone' });
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([{ status: 'Ko', sourceStatus: 'gone' }]);
    expect(await folder.moves()).toHaveLength(1);
  });
});

it('a provider that has forgotten the user gets him again with the next connection', async () => {
  const folder = await connectedFolder(db);
  await db.knex('bank_provider_user').where({ folder_id: folder.folderId }).update({ user_uuid: 'forgotten' });
  await expect(folder.sync()).rejects.toMatchObject({ code: 'ItemGone' });
  await openConnection(folder.ctx, folder.folderId, { provider: 'AggregatorA', email: 'gerant@example.test' });
  expect(folder.provider.asked.at(-1)).toBe('connect user-1');
  expect(await folder.sync()).toMatchObject({ accounts: 1 });
});

describe('accounts that the folder has', () => {
  it('take the source when they are unused', async () => {
    const folder = await connectedFolder(db);
    const id = await createAccount(folder.ctx, folder.folderId, {
      provider: 'ManualTransaction',
      iban: IBAN,
      bankName: 'Gamma',
    });
    folder.provider.give('A1', moved('1', 3, 1));
    expect(await folder.sync()).toMatchObject({ accounts: 1, added: 1 });
    expect(await getAccount(ctx, folder.folderId, id)).toMatchObject({ provider: 'AggregatorA', sourceId: 'A1' });
  });

  it('are left alone when statements feed them, until they are linked: then only later days come', async () => {
    const account = numbered(1);
    const folder = await connectedFolder(db, [providerAccount({ iban: ibanOf(account) })]);
    await world.give(folder.folderId, [statement(['02-09', 0], ['02-10', 5], [['02-10', 5, 'VENTE']], account)]);
    folder.provider.give('A1', moved('1', 10, 5), moved('2', 11, 7));
    const [own] = await listAccounts(ctx, folder.folderId);
    const id = own?.id ?? 0;
    expect(await folder.sync()).toEqual({ accounts: 0, added: 0, changed: 0, held: [id] });
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([
      { errors: [{ name: 'AccountHeld', parameters: `{"AccountId":${id}}` }] },
    ]);
    await linkSource(folder.ctx, folder.folderId, id, { provider: 'AggregatorA', sourceId: 'A1' });
    expect(await folder.sync()).toMatchObject({ accounts: 1, added: 1 });
    expect(await world.moves(folder.folderId)).toEqual(['02-10 VENTE 0.05', '02-11 VIR 2 0.07']);
    expect(day('02-10')).toBe('2026-02-10');
  });

  it('take no statements of days that the provider gives, and take them again once files feed it', async () => {
    const account = numbered(1);
    const folder = await connectedFolder(db, [providerAccount({ iban: ibanOf(account) })]);
    const give = async (from: string, to: string, label: string) => {
      const sent = [statement([from, 0], [to, 5], [[to, 5, label]], account)];
      const [one] = (await world.give(folder.folderId, sent)).accounts;
      return one?.outcome;
    };
    folder.provider.give('A1', moved('1', 10, 5), moved('2', 12, 7));
    await folder.sync();
    expect(await give('02-11', '02-12', 'VIR 2')).toBe('InError');
    expect(await give('02-12', '02-13', 'VIR 3')).toBe('InError');
    expect(await give('02-08', '02-09', 'VIR 0')).toBe('Imported');
    const { id } = (await folder.account()) as { id: number };
    await linkSource(folder.ctx, folder.folderId, id, { provider: 'ManualEbics', sourceId: 'files' });
    expect(await give('02-11', '02-12', 'VIR 2')).toBe('InError');
    expect(await give('02-12', '02-13', 'VIR 3')).toBe('Imported');
    expect(await world.moves(folder.folderId)).toEqual([
      ...['02-09 VIR 0 0.05', '02-10 VIR 1 0.05', '02-12 VIR 2 0.07', '02-13 VIR 3 0.05'],
    ]);
  });

  it('tell the balance of the provider when it is the later one', async () => {
    const account = numbered(1);
    const folder = await connectedFolder(db, [providerAccount({ iban: ibanOf(account) })]);
    await world.give(folder.folderId, [statement(['02-09', 0], ['02-10', 5], [['02-10', 5, 'VENTE']], account)]);
    const [own] = await listAccounts(ctx, folder.folderId);
    expect(own).toMatchObject({ balance: '0.05', balanceDate: '2026-02-10' });
    await linkSource(folder.ctx, folder.folderId, own?.id ?? 0, { provider: 'AggregatorA', sourceId: 'A1' });
    await folder.sync();
    expect(await listAccounts(ctx, folder.folderId)).toMatchObject([{ balance: '1234.56', balanceDate: '2026-02-28' }]);
  });

  it('keep amounts of other decimals exact', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 0, { units: 1_234_567_890_123n, decimals: 3, currency: 'TND' }));
    await folder.sync();
    expect(await folder.moves()).toEqual(['03 1 VIR 1 1234567890.123']);
  });
});

describe('the job', () => {
  const run = (folder: { ctx: Parameters<typeof runJob>[1]; folderId: number }, dryRun = false) =>
    runJob(syncTransactions, folder.ctx, { scope: `folder:${folder.folderId}` }, { dryRun, backoffMs: () => 0 });

  it('shows what it would do and does nothing', async () => {
    const folder = await connectedFolder(db);
    const report = await run(folder, true);
    expect(report.items).toEqual([
      { folderId: folder.folderId, key: 'items AggregatorA', state: 'planned' },
      { folderId: folder.folderId, key: `connection ${folder.connectionId}`, state: 'planned' },
    ]);
    expect(await folder.account()).toBeUndefined();
  });

  it('tells what came by each connection', async () => {
    const folder = await connectedFolder(db);
    folder.provider.give('A1', moved('1', 3, 1), moved('2', 4, 2));
    const [tally] = (await run(folder)).tallies ?? [];
    expect(tally?.rows).toEqual([
      {
        EnterpriseId: folder.folderId,
        BankConnectionId: folder.connectionId,
        Name: 'Banque Gamma',
        Status: 'Ok',
        Failure: null,
        Added: 2,
        Changed: 0,
        AccountsToLink: '',
      },
    ]);
  });

  it('skips what a person must set up first, and says so on the connection', async () => {
    const folder = await connectedFolder(db);
    await db.knex('bank_provider_user').where({ folder_id: folder.folderId }).delete();
    expect(await run(folder)).toMatchObject({ state: 'done', counts: { skipped: 1, failed: 0 } });
    expect(await listConnections(folder.ctx, folder.folderId)).toMatchObject([
      { errors: [{ name: 'ReadingFailed', parameters: '{"Code":"ProviderUserMissing"}' }] },
    ]);
  });

  it('tries again what passes', async () => {
    const folder = await connectedFolder(db);
    folder.provider.nextFailures.push(channelErrors.ChannelBusy({ channel: 'AggregatorA', seconds: 1 }));
    expect(await run(folder)).toMatchObject({ state: 'done', counts: { done: 2, failed: 0 } });
  });

  it('leaves out deleted connections, and those of inactive folders', async () => {
    const [first, second] = [await connectedFolder(db), await connectedFolder(db)];
    await deleteConnection(first.ctx, first.folderId, first.connectionId);
    await updateFolder(db, second.folderId, { isActive: false });
    expect((await run(first, true)).items).toMatchObject([{ key: 'items AggregatorA' }]);
    expect((await run(second)).counts.planned).toBe(0);
  });
});
