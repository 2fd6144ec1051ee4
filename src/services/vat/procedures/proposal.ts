/** What a return calls for next: the refund of its credit, or an instalment. */
import type { Knex } from 'knex';
import { addDays, addMonths } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import type { Context } from '../../operation/context.ts';
import { computedOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { formOf, type OpenReturn } from '../drafts/stored-return.ts';
import { CA3, CA12 } from '../return/layout.ts';
import { type NextInstalment, nextInstalment } from './instalments.ts';
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
  const none = { currentPaidAmount: toPay * 100n, depositAmount: 0n, depositRate: 0, creditAmount: 0n };
  if (mayAsk(opened)) return { ...none, kind: 'Credit', creditAmount: credit * 100n };
  const next = await instalmentAfter((await ctx.db()).knex, opened);
  if (!next) return { ...none, kind: 'None' };
  return { ...none, kind: 'Deposit', depositAmount: next.amount * 100n, depositRate: next.rate };
}

const boxesOf = (opened: OpenReturn): Readonly<Record<string, unknown>> => {
  const { computed_boxes: computedBoxes, typed_boxes: typedBoxes } = opened.procedure;
  return filledBoxes({ computedBoxes, typedBoxes })?.[formOf(opened)] ?? {};
};

/** What a refund must reach, in whole euros: a member of a consolidation group has no minimum. */
export const leastRefund = (opened: OpenReturn): bigint =>
  boxesOf(opened).HJ === 'X' ? 0n : (computedOf(opened.procedure)?.refund.minimum ?? 0n);

/** A credit that is carried forward and reaches the minimum, of which nothing was asked. */
function mayAsk(opened: OpenReturn): boolean {
  const { credit = 0n, refundAsked = 0n } = computedOf(opened.procedure)?.carried ?? {};
  return takesRefund(opened) && refundAsked === 0n && credit > 0n && credit >= leastRefund(opened);
}

/** A yearly return asks on its own annex: once it left, what follows is an instalment. */
export const takesRefund = (opened: OpenReturn): boolean =>
  formOf(opened) === CA3 || (formOf(opened) === CA12 && opened.procedure.status === 'Draft');

export interface Instalment extends Omit<NextInstalment, 'depositNumber'> {
  /** Of an instalment that has one. */
  readonly depositNumber?: number;
}

/** That of a year, or of the month that follows a return with tax to pay. */
export async function instalmentAfter(knex: Knex, opened: OpenReturn): Promise<Instalment | undefined> {
  const { toPay = 0n } = computedOf(opened.procedure)?.carried ?? {};
  if (formOf(opened) !== CA3) return nextInstalment(knex, opened);
  if (toPay === 0n || !(await paysInstalments(knex, opened))) return undefined;
  const beginDate = addDays(opened.group.end_date, 1);
  return {
    form: '3515SD',
    zone: 'CA',
    beginDate,
    endDate: addDays(addMonths(beginDate, 1), -1),
    rate: DEPOSIT_RATE,
    amount: divideRounded(toPay * BigInt(DEPOSIT_RATE), 100n, 'halfUp'),
  };
}

/** Paid-leave instalments, or notices 3515. */
async function paysInstalments(knex: Knex, opened: OpenReturn): Promise<boolean> {
  if (boxesOf(opened).AA === 'X') return true;
  const notice = await groups(knex)
    .where({ folder_id: opened.folder.id })
    .whereRaw(`form_snapshot->'principal'->>'form' = '3515SD'`)
    .first('id');
  return notice !== undefined;
}
