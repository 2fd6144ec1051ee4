import * as z from 'zod';
import { formatAmount } from '../../services/kernel/money.ts';
import { LongArray, LongObject } from '../../services/kernel/stream.ts';
import { type GeneralLedgerLine, generalLedger } from '../../services/ledger/general-ledger.ts';
import { amountText, dayText } from '../operation/fields.ts';
import { type Block, type Cell, defineOperation } from '../operation/operation.ts';
import { accountPrefixes, ExercisePeriod, FOLDER_ROUTE, FolderPath, period, toExercisePeriod } from './wire.ts';

const LineShape = z.object({
  AccountNumber: z.string(),
  AccountLabel: z.string(),
  SubAccountCode: z.string().nullable(),
  Date: dayText(),
  JournalCode: z.string(),
  EntryNumber: z.string(),
  DocRef: z.string(),
  Label: z.string(),
  Letter: z.string().nullable(),
  Debit: amountText(),
  Credit: amountText(),
  Balance: amountText().describe('Balance of the account after this line, from the start of the exercise'),
  EntryId: z.int(),
  EntryLineId: z.int(),
});
type Line = z.output<typeof LineShape>;

const GeneralShape = z
  .object({
    FolderId: z.int(),
    Exercise: ExercisePeriod,
    From: dayText().nullable(),
    To: dayText().nullable(),
    Items: z.array(LineShape),
    TotalDebit: amountText(),
    TotalCredit: amountText(),
  })
  .meta({ id: 'GeneralLedger' });

const toWire = (line: GeneralLedgerLine): Line => ({
  AccountNumber: line.accountNumber,
  AccountLabel: line.accountLabel,
  SubAccountCode: line.subAccountCode,
  Date: line.date,
  JournalCode: line.journalCode,
  EntryNumber: line.entryNumber,
  DocRef: line.docRef,
  Label: line.label,
  Letter: line.letter,
  Debit: formatAmount(line.debit),
  Credit: formatAmount(line.credit),
  Balance: formatAmount(line.balance),
  EntryId: line.entryId,
  EntryLineId: line.entryLineId,
});

/** Sums of what went by, known once it all has. */
class Totals {
  debit = 0n;
  credit = 0n;

  async *watch(batches: AsyncIterable<readonly GeneralLedgerLine[]>): AsyncGenerator<Line[]> {
    for await (const batch of batches) {
      for (const { debit, credit } of batch) {
        this.debit += debit;
        this.credit += credit;
      }
      yield batch.map(toWire);
    }
  }
}

const COLUMNS = [
  ...['Date', 'Journal', 'Reference', 'Label', 'Letter'].map((name) => ({ name })),
  ...['Debit', 'Credit', 'Balance'].map((name) => ({ name, type: 'amount' as const })),
];

const cells = (line: Line): Cell[] => [
  line.Date,
  line.JournalCode,
  line.DocRef,
  line.Label,
  line.Letter,
  line.Debit,
  line.Credit,
  line.Balance,
];

/** Rows of one table at most: a long account is drawn in several. */
const TABLE_ROWS = 500;

/** A table per account, as lines come. */
async function* view(result: unknown): AsyncGenerator<Block> {
  const items = result instanceof LongObject ? result.properties.find(([name]) => name === 'Items')?.[1] : undefined;
  if (!(items instanceof LongArray)) return;
  let rows: Cell[][] = [];
  let title = '';
  for await (const batch of items.batches as AsyncIterable<readonly Line[]>) {
    for (const line of batch) {
      const account = `${line.AccountNumber} ${line.AccountLabel}`;
      if (rows.length > 0 && (account !== title || rows.length === TABLE_ROWS)) {
        yield* accountTable(title, rows);
        rows = [];
      }
      title = account;
      rows.push(cells(line));
    }
  }
  if (rows.length > 0) yield* accountTable(title, rows);
}

function* accountTable(title: string, rows: Cell[][]): Generator<Block> {
  yield { kind: 'text', text: title };
  yield { kind: 'table', columns: COLUMNS, rows };
}

export const ledgerGeneral = defineOperation({
  id: 'ledger.general',
  summary: { en: 'General ledger of a folder', fr: 'Grand livre d’un dossier' },
  description:
    'Lines of each account with its running balance over one exercise, the last one unless told. Everything is ' +
    'streamed unless a page is asked.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/general-ledger` },
  cli: {
    examples: [
      'taxops ledger general --folder 12 --account 411',
      'taxops ledger general --folder 12 --page 1 --limit 100',
    ],
  },
  params: FolderPath,
  query: z.object({
    ...period,
    account: accountPrefixes,
    lettered: z.boolean().optional(),
    page: z.int().min(1).optional().describe('Page of lines; all without it'),
    limit: z.int().min(1).max(10_000).default(1000).describe('Lines of a page'),
  }),
  output: GeneralShape,
  errors: ['FolderNotFound', 'ExerciseNotFound', 'FolderWithoutExercise', 'LedgerPeriodInvalid'],
  view,
  run: async (ctx, { accountingFolderId, account, lettered, page, limit, ...wanted }) => {
    const paging = page === undefined ? undefined : { page, limit };
    const query = { ...wanted, accounts: account, isLettered: lettered, paging };
    const ledger = await generalLedger(await ctx.db(), accountingFolderId, query);
    const totals = new Totals();
    return new LongObject([
      ['FolderId', accountingFolderId],
      ['Exercise', toExercisePeriod(ledger.period.exercise)],
      ['From', ledger.period.from ?? null],
      ['To', ledger.period.to ?? null],
      ['Items', new LongArray(totals.watch(ledger.lines()))],
      ['TotalDebit', () => formatAmount(totals.debit)],
      ['TotalCredit', () => formatAmount(totals.credit)],
    ]);
  },
});
