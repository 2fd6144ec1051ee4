/** The text that lines are found by is that of the server, whoever wrote or changed them. */
import { expect, it } from 'vitest';
import { createEntry, updateEntry } from '../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { type Entry, importer } from './books.ts';

const db = await testDatabase();
const take = importer(db);
const LABELS = ['Règlement Œuvre n° 12', 'Łódź 2024', 'Σίσυφος', 'VIR MOREL', 'L’Été — 20 €'];
const entry = (label: string, number: number): Entry => ({
  journal: 'VE',
  number,
  date: '03-01',
  label,
  piece: `É${number}`,
  lines: ['411000 10', '706000 -10 Détail À Ça'],
});

async function expectFolded(count: number): Promise<void> {
  const { rows } = await db.knex.raw(
    `select search_text as text, fold_text(label || ' ' || doc_ref) as wanted from entry_line order by folder_id, id`,
  );
  expect(rows).toHaveLength(count);
  expect(rows.map(({ text }: { text: string }) => text)).toEqual(rows.map(({ wanted }: { wanted: string }) => wanted));
}

it('after an import, a changed file, an entry written here and its change, and any statement', async () => {
  const first = LABELS.map(entry);
  const folderId = (await take(first)).applied?.folderId ?? 0;
  await expectFolded(10);
  await take([...first.slice(1), entry('Élan tout neuf', 20), entry('Ωμέγα', 21), entry('Règlement changé', 0)]);
  await expectFolded(14);
  const written = (label: string) => ({
    journal: 'VE',
    date: '2024-04-01' as never,
    label,
    docRef: 'Pièce',
    lines: [
      { account: '411000', debit: 5n, credit: 0n },
      { account: '706000', debit: 0n, credit: 5n },
    ],
  });
  const { id } = await createEntry(db, folderId, written('Écrit ici'));
  await expectFolded(16);
  await updateEntry(testContext(db), folderId, id, written('Récrit là'));
  await db.knex('entry_line').where({ entry_id: id, rank: 1 }).update({ doc_ref: 'Autre pièce' });
  await db.knex('entry_line').where({ entry_id: id, rank: 2 }).update({ search_text: 'stale' });
  await expectFolded(16);
});
