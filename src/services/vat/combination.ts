/** Whether a category may stand with a rate, wherever settings of VAT are saved. */
import { nearestWord } from '../kernel/nearest.ts';
import { bears, CATEGORIES, type Category } from './categories.ts';
import type { Territory, VatCategory, VatRate } from './engine/model.ts';
import { vatErrors } from './errors.ts';
import { RATE_CODES } from './rates.ts';

/** The place of an operation decides its rates: those of Corsica and overseas are taken in any folder. */
const TERRITORIES: readonly Territory[] = ['Mainland', 'Corsica', 'Overseas'];

const bearsAnywhere = (category: Category, rate: VatRate): boolean =>
  TERRITORIES.some((territory) => bears(category, rate, territory));

/** An unknown category goes with no rate. */
export function isCombination(code: VatCategory, rate: VatRate): boolean {
  const category = CATEGORIES.get(code);
  return category !== undefined && bearsAnywhere(category, rate);
}

/** Throws VatCategoryUnknown, VatCombinationInvalid. Either may be absent: the other is then accepted. */
export function refuseCombination(code: VatCategory | null | undefined, rate: VatRate | null | undefined): void {
  if (code === null || code === undefined) return;
  const category = CATEGORIES.get(code);
  if (!category) throw vatErrors.VatCategoryUnknown({ category: code, meant: meant(code) });
  if (rate === null || rate === undefined || bearsAnywhere(category, rate)) return;
  const allowed = RATE_CODES.filter((one) => bearsAnywhere(category, one)).join(', ');
  throw vatErrors.VatCombinationInvalid({ category: code, rate, allowed });
}

/** The category that is near, as ` (VT_PREST?)`: letter case counts. */
function meant(code: string): string {
  const near = nearestWord(code, [...CATEGORIES.keys()]);
  return near === undefined ? '' : ` (${near}?)`;
}
