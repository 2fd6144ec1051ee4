import * as z from 'zod';
import { LongArray, LongObject } from '../../services/kernel/stream.ts';
import { type GeneralLedgerLine, generalLedger } from '../../services/ledger/general-ledger.ts';
import { pageNumber } from '../operation/fields.ts';
import type { Block, Cell } from '../operation/operation.ts';
import { date, eurosText, int, maybe, text } from '../operation/outputs.ts';
import { accountPrefixes, ledgerOperation, letteredOnly, PERIOD, PERIOD_ERRORS, period } from './wire.ts';

const LineShape = z.object({
  AccountNumber: text('Compte'),
  AccountLabel: text('Intitulé'),
  SubAccountCode: maybe(text('Sous-compte')),
  SubAccountLabel: maybe(text('Tiers')),
  Date: date('Date'),
  JournalCode: text('Journal'),
  EntryNumber: text('Numéro'),
  DocRef: text('Pièce'),
  Label: text('Libellé'),
  Letter: maybe(text('Lettre')),
  Debit: eurosText('Débit'),
  Credit: eurosText('Crédit'),
  Balance: eurosText('Solde').describe('Balance of the account after this line, from the start of the exercise'),
  EntryId: int('Écriture'),
  EntryLineId: int('N° ligne'),
});
type Line = z.output<typeof LineShape>;

const GeneralShape = z
  .object({
    FolderId: int('Dossier'),
    ...PERIOD,
    Items: z.array(LineShape),
    TotalDebit: eurosText('Total débit'),
    TotalCredit: eurosText('Total crédit'),
    Page: z.int().optional().describe('With page'),
    TotalItems: z.int().optional().describe('Lines on all pages, with page'),
    HasMore: z.boolean().optional().describe('With page'),
  })
  .meta({ id: 'GeneralLedger' });

/** Sums of what went by, known once it all has. */
class Totals {
  debit = 0n;
  credit = 0n;

  async *watch(batches: AsyncIterable<readonly GeneralLedgerLine[]>): AsyncGenerator<readonly GeneralLedgerLine[]> {
    for await (const batch of batches) {
      for (const { debit, credit } of batch) {
        this.debit += debit;
        this.credit += credit;
      }
      yield batch;
    }
  }
}

const placeOf = ({ page, limit }: { readonly page: number; readonly limit: number }, total: number) =>
  [
    ['page', page],
    ['totalItems', total],
    ['hasMore', page * limit < total],
  ] as const;

/** The same for every account, third parties or not: a document then sums them as one. */
const COLUMNS = [
  ...[{ name: 'Date' }, { name: 'Journal', fr: 'Journal' }],
  ...[
    { name: 'ThirdParty', fr: 'Tiers' },
    { name: 'Reference', fr: 'Pièce' },
  ],
  ...['Label', 'Letter'].map((name) => ({ name })),
  ...['Debit', 'Credit', 'Balance'].map((name) => ({ name, type: 'amount' as const })),
];

const cells = (line: Line): Cell[] => [
  ...[line.Date, line.JournalCode, partyOf(line), line.DocRef, line.Label, line.Letter],
  ...[line.Debit, line.Credit, line.Balance],
];

const partyOf = ({ SubAccountCode: code, SubAccountLabel: label }: Line): string =>
  [code, label !== code && label].filter(Boolean).join(' ');

/** Rows of one table at most: a long account is drawn in several. */
const TABLE_ROWS = 500;

/** A table per account, as lines come; without any, one without rows. */
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
  else yield { kind: 'table', columns: COLUMNS, rows }; // nothing was found: the head says what was looked for
}

function* accountTable(title: string, rows: Cell[][]): Generator<Block> {
  yield { kind: 'text', text: title };
  yield { kind: 'table', columns: COLUMNS, rows };
}

export const ledgerGeneral = ledgerOperation({
  id: 'ledger.general',
  summary: { en: 'General ledger of a folder', fr: 'Grand livre d’un dossier' },
  description:
    'Lines of each account with its running balance over one exercise, the last one by default. Everything is ' +
    'streamed unless a page is asked.',
  http: { method: 'GET', path: '/general-ledger' },
  cli: {
    examples: [
      'taxops ledger general --folder 12 --account 411',
      'taxops ledger general --folder 12 --page 1 --limit 100',
    ],
  },
  query: z.object({
    ...period,
    account: accountPrefixes,
    lettered: letteredOnly,
    page: pageNumber().optional().describe('Page of lines; all without it'),
    limit: z.int().min(1).max(10_000).default(1000).describe('Lines of a page'),
  }),
  output: GeneralShape,
  errors: PERIOD_ERRORS,
  view,
  run: async (ctx, { folderId, account, lettered, page, limit, ...wanted }) => {
    const paging = page === undefined ? undefined : { page, limit };
    const query = { ...wanted, accounts: account, isLettered: lettered, paging };
    const { period, lines, count } = await generalLedger(ctx, folderId, query);
    const totals = new Totals();
    return new LongObject([
      ['folderId', folderId],
      ...Object.entries(period),
      ['items', new LongArray(totals.watch(lines()))],
      ['totalDebit', () => totals.debit],
      ['totalCredit', () => totals.credit],
      ...(paging ? placeOf(paging, await count()) : []),
    ]);
  },
});
