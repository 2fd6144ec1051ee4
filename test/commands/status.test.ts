import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { testDatabaseSettings } from '../support/database.ts';

it('status counts what each folder holds', async () => {
  const { url = '' } = await testDatabaseSettings(true);
  const env = { TAXOPS_DATABASE_URL: url };
  await runCli(['ledger', 'import', 'fixtures/demo/998519730FEC20251231.txt'], { env });
  await runCli(['bank', 'account', 'create-manual', '--folder', '1', '--bank-name', 'Caisse'], { env });
  await runCli(['folder', 'create', '--name', 'Vide'], { env });
  const { Folders } = (await runCli(['status', '--json'], { env })).json<{ Folders: object[] }>();
  expect(Folders).toMatchObject([
    { Id: 1, Entries: 484, LastExercise: '2025-12-31', BankAccounts: 1, LastStatement: null },
    { Id: 2, Name: 'Vide', Entries: 0, LastExercise: null, BankAccounts: 0 },
  ]);
});
