/**
 * What an account is for VAT when nobody said so: the first row of tables/accounts.tsv whose prefix begins the number and
 * whose pattern, if any, is found in the folded label; then the rules of the folder (overseas, simplified farm).
 */
import { foldedText } from '../kernel/folded-text.ts';
import { readTable } from '../kernel/package-file.ts';
import { CATEGORIES } from './categories.ts';
import type { Exigibility, VatCategory, VatFolder, VatRate } from './engine/model.ts';
import { rateInLabel } from './label-rate.ts';

/** The role of an account in the table; a category may turn it into another (account-rule.ts). */
export type GuessedRole =
  | 'sale'
  | 'purchase'
  | 'due'
  | 'deductible'
  | 'collected'
  | 'advance'
  | 'credit'
  | 'instalment'
  | 'refund'
  | 'thirdParty'
  | 'treasury'
  | 'none';

export interface Guess {
  readonly role: GuessedRole;
  readonly category?: VatCategory | undefined;
  readonly rate?: VatRate | undefined;
  readonly exigibility?: Exigibility | undefined;
  /** Out of an entry that has no line of a tax account. */
  readonly onlyWithTax: boolean;
}

type GuessingFolder = Pick<VatFolder, 'territory' | 'vatSystem'>;

interface GuessRow {
  readonly prefix: string;
  readonly pattern?: RegExp | undefined;
  readonly role: GuessedRole;
  readonly category: string;
  readonly rate: string;
  readonly exigibility: string;
  readonly condition: string;
}

export const GUESS_ROWS: readonly GuessRow[] = readTable('src/services/vat/tables/accounts.tsv', [
  'prefix',
  'pattern',
  'role',
  'category',
  'rate',
  'exigibility',
  'condition',
]).map((row) => ({
  ...row,
  role: row.role as GuessedRole,
  pattern: row.pattern === '' ? undefined : new RegExp(row.pattern),
}));

/** The row that serves an account; without label, rows with a pattern serve nobody. */
export function guessRow(accountNumber: string, label: string, folder: GuessingFolder): GuessRow | undefined {
  const folded = foldedText(label);
  return GUESS_ROWS.find(
    (row) =>
      accountNumber.startsWith(row.prefix) &&
      (row.pattern?.test(folded) ?? true) &&
      (row.condition !== 'notOverseas' || folder.territory !== 'Overseas'),
  );
}

export function guessAccount(accountNumber: string, label: string, folder: GuessingFolder): Guess {
  const row = guessRow(accountNumber, label, folder);
  if (!row) return { role: 'none', onlyWithTax: false };
  return {
    role: row.role,
    category: folder.territory === 'Overseas' ? overseas(row.category) : row.category || undefined,
    rate: row.rate === 'label' ? rateInLabel(label) : row.rate || undefined,
    exigibility: exigibilityOf(row, accountNumber, folder),
    onlyWithTax: row.condition === 'vatLine',
  };
}

/** Farms of the simplified regime owe the tax of all their sales at receipt (CGI 298 bis I-2°). */
function exigibilityOf(row: GuessRow, accountNumber: string, folder: GuessingFolder): Exigibility | undefined {
  if (folder.vatSystem === 'SimplifiedFarm' && row.role === 'sale') return 'OnReceipts';
  const said = row.exigibility === 'plain' ? guessRow(accountNumber, '', folder)?.exigibility : row.exigibility;
  return (said as Exigibility | '' | undefined) || undefined;
}

/**
 * Goods that come from the European Union are imports overseas and those that go there are exports (CGI 294-2); the
 * categories whose rates are those of the mainland give way to the one that follows the folder.
 */
const OVERSEAS: Readonly<Record<VatCategory, VatCategory>> = {
  LIVRAISON_INTRA_B2B: 'EXPORT_HORS_UE',
  VENTES_UE_B2C: 'EXPORT_HORS_UE',
  AUTOLIQ_ACQUI_INTRACOM: 'AUTOLIQ_IMPORTATION',
  ACQUI_INTRACOM: 'IMPORT_AUTOLIQ',
  PREST_INTRACOM: 'AUTOLIQ_PREST_INTRACOM',
};

function overseas(category: VatCategory): VatCategory | undefined {
  const variant = `${category}_DOM`;
  return OVERSEAS[category] ?? (CATEGORIES.has(variant) ? variant : category || undefined);
}
