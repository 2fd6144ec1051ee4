/**
 * Controls that need the books, or the folder, beside the form (T02 to T05 and T07 of vat-controls.tsv): a simulation has neither.
 * T02 to T04 are of the CA3, and warn, T04 of the yearly return of farms too; T05 is of every form; T07 warns on the CA12.
 */
import type { Knex } from 'knex';
import { vatEdition } from '../../forms/vat-boxes.ts';
import { findingOf, taxedLines, type VatFinding } from '../../forms/vat-controls.ts';
import { type Cents, formatAmount, magnitude, wholeEuros } from '../../kernel/money.ts';
import { multiply, parseRatio, ratio, subtract } from '../../kernel/ratio.ts';
import { wherePrefix } from '../../ledger/accounts.ts';
import { type Exercise, exerciseOn, readExercises } from '../../ledger/exercises.ts';
import { openingCondition } from '../../ledger/openings.ts';

import { CATEGORIES } from '../categories.ts';
import { RESULT_ACCOUNTS } from '../own-closing.ts';
import { vatBit } from '../procedures/definitions.ts';
import { definitions } from '../procedures/store.ts';
import type { FilledReturn } from '../return/fill-return.ts';
import { isDeducted } from '../return/held-tax.ts';
import { euros, type ReturnPeriod } from '../return/inputs.ts';
import { CA3, CA12, FARM } from '../return/layout.ts';
import { formOf, type OpenReturn } from './stored-return.ts';

/** What the books and the folder say of a return. */
export interface BookSide {
  /** Whether its definition serves the VAT system of the folder. */
  readonly isServed: boolean;
  /** Undefined when no exercise holds its period. */
  readonly accounts: AccountSide | undefined;
}

interface AccountSide {
  /** Debit balance of 44567 at the end of the period, and without its closing entries: that of the return may be written. */
  readonly credits: readonly Cents[];
  /** Credit less debit of 4457 and 4452 in the period, closing entries of VAT apart. */
  readonly collected: Cents;
}

export async function readBookSide(trx: Knex.Transaction, opened: OpenReturn): Promise<BookSide> {
  const { folder, group } = opened;
  const definition = await definitions(trx).where({ id: group.definition_id }).first();
  const isServed = definition === undefined || (definition.vats & vatBit(folder.vatSystem)) !== 0;
  const exercise = exerciseOn(await readExercises(trx, folder.id), group.begin_date);
  const isInside = exercise !== undefined && group.end_date <= exercise.end && [CA3, FARM].includes(formOf(opened));
  return { isServed, accounts: isInside ? await accountSide(trx, opened, exercise) : undefined };
}

async function accountSide(
  trx: Knex.Transaction,
  { folder, group }: OpenReturn,
  exercise: Exercise,
): Promise<AccountSide> {
  const books = { trx, folderId: folder.id, exercise };
  const [from, to] = [group.begin_date, group.end_date];
  const credit = await sumOf(linesOf(books, { accounts: [CREDIT], from: exercise.start, to }));
  const taxed = linesOf(books, { accounts: TAXES, except: CREDIT, from, to });
  const closed = await sumOf(
    linesOf(books, { accounts: [CREDIT], from, to }).whereIn('l.entry_id', taxed.select('l.entry_id')),
  );
  const results = linesOf(books, { accounts: RESULT_ACCOUNTS, from, to });
  const collected = linesOf(books, { accounts: COLLECTED, except: OTHER_TAXES, from, to });
  if (from === exercise.start) {
    const { sql, bindings } = await openingCondition(trx, folder.id, exercise);
    collected.whereRaw(`not ${sql}`, bindings as string[]);
  }
  return {
    credits: [credit, credit - closed],
    collected: -(await sumOf(collected.whereNotIn('l.entry_id', results.select('l.entry_id')))),
  };
}

const CREDIT = '44567';
const COLLECTED: readonly string[] = ['4457', '4452'];
const TAXES: readonly string[] = [...COLLECTED, '4456'];
/** 44578 holds other taxes, which an annex declares. */
const OTHER_TAXES = '44578';

interface Books {
  readonly trx: Knex.Transaction;
  readonly folderId: number;
  readonly exercise: Exercise;
}

interface LinesWanted {
  /** Beginnings of account numbers, of which one is left out. */
  readonly accounts: readonly string[];
  readonly except?: string;
  readonly from: string;
  readonly to: string;
}

const linesOf = ({ trx, folderId, exercise }: Books, { accounts, except, from, to }: LinesWanted) =>
  trx({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .whereBetween('l.entry_date', [from, to])
    .modify((query) => wherePrefix(query, 'a.number', accounts))
    .modify((query) => except && query.whereRaw('not starts_with(a.number, ?)', [except]));

/** Debit less credit. */
async function sumOf(lines: ReturnType<typeof linesOf>): Promise<Cents> {
  const [row] = await lines.select(lines.client.raw('coalesce(sum(l.debit_cents - l.credit_cents), 0)::bigint as net'));
  return row?.net ?? 0n;
}

export interface Controlled {
  readonly opened: OpenReturn;
  readonly filled: FilledReturn;
  readonly period: ReturnPeriod;
  readonly side: BookSide;
}

export function bookFindings(controlled: Controlled): VatFinding[] {
  const { side, opened } = controlled;
  const ofRegime = side.isServed ? [] : [findingOf('T05', formOf(opened), [])];
  if (formOf(opened) === FARM) return [...untypedTax(controlled), ...ofRegime];
  if (formOf(opened) === CA12) return [...excludedOperations(controlled), ...ofRegime];
  if (formOf(opened) !== CA3) return ofRegime;
  return [...rateLines(controlled), ...carriedCredit(controlled), ...collectedTax(controlled), ...ofRegime];
}

/** T02: a cent for each entry, and the rounding of two boxes. */
function rateLines({ filled, period }: Controlled): VatFinding[] {
  const boxes = filled.forms.get(CA3);
  const lines = taxedLines([...(vatEdition(period.endDate).get(CA3)?.values() ?? [])], 'T02');
  return lines.flatMap(({ base, tax }) => {
    const rate = parseRatio(base.rate);
    if (!rate) return [];
    const expected = multiply(ratio(euros(boxes, base.zone)), multiply(rate, ratio(1, 100)));
    const gap = subtract(ratio(euros(boxes, tax.zone)), expected);
    const isNear = (cents: number) => magnitude(gap.numerator) * 100n <= BigInt(cents) * gap.denominator;
    const isViolated = !isNear(100) && !isNear(100 + entriesOf(filled, tax.zone));
    return isViolated ? [findingOf('T02', CA3, [base.zone, tax.zone])] : [];
  });
}

const entriesOf = ({ exact }: FilledReturn, zone: string): number =>
  new Set(exact.trace(zone).map(({ entryId }) => entryId)).size;

/** T03 */
function carriedCredit({ filled, side }: Controlled): VatFinding[] {
  const carried = euros(filled.forms.get(CA3), 'HD') * 100n;
  const { credits } = side.accounts ?? {};
  if (!credits || credits.includes(carried)) return [];
  return [withAmounts(findingOf('T03', CA3, ['HD']), { '44567': credits.at(-1) ?? 0n, HD: carried })];
}

/** T04: tax of the period that the return takes, now or once it is paid, with what typed boxes change of it. */
function collectedTax({ filled, period, side }: Controlled): VatFinding[] {
  if (!side.accounts) return [];
  const { collected } = side.accounts;
  const taken = takenOf(filled, period) + typedOf(filled, period);
  if (magnitude(collected - taken) <= TOLERANCE) return [];
  return [withAmounts(findingOf('T04', CA3, ['GH']), { '4457 4452': collected, CA3: taken })];
}

/** T04 of a form that nothing computes: as long as no tax is typed it says « néant », whatever the books hold. */
function untypedTax({ filled, side }: Controlled): VatFinding[] {
  const declared = euros(filled.forms.get(FARM), 'ES') * 100n;
  const { collected } = side.accounts ?? { collected: 0n };
  if (declared !== 0n || magnitude(collected) <= TOLERANCE) return [];
  return [withAmounts(findingOf('T04', FARM, ['ES']), { '4457 4452': collected, '3517-AGR': declared })];
}

/** Lines of the CA3 that the simplified regime does not have (CGI art. 287-3 bis): the CA12 holds such tax among others. */
const EXCLUDED: ReadonlySet<string | undefined> = new Set(['CC', 'DK', 'KV']);

/** T07 */
const excludedOperations = ({ filled }: Controlled): VatFinding[] =>
  filled.taken.some(({ element }) => EXCLUDED.has(CATEGORIES.get(element.category)?.operationZone))
    ? [findingOf('T07', CA12, ['EN', 'FN'])]
    : [];

/** One euro. */
const TOLERANCE = 100n;

const isCollected = ({ accountNumber }: { readonly accountNumber: string }): boolean =>
  COLLECTED.some((prefix) => accountNumber.startsWith(prefix)) && !accountNumber.startsWith(OTHER_TAXES);

function takenOf({ taken }: FilledReturn, { startDate, endDate }: ReturnPeriod): Cents {
  let total = 0n;
  for (const { element } of taken) {
    if (element.date < startDate || element.date > endDate) continue;
    for (const one of element.held) if (isCollected(one)) total += isDeducted(element) ? -one.amount : one.amount;
  }
  return total;
}

/** What was typed over the tax of rate lines. */
function typedOf({ exact, forms }: FilledReturn, { endDate, userBoxes }: ReturnPeriod): Cents {
  const typed = userBoxes.get(CA3);
  const lines = taxedLines([...(vatEdition(endDate).get(CA3)?.values() ?? [])], 'T04');
  return lines
    .filter(({ tax }) => typed?.has(tax.zone) && euros(forms.get(CA3), tax.zone) !== wholeEuros(exact.amount(tax.zone)))
    .reduce((sum, { tax }) => sum + euros(forms.get(CA3), tax.zone) * 100n - exact.amount(tax.zone), 0n);
}

/** With the amounts that differ: `… (44567: 40.50, HD: 41.00)`. */
function withAmounts(finding: VatFinding, amounts: Readonly<Record<string, Cents>>): VatFinding {
  const said = Object.entries(amounts).map(([name, amount]) => [name, formatAmount(amount)] as const);
  const listed = (colon: string) => said.map(([name, amount]) => `${name}${colon}${amount}`).join(', ');
  const { en, fr } = finding.message;
  return { ...finding, message: { en: `${en} (${listed(': ')})`, fr: `${fr} (${listed(' : ')})` } };
}
