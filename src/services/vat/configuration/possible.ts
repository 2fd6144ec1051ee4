/** The categories that an account may bear, by its role. */
import { bears, CATEGORIES, type Category, type CategorySide } from '../categories.ts';
import type { Territory, VatCategory, VatRate } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import type { Guess, GuessedRole } from '../guess.ts';

/** Untaxed operations that are purchases. */
export const UNTAXED_PURCHASES: readonly string[] = ['ACHATS_FRANCHISE', 'IMPORT_RFS', 'IMPORT_RFS_PETR'];

type Choice = (category: Category) => boolean;

const ofSide =
  (...sides: readonly CategorySide[]): Choice =>
  ({ side }) =>
    sides.includes(side);

const SALE: Choice = ({ side, code }) =>
  side === 'sale' || code === 'REGUL_OPERATION_IMP' || (side === 'untaxed' && !UNTAXED_PURCHASES.includes(code));
const PURCHASE: Choice = ({ side, code }) =>
  side === 'deductible' || side === 'reverse' || UNTAXED_PURCHASES.includes(code);
const NONE: Choice = () => false;
const RESULT = ofSide('result');

/** NOT_DECLARABLE goes with every role. */
const CHOICES: Readonly<Record<Exclude<GuessedRole, 'advance'>, Choice>> = {
  sale: SALE,
  purchase: PURCHASE,
  due: ofSide('due'),
  deductible: ({ side, code }) => side === 'deductible' || code === 'REGUL_TVA_DED',
  credit: RESULT,
  refund: RESULT,
  instalment: RESULT,
  collected: NONE,
  thirdParty: NONE,
  treasury: NONE,
  none: NONE,
};

/** Advances of customers (4191) are sales, those to suppliers (4091) purchases. */
const choiceOf = (accountNumber: string, { role }: Guess): Choice => {
  if (role !== 'advance') return CHOICES[role];
  return accountNumber.startsWith('4191') ? SALE : PURCHASE;
};

/** In the order of the table; without rate, or with one that is none of its own, whatever they bear. */
export function possibleCategories(
  accountNumber: string,
  guess: Guess,
  territory: Territory,
  rate?: VatRate | undefined,
): Category[] {
  const isPossible = choiceOf(accountNumber, guess);
  return [...CATEGORIES.values()].filter(
    (category) =>
      (category.side === 'none' || isPossible(category)) && (rate === undefined || bears(category, rate, territory)),
  );
}

const PARTNERS: ReadonlySet<GuessedRole> = new Set(['thirdParty', 'treasury']);

/** What customers, suppliers and banks move is no operation: with the category of one, the return would declare it. */
export const mayBear = ({ role }: Pick<Guess, 'role'>, category: VatCategory | null | undefined): boolean =>
  !category || !PARTNERS.has(role) || CATEGORIES.get(category)?.side === 'none';

/** Of purchases and of results: on a sale the whole amount would be deducted, or taxed with the sign of a credit note. */
const NEVER_SOLD: ReadonlySet<CategorySide | undefined> = new Set(['deductible', 'reverse', 'due', 'result']);

/** Neither what moves no operation with the category of one, nor a sale with that of a purchase. */
export const suits = (guess: Pick<Guess, 'role'>, category: VatCategory | null | undefined): boolean =>
  mayBear(guess, category) && !(guess.role === 'sale' && NEVER_SOLD.has(CATEGORIES.get(category ?? '')?.side));

interface Bearing {
  readonly accountId: number | null;
  readonly accountNumber: string;
  readonly guess: Pick<Guess, 'role'>;
}

/** Throws VatCategoryNotPossible. */
export function refuseOperation(
  folderId: number,
  { accountId, accountNumber: account, guess }: Bearing,
  category: VatCategory | null | undefined,
): void {
  if (category && !suits(guess, category))
    throw vatErrors.VatCategoryNotPossible({ category, account, accountId: accountId ?? 'ID', folderId });
}
