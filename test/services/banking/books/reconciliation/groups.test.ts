import { describe, expect, it } from 'vitest';
import { setGroup } from '../../../../../src/services/banking/books/reconciliation/groups.ts';
import { setLedgerSide } from '../../../../../src/services/banking/books/reconciliation/ledger-side.ts';
import { acceptProposals, setLink, unsetLink } from '../../../../../src/services/banking/books/reconciliation/links.ts';
import { countDisagreeing, listLinks } from '../../../../../src/services/banking/books/reconciliation/list.ts';
import { proposeLinks } from '../../../../../src/services/banking/books/reconciliation/propose.ts';
import { entriesLinked } from '../../../../../src/services/banking/transactions/entries/link-groups.ts';
import { readLines } from '../../../../../src/services/ledger/lines.ts';
import { updateEntry, validateEntries } from '../../../../../src/services/ledger/write-entries.ts';
import { readSources } from '../../../../../src/services/vat/allocation/sources.ts';
import { testDatabase } from '../../../../support/database.ts';
import { day } from '../../statements/world.ts';
import { type Booked, bookWorld } from './books.ts';

const db = await testDatabase();
const world = bookWorld(db);
const { ctx } = world;

const remittance = async () => {
  const book = await world.booked([
    ['03-06', 36_750, 'REMISE CHEQUES NO 880107'],
    ['03-20', 10_010, 'VIR SALAIRE A'],
    ['03-20', 20_020, 'VIR SALAIRE B'],
  ]);
  await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
  const first = await book.enter('03-05', 'Chèque Balto', ['512000 120.25', '411000 -120.25'], { docRef: '880107' });
  const second = await book.enter('03-05', 'Chèque Renpic', ['512000 247.25', '411000 -247.25'], { docRef: '880107' });
  const salaries = await book.enter('03-19', 'Encaissements', ['512000 300.30', '411000 -300.30']);
  const line = (entry: Awaited<ReturnType<Booked['enter']>>) => entry.lines[0]?.id ?? 0;
  return { book, first, second, lines: [line(first), line(second)], salaries: line(salaries) };
};
const list = async (book: Booked) => (await listLinks(ctx, book.folderId, {}, { page: 1, limit: 10 })).items;

describe('a group', () => {
  it('is proposed whole with its reasons, accepted alone, and taken away whole', async () => {
    const { book, lines } = await remittance();
    const { proposals } = await proposeLinks(ctx, book.folderId, { minScore: 70 });
    expect(proposals).toMatchObject([
      {
        label: 'REMISE CHEQUES NO 880107',
        amount: 36_750n,
        difference: 0n,
        lines: lines.map((lineId) => ({ lineId })),
      },
    ]);
    expect(proposals[0]?.reasons.map(({ kind }) => kind)).toEqual(['Sum', 'Days', 'Reference']);
    expect((await acceptProposals(ctx, book.folderId, { minScore: 70 })).accepted).toHaveLength(1);
    expect(await list(book)).toMatchObject([{ state: 'Linked', lineId: null, lineIds: lines, origin: 'Proposed' }]);
    expect((await proposeLinks(ctx, book.folderId, { minScore: 70 })).proposals).toEqual([]);
    await unsetLink(ctx, book.folderId, await book.transaction('REMISE CHEQUES NO 880107'));
    expect(await list(book)).toEqual([]);
    expect(await db.knex('bank_reconciliation_group').where({ folder_id: book.folderId })).toEqual([]);
    expect((await proposeLinks(ctx, book.folderId, { minScore: 70 })).proposals).toHaveLength(1);
  });

  it('of one document that the movement names is proposed over all its days, however short', async () => {
    const book = await world.booked([['03-31', -20_062, 'DEBIT DIFFERE CB-03']]);
    await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
    const bought = [
      ['02-26', '12.50'],
      ['03-09', '67.77'],
      ['03-24', '120.35'],
    ] as const;
    for (const [date, amount] of bought)
      await book.enter(date, 'Achat', [`606000 ${amount}`, `512000 -${amount}`], { docRef: 'CB03' });
    await book.enter('03-10', 'Autre', ['606000 10', '512000 -10'], { docRef: 'CB04' });
    const { proposals } = await proposeLinks(ctx, book.folderId, {});
    expect(proposals).toMatchObject([{ amount: -20_062n, difference: 0n, score: 75 }]);
    expect(proposals[0]?.lines.map(({ date }) => date)).toEqual(bought.map(([date]) => day(date)));
  });

  it('of a card that bears its number every month takes what follows the debit before', async () => {
    const months = ['02', '03', '04'];
    const cents = (month: string, at: number) => 500 + ((Number(month) * 7919 + at * 3571) % 9000);
    const days = Array.from({ length: 15 }, (_, at) => at);
    const sumOf = (month: string) => days.reduce((sum, at) => sum + cents(month, at), 0);
    const book = await world.booked(months.map((month) => [`${month}-27`, -sumOf(month), `CARTE X4521 ${month}`]));
    await setLedgerSide(ctx, book.folderId, book.accountId, { ledgerAccount: '512000', journalCode: 'BQ' });
    for (const month of months)
      for (const at of days) {
        const amount = (cents(month, at) / 100).toFixed(2);
        const date = `${month}-${at + 11}`;
        await book.enter(date, 'Achat', [`606000 ${amount}`, `512000 -${amount}`], { docRef: 'X4521' });
      }
    const { proposals } = await proposeLinks(ctx, book.folderId, {});
    const found = proposals.map(({ label, lines }) => [label, lines.length, lines[0]?.date]);
    expect(found).toEqual(months.map((month) => [`CARTE X4521 ${month}`, 15, day(`${month}-11`)]));
  });

  it('of several transactions is set by hand, and goes with any of them', { tags: 'long' }, async () => {
    const { book, salaries } = await remittance();
    const ids = [await book.transaction('VIR SALAIRE A'), await book.transaction('VIR SALAIRE B')];
    await setGroup(ctx, book.folderId, { transactionIds: ids, lineIds: [salaries] });
    expect((await list(book)).map(({ state, lineIds }) => [state, lineIds])).toEqual([
      ['Linked', [salaries]],
      ['Linked', [salaries]],
    ]);
    await unsetLink(ctx, book.folderId, ids[1] ?? 0);
    expect(await list(book)).toEqual([]);
  });

  it('is refused when it does not balance, mixes accounts, or takes what is taken', async () => {
    const { book, first, second, lines } = await remittance();
    const slip = await book.transaction('REMISE CHEQUES NO 880107');
    const set = (transactionIds: number[], lineIds: number[]) =>
      setGroup(ctx, book.folderId, { transactionIds, lineIds });
    await expect(set([slip], lines.slice(1))).rejects.toMatchObject({ code: 'GroupNotBalanced' });
    await expect(set([slip], [...lines, first.lines[1]?.id ?? 0])).rejects.toMatchObject({
      code: 'GroupMixed',
      params: { folderId: book.folderId, accountId: book.accountId, ledgerAccounts: '512000, 411000' },
    });
    await expect(set([slip], [999_999])).rejects.toMatchObject({ code: 'LedgerLineNotFound' });
    await set([slip], lines);
    expect((await entriesLinked(db.knex, book.folderId, [slip])).map(({ entryId }) => entryId)).toEqual([
      first.id,
      second.id,
    ]);
    await expect(set([slip], lines)).rejects.toMatchObject({ code: 'TransactionReconciled' });
    const other = await book.transaction('VIR SALAIRE A');
    await expect(set([other], lines)).rejects.toMatchObject({ code: 'LineReconciled' });
    await expect(setLink(ctx, book.folderId, { transactionId: other, entryId: first.id })).rejects.toMatchObject({
      code: 'EntryWithoutBankLine',
    });
  });

  it('books what is left where an account takes it, within its tolerance, and takes it back', async () => {
    const { book } = await remittance();
    const gross = await book.enter('03-19', 'Ventes CB', ['512000 102.00', '411000 -102.00']);
    const net = await book.transaction('VIR SALAIRE A');
    const set = (differenceAccount: string, lineIds = [gross.lines[0]?.id ?? 0]) =>
      setGroup(ctx, book.folderId, { transactionIds: [net], lineIds, differenceAccount });
    await expect(set('758000')).rejects.toMatchObject({ code: 'DifferenceAccountUnknown' });
    await expect(set('658000')).rejects.toMatchObject({ code: 'DifferenceTooLarge' });
    await expect(set('627999')).rejects.toMatchObject({ code: 'AccountNotFound' });
    await set('627000');
    expect((await list(book)).map(({ state, lineIds }) => [state, lineIds.length])).toEqual([['Linked', 2]]);
    const drafts = () => readLines(db.knex, book.folderId, { accounts: ['627'] });
    expect(await drafts()).toMatchObject([{ debit: 190n, credit: 0n, date: '2026-03-20' }]);
    const [gap] = await drafts();
    const written = [gap?.entryId ?? 0, gross.id].map((id) => ({ id, isManual: true }));
    expect([...(await readSources(db.knex, book.folderId, written)).values()]).toEqual([
      { type: 'Bank', id: net },
      { type: 'Manual', id: null },
    ]);
    // An entry of the ledger is definitive as a rule: only the difference was written here.
    await validateEntries(db, book.folderId, [gross.id], gross.date);
    await unsetLink(ctx, book.folderId, net);
    expect([await drafts(), await list(book)]).toEqual([[], []]);
  });

  it('says that it no longer agrees when one of its lines changes', { tags: 'long' }, async () => {
    const { book, first, lines } = await remittance();
    const slip = await book.transaction('REMISE CHEQUES NO 880107');
    await setGroup(ctx, book.folderId, { transactionIds: [slip], lineIds: lines });
    expect(await countDisagreeing(ctx, book.folderId)).toBe(0);
    await updateEntry(ctx, book.folderId, first.id, {
      journal: 'BQ',
      date: first.date,
      label: first.label,
      lines: [
        { account: '512000', debit: 12_000n, credit: 0n },
        { account: '411000', debit: 0n, credit: 12_000n },
      ],
    });
    expect((await list(book)).map(({ state }) => state)).toEqual(['Differs']);
    expect(await countDisagreeing(ctx, book.folderId)).toBe(1);
  });
});
