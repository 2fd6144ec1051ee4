/**
 * Files that were given to be looked at before they are imported, kept for a day. They belong to whoever gave them: to
 * anybody else they are not there.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { writeWhole } from '../documents/spool.ts';
import { presentMoment } from '../kernel/clock.ts';
import type { InputFile } from '../kernel/stream.ts';
import { type Page, type Paging, readPage } from '../ledger/page.ts';
import { ownerOf } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { intakeErrors } from './errors.ts';
import type { LookedFile } from './looked-file.ts';

export interface Intake {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly files: readonly LookedFile[];
}

interface IntakeRow {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly files: readonly LookedFile[];
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const CHUNK_BYTES = 1024 * 1024;

const intakeOf = ({ id, created_at, expires_at, files }: IntakeRow): Intake => ({
  id,
  createdAt: created_at,
  expiresAt: expires_at,
  files,
});

/** What was found of each file, and the file, by the same rank. */
export type Kept = readonly (readonly [found: LookedFile, file: InputFile])[];

/** What is kept of one person at a time: a day of work, and no way to fill the disk. */
const [MOST_KEPT, MOST_BYTES] = [100, 1024 ** 3];
const MEGABYTE = 1024 ** 2;

/** Throws IntakesFull. */
export async function keepIntake(ctx: Context, kept: Kept): Promise<Intake> {
  const db = await ctx.db();
  const [id, now] = [ctx.ids.uuid(), presentMoment(ctx)];
  const expiry = new Date(Date.parse(now) + LIFETIME_MS).toISOString();
  const files = kept.map(([found]) => found);
  await db.transaction(async (trx) => {
    await sweepIntakes(trx, now); // where no listener runs, nobody else would
    await refuseTooMany(trx, ownerOf(ctx.actor), kept);
    await trx('intake').insert({
      id,
      owner: ownerOf(ctx.actor),
      created_at: now,
      expires_at: expiry,
      files: JSON.stringify(files),
    });
    for (const [{ rank }, file] of kept) await storeChunks(trx, id, rank, file.path);
  });
  return findIntake(ctx, id);
}

async function refuseTooMany(trx: Knex, owner: string, kept: Kept): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('intake'), hashtext(?))`, [owner]); // two at once count each other
  const { rows } = await trx.raw(
    `select count(distinct i.id)::integer as count, coalesce(sum(octet_length(c.bytes)), 0)::float8 as bytes,
       min(i.expires_at) as until
     from intake i left join intake_chunk c on c.intake_id = i.id where i.owner = ?`,
    [owner],
  );
  const [{ count, bytes, until }] = rows as [{ count: number; bytes: number; until: string | null }];
  const sizes = await Promise.all(kept.map(async ([, { path }]) => (await stat(path)).size));
  const total = sizes.reduce((sum, size) => sum + size, bytes);
  if (count < MOST_KEPT && total <= MOST_BYTES) return;
  throw intakeErrors.IntakesFull({
    count,
    megabytes: Math.ceil(bytes / MEGABYTE),
    most: MOST_KEPT,
    mostMegabytes: MOST_BYTES / MEGABYTE,
    until: until ?? '',
  });
}

async function storeChunks(trx: Knex, intakeId: string, rank: number, path: string): Promise<void> {
  let chunk = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    await trx('intake_chunk').insert({ intake_id: intakeId, file_rank: rank, chunk_rank: chunk, bytes });
    chunk += 1;
  }
}

const ownedBy = (knex: Knex, ctx: Context): Knex.QueryBuilder =>
  knex('intake')
    .where({ owner: ownerOf(ctx.actor) })
    .where('expires_at', '>=', ctx.clock.now());

/** Throws IntakeNotFound. */
export async function findIntake(ctx: Context, intakeId: string): Promise<Intake> {
  const row: IntakeRow | undefined = await ownedBy((await ctx.db()).knex, ctx)
    .where({ id: intakeId })
    .first();
  if (!row) throw intakeErrors.IntakeNotFound({ intakeId });
  return intakeOf(row);
}

/** The newest first. */
export async function listIntakes(ctx: Context, paging: Paging): Promise<Page<Intake>> {
  const { knex } = await ctx.db();
  return readPage(ownedBy(knex, ctx), (query) => query.orderBy('created_at', 'desc').orderBy('id'), paging, intakeOf);
}

/** Runs `use` with one file, on disk under the name that it was given by. */
export async function withKeptFile<T>(
  ctx: Context,
  { id }: Intake,
  { rank, file }: LookedFile,
  use: (file: InputFile) => Promise<T>,
): Promise<T> {
  const { knex } = await ctx.db();
  const folder = await mkdtemp(join(tmpdir(), 'taxops-intake-'));
  try {
    const path = join(folder, 'file');
    await writeWhole(path, readChunks(knex, id, rank));
    return await use({ name: file, path });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readChunks(knex: Knex, intakeId: string, rank: number): AsyncGenerator<Uint8Array> {
  for (let chunk = 0; ; chunk += 1) {
    const row = await knex('intake_chunk')
      .where({ intake_id: intakeId, file_rank: rank, chunk_rank: chunk })
      .first('bytes');
    if (!row) return;
    yield row.bytes as Buffer;
  }
}

/** What became of its files. Throws IntakeNotFound. */
export async function updateIntake(ctx: Context, intakeId: string, files: readonly LookedFile[]): Promise<Intake> {
  const { knex } = await ctx.db();
  await ownedBy(knex, ctx)
    .where({ id: intakeId })
    .update({ files: JSON.stringify(files) });
  return findIntake(ctx, intakeId);
}

/** Forgets the files whose day is over. */
export async function sweepIntakes(knex: Knex, now: string): Promise<void> {
  await knex('intake').where('expires_at', '<', now).delete();
}
