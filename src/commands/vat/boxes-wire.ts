/** Boxes on the wire. */
import * as z from 'zod';
import type { BoxValue, Scalar } from '../../services/forms/vat-sheets.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { coded, headed } from '../operation/wire.ts';

/** Whole euros: a JSON integer. */
export const wholeEuros = (fr?: string) =>
  coded(headed(z.int().meta({ format: 'int64' }), fr, 'amount'), (amount: bigint) => Number(amount));

export const wireForm = (form: string): string => `_${form}`;
/** The code of a form, such as `_3310CA3`. */
export const formCode = () => coded(headed(z.string(), 'Formulaire'), wireForm);

const scalar = (value: Scalar): number | string => (typeof value === 'bigint' ? Number(value) : value);

/** An integer, a text, or a list of them where a box repeats. */
export const Box = coded(
  z.union([z.int(), z.string(), z.array(z.union([z.int(), z.string()]))]),
  (value: BoxValue): number | string | (number | string)[] =>
    typeof value === 'object' ? value.map(scalar) : scalar(value),
);

/** A decimal as people write it in a text. */
export const decimal = (text: string, language: Language): string =>
  language === 'fr' ? text.replace('.', ',') : text;
