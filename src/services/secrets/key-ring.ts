/**
 * The keys belong to the database: it knows the identifier of each key that its encrypted columns are under, and a process
 * that lacks one of them is refused before it writes a row that others cannot read. A key is only ever made for a database
 * that has nothing encrypted.
 */
import type { Knex } from 'knex';
import { secretErrors } from './errors.ts';
import type { SealedColumn } from './reseal.ts';
import { SEALED_UNDER, type SecretBox, secretBox } from './secret-box.ts';

/** Where the keys of a process come from. */
export interface KeySource {
  /** File or variable, for messages. */
  readonly place: string;
  /** The keys, newest first; undefined when there are none. */
  read(): Promise<string | undefined>;
  /** A new key, kept there; the one of another process when that was first. */
  make(): Promise<string>;
}

/** Every encrypted column: loaded when a database that knows no key is asked for its rows. */
type Columns = () => Promise<readonly SealedColumn[]>;

/**
 * The keys of this process, checked against the database, which from now on knows the newest one. Throws SecretKeyInvalid,
 * SecretKeyMissing, SecretKeyForeign.
 */
export async function openSecretBox(knex: Knex, source: KeySource, columns: Columns): Promise<SecretBox> {
  const given = await givenBox(source);
  const known = await knownIds(knex);
  if (given && known.includes(given.ids[0] ?? '')) return fitting(given, known, source);
  return knex.transaction(async (trx) => {
    await trx.raw('lock table secret_key in share row exclusive mode');
    const used = await usedIds(trx, columns);
    const box = (await givenBox(source)) ?? (await makeBox(used, source)); // another process may have made it meanwhile
    fitting(box, used, source);
    await register(trx, [...used, ...box.ids.slice(0, 1)]);
    return box;
  });
}

/** The keys of this process, as far as there are any, if they fit; nothing is made or written. Throws as `openSecretBox`. */
export async function examineKeys(
  knex: Knex,
  source: KeySource,
  columns: readonly SealedColumn[],
): Promise<SecretBox | undefined> {
  const [box, used] = [await givenBox(source), await usedIds(knex, async () => columns)];
  if (!box && used.length > 0) throw missing(used, source);
  return box && fitting(box, used, source);
}

/** How many rows are under a key that is not among these. */
export async function unreadableRows(knex: Knex, box: SecretBox, columns: readonly SealedColumn[]): Promise<number> {
  let unreadable = 0;
  for (const { id, rows } of await sealedUnder(knex, columns)) if (!box.ids.includes(id)) unreadable += rows;
  return unreadable;
}

/** After everything came under the newest key: forgets keys that no row is under. Returns those that remain. */
export async function retireKeys(
  trx: Knex.Transaction,
  box: SecretBox,
  columns: readonly SealedColumn[],
): Promise<readonly string[]> {
  await trx.raw('lock table secret_key in share row exclusive mode');
  const left = [...new Set([...box.ids.slice(0, 1), ...(await sealedUnder(trx, columns)).map(({ id }) => id)])];
  await trx('secret_key').whereNotIn('id', left).delete();
  return left;
}

/**
 * When every copy of a key is lost: the database forgets the keys that `box` lacks. What is under them stays unreadable.
 * Returns those that it knew.
 */
export async function replaceKeys(trx: Knex.Transaction, box: SecretBox): Promise<readonly string[]> {
  const known = await knownIds(trx);
  await trx('secret_key').whereNotIn('id', box.ids).delete();
  await register(trx, box.ids.slice(0, 1));
  return known;
}

async function givenBox(source: KeySource): Promise<SecretBox | undefined> {
  const keys = await source.read();
  return keys === undefined ? undefined : secretBox(keys);
}

async function makeBox(used: readonly string[], source: KeySource): Promise<SecretBox> {
  if (used.length > 0) throw missing(used, source);
  return secretBox(await source.make());
}

function fitting(box: SecretBox, used: readonly string[], { place }: KeySource): SecretBox {
  const wanted = used.filter((id) => !box.ids.includes(id));
  if (wanted.length === 0) return box;
  throw secretErrors.SecretKeyForeign({ wanted: wanted.join(', '), place, given: box.ids.join(', ') });
}

const missing = (used: readonly string[], { place }: KeySource) =>
  secretErrors.SecretKeyMissing({ wanted: used.join(', '), place });

const knownIds = (knex: Knex): Promise<string[]> => knex('secret_key').orderBy('id').pluck('id');

/** A database of before it knew its keys is asked for its rows. */
async function usedIds(knex: Knex, columns: Columns): Promise<readonly string[]> {
  const known = await knownIds(knex);
  return known.length > 0 ? known : (await sealedUnder(knex, await columns())).map(({ id }) => id);
}

async function sealedUnder(
  knex: Knex,
  columns: readonly SealedColumn[],
): Promise<readonly { readonly id: string; readonly rows: number }[]> {
  const select = `select ${SEALED_UNDER} as id, count(*)::int as rows from ?? where ?? is not null group by 1`;
  const { rows } = await knex.raw(
    `select id, sum(rows)::int as rows from (${columns.map(() => select).join(' union all ')}) sealed group by id order by id`,
    columns.flatMap(({ table, column }) => [column, table, column]),
  );
  return rows;
}

const register = (trx: Knex.Transaction, ids: readonly string[]) =>
  trx('secret_key')
    .insert(ids.map((id) => ({ id })))
    .onConflict('id')
    .ignore();
