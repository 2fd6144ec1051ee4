/** What the engine reads of a folder: what is set on it, else what its legal form and its department say. */
import type { Folder } from '../../folders/store.ts';
import { parseAmount } from '../../kernel/money.ts';
import type { AdvancePaymentMode, VatFolder } from '../engine/model.ts';
import { taxpayerKindOf, vatTaxpayerOf } from '../taxpayer.ts';
import { guessingFolder } from '../territory.ts';

/** All tax is deductible, in hundredths. */
const WHOLE = 100n;

export const vatFolderOf = (folder: Folder, advancePaymentMode: AdvancePaymentMode): VatFolder => ({
  ...vatTaxpayerOf(folder),
  ...guessingFolder(folder),
  taxpayerKind: taxpayerKindOf(folder),
  advancePaymentMode,
  // A decimal with two places is read as an amount is.
  deductionCoefficient: (folder.deductionCoefficient && parseAmount(folder.deductionCoefficient)) || WHOLE,
});
