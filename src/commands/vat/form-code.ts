/** Codes of VAT forms: `_3310CA3` on the wire is `3310CA3` in services. */
import * as z from 'zod';
import { coded, headed } from '../operation/wire.ts';

const FORM_CODES = [
  '_3310A',
  '_3310CA3',
  '_3310TER',
  '_3310TIC',
  '_3514',
  '_3515SD',
  '_3517AGRSD',
  '_3517DDR',
  '_3517SCA12',
  '_3519',
  '_3525BIS',
  'T_IDENTIF',
] as const;
type FormCode = (typeof FORM_CODES)[number];

export const wireForm = (form: string): FormCode => (form === 'T-IDENTIF' ? 'T_IDENTIF' : `_${form}`) as FormCode;

const domainForm = (code: FormCode): string => (code === 'T_IDENTIF' ? 'T-IDENTIF' : code.slice(1));

/** A form in an input. */
export const formCode = () => z.enum(FORM_CODES).transform(domainForm);

/** A form in an output. */
export const form = (fr?: string) => coded(headed(z.enum(FORM_CODES), fr), wireForm);
