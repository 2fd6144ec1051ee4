/** Every code that a control of VAT forms shows is explained in two languages, and none besides. */
import { expect, it } from 'vitest';
import { vatControlCodes } from '../../../src/services/forms/vat-control-codes.ts';
import { codeOf, controlRows } from '../../../src/services/forms/vat-controls.ts';
import { readTable } from '../../../src/services/kernel/package-file.ts';

const table = readTable('src/services/forms/vat-control-codes.tsv', ['code', 'en', 'fr', 'next_en', 'next_fr']);
const worded = table.map(({ code }) => code);
const explained = new Map(vatControlCodes().map((one) => [one.code, one]));

it('what is tested here is explained in its own words', () => {
  const tested = controlRows().filter(({ level }) => level !== 'deposit');
  expect([...new Set(tested.map(codeOf))].filter((code) => !worded.includes(code))).toEqual([]);
  expect(worded.filter((code) => !controlRows().some((row) => codeOf(row) === code))).toEqual([]);
});

it('every code is explained, once, with what to do', () => {
  expect([...explained.keys()].toSorted()).toEqual([...new Set(controlRows().map(codeOf))].toSorted());
  for (const { rule, next } of explained.values())
    for (const { en, fr } of [rule, next]) {
      expect([en, fr].filter((text) => !/[.NID)]$/.test(text))).toEqual([]);
      expect(en).not.toBe(fr);
    }
});

it('a code is blocking when one of its cases is', () => {
  const blocks = (code: string) => explained.get(code)?.isBlocking;
  expect(['111', '156', 'T01', 'T02', 'T07', '048'].map(blocks)).toEqual([true, true, true, false, false, true]);
});

it('a code of a deposit that nothing here tests says so', () => {
  expect(explained.get('046')).toMatchObject({ rule: { en: 'Firm not enrolled.', fr: 'Entreprise non inscrite.' } });
  expect(explained.get('046')?.next.en).toContain('taxops vat procedure reopen ID --folder N');
});
