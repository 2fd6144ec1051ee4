/**
 * What makes two movements the same when files overlap: the format has no identifier, so it is a hash of what the bank
 * states. Equal movements of one day are real (two train tickets): a fingerprint is counted, not unique. The name of
 * the file, the place in it and the dates of the statement stay out, so that any order of daily and monthly files
 * gives the same count.
 *
 * Hashed, in this order, joined by U+001F: bank, branch, account, currency; booking date; value date or nothing; amount
 * in minor units; operation code; label; entry number; reference; then qualifier and text of each complement in order.
 * Text is normalised: accents folded, upper case, runs of blanks made one, ends trimmed.
 */
import { hash } from 'node:crypto';
import type { Movement } from './movement.ts';
import type { Account } from './statement.ts';

const SEPARATOR = '\u001f';

/** SHA-256 of the movement in hexadecimal. */
export function movementFingerprint(account: Omit<Account, 'iban' | 'decimals'>, movement: Movement): string {
  const parts = [
    account.bankCode,
    account.branchCode,
    account.accountNumber,
    account.currencyCode,
    movement.operationDate ?? '',
    movement.valueDate ?? '',
    String(movement.units ?? ''),
    movement.operationCode,
    normalText(movement.label),
    movement.entryNumber ?? '',
    normalText(movement.reference ?? ''),
  ];
  for (const { qualifier, text } of movement.details) parts.push(qualifier, normalText(text));
  return hash('sha256', parts.join(SEPARATOR), 'hex');
}

/** Accents folded, upper case, blanks collapsed. Most labels are plain capitals and need nothing. */
export function normalText(text: string): string {
  if (/^[!-`{-~]*(?: [!-`{-~]+)*$/.test(text)) return text;
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ').trim();
}
