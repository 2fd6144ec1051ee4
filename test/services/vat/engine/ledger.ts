/** Small ledgers for the tests of the VAT engine, written as an accountant reads them. */

import { formatAmount, parseAmount } from '../../../../src/services/kernel/money.ts';
import type {
  PeriodShare,
  VatAccount,
  VatElement,
  VatEntry,
  VatFolder,
  VatIssue,
  VatLedger,
  VatLine,
} from '../../../../src/services/vat/engine/model.ts';

export const FOLDER: VatFolder = {
  taxpayerKind: 'Company',
  vatSystem: 'RealNormal',
  territory: 'Mainland',
  advancePaymentMode: 'TaxIncluded',
  deductionCoefficient: 100n,
};

export const cents = (text: string): bigint => parseAmount(text) ?? 0n;

/** `411000/ALFA D 1440.00 A`: account and sub-account, side, amount and letter; then fields of the line. */
export type LineText = string | readonly [string, Partial<VatLine>];

function line(written: LineText, place: number): VatLine {
  const [text, fields] = typeof written === 'string' ? [written, {}] : written;
  const [account = '', side, amount = '0', letter] = text.split(' ');
  const [accountNumber = '', subAccount] = account.split('/');
  const value = cents(amount);
  return {
    lineId: place + 1,
    accountNumber,
    subAccount,
    letter,
    debit: side === 'D' ? value : 0n,
    credit: side === 'C' ? value : 0n,
    ...fields,
  };
}

export const entry = (entryId: number, date: string, ...lines: LineText[]): VatEntry => ({
  entryId,
  date,
  journal: 'OD',
  lines: lines.map(line),
});

/** `706000 VT_PREST _20 OnReceipts`, a dash for what is guessed. */
export function account(text: string, label = ''): VatAccount {
  const [accountNumber = '', ...fields] = text.split(' ');
  const [category, rate, exigibility] = fields.map((field) => (field === '-' ? undefined : field));
  return { accountNumber, label, category, rate, exigibility: exigibility as VatAccount['exigibility'] };
}

export const ledger = (entries: readonly VatEntry[], rest: Partial<VatLedger> = {}): VatLedger => ({
  folder: FOLDER,
  accounts: [],
  thirdParties: [],
  entries,
  ...rest,
});

/** `1/2 Due VT_PREST _20 1200.00 240.00 by settlement`. */
export const shown = (elements: readonly VatElement[]): string[] =>
  elements.map(
    ({ entryId, lineId, side, category, rate, taxExcluded, tax, bySettlement, deductibleZones }) =>
      `${entryId}/${lineId} ${side} ${category} ${rate} ${formatAmount(taxExcluded)} ${formatAmount(tax)}` +
      (deductibleZones ? ` ${deductibleZones.join('+')}` : '') +
      (bySettlement ? ' by settlement' : ''),
  );

export const heldBy = (elements: readonly VatElement[]): string[] =>
  elements.flatMap(({ held }) => held.map(({ lineId, amount }) => `${lineId}: ${formatAmount(amount)}`));

export const told = (issues: readonly VatIssue[]): string[] =>
  issues.map(({ type, accountNumber, entryId }) => `${type} ${accountNumber} ${entryId}`);

/** `1/2 Due _20 416.67 83.33 of 0.00 0.00 deferred 156.67 prior 0.00`. */
export const declaredBy = (shares: readonly PeriodShare[]): string[] =>
  shares.map(({ element, toDeclare, declared, deferredTax, prior }) => {
    const { entryId, lineId, side, rate } = element;
    const figures = [toDeclare.taxExcluded, toDeclare.tax].map((one) => formatAmount(one)).join(' ');
    return `${entryId}/${lineId} ${side} ${rate} ${figures} before ${formatAmount(declared.tax)} deferred ${formatAmount(deferredTax)} prior ${formatAmount(prior.tax)}`;
  });
