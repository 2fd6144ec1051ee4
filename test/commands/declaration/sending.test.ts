/** A person who declares values, sends, and downloads, against a simulated partner. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/commands/program/context.ts';
import { startSimulator } from '../../../src/services/simulators/channels/simulator.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const { url = '' } = await testDatabaseSettings(true);
const simulator = await startSimulator({ clock: systemClock });
const home = temporaryFolder('sending');
afterAll(() => simulator.close().then(() => rmSync(home, { recursive: true, force: true })));

const env = { ...simulator.settings, TAXOPS_DATABASE_URL: url, TAXOPS_HOME: home, TAXOPS_SECRET_KEY: '5a'.repeat(32) };
const run = (...argv: string[]) => runCli([...argv, '--json'], { env });

const VALUES = {
  DeclarationType: 'IS2573',
  EndDate: '2024-12-31',
  Forms: { '2573': { Lines: [{ AB: 'CIR', AC: '2023', AG: 900 }] } },
};
const PERIOD = ['--folder', '1', '--end-date', '2024-12-31', '--declaration-type', 'IS2573'];

it('sends once through ChannelB, takes the notices and downloads the pieces', async () => {
  const address = ['--street', '12 rue des Lilas', '--post-code', '69002', '--town', 'Lyon'];
  await run('folder', 'create', '--name', 'ALPHA', '--siren', '999999998', ...address);
  await run('company', 'update', '1', '--siret', '77788899100018', ...address);
  await run('exercise', 'create', '--folder', '1', '--start-date', '2024-01-01', '--end-date', '2024-12-31');
  const body = join(home, 'values.json');
  writeFileSync(body, JSON.stringify(VALUES));
  expect((await run('declaration', 'value', 'set', '--folder', '1', '--body', body)).stderr).toBe('');
  const unasked = await run('declaration', 'send', ...PERIOD, '--sujet', 'Crédit ALPHA');
  expect([unasked.exitCode, JSON.parse(unasked.stderr).code]).toEqual([2, 'ConfirmationNeeded']);
  expect(simulator.ledger.deposits).toEqual([]);
  const sent = await run('declaration', 'send', '--yes', ...PERIOD, '--sujet', 'Crédit ALPHA');
  expect(sent.json()).toEqual({ NumeroADS: '0000004201' });
  const again = await run('declaration', 'send', '--yes', ...PERIOD, '--sujet', 'Crédit ALPHA');
  expect([again.exitCode, JSON.parse(again.stderr).code]).toEqual([6, 'AlreadyFiled']);
  await simulator.advance(60_000);
  expect((await run('job', 'run', 'poll-notices')).json()).toMatchObject({ State: 'done', Failed: 0 });
  const [declaration] = (await run('declaration', 'list', '--folder', '1')).json<{ Status: string }[]>();
  expect(declaration).toMatchObject({
    Status: 'Rejected',
    TransmissionChannel: 'ChannelB',
    ChannelBNumeroADS: '0000004201',
  });
  const file = join(home, 'sent.xml');
  await run('declaration', 'piece', 'download', 'Sent', ...PERIOD, '--output', file);
  expect(readFileSync(file).equals(Buffer.from(simulator.ledger.deposits[0]?.content ?? []))).toBe(true);
  const signed = await run('declaration', 'piece', 'download', 'Ars', ...PERIOD, '--file-format', 'signed');
  expect(signed.stdout).toMatch(/filename="?avis\.xml/);
  const pdf = await run('declaration', 'document', 'download', '1', '--folder', '1', '--download-type', 'Pdf');
  expect(Buffer.from(pdf.json<string>(), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect((await run('declaration', 'send', '--yes', ...PERIOD, '--sujet', 'Corrigée')).json()).toEqual({
    NumeroADS: '0000004202',
  });
});

it('asks before a publication, not before its preview', async () => {
  const source = ['--start-date', '2024-01-01', '--declaration-source-type', 'Platform'];
  const published = (...more: string[]) => run('declaration', 'publish', ...PERIOD, ...source, ...more);
  expect(JSON.parse((await published()).stderr).code).toBe('ConfirmationNeeded');
  expect((await published('--test-payload')).exitCode).toBe(0);
});

it('changes the keys of what is stored', async () => {
  const keys = { ...env, TAXOPS_SECRET_KEY: `${'6b'.repeat(32)},${'5a'.repeat(32)}` };
  const rotated = await runCli(['secrets', 'rotate', '--json'], { env: keys });
  expect(rotated.json()).toContainEqual({ Table: 'declared_value', Rows: 1, Changed: 1 });
  const renewed = { ...env, TAXOPS_SECRET_KEY: '6b'.repeat(32) };
  const shown = await runCli(['declaration', 'edi', 'show', ...PERIOD, '--json'], { env: renewed });
  expect(shown.json()).toMatchObject({ EdiContent: expect.stringContaining('<XmlEdi Test="1"') });
});

it('names every value that is missing, the first like the others', async () => {
  const name = ['folder', 'create', '--name', 'BETA', '--siren', '732829320'];
  const { Id } = (await run(...name)).json<{ Id: number }>();
  await run('exercise', 'create', '--folder', `${Id}`, '--start-date', '2024-01-01', '--end-date', '2024-12-31');
  const show = ['declaration', 'edi', 'show', '--folder', `${Id}`, '--end-date', '2024-12-31'];
  const { stderr } = await runCli([...show, '--declaration-type', 'IS2573'], { env });
  for (const line of [
    '  Folder.Street: the street of the company',
    '  Forms.2573.Lines: one line per credit to refund',
  ])
    expect(stderr).toContain(line);
  expect(stderr).toContain(`taxops folder update ${Id} --street "12 rue des Lilas" --post-code 69002 --town Lyon`);
});
