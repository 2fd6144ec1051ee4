import { expect, it } from 'vitest';
import { DECLARATION_TYPES } from '../../../src/commands/declaration/fields.ts';
import { DECLARATION_KINDS, kindEntry } from '../../../src/services/declarations/kinds.ts';
import { DECLARATION_CODES } from '../../../src/services/edi/xml-edi.ts';
import { FORMS } from '../../../src/services/forms/form-book.ts';

it('every kind has a name on the wire, and the wire names nothing else but the unknown', () => {
  expect(DECLARATION_TYPES.toSorted()).toEqual([...DECLARATION_KINDS, 'Inconnu'].sort());
});

it.each(DECLARATION_KINDS)('the entry of %s names forms, cells and types that exist', (kind) => {
  const { edi, forms = [], toPay, needs } = kindEntry(kind);
  expect(DECLARATION_CODES[edi.procedure]).toContain(edi.type);
  expect(forms.filter((form) => !FORMS.has(form))).toEqual([]);
  if (toPay) {
    const { cells } = FORMS.choose([toPay.form], { year: 2024, acceptLastKnownYear: true });
    expect(cells.map(({ cell }) => cell)).toContain(toPay.cell);
  }
  expect(needs.length).toBe(new Set(needs).size);
});
