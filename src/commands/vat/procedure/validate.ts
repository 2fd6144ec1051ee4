import * as z from 'zod';
import { SEVERITIES } from '../../../services/forms/vat-controls.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { CATEGORIES } from '../../../services/vat/categories.ts';
import { MISSING_REASONS } from '../../../services/vat/drafts/book-facts.ts';
import { STALE_REASONS } from '../../../services/vat/framing/cell-store.ts';
import { CLAMP_REASONS, validateReturn, violatedControls } from '../../../services/vat/procedures/validation.ts';
import { identifier } from '../../operation/fields.ts';
import type { Blocks } from '../../operation/operation.ts';
import { choice, date, euros, flag, int, maybe, text, words } from '../../operation/outputs.ts';
import { computed, headed } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { CATEGORY_CODES, LabelPair, VAT_RATES } from '../wire.ts';

const account = {
  AccountId: maybe(int('N° compte')),
  SubAccountId: maybe(int('N° sous-compte')),
  AccountName: text('Compte'),
};

const missing = {
  ...account,
  VatRate: maybe(choice(VAT_RATES, 'Taux')),
  Reason: choice(MISSING_REASONS, 'Motif'),
  PossibleCategories: computed(
    z.array(LabelPair),
    ({ possibleCategories }: { readonly possibleCategories: readonly string[] }) =>
      possibleCategories.flatMap((code) => CATEGORIES.get(code) ?? []),
  ),
};

/** An edit of the framing grid whose row changed since. */
const Stale = z.object({
  RowIdentifier: text('Ligne'),
  VatRate: text('Taux'),
  Category: text('Catégorie'),
  GeneratedTaxExcludedAmount: euros('Base calculée'),
  GeneratedVatAmount: euros('TVA calculée'),
  EffectiveTaxExcludedAmount: euros('Base retenue'),
  EffectiveVatAmount: euros('TVA retenue'),
  Reason: choice(STALE_REASONS, 'Motif'),
});

const Report = z
  .object({
    IsValid: flag('Valide'),
    MissingCategoryAccounts: z.array(z.object({ JournalCodes: z.array(text('Journaux')), ...missing })),
    MissingCategoryLines: z.array(
      z.object({
        JournalCode: text('Journal'),
        ...missing,
        EntryId: int('Écriture'),
        EntryLineId: int('Ligne'),
        Date: date('Date'),
        Label: text('Libellé'),
        DocRef: text('Pièce'),
        Amount: euros('Montant'),
      }),
    ),
    InvalidCombinations: z.array(
      z.object({ ...account, VatRate: choice(VAT_RATES, 'Taux'), Category: choice(CATEGORY_CODES, 'Catégorie') }),
    ),
    ClampedNegativeBalances: z.array(
      z.object({
        Tag: text('Case'),
        TaxExcludedCell: maybe(text('Case de base')),
        VatCell: maybe(text('Case de TVA')),
        LostTaxExcludedAmount: euros('Base perdue'),
        LostVatAmount: euros('TVA perdue'),
        Reason: choice(CLAMP_REASONS, 'Motif'),
      }),
    ),
    StaleAdjustments: z.array(Stale),
    StaleAdjustmentsUnverifiable: flag('Saisies non vérifiables'),
  })
  .meta({ id: 'VatValidationReport' });

const VERDICTS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Every amount has its category and rate.', 'Categories or rates are missing.'],
  fr: ['Chaque montant a sa catégorie et son taux.', 'Il manque des catégories ou des taux.'],
};

const UNVERIFIABLE: Readonly<Record<Language, string>> = {
  en: 'A framing grid with typed amounts cannot be computed: see taxops vat form framing.',
  fr: 'Un cadrage avec des montants saisis ne se calcule pas : voyez taxops vat form framing.',
};

const STALE = [
  'RowIdentifier',
  'GeneratedTaxExcludedAmount',
  'GeneratedVatAmount',
  'EffectiveTaxExcludedAmount',
  'EffectiveVatAmount',
] as const;

const CONTROLS: Readonly<Record<Language, string>> = {
  en: 'What the forms test is apart: taxops vat procedure controls',
  fr: 'Ce que les formulaires contrôlent est à part : taxops vat procedure controls',
};

function* reportView(report: unknown, language: Language): Blocks {
  const shown = report as z.output<typeof Report>;
  const { MissingCategoryAccounts, MissingCategoryLines, InvalidCombinations, ClampedNegativeBalances } = shown;
  yield { kind: 'text', text: VERDICTS[language][shown.IsValid ? 0 : 1] };
  yield { kind: 'text', text: CONTROLS[language] };
  if (shown.StaleAdjustmentsUnverifiable) yield { kind: 'text', text: UNVERIFIABLE[language] };
  const tables = [
    [['AccountName', 'VatRate', 'Reason'], MissingCategoryAccounts],
    [['Date', 'AccountName', 'Label', 'Amount', 'Reason'], MissingCategoryLines],
    [['AccountName', 'VatRate', 'Category'], InvalidCombinations],
    [['Tag', 'LostTaxExcludedAmount', 'LostVatAmount', 'Reason'], ClampedNegativeBalances],
    [[...STALE, 'Reason'], shown.StaleAdjustments],
  ] as const;
  for (const [names, rows] of tables) {
    if (rows.length === 0) continue;
    const cells = rows.map((row) => new Map<string, unknown>(Object.entries(row)));
    yield {
      kind: 'table',
      columns: names.map((name) => ({ name })),
      rows: cells.map((row) => names.map((name) => row.get(name) as string | number | null)),
    };
  }
}

export const vatProcedureValidate = vatOperation({
  id: 'vat.procedure.validate',
  ref: 'D43',
  summary: { en: 'Validate a VAT return', fr: 'Valider une déclaration de TVA' },
  description:
    'What misses a category, what combines a category with a rate that it does not bear, and negative amounts that no box takes. IsValid: no category misses and every combination stands. An account is missing once (NoCategory, UnknownAccount); a line, when nothing tells its rate (NoRate) or several do (AmbiguousFallback). StaleAdjustments: amounts typed on a framing grid under which the books changed since (taxops vat form framing cell list); the closing balance stands for the tax of an account.',
  http: { method: 'GET', path: '/procedures/{procedureId}/validation' },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure validate 4 --folder 1'] },
  params: { procedureId: identifier().describe('VAT return') },
  output: Report,
  view: reportView,
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => validateReturn(ctx, folderId, procedureId),
});

export const vatProcedureControls = vatOperation({
  id: 'vat.procedure.controls',
  summary: {
    en: 'List the controls of the forms that a VAT return does not pass',
    fr: 'Lister les contrôles des formulaires qu’une déclaration de TVA ne passe pas',
  },
  description:
    'A blocking one stops the sending; a warning does not. EarlierNotFiled: nothing is carried from a return that was never filed.',
  http: { method: 'GET', path: '/procedures/{procedureId}/controls' },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure controls 4 --folder 1'] },
  params: { procedureId: identifier().describe('VAT return') },
  output: z.array(
    z.object({
      Code: text('Code'),
      Severity: choice(SEVERITIES, 'Gravité'),
      Form: text('Formulaire'),
      Zones: headed(z.array(text('Zones')), 'Zones'),
      Message: words('Message', 'sentence'),
    }),
  ),
  columns: ['Severity', 'Code', 'Form', 'Zones', 'Message'],
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => violatedControls(ctx, folderId, procedureId),
});
