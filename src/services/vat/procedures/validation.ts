/** What is to be settled before a return can be sent; frozen with it. */
import type { VatFinding } from '../../forms/vat-controls.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import type { Combination, MissingAccount, MissingLine } from '../drafts/book-facts.ts';
import { accountIn, computedOf, factsOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { earlierFindings } from '../drafts/earlier.ts';
import type { OpenReturn } from '../drafts/stored-return.ts';
import { type StaleAdjustments, staleAdjustments } from '../framing/stale.ts';
import type { ClampedNegative } from '../return/leaf-boxes.ts';

export const CLAMP_REASONS = [
  'LastPeriodOfExercise',
  'NegativeBaseNotDeclarable',
  'OfWhichNegative',
  'UserEdit',
] as const;

export interface Clamped {
  readonly tag: string;
  readonly taxExcludedCell: string | undefined;
  readonly vatCell: string | undefined;
  readonly lostTaxExcludedAmount: Cents;
  readonly lostVatAmount: Cents;
  readonly reason: (typeof CLAMP_REASONS)[number];
}

export interface ValidationReport {
  /** No category misses and every combination stands. */
  readonly isValid: boolean;
  readonly missingCategoryAccounts: readonly MissingAccount[];
  readonly missingCategoryLines: readonly MissingLine[];
  readonly invalidCombinations: readonly (Omit<Combination, 'accountId'> & { readonly accountId: number | null })[];
  readonly clampedNegativeBalances: readonly Clamped[];
}

/** Throws FolderNotFound, ProcedureNotFound. */
export async function validateReturn(
  ctx: Context,
  folderId: number,
  procedureId: number,
): Promise<ValidationReport & StaleAdjustments> {
  const report = reportOf(await openReturn(ctx, folderId, procedureId));
  return { ...report, ...(await staleAdjustments((await ctx.db()).knex, folderId, procedureId)) };
}

/**
 * Controls of the forms that a return does not pass, and of a draft the returns before it that were never filed. Throws
 * FolderNotFound, ProcedureNotFound.
 */
export async function violatedControls(ctx: Context, folderId: number, procedureId: number): Promise<VatFinding[]> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const { knex } = await ctx.db();
  return [...(computedOf(opened.procedure)?.findings ?? []), ...(await earlierFindings(knex, opened))];
}

/** Of a return as it is stored. */
export function reportOf({ procedure }: Pick<OpenReturn, 'procedure'>): ValidationReport {
  const computed = computedOf(procedure);
  const facts = factsOf(procedure);
  const leftOut = (computed?.leftOut ?? []).map(({ accountNumber, rate, category }) => ({
    ...accountIn(facts, accountNumber),
    vatRate: rate,
    category,
  }));
  const invalidCombinations = unique([...facts.combinations, ...leftOut]);
  return {
    isValid: [facts.missingAccounts, facts.missingLines, invalidCombinations].every(({ length }) => length === 0),
    missingCategoryAccounts: facts.missingAccounts,
    missingCategoryLines: facts.missingLines,
    invalidCombinations,
    clampedNegativeBalances: (computed?.clamped ?? []).map(clampedOf),
  };
}

const unique = <T extends { accountId: number | null; vatRate: string; category: string }>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [`${one.accountId} ${one.vatRate} ${one.category}`, one])).values(),
];

/** Boxes that repeat tax of others. */
const OF_WHICH: readonly string[] = ['GJ', 'GK', 'HF', 'HL', 'HH', 'LP', 'HK'];

const clampedOf = ({ lostTaxExcluded, lostVat, isHeld, reason: _, ...one }: ClampedNegative): Clamped => ({
  ...one,
  lostTaxExcludedAmount: lostTaxExcluded,
  lostVatAmount: lostVat,
  // A result is held at 0 by what was typed above it: a refund, a set-off.
  reason: isHeld ? 'UserEdit' : OF_WHICH.includes(one.tag) ? 'OfWhichNegative' : 'NegativeBaseNotDeclarable',
});
