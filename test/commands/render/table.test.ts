/** What a terminal shows: days and amounts as people of the language write them, wherever they stand. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/commands/operation/operation.ts';
import { drawBlocks } from '../../../src/commands/render/table.ts';
import type { Language } from '../../../src/services/kernel/errors.ts';
import { spokenAdvice } from '../../../src/services/kernel/spoken.ts';

const screen = (language: Language, terminal = true) => ({ terminal, color: false, width: 200, language });

async function drawn(blocks: readonly Block[], language: Language, terminal = true): Promise<string> {
  let text = '';
  for await (const part of drawBlocks(blocks, screen(language, terminal))) text += part;
  return text.replaceAll('\u202f', ' ');
}

describe('a line of text', () => {
  it.each([
    ['vendue 21000.00 le 2025-09-30 : -2267.20', 'vendue 21 000,00 le 30/09/2025 : -2 267,20'],
    ['2024-01-01 – 2024-12-31', '01/01/2024 – 31/12/2024'],
    ['Clos le 2024-12-31. Ajoutez --closing 2024-12-31', 'Clos le 31/12/2024. Ajoutez --closing 2024-12-31'],
    [
      'Reste 1200.00 : taxops vat status --date 2025-01-31 1200.00',
      'Reste 1 200,00 : taxops vat status --date 2025-01-31 1200.00',
    ],
    ['/tmp/2024-01-01/2024-01-02.pdf relevé-2024-01-03', '/tmp/2024-01-01/2024-01-02.pdf relevé-2024-01-03'],
    ['version 1.10.2, 192.168.10.20', 'version 1.10.2, 192.168.10.20'],
  ])('%s', (text, shown) => expect(spokenAdvice(text, 'fr').replaceAll('\u202f', ' ')).toBe(shown));

  it('keeps days and groups amounts in English', () =>
    expect(spokenAdvice('sold 21000.00 on 2025-09-30', 'en')).toBe('sold 21,000.00 on 2025-09-30'));
});

describe('on a terminal', () => {
  const table: Block = {
    kind: 'table',
    columns: [
      { name: 'Amount', type: 'amount' },
      { name: 'Message', type: 'sentence' },
    ],
    rows: [
      [46050, 'ouvre à 500.00 le 2024-01-01'],
      [-3703.2, ''],
    ],
    note: '4100.00 = 4100.00',
  };

  it('cells, notes and texts are for people of the language', async () => {
    const shown = await drawn([{ kind: 'text', text: '2024-01-01' }, table], 'fr');
    expect(shown).toMatch(/^01\/01\/2024\n/);
    expect(shown).toContain('ouvre à 500,00 le 01/01/2024');
    expect(shown).toContain('4 100,00 = 4 100,00');
  });

  it('euros of a column have cents when one of them has; whole euros of forms have none', async () => {
    const shown = await drawn([table], 'fr');
    expect(shown).toMatch(/ 46 050,00 │/);
    expect(shown).toMatch(/ -3 703,20 │/);
    expect(await drawn([{ ...table, rows: [[46050, '']] }], 'fr')).toMatch(/ 46 050 │/);
  });

  it('a pipe gets all as it is', async () => {
    const piped = await drawn([{ kind: 'text', text: '2024-01-01' }, table], 'fr', false);
    expect(piped).toContain('2024-01-01\nAmount\tMessage\n46050\touvre à 500.00 le 2024-01-01\n-3703.2\t\n');
  });
});
