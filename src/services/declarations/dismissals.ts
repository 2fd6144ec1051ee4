/** Obligations that a person set aside, with the reason: nothing is asked for any more, until it is taken back. */
import type { Knex } from 'knex';
import type { PlainDate } from '../kernel/dates.ts';
import { actorName } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { declarationErrors } from './errors.ts';
import type { DeclarationKind } from './kinds.ts';
import { currentRecord } from './rules/periods.ts';
import { isFiled, isOpen } from './rules/status.ts';
import { type PeriodKey, periodFor } from './sending/period.ts';
import { countingRecords } from './standing.ts';

export interface Dismissal {
  readonly type: DeclarationKind;
  readonly end: PlainDate;
  readonly reason: string;
}

interface Row {
  readonly folder_id: number;
  readonly type: DeclarationKind;
  readonly period_end: PlainDate;
  readonly reason: string;
  readonly actor: string;
  readonly dismissed_at: string;
}

const table = (knex: Knex) => knex<Row>('declaration_dismissal');

/** What was set aside in these folders, each as `dismissalKey` writes it. */
export async function dismissedIn(knex: Knex, folderIds: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await table(knex).whereRaw('folder_id = any(?)', [[...folderIds]]);
  return new Set(rows.map(({ folder_id, type, period_end }) => dismissalKey(folder_id, type, period_end)));
}

export const dismissalKey = (folderId: number, type: string, end: PlainDate): string => `${folderId} ${type} ${end}`;

/**
 * Sets the obligation aside; again with another reason replaces it.
 * Throws FolderNotFound, TypeNotSendable, PeriodUnknown, ObligationMet.
 */
export async function dismissObligation(ctx: Context, key: PeriodKey, reason: string): Promise<Dismissal> {
  const { type, period } = await periodFor(ctx, key);
  const { folderId } = key;
  const records = await countingRecords(ctx, [folderId]);
  const status = currentRecord(records, type, period.end)?.status ?? 'None';
  if (isFiled(status) || isOpen(status)) throw declarationErrors.ObligationMet({ type, end: period.end, status });
  const { knex } = await ctx.db();
  const row = { folder_id: folderId, type, period_end: period.end, reason };
  await table(knex)
    .insert({ ...row, actor: actorName(ctx.actor), dismissed_at: ctx.clock.now() })
    .onConflict(['folder_id', 'type', 'period_end'])
    .merge();
  return { type, end: period.end, reason };
}

/** Takes it back: the obligation is due again. Throws FolderNotFound, TypeNotSendable, PeriodUnknown, ObligationDue. */
export async function restoreObligation(ctx: Context, key: PeriodKey): Promise<Dismissal> {
  const { type, period } = await periodFor(ctx, key);
  const { folderId } = key;
  const [row] = await table((await ctx.db()).knex)
    .where({ folder_id: folderId, type, period_end: period.end })
    .delete()
    .returning('*');
  if (!row) throw declarationErrors.ObligationDue({ type, end: period.end });
  return { type, end: period.end, reason: row.reason };
}
