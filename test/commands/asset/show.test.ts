/** An asset as people see it: created from flags, shown with its schedule, explained. */
import { join } from 'node:path';
import exceljs from 'exceljs';
import { expect, test } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const { url = '' } = await testDatabaseSettings(true);
const taxops = (line: string, tty = false) =>
  runCli(line.split(' '), { env: { TAXOPS_DATABASE_URL: url, TAXOPS_SECRET_KEY: '5a'.repeat(32) }, tty });

await taxops('folder create --name ALPHA');
await taxops('exercise create --folder 1 --start-date 2024-01-01 --end-date 2024-12-31');
await taxops(
  'asset create --folder 1 --name Presse --acquisition-value 12000 --acquisition-date 2024-01-01 --deployment-date 2024-07-01 --acquisition-quantity 1 --set Account.AccountNumber=2154 --set Amortization.EconomicAttributes.Duration.YearCount=3',
);

test('the schedule is a table with a bar for what is left', async () => {
  const { stdout, stderr } = await taxops('asset show 1 --folder 1 --lang fr --no-color --quiet', true);
  expect(stderr).toBe('');
  expect(stdout).toContain('2154 Matériel');
  const bars = stdout.split('\n').flatMap((row) => (row.includes('█') ? [row.replace(/[^█]/g, '').length] : []));
  expect(bars).toEqual([...bars].sort((a, b) => b - a));
  expect(bars).toHaveLength(3);
  expect(stdout).toMatch(/01\/01\/2024 .* 31\/12\/2024 .* 2\s000,00 .* 2\s000,00 .* 10\s000,00/);
  expect(stdout).toMatch(/01\/01\/2027 .* 31\/12\/2027 .* 2\s000,00 .* 12\s000,00 .* 0,00/);
  expect(stdout).not.toContain('Fiscal');
  expect(stdout).toContain('! Le compte 2154 manque au plan comptable du dossier');
});

test('any figure is explained by its rule, its inputs and its arithmetic', async () => {
  const { stdout } = await taxops('asset show 1 --folder 1 --explain Economic[2024-12-31].Annuity');
  expect(stdout).toContain('Economic[2024-12-31].Annuity = 2000.00');
  expect(stdout).toContain('base = 12000.00');
  expect(stdout).toContain('round(12000.00 × 180 / 1080) = 2000.00');
});

test('a list says methods in the words of who reads, and in codes to programs', async () => {
  const asked = 'asset search --folder 1 --start-date 2024-01-01 --end-date 2024-12-31';
  expect((await taxops(`${asked} --lang fr`)).stdout).toContain('Linéaire');
  expect((await taxops(`${asked} --lang fr --json`)).stdout).toContain('"Linear"');
});

test('a list has the identifier that other commands ask for', async () => {
  const { stdout } = await taxops('asset search --folder 1 --start-date 2024-01-01 --end-date 2024-12-31');
  expect(stdout.split('\n').map((row) => row.split('\t').slice(0, 3))).toEqual([
    ['Id', 'Number', 'Name'],
    ['1', '1', 'Presse'],
    ['', '', 'Total (1)'],
    [''],
  ]);
});

test('the list of alerts says which asset and why', async () => {
  const asked = 'asset alert list --folder 1 --end-date 2024-12-31';
  const { stdout } = await taxops(`${asked} --lang fr`);
  expect(stdout).toMatch(/^AssetId\tNumber\tName\tAccount\tAlerts\n1\t1\tPresse\t2154\tLe compte … manque/);
  expect(stdout).toContain(' ; Durée de … mois hors des usages');
  expect(JSON.parse((await taxops(`${asked} --json`)).stdout)).toEqual([1]);
});

test('an edition has methods in words, and in a document its sections with their sums', async () => {
  const asked = 'asset edition show Dotations --folder 1 --start-date 2024-01-01 --end-date 2024-12-31 --lang fr';
  expect((await taxops(asked)).stdout).toContain('Linéaire');
  const file = join(temporaryFolder('edition'), 'dotations.xlsx');
  await taxops(`${asked} --output ${file}`);
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(file);
  const cells = book.worksheets[0]?.getSheetValues().flatMap((row) => (row as unknown[] | undefined) ?? []) ?? [];
  expect(cells).toEqual(expect.arrayContaining(['Édition des immobilisations', 'Linéaire']));
  expect(cells).toContainEqual(expect.objectContaining({ formula: expect.stringContaining('SUBTOTAL') }));
});

test('what cannot be undone asks before it is done', async () => {
  const { stderr } = await taxops('asset delete 1 --folder 1');
  expect(stderr).toContain('ConfirmationNeeded');
});

test('the kinds of retirement are rows, with the attributes that each takes', async () => {
  const { stdout } = await taxops('asset retirement types --folder 1 --lang fr --no-color --quiet', true);
  expect(stdout).toMatch(/Attributs\s+│\s+Type\s+│\s+Description/);
  expect(stdout).toMatch(/SaleAttributes\s+│\s+Contribution\s+│\s+Apport en société/);
  expect(stdout).toMatch(/DisposalAttributes\s+│\s+Theft\s+│\s+Vol/);
});
