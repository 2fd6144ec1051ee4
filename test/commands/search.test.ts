import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { eachOf } from '../support/length.ts';

const found = async (...words: string[]) =>
  (await runCli(['search', ...words, '--json'])).json<{ Cli: string }[]>().map(({ Cli }) => Cli);

describe('search', () => {
  eachOf(
    [
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
      ['à nouveau', 'taxops ledger check'],
      ['compte de résultat', 'taxops declaration form show'],
      ['balance âgée', 'taxops ledger aged'],
      ['facture impayée', 'taxops ledger aged'],
      ['est-ce que ça balance', 'taxops ledger balance'],
      ['effacer un client', 'taxops folder delete'],
      ['crédit de TVA', 'taxops vat form show'],
      ['télédéclarer', 'taxops declaration publish'],
      ['encaissements', 'taxops vat configuration set'],
      ['restaurer', 'taxops db restore'],
      ['dégressif', 'taxops asset simulate'],
    ],
    8,
  )('finds %s: %s', async (words, command) => expect(await found(words)).toContain(command));

  it('takes words without quotes, and those that most fit where none fits all', async () => {
    expect(await found('grand', 'livre')).toContain('taxops ledger general');
    expect(await found('lettrage', 'xyzzy')).toContain('taxops lettering list');
    expect(await found('lettrage', 'xyzzy', 'plugh')).toEqual([]);
  });

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
