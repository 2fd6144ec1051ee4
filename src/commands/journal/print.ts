import * as z from 'zod';
import { LongArray, LongObject } from '../../services/kernel/stream.ts';
import type { GeneralLedgerLine } from '../../services/ledger/general-ledger.ts';
import { journalBook } from '../../services/ledger/journal-book.ts';
import { ledgerOperation, PERIOD, PERIOD_ERRORS, period } from '../ledger/wire.ts';
import type { Block, Cell } from '../operation/operation.ts';
import { date, eurosText, int, maybe, text } from '../operation/outputs.ts';

const LineShape = z.object({
  JournalCode: text('Journal'),
  Date: date('Date'),
  EntryNumber: text('Numéro'),
  DocRef: text('Pièce'),
  AccountNumber: text('Compte'),
  SubAccountCode: maybe(text('Sous-compte')),
  Label: text('Libellé'),
  Debit: eurosText('Débit'),
  Credit: eurosText('Crédit'),
  EntryId: int('Écriture'),
  EntryLineId: int('N° ligne'),
});
type Line = z.output<typeof LineShape>;

const COLUMNS = [
  ...['Date', 'EntryNumber', 'DocRef', 'AccountNumber', 'SubAccountCode', 'Label'].map((name) => ({ name })),
  ...['Debit', 'Credit'].map((name) => ({ name, type: 'amount' as const })),
];

/** Rows of one table at most: a long journal is drawn in several. */
const TABLE_ROWS = 500;

/** Tables of each journal, as lines come: a document gives each its total. */
async function* view(result: unknown): AsyncGenerator<Block> {
  const items = result instanceof LongObject ? result.properties.find(([name]) => name === 'Items')?.[1] : undefined;
  if (!(items instanceof LongArray)) return;
  let rows: Cell[][] = [];
  let title = '';
  for await (const batch of items.batches as AsyncIterable<readonly Line[]>) {
    for (const line of batch) {
      if (rows.length > 0 && (line.JournalCode !== title || rows.length === TABLE_ROWS)) {
        yield* journalTable(title, rows);
        rows = [];
      }
      title = line.JournalCode;
      rows.push(COLUMNS.map(({ name }) => line[name as keyof Line]));
    }
  }
  if (rows.length > 0) yield* journalTable(title, rows);
}

function* journalTable(title: string, rows: Cell[][]): Generator<Block> {
  yield { kind: 'text', text: `Journal ${title}` };
  yield { kind: 'table', columns: COLUMNS, rows };
}

export const journalPrint = ledgerOperation({
  id: 'journal.print',
  summary: { en: 'Journal, entry by entry', fr: 'Journal, écriture par écriture' },
  description:
    'Lines in the order of the entries; every journal, one after the other, unless one is given. A file whose name ends with .pdf or .xlsx is a document, with the totals of each journal.',
  http: { method: 'GET', path: '/journal-lines' },
  cli: {
    examples: [
      'taxops journal print --folder 12 --journal VE --output ventes.pdf',
      'taxops journal print --folder 12 --from 2024-03-01 --to 2024-03-31',
    ],
  },
  query: z.object({ ...period, journal: z.string().max(50).optional().describe('Code of a journal; all without it') }),
  output: z.object({ FolderId: int('Dossier'), ...PERIOD, Items: z.array(LineShape) }).meta({ id: 'JournalBook' }),
  errors: ['JournalNotFound', ...PERIOD_ERRORS],
  view,
  run: async (ctx, { folderId, ...wanted }) => {
    const { period, lines } = await journalBook(ctx, folderId, wanted);
    const items: AsyncIterable<readonly GeneralLedgerLine[]> = lines();
    return new LongObject([['folderId', folderId], ...Object.entries(period), ['items', new LongArray(items)]]);
  },
});
