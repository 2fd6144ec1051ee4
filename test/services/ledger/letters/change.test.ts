import { beforeEach, describe, expect, it } from 'vitest';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { listLetterGroups } from '../../../../src/services/ledger/lettering.ts';
import {
  letterLines,
  listLetterings,
  undoLettering,
  unletterLines,
} from '../../../../src/services/ledger/letters/change.ts';
import { acceptLettering, proposeLettering } from '../../../../src/services/ledger/letters/propose.ts';
import { findLines } from '../../../../src/services/ledger/lines.ts';
import { exercises } from '../../../../src/services/ledger/store.ts';
import { createEntry, deleteEntry } from '../../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { type Entry, importer, siren } from '../books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const take = importer(db);
const PAGE = { page: 1, limit: 50 };

/** Customer C1 has two invoices, two payments and a letter of the file; C2 one invoice of each amount. */
const BOOKS: readonly Entry[] = [
  { journal: 'VE', number: 1, date: '01-15', lines: ['411000/C1 1200', '706000 -1200'], piece: 'F2024-1' },
  { journal: 'VE', number: 2, date: '01-20', lines: ['411000/C1 300', '706000 -300'], piece: 'F2024-2' },
  { journal: 'BQ', number: 3, date: '02-10', lines: ['512000 1200', '411000/C1 -1200'], piece: 'F2024-1' },
  { journal: 'BQ', number: 4, date: '02-12', lines: ['512000 100', '411000/C1 -100'] },
  { journal: 'VE', number: 5, date: '03-01', lines: ['411000/C1 50', '706000 -50'], letter: 'A' },
  { journal: 'BQ', number: 6, date: '03-02', lines: ['512000 50', '411000/C1 -50'], letter: 'A' },
  { journal: 'VE', number: 7, date: '03-05', lines: ['411000/C2 1200', '706000 -1200'] },
  { journal: 'BQ', number: 8, date: '04-12', lines: ['512000 200', '411000/C1 -200'] },
];
let rank = 0;
let name = '';
let folderId = 0;
beforeEach(async () => {
  name = `${siren(++rank)}FEC20241231.txt`;
  folderId = (await take(BOOKS, { name })).applied?.folderId ?? 0;
});

const lineOf = async (number: number) => {
  const lines = await findLines(ctx, folderId, { accounts: ['411'] });
  return lines.find(({ entryId }) => entryId === number)?.id ?? 0;
};
const set = async (numbers: readonly number[], isPartial = false) =>
  letterLines(ctx, folderId, { lineIds: await Promise.all(numbers.map(lineOf)), isPartial });
const letters = async () => {
  const lines = await findLines(ctx, folderId, { accounts: ['411'] });
  return Object.fromEntries(lines.flatMap(({ entryId, letter }) => (letter ? [[entryId, letter]] : [])));
};
const FILE = { 5: 'A', 6: 'A' };

describe('a lettering by hand', () => {
  it('bears the next free code, in small letters while a part is owed, and is completed under the same', async () => {
    await set([1, 3]);
    await set([2, 4], true);
    expect(await letters()).toEqual({ ...FILE, 1: 'AAA', 3: 'AAA', 2: 'aab', 4: 'aab' });
    const groups = await listLetterGroups(ctx, folderId, { isPartial: true }, PAGE);
    expect(groups.items).toMatchObject([{ letter: 'aab', balance: 20000n, date: '2026-03-01' }]);
    expect(await set([8, 4])).toMatchObject({ kind: 'Set', letters: ['AAB'] });
    expect(await letters()).toMatchObject({ 2: 'AAB', 4: 'AAB', 8: 'AAB' });
  });

  it('is refused with its reason', async () => {
    await expect(set([1, 7])).rejects.toMatchObject({ code: 'LetteringMixed' });
    await expect(set([1, 4])).rejects.toMatchObject({ code: 'LetteringNotBalanced' });
    await expect(set([1, 2], true)).rejects.toMatchObject({ code: 'LetteringOneSided' });
    const params = { folderId, lineId: await lineOf(6) };
    await expect(set([1, 6], true)).rejects.toMatchObject({ code: 'LineLettered', params });
    await expect(set([1, 99])).rejects.toMatchObject({ code: 'LedgerLineNotFound' });
    await expect(unletterLines(ctx, folderId, [await lineOf(1)])).rejects.toMatchObject({ code: 'LineNotLettered' });
    await db.knex('folder').where({ id: folderId }).update({ is_active: false });
    await expect(acceptLettering(ctx, folderId, {})).rejects.toMatchObject({ code: 'LedgerFolderInactive' });
    expect(await letters()).toEqual(FILE);
  });

  it('is refused in a closed exercise, and so are what takes it off, undoes it or accepts proposals', async () => {
    const { id } = await set([2, 4], true);
    await exercises(db.knex).where({ folder_id: folderId }).update({ is_closed: true });
    const closed = { code: 'ExerciseClosed' };
    await expect(set([1, 3])).rejects.toMatchObject(closed);
    await expect(unletterLines(ctx, folderId, [await lineOf(5)])).rejects.toMatchObject(closed);
    await expect(undoLettering(ctx, folderId, id)).rejects.toMatchObject(closed);
    await expect(acceptLettering(ctx, folderId, {})).rejects.toMatchObject(closed);
    expect(await letters()).toEqual({ ...FILE, 2: 'aaa', 4: 'aaa' });
  });

  it('is not given back to what is left of a group whose other entry was deleted', async () => {
    const line = (account: string, cents: bigint, subAccount?: string) => ({
      account,
      subAccount,
      debit: cents > 0n ? cents : 0n,
      credit: cents < 0n ? -cents : 0n,
    });
    const paid = async (cents: bigint) => {
      const lines = [line('512000', cents), line('411000', -cents, 'C1')];
      return createEntry(ctx, folderId, { journal: 'BQ', date: '2024-05-02' as PlainDate, label: 'VIR', lines });
    };
    const whole = await paid(120_000n);
    await letterLines(ctx, folderId, { lineIds: [await lineOf(1), whole.lines[1]?.id ?? 0], isPartial: false });
    await deleteEntry(ctx, folderId, whole.id);
    const last = async () => (await listLetterings(ctx, folderId, PAGE)).items[0];
    expect(await last()).toMatchObject({ kind: 'Unset', letters: ['AAA'] });
    const changed = { code: 'LetteringChangedSince' };
    await expect(undoLettering(ctx, folderId, (await last())?.id ?? 0)).rejects.toMatchObject(changed);
    const rest = await paid(20_000n);
    const ids = [await lineOf(2), await lineOf(4), rest.lines[1]?.id ?? 0];
    await letterLines(ctx, folderId, { lineIds: ids, isPartial: false });
    await deleteEntry(ctx, folderId, rest.id);
    await expect(undoLettering(ctx, folderId, (await last())?.id ?? 0)).rejects.toMatchObject(changed);
    expect(await letters()).toEqual({ ...FILE, 2: 'aab', 4: 'aab' });
  });

  it('is taken off whole, and undone whole, unless something changed since', async () => {
    const one = await set([1, 3]);
    const off = await unletterLines(ctx, folderId, [await lineOf(6)]);
    expect(await letters()).toEqual({ 1: 'AAA', 3: 'AAA' });
    await undoLettering(ctx, folderId, off.id);
    expect(await letters()).toEqual({ ...FILE, 1: 'AAA', 3: 'AAA' });
    await expect(undoLettering(ctx, folderId, off.id)).rejects.toMatchObject({ code: 'LetteringChangedSince' });
    await unletterLines(ctx, folderId, [await lineOf(3)]);
    await expect(undoLettering(ctx, folderId, one.id)).rejects.toMatchObject({ code: 'LetteringChangedSince' });
    await set([1, 3]);
    expect(await letters()).toMatchObject({ 1: 'AAB' });
    const all = await listLetterings(ctx, folderId, PAGE);
    expect(all.items.map(({ kind, undoneAt }) => [kind, undoneAt !== null])).toEqual([
      ...[
        ['Set', false],
        ['Unset', false],
        ['Unset', true],
        ['Set', false],
      ],
    ]);
  });
});

describe('a file that comes after', () => {
  const later = (change: (entry: Entry) => Entry = (entry) => entry) => [
    ...BOOKS.map(change),
    { journal: 'OD', number: 9, date: '06-01', lines: ['606000 10', '512000 -10'] },
  ];
  it('changes no letter given here, nor counts it as a change', async () => {
    await set([1, 3]);
    await unletterLines(ctx, folderId, [await lineOf(5)]);
    const { applied } = await take(later(), { name });
    expect(applied?.entries).toMatchObject({ added: 1, changed: 0 });
    const relabelled = await take(
      later((entry) => ({ ...entry, label: `Autre ${entry.number}` })),
      { name },
    );
    expect(relabelled.applied?.entries).toMatchObject({ changed: 8 });
    expect(await letters()).toEqual({ 1: 'AAA', 3: 'AAA' });
  });
  it('gives its own letter where it changed it, and takes ours where the amount changed', {
    tags: 'long',
  }, async () => {
    await set([1, 3]);
    await take(
      later((entry) => (entry.number === 1 || entry.number === 3 ? { ...entry, letter: 'Z' } : entry)),
      { name },
    );
    expect(await letters()).toEqual({ ...FILE, 1: 'Z', 3: 'Z' });
    await set([2, 4], true);
    await take(
      later((entry) => (entry.number === 4 ? { ...entry, lines: ['512000 90', '411000/C1 -90'] } : entry)),
      { name },
    );
    expect(await letters()).toEqual(FILE);
  });
  it('takes its lines out of a group made with a draft: what cannot balance loses its letters, and it is said', async () => {
    const draft = (...amounts: readonly number[]) =>
      createEntry(ctx, folderId, {
        date: '2024-04-20' as never,
        journal: 'BQ',
        label: 'Virement',
        lines: amounts.map((cents, at) => ({
          account: at % 2 ? '512000' : '411000',
          ...(at % 2 ? {} : { subAccount: 'C1' }),
          debit: BigInt(Math.max(cents, 0)),
          credit: BigInt(Math.max(-cents, 0)),
        })),
      });
    const [paid, rest] = [await draft(-120000, 120000), await draft(-20000, 20000)];
    await set([1, paid.id]);
    await set([2, 4, rest.id]);
    const changed = new Map([
      [1, { letter: 'Z' }],
      [3, { letter: 'Z' }],
      [4, { lines: ['512000 90', '411000/C1 -90'] }],
    ]);
    const { check } = await take(
      later((entry) => ({ ...entry, ...changed.get(entry.number as number) })),
      { name },
    );
    // What was the payment of the first invoice stands alone; the second is left with 300 less 200.
    expect(await letters()).toEqual({ ...FILE, 1: 'Z', 3: 'Z', 2: 'aab', [rest.id]: 'aab' });
    expect(check.findings.filter(({ code }) => code === 'FEC095').map(({ message }) => message)).toEqual([
      expect.stringContaining('AAB of account 411000 C1, made in taxops: what is left (100.00) stays lettered in part'),
      expect.stringContaining('AAA of account 411000 C1, made in taxops: what is left (-1200.00) does not balance'),
    ]);
  });
});

describe('proposals', () => {
  it('letter what is sure above a score, each group under its own code; the rest by number only', async () => {
    const { proposals } = await proposeLettering(ctx, folderId, {});
    expect(proposals.map(({ reason, score, lineIds }) => [reason, score, lineIds.length])).toEqual([
      ['Reference', 95, 2],
      ['Balance', 65, 3],
    ]);
    expect(await acceptLettering(ctx, folderId, { minScore: 80 })).toMatchObject({ groups: 1 });
    expect(await letters()).toEqual({ ...FILE, 1: 'AAA', 3: 'AAA' });
    const rest = await proposeLettering(ctx, folderId, {});
    const proposalIds = rest.proposals.map(({ id }) => id);
    const { lettering } = await acceptLettering(ctx, folderId, { proposalIds });
    expect(await letters()).toEqual({ ...FILE, 1: 'AAA', 3: 'AAA', 2: 'AAB', 4: 'AAB', 8: 'AAB' });
    await expect(acceptLettering(ctx, folderId, { proposalIds })).rejects.toMatchObject({
      code: 'LetterProposalNotFound',
    });
    expect(await acceptLettering(ctx, folderId, { minScore: 0 })).toEqual({ groups: 0, lettering: null });
    await undoLettering(ctx, folderId, lettering?.id ?? 0);
    expect(await letters()).toEqual({ ...FILE, 1: 'AAA', 3: 'AAA' });
  });
});
