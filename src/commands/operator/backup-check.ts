/** When the database was last backed up, as the audit log knows it. */
import type { Context } from '../../services/operation/context.ts';
import type { Finding } from './doctor.ts';

/** A week of work is what a firm can type again. */
const MOST_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** An installation that holds no folder has nothing to lose. */
export async function backupFinding(ctx: Context): Promise<Finding> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select (select max(at) from audit_entry where operation = 'db.backup' and outcome = 'done') as last,
       exists (select from folder) as "isUsed"`,
  );
  const [{ last, isUsed }] = rows as [{ last: string | null; isUsed: boolean }];
  const age = last === null ? Number.POSITIVE_INFINITY : Date.parse(ctx.clock.now()) - Date.parse(last);
  return isUsed && age > MOST_DAYS * DAY_MS ? { ...LATE, value: last ?? '-' } : { state: 'ok', value: last ?? '-' };
}

const LATE: Omit<Finding, 'value'> = {
  state: 'warning',
  fix: {
    en: 'Run: taxops db backup FILE, each day, unless the database is saved by other means.',
    fr: 'Exécutez : taxops db backup FICHIER, chaque jour, sauf si la base est sauvegardée autrement.',
  },
};
