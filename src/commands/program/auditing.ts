import { type AuditEntry, appendAudit } from '../../services/audit/audit.ts';
import { duringCall } from '../../services/db/call.ts';
import { TaxopsError } from '../../services/kernel/errors.ts';
import { actorName, folderOf, type Policy } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import type { Around, ParsedInput } from '../operation/invoke.ts';
import type { Operation } from '../operation/operation.ts';

const REFUSALS = new Set(['forbidden', 'notFound']);

/**
 * Writes one audit line per write, per audited download or command, and per refusal of a caller who is not the local
 * operator. What a write changes is logged by the database as it changes.
 */
export const auditing: Around = async (operation, ctx, input, next) => {
  try {
    const isLogged = isTold(operation, input);
    if (operation.audited === 'begun') await tell(operation, ctx, input, 'begun');
    const result = await (isLogged ? duringCall(entryOf(operation, ctx, input, 'changed'), next) : next());
    if (isLogged) await tell(operation, ctx, input, 'done', operation.auditDetails?.(result));
    return result;
  } catch (error) {
    const code = error instanceof TaxopsError ? error.code : 'Internal';
    const refused = ctx.actor.kind !== 'local' && error instanceof TaxopsError && REFUSALS.has(error.kind);
    // The failure itself is what the caller must hear of, even when the log cannot be written.
    if (isTold(operation, input) || refused) await tell(operation, ctx, input, code).catch(() => {});
    throw error;
  }
};

/** Writes down a caller who was turned away before the call began. */
export async function auditRefusal(operation: Operation, ctx: Context, error: unknown): Promise<void> {
  if (!(error instanceof TaxopsError) || !REFUSALS.has(error.kind)) return;
  await tell(operation, ctx, {}, error.code).catch(() => {});
}

/** A command without a route says whether it changes anything that lasts; a dry run and a preview write nothing. */
const isTold = ({ policy, audited, http }: Operation, { dryRun, preview }: ParsedInput): boolean =>
  dryRun !== true &&
  preview !== true &&
  (audited === undefined ? http !== undefined && isChange(policy) : audited === true || audited === 'begun');

const isChange = (policy: Policy): boolean => ('right' in policy ? policy.right !== 'read' : policy.kind === 'service');

async function tell(
  operation: Operation,
  ctx: Context,
  input: ParsedInput,
  ...[outcome, details]: readonly [outcome: string, details?: AuditEntry['details']]
): Promise<void> {
  const { knex } = await ctx.db();
  await appendAudit(knex, { ...entryOf(operation, ctx, input, outcome), ...(details && { details }) });
}

const entryOf = (operation: Operation, ctx: Context, input: ParsedInput, outcome: string) => ({
  at: ctx.clock.now(),
  actor: actorName(ctx.actor),
  operation: operation.id,
  folderId: folderOf(operation.policy, input) ?? null,
  outcome,
});
