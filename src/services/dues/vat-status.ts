/** The VAT of a firm at a glance: for each folder, the return that is to be filed now, how it stands and what blocks it. */
import type { Knex } from 'knex';
import type { WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addMonths, dayNumber, type PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Context } from '../operation/context.ts';
import { sheetsOf } from '../vat/drafts/previous.ts';
import { arePaymentsRight } from '../vat/filing/draft.ts';
import { filledBoxes } from '../vat/procedures/procedure-item.ts';
import type { ProcedureRow } from '../vat/procedures/store.ts';
import { carriedOut } from '../vat/return/carried-out.ts';
import { endedVat, type FolderVat, type VatDue } from './vat-dues.ts';

/** `None`: there is no return of the period, or the folder has none to file. */
export type VatState = ProcedureRow['status'] | 'None';

export interface FolderVatStatus {
  readonly folderId: number;
  readonly folder: string;
  readonly form: string | null;
  readonly beginDate: PlainDate | null;
  readonly endDate: PlainDate | null;
  readonly state: VatState;
  /** To pay; a credit is below nought; null until it is computed. */
  readonly toPay: Cents | null;
  readonly due: PlainDate | null;
  /** Below nought when it is late; null once it is sent. */
  readonly daysLeft: number | null;
  /** Null: nothing. */
  readonly blocks: string | null;
  readonly procedureId: number | null;
  /** The command that goes on with it; where all is filed and a period has ended since, the one that makes its exercise. */
  readonly next: string | null;
  /** A period that has ended is in no exercise: its books are not there, or the folder files no more. */
  readonly lacksExercise: boolean;
}

/** What was never filed is late for so long. */
const MONTHS_LATE = 12;

/**
 * By due date, then folder: of each, the oldest return of its exercises that is not filed, else the last one. Throws
 * FolderNotFound.
 */
export async function vatStatusOf(ctx: Context, scope: WorkScope): Promise<FolderVatStatus[]> {
  const now = today(ctx);
  const all = (await endedVat(ctx, scope, addMonths(now, -MONTHS_LATE))).map(({ dues, ...one }) => ({
    ...one,
    due: dues.find(({ isFiled }) => !isFiled) ?? dues.at(-1),
  }));
  const returns = await readReturns((await ctx.db()).knex, all);
  return all.map((one) => statusOf(one, returns.get(one.folder.id), now)).sort(inOrder);
}

interface Chosen extends Omit<FolderVat, 'dues'> {
  readonly due: VatDue | undefined;
}

interface ReturnRow extends Pick<ProcedureRow, 'id' | 'folder_id' | 'status' | 'file_name' | 'answers' | 'payments'> {
  readonly typed_boxes: ProcedureRow['typed_boxes'];
  readonly computed_boxes: ProcedureRow['computed_boxes'];
  readonly lacks_closing: boolean;
  readonly has_drafts: boolean;
  readonly is_stale: boolean;
  readonly controls: readonly string[];
  readonly missing: number;
  readonly invalid: number;
}

/** The return of each, a rejected one when there is no other. */
async function readReturns(knex: Knex, all: readonly Chosen[]): Promise<ReadonlyMap<number, ReturnRow>> {
  const wanted = all.flatMap(({ folder, due }) => (due ? [{ folderId: folder.id, form: due.form, ...due.span }] : []));
  const { rows }: { rows: ReturnRow[] } = await knex.raw(RETURNS, [JSON.stringify(wanted)]);
  return new Map(rows.map((row) => [row.folder_id, row]));
}

const RETURNS = `
  select distinct on (p.folder_id) p.folder_id, p.id, p.status, p.file_name, p.answers, p.payments,
    p.typed_boxes, p.computed_boxes,
    p.wants_closing_entry and p.closing_entry_id is null and p.test_mode is not true
      and p.status in ('Sent', 'Transmitted', 'Accepted') and p.has_closing as lacks_closing,
    exists (select from entry e where e.folder_id = p.folder_id and e.validation_date is null
      and e.entry_date between g.begin_date and g.end_date) as has_drafts,
    p.status = 'Draft' and (p.computed_version is null or p.computed_version <> watch.version) as is_stale,
    coalesce(jsonb_path_query_array(p.computed, '$.findings[*] \\? (@.severity == "blocking").code'), '[]') as controls,
    coalesce(jsonb_array_length(p.computed -> 'facts' -> 'missingAccounts'), 0)
      + coalesce(jsonb_array_length(p.computed -> 'facts' -> 'missingLines'), 0) as missing,
    coalesce(jsonb_array_length(p.computed -> 'facts' -> 'combinations'), 0)
      + coalesce(jsonb_array_length(p.computed -> 'leftOut'), 0) as invalid
  from jsonb_to_recordset(?::jsonb)
      as w ("folderId" integer, form text, "beginDate" date, "endDate" date, "depositNumber" integer)
    join vat_procedure_group g on g.folder_id = w."folderId" and g.begin_date <= w."endDate"
      and g.end_date >= w."beginDate" and g.deposit_number is not distinct from w."depositNumber"
    join vat_procedure p on p.folder_id = g.folder_id and p.group_id = g.id and p.status <> 'Cancelled'
      and coalesce(p.form, g.form_snapshot -> 'principal' ->> 'form') = w.form
    left join vat_watch watch on watch.folder_id = p.folder_id
  order by p.folder_id, p.status = 'Rejected', p.id desc`;

const LEFT: readonly VatState[] = ['Sent', 'Transmitted', 'Accepted'];

function statusOf(chosen: Chosen, row: ReturnRow | undefined, now: PlainDate): FolderVatStatus {
  const { folder, due, missing } = chosen;
  const state = row?.status ?? 'None';
  const blocks = due ? blocksOf(due.form, row) : missing ? ['NoExercise'] : [];
  return {
    folderId: folder.id,
    folder: folder.name,
    form: due?.form ?? null,
    beginDate: due?.span.beginDate ?? null,
    endDate: due?.span.endDate ?? null,
    state,
    toPay: due && row ? toPayOf(due.form, row) : null,
    due: due?.dueDate ?? null,
    daysLeft: due && !LEFT.includes(state) ? dayNumber(due.dueDate) - dayNumber(now) : null,
    blocks: blocks.length > 0 ? blocks.join(', ') : null,
    procedureId: row?.id ?? null,
    next: nextStep(chosen, row, blocks),
    lacksExercise: missing !== null,
  };
}

function toPayOf(form: string, row: ReturnRow): Cents | null {
  const boxes = filledBoxes({ computedBoxes: row.computed_boxes, typedBoxes: row.typed_boxes });
  if (!boxes) return null;
  const { toPay, credit, refundAsked } = carriedOut(form, sheetsOf(boxes).get(form) ?? new Map());
  return (toPay - credit - refundAsked) * 100n;
}

/** Of a draft, what sending would refuse, as it was last computed. */
function blocksOf(form: string, row: ReturnRow | undefined): string[] {
  if (!row) return ['NotPrepared'];
  if (row.status === 'Rejected') return ['Rejected', ...row.answers.slice(-1).map(({ code }) => code)];
  if (row.status === 'SendUncertain') return ['SendUncertain'];
  if (row.status !== 'Draft') return row.lacks_closing ? ['ClosingEntry'] : [];
  return [
    ...(row.file_name === null ? [] : ['FiledElsewhere']),
    ...(row.is_stale ? ['BooksChanged'] : []),
    ...(row.has_drafts ? ['DraftEntries'] : []),
    ...(row.missing > 0 ? ['MissingCategory'] : []),
    ...(row.invalid > 0 ? ['InvalidCombination'] : []),
    ...(isPaid(form, row) ? [] : ['PaymentsInvalid']),
    ...new Set(row.controls),
  ];
}

/** Whether its accounts pay what it leaves to pay. */
function isPaid(form: string, row: ReturnRow): boolean {
  const sheets = sheetsOf(filledBoxes({ computedBoxes: row.computed_boxes, typedBoxes: row.typed_boxes }) ?? {});
  const { toPay } = carriedOut(form, sheets.get(form) ?? new Map());
  return arePaymentsRight(sheets, row.payments, toPay);
}

function nextStep({ folder, due, missing }: Chosen, row: ReturnRow | undefined, blocks: readonly string[]) {
  const isSettled = due === undefined || (due.isFiled && blocks.length === 0);
  if (isSettled && missing)
    return `taxops exercise create --folder ${folder.id} --start-date ${missing.start} --end-date ${missing.end}`;
  return due ? nextOf(folder.id, due, row, blocks) : null;
}

function nextOf(
  folderId: number,
  { form, span }: VatDue,
  row: ReturnRow | undefined,
  blocks: readonly string[],
): string {
  if (!row) {
    const period = `--begin-date ${span.beginDate} --end-date ${span.endDate}`;
    const deposit = span.depositNumber === null ? '' : ` --deposit-number ${span.depositNumber}`;
    const type = span.depositNumber === null ? 'Liquidation' : 'Deposit';
    return `taxops vat procedure-group assist --folder ${folderId} --accounting-folder ${folderId} --procedure-type ${type} --form-code _${form} ${period}${deposit}`;
  }
  const verb =
    row.status === 'Rejected'
      ? 'reopen'
      : row.lacks_closing
        ? 'close'
        : row.status !== 'Draft'
          ? 'show'
          : blocks.length > 0
            ? 'validate'
            : 'send';
  return `taxops vat procedure ${verb} ${row.id} --folder ${folderId}`;
}

const sortKey = ({ due, folderId }: FolderVatStatus): string =>
  `${due ?? '9999'} ${String(folderId).padStart(10, '0')}`;
const inOrder = (a: FolderVatStatus, b: FolderVatStatus): number => (sortKey(a) < sortKey(b) ? -1 : 1);
