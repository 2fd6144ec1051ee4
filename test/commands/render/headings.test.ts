import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { euros, maybe, text } from '../../../src/commands/operation/outputs.ts';
import { from } from '../../../src/commands/operation/wire.ts';
import { columnType, heading } from '../../../src/commands/render/headings.ts';

const output = z.object({
  Partner: maybe(text('Associé')),
  Amount: from('cents', maybe(euros('Reste dû'))),
  Items: z.array(z.object({ Rate: text('Taux').optional() })),
});

describe('the heading of a field', () => {
  it.each([
    ['Partner', 'Associé'],
    ['Amount', 'Reste dû'],
    ['Rate', 'Taux'],
    ['Items.Rate', 'Taux'],
  ])('%s stands beside it in French, though it may be null or absent', (name, fr) => {
    expect(heading({ name }, output, 'fr')).toBe(fr);
  });

  it('is another one where the column gives it', () =>
    expect(heading({ name: 'Partner', fr: 'Avec' }, output, 'fr')).toBe('Avec'));

  it('is read off the name in English', () =>
    expect(heading({ name: 'PartnerName' }, output, 'en')).toBe('Partner name'));

  it.each([
    ['VatRate', 'VAT rate'],
    ['IsValidIban', 'Is valid IBAN'],
    ['Private', 'Private'],
  ])('%s is %s, as it is written', (name, said) => expect(heading({ name }, output, 'en')).toBe(said));

  it.each(['2054 Plus-value', 'No.', 'Add-back', 'N-1'])('%s stays as it is: it is words already', (name) => {
    expect(heading({ name }, output, 'en')).toBe(name);
    expect(heading({ name }, output, 'fr')).toBe(name);
  });

  it('comes with the alignment', () => expect(columnType('Amount', output)).toBe('amount'));
});
