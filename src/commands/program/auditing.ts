import { actorName, appendAudit } from '../../services/audit/audit.ts';
import { TaxopsError } from '../../services/kernel/errors.ts';
import { folderOf } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import type { Around, ParsedInput } from '../operation/invoke.ts';
import type { Operation } from '../operation/operation.ts';

const REFUSALS = new Set(['forbidden', 'notFound']);

/** Writes one audit line per write, per audited download, and per refusal of a caller who is not the local operator. */
export const auditing: Around = async (operation, ctx, input, next) => {
  try {
    const result = await next();
    if (isTold(operation, input)) await tell(operation, ctx, input, 'done');
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

/** Commands without a route act on the machine, not on anybody's books; a dry run writes nothing. */
const isTold = ({ policy, audited, http }: Operation, { dryRun }: ParsedInput): boolean =>
  http !== undefined &&
  dryRun !== true &&
  audited !== 'itself' &&
  (audited === true || ('right' in policy ? policy.right !== 'read' : policy.kind === 'service'));

async function tell(operation: Operation, ctx: Context, input: ParsedInput, outcome: string): Promise<void> {
  const { knex } = await ctx.db();
  const folderId = folderOf(operation.policy, input) ?? null;
  await appendAudit(knex, {
    at: ctx.clock.now(),
    actor: actorName(ctx.actor),
    operation: operation.id,
    folderId,
    outcome,
  });
}
