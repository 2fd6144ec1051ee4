/** One transaction of OFX as a movement. */
import { type PlainDate, parsePlainDate } from '../../../kernel/dates.ts';
import { unitsOf as unsignedUnits } from '../camt/values.ts';
import type { Movement } from '../cfonb/movement.ts';
import type { Account } from '../cfonb/statement.ts';

/** Text by element name. */
export type Values = ReadonlyMap<string, string>;

/** Kinds of transaction by the operation codes of CFONB, of a debit and of a credit. */
const CODES: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  CHECK: ['01', '02'],
  DEP: ['06', '04'],
  ATM: ['29', '29'],
  CASH: ['29', '04'],
  POS: ['11', '30'],
  XFER: ['06', '05'],
  DIRECTDEP: ['06', '05'],
  DIRECTDEBIT: ['B1', 'A1'],
  FEE: ['62', '62'],
  SRVCHG: ['62', '62'],
  INT: ['61', '63'],
};

/** What the kind does not say. */
const OTHER = ['', ''] as const;

/** Signed minor units; some banks write a decimal comma. */
export function unitsOf(text: string | undefined, decimals: number): number | null {
  const [, sign, digits = null] = /^([+-]?)(\S+)$/.exec((text ?? '').replace(',', '.')) ?? [];
  return unsignedUnits(digits?.startsWith('.') ? `0${digits}` : digits, decimals, sign === '-');
}

/** `20260304120000[+1:CET]`: the day as written. */
export function dayOf(text: string | undefined): PlainDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  return parsePlainDate(`${year}-${month}-${day}`) ?? null;
}

export interface Transaction {
  /** Place in the file, from 1. */
  readonly record: number;
  readonly values: Values;
}

export function movementOf({ record, values }: Transaction, { decimals, currencyCode }: Account): Movement {
  const units = unitsOf(values.get('TRNAMT'), decimals);
  const [name = '', memo = ''] = [values.get('NAME'), values.get('MEMO')];
  const code = CODES[values.get('TRNTYPE') ?? ''] ?? OTHER;
  const operationDate = dayOf(values.get('DTPOSTED'));
  return {
    record,
    operationDate,
    valueDate: dayOf(values.get('DTAVAIL')) ?? operationDate,
    units,
    decimals,
    currencyCode,
    label: (memo.includes(name) ? memo : `${name} ${memo}`).replace(/\s+/g, ' ').trim(),
    operationCode: code[(units ?? 0) < 0 ? 0 : 1],
    internalCode: null,
    rejectCode: null,
    entryNumber: values.get('CHECKNUM') ?? null,
    reference: values.get('REFNUM') ?? values.get('FITID') ?? null,
    isCommissionExempt: false,
    isUnavailable: false,
    details: [],
    complements: {},
    counterpartyName: null,
    counterpartyIban: null,
  };
}
