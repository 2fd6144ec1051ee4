/** The entries of an exit: sale, end of the impairment, exit of cost and amortization, regularisation of VAT. */
import { times } from '../../kernel/money.ts';
import { amortizationAccount, impairmentAccount } from './accounts.ts';
import type { AssetBook } from './asset-book.ts';
import { type Entry, entry } from './entry.ts';
import type { YearLedger } from './entry-accounts.ts';
import type { RetirementResult } from './retirement.ts';

export function retirementEntries(result: RetirementResult, book: AssetBook, ledger: YearLedger): Entry[] {
  if (ledger.index !== book.exit) return [];
  return [...saleEntries(result, ledger), ...exitEntries(result, ledger), ...vatEntries(result, ledger)];
}

function saleEntries({ retirement, saleAmount }: RetirementResult, ledger: YearLedger): Entry[] {
  const { date, saleType, vatRate } = retirement;
  const vat = saleType === 'TaxedPrice' ? times(saleAmount, vatRate, 'halfUp') : 0n;
  const credits = [
    [ledger.role('saleProceeds', date), saleAmount],
    [ledger.role('collectedVat', date), vat],
  ] as const;
  return entry(date, 'Sale', [[ledger.role('receivable', date), saleAmount + vat]], credits);
}

/** The net value goes to the account of sold assets, or through an exceptional amortization first (scrapping). */
function exitEntries({ retirement, ...result }: RetirementResult, ledger: YearLedger): Entry[] {
  const { date, bookValueMethod } = retirement;
  const account = ledger.account(date);
  const amortized = amortizationAccount(account);
  const impaired = ledger.impaired(date);
  const recovery = entry(
    date,
    'ImpairmentRecovery',
    [[impairmentAccount(account), impaired]],
    [[ledger.role('impairmentReversal', date), impaired]],
  );
  const { netValue, economicCumulated, economicNetBookValue: net } = result;
  if (bookValueMethod === 'ExceptionalAmortization')
    return [
      ...recovery,
      ...entry(date, 'Amortization', [[ledger.role('exceptionalAllowance', date), net]], [[amortized, net]]),
      ...entry(date, 'Retirement', [[amortized, netValue]], [[account, netValue]]),
    ];
  const debits = [
    [amortized, economicCumulated],
    [ledger.role('bookValueOfSold', date), net],
  ] as const;
  return [...recovery, ...entry(date, 'Retirement', debits, [[account, netValue]])];
}

function vatEntries({ retirement: { date }, vat }: RetirementResult, ledger: YearLedger): Entry[] {
  const book = ledger.role('bookValueOfSold', date);
  return [
    ...entry(date, 'VatToPay', [[book, vat.toPay]], [[ledger.role('collectedVat', date), vat.toPay]]),
    ...entry(date, 'VatToReceive', [[ledger.role('deductibleVat', date), vat.toReceive]], [[book, vat.toReceive]]),
  ];
}
