/**
 * A listener under real sockets: those that say nothing lock nobody out, and clients that leave in the middle of a long
 * answer are reported in a line each, and keep no connection of the database.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TYPESCRIPT } from '../bench/child.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const IDLE = 1_100;
const LEAVERS = process.env.SOAK ? 400 : 20;
const ENTRIES = 8_000;

const db = await testDatabase();
const work = temporaryFolder('sockets');
const env = {
  PATH: process.env.PATH,
  LANG: 'C',
  TAXOPS_DATABASE_URL: db.settings.url,
  TAXOPS_SECRET_KEY: '5a'.repeat(32),
  TAXOPS_LOG_LEVEL: 'info',
};
const run = promisify(execFile);
let child: ChildProcess;
let url = '';
let said = '';

beforeAll(async () => {
  await run(process.execPath, [...TYPESCRIPT, 'test/bench/generate-fec.ts', work, String(ENTRIES)]);
  const taxops = (...argv: string[]) => run(process.execPath, ['bin/taxops.js', ...argv], { env });
  await taxops('folder', 'create', '--name', 'ALPHA');
  await taxops('ledger', 'import', `${work}/${FEC}`, '--folder', '1');
  child = spawn(process.execPath, ['bin/taxops.js', 'serve', '--no-auth', '--port', '0'], { env });
  child.stderr?.on('data', (data) => {
    said += data;
  });
  const [line] = await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  url = String(line).split('\n')[0] ?? '';
});
afterAll(() => child?.kill('SIGKILL'));

const FEC = '732829320FEC20241231.txt';

const opened = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });

it(`answers while ${IDLE} connections of one address say nothing`, async () => {
  const idle: Socket[] = [];
  for (let n = 0; n < IDLE; n++) {
    const socket = await opened();
    idle.push(socket.resume().on('error', () => {}));
  }
  const { statusCode, body } = await request(`${url}/api/accounting/accounting-folders`);
  expect([statusCode, await body.json()]).toMatchObject([200, [{ Name: 'ALPHA' }]]);
  for (const socket of idle) if (!socket.closed) await once(socket, 'close'); // they brought no headers in time
  expect(idle.filter(({ closed }) => closed)).toHaveLength(IDLE);
});

it('a request that came while the process stood still is answered', async () => {
  const socket = await opened();
  await request(`${url}/ready`).then(({ body }) => body.dump()); // the listener has taken the connection
  child.kill('SIGSTOP');
  socket.write(`GET /ready HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`);
  await setTimeout(11_000);
  child.kill('SIGCONT');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
});

it('clients that leave in the middle of a long answer leave nothing behind', async () => {
  const path = '/api/accounting/accounting-folders/1/general-ledger';
  const whole = await (await request(url + path)).body.text();
  expect(whole.length).toBeGreaterThan(2_000_000);
  said = '';
  for (let n = 0; n < LEAVERS; n++) {
    const { body } = await request(url + path);
    for await (const _ of body) break; // destroys the connection
  }
  const again = await (await request(url + path)).body.text();
  expect(again).toBe(whole);
  expect(said).not.toMatch(/\n\s+at /);
  const lines = said.trim().split('\n');
  expect(lines).toHaveLength(LEAVERS + 1);
  const held = async () =>
    (
      await db.knex.raw(`select count(*)::int as held from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
    ).rows[0].held;
  while ((await held()) > 0) await setTimeout(100);
});
