/** Values of VAT bodies: read exactly, refused by the name of what is wrong with them. */
import * as z from 'zod';
import { type PlainDate, parsePlainDate } from '../../services/kernel/dates.ts';
import { type Cents, parseAmount } from '../../services/kernel/money.ts';
import { nearestWord } from '../../services/kernel/nearest.ts';
import { vatErrors } from '../../services/vat/errors.ts';
import { refused } from '../operation/refusal.ts';
import { namesOf, type Received } from '../operation/wire.ts';

/** Null stands for absent. */
type Given<T> = { readonly [K in keyof T]: Exclude<T[K], null> };

/** An object whose fields may be absent or null; the handler receives what is given, under domain names. */
export function given<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = namesOf(shape);
  return z.strictObject(shape).transform((value) => {
    const domain: Record<string, unknown> = {};
    for (const name in value) {
      const field = value[name as keyof typeof value] as unknown;
      if (field !== null && field !== undefined) domain[names[name] ?? name] = field;
    }
    return domain as Given<Received<Shape>>;
  });
}

/** A list that may be absent or null. */
export const listOf = <T extends z.ZodType>(item: T) => z.array(item).nullish();

const scalar = () => z.union([z.string(), z.number(), z.boolean()]);

/** A code of a list; letter case counts. */
export const oneOf = <const V extends string>(values: readonly V[]) =>
  scalar()
    .transform((value, ctx) => known(value, values, ctx))
    .meta({ type: 'string', enum: [...values] });

/** The same, where null means something else than absence. */
export const oneOfOrNull = <const V extends string, const N extends string>(values: readonly V[], ifNull: N) =>
  z
    .union([scalar(), z.null()])
    .transform((value, ctx) => (value === null ? ifNull : known(value, values, ctx)))
    .meta({ type: ['string', 'null'], enum: [...values, null] });

function known<V extends string>(value: unknown, values: readonly V[], ctx: z.core.$RefinementCtx): V {
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  const text = String(value).slice(0, LONGEST);
  const near = nearestWord(text, values);
  return refused(ctx, vatErrors.ValueUnknown, `no ${text} here${near === undefined ? '' : ` (did you mean ${near}?)`}`);
}

/** No code of ours is longer. */
const LONGEST = 60;

const AMOUNT = /^(-?)\d{1,15}(?:\.\d{1,2})?$/;

/** An amount in cents, from a decimal text with a point or a JSON number. */
const cents = (isSigned: boolean) =>
  scalar()
    .transform((value, ctx): Cents => {
      const text = typeof value === 'boolean' ? '' : String(value);
      const [, sign] = AMOUNT.exec(text) ?? [];
      const amount = sign === undefined ? undefined : parseAmount(text);
      if (amount !== undefined && (isSigned || amount >= 0n)) return amount;
      return refused(
        ctx,
        vatErrors.AmountInvalid,
        amount === undefined ? `${String(value).slice(0, 40)} is not an amount of two decimals at most` : 'negative',
      );
    })
    .meta({ type: ['string', 'number'], format: 'decimal' });

export const amount = () => cents(false);
export const signedAmount = () => cents(true);

/** An amount in whole euros; `120.00` is one. */
export const wholeAmount = () =>
  cents(false).transform((value, ctx): bigint =>
    value % 100n === 0n ? value / 100n : refused(ctx, vatErrors.AmountNotWhole, 'a whole number of euros is expected'),
  );

/** From 0 to 1, in hundredths. */
export const coefficient = () =>
  scalar()
    .transform((value, ctx): bigint => {
      const hundredths = AMOUNT.test(String(value)) ? parseAmount(String(value)) : undefined;
      if (hundredths !== undefined && hundredths >= 0n && hundredths <= 100n) return hundredths;
      return refused(ctx, vatErrors.ValueUnknown, 'a coefficient goes from 0.00 to 1.00, two decimals at most');
    })
    .meta({ type: ['string', 'number'], format: 'decimal' });

/** A day of a period; one that misses is refused like one that is no day. */
export const periodDay = () =>
  z
    .unknown()
    .transform((value, ctx): PlainDate => {
      const day = typeof value === 'string' ? parsePlainDate(value) : undefined;
      return day ?? refused(ctx, vatErrors.PeriodInvalid, 'not a day: write YYYY-MM-DD');
    })
    .meta({ type: 'string', format: 'date' });

/** Any other day. */
export const plainDay = () =>
  z
    .string()
    .transform((text, ctx): PlainDate => {
      const day = parsePlainDate(text);
      if (day) return day;
      ctx.addIssue({ code: 'custom', message: 'not a day: write YYYY-MM-DD' });
      return z.NEVER;
    })
    .meta({ format: 'date' });

/** The month of an instalment. */
export const instalmentMonth = () =>
  z
    .string()
    .transform((text, ctx) =>
      /^\d{4}-(?:07|12)$/.test(text)
        ? text
        : refused(ctx, vatErrors.ValueUnknown, 'an instalment is of July or December: write 2026-07'),
    );

/** A whole number of a range. */
export const wholeFrom = (least: number, most: number) =>
  scalar().transform((value, ctx): number => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    return refused(ctx, vatErrors.ValueUnknown, `from ${least} to ${most}`);
  });

/** Codes and names: a number stands for its digits. */
export const textOf = (most: number, least = 0) =>
  z.union([z.string().min(least).max(most), z.int()]).transform(String);

/** What boxes hold, by zone, as typed. */
export const rawBoxes = () => {
  const one = z.union([z.number(), z.string().max(2600), z.boolean()]);
  return z.record(z.string().max(10), z.union([one, z.array(one).max(500)]));
};
