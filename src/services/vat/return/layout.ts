/**
 * Where the elements of a form go. The rules speak of the zones of the CA3; the CA12 has its own for the same lines, and
 * some lines of the CA3 not at all.
 */
import type { Edition } from '../../forms/vat-boxes.ts';
import type { Category } from '../categories.ts';
import type { RateLine } from '../rates.ts';

/** An operation line (CA3 alone) and the base and tax of a rate line, balanced together. */
export interface Pair {
  readonly operation?: string | undefined;
  readonly base: string;
  readonly tax: string;
}

export interface Layout {
  readonly form: string;
  /** Undefined when the edition has no such line. */
  readonly pairOf: (category: Category, line: RateLine) => Pair | undefined;
  /** The box of an untaxed operation; undefined when the form has none. */
  readonly untaxedZone: (category: Category) => string | undefined;
  /** The zone here of a zone of the CA3. */
  readonly zone: (ca3: string) => string | undefined;
}

export const CA3 = '3310CA3';
export const CA12 = '3517SCA12';
/** The yearly return of farms, which no element feeds: its boxes are typed. */
export const FARM = '3517AGRSD';

const ON_CA12: Readonly<Record<string, string>> = {
  HA: 'JA',
  HB: 'HA',
  HC: 'KB',
  GG: 'GB',
  HK: 'KC',
  HL: 'KN',
  HD: 'KA',
  HE: 'JB',
  JB: 'RB',
  KF: 'SD',
};

export function layoutOf(form: string, edition: Edition): Layout {
  const zones = edition.get(form) ?? new Map();
  const known = (pair: Pair | undefined) =>
    pair && zones.has(pair.base) && (pair.operation === undefined || zones.has(pair.operation)) ? pair : undefined;
  if (form !== CA12) {
    return {
      form,
      pairOf: ({ operationZone }, { base, tax }) => known({ operation: operationZone, base, tax }),
      untaxedZone: ({ operationZone }) => operationZone,
      zone: (ca3) => ca3,
    };
  }
  return {
    form,
    pairOf: (category, line) => known(annualPair(category, line, zones.has('EP'))),
    untaxedZone: ({ ca12 }) => (typeof ca12 === 'object' ? ca12.base : undefined),
    zone: (ca3) => ON_CA12[ca3],
  };
}

/** `hasAcquisitions`: until 2021 the CA12 had line 14 for acquisitions within the EU. */
function annualPair({ ca12, operationZone }: Category, line: RateLine, hasAcquisitions: boolean): Pair | undefined {
  if (ca12 === 'by rate') return line.ca12;
  if (hasAcquisitions && operationZone === 'CC') return { base: 'EP', tax: 'FP' };
  return ca12?.tax === undefined ? undefined : { base: ca12.base, tax: ca12.tax };
}
