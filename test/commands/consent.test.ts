/** What cannot be undone is confirmed in the language of who is asked. */
import { PassThrough } from 'node:stream';
import inquirer from 'inquirer';
import { expect, it } from 'vitest';
import { consentQuestion } from '../../src/commands/program/prompt.ts';
import type { Language } from '../../src/services/kernel/errors.ts';
import { runCli } from '../support/cli.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

async function asked(language: Language, typed: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
  });
  const answer = inquirer.createPromptModule({ input, output } as never)([consentQuestion(language)]);
  setImmediate(() => input.write(`${typed}\r`));
  const { sure } = await answer;
  return { sure, shown };
}

it.each([
  ['fr', 'oui', true],
  ['fr', 'o', true],
  ['fr', 'non', false],
  ['fr', '', false],
  ['en', 'yes', true],
  ['en', 'n', false],
] as const)('%s: "%s" is %s', async (language, typed, sure) => {
  expect((await asked(language, typed)).sure).toBe(sure);
});

it('shows the words that answer it', async () => {
  expect((await asked('fr', 'n')).shown).toMatch(/\(o\/N\)/);
  expect((await asked('en', 'n')).shown).toMatch(/\(y\/N\)/);
});

it('shows what would go before it asks, on standard error', async () => {
  const { url = '' } = await testDatabaseSettings(true);
  const env = { TAXOPS_DATABASE_URL: url, TAXOPS_LANG: 'fr', TAXOPS_HOME: temporaryFolder('home') };
  await runCli(['folder', 'create', '--name', 'ALPHA'], { env });
  await runCli(['exercise', 'create', '--folder', '1', '--start-date', '2024-01-01', '--end-date', '2024-12-31'], {
    env,
  });
  const remove = (typed: string) =>
    runCli(['folder', 'delete', '1', '--no-color', '--quiet'], { env, tty: true, typed });
  const folders = async () => (await runCli(['folder', 'list', '--json'], { env })).json<object[]>().length;

  const kept = await remove('non');
  expect(kept.stderr).toMatch(/1 ALPHA.*Exercices.*│\s+1 │.*irréversible.*\(NotConfirmed\)/s);
  expect([kept.exitCode, kept.stdout, await folders()]).toEqual([2, '', 1]);

  const gone = await remove('oui');
  expect([gone.exitCode, await folders()]).toEqual([0, 0]);
  expect(gone.stdout).toMatch(/1 ALPHA.*Archive/s);

  const unknown = await remove('oui');
  expect([unknown.exitCode, unknown.stderr]).toEqual([5, expect.not.stringContaining('irréversible')]);
});
