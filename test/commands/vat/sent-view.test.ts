import { expect, it } from 'vitest';
import { sentView } from '../../../src/commands/vat/procedure/sent-view.ts';
import type { ProcedureItem } from '../../../src/services/vat/procedures/procedure-item.ts';

const said = (item: Partial<ProcedureItem>, language: 'en' | 'fr' = 'en'): string[] =>
  [...sentView(undefined, language, { id: 4, folderId: 3, closingEntryId: null, ...item } as ProcedureItem)].flatMap(
    (block) => (block.kind === 'text' ? block.text.split('\n') : []),
  );

it('a return that left as a test is said to be a draft still, with what asks for its notices', () => {
  const test = { status: 'Draft', sendingChannel: 'DgfipDirect', hasClosing: true } as const;
  expect(said(test)).toEqual([
    'Deposited as a test: the return stays a draft.',
    'What is answered to it: taxops job run poll-notices, then taxops vat procedure notices 4 --folder 3',
  ]);
  expect(said(test, 'fr')).toEqual([
    'Déposée pour essai : elle reste un brouillon.',
    'Ce qui y est répondu : taxops job run poll-notices, puis taxops vat procedure notices 4 --folder 3',
  ]);
});

it('a return that left says when its closing entry is not written', () => {
  const sent = { status: 'Sent', sendingChannel: 'DgfipDirect', hasClosing: true } as const;
  expect(said(sent).at(-1)).toBe('! Its closing entry is not written: taxops vat procedure close 4 --folder 3');
  expect(said({ ...sent, closingEntryId: 12 })).toHaveLength(2);
});

it('a return handed over as a file waits for no notice', () => {
  expect(said({ status: 'Sent', sendingChannel: 'Internal', hasClosing: false })).toEqual([
    'Its file is in the folder of what is handed over.',
  ]);
});
