/** What each control of VAT forms wants and how to mend what it finds (`vat-control-codes.tsv`), whatever shows its code. */
import type { Labels } from '../kernel/errors.ts';
import { type Row, readTable } from '../kernel/package-file.ts';
import { codeOf, controlRows } from './vat-controls.ts';

interface VatControlCode {
  readonly code: string;
  /** The most that it can be: some of its cases warn only. */
  readonly isBlocking: boolean;
  readonly rule: Labels;
  readonly next: Labels;
}

const COLUMNS = ['code', 'en', 'fr', 'next_en', 'next_fr'] as const;

/** What the tax authority tests on a deposit and nothing here does: a rejected return shows the code. */
const ON_DEPOSIT: Labels = {
  en: 'The tax authority tests it on the deposit: correct what its notice names (taxops vat procedure show ID --folder N), open the return again (taxops vat procedure reopen ID --folder N) and send it again.',
  fr: 'L’administration le vérifie au dépôt : corrigez ce que nomme son avis (taxops vat procedure show ID --folder N), rouvrez la déclaration (taxops vat procedure reopen ID --folder N) et renvoyez-la.',
};

/** In the order of the table of controls. */
export function vatControlCodes(): VatControlCode[] {
  const words = new Map(
    readTable('src/services/forms/vat-control-codes.tsv', COLUMNS).map((row) => [row.code, row] as const),
  );
  const codes = new Map<string, VatControlCode>();
  for (const row of controlRows()) {
    const code = codeOf(row);
    const isBlocking = row.severity === 'blocking' || codes.get(code)?.isBlocking === true;
    codes.set(code, { code, isBlocking, ...saidOf(row, words.get(code)) });
  }
  return [...codes.values()];
}

type Said = Pick<VatControlCode, 'rule' | 'next'>;

/** Of the codes of deposits most have the words of their row alone. */
const saidOf = (row: Labels, words: Row<(typeof COLUMNS)[number]> | undefined): Said =>
  words
    ? { rule: { en: words.en, fr: words.fr }, next: { en: words.next_en, fr: words.next_fr } }
    : { rule: { en: `${row.en}.`, fr: `${row.fr}.` }, next: ON_DEPOSIT };
