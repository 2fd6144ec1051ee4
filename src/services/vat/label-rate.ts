/** The rate of VAT that the label of an account names: a percentage first, else a word. Never the digits of a number. */
import { foldedText } from '../kernel/folded-text.ts';
import { compare, parseRatio, ratio } from '../kernel/ratio.ts';
import type { VatRate } from './engine/model.ts';
import { RATES } from './rates.ts';

/** `20 %`, `5,5`, `8.5`: a whole number needs its sign, decimals speak for themselves; a date or a longer number is none. */
const PERCENTAGE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)(?!\d|[.,]\d)\s*(%?)/g;

const WORDS: readonly (readonly [RegExp, VatRate])[] = [
  [/\bnormal\b/, '_20'],
  [/\bintermediaire\b/, '_10'],
  [/\bsuper[ -]?reduit\b|\bparticulier\b/, '_021'],
  [/\breduit\b/, '_055'],
];

export function rateInLabel(label: string): VatRate | undefined {
  return percentageIn(label) ?? WORDS.find(([word]) => word.test(foldedText(label)))?.[1];
}

function percentageIn(label: string): VatRate | undefined {
  for (const [, figure = '', sign] of label.matchAll(PERCENTAGE)) {
    const rate = sign === '%' || /[.,]/.test(figure) ? rateOfPercentage(figure) : undefined;
    if (rate !== undefined) return rate;
  }
  return undefined;
}

function rateOfPercentage(figure: string): VatRate | undefined {
  const value = parseRatio(figure);
  if (!value) return undefined;
  const fraction = ratio(value.numerator, value.denominator * 100n);
  return [...RATES].find(([, rate]) => compare(rate, fraction) === 0)?.[0];
}
