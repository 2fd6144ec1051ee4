/** What a return calls for next: the refund of its credit, or an instalment. */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { Context } from '../../operation/context.ts';
import { computedOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { formOf, type OpenReturn } from '../drafts/stored-return.ts';
import { CA3 } from '../return/layout.ts';
import { filledBoxes } from './procedure-item.ts';
import { groups } from './store.ts';

export const PROPOSALS = ['None', 'Deposit', 'Credit'] as const;

export interface Proposal {
  readonly kind: (typeof PROPOSALS)[number];
  readonly currentPaidAmount: Cents;
  readonly depositAmount: Cents;
  /** In percent. */
  readonly depositRate: number;
  readonly creditAmount: Cents;
}

const DEPOSIT_RATE = 80;

/** Throws FolderNotFound, ProcedureNotFound. */
export async function proposalOf(ctx: Context, folderId: number, procedureId: number): Promise<Proposal> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const { toPay = 0n, credit = 0n } = computedOf(opened.procedure)?.carried ?? {};
  const paid = { currentPaidAmount: toPay * 100n };
  if (mayAsk(opened)) {
    return { ...paid, kind: 'Credit', depositAmount: 0n, depositRate: 0, creditAmount: credit * 100n };
  }
  if (toPay > 0n && (await paysInstalments((await ctx.db()).knex, opened))) {
    const depositAmount = divideRounded(toPay * BigInt(DEPOSIT_RATE), 100n, 'halfUp') * 100n;
    return { ...paid, kind: 'Deposit', depositAmount, depositRate: DEPOSIT_RATE, creditAmount: 0n };
  }
  return { ...paid, kind: 'None', depositAmount: 0n, depositRate: 0, creditAmount: 0n };
}

const boxesOf = (opened: OpenReturn): Readonly<Record<string, unknown>> => {
  const { computed_boxes: computedBoxes, typed_boxes: typedBoxes } = opened.procedure;
  return filledBoxes({ computedBoxes, typedBoxes })?.[CA3] ?? {};
};

/** A credit that reaches the minimum, of which nothing was asked; a member of a consolidation group has no minimum. */
function mayAsk(opened: OpenReturn): boolean {
  const computed = computedOf(opened.procedure);
  if (formOf(opened) !== CA3 || !computed) return false;
  const { refund, carried } = computed;
  const minimum = boxesOf(opened).HJ === 'X' ? 0n : refund.minimum;
  return carried.refundAsked === 0n && refund.maximum > 0n && refund.maximum >= minimum;
}

/** Paid-leave instalments, or notices 3515. */
async function paysInstalments(knex: Knex, opened: OpenReturn): Promise<boolean> {
  if (formOf(opened) !== CA3) return false;
  if (boxesOf(opened).AA === 'X') return true;
  const notice = await groups(knex)
    .where({ folder_id: opened.folder.id })
    .whereRaw(`form_snapshot->'principal'->>'form' = '3515SD'`)
    .first('id');
  return notice !== undefined;
}
