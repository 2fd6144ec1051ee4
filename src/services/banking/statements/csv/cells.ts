/** Days and amounts as French banks write them in CSV. */
import { type PlainDate, parsePlainDate } from '../../../kernel/dates.ts';
import { unitsOf } from '../camt/values.ts';
import type { CsvMapping } from './mapping.ts';

const DATE = /^(\d{1,4})[/.\- ](\d{1,2})[/.\- ](\d{1,4})(?:[ T]\d{1,2}:.*)?$/;
const PLACES = { DMY: [3, 2, 1], MDY: [3, 1, 2], YMD: [1, 2, 3] } as const;

/** `05/03/2026`, `05/03/26`, `2026-03-05`, with a time or without; null for what is no day. */
export function dayOf(text: string, form: CsvMapping['dateForm']): PlainDate | null {
  if (text === '') return null;
  const found = DATE.exec(text.trim());
  const [year = '', month = '', day = ''] = PLACES[form].map((at) => found?.[at]);
  const century = year.length === 2 ? `20${year}` : year;
  return parsePlainDate(`${century}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? null;
}

const AROUND = /[\s\u00a0\u202f'€]|EUR/g;
const MINUS = /[\u2212\u2012-\u2014]/g;

/** Signed minor units; null for what is no amount. A minus may stand behind, or brackets around. */
export function amountOf(text: string, mark: CsvMapping['decimalMark'], decimals: number): number | null {
  if (text === '') return null;
  const bare = text.replace(AROUND, '').replace(MINUS, '-');
  const found = /^(\(?)([+-]?)(\d[\d.,]*)([-)]?)$/.exec(bare);
  if (!found) return null;
  const [, open = '', sign = '', digits = '', behind = ''] = found;
  const thousands = mark === ',' ? '.' : ',';
  if ((open === '(') !== (behind === ')') || (sign !== '' && behind === '-')) return null;
  const [whole = '', ...fraction] = digits.split(mark);
  const groups = whole.split(thousands);
  const isGrouped = groups.length === 1 || groups.slice(1).every((group) => group.length === 3);
  if (!isGrouped || fraction.length > 1) return null;
  const plain = [groups.join(''), ...fraction].join('.');
  return unitsOf(plain, decimals, sign === '-' || behind !== '');
}
