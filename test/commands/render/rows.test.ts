import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { eurosText, text } from '../../../src/commands/operation/outputs.ts';
import { loadOperation, manifest } from '../../../src/commands/program/operations.ts';
import { render } from '../../../src/commands/render/render.ts';
import { pageNote, pick, rowsOf } from '../../../src/commands/render/rows.ts';
import { forPeople } from '../../../src/commands/render/table.ts';

const WRAPPED = {
  Queryable: [
    { Id: 1, Amount: 5 },
    { Id: 2, Amount: 6 },
  ],
};

describe('the rows of a result', () => {
  it.each([
    ['a list', WRAPPED.Queryable, WRAPPED.Queryable],
    ['a page', { Items: WRAPPED.Queryable, TotalItems: 2 }, WRAPPED.Queryable],
    ['a list that stands alone in an object', WRAPPED, WRAPPED.Queryable],
    ['an object with more than a list', { Id: 1, Lines: [2] }, [{ Id: 1, Lines: [2] }]],
    ['one value', 7, [{ Value: 7 }]],
  ])('of %s', (_what, result, rows) => expect(rowsOf(result)).toEqual(rows));

  it('say what their page leaves out, in what the total counts', () => {
    const page = { Items: [1, 2, 3], TotalItems: 9, Page: 2, HasMore: true };
    expect(pageNote(page)).toBe('3 / 9, --page 3');
    expect(pageNote({ ...page, PageItems: 2, TotalItems: 5 })).toBe('2 / 5, --page 3');
    expect(pageNote({ ...page, HasMore: false })).toBeUndefined();
  });

  it('keep the fields asked for, and the name of their list', () => {
    expect(pick(WRAPPED, ['Id'])).toEqual({ Queryable: [{ Id: 1 }, { Id: 2 }] });
    expect(pick(WRAPPED, ['Queryable'])).toBe(WRAPPED);
    expect(pick({ Id: 1, Lines: [2] }, ['Lines'])).toEqual({ Lines: [2] });
  });

  it.each([
    ['csv', 'Id\r\n1\r\n2\r\n'],
    ['ndjson', '{"Id":1}\n{"Id":2}\n'],
    ['table', 'Id\n1\n2\n'],
  ] as const)('of a query as %s', async (format, text) => {
    const entry = manifest.find(({ id }) => id === 'bank.query.complements');
    if (!entry) throw new Error('no such operation');
    const screen = { terminal: false, color: false, width: 80, language: 'en' } as const;
    const head = () => Promise.reject(new Error('no document'));
    const how = { format, fields: ['Id'], whole: true, excel: false, note: () => {}, head, screen };
    const chunks: string[] = [];
    for await (const chunk of render(await loadOperation(entry), WRAPPED, how))
      chunks.push(Buffer.from(chunk).toString());
    expect(chunks.join('')).toBe(text);
  });
});

describe('a view of more rows than people read', () => {
  it.each([
    [false, 2, '1 / 2: --json'],
    [true, 3, undefined],
  ])('whole: %s', async (whole, lines, said) => {
    const entry = manifest.find(({ id }) => id === 'bank.query.complements');
    if (!entry) throw new Error('no such operation');
    const operation = {
      ...(await loadOperation(entry)),
      view: () => [{ kind: 'table' as const, columns: [{ name: 'Id' }], rows: [[1], [2]], shown: 1 }],
    };
    const notes: string[] = [];
    const screen = { terminal: false, color: false, width: 80, language: 'en' } as const;
    const head = () => Promise.reject(new Error('no document'));
    const note = (text: string) => void notes.push(text);
    let text = '';
    for await (const chunk of render(
      operation,
      {},
      { format: 'table', fields: undefined, whole, excel: false, note, head, screen },
    ))
      text += chunk;
    expect([text.trimEnd().split('\n').length, notes[0]]).toEqual([lines, said]);
  });
});

it('writes days and amounts within a sentence as people do, on a page as at a terminal, and a command as it is typed', () => {
  const sentence = 'Écart de 1240.01 au 2024-12-31 : taxops ledger check --from 2024-12-31';
  expect(forPeople(sentence, 'sentence', 'fr')).toBe(
    'Écart de 1\u202f240,01 au 31/12/2024 : taxops ledger check --from 2024-12-31',
  );
  expect(forPeople(sentence, 'text', 'fr')).toBe(sentence);
});

describe('moments on a screen', () => {
  it.each([
    ['2024-12-30T23:00:00Z', '31/12/2024', '2024-12-31'],
    ['2024-06-29T22:00:00Z', '30/06/2024', '2024-06-30'],
    ['2025-05-10T08:00:00.123Z', '10/05/2025 10:00:00', '2025-05-10 10:00:00'],
    ['2024-12-30', '2024-12-30', '2024-12-30'],
    ['2024-12-30T23:00:00', '2024-12-30T23:00:00', '2024-12-30T23:00:00'],
  ])('%s', (moment, french, english) => {
    expect([forPeople(moment, undefined, 'fr'), forPeople(moment, undefined, 'en')]).toEqual([french, english]);
  });
});

describe('CSV of a result of several lists', () => {
  const Side = z.array(z.object({ Id: z.int(), Label: text('Libellé'), Amount: eurosText('Montant') }));
  const output = z.object({
    Date: z.string(),
    Entries: z.array(z.object({ Date: z.string(), Label: text('Libellé'), Tags: z.array(z.string()), Lines: Side })),
    Accounts: Side,
  });
  const result = {
    Date: '2025-12-31',
    Entries: [
      {
        Date: '2025-06-30',
        Label: 'Dotations',
        Tags: ['a', 'b'],
        Lines: [
          { Id: 7, Label: 'D', Amount: '1.50' },
          { Id: 8, Label: 'C', Amount: '-1.50' },
        ],
      },
    ],
    Accounts: [{ Id: 1, Label: 'Banque', Amount: '3.00' }],
  };

  async function written(how: object) {
    const notes: string[] = [];
    const operation = { ...(await loadOperation(manifest[0] as never)), output };
    const screen = { terminal: false, color: false, width: 80, language: 'fr' } as const;
    const head = () => Promise.reject(new Error('no document'));
    const note = (text: string) => void notes.push(text);
    const form = { format: 'csv', fields: undefined, whole: true, excel: false, note, head, screen, ...how } as const;
    let text = '';
    for await (const chunk of render(operation, result, form)) text += Buffer.from(chunk).toString();
    return { lines: text.trimEnd().split('\r\n'), notes };
  }

  it('has the lines of the first one, each beside what stands above it, and names the others', async () => {
    const { lines, notes } = await written({});
    expect(lines).toEqual([
      'Date,Label,Tags,Id,Line.Label,Amount',
      '2025-06-30,Dotations,"a, b",7,D,1.50',
      '2025-06-30,Dotations,"a, b",8,C,-1.50',
    ]);
    expect(notes).toEqual(['Absents de ce fichier, avec --table NOM : Accounts']);
  });

  it('has the one that is named, and no identifier for people', async () => {
    expect((await written({ table: 'accounts' })).lines).toEqual(['Id,Label,Amount', '1,Banque,3.00']);
    expect((await written({ table: 'Accounts', excel: true })).lines).toEqual(['\ufeffLibellé;Montant', 'Banque;3,00']);
    await expect(written({ table: 'Acounts' })).rejects.toThrow();
  });

  it('has the fields that are named, of the table or of the whole', async () => {
    expect((await written({ fields: ['Amount', 'Date'] })).lines[1]).toBe('1.50,2025-06-30');
    expect((await written({ fields: ['Accounts'] })).lines).toHaveLength(2);
    await expect(written({ fields: ['Date', 'Accounts'] })).rejects.toThrow();
  });
});
