import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import type { Head } from './head.ts';

/** One line of the audit log: who did what to which folder, and how it ended. Never a token, a login or a file's text. */
export interface AuditEntry {
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly folderId: number | null;
  /** `done`, the code of the failure, or `changed`: what the database says of a statement of the call. */
  readonly outcome: string;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Appends an entry; inside a transaction it is committed or undone with the act it records. */
export async function appendAudit(db: Knex, entry: AuditEntry): Promise<void> {
  await db('audit_entry').insert({
    at: entry.at,
    actor: entry.actor,
    operation: entry.operation,
    folder_id: entry.folderId,
    outcome: entry.outcome,
    details: entry.details ? JSON.stringify(entry.details) : null,
  });
}

/** The same as a statement to be part of another one; it ends in a condition, to which more can be added. */
export const auditStatement = ({ at, actor, operation, folderId, outcome, details }: AuditEntry) => ({
  sql: `insert into audit_entry (at, actor, operation, folder_id, outcome, details)
        select :auditAt::timestamptz, :auditActor, :auditOperation, :auditFolder::integer, :auditOutcome, :auditDetails::jsonb
        where true`,
  bindings: {
    auditAt: at,
    auditActor: actor,
    auditOperation: operation,
    auditFolder: folderId,
    auditOutcome: outcome,
    auditDetails: details ? JSON.stringify(details) : null,
  },
});

interface StoredEntry {
  readonly id: bigint;
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly folder_id: number | null;
  readonly outcome: string;
  readonly details: string | null;
  readonly sequence: bigint | null;
  readonly previous_hash: string | null;
  readonly hash: string | null;
}

/** Moments at full precision and details as their own text: the hash must not depend on how a driver reads them. */
const COLUMNS = `id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, operation, folder_id,
  outcome, details::text as details, sequence, previous_hash, hash`;

const SEAL_LOCK = 7_342_901;
const BATCH = 5_000;

/** SHA-256 over the previous hash and the entry: a change anywhere breaks every hash after it. */
function chainHash(previous: string, sequence: bigint, entry: StoredEntry): string {
  const { id, at, actor, operation, folder_id, outcome, details } = entry;
  const text = JSON.stringify([
    previous,
    String(sequence),
    String(id),
    at,
    actor,
    operation,
    folder_id,
    outcome,
    details,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Chains the entries written since the last sealing, in batches: writers never wait for each other. Safe from several
 * processes at once. Returns how many were sealed.
 */
export async function sealAudit(db: Database): Promise<number> {
  for (let sealed = 0; ; ) {
    const count = await db.transaction(sealBatch);
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

async function sealBatch(trx: Knex.Transaction): Promise<number> {
  await trx.raw('select pg_advisory_xact_lock(?)', [SEAL_LOCK]);
  const { rows: open } = await trx.raw(
    `select ${COLUMNS} from audit_entry where hash is null order by id limit ${BATCH}`,
  );
  if (open.length === 0) return 0;
  const { rows: last } = await trx.raw(
    'select sequence, hash from audit_entry where sequence is not null order by sequence desc limit 1',
  );
  let sequence: bigint = last[0]?.sequence ?? 0n;
  let previous: string = last[0]?.hash ?? '';
  const sealed = (open as StoredEntry[]).map((entry) => {
    sequence += 1n;
    const link = { id: entry.id, sequence, previous, hash: chainHash(previous, sequence, entry) };
    previous = link.hash;
    return link;
  });
  await trx.raw(
    `update audit_entry entry set sequence = link.sequence, previous_hash = link.previous, hash = link.hash
     from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[]) as link(id, sequence, previous, hash) where entry.id = link.id`,
    [
      sealed.map((l) => String(l.id)),
      sealed.map((l) => String(l.sequence)),
      sealed.map((l) => l.previous),
      sealed.map((l) => l.hash),
    ],
  );
  return sealed.length;
}

export interface AuditReport {
  readonly entries: number;
  readonly unsealed: number;
  /** First entry whose hash, order or link is wrong; undefined when the chain is whole. */
  readonly brokenAt: number | undefined;
  readonly lastHash: string;
  /** Entries at the end that the kept head proves and that are not there. */
  readonly missing: number;
}

/**
 * Computes the whole chain again. `kept` is a head of it that was kept elsewhere: it proves that the end was not cut off
 * nor written anew.
 */
export async function verifyAudit(db: Database, kept?: Head): Promise<AuditReport> {
  await sealAudit(db);
  let previous = '';
  let sequence = 0n;
  for (;;) {
    const { rows } = await db.knex.raw(
      `select ${COLUMNS} from audit_entry where sequence > ? order by sequence limit ${BATCH}`,
      [String(sequence)],
    );
    for (const entry of rows as StoredEntry[]) {
      sequence += 1n;
      const sound =
        entry.sequence === sequence &&
        entry.previous_hash === previous &&
        entry.hash === chainHash(previous, sequence, entry) &&
        (sequence !== kept?.sequence || entry.hash === kept.hash);
      if (!sound)
        return { entries: Number(sequence), unsealed: 0, brokenAt: Number(entry.id), lastHash: previous, missing: 0 };
      previous = entry.hash ?? '';
    }
    if (rows.length < BATCH) break;
  }
  const { rows } = await db.knex.raw('select count(*) as open from audit_entry where hash is null');
  const missing = Math.max(0, Number((kept?.sequence ?? 0n) - sequence));
  return {
    entries: Number(sequence),
    unsealed: Number(rows[0].open),
    brokenAt: undefined,
    lastHash: previous,
    missing,
  };
}
