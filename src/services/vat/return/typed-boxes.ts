/** What the user types on forms, read by the type of each box. */
import type { Edition, VatBox } from '../../forms/vat-boxes.ts';
import type { BoxValue, FilledForms, Scalar } from '../../forms/vat-sheets.ts';
import type { Labels } from '../../kernel/errors.ts';
import { vatErrors } from '../errors.ts';

export type RawScalar = number | string | boolean;
export type RawBox = RawScalar | readonly RawScalar[];
/** By form, then zone. */
export type RawBoxes = Readonly<Record<string, Readonly<Record<string, RawBox>>>>;

export interface TypedRules {
  readonly edition: Edition;
  /** The forms of the return; others have no box here. */
  readonly forms: readonly string[];
  /** Whether totals may be given, to be tested. */
  readonly allowsComputed: boolean;
}

/** Throws BoxUnknown, BoxIsComputed, AmountNotWhole, AmountInvalid and ValueUnknown. */
export function typedBoxes(raw: RawBoxes, rules: TypedRules): FilledForms {
  return new Map(
    Object.entries(raw).map(([form, boxes]) => {
      const zones = rules.forms.includes(form) ? rules.edition.get(form) : undefined;
      if (!zones) throw vatErrors.BoxUnknown({ boxes: `_${form}` });
      return [
        form,
        new Map(
          Object.entries(boxes).map(([zone, value]) => [
            zone,
            readBox(zones.get(zone), `_${form}.${zone}`, { value, rules }),
          ]),
        ),
      ];
    }),
  );
}

interface Typed {
  readonly value: RawBox;
  readonly rules: TypedRules;
}

/** Where one text is all that can be given, at a terminal and on a page, a list is its JSON. */
function listIn(text: string): readonly RawScalar[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((one) => typeof one !== 'object') ? list : undefined;
  } catch {
    return undefined;
  }
}

function readBox(box: VatBox | undefined, name: string, { value: given, rules }: Typed): BoxValue {
  const value = (box?.repeats && typeof given === 'string' ? listIn(given) : undefined) ?? given;
  if (!box) throw vatErrors.BoxUnknown({ boxes: name });
  if (box.isComputed && !rules.allowsComputed) throw vatErrors.BoxIsComputed({ boxes: name });
  if (typeof value !== 'object') return box.repeats ? [readScalar(box, name, value)] : readScalar(box, name, value);
  if (!box.repeats) throw vatErrors.ValueUnknown({ detail: about(name, 'holds one value', 'ne tient qu’une valeur') });
  return value.map((one) => readScalar(box, name, one));
}

function readScalar(box: VatBox, name: string, value: RawScalar): Scalar {
  if (['MOA', 'QTY', 'PCD'].includes(box.type)) return readWhole(name, String(value));
  if (box.kind === 'mark') return readMark(name, value);
  if (box.type.startsWith('DTM')) return readDate(box, name, String(value));
  return String(value);
}

const about = (name: string, en: string, fr: string, given?: string): Labels => ({
  en: `${name} ${en}${given === undefined ? '' : `: ${given}`}`,
  fr: `${name} ${fr}${given === undefined ? '' : ` : ${given}`}`,
});

/** Throws AmountInvalid and AmountNotWhole. */
export function readWhole(name: string, text: string): bigint {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  const invalid = (en: string, fr: string) =>
    vatErrors.AmountInvalid({ detail: about(name, en, fr, text.slice(0, 40)) });
  if (whole === '') throw invalid('is not a whole number', 'n’est pas un nombre entier');
  if (/[1-9]/.test(decimals)) throw vatErrors.AmountNotWhole({ detail: `${name} = ${text}` });
  if (sign === '-' && !/^0+$/.test(whole)) throw invalid('is negative', 'est négatif');
  return BigInt(whole);
}

const MARKS: Readonly<Record<string, string>> = { X: 'X', x: 'X', true: 'X', false: '', '': '' };

function readMark(name: string, value: RawScalar): string {
  const mark = Object.hasOwn(MARKS, String(value)) ? MARKS[String(value)] : undefined;
  if (mark === undefined)
    throw vatErrors.ValueUnknown({ detail: about(name, 'is a mark: write X', 'est une coche : écrivez X') });
  return mark;
}

/** Digits of a date by the qualifier of its type. */
const DATE_DIGITS: Readonly<Record<string, number>> = { DTM102: 8, DTM602: 4, DTM610: 6 };

function readDate({ type }: VatBox, name: string, text: string): string {
  const digits = text.replaceAll('-', '');
  const length = DATE_DIGITS[type];
  if (/^\d+$/.test(digits) && digits.length === length) return digits;
  throw vatErrors.ValueUnknown({
    detail: about(name, `is a date of ${length} digits`, `est une date de ${length} chiffres`),
  });
}
