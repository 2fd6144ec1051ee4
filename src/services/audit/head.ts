/**
 * The head of the chain, kept outside of the database: hashes inside it cannot show that its end was cut off, for what is
 * left is whole. The file belongs where those who may write the database may not.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import { auditErrors } from './errors.ts';

export interface Head {
  readonly sequence: bigint;
  readonly hash: string;
}

const LINE = /^(\d{1,18}) ([0-9a-f]{64})\n?$/;

/** What the file keeps; undefined when there is none yet. Throws AuditHeadUnreadable. */
export async function readHead(file: string): Promise<Head | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw auditErrors.AuditHeadUnreadable({ file, reason: error.code ?? error.message });
  });
  if (text === undefined) return undefined;
  const [, sequence, hash] = LINE.exec(text) ?? [];
  if (!sequence || !hash)
    throw auditErrors.AuditHeadUnreadable({
      file,
      reason: { en: 'not a number and a hash', fr: 'ce n’est pas un numéro suivi d’une empreinte' },
    });
  return { sequence: BigInt(sequence), hash };
}

/** Keeps the newest head, unless the chain has not the one that is kept: what shows a cut stays. */
export async function keepHead(db: Database, file: string): Promise<void> {
  const kept = await readHead(file);
  const { rows } = await db.knex.raw(
    `select sequence, hash, exists (select from audit_entry where sequence = ? and hash = ?) as follows
     from audit_entry where sequence is not null order by sequence desc limit 1`,
    [String(kept?.sequence ?? 0), kept?.hash ?? ''],
  );
  const [last] = rows as (Head & { follows: boolean })[];
  if (!last || (kept && (!last.follows || last.sequence === kept.sequence))) return;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${last.sequence} ${last.hash}\n`, { mode: 0o600 });
  await rename(draft, file);
}
