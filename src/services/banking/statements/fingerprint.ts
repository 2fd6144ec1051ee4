/**
 * What makes a movement itself. The format gives it no identifier, so two records are the same movement, or twins, when
 * they agree on everything a bank repeats from one file to the next: days, amount, operation, label, entry number,
 * reference and complements. File, line and dates of the statement have no part in it. The account is not hashed: a
 * fingerprint is only ever compared inside one.
 */
import { createHash, hash } from 'node:crypto';
import type { Movement } from './cfonb/movement.ts';

/** 128 bits of SHA-256, as 32 hexadecimal digits. */
export type Fingerprint = string;

const FIELD = '\u001f';
const ACCENTS = /\p{M}/gu;

/** Upper case, accents folded, runs of blanks as one: banks differ in these between their daily and monthly files. */
export function foldLabel(text: string): string {
  const plain = /[^ -~]/.test(text) ? text.normalize('NFD').replace(ACCENTS, '') : text;
  return plain.toUpperCase().replace(/\s+/g, ' ').trim();
}

/** What of a movement is hashed. */
export type Identity = Pick<
  Movement,
  | 'operationDate'
  | 'valueDate'
  | 'units'
  | 'decimals'
  | 'currencyCode'
  | 'operationCode'
  | 'label'
  | 'entryNumber'
  | 'reference'
  | 'details'
>;

export function fingerprint(movement: Identity): Fingerprint {
  let text =
    movement.currencyCode +
    movement.decimals +
    FIELD +
    movement.operationDate +
    FIELD +
    movement.valueDate +
    FIELD +
    movement.units +
    FIELD +
    movement.operationCode +
    FIELD +
    foldLabel(movement.label) +
    FIELD +
    movement.entryNumber +
    FIELD +
    (movement.reference === null ? '' : foldLabel(movement.reference));
  for (const detail of movement.details) text += FIELD + detail.qualifier + foldLabel(detail.text);
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** A balance of a statement; units are minor units, credit positive. */
interface DatedUnits {
  readonly date: string;
  readonly units: number;
}

/** Identity of a whole statement: currency, both balances and the movements in order. */
export class StatementDigest {
  readonly #hash = createHash('sha256');

  add(movement: Fingerprint): void {
    this.#hash.update(movement);
  }

  /** 64 hexadecimal digits. */
  finish(currency: string, start: DatedUnits, end: DatedUnits): string {
    this.#hash.update([currency, start.date, start.units, end.date, end.units].join(FIELD));
    return this.#hash.digest('hex');
  }
}
