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
    words:
      /\b(a[ -]?nouveaux?|rep(orts?)?\.? (a )?nouveaux?|ouverture|reouverture|soldes? initiaux|reprises? (des? )?(soldes?|balance))\b/,
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
    codes: ['AC', 'ACH', 'ACHAT', 'ACHATS', 'HA', 'FF', 'FRS', 'FOU', 'FOUR', 'FOURN'],
  },
  {
    type: 'sale',
    words: /\b(ventes?|clients?|facturation)\b/,
    codes: ['VE', 'VT', 'VTE', 'VEN', 'VENTE', 'VENTES', 'FC', 'CLI'],
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

/** What entries of a kind of journal have on their accounts; bits, so that those of a line and of an entry are added up. */
const MOVED = { bank: 1, cash: 2, customer: 4, income: 8, supplier: 16, expense: 32 } as const;

/** By the beginnings of account numbers; purchases of fixed assets are purchases. */
const MOVED_BY: readonly (readonly [RegExp, number])[] = [
  [/^512/, MOVED.bank],
  [/^53/, MOVED.cash],
  [/^41[1-8]/, MOVED.customer],
  [/^70/, MOVED.income],
  [/^40/, MOVED.supplier],
  [/^(6[0-2]|2)/, MOVED.expense],
];

export const movedBy = (account: string): number => MOVED_BY.find(([numbers]) => numbers.test(account))?.[1] ?? 0;

const SALE = MOVED.customer | MOVED.income;
const PURCHASE = MOVED.supplier | MOVED.expense;
const hasAll = (moved: number, bits: number): boolean => (moved & bits) === bits;

/** Which kind of journal an entry that moves these accounts is of. */
export const KINDS_OF_ENTRY: readonly (readonly [JournalType, (moved: number) => boolean])[] = [
  ['bank', (moved) => hasAll(moved, MOVED.bank)],
  ['cash', (moved) => hasAll(moved, MOVED.cash)],
  ['sale', (moved) => hasAll(moved, SALE) && !hasAll(moved, MOVED.bank)],
  ['purchase', (moved) => hasAll(moved, PURCHASE) && !hasAll(moved, MOVED.bank)],
];

/** As the ledger writes it: Opening, Label. */
export const capitalized = <T extends string>(word: T): Capitalize<T> =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<T>;
