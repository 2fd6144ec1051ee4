/** Field shapes that many declarations share, so that one name means one thing in every schema. */
import * as z from 'zod';
import { dayOfText } from '../../services/kernel/date-time-text.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { parseAmount } from '../../services/kernel/money.ts';
import { from } from './wire.ts';

/** An identifier: int32, from 1. */
export const identifier = () => z.int().min(1).max(2_147_483_647).meta({ format: 'int32' });

/** A line of typed text, blanks around it aside: databases take no NUL, and names need no other control either. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), { error: 'holds a control character' });

/** A text that null clears, and an empty one too: what a form sends for a field that a person emptied. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());

/** An identifier of another system, as text: int64, from 0. */
export const longText = () =>
  z
    .string()
    .regex(/^\d{1,19}$/, { error: 'a number', abort: true })
    .refine((text) => BigInt(text) <= 9_223_372_036_854_775_807n, { error: 'not a 64-bit number' });

/** A calendar day, `YYYY-MM-DD`; a date-time counts for its day in Paris. */
export const day = () =>
  z
    .string()
    .max(40)
    .refine((text) => dayOfText(text) !== undefined, { error: 'not a day: write YYYY-MM-DD' })
    .transform((text) => dayOfText(text) as PlainDate)
    .meta({ format: 'date' });

/** A day in an output. */
export const dayText = () => z.string().meta({ format: 'date' });

/** An amount in an output: a decimal string such as `-1234.56`. */
export const amountText = () => z.string().meta({ format: 'decimal' });

/** What `read` makes of a JSON number or of a text, which is read as text all the same; undefined is refused as `error`. */
export const numeral = <T>(read: (text: string) => T | undefined, error: string) =>
  // Aborts, lest a rule of the whole object meet a text that was never read.
  z.union([z.number(), z.string().max(64, { abort: true })], { error }).transform((value, ctx) => {
    const found = read(String(value));
    if (found !== undefined) return found;
    ctx.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** An amount in an input: a JSON number or a decimal string of at most two decimals, read to exact cents. */
export const amount = () => numeral(parseAmount, 'not an amount: write 1234.56, two decimals at most');

/** Of a page, from 1. Beyond int32 there is none: what is asked is refused, not answered by an empty page. */
export const pageNumber = () => identifier();

/** `page` and `limit` of a listing, and the shape of what it answers. */
export const paging = { page: pageNumber().default(1), limit: z.int().min(1).max(1000).default(50) };

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    Items: z.array(item),
    Page: z.int(),
    Limit: z.int(),
    TotalItems: from('total', z.int()),
    HasMore: z.boolean(),
  });
