/**
 * Earlier returns of a folder that were never filed. What is carried into a return comes from those that were (the credit
 * of line 22, the base of an instalment): a draft that stands before is said, with what settles it.
 */
import type { Knex } from 'knex';
import { valueForPeople } from '../../forms/paper/paper.ts';
import type { VatFinding } from '../../forms/vat-controls.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import { filledBoxes } from '../procedures/procedure-item.ts';
import type { ProcedureRow } from '../procedures/store.ts';
import { carriedOut } from '../return/carried-out.ts';
import { CA3, CA12 } from '../return/layout.ts';
import { COUNTS, sheetsOf } from './previous.ts';
import { formOf, type OpenReturn } from './stored-return.ts';

/** What each form takes from: itself, or the yearly return; and the box that it would stand in. */
const SOURCES: Readonly<Record<string, { readonly form: string; readonly zone: string }>> = {
  [CA3]: { form: CA3, zone: 'HD' },
  [CA12]: { form: CA12, zone: 'KA' },
  '3517AGRSD': { form: '3517AGRSD', zone: 'FC' },
  '3514': { form: CA12, zone: 'HA' },
};

interface EarlierRow extends Pick<ProcedureRow, 'id' | 'status' | 'typed_boxes' | 'computed_boxes'> {
  readonly begin_date: PlainDate;
  readonly end_date: PlainDate;
  readonly counts: boolean;
}

const OPEN: readonly ProcedureRow['status'][] = ['Draft', 'Rejected'];

/** Oldest first. One that another return of its days replaced is no matter any more. */
async function notFiled(knex: Knex, { procedure, group }: OpenReturn, form: string): Promise<EarlierRow[]> {
  const rows: EarlierRow[] = await knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .where('p.folder_id', procedure.folder_id)
    .where('g.end_date', '<', group.begin_date)
    .whereRaw(`coalesce(p.form, g.form_snapshot -> 'principal' ->> 'form') = ?`, [form])
    .orderBy(['g.end_date', 'p.id'])
    .select('p.id', 'p.status', 'p.typed_boxes', 'p.computed_boxes', 'g.begin_date', 'g.end_date')
    .select(knex.raw(`(${COUNTS}) as counts`));
  const filed = rows.filter(({ counts }) => counts);
  const isReplaced = (row: EarlierRow) =>
    filed.some(({ begin_date, end_date }) => begin_date <= row.end_date && end_date >= row.begin_date);
  return rows.filter((row) => OPEN.includes(row.status) && !isReplaced(row));
}

/** Warnings that a draft carries because of returns before it; none of one that left. */
export async function earlierFindings(knex: Knex, opened: OpenReturn): Promise<VatFinding[]> {
  const form = formOf(opened);
  const source = SOURCES[form];
  if (!source || opened.procedure.status !== 'Draft') return [];
  const rows = await notFiled(knex, opened, source.form);
  const [oldest] = rows;
  if (!oldest) return [];
  const told = { folderId: opened.folder.id, count: rows.length, oldest, credit: creditOf(rows, source.form) };
  const message = { en: TEXTS.en(told), fr: TEXTS.fr(told) };
  return [{ code: 'EarlierNotFiled', form, zones: [source.zone], severity: 'warning', message }];
}

/** What the last of them would carry forward, as it was last computed. */
function creditOf(rows: readonly EarlierRow[], form: string): bigint {
  const last = rows.at(-1);
  const boxes = last && filledBoxes({ computedBoxes: last.computed_boxes, typedBoxes: last.typed_boxes });
  return carriedOut(form, sheetsOf(boxes ?? {}).get(form) ?? new Map()).credit;
}

interface Told {
  readonly folderId: number;
  readonly count: number;
  readonly oldest: EarlierRow;
  readonly credit: bigint;
}

const periodOf = ({ begin_date, end_date }: EarlierRow, language: Language): string =>
  [begin_date, end_date].map((day) => valueForPeople(day, language)).join(' - ');

/** What settles it: a rejected return is opened again first. */
const settle = ({ folderId, oldest: { id, status } }: Told): readonly [string, string] => [
  `taxops vat procedure ${status === 'Rejected' ? 'reopen' : 'send'} ${id} --folder ${folderId}`,
  `taxops vat procedure sent-date ${id} --folder ${folderId} --sent-date …`,
];

const TEXTS: Readonly<Record<keyof Labels, (told: Told) => string>> = {
  en: (told) => {
    const { count, oldest, credit } = told;
    const [send, elsewhere] = settle(told);
    const which = `${oldest.id} (${periodOf(oldest, 'en')})`;
    const who = count === 1 ? `The earlier return ${which} is` : `${count} earlier returns, the oldest ${which}, are`;
    const what =
      credit > 0n ? `the credit of ${credit} is not carried` : `nothing of ${count === 1 ? 'it' : 'them'} is carried`;
    return `${who} not filed: ${what}. Send it (${send}), or say that it was filed elsewhere (${elsewhere}).`;
  },
  fr: (told) => {
    const { count, oldest, credit } = told;
    const [send, elsewhere] = settle(told);
    const which = `${oldest.id} (${periodOf(oldest, 'fr')})`;
    const who =
      count === 1
        ? `La déclaration antérieure ${which} n’est pas déposée`
        : `${count} déclarations antérieures, dont la plus ancienne ${which}, ne sont pas déposées`;
    const what = credit > 0n ? `le crédit de ${credit} n’est pas reporté` : 'rien n’en est reporté';
    return `${who} : ${what}. Envoyez-la (${send}), ou dites qu’elle l’a été ailleurs (${elsewhere}).`;
  },
};
