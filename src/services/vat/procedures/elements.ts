/** What a return is made of: its boxes, what each account declares, what its boxes sum before rounding. */
import { vatEdition } from '../../forms/vat-boxes.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { categoryOf } from '../categories.ts';
import type { UsedConfiguration } from '../drafts/book-facts.ts';
import { accountIn, computedOf, factsOf } from '../drafts/computed.ts';
import { openReturn, recomputeDraft } from '../drafts/draft.ts';
import { formOf, lockDraft, type OpenReturn, readReturn } from '../drafts/stored-return.ts';
import type { VatIssue } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import { type Labelled, labelledRate } from '../rate-labels.ts';
import { isComputed } from '../return/fill-return.ts';
import { filledBoxes } from './procedure-item.ts';
import { IDENTIFICATION } from './seeds.ts';
import { procedures, type StoredBoxes } from './store.ts';

export interface ElementData {
  readonly boxes: StoredBoxes;
  readonly typedBoxes: StoredBoxes;
  /** Cents, by form then zone. */
  readonly exact: Readonly<Record<string, Readonly<Record<string, Cents>>>>;
  readonly computedAt: string | null;
}

/** Throws FolderNotFound, ProcedureNotFound. */
export async function elementData(ctx: Context, folderId: number, procedureId: number): Promise<ElementData> {
  const { procedure } = await openReturn(ctx, folderId, procedureId);
  const { typed_boxes: typedBoxes, computed_boxes: computedBoxes, computed_at: computedAt } = procedure;
  return {
    boxes: filledBoxes({ computedBoxes, typedBoxes }) ?? {},
    typedBoxes,
    exact: computedOf(procedure)?.exact ?? {},
    computedAt,
  };
}

export interface SnapshotAccount {
  readonly accountId: number | null;
  readonly subAccountId: number | null;
  readonly accountName: string;
}

export interface SnapshotElement {
  /** Its place, from 1. */
  readonly id: number;
  readonly procedureId: number;
  readonly account: SnapshotAccount;
  readonly taxAmount: Cents;
  readonly taxExcludedAmount: Cents;
  readonly category: Labelled;
  readonly vatRate: Labelled;
}

export interface Snapshot {
  readonly accountingFolderId: number;
  readonly procedureId: number;
  readonly elements: readonly SnapshotElement[];
  readonly configuration: readonly UsedConfiguration[];
  readonly issues: readonly (VatIssue & SnapshotAccount)[];
}

/** What a return declares of each account; frozen with it. Throws FolderNotFound, ProcedureNotFound. */
export const getSnapshot = async (ctx: Context, folderId: number, procedureId: number): Promise<Snapshot> =>
  snapshotOf(await openReturn(ctx, folderId, procedureId));

/** Typed boxes stay. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus. */
export const recomputeSnapshot = async (ctx: Context, folderId: number, procedureId: number): Promise<Snapshot> =>
  snapshotOf(await recomputeDraft(ctx, folderId, procedureId));

function snapshotOf({ folder, procedure }: OpenReturn): Snapshot {
  const computed = computedOf(procedure);
  const facts = factsOf(procedure);
  const procedureId = procedure.id;
  return {
    accountingFolderId: folder.id,
    procedureId,
    elements: (computed?.elements ?? []).map(({ accountNumber, category, rate, taxExcluded, tax }, index) => ({
      id: index + 1,
      procedureId,
      account: accountIn(facts, accountNumber),
      taxAmount: tax,
      taxExcludedAmount: taxExcluded,
      category: categoryOf(category),
      vatRate: labelledRate(rate),
    })),
    configuration: facts.configuration,
    issues: oncePerAccount(computed?.issues ?? []).map((issue) => ({
      ...issue,
      ...accountIn(facts, issue.accountNumber),
    })),
  };
}

/** An issue is raised by each entry: it is shown once for an account. */
const oncePerAccount = (issues: readonly VatIssue[]): VatIssue[] =>
  [...new Map(issues.toReversed().map((issue) => [`${issue.type} ${issue.accountNumber}`, issue])).values()].reverse();

/**
 * A new snapshot from the books; boxes are empty until they are computed again. Undefined, and nothing done, for a form
 * that is not made from the books. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus,
 * NotSupportedProcedureType, ManualEntriesPresent.
 */
export const regenerateSnapshot = async (
  ctx: Context,
  folderId: number,
  procedureId: number,
): Promise<Snapshot | undefined> =>
  (await ctx.db()).transaction(async (trx) => {
    const inside = within(ctx, trx);
    const before = await readReturn(inside, folderId, procedureId);
    const { type, typed_boxes } = await lockDraft(trx, folderId, procedureId);
    if (type !== 'PreConfigured') throw vatErrors.NotSupportedProcedureType({ detail: type });
    if (!isComputed(formOf(before))) return undefined;
    if (Object.keys(typed_boxes).length > 0) {
      const [form = '', zones = {}] = Object.entries(typed_boxes)[0] ?? [];
      const first = { form: codeOf(form), zone: Object.keys(zones)[0] ?? '' };
      throw vatErrors.ManualEntriesPresent({ folderId, procedureId, boxes: namesOf(typed_boxes), ...first });
    }
    const key = { folder_id: folderId, id: procedureId };
    await procedures(trx).where(key).update({ shares_version: null });
    const made = await recomputeDraft(inside, folderId, procedureId);
    await procedures(trx).where(key).update({ computed_boxes: {} });
    return snapshotOf(made);
  });

/** As it is typed. */
const codeOf = (form: string): string => (form === IDENTIFICATION ? 'T_IDENTIF' : `_${form}`);

const namesOf = (boxes: StoredBoxes): string =>
  Object.entries(boxes)
    .flatMap(([form, zones]) => Object.keys(zones).map((zone) => `${codeOf(form)}.${zone}`))
    .join(', ');

export interface FieldTotals {
  readonly field: string;
  readonly totalTaxExcludedAmount: Cents;
  readonly totalVatAmount: Cents;
}

/** Boxes of tax; the others that elements feed hold bases. */
const TAXES: readonly string[] = ['tax', 'deductible', 'ofWhich'];

/** What the elements sum in each box, to the cent, in the order of the form. Throws FolderNotFound, ProcedureNotFound. */
export async function fieldTotals(ctx: Context, folderId: number, procedureId: number): Promise<FieldTotals[]> {
  const { procedure, group } = await openReturn(ctx, folderId, procedureId);
  const edition = vatEdition(group.end_date);
  return Object.entries(computedOf(procedure)?.exact ?? {}).flatMap(([form, amounts]) => {
    const boxes = [...(edition.get(form) ?? [])].filter(([zone]) => zone in amounts);
    return boxes.map(([field, { kind }]) => {
      const [amount, isTax] = [amounts[field] ?? 0n, TAXES.includes(kind)];
      return { field, totalTaxExcludedAmount: isTax ? 0n : amount, totalVatAmount: isTax ? amount : 0n };
    });
  });
}
