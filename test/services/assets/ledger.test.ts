/** Assets against the ledger of the demonstration firm: what was bought, and the entries of a year to the cent. */
import { describe, expect, test } from 'vitest';
import { IMPORT_FORM } from '../../../src/commands/asset/import-form.ts';
import { importAssets } from '../../../src/services/assets/import/import-assets.ts';
import { acceptProposals, listProposals, setAssociation } from '../../../src/services/assets/ledger/associate.ts';
import { checkYear } from '../../../src/services/assets/ledger/held-entries.ts';
import { entriesFile, postYear } from '../../../src/services/assets/ledger/post-entries.ts';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { groupAssets } from '../../../src/services/assets/register/group-assets.ts';
import { retireAssets } from '../../../src/services/assets/register/retire-assets.ts';
import { assets } from '../../../src/services/assets/register/store.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createAccount, listAccounts } from '../../../src/services/ledger/accounts.ts';
import { listEntries } from '../../../src/services/ledger/entries.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { importLedgerFile } from '../../../src/services/ledger/import/import-file.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { readSources } from '../../../src/services/vat/allocation/sources.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith, inputOf, NOW, shownAsset } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => NOW } });
const day = (text: string) => text as PlainDate;
const fixture = (name: string) => ({ name, path: `fixtures/demo/${name}` });

async function firm(siren: string, fec: string, end: string) {
  const { applied } = await importLedgerFile(testContext(db), fixture(fec), {});
  const folderId = applied?.folderId ?? 0;
  const load = () => importAssets(ctx, folderId, fixture(`assets-${siren}.csv`), { form: IMPORT_FORM, dryRun: false });
  return { folderId, load, end: day(end) };
}
const studio = await firm('998120406', '998120406FEC20241231.txt', '2024-12-31');
const shop = await firm('998356174', '998356174FEC20250331.txt', '2025-03-31');
const workshop = await firm('998519730', '998519730FEC20251231.txt', '2025-12-31');

const post = (folderId: number, date: string, journalCode: string, createAccounts = false) =>
  postYear(ctx, folderId, { date: day(date), journalCode, createAccounts });

/** Debits, and credits below zero. Answers the identifier of the entry. */
const booked = async (
  folderId: number,
  date: string,
  lines: readonly (readonly [account: string, cents: bigint])[],
) => {
  const sides = lines.map(([account, cents]) => ({
    account,
    debit: cents > 0n ? cents : 0n,
    credit: cents < 0n ? -cents : 0n,
  }));
  return (await createEntry(db, folderId, { journal: 'OD', date: day(date), label: 'Pièce', lines: sides })).id;
};

const accountNumbers = async (folderId: number) =>
  (await listAccounts(db, folderId, {}, { page: 1, limit: 50 })).items.map(({ number }) => number);

const states = async ({ folderId, end }: typeof studio) =>
  (await checkYear(db, folderId, end, false)).entries.map(({ operation, state }) => [operation, state]);

describe('what the ledger bought', () => {
  test('is proposed as new assets, VAT included, and accepted once', async () => {
    const { folderId } = studio;
    const proposals = await listProposals(ctx, folderId, {});
    expect(proposals.map(({ action, amount, deductibleVat, years }) => [action, amount, deductibleVat, years])).toEqual(
      [
        ['Create', 846_000n, 169_200n, 3],
        ['Create', 480_000n, 96_000n, 1],
      ],
    );
    const [first] = await acceptProposals(ctx, folderId, { to: day('2024-04-30') });
    const asset = await shownAsset(ctx, folderId, first?.assetId ?? 0, day('2024-12-31'));
    expect(asset).toMatchObject({
      IsCreatedAutomatically: true,
      IsValidatedByUser: false,
      AcquisitionValue: 8460,
    });
    expect(asset.AssociationState).toMatchObject({ State: 'Associated', AccountingAmount: 8460 });
    expect(asset.Errors.map(({ Name }) => Name)).toContain('NotValidatedByUser');
    expect((await listProposals(ctx, folderId, {})).map(({ amount }) => amount)).toEqual([480_000n]);
    await assets(db.knex).where({ folder_id: folderId }).delete();
  });

  test('is associated with assets that are there', async () => {
    for (const one of [studio, shop, workshop]) await one.load();
    const done = await acceptProposals(ctx, workshop.folderId, {});
    expect(done.map(({ action, reason }) => [action, reason])).toEqual([
      ['Associate', 'SameAmount'],
      ['Associate', 'SameAmount'],
      ['Look', 'CreditOrReversal'],
    ]);
    expect(await listProposals(ctx, workshop.folderId, {})).toHaveLength(1);
  });

  test('is associated with the asset of the nearest day, of several at one price', async () => {
    const folderId = await folderWith(db, 2025, 2025);
    for (const number of ['215400', '404000']) await createAccount(db, folderId, { number, label: number });
    await createJournal(db, folderId, { code: 'OD', label: 'Opérations', type: 'Miscellaneous' });
    const bought = async (AcquisitionDate: string) =>
      (await createAsset(ctx, folderId, inputOf({ AcquisitionDate, DeploymentDate: AcquisitionDate }))).id;
    await bought('2025-01-10');
    const nearest = await bought('2025-02-04');
    await createEntry(db, folderId, {
      journal: 'OD',
      date: day('2025-02-05'),
      label: 'Achat',
      lines: [
        { account: '215400', debit: 12_000_00n, credit: 0n },
        { account: '404000', debit: 0n, credit: 12_000_00n },
      ],
    });
    expect((await listProposals(ctx, folderId, {})).map(({ assetId }) => assetId)).toEqual([nearest]);
  });

  test('and took back whole is no asset, whatever the period asked; the same bought again is one', async () => {
    const folderId = await folderWith(db, 2025, 2025);
    for (const number of ['215400', '404000', '445620']) await createAccount(db, folderId, { number, label: number });
    await createJournal(db, folderId, { code: 'OD', label: 'Opérations', type: 'Miscellaneous' });
    const purchase: (readonly [string, bigint])[] = [
      ['215400', 300_000n],
      ['445620', 60_000n],
      ['404000', -360_000n],
    ];
    await booked(folderId, '2025-09-01', purchase);
    await booked(
      folderId,
      '2025-09-10',
      purchase.map(([account, cents]) => [account, -cents]),
    );
    await booked(folderId, '2025-09-12', purchase);
    await booked(folderId, '2025-09-20', [
      ['404000', 300_000n],
      ['215400', -300_000n],
    ]);
    const reasons = async (period: object) =>
      (await listProposals(ctx, folderId, period)).map(({ action, reason }) => [action, reason]);
    expect(await reasons({})).toEqual([
      ['Look', 'Reversed'],
      ['Look', 'Reversed'],
      ['Create', 'NewPurchase'],
      ['Look', 'CreditOrReversal'],
    ]);
    expect(await reasons({ to: '2025-09-05' })).toEqual([['Look', 'Reversed']]);
    const done = await acceptProposals(ctx, folderId, {});
    expect(done.map(({ assetId }) => assetId !== null)).toEqual([false, false, true, false]);
  });

  test('belongs to one asset, and exists', async () => {
    const { folderId } = studio;
    const [one = 0, two = 0] = await assets(db.knex).where({ folder_id: folderId }).orderBy('id').pluck('id');
    const [line] = await listProposals(ctx, folderId, {});
    const set = (assetId: number, ids: readonly number[]) => setAssociation(ctx, folderId, assetId, ids);
    await set(one, [line?.line.id ?? 0]);
    await expect(set(two, [line?.line.id ?? 0])).rejects.toMatchObject({ code: 'AssetLineTaken' });
    await expect(set(two, [9_999_999])).rejects.toMatchObject({ code: 'AssetLineNotFound' });
    await set(one, []);
    expect((await listProposals(ctx, folderId, {})).map(({ line }) => line.id)).toContain(line?.line.id);
  });
});

describe('the entries of a year', () => {
  test('are those the ledger holds, to the cent', async () => {
    for (const one of [studio, shop, workshop]) {
      const { accounts } = await checkYear(db, one.folderId, one.end, false);
      expect(accounts.length).toBeGreaterThan(5);
      expect(accounts.map((a) => [a.account, a.debit, a.credit])).toEqual(
        accounts.map((a) => [a.account, a.ledgerDebit, a.ledgerCredit]),
      );
    }
    expect(new Set((await states(workshop)).map(([, state]) => state))).toEqual(new Set(['Held']));
  });

  test('are one per asset on demand, and sum the same', async () => {
    const { folderId, end } = shop;
    const [summed, detailed] = await Promise.all([false, true].map((d) => checkYear(db, folderId, end, d)));
    expect(detailed?.entries.length).toBeGreaterThan(summed?.entries.length ?? 0);
    expect(detailed?.accounts).toEqual(summed?.accounts);
  });

  test('that are missing are written once; the next year is closed and a car is sold', async () => {
    const { folderId } = workshop;
    const end = day('2026-12-31');
    await createExercise(db, folderId, { start: day('2026-01-01'), end });
    const [van] = await assets(db.knex).where({ folder_id: folderId, name: 'Fourgon neuf' }).select('id');
    const sale = retirementFrom({
      type: 'Sale',
      date: day('2026-06-30'),
    });
    await retireAssets(ctx, folderId, {
      assetIds: [van?.id ?? 0],
      retirement: { ...sale, amount: 2_000_000n },
      method: 'VNC',
    });
    const { written } = await post(folderId, '2026-12-31', 'OD');
    expect(written.map(({ operation }) => operation).sort()).toEqual(
      ['Amortization', 'Amortization', 'GrantShare', 'Retirement', 'Sale'].sort(),
    );
    const { items } = await listEntries(db, folderId, { isDraft: true }, { page: 1, limit: 50 });
    for (const { lines } of items) expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n);
    expect(items).toHaveLength(5);
    const sources = await readSources(db.knex, folderId, items);
    expect(items.map(({ id }) => sources.get(id))).toEqual(
      items.map(({ id }) => ({
        type: 'Assets',
        id: Math.min(...(written.find(({ entryId }) => entryId === id)?.assetIds ?? [])),
      })),
    );
    expect((await post(folderId, '2026-12-31', 'OD')).written).toEqual([]);
  });

  test('of a second exit are whole beside those of a first one that are there', { tags: 'long' }, async () => {
    const folderId = await folderWith(db);
    await createJournal(db, folderId, { code: 'OD', label: 'Divers' });
    const add = async (Name: string, AcquisitionValue: string) =>
      (await createAsset(ctx, folderId, inputOf({ Name, AcquisitionValue, AcquisitionQuantity: 1 }))).id;
    const [first, second] = [await add('A', '10000.00'), await add('B', '20000.00')];
    const leave = (id: number, type: 'Scrapping' | 'Sale', date: string, amount?: bigint) =>
      retireAssets(ctx, folderId, {
        assetIds: [id],
        retirement: { ...retirementFrom({ type, date: day(date) }), ...(amount === undefined ? {} : { amount }) },
        method: 'VNC',
      });
    await leave(first, 'Scrapping', '2025-03-31');
    expect((await post(folderId, '2025-12-31', 'OD', true)).differs).toEqual([]);
    await leave(second, 'Sale', '2025-10-31', 1_200_000n);
    const again = await post(folderId, '2025-12-31', 'OD', true);
    const written = again.written.map(({ operation, date }) => [operation, date]);
    expect(written).toEqual([
      ['Sale', '2025-10-31'],
      ['Retirement', '2025-10-31'],
    ]);
    // The allowance of the whole year stands in the ledger; the sale cut it short: a person corrects the draft.
    expect(again.differs.map(({ operation, date }) => [operation, date])).toEqual([['Amortization', '2025-10-31']]);
    expect((await post(folderId, '2025-12-31', 'OD')).written).toEqual([]);
  });

  test('are written beside a credit that says nothing of them, which is named', async () => {
    const folderId = await folderWith(db);
    await createJournal(db, folderId, { code: 'OD', label: 'Divers' });
    for (const number of ['215400', '606300']) await createAccount(db, folderId, { number, label: number });
    const { id } = await createAsset(ctx, folderId, inputOf());
    await retireAssets(ctx, folderId, {
      assetIds: [id],
      retirement: retirementFrom({ type: 'Scrapping', date: day('2025-03-31') }),
      method: 'VNC',
    });
    const credit = await booked(folderId, '2025-05-15', [
      ['606300', 48_000n],
      ['215400', -48_000n],
    ]);
    const first = await post(folderId, '2025-12-31', 'OD', true);
    expect(first.written.map(({ operation }) => operation)).toEqual(['Amortization', 'Retirement']);
    expect([first.differs, first.ledgerOnly.map(({ entryId }) => entryId)]).toEqual([[], [credit]]);
    const again = await post(folderId, '2025-12-31', 'OD', true);
    expect([again.written, again.ledgerOnly.map(({ entryId }) => entryId)]).toEqual([[], [credit]]);
    expect((await listProposals(ctx, folderId, {})).map(({ line }) => line.entryId)).toEqual([credit]);
  });

  test('that bought assets are held where their lines are associated, whatever else the account has', async () => {
    const folderId = await folderWith(db);
    await createJournal(db, folderId, { code: 'OD', label: 'Divers' });
    for (const number of ['215400', '404000']) await createAccount(db, folderId, { number, label: number });
    const bought = ['10000.00', '20000.00'].map((AcquisitionValue) => inputOf({ AcquisitionValue }));
    const ids = [];
    for (const input of bought) ids.push((await createAsset(ctx, folderId, input)).id);
    const invoice = await booked(folderId, '2024-01-01', [
      ['215400', 1_000_000n],
      ['215400', 2_000_000n],
      ['404000', -3_000_000n],
    ]);
    const other = await booked(folderId, '2024-02-01', [
      ['215400', 300_000n],
      ['404000', -300_000n],
    ]);
    const acquisitions = async () => {
      const { entries } = await checkYear(db, folderId, day('2024-12-31'), false);
      return entries
        .filter(({ operation }) => operation === 'Acquisition')
        .map(({ state, differsFrom }) => [state, differsFrom]);
    };
    expect(await acquisitions()).toEqual(ids.map(() => ['Differs', [invoice, other]]));
    const lines = await listProposals(ctx, folderId, {});
    for (const [at, id] of ids.entries()) await setAssociation(ctx, folderId, id, [lines[at]?.line.id ?? 0]);
    expect(await acquisitions()).toEqual(ids.map(() => ['Held', []]));
  });

  test('that move assets in progress are held, whether or not a line is associated with what they became', async () => {
    const folderId = await folderWith(db);
    await createJournal(db, folderId, { code: 'OD', label: 'Divers' });
    for (const number of ['231000', '213000', '404000']) await createAccount(db, folderId, { number, label: number });
    const inProgress = { Account: { AccountNumber: 231000 }, AcquisitionValue: '5000.00', Amortization: undefined };
    const sources = [];
    for (const Name of ['A', 'B'])
      sources.push((await createAsset(ctx, folderId, inputOf({ ...inProgress, Name }))).id);
    await booked(folderId, '2024-01-01', [
      ['231000', 1_000_000n],
      ['404000', -1_000_000n],
    ]);
    const { id } = await groupAssets(ctx, folderId, {
      sourceIds: sources,
      deploymentDate: day('2024-09-01'),
      period: { start: day('2024-01-01'), end: day('2024-12-31') },
      destination: { accountNumber: 213000 },
      name: undefined,
      entryLabel: undefined,
      isDetailedEntry: false,
    });
    await booked(folderId, '2024-09-01', [
      ['213000', 1_000_000n],
      ['231000', -1_000_000n],
    ]);
    const stateOfAll = () => states({ ...studio, folderId, end: day('2024-12-31') });
    const held = ['Acquisition', 'Acquisition', 'Transfer'].map((operation) => [operation, 'Held']);
    expect(await stateOfAll()).toEqual(held);
    const [line] = (await listProposals(ctx, folderId, {})).filter(({ assetId }) => assetId === id);
    await acceptProposals(ctx, folderId, { lineIds: [line?.line.id ?? 0] });
    expect(await stateOfAll()).toEqual(held);
  });

  test('are written all or none', async () => {
    const folderId = await folderWith(db);
    await importAssets(
      ctx,
      folderId,
      { name: 'good.csv', path: 'fixtures/assets/import/good.csv' },
      { form: IMPORT_FORM, dryRun: false },
    );
    await expect(post(folderId, '2025-12-31', 'ZZ')).rejects.toMatchObject({ code: 'JournalNotFound' });
    await createJournal(db, folderId, { code: 'OD', label: 'Divers', type: 'Miscellaneous' });
    await expect(post(folderId, '2025-12-31', 'OD')).rejects.toMatchObject({ code: 'AccountNotFound' });
    await expect(post(folderId, '2026-12-31', 'OD')).rejects.toMatchObject({ code: 'DateOutsideExercises' });
    const { written } = await post(folderId, '2025-12-31', 'OD', true);
    expect(written.map(({ operation }) => operation)).toEqual(['Amortization']);
    const file = entriesFile(db, folderId, day('2025-12-31'), { journal: 'OD', detailed: false });
    await expect(file).rejects.toMatchObject({ code: 'LedgerFolderSirenMissing' });
    expect((await listEntries(db, folderId, {}, { page: 1, limit: 5 })).items).toHaveLength(1);
  });

  test('make accounts as long as most of the folder, whatever the first is and however long the asset’s', async () => {
    const folderId = await folderWith(db);
    const length = async () => (await accountNumbers(folderId)).map((number) => number.length);
    for (const number of ['101', '215411', '411000', '512000', '606300'])
      await createAccount(db, folderId, { number, label: number });
    await createJournal(db, folderId, { code: 'OD', label: 'Divers', type: 'Miscellaneous' });
    await createAsset(ctx, folderId, inputOf({ Account: { AccountNumber: 215411 } }));
    await post(folderId, '2025-12-31', 'OD', true);
    expect((await accountNumbers(folderId)).filter((number) => /^(28|68)/.test(number))).toEqual(['281541', '681120']);
    expect(await length()).toEqual([3, 6, 6, 6, 6, 6, 6]);
  });

  test('make a FEC that its own check accepts', async () => {
    const { content } = await entriesFile(db, workshop.folderId, workshop.end, { journal: 'OD', detailed: false });
    let text = '';
    for await (const chunk of content) text += Buffer.from(chunk).toString('utf8');
    const rows = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split('\t'));
    const cents = (cell = '') => BigInt(cell.replace(',', ''));
    const balance = rows.reduce((sum, row) => sum + cents(row[11]) - cents(row[12]), 0n);
    expect([rows.length > 10, rows[0]?.length, balance]).toEqual([true, 18, 0n]);
    expect(text).toContain('OD\tImmobilisations\t1\t20250317\t215400');
  });
});
