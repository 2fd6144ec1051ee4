/**
 * The account, the text and the notices of a VAT return, and the password of the portal, go through deposits that fail; then
 * all that is logged, audited, journalled, answered as a failure or stored is searched for them.

 * @module-tag long
 */
import { rmSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/commands/program/context.ts';
import { readScript } from '../../src/services/simulators/channels/script.ts';
import { SIMULATED } from '../../src/services/simulators/channels/simulated.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import type { Fault } from '../../src/services/simulators/stage/faults.ts';
import { IBAN, world } from '../services/vat/filing/world.ts';
import { runCli } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { temporaryFolder } from '../support/scratch.ts';

const MENTION = 'MENTION-CANARI-7F3A';
const NOTICE = 'AVIS-CANARI-7F3A';
const ENDS = { afterMs: 0, notice: 'Ads' } as const;

const db = await testDatabase();
const script = readScript({ scenarios: [{ channel: 'ChannelB', steps: [ENDS] }] });
const simulator = await startSimulator({ clock: systemClock, script });
const home = temporaryFolder('canary');
afterAll(() => simulator.close().then(() => rmSync(home, { recursive: true, force: true })));
const env = {
  ...simulator.settings,
  TAXOPS_DATABASE_URL: db.settings.url ?? '',
  TAXOPS_HOME: home,
  TAXOPS_SECRET_KEY: '00'.repeat(32),
  TAXOPS_CHANNEL_QUESTION_SECONDS: '0',
  TAXOPS_CHANNEL_TIMEOUT: '1',
};
const { app, failures } = await testApp(env);
const { newFolder, newReturn } = world(db, 'stage');

const told: string[] = [];

async function ask(path: string, body?: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await app.request(`/api/vat-reporting${path}`, init);
  const text = await response.text();
  if (!response.ok) told.push(text);
  told.push(JSON.stringify([...response.headers]));
  return response.status;
}

async function attempt(folderId: number, id: number): Promise<number[]> {
  const own = `/enterprises/${folderId}`;
  const given = { NumeroAds: '1', TypeAccuse: 'Ars', CodeRetour: '00' };
  const notice = (RawXml: string) => ask(`/accounting-folders/${folderId}/notices`, { ...given, RawXml });
  const ran = await runCli(['vat', 'procedure', 'send', String(id), '--folder', String(folderId), '--yes', '--json'], {
    env,
  });
  told.push(ran.stderr);
  const jobs = await runCli(['job', 'run', 'vat-send', '--json'], { env });
  told.push(jobs.stderr, jobs.stdout);
  return [
    await ask(`${own}/procedures/${id}/deposits`),
    await ask(`${own}/diagnostics/procedures/${id}/deposits`),
    await ask(`${own}/diagnostics/polls?typeAccuse=Ars`),
    await notice(`<avis>${NOTICE}`),
    await notice(`<!DOCTYPE a [<!ENTITY b "${NOTICE}">]><a>&b;</a>`),
    await notice(`<avis>${NOTICE}</avis>`),
  ];
}

const FAULTS: readonly Fault[] = ['error-body', 'truncated', 'server-error', 'wrong-charset'];

it.each(FAULTS)('go through a partner that fails: %s', async (fault) => {
  const folderId = await newFolder();
  const id = await newReturn(folderId, { CA: 1000, FP: 1000, GP: 200, BC: 'X', BA: MENTION });
  simulator.setFaults([{ operation: '*', fault, forMs: 0, retryAfter: 0 }]);
  expect(await attempt(folderId, id)).not.toContain(500);
  simulator.setFaults([]);
  expect(await attempt(folderId, id)).not.toContain(500);
});

it('show nowhere', async () => {
  expect(simulator.ledger.deposits.length).toBeGreaterThan(0);
  const sent = Buffer.from(simulator.ledger.deposits[0]?.content ?? []).toString('latin1');
  expect([sent.includes(IBAN), sent.includes(MENTION)]).toEqual([true, true]);
  told.push(inspect(failures, { depth: 12, showHidden: true, maxStringLength: null }));
  // The boxes of a draft are its owner's to read; everything else that is stored is searched.
  const { rows } = await db.knex.raw(`select tablename from pg_tables where schemaname = 'public'`);
  for (const { tablename } of rows.filter((row: { tablename: string }) => row.tablename !== 'vat_procedure')) {
    const { rows: all } = await db.knex.raw('select ?? ::text as line from ??', [tablename, tablename]);
    told.push(`${tablename} ${all.map(({ line }: { line: string }) => line).join('\n')}`);
  }
  const secrets = [IBAN, 'PSSTFRPPXXX', MENTION, NOTICE, '<XmlEdi', '<Valeur', SIMULATED.login, SIMULATED.password];
  const leaks = told.flatMap((text) =>
    secrets.filter((one) => text.includes(one)).map((one) => `${one}: ${text.slice(0, 60)}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
});
