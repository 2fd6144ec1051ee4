/** The lines of third parties with their VAT: pages, orders, balances, and what each line has at each rate. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { AccountRules } from '../../../../src/services/vat/account-rule.ts';
import { SORTS, type Sort } from '../../../../src/services/vat/allocation/filter.ts';
import { type AllocationSearch, searchAllocation } from '../../../../src/services/vat/allocation/search.ts';
import { getAllocation } from '../../../../src/services/vat/allocation/show.ts';
import { EntryLines } from '../../../../src/services/vat/engine/entry-lines.ts';
import { settlementsOf } from '../../../../src/services/vat/engine/settlement.ts';
import { acknowledge } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const load = importer(db);
let folderId = 0;

beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA', siren: siren(1), department: '69' })).id;
  const entries = [
    { date: '01-10', letter: 'A', lines: ['411000/C1 120', '706000 -100', '445710 -20'] },
    { date: '01-11', lines: ['411000/C2 240', '706000 -200', '445710 -40'] },
    { date: '01-12', lines: ['411000/C2 -24', '706000 20', '445710 4'] },
    { date: '01-13', lines: ['401000/F1 -120', '607000 60', '606000 40', '445660 20'] },
    { date: '01-14', lines: ['401000/F1 -230', '607000 200', '445660 20', '445661 10'] },
    { date: '02-20', letter: 'A', lines: ['512000 60', '411000/C1 -60'] },
    { date: '02-21', lines: ['411000/C2 60', '706000 -50', '445710 -5', '445711 -5'] },
  ];
  const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }));
  await load(numbered, { name: `${siren(1)}FEC20241231.txt` });
});

const search = (change: Partial<AllocationSearch> = {}, of = folderId) =>
  searchAllocation(ctx, of, {
    scope: 'Sales',
    page: 1,
    limit: 20,
    sortBy: 'Date',
    sortDesc: false,
    onlyRequiringCompletion: false,
    filter: {},
    ...change,
  });

type Found = Awaited<ReturnType<typeof search>>;
const entriesOf = ({ accounts }: Found) =>
  accounts.flatMap(({ letterGroups }) => letterGroups.flatMap(({ entries }) => entries));
const linesOf = (found: Found) =>
  entriesOf(found)
    .flatMap(({ lines }) => lines)
    .filter(({ progressiveBalance }) => progressiveBalance !== null);

describe('pages', () => {
  const orders = SORTS.flatMap((sortBy) => [false, true].map((sortDesc): [Sort, boolean] => [sortBy, sortDesc]));
  eachOf(orders, (_, at) => at % 6 === 3)(
    'by %s, descending %s, hold each line once, with a filter or without',
    async (sortBy, sortDesc) => {
      const pagesOf = async (filter: AllocationSearch['filter']) => {
        const ids: number[] = [];
        for (let page = 1; page <= 4; page++) {
          const found = await search({ page, limit: 2, sortBy, sortDesc, filter });
          expect(found.totalCount).toBe(5);
          ids.push(...linesOf(found).map(({ id }) => id));
        }
        return ids;
      };
      const ids = await pagesOf({});
      expect(ids.length).toBe(5);
      expect(new Set(ids).size).toBe(5);
      expect(await pagesOf({ amountAbove: 1n })).toEqual(ids);
      expect(await pagesOf({ entryLineLabel: 'ecriture' })).toEqual(ids);
    },
  );

  eachOf(SORTS, 1)('of a folder without accounts are empty, by %s', async (sortBy) => {
    const { id } = await createFolder(ctx, undefined, { name: 'NEW' });
    expect(await search({ sortBy, filter: { entryLineLabel: 'a' } }, id)).toMatchObject({
      accounts: [],
      totalCount: 0,
    });
    expect(await search({ sortBy }, id)).toMatchObject({ accounts: [], totalCount: 0 });
  });

  it('are by account, then by letter, with the balance up to each line on every page', async () => {
    const found = await search({ page: 2, limit: 3 });
    expect(linesOf(found).map(({ amount, progressiveBalance }) => [amount, progressiveBalance])).toEqual([
      [-6000n, 6000n],
      [6000n, 27600n],
    ]);
    expect(found.accounts.map(({ balance, letterGroups }) => [balance, letterGroups[0]?.letter?.letter])).toEqual([
      [6000n, 'A'],
      [27600n, undefined],
    ]);
  });
});

describe('a filter', () => {
  const pages = [1, 2, 3].flatMap((page) => [false, true].map((sortDesc) => ({ page, sortDesc, limit: 2 })));
  eachOf(pages, 2)('that keeps every line finds the same on page $page, descending $sortDesc', async (change) => {
    expect(await search({ ...change, filter: { amountAbove: 0n } })).toEqual(await search(change));
    expect(await search({ ...change, filter: { entryLineLabel: 'ecriture' } })).toEqual(await search(change));
  });

  const id = async (number: string) =>
    Number((await db.knex('account').where({ folder_id: folderId, number }).first('id'))?.id);
  const sub = async (code: string) =>
    Number((await db.knex('sub_account').where({ folder_id: folderId, code }).first('id'))?.id);
  const party = async (code: string) => ({ accountId: await id('411000'), subAccountId: await sub(code) });
  const all = [120, 240, -24, -60, 60];
  it.each<[string, () => AllocationSearch['filter'] | Promise<AllocationSearch['filter']>, number[]]>([
    ['amountAbove, the bound itself left out', () => ({ amountAbove: 6000n }), [120, 240]],
    ['amountBelow', () => ({ amountBelow: 6000n }), [-24]],
    ['entryLineLabel, case and accents apart', () => ({ entryLineLabel: 'ECRITURE 2' }), [240]],
    ['entryLineLabel that its reference alone has', () => ({ entryLineLabel: 'P2' }), []],
    ['entryLineLabelStartWith', () => ({ entryLineLabelStartWith: 'écri' }), all],
    ['entryLineLabelStartWith from within', () => ({ entryLineLabelStartWith: 'criture' }), []],
    ['entryLineLabelStartWith, its reference not in it', () => ({ entryLineLabelStartWith: 'écriture 2 p' }), []],
    ['docRef', () => ({ docRef: 'p3' }), [-24]],
    ['docRef that the label alone has', () => ({ docRef: 'criture' }), []],
    ['docRef, a number', () => ({ docRef: '3' }), [-24]],
    ['docRef, a number that the label alone has', () => ({ docRef: ' 3' }), []],
    ['docRef, no pattern', () => ({ docRef: 'P_' }), []],
    [
      'journalId',
      async () => ({ journalId: Number((await db.knex('journal').where({ code: 'OD' }).first('id'))?.id) }),
      all,
    ],
    ['journalType', () => ({ journalType: 'Sale' }), []],
    ['withoutJournalType', () => ({ withoutJournalType: 'Sale' }), all],
    ['accountStartWith', () => ({ accountStartWith: '4110' }), all],
    ['accountKey', async () => ({ accountKey: await party('C1') }), [120, -60]],
    ['withAccounts', async () => ({ withAccounts: [{ accountId: await id('512000') }] }), [-60]],
    ['withAccounts, a third party', async () => ({ withAccounts: [await party('C1')] }), [120, -60]],
    ['withAccounts, nobody', () => ({ withAccounts: [] }), []],
    [
      'withAccounts, an account or a third party',
      async () => ({ withAccounts: [{ accountId: await id('512000'), withDescendant: true }, await party('C2')] }),
      [240, -24, -60, 60],
    ],
    ['withAccounts, which has sub-accounts', async () => ({ withAccounts: [{ accountId: await id('411000') }] }), []],
    [
      'withAccounts and their descendants',
      async () => ({ withAccounts: [{ accountId: await id('411000'), withDescendant: true }] }),
      all,
    ],
    ['balancedAccount', () => ({ balancedAccount: true }), []],
    ['balancedAccount, those that are not', () => ({ balancedAccount: false }), all],
    ['amountDirections', () => ({ amountDirections: ['Credit'] }), [-24, -60]],
    ['entrySource', () => ({ entrySource: 'FecImport' }), all],
    ['entrySource, by hand', () => ({ entrySource: 'Manual' }), []],
    ['entrySource, the bank', () => ({ entrySource: 'Bank' }), []],
    ['entryLineSourceId', () => ({ entryLineSourceId: 1 }), []],
    ['accountIds', async () => ({ accountIds: [await id('401000')] }), []],
    ['subAccountIds', async () => ({ subAccountIds: [await sub('C2')] }), [240, -24, 60]],
    ['letteringCreatedAfter', () => ({ letteringCreatedAfter: '2024-01-10' as never }), [-60]],
    ['letteringCreatedBefore', () => ({ letteringCreatedBefore: '2024-02-20' as never }), [120]],
    ['unletteredAt', () => ({ unletteredAt: '2024-01-31' as never }), [240, -24, -60, 60]],
    ['letterId', async () => ({ letterId: linesOf(await search())[0]?.id ?? 0 }), [120, -60]],
    ['entryIds', async () => ({ entryIds: [entriesOf(await search())[0]?.id ?? 0] }), [120]],
  ])('%s', async (_, filter, amounts) => {
    const found = await search({ filter: await filter() });
    expect(
      linesOf(found)
        .map(({ amount }) => Number(amount) / 100)
        .sort(),
    ).toEqual([...amounts].sort());
    expect(found.totalCount).toBe(amounts.length);
  });

  it('on words finds lines without a third party, and texts too long for an index, on pages in the same order', async () => {
    const entries = [1, 2, 3, 4].map((number) => {
      return { number, date: '03-01', lines: [`411000${number % 2 ? '' : '/C1'} ${number}`, `706000 -${number}`] };
    });
    const { applied } = await load(entries, { name: `${siren(4)}FEC20241231.txt` });
    const own = applied?.folderId ?? 0;
    const long = db.knex.raw("label || repeat(' et la suite', 400)");
    await db.knex('entry_line').where({ folder_id: own }).where('debit_cents', '>', 200).update({ label: long });
    const asked = { sortBy: 'Label', filter: { entryLineLabel: 'ecriture' } } as const;
    const amounts = async (change: Partial<AllocationSearch>) =>
      linesOf(await search({ ...asked, limit: 1, ...change }, own)).map(({ amount }) => Number(amount) / 100);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => amounts({ page })));
    expect(pages).toEqual([[1], [2], [3], [4]]);
    expect((await search({ ...asked, filter: { entryLineLabel: 'la suite' } }, own)).totalCount).toBe(2);
    const [{ id: letterId = 0 } = {}] = linesOf(await search({ ...asked, limit: 1 }, own));
    expect((await search({ ...asked, filter: { entryLineLabel: 'ecriture', letterId } }, own)).totalCount).toBe(0);
  });

  it('finds a line whose texts an index would hold but for its letter', async () => {
    const { applied } = await load([{ number: 1, date: '03-01', lines: ['411000/C1 10', '706000 -10'] }], {
      name: `${siren(5)}FEC20241231.txt`,
    });
    const own = applied?.folderId ?? 0;
    const random = (parts: number) =>
      db.knex.raw("(select string_agg(md5(part::text), '') from generate_series(1, ?::int) part)", [parts]);
    await db
      .knex('entry_line')
      .where({ folder_id: own })
      .update({ label: random(28), letter: random(60) });
    const found = await search({ sortBy: 'Label', filter: { docRef: '' } }, own);
    expect(found.totalCount).toBe(1);
  });

  it('on words finds those of the label, where the reference has accents and ligatures', async () => {
    const { applied } = await load([{ number: 1, date: '03-01', lines: ['411000/C1 10', '706000 -10'] }], {
      name: `${siren(3)}FEC20241231.txt`,
    });
    await db
      .knex('entry_line')
      .where({ folder_id: applied?.folderId })
      .update({ label: 'Réglé pour ŒUVRE', doc_ref: 'ŒÉ9' });
    const countOf = async (filter: AllocationSearch['filter']) =>
      (await search({ filter }, applied?.folderId)).totalCount;
    for (const words of ['regle', 'OEUVRE', 'r œuvre', 'é']) expect(await countOf({ entryLineLabel: words })).toBe(1);
    for (const words of ['oee', '9', 'œuvre ']) expect(await countOf({ entryLineLabel: words })).toBe(0);
    expect(await countOf({ entryLineLabelStartWith: 'regle pour oeuvre' })).toBe(1);
    expect(await countOf({ entryLineLabelStartWith: 'regle pour oeuvre o' })).toBe(0);
    expect(await countOf({ docRef: 'oeE9' })).toBe(1);
    expect(await countOf({ docRef: 'oeuvre' })).toBe(0);
  });

  it('on balances finds the third parties that are balanced, or the others, whichever are fewer', async () => {
    const sales = ['411000/C1 10', '411000/C2 20', '411000/C3 30', '411100 70'];
    const purchases = ['401000/F1 40', '401000/F2 50', '401000/F3 60', '401000 80'];
    const paid = ['411000/C1 -10', '411000/C2 -20', '401000/F1 -40', '411100 -70'];
    const entries = [...sales, ...purchases, ...paid].map((line, index) => {
      const [, amount = ''] = line.split(' ');
      return { number: index + 1, date: '03-01', lines: [line, `512000 ${-Number(amount)}`] };
    });
    const { applied } = await load(entries, { name: `${siren(2)}FEC20241231.txt` });
    const found = async (scope: AllocationSearch['scope'], balancedAccount: boolean) =>
      linesOf(await search({ scope, filter: { balancedAccount } }, applied?.folderId)).map(({ amount }) => amount);
    expect(await found('Sales', true)).toEqual([1000n, -1000n, 2000n, -2000n, 7000n, -7000n]);
    expect(await found('Sales', false)).toEqual([3000n]);
    expect(await found('Purchases', true)).toEqual([4000n, -4000n]);
    expect(await found('Purchases', false)).toEqual([5000n, 6000n, 8000n]);
  });

  it('counts and sums what it keeps alone, and nothing past the last page', async () => {
    const filter = { amountAbove: 5000n, amountDirections: ['Debit'] } as const;
    const found = await search({ filter, limit: 1, page: 2 });
    expect([found.totalCount, found.accounts.map(({ debitBalance }) => debitBalance)]).toEqual([3, [30000n]]);
    expect(linesOf(found).map(({ progressiveBalance }) => progressiveBalance)).toEqual([24000n]);
    expect(await search({ filter, page: 9 })).toEqual({ accounts: [], totalCount: 3 });
    expect(await search({ filter: { entryLineLabel: 'ecriture' }, page: 9 })).toEqual({ accounts: [], totalCount: 5 });
  });
});

const rates = (line: ReturnType<typeof linesOf>[number] | undefined) =>
  line?.vatRateDistributions.map(({ vatRate, taxExcludedAmount, vatAmount }) => [
    vatRate,
    taxExcludedAmount,
    vatAmount,
  ]);

describe('VAT', () => {
  it('of a third party is that of its entry, negative for a credit note; what is left to pay is the total less settled', async () => {
    const [invoice, , open, creditNote] = linesOf(await search());
    expect([rates(invoice), rates(open), rates(creditNote)]).toEqual([
      [['_20', 10000n, 2000n]],
      [['_20', 20000n, 4000n]],
      [['_20', -2000n, -400n]],
    ]);
    expect([invoice, open, creditNote].map((line) => line?.ttcRestantAPayer)).toEqual([6000n, 24000n, -2400n]);
    expect(invoice).toMatchObject({ vatAmountToDeclare: 1000n, isVatEditable: true, isVatRateInherited: true });
  });

  it('of purchases takes the tax of their entry in proportion', async () => {
    const [purchase] = entriesOf(await search({ scope: 'Purchases' }));
    expect(purchase?.lines.map(rates)).toEqual([
      [['_20', 10000n, 2000n]],
      [['_20', 6000n, 1200n]],
      [['_20', 4000n, 800n]],
      [],
    ]);
  });

  it('that is not wholly at rates is found by itself, with what its tax accounts suggest', async () => {
    const found = await search({ scope: 'Purchases', onlyRequiringCompletion: true });
    expect(found.totalCount).toBe(1);
    const [entry] = entriesOf(found);
    expect(entry?.verificationInfo).toMatchObject({
      taxIncludedAmount: 23000n,
      taxExcludedToAllocate: 20000n,
      vatToAllocate: 3000n,
      consistencyCheck: { canBeValidated: false },
    });
  });
});

it('an entry that the return declares nothing of, later or declared before it, has its rates too', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'GAMMA', siren: siren(7), department: '69' });
  const sale = (number: number, date: string) => ({
    number,
    date,
    lines: ['411000/C1 120', '707000 -100', '445710 -20'],
  });
  await load([sale(1, '01-10'), sale(2, '02-10')], { name: `${siren(7)}FEC20241231.txt` });
  const january = { beginDate: '2024-01-01' as never, endDate: '2024-01-31' as never };
  const group = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...january });
  const procedureId = group.procedures[0]?.id ?? 0;
  const found = await search({ procedureId }, id);
  expect(
    linesOf(found).map(({ vatAmountToDeclare, vatRateDistributions }) => [
      vatAmountToDeclare,
      ...vatRateDistributions.map((one) => [one.vatRate, one.taxExcludedAmount, one.vatAmountDeferred]),
    ]),
  ).toEqual([
    [2000n, ['_20', 10000n, 0n]],
    [0n, ['_20', 10000n, 2000n]],
  ]);
  expect((await search({ procedureId, onlyRequiringCompletion: true }, id)).totalCount).toBe(0);
  await acknowledge(ctx, id, procedureId, { numeroPiece: '1', codeRetour: '00' });
  const february = { beginDate: '2024-02-01' as never, endDate: '2024-02-29' as never };
  const next = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...february });
  const seen = { procedureId: next.procedures[0]?.id ?? 0 };
  const [declared] = linesOf(await search(seen, id));
  expect([declared?.vatAmountToDeclare, declared?.vatRateDistributions]).toMatchObject([
    0n,
    [{ vatRate: '_20', taxExcludedAmount: 10000n, vatAmountDeclared: 2000n, vatAmountDeferred: 0n }],
  ]);
  expect((await search({ ...seen, onlyRequiringCompletion: true }, id)).totalCount).toBe(0);
});

it('one line is shown with its entry', async () => {
  const [line] = linesOf(await search());
  const entry = await getAllocation(ctx, folderId, { entryId: line?.entryId ?? 0, lineId: line?.id ?? 0 });
  expect(entry.lines.map(({ amount }) => amount)).toEqual([12000n, -10000n, -2000n]);
});

it('a document without tax is one all the same, and settles by its letter', () => {
  const rules = new AccountRules({ territory: 'Mainland', vatSystem: 'RealNormal' } as never, []);
  const lines = [
    { lineId: 1, accountNumber: '411000', debit: 100n, credit: 0n },
    { lineId: 2, accountNumber: '706000', debit: 0n, credit: 100n },
  ];
  const entry = new EntryLines({ entryId: 1, journal: 'VE', date: '2024-01-01', lines }, rules, 'TaxIncluded');
  expect([entry.isDocument, entry.isCash]).toEqual([true, false]);
  const side = { accountNumber: '411000', letter: 'A', date: '2024-01-01' };
  const settled = settlementsOf([
    {
      letter: 'A',
      isCustomer: true,
      lines: [
        { ...side, entryId: 1, lineId: 1, net: 100n, isDocument: true },
        { ...side, entryId: 2, lineId: 3, net: -40n, isDocument: false },
      ],
    },
  ]);
  expect(settled.byEntry.get(1)).toEqual([{ date: '2024-01-01', amount: 40n }]);
});
