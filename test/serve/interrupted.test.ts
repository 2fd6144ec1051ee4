/**
 * A listener killed while a deposit leaves: the next one settles what the portal knows of it, with no cron.
 *
 * @module-tag long
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import { runCli } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
const simulator = await startSimulator({ clock: systemClock });
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await simulator.close();
});

const env = {
  LANG: 'C',
  ...simulator.settings,
  TAXOPS_DATABASE_URL: db.settings.url ?? '',
  TAXOPS_SECRET_KEY: '5a'.repeat(32),
};
const ADDRESS = ['--street', '12 rue des Lilas', '--post-code', '69002', '--town', 'Lyon'];
const DEPOSIT = { EndDate: '2024-12-31', Sujet: 'Crédit ALPHA', DeclarationType: 'IS2573' };
const VALUES = { ...DEPOSIT, Sujet: undefined, Forms: { '2573': { Lines: [{ AB: 'CIR', AC: '2023', AG: 900 }] } } };

async function seed(): Promise<void> {
  const run = async (argv: string[], stdin = '') => expect((await runCli(argv, { env, stdin })).stderr).toBe('');
  await run(['folder', 'create', '--name', 'ALPHA', '--siren', '999999998', ...ADDRESS]);
  await run(['company', 'update', '1', '--siret', '77788899100018', ...ADDRESS]);
  await run(['exercise', 'create', '--folder', '1', '--start-date', '2024-01-01', '--end-date', '2024-12-31']);
  await run(['declaration', 'value', 'set', '--folder', '1', '--body', '-'], JSON.stringify(VALUES));
}

async function serve() {
  const args = ['bin/taxops.js', 'serve', '--no-auth', '--port', '0'];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio: [...stdio] });
  children.push(child);
  const [line] = await once(child.stdout ?? process.stdin, 'data');
  return { child, url: String(line).trim() };
}

it('settles, once it is started again, the deposit during which it was killed', async () => {
  await seed();
  simulator.setFaults([{ operation: 'deposit', fault: 'timeout', nth: 1, taken: true }]);
  const { child, url } = await serve();
  const path = manifest.find(({ id }) => id === 'declaration.send')?.http?.path.replace(/\{\w+\}/, '1') ?? '';
  const headers = { 'Content-Type': 'application/json' };
  const answer = request(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(DEPOSIT) });
  const cut = expect(answer).rejects.toThrow();
  await expect.poll(() => simulator.ledger.deposits.length, { timeout: 150_000 }).toBe(1);
  child.kill('SIGKILL');
  await cut;
  expect(await db.knex('filing').pluck('state')).toEqual(['Sending']);
  await serve();
  await expect.poll(() => db.knex('filing').pluck('state'), { timeout: 150_000 }).toEqual(['Sent']);
  expect(simulator.ledger.deposits).toHaveLength(1);
});
