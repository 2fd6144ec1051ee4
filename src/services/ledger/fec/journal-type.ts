/**
 * What a journal is for, guessed: a default that people may correct. Its label is read first, since codes are free; then
 * the code, as the usual programs give it; then the accounts that it moves.
 */

export type JournalType = 'opening' | 'purchase' | 'sale' | 'bank' | 'cash' | 'miscellaneous';

/** What the type was read from; `none`: nothing shows it, or the type was guessed before this was kept. */
export type TypeSource = 'label' | 'code' | 'accounts' | 'none';

export interface TypeGuess {
  readonly type: JournalType;
  readonly source: TypeSource;
}

interface Signs {
  readonly type: JournalType;
  /** Of a label in lower case without accents. */
  readonly words: RegExp;
  readonly codes: readonly string[];
}

const SIGNS: readonly Signs[] = [
  {
    type: 'opening',
    words: /\b(a[ -]?nouveaux?|rep(orts?)?\.? (a )?nouveaux?|ouverture|reouverture)\b/,
    codes: ['AN', 'ANO', 'ANV', 'AND', 'RAN', 'RN', 'XAN', 'NV', 'OUV', 'OU'],
  },
  {
    type: 'bank',
    words:
      /\b(banques?|bancaires?|caisse d.?epargne|credit (agricole|mutuel|cooperatif)|reglements?|cheques?|virements?)\b/,
    codes: ['BQ', 'BNP', 'CIC', 'BANQUE'],
  },
  { type: 'cash', words: /\b(caisses?|especes)\b/, codes: ['CA', 'CAI', 'CAISSE', '53'] },
  {
    type: 'purchase',
    words: /\b(achats?|fournisseurs?)\b/,
    codes: ['AC', 'ACH', 'ACHAT', 'ACHATS', 'HA', 'FF', 'FRS'],
  },
  {
    type: 'sale',
    words: /\b(ventes?|clients?|facturation)\b/,
    codes: ['VE', 'VT', 'VTE', 'VEN', 'VENTE', 'VENTES', 'FC'],
  },
  { type: 'miscellaneous', words: /\b(operations diverses|o\.?d\.?|paie|paye|salaires?)(?!\w)/, codes: ['OD'] },
];

const TYPE_OF_CODE = new Map(SIGNS.flatMap(({ type, codes }) => codes.map((code) => [code, type] as const)));

const folded = (label: string): string => label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The word that comes first decides: VENTES COMPTOIR CAISSE is a journal of sales. */
function typeOfLabel(label: string): JournalType | undefined {
  const text = folded(label);
  const found = SIGNS.map(({ type, words }) => ({ type, at: text.search(words) })).filter(({ at }) => at >= 0);
  return found.sort((one, other) => one.at - other.at)[0]?.type;
}

function typeOfCode(code: string): JournalType | undefined {
  const upper = code.toUpperCase();
  return TYPE_OF_CODE.get(upper) ?? (/^(BQ|512)/.test(upper) ? 'bank' : undefined);
}

/** The type that the names of a journal tell; undefined when they tell nothing. */
export function typeOfNames(code: string, label: string): TypeGuess | undefined {
  const byLabel = typeOfLabel(label);
  if (byLabel) return { type: byLabel, source: 'label' };
  const byCode = typeOfCode(code);
  return byCode && { type: byCode, source: 'code' };
}

/** As the ledger writes it: Opening, Label. */
export const capitalized = <T extends string>(word: T): Capitalize<T> =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<T>;
