import * as z from 'zod';
import { agedBalance, agedTotal } from '../../services/ledger/aged-balance.ts';
import { day, identifier } from '../operation/fields.ts';
import type { Block, Cell } from '../operation/operation.ts';
import { date, eurosText, int, maybe, text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { accountPrefixes, ExercisePeriod, ledgerOperation, PERIOD_ERRORS } from './wire.ts';

const AMOUNTS = {
  UpTo30: eurosText('0-30 j'),
  UpTo60: eurosText('31-60 j'),
  UpTo90: eurosText('61-90 j'),
  Older: eurosText('> 90 j'),
  Balance: eurosText('Solde').describe('Debit minus credit, as the others'),
};

const AgedShape = z
  .object({
    FolderId: int('Dossier'),
    Exercise: ExercisePeriod,
    On: date('Au'),
    Items: from(
      'parties',
      z.array(
        z.object({
          AccountId: int('N° compte'),
          AccountNumber: text('Compte'),
          AccountLabel: text('Intitulé'),
          SubAccountId: maybe(int('N° sous-compte')),
          SubAccountCode: maybe(text('Sous-compte')),
          SubAccountLabel: maybe(text('Intitulé du sous-compte')),
          ...AMOUNTS,
        }),
      ),
    ),
    Totals: z.object(AMOUNTS),
  })
  .meta({ id: 'AgedBalance' });

const NAMES = ['UpTo30', 'UpTo60', 'UpTo90', 'Older', 'Balance'] as const;
const cells = (row: Readonly<Record<(typeof NAMES)[number], string>>): Cell[] => NAMES.map((name) => row[name]);

function* view({ On, Items, Totals }: z.output<typeof AgedShape>): Generator<Block> {
  yield { kind: 'text', text: On };
  yield {
    kind: 'table',
    columns: [
      { name: 'AccountNumber' },
      { name: 'AccountName', fr: 'Intitulé' },
      ...NAMES.map((name) => ({ name, type: 'amount' as const })),
    ],
    rows: [
      ...Items.map((row) => [
        row.SubAccountCode ? `${row.AccountNumber}/${row.SubAccountCode}` : row.AccountNumber,
        row.SubAccountLabel ?? row.AccountLabel,
        ...cells(row),
      ]),
      ['Σ', '', ...cells(Totals)],
    ],
    underlined: [Items.length],
    summed: NAMES,
    sections: Items.map(({ AccountNumber, AccountLabel }) => `${AccountNumber} ${AccountLabel}`),
  };
}

export const ledgerAged = ledgerOperation({
  id: 'ledger.aged',
  summary: {
    en: 'Balance by age of a folder',
    fr: 'Balance âgée d’un dossier',
  },
  description:
    'What third parties owe or are owed: lines of accounts 40 and 41 without a letter, or whose lettering does not balance on the day, as its payment came later; by age of the document, else of the entry.',
  http: { method: 'GET', path: '/aged-balance' },
  cli: {
    examples: [
      'taxops ledger aged --folder 12 --output aged.pdf',
      'taxops ledger aged --folder 12 --account 411 --on 2024-06-30',
    ],
  },
  query: z.object({
    exerciseId: identifier().optional().describe('The last exercise unless given'),
    on: day().optional().describe('The last day of the exercise unless given'),
    account: accountPrefixes,
  }),
  output: AgedShape,
  errors: PERIOD_ERRORS,
  view,
  run: async (ctx, { folderId, account, ...wanted }) => {
    const { period, on, parties } = await agedBalance(ctx, folderId, { ...wanted, accounts: account });
    return { folderId, exercise: period.exercise, on, parties, totals: agedTotal(parties) };
  },
});
