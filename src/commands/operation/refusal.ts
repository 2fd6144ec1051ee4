/** A value of an input that is refused by a failure of its own. Without zod: a start that only prints help loads this. */
import type * as z from 'zod';
import type { Issue, TaxopsError } from '../../services/kernel/errors.ts';

/** Makes the failure that a value has of its own; its text says `{detail}`. */
type Refusal = (params: { readonly detail: string }, issues: readonly Issue[]) => TaxopsError;

/** Refuses a value of a schema by a failure of its own, instead of InvalidInput. */
export function refused(ctx: z.core.$RefinementCtx, refusal: Refusal, message: string): never {
  ctx.addIssue({ code: 'custom', message, params: { refusal } });
  return undefined as never;
}

/** The failure that an issue asks for. */
export const refusalOf = (issue: z.core.$ZodIssue): Refusal | undefined =>
  issue.code === 'custom' ? (issue.params?.refusal as Refusal | undefined) : undefined;
