/** Whether a folder books advances with or without their VAT: one mode for all of them. */
import type { Knex } from 'knex';
import { getFolder, lockFolder } from '../../folders/folders.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Context, Reader } from '../../operation/context.ts';
import type { AdvancePaymentMode } from '../engine/model.ts';
import { eraseLineConfigurations } from '../lines/store.ts';
import { hasSentReturn } from '../procedures/sent-returns.ts';
import { configurationErrors } from './errors.ts';

export const ADVANCE_MODES = ['TaxIncluded', 'TaxExcluded'] as const;
/** The default. */
const DEFAULT: AdvancePaymentMode = 'TaxIncluded';
/** Advances to suppliers, of customers. */
const ADVANCES = ['4091', '4191'];

interface ModeRow {
  folder_id: number;
  mode: AdvancePaymentMode;
  changed_at: string;
  changed_by: string | null;
}

const modes = (db: Knex) => db<ModeRow>('vat_advance_mode');

export interface AdvanceMode {
  readonly mode: AdvancePaymentMode;
  /** A declaration was sent: the mode changes no more. */
  readonly isLocked: boolean;
  readonly lastChangedAt: string | null;
  /** Of a user whose identifier is a number. */
  readonly lastChangedByUserId: number | null;
}

/** Throws FolderNotFound. */
export async function getAdvanceMode(ctx: Reader, folderId: number): Promise<AdvanceMode> {
  await getFolder(ctx, folderId);
  return readMode((await ctx.db()).knex, folderId);
}

/** The mode alone, for who computes. */
export async function readAdvanceMode(knex: Knex, folderId: number): Promise<AdvancePaymentMode> {
  const row = await modes(knex).where({ folder_id: folderId }).first('mode');
  return row?.mode ?? DEFAULT;
}

async function readMode(knex: Knex, folderId: number): Promise<AdvanceMode> {
  const row = await modes(knex).where({ folder_id: folderId }).first();
  return {
    mode: row?.mode ?? DEFAULT,
    isLocked: await hasSentReturn(knex, folderId),
    lastChangedAt: row?.changed_at ?? null,
    lastChangedByUserId: row?.changed_by ? Number(row.changed_by) : null,
  };
}

/**
 * Sets the mode and takes away the settings of the lines of advances, which belong to the mode before: `erased` says how
 * many. The mode that is there already changes nothing. Throws FolderNotFound, AdvanceModeLocked.
 */
export async function setAdvanceMode(
  ctx: Context,
  folderId: number,
  mode: AdvancePaymentMode,
): Promise<AdvanceMode & { readonly erased: number }> {
  return (await ctx.db()).transaction(async (trx) => {
    await lockFolder(trx, folderId);
    const before = await readMode(trx, folderId);
    if (before.mode === mode) return { ...before, erased: 0 };
    if (before.isLocked) throw configurationErrors.AdvanceModeLocked({ folderId });
    const row = { mode, changed_at: ctx.clock.now(), changed_by: numberOf(ctx.actor) };
    await modes(trx)
      .insert({ folder_id: folderId, ...row })
      .onConflict('folder_id')
      .merge();
    const erased = await eraseLineConfigurations(trx, folderId, ADVANCES);
    return { ...(await readMode(trx, folderId)), erased };
  });
}

const numberOf = (actor: Actor): string | null =>
  actor.kind === 'user' && /^\d{1,9}$/.test(actor.userId) ? actor.userId : null;
