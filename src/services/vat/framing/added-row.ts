/** A row that a person adds to a framing grid, for an account that the books do not bring into it. */
import { CATEGORIES, type Category, type CategorySide } from '../categories.ts';
import { isCombination } from '../combination.ts';
import { RATE_CODES } from '../rates.ts';
import type { FramingGrid } from './cell-store.ts';
import { VAT_ACCOUNTS } from './vat-balances.ts';

/** Sides of the grid by rate on which operations of a category may stand. */
const SIDES: Readonly<Record<CategorySide, readonly string[]>> = {
  sale: ['Due'],
  due: ['Due'],
  reverse: ['Due', 'Deductible'],
  deductible: ['Deductible'],
  regularisation: ['Due', 'Deductible'],
  untaxed: [],
  result: [],
  none: [],
};

/** The account of a row that may be added, such as 706000 of `Due _20 VT_PREST 706000`; undefined when it may not. */
export const accountOfRow = (grid: FramingGrid, id: string): string | undefined => ACCOUNT_OF[grid](id);

/** Those under which operations of a side of the grid by rate may stand at a rate. */
export const categoriesAt = (side: string, rate: string): Category[] =>
  isRate(rate)
    ? [...CATEGORIES.values()].filter((one) => SIDES[one.side].includes(side) && isCombination(one.code, rate))
    : [];

const isRate = (code: string): boolean => RATE_CODES.some((one) => one === code);

const ACCOUNT_OF: Readonly<Record<FramingGrid, (id: string) => string | undefined>> = {
  ByRate: (id) => {
    const [side = '', rate = '', code = '', account, ...rest] = id.split(' ');
    const isPlace = rest.length === 0 && categoriesAt(side, rate).some((one) => one.code === code);
    return isPlace ? account : undefined;
  },
  ByAccount: (id) => (VAT_ACCOUNTS.some((prefix) => id.startsWith(prefix)) ? id : undefined),
};
