/** Laws of imports and exports, over invented ledgers. */

import { expect, it } from 'vitest';
import type { Database } from '../../../src/services/db/database.ts';
import { exportLedger } from '../../../src/services/ledger/export.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { asReader } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { content, type Entry, everything, fec, identifiers, importer, siren } from './books.ts';

const db = await testDatabase();
const take = importer(db);
/** A busy machine is no failure. */
const PATIENCE = 60_000;
let companies = 0;
const newName = () => `${siren(++companies)}FEC20241231.txt`;

const accountNumber = fc.constantFrom('411000/C1', '411000/C2', '401000/F1', '512000', '606000', '706000', '445710');
const words = fc.constantFrom('', 'Loyer', 'Été « n°1 »', 'a\\b', '\\N', 'x"y', '€ 2,50');

/** A balanced entry of two to four lines. */
const entry = fc
  .record({
    journal: fc.constantFrom('VE', 'BQ', 'OD', 'AN'),
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    amounts: fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 3 }),
    accounts: fc.array(accountNumber, { minLength: 4, maxLength: 4 }),
    label: words,
    letter: fc.constantFrom('', 'A', 'b'),
    isDraft: fc.boolean(),
  })
  .map(({ day, month, amounts, accounts, label, isDraft, ...rest }) => {
    const date = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const sided = [...amounts, -total].map((cents, at) => `${accounts[at]} ${(cents / 100).toFixed(2)} ${label}`);
    return {
      ...rest,
      date,
      valid: isDraft ? '' : date,
      label: label || 'Sans',
      lines: sided.map((line) => line.trim()),
    };
  });

/** Numbers of one sequence, of one per journal, or none. */
const numbering = fc.constantFrom('file', 'journal', 'none');

const ledger = fc.record({ entries: fc.array(entry, { minLength: 1, maxLength: 12 }), numbering }).map(numbered);

function numbered({ entries, numbering: habit }: { entries: Omit<Entry, 'number'>[]; numbering: string }): Entry[] {
  const counts = new Map<string, number>();
  return entries.map((one, at) => {
    const key = habit === 'journal' ? (one.journal ?? '') : '';
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    const number = habit === 'none' ? 0 : next;
    return { ...one, number, piece: `P${at}` };
  });
}

async function textOf(database: Database, folderId: number): Promise<string> {
  const file = await exportLedger(asReader(database), folderId, {});
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('an export is found identical by an import, here and in another folder', {
  tags: 'sized',
  timeout: PATIENCE,
}, async () => {
  await fc.assert(
    fc.asyncProperty(ledger, async (entries) => {
      const name = newName();
      const { applied } = await take(entries, { name });
      const folderId = applied?.folderId ?? 0;
      const before = await everything(db);
      const text = await textOf(db, folderId);
      expect(await take(text, { name })).toMatchObject({ status: 'Unchanged' });
      expect(await everything(db)).toEqual(before);
      const other = await take(text, { name: newName() });
      expect(await content(db, other.applied?.folderId ?? 0)).toEqual(await content(db, folderId));
      expect(await textOf(db, other.applied?.folderId ?? 0)).toBe(text);
    }),
    { numRuns: sized(2, 16) },
  );
});

it('whatever changes in a file, the ledger ends as the file says and what stayed keeps its identifiers', {
  tags: 'sized',
  timeout: PATIENCE,
}, async () => {
  const edit = fc.record({
    at: fc.nat(11),
    kind: fc.constantFrom('drop', 'label', 'date', 'lines', 'valid', 'add'),
    other: entry,
  });
  await fc.assert(
    fc.asyncProperty(ledger, fc.array(edit, { maxLength: 6 }), async (entries, edits) => {
      const name = newName();
      const first = await take(entries, { name });
      const folderId = first.applied?.folderId ?? 0;
      const ids = await identifiers(db, folderId);
      const changed = edits.reduce((list, { at, kind, other }) => edited(list, at, kind, other), [...entries]);
      if (changed.length === 0) return;
      const report = await take(changed, { name, replace: true });
      const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, ...report.applied?.entries };
      const fresh = await take(changed, { name: newName() });
      expect(await content(db, folderId)).toEqual(await content(db, fresh.applied?.folderId ?? 0));
      expect(counts.unchanged + counts.changed + counts.added).toBe(fresh.applied?.entries.added);
      expect(counts.unchanged + counts.changed + counts.removed).toBe(first.applied?.entries.added);
      expect(report.applied?.changes).toHaveLength(counts.added + counts.changed + counts.removed);
      if (fec(changed) === fec(entries)) expect(await identifiers(db, folderId)).toEqual(ids);
    }),
    { numRuns: sized(3, 24) },
  );
});

function edited(list: Entry[], at: number, kind: string, other: Omit<Entry, 'number'>): Entry[] {
  const place = at % Math.max(list.length, 1);
  const changes: Record<string, (one: Entry) => Entry[]> = {
    drop: () => [],
    label: (one) => [{ ...one, lines: one.lines.map((line) => `${line} modifié`) }],
    date: (one) => [{ ...one, date: other.date }],
    lines: (one) => [{ ...one, lines: other.lines }],
    valid: (one) => [{ ...one, valid: one.valid === '' ? one.date : '' }],
    add: (one) => [one, { ...other, number: one.number === 0 ? 0 : 1000 + list.length, piece: 'PX' }],
  };
  return list.flatMap((one, index) => (index === place ? (changes[kind]?.(one) ?? [one]) : [one]));
}

it('an entry written here goes out and comes back', { tags: 'long' }, async () => {
  for (const habit of ['file', 'journal', 'none']) {
    const sale = (journal: string, amount: number) => ({
      journal,
      date: '03-01',
      lines: [`512000 ${amount}`, `706000 -${amount}`],
    });
    const name = newName();
    const { applied } = await take(
      numbered({ entries: [sale('BQ', 10), sale('VE', 20), sale('BQ', 30)], numbering: habit }),
      { name },
    );
    const folderId = applied?.folderId ?? 0;
    const entryLines = [
      { account: '512000', debit: 500n, credit: 0n, label: '  Frais\tde tenue\u00a0 ' },
      { account: '706000', debit: 0n, credit: 500n },
    ];
    const written = await createEntry(db, folderId, {
      journal: 'BQ',
      date: '2024-04-01' as never,
      label: 'Frais',
      lines: entryLines,
    });
    expect([habit, written.number]).toEqual([habit, { file: '4', journal: '3', none: '0' }[habit]]);
    const before = await everything(db);
    expect(await take(await textOf(db, folderId), { name })).toMatchObject({ status: 'Unchanged' });
    expect(await everything(db)).toEqual(before);
  }
});
