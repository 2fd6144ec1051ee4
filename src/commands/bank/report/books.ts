import * as z from 'zod';
import { balancesOfAccounts } from '../../../services/banking/books/comparison/account-balances.ts';
import { formatAmount, parseAmount } from '../../../services/kernel/money.ts';
import type { Block, Cell } from '../../operation/operation.ts';
import { date, eurosText, int, maybe, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

const BooksBalance = z
  .object({
    AccountId: int('N° compte'),
    Account: from('name', text('Compte')),
    CurrencyCode: maybe(text('Devise')),
    Date: maybe(date('Au')).describe('The day of the last balance that the bank gave'),
    BankBalance: maybe(eurosText('Selon la banque')),
    LedgerAccount: maybe(text('Compte comptable')).describe(
      'As bank reconcile account says, else read from the books; null when neither tells',
    ),
    LedgerBalance: maybe(eurosText('Selon les livres')),
    Difference: maybe(eurosText('Écart')).describe('Books less bank'),
    LastStatement: maybe(date('Dernier relevé')),
    Gaps: int('Trous').describe('How often statements do not follow each other: bank statement gaps names them'),
  })
  .meta({ id: 'BankBooksBalance' });

type Balance = z.output<typeof BooksBalance>;

const AMOUNTS = ['BankBalance', 'LedgerBalance', 'Difference'] as const;

function* booksView(accounts: readonly Balance[]): Generator<Block> {
  yield {
    kind: 'table',
    columns: [
      { name: 'Account' },
      { name: 'Date', type: 'day' },
      { name: 'LedgerAccount' },
      ...AMOUNTS.map((name) => ({ name, type: 'amount' as const })),
      { name: 'LastStatement', type: 'day' },
      { name: 'Gaps', type: 'number' },
      { name: 'CurrencyCode' },
    ],
    rows: [
      ...accounts.map((row) => [
        ...[row.Account, row.Date, row.LedgerAccount],
        ...[...AMOUNTS.map((name) => row[name]), row.LastStatement, row.Gaps, row.CurrencyCode],
      ]),
      ...totalOf(accounts.filter(({ Difference }) => Difference !== null)),
    ],
    underlined: [accounts.length],
  };
}

/**
 * Of what was compared: an account of another currency, or of no account of the ledger, would make up a difference; so
 * would the account of the ledger that books two of them.
 */
function totalOf(compared: readonly Balance[]): Cell[][] {
  const booked = new Set(compared.map(({ LedgerAccount }) => LedgerAccount));
  if (compared.length === 0 || booked.size < compared.length) return [];
  return [['Σ', '', '', ...AMOUNTS.map((name) => sumOf(compared.map((row) => row[name] ?? '0'))), '', '', '']];
}

const sumOf = (amounts: readonly string[]): string =>
  formatAmount(amounts.reduce((sum, amount) => sum + (parseAmount(amount) ?? 0n), 0n));

export const bankBalanceBooks = bankOperation({
  id: 'bank.balance.books',
  summary: {
    en: 'Compare what bank accounts hold by the bank and by the books',
    fr: 'Comparer les soldes bancaires selon la banque et selon les livres',
  },
  description:
    'By account, on the day of the last balance that the bank gave: that one, and the one of its account of the ledger. bank account compare says what the difference is made of. The total is that of the accounts that both tell; there is none where one account of the ledger books two of them.',
  http: { method: 'GET', path: '/balances/books' },
  cli: { examples: ['taxops bank balance books --folder 1'] },
  output: z.array(BooksBalance),
  view: booksView,
  run: (ctx, { folderId }) => balancesOfAccounts(ctx, folderId),
});
