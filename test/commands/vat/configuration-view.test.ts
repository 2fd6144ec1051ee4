import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Block } from '../../../src/commands/operation/operation.ts';
import { filledRatesView } from '../../../src/commands/vat/configuration/view.ts';
import type { FilledRate } from '../../../src/services/vat/configuration/fill-rates.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';

const env = { TAXOPS_DATABASE_URL: (await testDatabaseSettings(true)).url ?? '' };
const taxops = async (...argv: string[]) => {
  const { stdout, stderr, exitCode } = await runCli(argv, { env });
  return { shown: `${stdout}${stderr}`, exitCode };
};

it('a configuration at a terminal shows the level that gives each value, in both languages', async () => {
  await taxops('folder', 'create', '--name', 'ALPHA');
  await taxops('account', 'create', '--folder', '1', '--number', '706000', '--label', 'Prestations');
  const set = ['vat', 'configuration', 'set', '--folder', '1', '--account', '1', '--vat-rate', '_10'];
  await taxops(...set, '--is-system-generated', 'false');
  const list = ['vat', 'configuration', 'list', '--folder', '1'];
  const english = (await taxops(...list)).shown;
  expect(english).toContain('VT_PREST (guess)');
  expect(english).toContain('_10 (user)');
  const french = (await taxops(...list, '--lang', 'fr')).shown;
  expect(french).toContain('VT_PREST (déduit)');
  expect(french).toContain('_10 (dossier)');
});

it('accounts that cannot be set by number are named with what is wrong, and the command says that it is partial', async () => {
  const configurations = JSON.stringify([{ AccountNumber: '9' }, { AccountNumber: '607000', VatRate: '_20' }]);
  const { shown, exitCode } = await taxops(
    ...['vat', 'configuration', 'set-by-number', '--folder', '1'],
    ...['--set', `Configurations=${configurations}`],
  );
  expect(shown).toContain('AccountNumberInvalid: An account number begins with a digit of its class');
  expect(shown).toContain('607000');
  expect(exitCode).toBe(3);
});

it('categories of several accounts are a table of codes, and an unknown account makes the command partial', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'batch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'accounts.json');
  const asked = async (body: unknown, ...more: string[]) => {
    writeFileSync(file, JSON.stringify(body));
    return taxops('vat', 'category', 'batch', '--folder', '1', '--body', file, ...more);
  };
  const known = { AccountId: 1, VatRate: '_20' };
  const whole = await asked([known]);
  expect(whole.exitCode).toBe(0);
  expect(whole.shown).toContain('VT_PREST, ');
  expect(whole.shown).not.toMatch(/[{}]/);
  const partial = await asked([known, { AccountId: 99_999 }], '--lang', 'fr');
  expect(partial.exitCode).toBe(3);
  expect(partial.shown).toContain('BookAccountNotFound: Le dossier n’a pas ce compte.');
  expect((await asked([{ AccountId: 99_999 }], '--json')).exitCode).toBe(3);
});

it('rates that were filled are shown by account number, with those that a person must give', () => {
  const one = (accountNumber: string, skipReason: FilledRate['skipReason']): FilledRate => ({
    accountId: Number(accountNumber.slice(0, 3)),
    subAccountId: null,
    accountNumber,
    accountLabel: `Compte ${accountNumber}`,
    isFilled: skipReason === null,
    detectedRate: skipReason === null ? '_20' : null,
    skipReason,
  });
  const accounts = [one('708500', 'AmbiguousRates'), one('706000', null), one('512000', 'NotVatAccount')];
  const blocks = [...filledRatesView(undefined, 'fr', { filledCount: 1, skippedCount: 2, accounts })];
  const [counts, table] = blocks as Extract<Block, { kind: 'table' }>[];
  expect(counts?.rows).toEqual([[1, 2]]);
  expect(table?.rows).toEqual([
    [706, '706000', 'Compte 706000', '_20', null],
    [708, '708500', 'Compte 708500', null, 'AmbiguousRates'],
  ]);
  expect(table?.note).toContain('taxops vat configuration set --folder');
});
