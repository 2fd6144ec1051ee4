/** Returns on the wire: money of the ledger as text of two decimals, boxes as integers and texts. */
import * as z from 'zod';
import { vatEdition } from '../../services/forms/vat-boxes.ts';
import { type BoxValue, inFormOrder } from '../../services/forms/vat-sheets.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import type { PeriodShare } from '../../services/vat/engine/model.ts';
import type { TraceLine as Traced } from '../../services/vat/return/exact-boxes.ts';
import { clampedNegatives, type FilledReturn } from '../../services/vat/return/fill-return.ts';
import type { SimulatedReturn, Simulation } from '../../services/vat/simulate.ts';
import { date, eurosText, flag, int, maybe, text, words } from '../operation/outputs.ts';
import { coded, computed, from, headed } from '../operation/wire.ts';
import { Box, formCode, wholeEuros, wireForm } from './boxes-wire.ts';
import { closingEntry } from './closing-entry.ts';
import { issueText } from './issue-text.ts';

const byForm = <T extends z.ZodType>(inner: T) => z.record(z.string(), z.record(z.string(), inner));

/** Of the many lines of a large ledger, written at once: a field at a time takes twice as long. */
const written = <T extends z.ZodObject, D>(schema: T, write: (value: D) => z.input<T>) => coded(schema, write);

const TraceLine = written(
  z.object({
    EntryId: int('Écriture'),
    LineId: int('Ligne'),
    AccountNumber: text('Compte'),
    Amount: eurosText('Montant'),
  }),
  ({ entryId, lineId, accountNumber, amount }: Traced) => ({
    EntryId: entryId,
    LineId: lineId,
    AccountNumber: accountNumber,
    Amount: formatAmount(amount),
  }),
);

const boxesOf = ({ forms }: FilledReturn): Record<string, Record<string, BoxValue>> =>
  Object.fromEntries(
    [...forms]
      .filter(([, boxes]) => boxes.size > 0)
      .map(([form, boxes]) => [wireForm(form), Object.fromEntries(boxes)]),
  );

/** One object for each zone that elements feed, as on the form. */
function perZone<T>({ filled, form, period }: SimulatedReturn, read: (zone: string) => T) {
  const zones = new Map(filled.exact.zones().map((zone) => [zone, read(zone)]));
  const ordered = Object.fromEntries(inFormOrder(zones, form, vatEdition(period.endDate)));
  return zones.size === 0 ? {} : { [wireForm(form)]: ordered };
}

const Line = written(
  z.object({
    EntryId: int('Écriture'),
    LineId: int('Ligne'),
    AccountNumber: text('Compte'),
    Side: z.enum(['Due', 'Deductible', 'Advance']),
    VatCategory: text('Catégorie'),
    VatRate: text('Taux de TVA'),
    Exigibility: text('Exigibilité'),
    TaxExcludedAmount: eurosText(),
    VatAmount: eurosText(),
    TaxExcludedToDeclare: eurosText(),
    VatAmountToDeclare: eurosText(),
    VatAmountDeclared: eurosText().describe('Before this period'),
    VatAmountDeferred: eurosText(),
    PriorPeriodTaxExcludedAmount: eurosText(),
    PriorPeriodVatAmount: eurosText(),
  }),
  ({ element, toDeclare, declared, deferredTax, prior }: PeriodShare) => ({
    EntryId: element.entryId,
    LineId: element.lineId,
    AccountNumber: element.accountNumber,
    Side: element.side,
    VatCategory: element.category,
    VatRate: element.rate,
    Exigibility: element.exigibility,
    TaxExcludedAmount: formatAmount(element.taxExcluded),
    VatAmount: formatAmount(element.tax),
    TaxExcludedToDeclare: formatAmount(toDeclare.taxExcluded),
    VatAmountToDeclare: formatAmount(toDeclare.tax),
    VatAmountDeclared: formatAmount(declared.tax),
    VatAmountDeferred: formatAmount(deferredTax),
    PriorPeriodTaxExcludedAmount: formatAmount(prior.taxExcluded),
    PriorPeriodVatAmount: formatAmount(prior.tax),
  }),
);

const Control = z.object({
  Code: text('Code'),
  Form: formCode(),
  Zones: headed(z.array(z.string()), 'Zones'),
  Severity: headed(z.enum(['blocking', 'warning']), 'Gravité'),
  Message: words('Message', 'sentence'),
});

const MovedNegative = z.object({
  OperationZone: maybe(text()),
  BaseZone: maybe(text()),
  TaxZone: maybe(text()),
  ToZone: text(),
  TaxExcludedAmount: from('taxExcluded', eurosText()),
  VatAmount: from('vat', eurosText()),
});

const ClampedNegative = z.object({
  Tag: text(),
  TaxExcludedCell: maybe(text()),
  VatCell: maybe(text()),
  LostTaxExcludedAmount: from('lostTaxExcluded', eurosText()),
  LostVatAmount: from('lostVat', eurosText()),
  Reason: words('Raison', 'sentence'),
});

const Period = z.object({
  StartDate: computed(date('Début'), ({ period }: SimulatedReturn) => period.startDate),
  EndDate: computed(date('Fin'), ({ period }: SimulatedReturn) => period.endDate),
  Form: formCode(),
  Boxes: computed(headed(byForm(Box), 'Zones'), ({ filled }: SimulatedReturn) => boxesOf(filled)),
  Exact: computed(headed(byForm(eurosText()), 'Valeurs exactes'), (made: SimulatedReturn) =>
    perZone(made, (zone) => made.filled.exact.amount(zone)),
  ),
  Trace: computed(byForm(z.array(TraceLine)), (made: SimulatedReturn) =>
    perZone(made, (zone) => made.filled.exact.trace(zone)),
  ),
  Adjustments: computed(
    z.array(z.object({ Zone: text(), Amount: wholeEuros() })),
    ({ filled }: SimulatedReturn) => filled.adjustments,
  ),
  MovedNegatives: computed(z.array(MovedNegative), ({ filled }: SimulatedReturn) => filled.moved),
  ClampedNegativeBalances: computed(z.array(ClampedNegative), ({ filled }: SimulatedReturn) =>
    clampedNegatives(filled),
  ),
  Lines: from('shares', headed(z.array(Line), 'Lignes')),
  Controls: computed(z.array(Control), ({ filled }: SimulatedReturn) => filled.findings),
  ClosingEntry: from('closing', maybe(z.object(closingEntry))),
  Refund: z.object({ Minimum: wholeEuros(), Maximum: wholeEuros(), Allowed: flag() }),
  FilingDeadline: from('deadline', maybe(date('Échéance'))).describe('Null when the day of the taxpayer is not known'),
  Carried: z.object({
    Credit: headed(wholeEuros(), 'Crédit'),
    RefundAsked: wholeEuros(),
    ToPay: wholeEuros(),
    InstalmentBase: maybe(wholeEuros()),
  }),
});

const Validation = z.object({
  IsValid: flag('Valide'),
  MissingCategoryAccounts: z.array(z.object({ AccountNumber: text('Compte') })),
  InvalidCombinations: z.array(
    z.object({ AccountNumber: text('Compte'), VatRate: from('rate', text('Taux')), Category: text('Catégorie') }),
  ),
});

const validationOf = ({ missingCategories, invalidCombinations }: Simulation) => ({
  isValid: missingCategories.length === 0 && invalidCombinations.length === 0,
  missingCategoryAccounts: missingCategories.map((accountNumber) => ({ accountNumber })),
  invalidCombinations,
});

const Issue = z.object({
  IssueType: from('type', text('Type')),
  AccountNumber: text('Compte'),
  EntryId: int('Écriture'),
  Message: computed(words('Message', 'sentence'), (issue: Simulation['issues'][number]) => issueText(issue)),
});

const AutoFilledRate = z.object({
  AccountNumber: text('Compte'),
  IsFilled: flag('Rempli'),
  DetectedRate: maybe(text('Taux trouvé')).describe('MultipleRates when two at least have a tenth of the amounts each'),
  SkipReason: maybe(z.enum(['AlreadyConfigured', 'NoEntries', 'NoVatLine', 'AmbiguousRates'])),
});

export const VatSimulation = z
  .object({
    Periods: from('returns', z.array(Period)),
    Validation: computed(Validation, validationOf),
    Issues: z.array(Issue),
    AutoFilledRates: z.array(AutoFilledRate).optional().describe('When AutoFillRates asks for it'),
    Edi: text().optional().describe('When Edi asks for it: the file that would be deposited for the last period'),
  })
  .meta({ id: 'VatSimulation' });

/** Mode Check. */
export const VatCheck = z.object({ Controls: z.array(Control) }).meta({ id: 'VatCheck' });
