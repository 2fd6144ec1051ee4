import * as z from 'zod';
import { appendAudit } from '../../services/audit/audit.ts';
import { actorName } from '../../services/operation/actor.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { retireKeys } from '../../services/secrets/key-ring.ts';
import { type Resealed, reseal } from '../../services/secrets/reseal.ts';
import { defineCommand } from '../operation/operation.ts';
import { int, text } from '../operation/outputs.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

export const secretsRotate = defineCommand({
  id: 'operator.secrets.rotate',
  summary: { en: 'Encrypt everything under the newest key', fr: 'Tout chiffrer sous la clé la plus récente' },
  description:
    'With several machines: add the new key after the old one in TAXOPS_SECRET_KEY of each, then put it first on each, run this on one, then take the old one out. May be stopped and run again; nothing else has to stop.',
  cli: { path: ['secrets', 'rotate'], examples: ['taxops secrets rotate'] },
  output: z.array(z.object({ Table: text('Table'), Rows: int('Lignes'), Changed: int('Modifiées') })),
  errors: ['SecretUnreadable', 'SecretKeyMissing', 'SecretKeyForeign', 'SecretKeyInvalid'],
  audited: 'itself',
  run: async (ctx) => {
    const db = await ctx.db();
    const box = await ctx.secrets();
    const done: Resealed[] = [];
    for (const column of SEALED_COLUMNS) {
      done.push(await reseal(db.knex, box, column));
      ctx.progress.step({ label: column.table, done: done.length, total: SEALED_COLUMNS.length });
    }
    await db.transaction(async (trx) => {
      const before: string[] = await trx('secret_key').orderBy('id').pluck('id');
      const keys = await retireKeys(trx, box, SEALED_COLUMNS);
      const changed = done.reduce((sum, table) => sum + table.changed, 0);
      await appendAudit(
        trx,
        keyEntry(ctx, 'operator.secrets.rotate', { before: before.join(','), keys: keys.join(','), changed }),
      );
    });
    return done;
  },
});

/** Identifiers of keys only: the log is read by more people than the keys. */
export const keyEntry = (
  ctx: TerminalContext,
  operation: string,
  details: Readonly<Record<string, string | number>>,
) => ({
  at: ctx.clock.now(),
  actor: actorName(ctx.actor),
  operation,
  folderId: null,
  outcome: 'done',
  details,
});
