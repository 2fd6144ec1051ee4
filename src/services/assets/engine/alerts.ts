/** What a person should look at on an asset (section 11): the alerts that its own figures can show. */
import { addDays, addMonths, dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import { ALERT_TEXTS, type AlertName, isCritical } from './alert-texts.ts';
import { isAmortizableOn } from './amortizable.ts';
import { type AssetBook, askedExercises, exerciseOf, lastDayHeld, netValueAt } from './asset-book.ts';
import type { PlanTerms, Retirement } from './asset-facts.ts';
import { startDate } from './asset-plans.ts';
import { impairedBy, netAcquisitionValue } from './bases.ts';
import { exerciseAt } from './calendar.ts';
import { carLimit, emissionsOf } from './car-limits.ts';
import { isLegalCoefficient } from './coefficients.ts';
import type { GrantRow } from './grants.ts';
import { firstBelowMinimum } from './minimum-linear.ts';
import { productionExcess } from './production-excess.ts';
import { retirementKind } from './retirement-types.ts';
import { accountAt } from './transfers.ts';
import { usualYears } from './usual-durations.ts';
import { isBuildingOn } from './vat-adjustment.ts';

export interface Alert {
  readonly name: AlertName;
  readonly isCritical: boolean;
  readonly parameters: Readonly<Record<string, string>>;
}

interface AlertContext {
  readonly book: AssetBook;
  readonly view: PlainDate;
  readonly account: string;
  readonly isAmortizable: boolean;
  readonly plans: readonly PlanTerms[];
  readonly grants: readonly GrantRow[];
}

/** Values for the text of the alert when it applies. */
type Finding = Readonly<Record<string, string>> | undefined;
type Rule = readonly [name: AlertName, find: (context: AlertContext) => Finding];

const LIMIT_OF_CARS = 9_900_00n;
const LOW_VALUE = 500_00n;
/** Without values for the text. */
const FOUND: Finding = {};
const when = (condition: boolean): Finding => (condition ? FOUND : undefined);

function baseBelowPosted({ book }: AlertContext): Finding {
  if (!book.economic.plan.history) return undefined;
  const reversed = askedExercises(book).reduce((sum, index) => sum + book.economic.reversed(index), 0n);
  return reversed > 0n ? { amount: formatAmount(reversed) } : undefined;
}

const isCarAccount = ({ account, book }: AlertContext): boolean =>
  account.startsWith('2182') && book.facts.amountIncludingTax > LIMIT_OF_CARS;

function vehicleWithoutCo2(context: AlertContext): Finding {
  const { vehicle } = context.book.facts;
  const exempt = vehicle?.tvsType === 'NotConcerned';
  return when(isCarAccount(context) && !exempt && (!vehicle || emissionsOf(vehicle) === undefined));
}

function vehicleLimitMissing({ book }: AlertContext): Finding {
  const { vehicle, amountIncludingTax } = book.facts;
  const limited = vehicle && ['Unknown', 'Liable', 'ExemptElectric', 'ExemptDisability'].includes(vehicle.tvsType);
  return when(Boolean(limited) && amountIncludingTax > LIMIT_OF_CARS && carLimit(book.facts) === undefined);
}

function decliningNotAllowed({ book: { facts }, plans }: AlertContext): Finding {
  const declining = plans.find((terms) => terms.mode === 'Declining');
  if (!declining) return undefined;
  const reason =
    (facts.acquisitionMethod === 'UsedPurchase' && 'UsedPurchase') ||
    (declining.months < 36 && 'UnderThreeYears') ||
    (carLimit(facts) !== undefined && 'PassengerCar') ||
    (facts.nature === 'Immeuble' && 'Building');
  return reason ? { reason } : undefined;
}

function coefficientOutsideLegalSet({ book: { facts }, plans }: AlertContext): Finding {
  const outside = plans.find(
    ({ mode, coefficient, months }) =>
      mode === 'Declining' && coefficient && !isLegalCoefficient(coefficient, months, facts.acquisitionDate),
  );
  return outside && { months: String(outside.months) };
}

function durationOutsideUsage({ account, plans }: AlertContext): Finding {
  const usual = usualYears(account);
  const timed = plans.filter(({ mode }) => mode !== 'UnitsOfProduction' && mode !== 'NonAmortizable');
  const outside = usual && timed.find(({ months }) => months < usual.least * 12 || months > usual.most * 12);
  return outside && { months: String(outside.months), least: String(usual.least), most: String(usual.most) };
}

function belowMinimumLinear({ book }: AlertContext): Finding {
  const date = firstBelowMinimum(book);
  return date && { date };
}

const inProgressForLong = ({ book, account, view }: AlertContext): Finding =>
  account.startsWith('23') && addMonths(book.facts.acquisitionDate, 12) < view
    ? { date: book.facts.acquisitionDate }
    : undefined;

const landMarkedAmortizable = ({ isAmortizable, account }: AlertContext): Finding =>
  when(isAmortizable && account.startsWith('211') && !account.startsWith('2114'));

function grantAboveAssetValue({ book: { facts }, view }: AlertContext): Finding {
  if (facts.grants.length === 0) return undefined;
  const awarded = facts.grants.filter(({ date }) => !date || date <= view);
  const total = awarded.reduce((sum, grant) => sum + grant.amount, 0n);
  return total > facts.acquisitionValue ? { amount: formatAmount(total) } : undefined;
}

function grantNotFullyUsed({ book, grants, isAmortizable }: AlertContext): Finding {
  const remaining = grants.at(-1)?.remaining ?? 0n;
  if (remaining <= 0n) return undefined;
  const ended = isAmortizable && book.economic.cumulated(book.last) >= book.economic.base(lastDay(book));
  return ended ? { amount: formatAmount(remaining) } : undefined;
}

/** The exit, once it has happened. */
const exitOf = ({ book: { facts }, view }: AlertContext): Retirement | undefined =>
  facts.retirement && facts.retirement.date <= view ? facts.retirement : undefined;

function retiredWithoutSalePrice(context: AlertContext): Finding {
  const retirement = exitOf(context);
  const priced = retirement && retirementKind(retirement.type).attributes === 'sale';
  return when(Boolean(priced) && !retirement?.amount);
}

function retirementWithoutVat(context: AlertContext): Finding {
  const { facts } = context.book;
  const retirement = exitOf(context);
  if (retirement?.saleType !== 'Exempt' || !isBuildingOn(facts, retirement.date)) return undefined;
  const young = retirement.date < addMonths(facts.acquisitionDate, 240);
  return when(young && facts.deductibleVat === 0n && retirement.vatToPay === undefined);
}

function negativeVnc({ book, view }: AlertContext): Finding {
  const net = netValueAt(book, 'economic', view);
  return net < 0n ? { amount: formatAmount(net) } : undefined;
}

function pastEndInFuture({ plans, view }: AlertContext): Finding {
  const end = plans.find(({ past }) => past && past.end > view)?.past?.end;
  return end && { date: end };
}

/**
 * PCG 214-4: what is amortized is part of what the asset cost. What impairments took (214-17) is amortized no more: they lower
 * the base of the exercises after theirs, and a revision does not give it back.
 */
function baseAboveValue({ book, view }: AlertContext): Finding {
  const day = lastDayHeld(book, view);
  const opening = exerciseOf(book, exerciseAt(book.calendar, dayNumber(day))).start;
  const impaired = impairedBy(book.facts, addDays(opening, -1));
  const [base, value] = [book.economic.base(day), netAcquisitionValue(book.facts, day) - impaired];
  return base > value ? { base: formatAmount(base), value: formatAmount(value) } : undefined;
}

const residualAboveHalf = ({ book: { facts } }: AlertContext): Finding =>
  facts.residualValue * 2n > facts.acquisitionValue ? { amount: formatAmount(facts.residualValue) } : undefined;

function fullyAmortizedStillActive(context: AlertContext): Finding {
  const { book, view, isAmortizable } = context;
  const { facts, economic } = book;
  const started = facts.economic !== undefined && startDate(facts, facts.economic) <= view;
  return when(isAmortizable && started && !exitOf(context) && economic.at(view) >= economic.base(view));
}

function lowValueAsset({ book: { facts }, view }: AlertContext): Finding {
  const value = netAcquisitionValue(facts, view);
  return value > 0n && value <= LOW_VALUE ? { amount: formatAmount(value) } : undefined;
}

const lastDay = (book: AssetBook): PlainDate => exerciseOf(book, book.last).end;

const RULES: readonly Rule[] = [
  ['AmortizableWithoutPlan', ({ isAmortizable, plans }) => when(isAmortizable && plans.length === 0)],
  ['BaseBelowPosted', baseBelowPosted],
  ['VehicleWithoutCo2', vehicleWithoutCo2],
  ['VehicleLimitMissing', vehicleLimitMissing],
  ['DecliningNotAllowed', decliningNotAllowed],
  ['CoefficientOutsideLegalSet', coefficientOutsideLegalSet],
  ['DurationOutsideUsage', durationOutsideUsage],
  ['BelowMinimumLinear', belowMinimumLinear],
  ['ProductionAboveTotal', ({ book, view }) => productionExcess(book, view)],
  ['InProgressForMoreThan12Months', inProgressForLong],
  ['LandMarkedAmortizable', landMarkedAmortizable],
  ['GoodwillAmortized', ({ isAmortizable, account }) => when(isAmortizable && /^20[67]/.test(account))],
  ['GrantAboveAssetValue', grantAboveAssetValue],
  ['GrantNotFullyUsed', grantNotFullyUsed],
  ['RetiredWithoutSalePrice', retiredWithoutSalePrice],
  ['RetirementWithoutVatRegularisation', retirementWithoutVat],
  ['NegativeVnc', negativeVnc],
  ['BaseAboveValue', baseAboveValue],
  ['PastAmortizationEndDateInPlanFuture', pastEndInFuture],
  ['ResidualValueAboveHalf', residualAboveHalf],
  ['FullyAmortizedStillActive', fullyAmortizedStillActive],
  ['LowValueAsset', lowValueAsset],
];

/** Registers ask all of them of assets by the hundred thousand. */
const FINDERS = RULES.map(([name, find]) => ({ name, isCritical: isCritical(name), find }));

/** Critical ones first, then in the order of the rules. */
export function assetAlerts(book: AssetBook, grants: readonly GrantRow[], view: PlainDate): Alert[] {
  const { facts } = book;
  const plans = [facts.economic, facts.fiscal].filter((terms) => terms !== undefined);
  const isAmortizable = isAmortizableOn(facts, view);
  const context = { book, view, account: accountAt(facts, view), isAmortizable, plans, grants };
  const found: Alert[] = [];
  for (const { name, isCritical, find } of FINDERS) {
    const parameters = find(context);
    if (parameters) found.push({ name, isCritical, parameters });
  }
  if (found.length < 2) return found;
  return [...found.filter((alert) => alert.isCritical), ...found.filter((alert) => !alert.isCritical)];
}

/** An alert as a person reads it; `parameters` are `name=value` pairs separated by `; `. */
export function describeAlert({ name, parameters, ...alert }: Alert, language: Language) {
  const texts = ALERT_TEXTS[name];
  return {
    name,
    isCritical: alert.isCritical,
    message: texts[language].replace(/\{(\w+)\}/g, (whole, key: string) => parameters[key] ?? whole),
    parameters: Object.entries(parameters)
      .map(([key, value]) => `${key}=${value}`)
      .join('; '),
    domain: texts.domain,
  };
}
