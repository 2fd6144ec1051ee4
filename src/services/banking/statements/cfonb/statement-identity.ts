/**
 * The account of a statement, from its old balance (01). Some banks leave currency and decimals blank on balances: they
 * are then taken from the record after it, else EUR and 2. The same serves when they, or the old balance itself, are
 * damaged, so that one fault is not reported again on every record of the statement.
 */
import { isBlank } from './day.ts';
import { ACCOUNT_FIELDS } from './layout-120.ts';
import type { RecordChecks } from './record-checks.ts';
import { isDigits } from './record-format.ts';
import type { Field, RecordScanner } from './record-scanner.ts';
import { type Account, makeAccount } from './statement.ts';

const IDENTITY_LENGTH = 32;
const DEFAULTS: Readonly<Record<string, string>> = { CurrencyCode: 'EUR', Decimals: '2' };
const { bankCode, branchCode, currencyCode, decimals, accountNumber } = ACCOUNT_FIELDS;

export const identityOf = (scanner: RecordScanner): Buffer =>
  Buffer.from(scanner.bytes.subarray(scanner.at, scanner.at + IDENTITY_LENGTH));

/** Fields of the old balance that cannot be relied on, with a finding for those that are not merely blank. */
export function unknownFields(scanner: RecordScanner, checks: RecordChecks): readonly Field[] {
  if (scanner.fault !== null) return Object.values(ACCOUNT_FIELDS);
  const unknown = [currencyCode, decimals].filter((field) => !isSound(field, scanner.bytes, scanner.at));
  for (const field of unknown) {
    if (!checks.isBlank(field)) checks.reportField(field === decimals ? 'badDecimals' : 'badCurrency', field);
  }
  return unknown;
}

/** Completes the identity from the record that follows (none: the defaults). */
export function completeIdentity(identity: Buffer, unknown: readonly Field[], next: RecordScanner | null): void {
  for (const field of unknown) {
    if (next?.fault === null && isSound(field, next.bytes, next.at)) {
      next.bytes.copy(identity, field.at, next.at + field.at, next.at + field.at + field.length);
    } else if (!isSound(field, identity, 0)) {
      identity.write(DEFAULTS[field.name] ?? '', field.at, 'latin1');
    }
  }
}

function isSound(field: Field, bytes: Uint8Array, at: number): boolean {
  const from = at + field.at;
  if (field === currencyCode) return isLetters(bytes, from, from + field.length);
  if (field === decimals) return isDigits(bytes, from, from + 1);
  return !isBlank(bytes, from, from + field.length);
}

function isLetters(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const upper = (bytes[index] ?? 0) & 0xdf;
    if (upper < 65 || upper > 90) return false;
  }
  return true;
}

export function accountOf(identity: Buffer): Account {
  const text = (field: Field): string => identity.toString('latin1', field.at, field.at + field.length).trim();
  return makeAccount({
    bankCode: text(bankCode),
    branchCode: text(branchCode),
    accountNumber: text(accountNumber),
    currencyCode: text(currencyCode).toUpperCase(),
    decimals: Number(text(decimals)),
  });
}
