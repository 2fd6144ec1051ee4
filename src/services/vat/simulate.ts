/**
 * VAT returns computed from a small ledger, without a database: one return for each period, each carrying what the ones
 * before it declared and left.
 */

import { vatDeadline } from '../calendar/vat-deadline.ts';
import { vatEdition } from '../forms/vat-boxes.ts';
import { type VatFinding, vatFindings } from '../forms/vat-controls.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { type AutoFilledRate, autoFilledRates } from './auto-fill.ts';
import { bears, categoryOf } from './categories.ts';
import { checkLedger } from './check-ledger.ts';
import { checkOrder, checkPeriods, typedPeriod, typedSheets } from './check-simulation.ts';
import { type DeclaredIssue, declaredNowhere } from './declared-nowhere.ts';
import { DeclaredBefore } from './engine/declared.ts';
import { elementsOf, type VatBook } from './engine/elements.ts';
import type { DeclaredShare, PeriodShare, VatFolder, VatIssue, VatLedger, VatRate } from './engine/model.ts';
import { periodShares, unmatchedPayments } from './engine/shares.ts';
import { takenBack } from './engine/taken-back.ts';
import { type VatDeposit, vatDeposit } from './filing/deposit.ts';
import { checkPayments } from './filing/payments.ts';
import { withClosings } from './own-closing.ts';
import { type CarriedOut, carriedOut } from './return/carried-out.ts';
import { type ClosingEntry, closingEntry } from './return/closing-entry.ts';
import { type FilledReturn, factsOf, fillReturn, formsOf, isComputed, PRINCIPAL_FORMS } from './return/fill-return.ts';
import { firstDayOf } from './return/first-day.ts';
import { counts, type PreviousProcedure, type ReturnPeriod } from './return/inputs.ts';
import { periodFindings } from './return/period-controls.ts';
import { type RefundLimits, refundLimits } from './return/refund.ts';
import { accountFindings } from './return/refund-account.ts';
import type { RawBoxes } from './return/typed-boxes.ts';

/** What the file of a deposit says besides the return. */
export type SimulatedEnvelope = Pick<VatDeposit, 'isTest' | 'reference' | 'writer' | 'declarant'>;

/** A period before its boxes are read. */
export interface SimulatedPeriod extends Omit<ReturnPeriod, 'userBoxes'> {
  readonly userBoxes: RawBoxes;
}

export interface SimulationInput {
  readonly ledger: VatLedger;
  /** Without `_`: `3310CA3`. */
  readonly form: string;
  readonly periods: readonly SimulatedPeriod[];
  readonly previousProcedures: readonly PreviousProcedure[];
  /** Whether the rates that entries tell of their accounts are asked for. */
  readonly autoFillRates: boolean;
  /** When the file of the last period is asked for. */
  readonly envelope?: SimulatedEnvelope | undefined;
}

export interface SimulatedReturn {
  readonly period: ReturnPeriod;
  readonly form: string;
  readonly filled: FilledReturn;
  /** Something to declare now or later, by entry then line. */
  readonly shares: readonly PeriodShare[];
  readonly closing: ClosingEntry | undefined;
  readonly refund: RefundLimits;
  readonly deadline: PlainDate | undefined;
  readonly carried: CarriedOut;
}

export interface InvalidCombination {
  readonly accountNumber: string;
  readonly rate: VatRate;
  readonly category: string;
}

export interface Simulation {
  readonly returns: readonly SimulatedReturn[];
  readonly missingCategories: readonly string[];
  readonly invalidCombinations: readonly InvalidCombination[];
  readonly issues: readonly (VatIssue | DeclaredIssue)[];
  readonly autoFilledRates: readonly AutoFilledRate[] | undefined;
  /** XML of EDI-TVA. */
  readonly edi: string | undefined;
}

/**
 * Throws PeriodInvalid, PeriodsOverlap, PeriodAlreadyDeclared, EntryIdTwice, EntryNotBalanced, AmountInvalid, ValueUnknown,
 * DistributionsDoNotSum, BoxUnknown, BoxIsComputed, AmountNotWhole and PaymentsInvalid; EdiInvalid when a file is asked for.
 */
export function simulateVat(input: SimulationInput): Simulation {
  const { form, envelope } = input;
  checkPeriods(input);
  checkLedger(input.ledger);
  const ledger = withClosings(input.ledger);
  const periods = input.periods.map((period) => typedPeriod(period, form));
  const book = elementsOf(ledger);
  const previousProcedures = input.previousProcedures.filter(counts);
  const returns = chained({ ...input, ledger, periods, previousProcedures }, book);
  return {
    returns,
    missingCategories: missingCategories(ledger, periods),
    invalidCombinations: invalidCombinations(ledger, returns),
    issues: [
      ...book.issues,
      ...unmatched(book, periods),
      ...(isComputed(form) ? declaredNowhere(declaredBy(previousProcedures), ledger.entries, book.elements) : []),
    ],
    autoFilledRates: input.autoFillRates ? autoFilledRates(ledger) : undefined,
    edi: envelope && ediText(returns.at(-1), envelope),
  };
}

/** One obligation comes once in a deposit: the periods before the last are there for what they carry. */
function ediText(made: SimulatedReturn | undefined, envelope: SimulatedEnvelope): string | undefined {
  if (!made) return undefined;
  const { form, filled, deadline } = made;
  const { startDate: start, endDate: end, payments, refund } = made.period;
  return vatDeposit({
    ...envelope,
    period: { start, end },
    principal: form,
    forms: filled.forms,
    millesimeOf: () => Number(end.slice(2, 4)),
    payments,
    refund,
    due: deadline,
  }).text;
}

const declaredBy = (previous: readonly PreviousProcedure[]): DeclaredShare[] =>
  previous.flatMap(({ declaredLines }) => declaredLines);

/** Those of periods that begin later were filed out of turn. */
const declaredBefore = (previous: readonly PreviousProcedure[], endDate: string): DeclaredShare[] =>
  previous.flatMap(({ startDate, declaredLines }) =>
    startDate > endDate ? declaredLines.map((line) => ({ ...line, isLater: true })) : declaredLines,
  );

/** Previous procedures are those that count. */
type Chain = Omit<SimulationInput, 'periods'> & { readonly periods: readonly ReturnPeriod[] };

/** Once each, in the order of the periods. */
function unmatched(book: VatBook, periods: readonly ReturnPeriod[]): VatIssue[] {
  const all = periods.flatMap((period) => unmatchedPayments(book, period));
  return [...new Map(all.map((issue) => [`${issue.entryId} ${issue.lineId}`, issue])).values()];
}

function chained(chain: Chain, book: VatBook): SimulatedReturn[] {
  const previous = [...chain.previousProcedures];
  const [first] = chain.periods as readonly [ReturnPeriod];
  const firstDay = firstDayOf({ form: chain.form, startDate: first.startDate }, previous);
  const { folder } = chain.ledger;
  const own: DeclaredShare[] = [];
  const numbers = accountNumbers(chain.ledger);
  return chain.periods.map((period) => {
    const declared = [...declaredBefore(chain.previousProcedures, period.endDate), ...own];
    const due = isComputed(chain.form) ? dueIn(period, book, { declared, firstDay, folder }) : [];
    const made = returnOf(period, due, { ...chain, previousProcedures: previous, numbers });
    own.push(...made.filled.taken.map(declaredShare));
    previous.push(procedureOf(made));
    return made;
  });
}

interface DueFrom {
  readonly declared: readonly DeclaredShare[];
  readonly firstDay: string;
  readonly folder: VatFolder;
}

function dueIn(
  { startDate, endDate, preparedOn }: ReturnPeriod,
  book: VatBook,
  { declared, firstDay, folder: { territory } }: DueFrom,
): PeriodShare[] {
  const before = new DeclaredBefore(declared, book.elements);
  const shares = periodShares(book, { startDate, endDate, preparedOn, declared, firstDay }, before);
  return [...shares, ...takenBack(before, { endDate, territory })];
}

function returnOf(
  period: ReturnPeriod,
  due: readonly PeriodShare[],
  { form, ledger, previousProcedures, numbers }: Chain & { readonly numbers: ReadonlySet<string> },
): SimulatedReturn {
  const filled = fillReturn(due, { form, folder: ledger.folder, period, previous: previousProcedures });
  const boxes = filled.forms.get(form) ?? new Map();
  const carried = carriedOut(form, boxes);
  checkPayments(period.payments, carried.toPay);
  return {
    period,
    form,
    filled,
    shares: [...filled.taken].sort(byLine),
    closing: closingEntry(filled, period, numbers),
    refund: refundLimits(form, period, boxes),
    deadline: vatDeadline(form, { start: period.startDate, end: period.endDate }, ledger.folder),
    carried,
  };
}

const byLine = ({ element: a }: PeriodShare, { element: b }: PeriodShare): number =>
  a.entryId - b.entryId || a.lineId - b.lineId;

const declaredShare = ({ element: { entryId, lineId, side, rate }, toDeclare }: PeriodShare): DeclaredShare => ({
  entryId,
  lineId,
  side,
  rate,
  ...toDeclare,
});

/** What later periods see of a return made in the same call. */
const procedureOf = ({ form, period: { startDate, endDate }, filled }: SimulatedReturn): PreviousProcedure => ({
  form,
  startDate,
  endDate,
  status: 'Sent',
  boxes: filled.forms.get(form) ?? new Map(),
  declaredLines: [],
});

const accountNumbers = ({ accounts, thirdParties, entries }: VatLedger): ReadonlySet<string> => {
  const numbers = new Set([...accounts, ...thirdParties].map(({ accountNumber }) => accountNumber));
  for (const { lines } of entries) for (const { accountNumber } of lines) numbers.add(accountNumber);
  return numbers;
};

/** Accounts without a category, by the word of the folder, that move in a period. */
function missingCategories({ accounts, entries }: VatLedger, periods: readonly ReturnPeriod[]): string[] {
  const missing = new Set(
    accounts.filter(({ category }) => category === null).map(({ accountNumber }) => accountNumber),
  );
  if (missing.size === 0) return [];
  const moving = entries
    .filter(({ journalType }) => journalType !== 'Opening' && journalType !== 'Closing')
    .filter(({ date }) => periods.some(({ startDate, endDate }) => startDate <= date && date <= endDate))
    .flatMap(({ lines }) => lines.map(({ accountNumber }) => accountNumber));
  return [...new Set(moving.filter((number) => missing.has(number)))].sort();
}

/** Elements that no line takes, and accounts whose category does not bear the rate they are configured with. */
function invalidCombinations(
  { accounts, folder }: VatLedger,
  returns: readonly SimulatedReturn[],
): InvalidCombination[] {
  const leftOut = returns.flatMap(({ filled }) => filled.leftOut);
  const configured = accounts.flatMap(({ accountNumber, category, rate }) =>
    category && rate !== undefined && !bears(categoryOf(category), rate, folder.territory)
      ? [{ accountNumber, rate, category }]
      : [],
  );
  const all = [
    ...configured,
    ...leftOut.map(({ accountNumber, rate, category }) => ({ accountNumber, rate, category })),
  ];
  const unique = new Map(all.map((one) => [`${one.accountNumber} ${one.rate} ${one.category}`, one]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

export interface CheckInput {
  readonly boxes: RawBoxes;
  /** The first gives the dates. */
  readonly periods: readonly Pick<ReturnPeriod, 'startDate' | 'endDate'>[];
  readonly previousProcedures: readonly PreviousProcedure[];
}

/** Totals are tested when one of these is among the boxes, whatever the form. */
const TESTED_TOTALS = ['GH', 'HG', 'KE'];

/**
 * The controls of forms that were filled elsewhere. Throws PeriodInvalid, PeriodsOverlap, BoxUnknown, AmountInvalid,
 * AmountNotWhole, ValueUnknown.
 */
export function checkVatForms({ boxes, periods, previousProcedures }: CheckInput): VatFinding[] {
  checkOrder(periods);
  const [period] = periods as readonly [ReturnPeriod];
  const edition = vatEdition(period.endDate);
  const forms = typedSheets(boxes, edition);
  const testsTotals = [...forms.values()].some((zones) => TESTED_TOTALS.some((zone) => zones.has(zone)));
  const facts = factsOf(period, previousProcedures.filter(counts), edition);
  return [
    ...vatFindings(forms, facts, testsTotals),
    ...accountFindings(forms, undefined),
    ...principalsOf([...forms.keys()]).flatMap((form) => periodFindings(form, period)),
  ];
}

/** The returns among forms, without those that are annexes of another. */
function principalsOf(forms: readonly string[]): string[] {
  const principals = PRINCIPAL_FORMS.filter((form) => forms.includes(form));
  return principals.filter((form) => principals.every((other) => other === form || !formsOf(other).includes(form)));
}
