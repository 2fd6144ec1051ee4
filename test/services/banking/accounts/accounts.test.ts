import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../../src/services/banking/accounts/account-creation.ts';
import { listAccounts } from '../../../../src/services/banking/accounts/accounts.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, bankWorld, ibanOf, statement } from '../statements/world.ts';

const db = await testDatabase();
const world = bankWorld(db);
const { ctx } = world;
const NEW = { provider: 'ManualEbics', bankName: 'Banque Gamma' } as const;

describe('creating an account', () => {
  it('keeps the IBAN in electronic form, with the codes of its RIB and its event', async () => {
    const folder = await world.newFolder();
    const id = await createAccount(ctx, folder, { ...NEW, iban: 'fr76 9876 5000 4200 0123 4567 895' });
    expect(await db.knex('bank_account').where({ id }).first()).toMatchObject({
      iban: 'FR7698765000420001234567895',
      bank_code: '98765',
      branch_code: '00042',
      account_number: '00012345678',
      source_id: String(id),
      currency: null,
      is_cfonb_control_active: true,
    });
    const events = await db.knex('bank_event').where({ folder_id: folder });
    expect(events).toMatchObject([{ type: 'AccountCreated', aggregate_name: 'BankAccount', aggregate_id: String(id) }]);
  });

  it.each([
    ['FR7798765000420001234567895', 'its check digits (3rd and 4th) are wrong'],
    ['FR2298765000420001234567800', 'the RIB key at its end is wrong'],
    ['FR76', 'its length is not that of its country, its form is not that of its country'],
    ['ZZ7698765000420001234567895', 'its country is not known'],
  ])('refuses %s', async (iban, problems) => {
    const folder = await world.newFolder();
    const refused = createAccount(ctx, folder, { ...NEW, iban });
    await expect(refused).rejects.toMatchObject({ code: 'IbanInvalid', params: { iban, problems } });
  });

  it('refuses an IBAN that the folder has, also one made by an import; other folders may have it', async () => {
    const [folder, other] = [await world.newFolder(), await world.newFolder()];
    const { accounts } = await world.give(folder, [statement(['03-03', 0], '03-04', [])]);
    const accountId = accounts[0]?.accountId ?? 0;
    const iban = ibanOf(account(1));
    await expect(createAccount(ctx, folder, { ...NEW, iban })).rejects.toMatchObject({
      code: 'BankAccountExists',
      params: { accountId },
    });
    await expect(createAccount(ctx, other, { ...NEW, iban })).resolves.toBeGreaterThan(accountId);
  });

  it('makes one account when many ask at once', async () => {
    const folder = await world.newFolder();
    const iban = ibanOf(account(5));
    const asked = Array.from({ length: 6 }, () => createAccount(ctx, folder, { ...NEW, iban }));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listAccounts(ctx, folder)).toHaveLength(1);
  });

  it('needs a folder that exists', async () => {
    await expect(createAccount(ctx, 999_999, { ...NEW, iban: null })).rejects.toMatchObject({ code: 'FolderNotFound' });
  });

  it('gives the accounts of one bank the same bank', async () => {
    const folder = await world.newFolder();
    for (const iban of [null, null]) await createAccount(ctx, folder, { ...NEW, iban });
    const [first, second] = await listAccounts(ctx, folder);
    expect(first?.bankId).toBe(second?.bankId);
  });
});

describe('listing accounts', () => {
  it('tells where they stand: the new balance of the last statement, whatever came in last', async () => {
    const folder = await world.newFolder();
    await world.give(folder, [statement(['03-04', 100], '03-05', [['03-05', 50, 'B']])]);
    await world.give(folder, [statement(['03-03', 0], '03-04', [['03-04', 100, 'A']])]);
    expect(await listAccounts(ctx, folder)).toMatchObject([
      { balance: '1.50', balanceDate: '2026-03-05', currencyCode: 'EUR', isValidIban: true, provider: 'ManualEbics' },
    ]);
  });

  it('takes the last part of a day, in any order', async () => {
    const folder = await world.newFolder();
    const parts = [
      statement(['03-04', 160], '03-04', [['03-04', -30, 'C']]),
      statement(['03-03', 0], '03-04', [['03-04', 100, 'A']]),
      statement(['03-04', 100], '03-04', [['03-04', 60, 'B']]),
    ];
    for (const part of parts) await world.give(folder, [part]);
    expect(await listAccounts(ctx, folder)).toMatchObject([{ balance: '1.30' }]);
  });

  it('has no balance before the first statement', async () => {
    const folder = await world.newFolder();
    await createAccount(ctx, folder, { ...NEW, iban: null });
    expect(await listAccounts(ctx, folder)).toMatchObject([{ balance: null, currencyCode: null, isValidIban: false }]);
  });
});
