/** The natures that a payment may have for VAT, in five levels. */
import { NATURE_TABLE } from './nature-table.ts';

export interface Nature {
  readonly id: number;
  /** Goods or services, direction, territory, rate, rule. */
  readonly levels: readonly [string, string, string, string, string];
  readonly value: string;
}

export const NATURES: readonly Nature[] = NATURE_TABLE.trim().split('\n').map(readRow);

function readRow(line: string): Nature {
  const [id = '', one = '', two = '', three = '', four = '', five = '', value = ''] = line.split(' | ');
  return { id: Number(id), levels: [one, two, three, four, five], value };
}

/** Rows whose first levels are these; case and accents do not matter, and `goods` is `Biens`. */
export const findNatures = (...levels: readonly (string | undefined)[]): readonly Nature[] =>
  NATURES.filter((nature) =>
    levels.every((level, index) => level === undefined || folded(nature.levels[index] ?? '') === wanted(level)),
  );

const ENGLISH: Readonly<Record<string, string>> = {
  goods: 'biens',
  assets: 'immobilisations',
  sale: 'vente',
  purchase: 'achat',
  'european union': 'union europeenne',
  'outside the union': 'hors union europeenne',
};

const wanted = (level: string): string => ENGLISH[folded(level)] ?? folded(level);

const folded = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
