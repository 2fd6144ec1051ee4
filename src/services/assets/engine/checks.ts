/** What an asset must satisfy before any figure is computed; each fault has its own error code. */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import { type AssetBook, exerciseOf, openBook } from './asset-book.ts';
import type { AssetFacts } from './asset-facts.ts';
import { startDate } from './asset-plans.ts';
import { impairedBy, netAcquisitionValue } from './bases.ts';
import type { Exercise } from './calendar.ts';
import { checkDecomposition } from './components.ts';
import { checkCreditNotes } from './credit-notes.ts';
import { assetRuleErrors } from './errors.ts';
import { checkGrants } from './grants.ts';
import { accountAt, checkTransfers } from './transfers.ts';

/** Throws the first fault of the facts. */
export function checkFacts(facts: AssetFacts): void {
  checkDates(facts);
  if (facts.residualValue > facts.acquisitionValue)
    throw assetRuleErrors.ResidualValueExceedsCost({
      residual: formatAmount(facts.residualValue),
      value: formatAmount(facts.acquisitionValue),
    });
  checkCreditNotes(facts, facts.creditNotes);
  checkTransfers(facts);
  checkGrants(facts.grants);
  checkDecomposition(facts);
  checkRevisions(facts);
  checkExit(facts);
}

function checkDates(facts: AssetFacts): void {
  const { acquisitionDate, deploymentDate, retirement } = facts;
  if (deploymentDate < acquisitionDate)
    throw assetRuleErrors.DeploymentBeforeAcquisition({ deployment: deploymentDate, acquisition: acquisitionDate });
  if (retirement && retirement.date < deploymentDate)
    throw assetRuleErrors.RetirementBeforeDeployment({ retirement: retirement.date, deployment: deploymentDate });
  const starts = [facts.economic, facts.fiscal].flatMap((terms) => (terms ? [startDate(facts, terms)] : []));
  const start = starts.find((day) => day < acquisitionDate);
  if (start) throw assetRuleErrors.PlanStartBeforeAcquisition({ start, acquisition: acquisitionDate });
  const early = facts.impairments.find(({ date }) => date < acquisitionDate);
  if (early) throw assetRuleErrors.ImpairmentBeforeAcquisition({ date: early.date, acquisition: acquisitionDate });
}

const AFTER_EXIT = [
  ['creditNotes', assetRuleErrors.CreditNoteAfterRetirement],
  ['transfers', assetRuleErrors.TransferAfterRetirement],
  ['impairments', assetRuleErrors.ImpairmentAfterRetirement],
] as const;

/** Nothing happens to an asset that is gone. */
function checkExit(facts: AssetFacts): void {
  const { retirement } = facts;
  if (!retirement) return;
  for (const [events, refusal] of AFTER_EXIT) {
    const late = facts[events].find(({ date }) => date > retirement.date);
    if (late) throw refusal({ date: late.date, retirement: retirement.date });
  }
}

function checkRevisions({ revisions }: AssetFacts): void {
  const dates = revisions.map(({ date }) => date).sort();
  const repeated = dates.find((date, index) => date === dates[index - 1]);
  if (repeated) throw assetRuleErrors.RevisionDateTaken({ date: repeated });
}

/**
 * Refuses an impairment above the net book value of its day; a recovery above what was booked (PCG 214-19), or above what
 * brings the asset back to the net value that its plan alone would leave: more were a gain that is not booked (214-20).
 */
export function checkImpairments(book: AssetBook): void {
  const { facts } = book;
  for (const { date, amount } of facts.impairments) {
    const others = impairedBy(facts, date) - amount;
    if (amount < 0n) checkRecovery(book, { date, amount: -amount, booked: others });
    const net = netAcquisitionValue(facts, date) - book.economic.at(date) - others;
    if (amount > net)
      throw assetRuleErrors.ImpairmentExceedsNetValue({ amount: formatAmount(amount), date, net: formatAmount(net) });
  }
}

interface Recovery {
  readonly date: PlainDate;
  readonly amount: Cents;
  /** Impairments less recoveries up to the day, without this one. */
  readonly booked: Cents;
}

/** Goodwill (207) is never taken back, whatever becomes of its value (PCG 214-19). */
const GOODWILL = '207';

function checkRecovery(book: AssetBook, { date, amount, booked }: Recovery): void {
  const values = { amount: formatAmount(amount), date };
  const { account, final } = finalImpairment(book.facts, date);
  if (accountAt(book.facts, date).startsWith(GOODWILL) || (amount <= booked && amount > booked - final))
    throw assetRuleErrors.GoodwillImpairmentIsFinal({ ...values, account });
  if (amount > booked)
    throw assetRuleErrors.ImpairmentRecoveryExceedsImpairment({ ...values, booked: formatAmount(booked) });
  const unimpaired = openBook({ ...book.facts, impairments: [] }, book.calendar.exercises, [date]);
  const most = booked - (unimpaired.economic.at(date) - book.economic.at(date));
  if (amount > most) throw assetRuleErrors.ImpairmentRecoveryExceedsNetValue({ ...values, most: formatAmount(most) });
}

/** What was booked by a day while the asset was goodwill: a transfer to another account makes it no less final. */
function finalImpairment(facts: AssetFacts, date: PlainDate) {
  const ofGoodwill = facts.impairments
    .filter((one) => one.amount > 0n && one.date <= date)
    .map((one) => ({ amount: one.amount, account: accountAt(facts, one.date) }))
    .filter(({ account }) => account.startsWith(GOODWILL));
  return {
    final: ofGoodwill.reduce((total, { amount }) => total + amount, 0n),
    account: ofGoodwill[0]?.account ?? accountAt(facts, date),
  };
}

export function checkWindows(windows: readonly Exercise[]): void {
  for (const { start, end } of windows) if (end < start) throw assetRuleErrors.WindowEndsBeforeStart({ start, end });
}

/** The day an answer is about: the last closing asked for. */
export const viewDate = (book: AssetBook): PlainDate => exerciseOf(book, book.last).end;
