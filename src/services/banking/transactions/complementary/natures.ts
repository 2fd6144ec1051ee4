/**
 * The natures that a payment may have for VAT, in five levels. The table is ours: the specification gives its five
 * levels and no row. Articles are those of the French tax code (CGI) of 2025. Identifiers stay: categories keep them.
 */
import { readTable } from '../../../kernel/package-file.ts';

export interface Nature {
  readonly id: number;
  /** Goods or services, direction, territory, rate, rule. */
  readonly levels: readonly [string, string, string, string, string];
  readonly value: string;
}

export const NATURES: readonly Nature[] = readTable('src/services/banking/transactions/complementary/natures.tsv', [
  'id',
  'kind',
  'direction',
  'territory',
  'rate',
  'rule',
  'value',
]).map(({ id, kind, direction, territory, rate, rule, value }) => ({
  id: Number(id),
  levels: [kind, direction, territory, rate, rule],
  value,
}));

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
