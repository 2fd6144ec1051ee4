/**
 * The natures that a payment may have for VAT, in five levels. The table is ours: the specification gives its five
 * levels and no row. Articles are those of the French tax code (CGI) of 2025. Identifiers stay: categories keep them.
 */
import { foldedText } from '../../../kernel/folded-text.ts';
import { readTable } from '../../../kernel/package-file.ts';

export interface Nature {
  readonly id: number;
  /** Goods or services. */
  readonly level1: string;
  /** Direction. */
  readonly level2: string;
  /** Territory. */
  readonly level3: string;
  /** Rate. */
  readonly level4: string;
  /** Rule. */
  readonly level5: string;
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
  level1: kind,
  level2: direction,
  level3: territory,
  level4: rate,
  level5: rule,
  value,
}));

/** Rows whose first levels are these; case and accents do not matter, and `goods` is `Biens`. */
export const findNatures = (asked: LevelsAsked): readonly Nature[] =>
  NATURES.filter((nature) =>
    LEVELS.every((level) => asked[level] === undefined || folded(nature[level]) === wanted(asked[level])),
  );

const LEVELS = ['level1', 'level2', 'level3'] as const;
type LevelsAsked = { readonly [L in (typeof LEVELS)[number]]?: string | undefined };

const ENGLISH: Readonly<Record<string, string>> = {
  goods: 'biens',
  assets: 'immobilisations',
  sale: 'vente',
  purchase: 'achat',
  'european union': 'union europeenne',
  'outside the union': 'hors union europeenne',
};

const wanted = (level: string): string => ENGLISH[folded(level)] ?? folded(level);

const folded = (text: string): string => foldedText(text.trim());
