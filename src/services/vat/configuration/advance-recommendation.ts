/** How the books of a period keep the advances of customers: what they show is proposed, a user decides. */
import { type EntrySides, entriesCrediting } from '../../ledger/movements.ts';
import type { Context } from '../../operation/context.ts';
import type { AdvancePaymentMode } from '../engine/model.ts';
import { procedurePeriod } from '../procedures/procedures.ts';
import { getAdvanceMode } from './advance-mode.ts';

export interface AdvanceRecommendation {
  /** The entries do not say, or not with one voice. */
  readonly shouldAsk: boolean;
  /** The mode that is set, where nothing is detected. */
  readonly recommendedMode: AdvancePaymentMode;
  readonly isDetected: boolean;
}

/** Of the period of a return. Throws FolderNotFound, ProcedureNotFound. */
export async function recommendAdvanceMode(
  ctx: Context,
  folderId: number,
  procedureId: number,
): Promise<AdvanceRecommendation> {
  const { mode } = await getAdvanceMode(ctx, folderId);
  const period = await procedurePeriod(ctx, folderId, procedureId);
  const detected = modeShown(await entriesCrediting(ctx, folderId, { ...period, ...SIDES }));
  return { shouldAsk: detected === undefined, recommendedMode: detected ?? mode, isDetected: detected !== undefined };
}

/** Advances of customers, what is received for them, and any VAT beside. */
const SIDES = { credited: ['4191'], debited: ['51', '53', '54'], beside: ['445'] };

/** The mode that all entries show; undefined when there is none or they differ. */
export function modeShown(entries: readonly EntrySides[]): AdvancePaymentMode | undefined {
  const [first, ...others] = new Set(entries.map(modeOf));
  return others.length === 0 ? first : undefined;
}

/** Without its VAT where the entry has a line of it; with it where the advance is all that was received. */
function modeOf({ credit, debit, hasBeside }: EntrySides): AdvancePaymentMode | undefined {
  if (hasBeside) return 'TaxExcluded';
  return credit === debit ? 'TaxIncluded' : undefined;
}
