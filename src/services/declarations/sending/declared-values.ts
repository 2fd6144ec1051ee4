/** What the accountant declares for a declaration period, because the ledger does not hold it. Stored encrypted. */
import { isValidBIC, isValidIBAN } from 'ibantools';
import type { Knex } from 'knex';
import type { Exercise } from '../../calendar/periods.ts';
import { lockFolder } from '../../folders/folders.ts';
import { isSiret } from '../../folders/siren.ts';
import { type Declared, readDeclared } from '../../forms/declared.ts';
import { formErrors } from '../../forms/errors.ts';
import { FORMS } from '../../forms/form-book.ts';
import { openToTyping } from '../../forms/typed-over.ts';
import { dayParts, type PlainDate } from '../../kernel/dates.ts';
import type { Issue } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { type DeclarationKind, type DeclarationType, kindEntry } from '../kinds.ts';
import type { Loan } from '../returns/annexes/loans.ts';
import { lastExercise, reducedCeiling } from '../returns/company-tax.ts';
import type { Regime } from '../returns/filed-forms.ts';
import { refundIssues } from '../returns/refund.ts';
import { currentRecord } from '../rules/periods.ts';
import { canSend } from '../rules/status.ts';
import { type DeclarationSettings, readSettings } from '../settings.ts';
import { countingRecords } from '../standing.ts';
import { sendingErrors } from './errors.ts';
import { type DeclarationPeriod, type PeriodKey, periodFor } from './period.ts';

export const CATEGORIES = ['IS', 'BIC', 'BNC', 'BA'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Who writes the file: the accounting firm. Its name is that of the firm unless given. */
export interface Writer {
  readonly siret: string;
  readonly name?: string | undefined;
  readonly street?: string | undefined;
  readonly postCode?: string | undefined;
  readonly town?: string | undefined;
}

export interface DeclaredPayment {
  readonly iban: string;
  readonly bic: string;
  /** Whole euros. */
  readonly amount: number;
  readonly holder?: string | undefined;
}

/** Amounts in whole euros. */
export interface Facts {
  readonly regime?: Regime | undefined;
  readonly category?: Category | undefined;
  /** Reference of the tax obligation. */
  readonly rof?: string | undefined;
  readonly writer?: Writer | undefined;
  readonly provisional?: boolean | undefined;
  /** Losses left at the end of the exercise before. */
  readonly lossesLeft?: number | undefined;
  /** What was taxed the year before and not distributed: the limit of a carry-back. */
  readonly lastProfit?: number | undefined;
  readonly turnover?: number | undefined;
  readonly groupTurnover?: number | undefined;
  readonly valueAdded?: number | undefined;
  readonly capitalPaidAndHeldByPersons?: boolean | undefined;
  /** Profit of the last exercise whose return is due, by rate. */
  readonly referenceProfit?: { readonly normal: number; readonly reduced: number } | undefined;
  readonly lastSocialContribution?: number | undefined;
  readonly socialCredits?: number | undefined;
  readonly payments?: readonly DeclaredPayment[] | undefined;
  readonly acceptLastKnownForms?: boolean | undefined;
  /** Carried to the next exercise, as is the list below. */
  readonly loans?: readonly Loan[] | undefined;
  /** Beginnings of accounts of provisions and accrued charges that tax does not deduct. */
  readonly notDeductible?: readonly string[] | undefined;
  /** Beginnings of accounts 70 whose sales leave France: export and deliveries within the European Union. Carried too. */
  readonly exportAccounts?: readonly string[] | undefined;
}

export interface DeclaredValues {
  readonly forms: Declared;
  readonly facts: Facts;
}

export const NOTHING_DECLARED: DeclaredValues = { forms: {}, facts: {} };

interface Row {
  readonly folder_id: number;
  readonly type: DeclarationType;
  readonly period_end: PlainDate;
  readonly sealed: Buffer;
  readonly updated_at: string;
}

const table = (knex: Knex) => knex<Row>('declared_value');

type Key = Pick<Row, 'folder_id' | 'type' | 'period_end'>;

/** What the encrypted values are bound to. */
export const declaredPlace = ({ folder_id, type, period_end }: Key): string =>
  `declared_value ${folder_id} ${type} ${period_end}`;

const opened = (row: Row, box: SecretBox): DeclaredValues =>
  JSON.parse(box.open(row.sealed, declaredPlace(row)).toString('utf8')) as DeclaredValues;

/** What was declared for the period that ends on a day; nothing when no value was declared. */
export async function readDeclaredValues(ctx: Context, { folderId, type, end }: PeriodKey): Promise<DeclaredValues> {
  const { knex } = await ctx.db();
  const row = await table(knex).where({ folder_id: folderId, type, period_end: end }).first();
  return row ? opened(row as Row, await ctx.secrets()) : NOTHING_DECLARED;
}

/** Facts that stay true until a person says otherwise. */
const CARRIED = ['capitalPaidAndHeldByPersons', 'loans', 'notDeductible', 'exportAccounts'] as const;
export type CarriedFacts = Pick<Facts, (typeof CARRIED)[number]>;

/** What was last said for a liasse of the folder that ends before a day, whatever the year it was said for. */
export async function carriedFacts(ctx: Context, folderId: number, before: PlainDate): Promise<CarriedFacts> {
  const { knex } = await ctx.db();
  const rows = await table(knex)
    .where({ folder_id: folderId, type: 'Liasse' })
    .where('period_end', '<', before)
    .orderBy('period_end', 'desc');
  const box = rows.length > 0 ? await ctx.secrets() : undefined;
  const said = rows.map((row) => opened(row as Row, box as SecretBox).facts);
  return Object.fromEntries(CARRIED.map((name) => [name, said.find((facts) => facts[name] !== undefined)?.[name]]));
}

/** The same for a period whose settings say whether computed cells may be typed over. Throws FolderNotFound. */
export async function declaredFor(
  ctx: Context,
  { folderId, type }: Omit<PeriodKey, 'end'>,
  period: Exercise,
): Promise<DeclaredValues> {
  const end = period.end as PlainDate;
  const { forms, facts } = await readDeclaredValues(ctx, { folderId, type, end });
  const settings = await readSettings(ctx, folderId, { start: period.start as PlainDate, end });
  return { facts, forms: settings.disableReadOnlyPayloadFields ? openToTyping(forms) : forms };
}

/**
 * Replaces what was declared for the period. Throws FolderNotFound, TypeNotSendable, PeriodUnknown, FormsReadOnly, FormUnknown,
 * FormYearUnknown, DeclaredValuesInvalid.
 */
export async function setDeclaredValues(ctx: Context, key: PeriodKey, values: DeclaredValues): Promise<void> {
  await changeDeclared(ctx, key, () => values);
}

/**
 * What else was declared is kept: cells are added one by one, the lines of a form and each fact as a whole.
 * Throws what setDeclaredValues throws.
 */
export const addDeclaredValues = (ctx: Context, key: PeriodKey, more: DeclaredValues): Promise<DeclaredValues> =>
  changeDeclared(ctx, key, ({ forms, facts }) => ({
    forms: withForms(forms, more.forms),
    facts: { ...facts, ...given(more.facts) },
  }));

function withForms(forms: Declared, more: Declared): Declared {
  const changed = Object.entries(more).map(([name, { cells = {}, lines }]) => {
    const before = forms[name];
    return [name, { ...before, cells: { ...before?.cells, ...cells }, ...(lines && { lines }) }] as const;
  });
  return { ...forms, ...Object.fromEntries(changed) };
}

const given = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** One cell of a form, the other values kept; null declares it no more. Throws what setDeclaredValues throws. */
export const setDeclaredCell = (
  ctx: Context,
  key: PeriodKey,
  { form, cell, value }: { readonly form: string; readonly cell: string; readonly value: string | null },
): Promise<DeclaredValues> =>
  changeDeclared(ctx, key, ({ forms, facts }) => {
    const { [cell]: _, ...others } = forms[form]?.cells ?? {};
    const cells = value === null ? others : { ...others, [cell]: value };
    return { forms: { ...forms, [form]: { ...forms[form], cells } }, facts };
  });

/** One change of a folder after the other: two people who each add a value lose none. */
async function changeDeclared(
  ctx: Context,
  { folderId, type, end }: PeriodKey,
  change: (declared: DeclaredValues) => DeclaredValues,
): Promise<DeclaredValues> {
  const period = await periodFor(ctx, { folderId, type, end });
  const settings = await readSettings(ctx, folderId, period.period);
  await refuseReadOnly(ctx, period, settings);
  const box = await ctx.secrets();
  const key = { folder_id: folderId, type, period_end: end };
  return (await ctx.db()).transaction(async (trx) => {
    await lockFolder(trx, folderId);
    const row = await table(trx).where(key).first();
    const values = change(row ? opened(row as Row, box) : NOTHING_DECLARED);
    const open = settings.disableReadOnlyPayloadFields ? openToTyping(values.forms) : values.forms;
    check({ ...values, forms: open }, period);
    const sealed = box.seal(JSON.stringify(values), declaredPlace(key));
    await table(trx)
      .insert({ ...key, sealed, updated_at: ctx.clock.now() })
      .onConflict(['folder_id', 'type', 'period_end'])
      .merge();
    return values;
  });
}

/** What was filed is what was declared: a corrective return is prepared knowingly, the other settings being kept. */
async function refuseReadOnly(
  ctx: Context,
  { folder, type, period: { start, end } }: DeclarationPeriod,
  settings: DeclarationSettings,
): Promise<void> {
  if (settings.disableReadOnlyForms) return;
  const current = currentRecord(await countingRecords(ctx, [folder.id], end as PlainDate), type, end);
  if (!current || canSend(current.status)) return;
  const kept = {
    allowSending: settings.allowSendingWithFscpError,
    openFields: settings.disableReadOnlyPayloadFields,
  };
  throw sendingErrors.FormsReadOnly({ folderId: folder.id, type, start, end, status: current.status, ...kept });
}

function check({ forms, facts }: DeclaredValues, declared: DeclarationPeriod): void {
  const { type, exercise, period } = declared;
  const names = Object.keys(forms);
  const { year } = dayParts(kindEntry(type).yearOf === 'period end' ? period.end : exercise.start);
  const { cells } = FORMS.choose(names, { year, acceptLastKnownYear: facts.acceptLastKnownForms });
  readDeclared(cells, forms);
  const refund = refundIssues(forms['2573']?.lines ?? [], exercise);
  const issues = [
    ...formIssues(type, names),
    ...refund,
    ...factIssues(facts),
    ...referenceIssues(facts, lastExercise(declared)),
  ];
  if (issues.length === 0) return;
  throw formErrors.DeclaredValuesInvalid({ cells: issues.map(({ path }) => path).join(', ') }, issues);
}

/** A form of another type would be left out, or filed with what it does not belong to. */
const formIssues = (type: DeclarationKind, forms: readonly string[]): Issue[] =>
  forms
    .filter((form) => !(kindEntry(type).forms?.includes(form) ?? !FORMS.isPayment(form)))
    .map((form) => ({ path: `Forms.${form}`, code: 'FormMisplaced', message: `not a form of ${type}` }));

/** More at the reduced rate than the law has there (CGI 219 I b) would lower the instalments. */
function referenceIssues({ referenceProfit }: Facts, last: Exercise): Issue[] {
  const ceiling = reducedCeiling(last, { turnover: 0n, capitalPaidAndHeldByPersons: true });
  if (BigInt(referenceProfit?.reduced ?? 0) <= ceiling) return [];
  const message = `${ceiling} at most are taxed at the reduced rate; the rest goes with Normal`;
  return [{ path: 'Facts.ReferenceProfit.Reduced', code: 'ValueInvalid', message }];
}

/** No message repeats an account number. */
function factIssues({ category, writer, rof, payments = [] }: Facts): Issue[] {
  const checks: readonly (readonly [string, boolean, string])[] = [
    [
      'Facts.Category',
      category !== 'BNC',
      'form 2035 (non-commercial income) is not built here: its ledger is one of receipts and payments',
    ],
    ['Facts.Writer.Siret', !writer || isSiret(writer.siret), 'a SIRET whose key is right is expected'],
    [
      'Facts.Rof',
      rof === undefined || /^(?=.{3,15}$)[A-Z]{2,}\d+$/.test(rof),
      'capitals then digits are expected: IS1',
    ],
    ['Facts.Payments', payments.length <= 3, 'three payments at most'],
    ...payments.flatMap(({ iban, bic }, index): [string, boolean, string][] => [
      [`Facts.Payments[${index + 1}].Iban`, isValidIBAN(iban), 'an IBAN whose key is right is expected'],
      [`Facts.Payments[${index + 1}].Bic`, isValidBIC(bic), 'a BIC of 8 or 11 characters is expected'],
    ]),
  ];
  return checks.flatMap(([path, holds, message]) => (holds ? [] : [{ path, code: 'ValueInvalid', message }]));
}
