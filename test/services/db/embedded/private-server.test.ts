import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../src/services/db/database.ts';
import { clusterPaths, writeOwned } from '../../../../src/services/db/embedded/cluster.ts';
import {
  privateServerStatus,
  startPrivateServer,
  stopPrivateServer,
} from '../../../../src/services/db/embedded/control.ts';
import { takeLease } from '../../../../src/services/db/embedded/lease.ts';
import { isRunning, readPostmaster, waitFor } from '../../../../src/services/db/embedded/postmaster.ts';
import { privateServer } from '../../../../src/services/db/embedded/private-server.ts';
import { runsIn } from '../../../../src/services/db/embedded/processes.ts';
import type { DatabaseSettings } from '../../../../src/services/db/settings.ts';
import { databaseClients, temporaryHome } from '../../../support/database-process.ts';

const asRoot = process.getuid?.() === 0;
const startClient = await databaseClients();
const settings = (home: string): DatabaseSettings => ({ home, migrations: '', schema: 'ignore' });
const rowsIn = async (db: Database): Promise<number> => Number((await db.knex('done').count({ n: '*' }))[0]?.n);
const countIn = async (home: string): Promise<number> => {
  const db = await openDatabase(settings(home));
  const rows = await rowsIn(db);
  await db.close();
  return rows;
};
const SLEEPERS = `select count(*)::int as n from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`;
const stopped = (home: string) => waitFor(() => !isRunning(clusterPaths(home)), 120_000);

const home = temporaryHome('taxops d’été -');
const paths = clusterPaths(home);

describe('one process', () => {
  it('creates the server on an empty folder and stops it on leaving', async () => {
    const db = await openDatabase(settings(home));
    const { rows } = await db.knex.raw(`select 'SOCIÉTÉ' ilike '%société%' as folds, current_setting('fsync') as fsync,
      current_setting('listen_addresses') as network, current_setting('data_checksums') as checksums`);
    expect(rows[0]).toEqual({ folds: true, fsync: 'on', network: '', checksums: 'on' });
    expect(isRunning(paths)).toBe(true);
    await db.close();
    expect(await stopped(home)).toBe(true);
  });

  it('keeps folder and password to the server’s user, which is never root', () => {
    // As root, the server passes through the closed folder above its own.
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(paths.folder).mode & 0o777).toBe(0o700);
    expect(statSync(paths.password).mode & 0o777).toBe(0o600);
    expect(statSync(paths.data).uid).not.toBe(0);
    expect(statSync(paths.password).uid).toBe(statSync(paths.data).uid);
  });

  it('asks for the password, which a start sends without Node’s cryptography', async () => {
    expect(readFileSync(join(paths.data, 'pg_hba.conf'), 'utf8')).toBe('local all all password\n');
    await startPrivateServer(settings(home));
    const { socketFolder: host = '' } = readPostmaster(paths) ?? {};
    const client = new pg.Client({ host, user: 'taxops', password: 'wrong', database: 'postgres' });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
    await stopPrivateServer(settings(home));
  });

  it('finds its rows again, and starts the server anew', async () => {
    const first = await openDatabase(settings(home));
    await first.knex.raw('create table done (n int)');
    await first.knex('done').insert({ n: 1 });
    await first.close();
    const second = await openDatabase(settings(home));
    expect(await rowsIn(second)).toBe(1);
    await second.close();
  });

  it('shares one server between two databases opened at once, and outlives the first to leave', async () => {
    const [one, two] = await Promise.all([openDatabase(settings(home)), openDatabase(settings(home))]);
    const server = readPostmaster(paths)?.identity;
    await one.close();
    expect(await rowsIn(two)).toBe(1);
    expect(readPostmaster(paths)?.identity).toBe(server);
    await two.close();
    expect(await stopped(home)).toBe(true);
  });

  it('goes on after the server was killed: the statement at hand fails clearly, the next one works', async () => {
    const db = await openDatabase(settings(home));
    await db.knex('done').insert({ n: 2 });
    const before = (await db.knex.raw('select pg_backend_pid() as pid')).rows[0].pid;
    process.kill(readPostmaster(paths)?.pid ?? 0, 'SIGKILL');
    // An orphan of the dead server may answer a few times more before it notices.
    const backend = async () => (await db.knex.raw('select pg_backend_pid() as pid')).rows[0].pid;
    const failures: string[] = [];
    for (let now = before; now === before; ) {
      now = await backend().catch((error) => failures.push(error.code) && before);
    }
    expect(failures.filter((code) => code !== 'DatabaseConnectionLost')).toEqual([]);
    expect(failures.length).toBeLessThanOrEqual(1);
    expect(await rowsIn(db)).toBe(2);
    await db.close();
  });

  it('a server that ends for want of space says so, and nothing of it is left once it is ready again', async () => {
    const db = await openDatabase(settings(home));
    const statement = db.knex.raw('select pg_sleep(60)').catch((error) => error);
    await expect.poll(async () => (await db.knex.raw(SLEEPERS)).rows[0].n).toBe(1);
    appendFileSync(paths.log, 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device\n');
    process.kill(readPostmaster(paths)?.pid ?? 0, 'SIGQUIT');
    expect(await statement).toMatchObject({ code: 'DatabaseDiskFull', kind: 'diskFull' });
    // The other connection of the pool may hear of the end only with the next statement.
    const counted = await rowsIn(db).catch((error) => {
      expect(error).toMatchObject({ code: 'DatabaseDiskFull' });
      return rowsIn(db);
    });
    expect(counted).toBe(2);
    const next = db.knex.raw('select pg_terminate_backend(pg_backend_pid())');
    await expect(next).rejects.toMatchObject({ code: 'DatabaseConnectionLost' });
    await db.close();
  });

  it('a COPY that the server’s death interrupts fails clearly, and stores nothing', async () => {
    const db = await openDatabase(settings(home));
    function* endless() {
      for (let n = 0; ; n++) {
        if (n === 50_000) process.kill(readPostmaster(paths)?.pid ?? 0, 'SIGKILL');
        yield [n];
      }
    }
    await expect(db.copyIn('done', ['n'], endless())).rejects.toMatchObject({ code: 'DatabaseConnectionLost' });
    expect(await rowsIn(db)).toBe(2);
    await db.close();
  });

  it('stays up between start and stop', async () => {
    expect((await startPrivateServer(settings(home))).keptAlive).toBe(true);
    await (await openDatabase(settings(home))).close();
    expect(privateServerStatus(settings(home))).toMatchObject({ running: true, keptAlive: true });
    await stopPrivateServer(settings(home));
    expect(privateServerStatus(settings(home))).toMatchObject({ running: false, keptAlive: false });
  });
});

describe('a server that stays up', () => {
  const LEASES = `select count(*)::int as n from pg_stat_activity where application_name = 'taxops lease'`;

  it('needs no lease, and is started again by who finds it dead', async () => {
    await startPrivateServer(settings(home));
    const first = await openDatabase(settings(home));
    expect((await first.knex.raw(LEASES)).rows[0].n).toBe(0);
    await first.close();
    process.kill(readPostmaster(paths)?.pid ?? 0, 'SIGKILL');
    const second = await openDatabase(settings(home));
    expect((await second.knex.raw(LEASES)).rows[0].n).toBe(1);
    await second.close();
    expect(isRunning(paths)).toBe(true);
    await stopPrivateServer(settings(home));
    expect(isRunning(paths)).toBe(false);
  });
});

describe('a lease', () => {
  const settled = async () => {
    const server = privateServer(settings(home));
    await server.reach();
    const postmaster = readPostmaster(paths);
    if (!postmaster) throw new Error('no server runs');
    return { server, postmaster };
  };

  it('keeps the server for its holder when the other one leaves', async () => {
    const { server, postmaster } = await settled();
    const lease = await takeLease(paths, postmaster, 60_000);
    await server.leave();
    expect([isRunning(paths), lease?.alive()]).toEqual([true, true]);
    await lease?.leave(false);
    expect([await stopped(home), lease?.alive()]).toEqual([true, false]);
  });

  it('is not taken on a server that is being stopped, whose end a newcomer brings about', async () => {
    const { server, postmaster } = await settled();
    writeOwned(paths, paths.stopping, postmaster.identity); // its writer was killed before it could stop the server
    expect(await takeLease(paths, postmaster, 60_000)).toBeUndefined();
    expect(await stopped(home)).toBe(true);
    await server.leave();
  });
});

describe('what a crash may leave', { tags: 'long' }, () => {
  const opens = async (): Promise<boolean> => {
    const db = await openDatabase(settings(home));
    await db.knex.raw('select 1');
    await db.close();
    return stopped(home);
  };

  it('a half-made data folder is thrown away', async () => {
    mkdirSync(join(paths.folder, 'data.tmp.2147483646'), { recursive: true });
    expect(await opens()).toBe(true);
    expect(readdirSync(paths.folder).filter((name) => name.startsWith('data.tmp'))).toEqual([]);
  });

  it.each([
    ['of a dead process', { pid: 2147483646, birth: 'x' }],
    ['of a process whose number was given again', { pid: process.pid, birth: 'another' }],
    ['that cannot be read', 'not json'],
  ])('a start lock %s is taken over', async (_, owner) => {
    writeFileSync(paths.startLock, JSON.stringify(owner));
    expect(await opens()).toBe(true);
    expect(existsSync(paths.startLock)).toBe(false);
  });

  it('a server record whose number now belongs to another process is no obstacle', async () => {
    const stranger = spawn('sleep', ['60'], asRoot ? ids(statSync(paths.data)) : {});
    writeFileSync(
      join(paths.data, 'postmaster.pid'),
      `${stranger.pid}\n${paths.data}\n1\n5432\n${paths.folder}\n\n  1234 5678\nready   \n`,
    );
    expect(await opens()).toBe(true);
    stranger.kill('SIGKILL');
  });

  it('a server that lost its socket is restarted', async () => {
    await startPrivateServer(settings(home));
    const before = readPostmaster(paths);
    rmSync(join(before?.socketFolder ?? '', '.s.PGSQL.5432'));
    const db = await openDatabase(settings(home));
    expect(readPostmaster(paths)?.identity).not.toBe(before?.identity);
    await db.close();
    await stopPrivateServer(settings(home));
  });

  it('a server whose last client was killed while stopping it is stopped and started again', async () => {
    await startPrivateServer(settings(home));
    const before = readPostmaster(paths)?.identity ?? '';
    writeFileSync(paths.stopping, before);
    const db = await openDatabase(settings(home));
    expect(readPostmaster(paths)?.identity).not.toBe(before);
    await db.close();
    await stopPrivateServer(settings(home));
  });

  it('a server of another container that shares the folder is used, and left running', async () => {
    const holder = await openDatabase(settings(home));
    const server = readPostmaster(paths)?.pid ?? 0;
    const file = join(paths.data, 'postmaster.pid');
    const record = readFileSync(file, 'utf8');
    writeFileSync(file, record.replace(/^\d+/, '2147483646')); // a number that nobody here can see
    const visitor = await openDatabase(settings(home));
    expect((await visitor.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await holder.close();
    await visitor.close();
    writeFileSync(file, record);
    expect(runsIn(server, paths.data)).toBe(true);
    await (await openDatabase(settings(home))).close();
    expect(await stopped(home)).toBe(true);
  });

  it('a missing password is reported', async () => {
    const password = readFileSync(paths.password);
    rmSync(paths.password);
    await expect(openDatabase(settings(home))).rejects.toMatchObject({ code: 'DatabaseFolderUnusable' });
    writeFileSync(paths.password, password);
    await stopPrivateServer(settings(home));
  });

  it('a broken configuration is reported with the end of the log', async () => {
    const file = join(paths.data, 'postgresql.auto.conf');
    const sound = readFileSync(file);
    writeFileSync(file, 'no_such_setting = 1\n');
    await expect(openDatabase(settings(home))).rejects.toMatchObject({
      code: 'ServerStartFailed',
      message: expect.stringContaining('no_such_setting'),
    });
    writeFileSync(file, "include 'No space left on device'\n"); // what the server then says of it
    await expect(openDatabase(settings(home))).rejects.toMatchObject({ code: 'DatabaseDiskFull' });
    writeFileSync(file, sound);
    expect(await opens()).toBe(true);
  });
});

describe('several processes', { tags: 'long' }, () => {
  const home = temporaryHome();

  it('eight at once on an empty folder create one server and lose nothing', async () => {
    const clients = Array.from({ length: 8 }, () => startClient(['work', home, '5']));
    const codes = await Promise.all(clients.map((client) => client.ended()));
    expect([codes, clients.map((client) => client.errors()).join('')]).toEqual([Array(8).fill(0), '']);
    expect(await stopped(home)).toBe(true);
    expect(readdirSync(join(home, 'db')).filter((name) => /data|lock/.test(name))).toEqual(['data']);
    expect(await countIn(home)).toBe(40);
  });

  it('the server stays under a process that holds it, whoever comes and goes, and dies with the last', async () => {
    const holder = startClient(['hold', home]);
    await holder.reached(1);
    const server = readPostmaster(clusterPaths(home))?.identity;
    expect(await startClient(['work', home, '3']).ended()).toBe(0);
    expect(readPostmaster(clusterPaths(home))?.identity).toBe(server);
    holder.child.stdin.end();
    expect(await holder.ended()).toBe(0);
    expect(await stopped(home)).toBe(true);
  });

  it('variables meant for other PostgreSQL clients change nothing', async () => {
    const env = {
      PGHOST: '/nowhere',
      PGPORT: '1',
      PGUSER: 'x',
      PGDATABASE: 'x',
      PGSSLMODE: 'require',
      PGOPTIONS: '-c search_path=x',
      PGDATA: '/nowhere',
      LC_ALL: 'xx_XX',
    };
    const client = startClient(['work', home, '2'], { env });
    expect([await client.ended(), client.errors()]).toEqual([0, '']);
  });

  for (const victim of ['client', 'server'] as const) {
    it(`no acknowledged row is lost when the ${victim} is killed at work`, async () => {
      const before = await countIn(home);
      let acknowledged = 0;
      for (let round = 1; round <= 3; round++) {
        const client = startClient(['work', home, '100000']);
        await client.reached(10 * round);
        if (victim === 'server') process.kill(readPostmaster(clusterPaths(home))?.pid ?? 0, 'SIGKILL');
        client.child.kill('SIGKILL');
        await client.ended();
        acknowledged += client.lines.length;
      }
      // A row may have been committed and its acknowledgement not written: one per round at most.
      const stored = (await countIn(home)) - before;
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      expect(stored).toBeLessThanOrEqual(acknowledged + 3);
    });
  }
});

describe('places and users', { tags: 'long' }, () => {
  it('a path too long for a socket, with spaces, commas, quotes and accents, works', async () => {
    const home = temporaryHome(`l'été, "à" \\ ${'long '.repeat(20)}`);
    const db = await openDatabase(settings(home));
    expect(readPostmaster(clusterPaths(home))?.socketFolder.length).toBeLessThan(80);
    expect((await db.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await db.close();
  });

  it.runIf(asRoot)('a short path that became somebody else’s gets no secret, whoever answers there', async () => {
    const home = temporaryHome('long '.repeat(25));
    const paths = clusterPaths(home);
    await startPrivateServer(settings(home));
    const { pid, socketFolder } = readPostmaster(paths) ?? { pid: 0, socketFolder: '' };
    process.kill(pid, 'SIGKILL');
    await waitFor(() => !runsIn(pid, paths.data), 10_000);
    rmSync(socketFolder, { recursive: true });
    mkdirSync(socketFolder);
    chownSync(socketFolder, 12345, 12345);
    let heard = 0;
    const other = createServer((socket) => socket.on('data', ({ length }) => (heard += length)));
    await new Promise<void>((resolve) => other.listen(join(socketFolder, '.s.PGSQL.5432'), resolve));
    await expect(openDatabase(settings(home))).rejects.toMatchObject({ code: 'DatabaseFolderUnusable' });
    expect(heard).toBe(0);
    other.close();
    rmSync(socketFolder, { recursive: true });
  });

  it.runIf(asRoot)(
    'an ordinary user creates, uses and stops a server of its own; another user is refused',
    async () => {
      const parent = temporaryHome();
      const nobody = { uid: 65534, gid: 65534 };
      const home = join(parent, 'home');
      mkdirSync(home);
      chmodSync(parent, 0o755);
      chownSync(home, nobody.uid, nobody.gid);
      const client = startClient(['work', home, '3'], nobody);
      expect([await client.ended(), client.errors()]).toEqual([0, '']);
      expect(statSync(clusterPaths(home).data).uid).toBe(nobody.uid);
      expect(await stopped(home)).toBe(true);
      const other = startClient(['work', home, '3'], { uid: 12345, gid: 12345 });
      expect(await other.ended()).not.toBe(0);
      expect(other.errors()).toContain('DatabaseFolderForeign');
    },
  );

  it.runIf(asRoot && process.platform === 'linux').each([
    ['a namespace whose only user is root', ['unshare', '-Ur']],
    ['a container without the right to change user', ['setpriv', '--bounding-set=-setuid', '--inh-caps=-setuid']],
  ])('in %s, root learns that PostgreSQL cannot run', async (_, sandbox) => {
    const client = startClient(['work', join(temporaryHome(), 'home'), '1'], { sandbox });
    expect(await client.ended()).not.toBe(0);
    expect(client.errors()).toContain('PostgresRefusesRoot');
  });

  it.runIf(asRoot && process.platform === 'linux')(
    'a user without an entry in /etc/passwd gets that answer',
    async () => {
      const home = temporaryHome();
      chownSync(home, 12345, 12345);
      const client = startClient(['work', home, '1'], { uid: 12345, gid: 12345 });
      expect(await client.ended()).not.toBe(0);
      expect(client.errors()).toContain('PostgresUserUnknown');
    },
  );

  it('a file in the way is reported as a problem of the folder', async () => {
    const home = join(temporaryHome(), 'file');
    writeFileSync(home, '');
    await expect(openDatabase(settings(home))).rejects.toMatchObject({ code: 'DatabaseFolderUnusable' });
  });
});

const ids = ({ uid, gid }: { uid: number; gid: number }) => ({ uid, gid });
