/** A new year of VAT forms is a data file and nothing else: the built program, installed with one more file, files with it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabaseSettings } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const installed = temporaryFolder('year');

const isShipped = (path: string): boolean => !/\.ts$/.test(path);
for (const part of ['bin', 'dist', 'migrations', 'src', 'package.json'])
  cpSync(part, join(installed, part), { recursive: true, filter: isShipped });
symlinkSync(resolve('node_modules'), join(installed, 'node_modules'));

/** The made-up millésime 27 of the CA3: line A1 is worded anew, and a zone QQ comes after it. */
const [header = ''] = readFileSync('src/services/forms/vat-boxes.tsv', 'utf8').split('\n');
const row = (fields: Readonly<Record<string, string>>) =>
  header
    .split('\t')
    .map((name) => fields[name] ?? '')
    .join('\t');
const box = { form: '3310CA3', from: '27', type: 'MOA', kind: 'base', source: 'made up', certainty: 'none' };
const years = join(installed, 'src/services/forms/vat-years');
mkdirSync(years);
writeFileSync(
  join(years, '27.tsv'),
  `${[header, row({ ...box, zone: 'CA', line: 'A1', label: 'Ventes de 2027' }), row({ ...box, zone: 'QQ', line: 'A9', label: 'Nouvelle' })].join('\n')}\n`,
);

const { url = '' } = await testDatabaseSettings(true);

const env = {
  ...process.env,
  TAXOPS_DATABASE_URL: url,
  TAXOPS_HOME: join(installed, 'home'),
  TAXOPS_CHANNEL_ENVIRONMENT: 'stage', // a year to come is deposited for test
};
/** Settings of the partner that the simulator plays. */
let partner: Readonly<Record<string, string>> = {};

async function playPartner(): Promise<void> {
  const argv = ['bin/taxops.js', 'channel', 'simulate', '--port', '0'];
  const child = spawn(process.execPath, argv, { cwd: installed, env });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  let told = '';
  while (!told.includes('TAXOPS_CHANNEL_B_PASSWORD')) told += (await once(child.stdout, 'data'))[0];
  partner = Object.fromEntries(
    [...told.matchAll(/^export (\w+)='([^']*)'$/gm)].map(([, name, value]) => [name, value]),
  );
}

function taxops(...argv: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['bin/taxops.js', ...argv, '--json'], {
    cwd: installed,
    encoding: 'utf8',
    env: { ...env, ...partner },
  });
  return { status, answer: JSON.parse(status === 0 ? stdout : stderr) };
}
const open = (beginDate: string, endDate: string) =>
  taxops(
    ...['vat', 'procedure-group', 'assist', '--folder', '1', '--accounting-folder', '1'],
    ...['--procedure-type', 'Liquidation', '--begin-date', beginDate, '--end-date', endDate],
  );
const type = (procedure: number, zone: string) =>
  taxops(
    ...['vat', 'procedure', 'box', 'set', String(procedure), '--folder', '1'],
    ...['--form-code', '_3310CA3', '--zone', zone, '--value', '120'],
  );

const AT = ['--street', '8 rue du Fil', '--post-code', '69002', '--town', 'Lyon'];

it('a return of the year has its form and its boxes and is filed, one of the year before has not', {
  tags: 'long',
}, async () => {
  const who = [
    '--name',
    'ALPHA',
    '--siren',
    '998120406',
    '--siret',
    '99812040600017',
    '--legal-form',
    'SAS',
    '--vat-system',
    'RealNormal',
  ];
  expect(taxops('folder', 'create', ...who, ...AT).status).toBe(0);
  expect(taxops('company', 'update', '1', '--siret', '77788899100018', ...AT).status).toBe(0);
  const { answer: next } = open('2027-01-01', '2027-01-31');
  expect(next.FormSnapshot).toMatchObject({
    Principal: { FormCode: '_3310CA3', Millesime: 27, FormVersion: 1 },
    Identification: { Millesime: 26 },
  });
  const { answer: typed } = type(next.ProcedureItems[0].ProcedureId, 'QQ');
  expect(JSON.parse(typed.RawFormContent)._3310CA3).toMatchObject({ QQ: 120 });

  const { answer: before } = open('2026-12-01', '2026-12-31');
  expect(before.FormSnapshot.Principal).toMatchObject({ Millesime: 26 });
  expect(type(before.ProcedureItems[0].ProcedureId, 'QQ').answer).toMatchObject({ code: 'BoxUnknown' });

  const { answer: templates } = taxops('vat', 'template', 'list', '--fields', 'FormCodeDgfip,Millesime,Content');
  const content = (year: number) =>
    templates.find(
      (one: { FormCodeDgfip: string; Millesime: number }) => one.FormCodeDgfip === '_3310CA3' && one.Millesime === year,
    ).Content;
  expect(content(27)).toContain('Ventes de 2027');
  expect(content(26)).not.toContain('Ventes de 2027');

  await playPartner();
  const filed = String(next.ProcedureItems[0].ProcedureId);
  const sent = taxops('vat', 'procedure', 'send', filed, '--folder', '1');
  expect(sent).toMatchObject({ status: 0, answer: { Status: { Status: 'Draft' }, TestMode: true } });
  const file = sentFile(filed);
  expect(file).toMatch(/Nom="3310CA3"[^>]* Millesime="27"|Millesime="27"[^>]* Nom="3310CA3"/);
  expect(file).toMatch(/QQ[\s\S]*120/);
});

function sentFile(procedure: string): string {
  const path = join(installed, 'sent.txt');
  const argv = ['vat', 'procedure', 'edi', procedure, '--folder', '1', '--output', path];
  spawnSync(process.execPath, ['bin/taxops.js', ...argv], { cwd: installed, env: { ...env, ...partner } });
  return readFileSync(path, 'latin1');
}
