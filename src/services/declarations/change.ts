/** Declarations added (A11) and updated (A12) by callers: all of a call or nothing. */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import { compareInstants, type Instant, parisDay } from '../kernel/paris-time.ts';
import type { Context } from '../operation/context.ts';
import { declarationErrors } from './errors.ts';
import type { DeclarationType } from './kinds.ts';
import { type ListedDeclaration, withExercises } from './list.ts';
import type { DeclarationSourceType, Status } from './rules/enumerations.ts';
import { type DeclarationRecord, EMPTY_RECORD, mergeUndated, type SaidValues } from './rules/merge.ts';
import { currentRecord } from './rules/periods.ts';
import type { RejectionReason } from './rules/rejections.ts';
import { canMove, RANK } from './rules/status.ts';
import { sendingErrors } from './sending/errors.ts';
import {
  type DeclarationDraft,
  insertDeclaration,
  lockDeclarations,
  type StoredDeclaration,
  updateDeclaration,
} from './store.ts';

/** What a caller says of a declaration; what is left out keeps its value. */
export interface DeclarationInput {
  readonly start?: Instant | undefined;
  readonly end?: Instant | undefined;
  readonly type?: DeclarationType | undefined;
  readonly status?: Status | undefined;
  readonly name?: string | undefined;
  readonly channelAId?: number | undefined;
  readonly channelACreatedAt?: Instant | undefined;
  readonly links?: Pick<SaidValues, 'pdfUrl' | 'pageUrl' | 'receiptUrl' | 'ediUrl'> | undefined;
  readonly sourceType?: DeclarationSourceType | undefined;
  readonly ignoreWhenRejected?: boolean | undefined;
  readonly rejectionReason?: string | undefined;
}

/** Adds declarations. Throws FolderNotFound, ChannelAIdTaken, PeriodReversed. */
export const addDeclarations = (
  ctx: Context,
  folderId: number,
  inputs: readonly DeclarationInput[],
): Promise<ListedDeclaration[]> =>
  changing(ctx, folderId, inputs, (trx, input, _known, now) =>
    insertDeclaration(trx, { folderId }, draftOf(undefined, input), now),
  );

/**
 * Updates declarations, found by ChannelAId, else by type and end; adds those that are not there. A status only rises,
 * or moves as it may from here. Throws FolderNotFound, ChannelAIdTaken, PeriodReversed, DeclarationNotDeletable and
 * StatusNotRising.
 */
export const updateDeclarations = (
  ctx: Context,
  folderId: number,
  inputs: readonly DeclarationInput[],
): Promise<ListedDeclaration[]> =>
  changing(ctx, folderId, inputs, async (trx, input, known, now) => {
    const before = findKnown(known, input);
    if (!before) return insertDeclaration(trx, { folderId }, draftOf(undefined, input), now);
    return updateDeclaration(trx, before, draftOf(before, input), now);
  });

type Change = (
  trx: Knex.Transaction,
  input: DeclarationInput,
  known: readonly StoredDeclaration[],
  now: string,
) => Promise<StoredDeclaration>;

async function changing(
  ctx: Context,
  folderId: number,
  inputs: readonly DeclarationInput[],
  change: Change,
): Promise<ListedDeclaration[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const now = ctx.clock.now();
  const touched = await db.transaction(async (trx) => {
    const known = new Map((await lockDeclarations(trx, folderId)).map((one) => [one.id, one]));
    const ids: number[] = [];
    for (const input of inputs) {
      const after = await change(trx, input, [...known.values()], now);
      known.set(after.id, after);
      ids.push(after.id);
    }
    return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
  });
  return withExercises(ctx, folderId, touched);
}

/** By identifier; else the record of the type and end, unless both name an identifier and they differ. */
function findKnown(known: readonly StoredDeclaration[], input: DeclarationInput): StoredDeclaration | undefined {
  const { channelAId, type, end } = input;
  const byId = channelAId === undefined ? undefined : known.find((one) => one.channelAId === channelAId);
  if (byId || type === undefined || end === undefined) return byId;
  const open = channelAId === undefined ? known : known.filter((one) => one.channelAId === undefined);
  const records = open.map((one) => ({ ...one, end: one.periodEnd, ignoreWhenRejected: one.ignoreWhenRejected }));
  const found = currentRecord(records, type, parisDay(end));
  return open.find(({ id }) => id === found?.id);
}

function draftOf(before: StoredDeclaration | undefined, input: DeclarationInput): DeclarationDraft {
  const channelAId = input.channelAId ?? before?.channelAId;
  const isOfChannelA = input.channelAId !== undefined;
  return {
    channel: isOfChannelA ? 'ChannelA' : (before?.channel ?? 'None'),
    channelAId,
    numeroAds: before?.numeroAds,
    sourceType: input.sourceType ?? before?.sourceType ?? 'Manual',
    ignoreWhenRejected: input.ignoreWhenRejected ?? before?.ignoreWhenRejected ?? false,
    channelCreatedAt: input.channelACreatedAt ?? before?.channelCreatedAt,
    record: recordOf(before, input),
  };
}

function recordOf(before: StoredDeclaration | undefined, input: DeclarationInput): DeclarationRecord {
  const said: SaidValues = {
    status: input.status,
    type: input.type === 'Inconnu' ? undefined : input.type,
    label: input.name,
    start: input.start,
    end: input.end,
    ...input.links,
    reasons: input.rejectionReason === undefined ? undefined : reasonsOf(input.rejectionReason),
  };
  const record = before ? changed(before, said) : mergeUndated(EMPTY_RECORD, said).record;
  if (input.start !== undefined || input.end !== undefined) refuseReversed(record);
  return record;
}

function changed(before: StoredDeclaration, said: SaidValues): DeclarationRecord {
  const { status, ...others } = said;
  if (status !== undefined && movedStatus(before, status) === 'here') {
    const { record } = mergeUndated(before.record, others);
    return { ...record, values: { ...record.values, status } };
  }
  return mergeUndated(before.record, said).record;
}

function refuseReversed({ values: { start, end } }: DeclarationRecord): void {
  if (start && end && compareInstants(start, end) > 0) throw sendingErrors.PeriodReversed({ end: parisDay(end) });
}

/** A text is one reason; an empty one, none. */
const reasonsOf = (text: string): readonly RejectionReason[] =>
  text === '' ? [] : [{ Formulaire: '', Code: '', Libelle: text }];

/**
 * `here`: a move that is decided here, upwards or down. Else the order rule decides, by which a status only rises.
 * Throws DeclarationNotDeletable, StatusNotRising.
 */
function movedStatus({ id, status }: StoredDeclaration, wanted: Status): 'here' | 'ordered' {
  if (wanted === status) return 'ordered';
  if (canMove(status, wanted)) return 'here';
  if (wanted === 'Deleted') throw declarationErrors.DeclarationNotDeletable({ declarationId: id, status });
  if (RANK[wanted] <= RANK[status]) throw declarationErrors.StatusNotRising({ declarationId: id, status, wanted });
  return 'ordered';
}
