/** Values of camt messages: amounts with the decimals of their currency, days, accounts. */

import { type PlainDate, parsePlainDate } from '../../../kernel/dates.ts';
import { parseAmount } from '../../../kernel/money.ts';
import { ribOfIban } from '../../accounts/iban.ts';
import { type Account, makeAccount } from '../cfonb/statement.ts';

/** Text by path from the element: `Amt`, `BookgDt/Dt`; attributes as `Amt@Ccy`. Repeated elements are joined by a blank. */
export type Scope = ReadonlyMap<string, string>;

/** The first of the paths that has a value. `NOTPROVIDED` is what banks write for none. */
export function pick(scope: Scope, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = scope.get(path);
    if (value !== undefined && value !== 'NOTPROVIDED') return value;
  }
  return null;
}

const known = new Map<string, number>();

/** Decimals of a currency after ISO 4217: 2 for EUR, 0 for XPF, 3 for TND; 2 for what is no currency. */
export function decimalsOf(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const decimals = /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2;
  known.set(currency, decimals);
  return decimals;
}

/** Signed minor units; null when the text is no amount, or holds more than the decimals. */
export function unitsOf(text: string | null, decimals: number, isDebit: boolean): number | null {
  if (text === null || !/^\d{1,18}(?:\.\d*)?$/.test(text)) return null;
  const bare = text.includes('.') ? text.replace(/\.?0*$/, '') : text;
  const units = parseAmount(bare, decimals);
  if (units === undefined || units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return units === 0n ? 0 : isDebit ? -Number(units) : Number(units);
}

/** The day as written, whatever the zone of a moment. */
export const dayOf = (scope: Scope, path: string): PlainDate | null =>
  parsePlainDate((pick(scope, `${path}/Dt`, `${path}/DtTm`) ?? '').slice(0, 10)) ?? null;

/** The account of a statement; null when nothing names it. A number that is no French IBAN stands for itself. */
export function accountOf(id: string | null, currencyCode: string): Account | null {
  const text = (id ?? '').replace(/\s/g, '').toUpperCase();
  if (text === '' || !/^[A-Z]{3}$/.test(currencyCode)) return null;
  const decimals = decimalsOf(currencyCode);
  const rib = ribOfIban(text) ?? ribOfDigits(text);
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text);
  if (rib === undefined) {
    const codes = { bankCode: '', branchCode: '', accountNumber: text };
    return { ...codes, currencyCode, decimals, iban: isIban ? text : null };
  }
  const { bankCode, branchCode, accountNumber } = rib;
  const account = makeAccount({ bankCode, branchCode, accountNumber, currencyCode, decimals });
  return isIban ? { ...account, iban: text } : account;
}

/** A RIB written out, with its key or without. */
function ribOfDigits(text: string): Pick<Account, 'bankCode' | 'branchCode' | 'accountNumber'> | undefined {
  const [, bankCode, branchCode, accountNumber] = /^(\d{5})(\d{5})([0-9A-Z]{11})(?:\d{2})?$/.exec(text) ?? [];
  return bankCode && branchCode && accountNumber ? { bankCode, branchCode, accountNumber } : undefined;
}
