/** What cannot be undone is confirmed in the language of who is asked. */
import { PassThrough } from 'node:stream';
import inquirer from 'inquirer';
import { expect, it } from 'vitest';
import { consentQuestion } from '../../src/commands/program/prompt.ts';
import type { Language } from '../../src/services/kernel/errors.ts';

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
