import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const found = async (...words: string[]) =>
  (await runCli(['search', words.join(' '), '--json'])).json<{ Cli: string }[]>().map(({ Cli }) => Cli);

describe('search', () => {
  it.each([
    ['liasse', 'taxops declaration form show'],
    ['bilan', 'taxops declaration form show'],
    ['clôture', 'taxops vat procedure close'],
    ['cloture', 'taxops exercise create'],
    ['TVA', 'taxops vat simulate'],
    ['2050', 'taxops declaration form show'],
    ['3310', 'taxops vat form show'],
    ['Relevés', 'taxops bank statement import'],
    ['import statement', 'taxops bank statement import'],
    ['grand-livre', 'taxops ledger general'],
    ['sub-account', 'taxops account sub-account list'],
  ])('finds %s: %s', async (words, command) => expect(await found(words)).toContain(command));

  it('finds beginnings of words only', async () => {
    const commands = await found('vat');
    expect(commands).toContain('taxops vat simulate');
    expect(commands.filter((command) => command.startsWith('taxops db '))).toEqual([]);
  });

  it('says when nothing fits, in both languages', async () => {
    expect(await found('xyzzy')).toEqual([]);
    expect((await runCli(['search', 'xyzzy'])).stdout).toMatch(/^No command fits\. /);
    expect((await runCli(['search', 'xyzzy', '--lang', 'fr'])).stdout).toMatch(/^Aucune commande ne convient\. /);
  });
});
