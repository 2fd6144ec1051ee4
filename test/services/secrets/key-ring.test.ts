/** Two hosts on one database, a lost key, a change of keys. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '../../../src/commands/operator/sealed-columns.ts';
import { keyFile, setKeyFileAside, writeKeyFile } from '../../../src/services/secrets/key-file.ts';
import {
  examineKeys,
  type KeySource,
  openSecretBox,
  replaceKeys,
  retireKeys,
  unreadableRows,
} from '../../../src/services/secrets/key-ring.ts';
import { reseal } from '../../../src/services/secrets/reseal.ts';
import { newSecretKey, type SecretBox, secretBox } from '../../../src/services/secrets/secret-box.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const db = await testDatabase();
const newHome = () => join(temporaryFolder('key'), 'home');
const columns = async () => SEALED_COLUMNS;
const open = (source: KeySource) => openSecretBox(db.knex, source, columns);
const given = (keys: string): KeySource => ({
  place: 'TAXOPS_SECRET_KEY',
  read: async () => keys,
  make: () => Promise.reject(new Error('a key that is given is never made')),
});
const known = () => db.knex('secret_key').orderBy('id').pluck('id');
const deliver = (identity: string, box: SecretBox) =>
  db.knex('webhook_delivery').insert({
    identity,
    body: box.seal('body', `webhook_delivery ${identity}`),
    channel_a_id: 1,
    arrived_at: '2026-03-01T10:00:00Z',
    result: 'parked',
  });

beforeEach(async () => {
  await db.knex('secret_key').delete();
  await db.knex('webhook_delivery').delete();
});

describe('the key of a data folder', () => {
  it('is made once, for its owner only, whoever comes first', async () => {
    const home = newHome();
    const boxes = await Promise.all([open(keyFile(home)), open(keyFile(home))]);
    expect(boxes[1]?.ids).toEqual(boxes[0]?.ids);
    expect(await known()).toEqual(boxes[0]?.ids);
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('is set aside, not lost, when another takes its place', async () => {
    const home = newHome();
    const [id] = (await open(keyFile(home))).ids;
    await setKeyFileAside(home);
    await writeKeyFile(home, newSecretKey());
    expect(readdirSync(home).sort()).toEqual(['secret.key', `secret.key.${id}`]);
  });
});

describe('a second host', () => {
  it('makes no key of its own', async () => {
    const [id] = (await open(keyFile(newHome()))).ids;
    const home = newHome();
    await expect(open(keyFile(home))).rejects.toMatchObject({
      code: 'SecretKeyMissing',
      params: { wanted: id, place: join(home, 'secret.key') },
    });
    expect(existsSync(home)).toBe(false);
  });

  it('makes none either when both start at once on an empty database', async () => {
    const homes = [newHome(), newHome(), newHome()];
    const ends = await Promise.allSettled(homes.map((home) => open(keyFile(home))));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(homes.filter((home) => existsSync(home))).toHaveLength(1);
    expect(await known()).toHaveLength(1);
  });

  it('is refused with another key, and let in with the same one', async () => {
    const key = newSecretKey();
    const box = await open(given(key));
    const other = secretBox(newSecretKey());
    await expect(open(given(newSecretKey()))).rejects.toMatchObject({
      code: 'SecretKeyForeign',
      kind: 'misconfigured',
    });
    expect((await open(given(key))).ids).toEqual(box.ids);
    expect(await known()).toEqual(box.ids);
    expect(other.ids).not.toEqual(box.ids);
  });
});

describe('a lost key', () => {
  it('is not replaced in silence, nor in a database of before it knew its keys', async () => {
    const home = newHome();
    await deliver('a', await open(keyFile(home)));
    rmSync(join(home, 'secret.key'));
    await expect(open(keyFile(home))).rejects.toMatchObject({ code: 'SecretKeyMissing' });
    await db.knex('secret_key').delete();
    await expect(open(keyFile(home))).rejects.toMatchObject({ code: 'SecretKeyMissing' });
    await expect(open(given(newSecretKey()))).rejects.toMatchObject({ code: 'SecretKeyForeign' });
    expect(readdirSync(home)).toEqual([]);
  });

  it('is replaced when asked: what was under it is counted as unreadable', async () => {
    await deliver('a', await open(given(newSecretKey())));
    const key = newSecretKey();
    const box = secretBox(key);
    await db.transaction((trx) => replaceKeys(trx, box));
    expect((await open(given(key))).ids).toEqual(box.ids);
    expect(await unreadableRows(db.knex, box, SEALED_COLUMNS)).toBe(1);
  });
});

describe('a change of keys', () => {
  const [old, fresh] = [newSecretKey(), newSecretKey()];

  it('needs the old key until nothing is under it', async () => {
    const before = await open(given(old));
    await deliver('a', before);
    const both = await open(given(`${fresh},${old}`));
    expect(await known()).toEqual([...both.ids].sort());
    await expect(open(given(fresh))).rejects.toMatchObject({ code: 'SecretKeyForeign' });
    await expect(open(given(old))).rejects.toMatchObject({ code: 'SecretKeyForeign' });
    for (const column of SEALED_COLUMNS) await reseal(db.knex, both, column);
    await deliver('b', before); // a host that still puts the old key first
    expect(await db.transaction((trx) => retireKeys(trx, both, SEALED_COLUMNS))).toHaveLength(2);
    for (const column of SEALED_COLUMNS) await reseal(db.knex, both, column);
    expect(await db.transaction((trx) => retireKeys(trx, both, SEALED_COLUMNS))).toEqual(both.ids.slice(0, 1));
    expect((await open(given(fresh))).ids).toEqual(both.ids.slice(0, 1));
  });
});

it('is only looked at by an examination', async () => {
  const home = newHome();
  expect(await examineKeys(db.knex, keyFile(home), SEALED_COLUMNS)).toBeUndefined();
  expect([existsSync(home), await known()]).toEqual([false, []]);
  const key = newSecretKey();
  expect((await examineKeys(db.knex, given(key), SEALED_COLUMNS))?.ids).toHaveLength(1);
  expect(await known()).toEqual([]);
});
