/** What stands between a folder and its return: accounts to configure, lines to letter, periods to file. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type Exercise, readExercises } from '../../ledger/exercises.ts';
import { openingCondition } from '../../ledger/openings.ts';
import type { Context } from '../../operation/context.ts';
import { CATEGORIES } from '../categories.ts';
import { readBasis } from '../configuration/basis.ts';
import { type AccountConfiguration, listAllConfigurations, rolesOf } from '../configuration/configuration.ts';
import { type FilledRate, foundRates, type RatedAmount } from '../configuration/fill-rates.ts';
import { availablePeriods } from '../periods/available.ts';
import { readReturned } from '../periods/returned.ts';
import { normalRate } from '../rates.ts';
import { movedOtherwise } from './moved-otherwise.ts';

export const LACK_KINDS = ['MissingCategory', 'MissingRate', 'NotLettered', 'Late', 'Due'] as const;

export interface Lack {
  readonly kind: (typeof LACK_KINDS)[number];
  readonly accountId: number | null;
  readonly accountNumber: string | null;
  /** The name of the account; the form of a period. */
  readonly label: string;
  readonly beginDate: PlainDate | null;
  readonly endDate: PlainDate | null;
  readonly dueDate: PlainDate | null;
  /** Lines, and what they sum to: debit less credit. */
  readonly count: number | null;
  readonly amount: Cents | null;
  readonly procedureId: number | null;
  /** Of a rate: why the books do not tell it, null where they do; with the rates that they tell, the largest first. */
  readonly reason: FilledRate['skipReason'];
  readonly rates: readonly RatedAmount[];
  /** The command that mends it, or leads there. */
  readonly remedy: string;
}

const NOTHING = {
  accountId: null,
  accountNumber: null,
  beginDate: null,
  endDate: null,
  dueDate: null,
  count: null,
  amount: null,
  procedureId: null,
  reason: null,
  rates: [],
} as const;

/** Accounts of the last open exercise first, then periods that have ended, oldest first. Throws FolderNotFound. */
export async function vatLacks(ctx: Context, folderId: number): Promise<Lack[]> {
  await getFolder(ctx, folderId);
  const { knex } = await ctx.db();
  const exercise = (await readExercises(knex, folderId)).filter(({ isClosed }) => !isClosed).at(-1);
  if (!exercise) return [];
  const configurations = await listAllConfigurations(ctx, folderId);
  const periods = await periodLacks(ctx, folderId);
  const moved = await movedOtherwise(ctx, folderId, { start: firstDay(exercise, periods), end: exercise.end });
  const lacks = configurations
    .filter(({ accountId }) => moved.has(accountId))
    .flatMap((one) => accountLack(folderId, one));
  return [
    ...(await withRates(ctx, folderId, { lacks, selfAssessed: selfAssessed(configurations) })),
    ...(await letteringLacks(knex, folderId, { exercise, configurations })),
    ...periods,
  ];
}

/** A month or a quarter may begin in the exercise before. */
const firstDay = ({ start }: Exercise, periods: readonly Lack[]): PlainDate =>
  periods
    .filter(({ endDate }) => (endDate ?? '') >= start)
    .reduce((first, { beginDate }) => (beginDate !== null && beginDate < first ? beginDate : first), start);

const OPERATIONS: readonly string[] = ['sale', 'purchase', 'reverse', 'untaxed'];
const TAXED: readonly string[] = ['sale', 'reverse', 'due'];

const setting = (folderId: number, accountId: number): string =>
  `taxops vat configuration set --folder ${folderId} --account ${accountId}`;

function accountLack(folderId: number, one: AccountConfiguration): Lack[] {
  const { accountId, subAccountId, accountNumber, accountLabel, effective } = one;
  if (subAccountId !== null || !rolesOf(one).some((role) => OPERATIONS.includes(role))) return [];
  const about = { ...NOTHING, accountId, accountNumber, label: accountLabel };
  const category = CATEGORIES.get(effective.vatCategory ?? '');
  if (!category) {
    const remedy = `${setting(folderId, accountId)} --vat-category … --is-system-generated false`;
    return [{ ...about, kind: 'MissingCategory', remedy }];
  }
  if (!TAXED.includes(category.side) || effective.vatRate !== null) return [];
  return [{ ...about, kind: 'MissingRate', remedy: `taxops vat configuration fill-rates --folder ${folderId}` }];
}

/** Purchases whose tax the buyer owes. */
const selfAssessed = (configurations: readonly AccountConfiguration[]): ReadonlySet<number | null> =>
  new Set(
    configurations
      .filter(({ effective }) => ['reverse', 'due'].includes(CATEGORIES.get(effective.vatCategory ?? '')?.side ?? ''))
      .map(({ accountId }) => accountId),
  );

interface Rateless {
  readonly lacks: readonly Lack[];
  readonly selfAssessed: ReadonlySet<number | null>;
}

/**
 * A rate that filling does not find is set by hand: the books say between which. A purchase that the buyer taxes is at
 * the normal rate where nothing is configured: only other rates in the books are asked.
 */
async function withRates(ctx: Context, folderId: number, { lacks, selfAssessed }: Rateless): Promise<Lack[]> {
  const accountIds = lacks.filter(({ kind }) => kind === 'MissingRate').flatMap(({ accountId }) => accountId ?? []);
  if (accountIds.length === 0) return [...lacks];
  const basis = await readBasis(ctx, folderId);
  const found = await (await ctx.db()).transaction((trx) => foundRates(trx, basis, accountIds));
  const told = new Map(found.map((one) => [one.accountId, one]));
  const normal = normalRate(basis.folder.territory);
  const isNormal = ({ kind, accountId }: Lack): boolean =>
    kind === 'MissingRate' &&
    selfAssessed.has(accountId) &&
    (told.get(accountId ?? 0)?.amounts ?? []).every(({ rate }) => rate === normal);
  const asked = lacks.filter((lack) => !isNormal(lack));
  return asked.map((lack) => {
    const { skipReason: reason = null, amounts: rates = [] } = told.get(lack.accountId ?? 0) ?? {};
    if (lack.kind !== 'MissingRate' || reason === null) return { ...lack, rates };
    const remedy = `${setting(folderId, lack.accountId ?? 0)} ${settled(reason, rates)} --is-system-generated false`;
    return { ...lack, reason, rates, remedy };
  });
}

/** What bears no tax anywhere is another operation; else one of the rates, where there is a choice. */
function settled(reason: Lack['reason'], rates: readonly RatedAmount[]): string {
  if (reason === 'NoVatLine') return '--vat-category …';
  const [only, ...others] = rates;
  return `--vat-rate ${only && others.length === 0 ? only.rate : '…'}`;
}

interface Books {
  readonly exercise: Exercise;
  readonly configurations: readonly AccountConfiguration[];
}

/** Third parties whose tax is due when they pay: a payment without letter settles nothing. */
async function letteringLacks(knex: Knex, folderId: number, { exercise, configurations }: Books): Promise<Lack[]> {
  const parties = configurations.filter(
    ({ guess, subAccountId, effective }) =>
      guess.role === 'thirdParty' && subAccountId === null && effective.includeUnletteredPayments !== true,
  );
  const opens = await openingCondition(knex, folderId, exercise);
  const rows = await knex('entry_line as l')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id })
    .whereNull('l.letter')
    .whereRaw(`not (${opens.sql})`, opens.bindings as string[])
    .whereRaw('l.account_id = any(?)', [parties.map(({ accountId }) => accountId)])
    .groupBy('l.account_id')
    .select<{ account_id: number; count: bigint; amount: Cents }[]>('l.account_id')
    .select(knex.raw('count(*), sum(l.debit_cents - l.credit_cents)::bigint as amount'));
  const found = new Map(rows.map((row) => [row.account_id, row]));
  return parties.flatMap(({ accountId, accountNumber, accountLabel }) => {
    const row = found.get(accountId);
    if (!row) return [];
    const remedy = `taxops entry line list --folder ${folderId} --account ${accountNumber} --lettered false`;
    const about = { ...NOTHING, accountId, accountNumber, label: accountLabel };
    return [{ ...about, kind: 'NotLettered', count: Number(row.count), amount: row.amount, remedy }];
  });
}

/** Codes of a folder that files nothing. */
const FILES_NOTHING: readonly string[] = ['NotSupportedProcedureType', 'FolderWithoutExercise'];

async function periodLacks(ctx: Context, folderId: number): Promise<Lack[]> {
  const query = { procedureType: 'Liquidation', type: 'Manual' } as const;
  const available = await availablePeriods(ctx, folderId, query).catch((error: { readonly code?: string }) => {
    if (FILES_NOTHING.includes(error.code ?? '')) return undefined;
    throw error;
  });
  const { knex } = await ctx.db();
  const filed = new Set(
    (await readReturned(knex, [folderId])).filter(({ isFiled }) => isFiled).map(({ procedureId }) => procedureId),
  );
  const now = today(ctx);
  return (available?.periods ?? [])
    .filter(({ endDate, existingProcedureId }) => endDate < now && !filed.has(existingProcedureId ?? 0))
    .map(({ form, beginDate, endDate, dueDate, existingProcedureId: procedureId }) => ({
      ...NOTHING,
      kind: dueDate !== null && dueDate < now ? 'Late' : 'Due',
      label: form,
      beginDate,
      endDate,
      dueDate,
      procedureId,
      remedy:
        procedureId === null
          ? `taxops vat procedure-group assist --folder ${folderId} --accounting-folder ${folderId} --procedure-type Liquidation --begin-date ${beginDate} --end-date ${endDate}`
          : `taxops vat procedure show ${procedureId} --folder ${folderId}`,
    }));
}
