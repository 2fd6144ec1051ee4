import * as z from 'zod';
import { formatAmount } from '../../services/kernel/money.ts';
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

/** Rows of a journal as they gather, and what all of it amounts to. */
class Book {
  rows: Cell[][] = [];
  #debit = 0n;
  #credit = 0n;

  add(line: Line): void {
    this.#debit += cents(line.Debit);
    this.#credit += cents(line.Credit);
    this.rows.push(COLUMNS.map(({ name }) => line[name as keyof Line]));
  }

  total(): void {
    this.rows.push([null, null, null, null, null, 'Total', formatAmount(this.#debit), formatAmount(this.#credit)]);
  }
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** Tables of each journal with their total, as lines come. */
async function* view(result: unknown): AsyncGenerator<Block> {
  const items = result instanceof LongObject ? result.properties.find(([name]) => name === 'Items')?.[1] : undefined;
  if (!(items instanceof LongArray)) return;
  let book = new Book();
  let title = '';
  for await (const batch of items.batches as AsyncIterable<readonly Line[]>) {
    for (const line of batch) {
      if (title !== '' && line.JournalCode !== title) {
        yield* closed(title, book);
        book = new Book();
      }
      title = line.JournalCode;
      if (book.rows.length === TABLE_ROWS) yield* table(title, book);
      book.add(line);
    }
  }
  if (title !== '') yield* closed(title, book);
}

function* closed(title: string, book: Book): Generator<Block> {
  book.total();
  yield* table(title, book);
}

function* table(title: string, book: Book): Generator<Block> {
  yield { kind: 'text', text: `Journal ${title}` };
  yield { kind: 'table', columns: COLUMNS, rows: book.rows };
  book.rows = [];
}

export const journalPrint = ledgerOperation({
  id: 'journal.print',
  summary: { en: 'Lines of a journal, to be printed', fr: 'Lignes d’un journal, à imprimer' },
  description:
    'In the order of its entries, with its total; every journal, one after the other, unless one is given. A file whose name ends with .pdf or .xlsx is a document.',
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
