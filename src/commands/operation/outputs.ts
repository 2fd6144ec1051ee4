/** Fields of outputs: shape, translation from the domain, and French heading, each said once. */
import * as z from 'zod';
import type { Labels } from '../../services/kernel/errors.ts';
import { type Cents, formatAmount } from '../../services/kernel/money.ts';
import { formatRatio, type Ratio } from '../../services/kernel/ratio.ts';
import { type Coded, coded, headed, ofMedia } from './wire.ts';

/** int32: an identifier or a count. */
export const int = (fr?: string) => headed(z.int32().meta({ format: 'int32' }), fr, 'number');

/** An integer beyond int32. */
export const long = (fr?: string) => headed(z.int().meta({ format: 'int64' }), fr, 'number');

export const text = (fr?: string) => headed(z.string(), fr);

/** Text in the language of the reader; the domain has it in all of them. A sentence is shown whole by a table. */
export const words = (fr?: string, type?: 'sentence'): Coded<z.ZodString, Labels> =>
  coded(headed(z.string(), fr, type), (labels: Labels, language) => labels[language]);

/** Text that a table shows whole, over several lines of a narrow screen. */
export const sentence = (fr?: string) => headed(z.string(), fr, 'sentence');

export const flag = (fr?: string) => headed(z.boolean(), fr);

export const choice = <const V extends readonly [string, ...string[]]>(values: V, fr?: string) =>
  headed(z.enum(values), fr);

/** A calendar day, `YYYY-MM-DD`. */
export const date = (fr?: string) => headed(z.string().meta({ format: 'date' }), fr, 'day');

/** A moment in UTC. */
export const moment = (fr?: string) => headed(z.string().meta({ format: 'date-time' }), fr);

export const uuid = (fr?: string) => headed(z.string().meta({ format: 'uuid' }), fr);

/** An amount as a JSON number of euros; the domain has cents. Exact below ten thousand billion euros. */
export const euros = (fr?: string): Coded<z.ZodNumber, Cents> =>
  coded(headed(z.number(), fr, 'amount'), (cents: Cents) => Number(formatAmount(cents)));

/** An amount as decimal text, `-1234.56`; the domain has cents. */
export const eurosText = (fr?: string): Coded<z.ZodString, Cents> =>
  coded(headed(z.string().meta({ format: 'decimal' }), fr, 'amount'), (cents: Cents) => formatAmount(cents));

/** A JSON number; the domain has its decimal text, of as many decimals as its currency or unit. */
export const decimal = (fr?: string): Coded<z.ZodNumber, string> =>
  coded(headed(z.number(), fr, 'amount'), (digits: string) => Number(digits));

/** A JSON number of six decimals at most, `factor` times the fraction of the domain: 1/5 as a percentage is 20. */
export const ratio = (fr?: string, factor = 1n): Coded<z.ZodNumber, Ratio> =>
  coded(headed(z.number(), fr, 'number'), (fraction: Ratio) => Number(formatRatio(fraction, factor)));

/** An answer that is a file, of one of these media types; as text where it is called in a program. */
export const file = (...media: readonly string[]) => ofMedia(z.string(), media);

/** A field that may be null. */
export const maybe = <T extends z.ZodType>(schema: T): z.ZodNullable<T> => schema.nullable();
