import { describe, expect, it } from 'vitest';
import { systemIds } from '../../../../src/commands/program/context.ts';
import { accountAggregates } from '../../../../src/services/banking/accounts/account-aggregate.ts';
import {
  linkSource,
  saveDetails,
  setBic,
  setDescription,
  setIban,
} from '../../../../src/services/banking/accounts/account-changes.ts';
import { createAccount, lockNumbers } from '../../../../src/services/banking/accounts/account-creation.ts';
import { getAccount, listAccounts } from '../../../../src/services/banking/accounts/accounts.ts';
import { listBanks } from '../../../../src/services/banking/accounts/banks.ts';
import { RIGHTS_OF_ACCESS } from '../../../../src/services/operation/actor.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, bankWorld, ibanOf, statement } from '../statements/world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const ctx = testContext(db, {
  ids: systemIds,
  actor: {
    kind: 'user',
    userId: '42',
    clientId: 'c',
    companyId: undefined,
    rights: RIGHTS_OF_ACCESS.write,
    folders: new Set(),
  },
});

const IBAN_OF_ANOTHER = ibanOf(account(77));

async function waiting(): Promise<number> {
  const { rows } = await db.knex.raw(`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0].waiting;
}

async function newAccount(iban: string | null = null) {
  const folderId = await world.newFolder();
  const id = await createAccount(ctx, folderId, { provider: 'ManualTransaction', iban, bankName: 'Gamma' });
  const aggregate = async () => (await accountAggregates(db.knex, { folderId, accountIds: [id] }))[0];
  const events = async () => (await aggregate())?.events.map(({ type }) => type);
  return { folderId, id, aggregate, events };
}

describe('changing an account', () => {
  it('waits for whoever gives numbers before it holds the account, which that one may want', async () => {
    const { folderId, id } = await newAccount();
    const numbering = await db.knex.transaction();
    await lockNumbers(numbering, folderId);
    const changing = setIban(ctx, folderId, id, IBAN_OF_ANOTHER);
    while ((await waiting()) === 0) await new Promise(setImmediate);
    const wanted = numbering('bank_account').where({ id }).forUpdate().noWait().first('id');
    const taken = await wanted.catch(() => 'held').finally(() => numbering.rollback());
    expect(taken).toEqual({ id });
    await changing;
  });

  it('stores who did it, with an event; what is the same changes nothing', async () => {
    const { folderId, id, aggregate, events } = await newAccount();
    await setDescription(ctx, folderId, id, 'Caisse');
    await setDescription(ctx, folderId, id, 'Caisse');
    expect(await aggregate()).toMatchObject({ description: 'Caisse', updatedByUserId: 42 });
    expect((await aggregate())?.events).toMatchObject([
      { type: 'AccountCreated', userId: 42, userName: '42', folderId, aggregateId: String(id) },
      { type: 'AccountChanged' },
    ]);
    await setDescription(ctx, folderId, id, null);
    expect(await aggregate()).toMatchObject({ description: null });
    expect(await events()).toHaveLength(3);
  });

  it('takes an IBAN in any spacing, and a statement finds the account by it; null clears both', async () => {
    const { folderId, id } = await newAccount();
    await setIban(
      ctx,
      folderId,
      id,
      ibanOf(account(1))
        .replace(/(.{4})/g, '$1 ')
        .toLowerCase(),
    );
    await world.give(folderId, [statement(['03-03', 0], '03-04', [['03-04', 100, 'A']])], { createsAccounts: false });
    expect(await getAccount(ctx, folderId, id)).toMatchObject({ iban: ibanOf(account(1)), balance: '1.00' });
    await setIban(ctx, folderId, id, null);
    const row = await db.knex('bank_account').where({ id }).first();
    expect(row).toMatchObject({ iban: null, bank_code: null, branch_code: null, account_number: null });
  });

  it('refuses the IBAN of another account, a wrong one and a wrong BIC, and changes nothing', async () => {
    const { folderId, id, events } = await newAccount(ibanOf(account(2)));
    const other = await createAccount(ctx, folderId, { provider: 'None', iban: ibanOf(account(3)), bankName: 'G' });
    await expect(setIban(ctx, folderId, id, ibanOf(account(3)))).rejects.toMatchObject({
      code: 'BankAccountExists',
      params: { accountId: other },
    });
    await expect(setIban(ctx, folderId, id, 'FR2298765000420001234567800')).rejects.toMatchObject({
      code: 'IbanInvalid',
    });
    await expect(setBic(ctx, folderId, id, 'GAMMFRPPX')).rejects.toMatchObject({ code: 'BicInvalid' });
    await expect(setIban(ctx, folderId, id, ibanOf(account(2)))).resolves.toBeUndefined();
    expect(await events()).toEqual(['AccountCreated']);
  });

  it('takes a BIC in any case', async () => {
    const { folderId, id } = await newAccount();
    await setBic(ctx, folderId, id, 'gammfrpp');
    expect(await getAccount(ctx, folderId, id)).toMatchObject({ bic: 'GAMMFRPP' });
  });

  it('is refused from another folder', async () => {
    const { id } = await newAccount();
    const other = await world.newFolder();
    await expect(setBic(ctx, other, id, 'GAMMFRPP')).rejects.toMatchObject({ code: 'BankAccountNotFound' });
  });
});

describe('saving details', () => {
  const details = { iban: ibanOf(account(4)), bic: 'gammfrpp', name: 'Compte', bankName: 'Delta' };

  it('makes an account for 0, and changes the one it made', async () => {
    const folderId = await world.newFolder();
    const id = await saveDetails(ctx, folderId, 0, { ...details, description: 'Premier' });
    expect(await saveDetails(ctx, folderId, id, { ...details, name: 'Autre' })).toBe(id);
    expect(await listAccounts(ctx, folderId)).toMatchObject([
      { id, name: 'Autre', bic: 'GAMMFRPP', bankName: 'Delta', description: 'Premier', provider: 'ManualTransaction' },
    ]);
    await saveDetails(ctx, folderId, id, { ...details, description: null, bankName: 'Gamma' });
    expect(await getAccount(ctx, folderId, id)).toMatchObject({ description: null, bankName: 'Gamma' });
  });

  it('makes no account under a number that another chose', async () => {
    const folderId = await world.newFolder();
    await expect(saveDetails(ctx, folderId, 4_000_000, details)).rejects.toMatchObject({ code: 'BankAccountNotFound' });
    expect(await listAccounts(ctx, folderId)).toEqual([]);
  });
});

describe('linking a source', () => {
  const source = { provider: 'AggregatorA', sourceId: '77' } as const;

  it('takes the place of an unused account that had it', async () => {
    const { folderId, id } = await newAccount();
    const other = await createAccount(ctx, folderId, { provider: 'None', iban: null, bankName: 'G' });
    await linkSource(ctx, folderId, other, source);
    await linkSource(ctx, folderId, id, source);
    expect(await listAccounts(ctx, folderId)).toMatchObject([{ id, ...source }]);
  });

  it('does not take it from an account that holds something', async () => {
    const { folderId, id } = await newAccount();
    await world.give(folderId, [statement(['03-03', 0], '03-04', [['03-04', 100, 'A']])]);
    const used = (await listAccounts(ctx, folderId)).find((one) => one.id !== id)?.id ?? 0;
    await linkSource(ctx, folderId, used, source);
    await expect(linkSource(ctx, folderId, id, source)).rejects.toMatchObject({
      code: 'SourceAccountTaken',
      params: { accountId: used },
    });
  });
});

describe('banks', () => {
  it('named in other folders are not shown', async () => {
    const [own, other] = [await world.newFolder(), await world.newFolder()];
    await createAccount(ctx, own, { provider: 'ChannelB', iban: null, bankName: 'Banque à nous' });
    await createAccount(ctx, other, { provider: 'ChannelB', iban: null, bankName: 'Banque à eux' });
    const actor = { ...ctx.actor, folders: new Set([own]) };
    expect((await listBanks({ ...ctx, actor }, 'ChannelB')).map(({ name }) => name)).toEqual(['Banque à nous']);
    expect(await listBanks(world.ctx, 'ChannelB')).toHaveLength(2);
  });
});
