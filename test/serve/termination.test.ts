/** SIGTERM, as an orchestrator stops a server: what is running ends well, nobody new comes in. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function serve() {
  const child = spawn(process.execPath, ['bin/taxops.js', 'serve', '--no-auth', '--port', '0'], {
    env: {
      PATH: process.env.PATH,
      LANG: 'C',
      TAXOPS_DATABASE_URL: db.settings.url,
      TAXOPS_SECRET_KEY: '5a'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Whether anything still listens. */
async function isOpen({ hostname, port }: URL): Promise<boolean> {
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect'); // rejects on an error
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const waiting = 'select count(*)::int as waiting from pg_locks where not granted';

/** A server whose request waits for a lock that this test holds. */
async function withWaitingRequest(name: string) {
  const child = serve();
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const exit = once(child, 'exit');
  const [line] = await once(child.stdout, 'data');
  const url = new URL(String(line).trim());
  const dispatcher = new Agent({ keepAliveTimeout: 60_000 }); // a client that would keep its connection
  const folders = new URL('/api/accounting/accounting-folders', url);
  await (await request(folders, { dispatcher })).body.dump();

  const lock = await db.knex.transaction();
  onTestFinished(async () => {
    if (!lock.isCompleted()) await lock.rollback();
  });
  await lock.raw('lock table folder in access exclusive mode');
  const answer = request(folders, {
    method: 'POST',
    dispatcher,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Name: name }),
  });
  answer.catch(() => {});
  await expect.poll(async () => (await lock.raw(waiting)).rows[0].waiting, { timeout: 150_000 }).toBe(1);
  return { child, exit, url, lock, answer, dispatcher, stderr: () => said };
}

it('ends the running request with its answer, refuses new connections, and exits with 0', async () => {
  const { child, exit, url, lock, answer, dispatcher } = await withWaitingRequest('ALPHA');
  child.kill('SIGTERM');
  await expect.poll(() => isOpen(url), { timeout: 150_000 }).toBe(false);
  expect(child.exitCode).toBeNull();
  await lock.commit();
  const { statusCode, headers, body } = await answer;
  expect([statusCode, await body.json()]).toEqual([201, expect.objectContaining({ Name: 'ALPHA' })]);
  expect(headers.connection).toBe('close');
  expect(await exit).toEqual([0, null]);
  await dispatcher.close();
});

// It takes the ten seconds that a listener grants.
it('cuts what does not end, undoes it, and exits with 0 and without a word', { tags: 'long' }, async () => {
  const { child, exit, lock, answer, dispatcher, stderr } = await withWaitingRequest('BETA');
  child.kill('SIGTERM');
  await expect(answer).rejects.toThrow();
  // What it said was said at the start.
  expect([await exit, stderr()]).toEqual([[0, null], expect.stringMatching(/^Pages, by a link [^\n]*\n$/)]);
  await lock.commit();
  await expect.poll(async () => (await db.knex.raw(waiting)).rows[0].waiting, { timeout: 150_000 }).toBe(0);
  expect(await db.knex('folder').where({ name: 'BETA' })).toEqual([]);
  await dispatcher.destroy();
});
