import { expect, it } from 'vitest';
import { bankReconcileStatement } from '../../../src/commands/bank/reconcile/statement.ts';
import { toWire } from '../../../src/commands/operation/wire.ts';
import { tableDocument } from '../../../src/commands/render/document.ts';
import type {
  OpenItem,
  ReconciliationStatement,
} from '../../../src/services/banking/report/reconciliation-statement.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';

const date = '2026-03-31' as PlainDate;
const item = (side: OpenItem['side'], amount: bigint): OpenItem => ({
  side,
  id: 7,
  date,
  docRef: '',
  label: 'Un libellé de plus de trente caractères, lu entier',
  amount,
  age: 0,
});

const drawn: ReconciliationStatement = {
  accountId: 2,
  date,
  ledgerAccount: '512000',
  currencyCode: 'EUR',
  booksBalance: 17_000n,
  bankBalance: 22_750n,
  bankOnly: [item('Bank', -1250n)],
  booksOnly: [item('Books', -7000n)],
  adjustedBooks: 15_750n,
  adjustedBank: 15_750n,
  difference: 0n,
  openingDifference: 0n,
  unexplained: 0n,
  gaps: [],
  lockedUntil: null,
};

it('is drawn up in French, with the sums of each side and whole labels', async () => {
  const { output, view } = bankReconcileStatement;
  const blocks = view?.(toWire(output, drawn), 'fr', drawn) ?? [];
  const head = { title: 'État de rapprochement', language: 'fr', foot: '', createdAt: `${date}T00:00:00Z` } as const;
  const { lines, tables } = await tableDocument(blocks, { ...head, lines: [] }, { output, isChosen: false });
  expect(lines).toEqual(['Compte 512000, EUR, 31/03/2026']);
  expect(tables.map(({ name }) => name)).toEqual([
    'Soldes',
    'En banque seulement, à comptabiliser',
    'En comptabilité seulement, en rapprochement',
  ]);
  const rows = [];
  for (const { batches } of tables) for await (const batch of batches) rows.push(batch.rows);
  expect(rows).toEqual([
    [
      ['Solde', '17000', '22750'],
      ['De l’autre côté seulement', '-1250', '-7000'],
      ['Solde rectifié', '15750', '15750'],
      ['Écart', '0', ''],
      ['dont à l’ouverture', '0', ''],
      ['Inexpliqué', '0', ''],
    ],
    [['2026-03-31', '', expect.stringContaining('lu entier'), '0', '-1250']],
    [['2026-03-31', '', expect.stringContaining('lu entier'), '0', '-7000']],
  ]);
  expect(tables.map(({ columns }) => columns.filter(({ isSummed }) => isSummed).length)).toEqual([0, 1, 1]);
});
