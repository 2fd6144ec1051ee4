/** Hints name commands: on a page they are the page that does it, else they are said to be commands. */
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/commands/program/catalogue.ts';
import { manifest } from '../../../src/commands/program/operations.ts';
import { PAGE_OF, piecesOf } from '../../../src/commands/serve/pages/parts/hint.tsx';
import { PAGES } from '../../../src/commands/serve/pages/registry.ts';
import { written } from '../../contract/seeds.ts';
import { testSite } from '../../support/site.ts';

describe('the pages of commands', () => {
  it('are pages, of commands that there are', () => {
    const commands = new Set(manifest.map(({ cli }) => cli.path.join(' ')));
    const paths = new Set(PAGES.map(({ path }) => path));
    expect(Object.keys(PAGE_OF).filter((command) => !commands.has(command))).toEqual([]);
    expect(Object.values(PAGE_OF).filter(([path]) => !paths.has(path))).toEqual([]);
  });

  it.each([
    [
      'Give it: taxops exercise create --folder 1 --start-date 2024-01-01.',
      'exercise create',
      '--folder 1 --start-date 2024-01-01',
    ],
    ['List them with `taxops asset imports --folder ID`.', 'asset imports', '--folder ID'],
    ['taxops doctor shows what is wrong', 'doctor', ''],
    ['taxops vat procedure show 3 --folder 1, then go on', 'vat procedure show', '3 --folder 1'],
  ])('%s', (hint, command, given) => {
    const pieces = piecesOf(hint);
    expect(pieces.find((piece) => piece.command !== undefined)).toEqual({
      text: `taxops ${command} ${given}`.trim(),
      command,
    });
    expect(pieces.map(({ text }) => text).join('')).toBe(hint.replaceAll('`', ''));
  });

  it('are distinguished where there are two', () => {
    const pieces = piecesOf('Say it: taxops bank statement mapping set --help See more with: taxops doctor');
    expect(pieces.flatMap(({ command }) => command ?? [])).toEqual(['bank statement mapping set', 'doctor']);
  });

  it('lose no word of any hint', () => {
    const hints = Object.values(loadCatalogue()).flatMap(({ hint }) => (hint ? Object.values(hint) : []));
    expect(hints.length).toBeGreaterThan(500);
    for (const hint of hints)
      expect(
        piecesOf(hint)
          .map(({ text }) => text)
          .join('')
          .replaceAll('`', ''),
      ).toBe(hint.replaceAll('`', ''));
  });
});

describe('a refusal on a page', async () => {
  const site = await testSite();
  const browser = await site.browser();
  const french = await site.browser(undefined, { 'accept-language': 'fr' });

  it('leads to the page of its hint, in both languages', async () => {
    await browser.post('/do/folder.create', { Name: 'ALPHA', _back: '/folders' });
    const refused = { accountingFolderId: '1', importId: '9', _back: '/imports?folder=1' };
    const [english, inFrench] = [
      (await browser.post('/do/asset.undo', refused)).text,
      (await french.post('/do/asset.undo', refused)).text,
    ];
    expect(english).toContain('List the imports with <a href="/imports?folder=1">Imports</a>');
    expect(inFrench).toContain('<a href="/imports?folder=1">Imports</a>');
    expect(english).not.toContain('taxops asset imports');
  });

  it('says that a command is one where no page does it', async () => {
    const file = written('colonnes.csv', 'Couleur;Poids\nrouge;12\n');
    const { text } = await browser.drop('/do/asset.import', { accountingFolderId: '1', _back: '/imports' }, [file]);
    expect(text).toContain('at the command line: <code>taxops asset template</code>');
  });
});
