/** What the tax authority refuses of a bank account, by the number of its control. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type { Labels } from '../kernel/errors.ts';

export interface GivenAccount {
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
}

export type AccountControl = '191' | '065' | '192';

/** Accounts of these countries alone. */
const COUNTRIES = ['FR', 'MC'];

export const compactIban = (iban = ''): string => electronicFormatIBAN(iban) ?? '';
export const plainBic = (bic = ''): string => bic.trim().toUpperCase();

/** The first that an account does not pass: the key of its IBAN, its country, its BIC. What is not given passes. */
export function accountFault({ iban, bic }: GivenAccount): AccountControl | undefined {
  if (iban && !isValidIBAN(compactIban(iban))) return '191';
  if (iban && !COUNTRIES.includes(compactIban(iban).slice(0, 2))) return '065';
  return bic && !isValidBIC(plainBic(bic)) ? '192' : undefined;
}

/** What passes. */
export const EXPECTED: Readonly<Record<AccountControl, Labels>> = {
  '191': { en: 'an IBAN whose key is right is expected', fr: 'un IBAN dont la clé est juste est attendu' },
  '065': { en: 'an IBAN of France or Monaco is expected', fr: 'un IBAN de France ou de Monaco est attendu' },
  '192': { en: 'a BIC of 8 or 11 characters is expected', fr: 'un BIC de 8 ou 11 caractères est attendu' },
};
