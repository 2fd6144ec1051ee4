/** Two listeners restarted in turn under clients that keep their connections: no request is lost, refused connections apart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';

const CLIENTS = 64;
const RESTARTS = process.env.SOAK ? 40 : 2;
const BETWEEN_MS = 1_500;

const db = await testDatabase();
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

interface Served {
  readonly child: ChildProcess;
  readonly port: string;
}

async function serve(port: string): Promise<Served> {
  const child = spawn(process.execPath, ['bin/taxops.js', 'serve', '--no-auth', '--port', port], {
    env: {
      PATH: process.env.PATH,
      LANG: 'C',
      TAXOPS_DATABASE_URL: db.settings.url,
      TAXOPS_SECRET_KEY: '5a'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const exited = once(child, 'exit').then(() => Promise.reject(new Error(said)));
  const [line] = await Promise.race([once(child.stdout, 'data'), exited]);
  exited.catch(() => {});
  child.once('exit', () => stderr.push(said));
  return { child, port: new URL(String(line).trim()).port };
}

const stderr: string[] = [];
const lost: string[] = [];
let [answered, refused, made] = [0, 0, 0];
let isOver = false;

/** Asks one listener over one connection until that is refused, then the other. */
async function client(rank: number, ports: readonly string[]): Promise<void> {
  const dispatcher = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
  for (let turn = rank; !isOver; turn++) {
    const creates = turn % 4 === 0;
    const url = `http://127.0.0.1:${ports[rank % 2]}/api/accounting/${creates ? 'accounting-folders' : 'companies'}`;
    const post = {
      method: 'POST',
      body: JSON.stringify({ Name: `C${rank}-${turn}` }),
      headers: { 'Content-Type': 'application/json' },
    } as const;
    try {
      const { statusCode, body } = await request(url, { dispatcher, ...(creates && post) });
      await body.dump();
      if (statusCode >= 400) lost.push(`${statusCode}`);
      answered += 1;
      if (statusCode === 201) made += 1;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED') lost.push(`${code} ${message}`);
      refused += 1;
      ports = ports.toReversed();
      await pause(50);
    }
  }
  await dispatcher.close();
}

it(`${RESTARTS} restarts under ${CLIENTS} clients lose no request`, async () => {
  const served = [await serve('0'), await serve('0')];
  const ports = served.map(({ port }) => port);
  const before = Number((await db.knex('folder').count({ n: '*' }))[0]?.n);
  const clients = Array.from({ length: CLIENTS }, (_, rank) => client(rank, ports));
  const drained: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart++) {
    await pause(BETWEEN_MS);
    const { child, port } = served[restart % 2] as Served;
    const [began, exit] = [performance.now(), once(child, 'exit')];
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    drained.push(performance.now() - began);
    served[restart % 2] = await serve(port);
  }
  isOver = true;
  await Promise.all(clients);
  const after = Number((await db.knex('folder').count({ n: '*' }))[0]?.n);
  process.stdout.write(
    `rolling restart: ${answered} answered, ${refused} connections refused, ${lost.length} lost; drained in ${drained.map((ms) => Math.round(ms)).join(', ')} ms\n`,
  );
  expect(lost).toEqual([]);
  expect(after - before).toBe(made);
  // The link to the pages, at each start, and nothing else.
  expect(stderr.join('')).toMatch(/^(Pages, by a link [^\n]*\n)*$/);
  expect(refused).toBeGreaterThan(0);
});
