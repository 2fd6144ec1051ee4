/** A year of VAT forms is a file of the boxes that it changes. */
import { expect, it } from 'vitest';
import { allBoxes, type VatBox, withYear } from '../../../src/services/forms/vat-boxes.ts';

const box = (zone: string, change: Partial<VatBox> = {}): VatBox => ({
  form: '3310CA3',
  line: '',
  zone,
  printed: '',
  type: 'MOA',
  kind: 'base',
  names: { fr: zone, en: zone },
  rate: '',
  isComputed: false,
  repeats: false,
  controls: [],
  from: 21,
  to: Number.POSITIVE_INFINITY,
  ...change,
});
const shown = (boxes: readonly VatBox[]) => boxes.map(({ form, zone, from, to }) => `${form} ${zone} ${from}-${to}`);
const base = [box('CA'), box('CB'), box('FB', { form: '3310A' })];

it('a box that changes stands in its place; what was before ends with the year before', () => {
  expect(shown(withYear(base, [box('CA', { from: 27 })]))).toEqual([
    '3310CA3 CA 21-26',
    '3310CA3 CA 27-Infinity',
    '3310CA3 CB 21-Infinity',
    '3310A FB 21-Infinity',
  ]);
});

it('a new box follows the row above it, or ends its form; one that is gone is in no edition', () => {
  const changes = [
    box('CA', { from: 27 }),
    box('CX', { from: 27 }),
    box('CB', { from: 27, to: 26 }),
    box('FX', { form: '3310A', from: 27 }),
    box('ZZ', { form: '9999', from: 27 }),
  ];
  const after = withYear(base, changes);
  expect(shown(after.filter(({ from, to }) => from <= 27 && 27 <= to))).toEqual([
    '3310CA3 CA 27-Infinity',
    '3310CA3 CX 27-Infinity',
    '3310A FB 21-Infinity',
    '3310A FX 27-Infinity',
    '9999 ZZ 27-Infinity',
  ]);
  expect(shown(after.filter(({ from, to }) => from <= 26 && 26 <= to))).toEqual([
    '3310CA3 CA 21-26',
    '3310CA3 CB 21-26',
    '3310A FB 21-Infinity',
  ]);
});

it('a second year changes what the first one left', () => {
  const [first, second] = [[box('CA', { from: 27 })], [box('CA', { from: 28 })]];
  expect(shown(withYear(withYear(base, first), second)).slice(0, 3)).toEqual([
    '3310CA3 CA 21-26',
    '3310CA3 CA 27-27',
    '3310CA3 CA 28-Infinity',
  ]);
});

it('no file is shipped for a year that is in the table', () =>
  expect(allBoxes().every(({ from }) => from <= 26)).toBe(true));
