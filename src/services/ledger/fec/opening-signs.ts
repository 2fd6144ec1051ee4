/**
 * What shows that an entry of the first day of an exercise takes over balances (Code de commerce, L. 123-19), where no
 * journal of openings holds it: its words, then its shape. A purchase, an allocation of the result and the capital paid
 * into a new company are dated that day too, and are none.
 */
import type { Cents } from '../../kernel/money.ts';

/** An entry as it is judged: its balance on each account, and what its lines say. */
export interface FirstDayEntry {
  readonly accounts: readonly { readonly number: string; readonly balance: Cents }[];
  readonly texts: readonly string[];
}

/**
 * Words: its lines say so. OpeningAccount: it moves 890, the opening balance sheet. Accounts: those of a balance sheet of
 * a business that has gone on for a while.
 */
export const OPENING_SIGNS = ['Words', 'OpeningAccount', 'Accounts'] as const;
export type OpeningSign = (typeof OPENING_SIGNS)[number];

/** `Unsure`: what the exercise before closed with may say. */
export type OpeningVerdict = OpeningSign | 'Unsure' | 'None';

/** Of texts in lower case without accents. */
const CERTAIN_WORDS = [
  /\ba\W{0,3}nouv/,
  /\b(rep(orts?)?|soldes?|bilan|balance)\W+(a\W+)?nouv/,
  /\bsoldes? (au|du) (0?1|31)\W/,
  /\bsoldes?\W+(initia|d\W?ouverture|de (debut|depart)|d\W?entree|anterieur|reporte|(au )?(debut|1er jour) )/,
  /\b(bilan|balance|ecritures?|situation|comptes)\W+(d\W?|de l\W?|a l\W?)?(ouverture|entree|initia)/,
  /\breprises? (des? |du |de la |d\W?|sur )?(soldes?|balance|bilan|comptes|comptab|dossier|historique|n ?- ?1\b|exercice|anterieur)/,
  /\b(reouverture|ran)\b/,
  /\b(opening (balances?|entr)|(brought|carried) forward)\b/,
];

/** Said of openings and of other things: of an account, of a postponed date, of an exchange, of what is left to pay. */
const POSSIBLE_WORDS =
  /\b(ouverture|opening|rep(orts?|ortes?)?|reprises?|soldes?|initia(l|le|ux)|anterieurs?|bilan|balance|cloture|n ?- ?1|a\.? ?n\.?( ?\d{2,4})?|an\d+)\b/;

/** A contribution or a merger brings a whole balance sheet on a first day. */
const OTHER_WORDS =
  /\b(apports?|constitution|souscription|liberation|fusion|absorption|tup|transmission universelle)\b/;

const CARRIED = ['11', '12', '106', '28', '29', '39', '49', '42', '43', '444', '4455', '447'];
const EQUITY = ['10', '11', '12'];
const OPENING_ACCOUNT = '890';
/** Accounts that stand across from each other account when an opening is written account by account. */
const TRANSIT = ['89', '47'];
const BALANCE_SHEET = /^[1-58]/;
/** What pays for a purchase. */
const PAID_BY = ['40', '455', '46', '5', '16', '4456'];
/** What the result is allocated to. */
const ALLOCATED = ['1', '455', '457'];

const begins = (number: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => number.startsWith(prefix));
const hasSome = ({ accounts }: FirstDayEntry, prefixes: readonly string[]): boolean =>
  accounts.some(({ number }) => begins(number, prefixes));
const hasOnly = ({ accounts }: FirstDayEntry, prefixes: readonly string[]): boolean =>
  accounts.every(({ number }) => begins(number, prefixes));

/** Whether a business has gone on for a while: results, reserves, amortizations, wages and taxes that are due. */
export const isCarriedOver = (number: string): boolean => begins(number, CARRIED);

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether most of the texts of an entry say so: one line of a hundred does not speak for the others. */
function mostly(texts: readonly string[], says: (text: string) => boolean): boolean {
  const filled = texts.map(folded).filter((text) => text.trim() !== '');
  return filled.filter(says).length * 2 >= Math.max(filled.length, 1);
}

const isCertain = (text: string): boolean => CERTAIN_WORDS.some((words) => words.test(text));

/** Fixed assets against those who are paid for them. */
function isPurchase(entry: FirstDayEntry): boolean {
  if (hasSome(entry, [...EQUITY, '28', ...TRANSIT])) return false;
  const assets = entry.accounts.filter(({ number }) => number.startsWith('2'));
  const others = entry.accounts.filter(({ number }) => !number.startsWith('2'));
  return assets.some(({ balance }) => balance > 0n) && others.every(({ number }) => begins(number, PAID_BY));
}

/** Most of the lines: programs reverse accruals in the opening itself. */
function isOfBalanceSheet(entry: FirstDayEntry): boolean {
  const outside = entry.accounts.filter(({ number }) => !BALANCE_SHEET.test(number)).length;
  return outside === 0 || (outside * 4 <= entry.accounts.length && hasSome(entry, EQUITY));
}

/** The balance sheet of a business that has gone on: what it owns, its capital, and what only time brings. */
const isWhole = (entry: FirstDayEntry): boolean =>
  entry.accounts.length >= 4 &&
  hasSome(entry, EQUITY) &&
  hasSome(entry, ['2', '3', '41', '5']) &&
  entry.accounts.some(({ number }) => isCarriedOver(number));

/** Whether an entry may be one account of an opening that is written account by account, across from one in transit. */
export const isPartOfOpening = (entry: FirstDayEntry): boolean =>
  isOfBalanceSheet(entry) &&
  hasSome(entry, TRANSIT) &&
  mostly(entry.texts, (text) => isCertain(text) || POSSIBLE_WORDS.test(text));

/** Of an entry of the first day. */
export function openingVerdict(entry: FirstDayEntry): OpeningVerdict {
  const { accounts, texts } = entry;
  if (accounts.length < 2 || !isOfBalanceSheet(entry) || isPurchase(entry) || hasOnly(entry, ALLOCATED)) return 'None';
  if (hasSome(entry, [OPENING_ACCOUNT])) return 'OpeningAccount';
  if (mostly(texts, isCertain)) return 'Words';
  if (mostly(texts, (text) => OTHER_WORDS.test(text))) return 'None';
  if (!hasSome(entry, EQUITY)) return 'None';
  const isSaid = texts.map(folded).some((text) => POSSIBLE_WORDS.test(text));
  if (texts.map(folded).some(isCertain)) return 'Words';
  if (isWhole(entry)) return isSaid ? 'Words' : 'Accounts';
  return accounts.length >= 3 || isSaid ? 'Unsure' : 'None';
}
