/** Codes of VAT, and codes with their labels, on the wire. */
import * as z from 'zod';
import { CATEGORIES } from '../../services/vat/categories.ts';
import { RATE_CODES } from '../../services/vat/rates.ts';
import { text, words } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';

type Codes = readonly [string, ...string[]];
export const CATEGORY_CODES = [...CATEGORIES.keys()] as readonly string[] as Codes;
export const VAT_RATES = RATE_CODES as Codes;

/** A category of an input; an unknown one has a failure of its own, which says so. */
export const categoryCode = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(60)
    .meta({ enum: [...CATEGORY_CODES] });

/** A code with what a person reads, in the language of the call. */
export const LabelPair = z
  .object({ Value: from('code', text('Code')), Label: words('Libellé') })
  .meta({ id: 'LabelPair' });
