import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { TaxopsError } from '../../services/kernel/errors.ts';
import { actorName } from '../../services/operation/actor.ts';
import type { SealedColumn } from '../../services/secrets/reseal.ts';
import type { SecretBox } from '../../services/secrets/secret-box.ts';
import { type Around, type ParsedInput, permit } from '../operation/invoke.ts';
import { auditRefusal } from '../program/auditing.ts';
import { commandErrors } from '../program/errors.ts';

const KEPT_HOURS = 24;
/** A key whose request never ended (a killed process) is free again after this long. */
const ABANDONED_MINUTES = 5;

interface Row {
  readonly request_sha256: string;
  /** Null while the request runs. Encrypted: an answer may hold the figures of a declaration. */
  readonly answer: Buffer | null;
}

export const ANSWER_SEALED: SealedColumn = {
  table: 'idempotent_answer',
  column: 'answer',
  key: ['caller', 'key'],
  place: (row) => placeOf(row as unknown as Owner),
};

interface Owner {
  readonly caller: string;
  readonly key: string;
}

const placeOf = ({ caller, key }: Owner): string => `idempotent_answer ${caller} ${key}`;

/**
 * Runs a request that carries an Idempotency-Key once: sent again with the same body it gets the first answer, with
 * another body 422, while the first one runs 409. A failed request leaves its key free, for nothing was done.
 */
export const idempotent =
  (key: string | null): Around =>
  async (operation, ctx, input, next) => {
    if (key === null || !operation.idempotent) return next();
    if (key.length < 1 || key.length > 255) throw commandErrors.IdempotencyKeyInvalid();
    const { knex } = await ctx.db();
    const box = await ctx.secrets(); // before the key is taken: without it no answer could be kept
    const owner: Owner = { caller: actorName(ctx.actor), key };
    const request_sha256 = digest(operation.id, input);
    const known = await claim(knex, {
      ...owner,
      operation: operation.id,
      request_sha256,
      created_at: ctx.clock.now(),
    });
    if (known) {
      // Rights may have gone since: an answer of before is no less confidential than one of now.
      await permit(operation, ctx, input).catch(async (error) => {
        await auditRefusal(operation, ctx, error);
        throw error;
      });
      return repeated(known, request_sha256, box, owner);
    }
    const row = knex('idempotent_answer').where(owner);
    try {
      const result = await next();
      await row.update({ status: 200, answer: box.seal(JSON.stringify({ result: result ?? null }), placeOf(owner)) });
      return result;
    } catch (error) {
      // An unexpected failure may have happened after the work: the key stays taken until it is abandoned.
      if (error instanceof TaxopsError) await row.del();
      throw error;
    }
  };

/** Forgets answers that are no longer promised. */
export const sweepAnswers = async (knex: Knex, now: string): Promise<void> => {
  await knex.raw(`delete from idempotent_answer where created_at < ?::timestamptz - interval '${KEPT_HOURS} hours'`, [
    now,
  ]);
};

function repeated(known: Row, request: string, box: SecretBox, owner: Owner): unknown {
  if (known.request_sha256 !== request) throw commandErrors.IdempotencyKeyReused();
  if (known.answer === null) throw commandErrors.IdempotencyKeyRunning();
  const { result } = JSON.parse(box.open(known.answer, placeOf(owner)).toString('utf8'));
  return result ?? undefined;
}

/** Takes the key; returns the earlier row when it is taken. */
async function claim(knex: Knex, row: Readonly<Record<string, string>>): Promise<Row | undefined> {
  await knex.raw(
    `delete from idempotent_answer where caller = :caller and key = :key and (
       created_at < :created_at::timestamptz - interval '${KEPT_HOURS} hours'
       or (status is null and created_at < :created_at::timestamptz - interval '${ABANDONED_MINUTES} minutes'))`,
    row,
  );
  const taken = await knex('idempotent_answer').insert(row).onConflict(['caller', 'key']).ignore().returning('key');
  if (taken.length > 0) return undefined;
  return knex<Row>('idempotent_answer')
    .where({ caller: row.caller, key: row.key } as never)
    .first() as Promise<Row | undefined>;
}

const digest = (operation: string, input: ParsedInput): string =>
  createHash('sha256').update(operation).update(canonical(input)).digest('hex');

/** JSON with sorted names: two spellings of one request are one request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner) => {
    if (typeof inner === 'bigint') return String(inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
