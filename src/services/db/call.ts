/**
 * Which call a statement belongs to. The database writes what a call changes into the audit log in the transaction of the
 * change; it knows the call by a setting of the session, sent before the first write of the call on a connection.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** Who does what, as lines of the audit log say it. */
export interface AuditedCall {
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly folderId: number | null;
}

const calls = new AsyncLocalStorage<string>();

/** Runs `work`: what it writes is logged as this call's. Awaited inside, for a query of knex starts when it is awaited. */
export const duringCall = <T>(call: AuditedCall, work: () => PromiseLike<T>): Promise<T> =>
  calls.run(JSON.stringify(call), async () => await work());

const NOBODY = '';

/** Runs `work`, whose changes are not logged: the log must not keep what the call is there to erase. */
export const unlogged = <T>(work: () => PromiseLike<T>): Promise<T> => calls.run(NOBODY, async () => await work());

const WRITES = /\b(?:insert|update|delete|merge|truncate|copy)\b/i;
const UNDONE = /^\s*rollback\b/i;

/** The call last set in the session; undefined after a rollback, which takes the setting back too. */
type Session = pg.Client & { taxopsCall?: string | undefined };

/** Before a statement: sets the call in the session when the statement may write and the session has another one. */
export async function nameCall(session: Session, sql: string): Promise<void> {
  if (UNDONE.test(sql)) session.taxopsCall = undefined;
  if (!('taxopsCall' in session)) session.taxopsCall = NOBODY;
  const call = calls.getStore() ?? NOBODY;
  if (session.taxopsCall === call || !WRITES.test(sql)) return;
  session.taxopsCall = undefined;
  await session.query("select set_config('taxops.call', $1, false)", [call]);
  session.taxopsCall = call;
}
