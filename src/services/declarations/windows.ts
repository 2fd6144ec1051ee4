/** Windows of updates (A13) that were read: what is stored later than its time is found in the next one. */
import type { Knex } from 'knex';
import type { Instant } from '../kernel/paris-time.ts';
import type { UpdateWindow } from './rules/window.ts';

/** How far ahead of ours the clock of a caller may be. A window that ends later goes on, and is read again. */
const SKEW_MS = 60_000;

/** The lock of the trigger on declarations: shared by what commits, taken alone by what ends a window. */
const LOCK_SPACE = 7_342_903;

/**
 * From now on nothing is stored as changed before the end of the window. Waits for transactions that are committing, not
 * for those that are open.
 */
export async function endWindow(knex: Knex, { before }: UpdateWindow, now: Instant): Promise<void> {
  const limit = Date.parse(now) + SKEW_MS;
  const until = Date.parse(before) > limit ? now : before;
  await knex.raw(
    `with alone as materialized (
       select pg_advisory_xact_lock(:space, 0) from declaration_window where read_until < :until::timestamptz)
     update declaration_window set read_until = greatest(read_until, :until::timestamptz) from alone`,
    { space: LOCK_SPACE, until },
  );
}
