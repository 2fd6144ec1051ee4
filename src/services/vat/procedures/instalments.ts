/**
 * The next instalment of a year: 3514 after a CA12 (CGI annex II art. 242 sexies), 3525-BIS after a farm return (CGI
 * art. 1693 bis), which each share out the tax of the year before.
 */
import type { Knex } from 'knex';
import { addDays, addMonths, type PlainDate } from '../../kernel/dates.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { countedReturns, sheetsOf } from '../drafts/previous.ts';
import { formOf, type OpenReturn } from '../drafts/stored-return.ts';
import { lastReturn } from '../return/carried-in.ts';
import { euros } from '../return/inputs.ts';
import { CA12 } from '../return/layout.ts';
import { filledBoxes } from './procedure-item.ts';
import { groups } from './store.ts';

export interface NextInstalment {
  readonly form: string;
  /** The box of its amount. */
  readonly zone: string;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly depositNumber: number;
  /** In percent. */
  readonly rate: number;
  /** Whole euros. */
  readonly amount: bigint;
}

interface Notice {
  readonly form: string;
  readonly zone: string;
  readonly yearly: string;
  /** Of the yearly return, the tax that is shared out. */
  readonly base: string;
  /** In percent, in order. */
  readonly rates: readonly number[];
  /** No exercise that opens from this day has one. */
  readonly until?: string;
}

const NOTICES: readonly Notice[] = [
  { form: '3514', zone: 'HA', yearly: CA12, base: 'VA', rates: [55, 40], until: '2027-01-01' },
  { form: '3525BIS', zone: 'BB', yearly: '3517AGRSD', base: 'GA', rates: [20, 20, 20, 20] },
];

/** No instalment is due below this. */
const LEAST_BASE = 1000n;

/** Of the return of a year, or of an instalment of one; undefined when none is left, or none is due. */
export async function nextInstalment(knex: Knex, opened: OpenReturn): Promise<NextInstalment | undefined> {
  const form = formOf(opened);
  const notice = NOTICES.find((one) => one.form === form || one.yearly === form);
  if (!notice) return undefined;
  const { form: own, zone, rates } = notice;
  const year = yearAfter(opened, form === notice.yearly);
  const base = await baseOf(knex, opened, notice);
  const made = await madeIn(knex, opened.folder.id, { form: own, ...year });
  const rate = rates[made];
  if (rate === undefined || base < LEAST_BASE || (notice.until ?? '9999') <= year.beginDate) return undefined;
  const amount = divideRounded(base * BigInt(rate), 100n, 'halfUp');
  return { form: own, zone, ...year, depositNumber: made + 1, rate, amount };
}

/** Instalments are of the year that follows the return. */
function yearAfter({ group }: OpenReturn, isYearly: boolean) {
  if (!isYearly) return { beginDate: group.begin_date, endDate: group.end_date };
  const beginDate = addDays(group.end_date, 1);
  return { beginDate, endDate: addDays(addMonths(beginDate, 12), -1) };
}

async function baseOf(knex: Knex, opened: OpenReturn, { yearly, base }: Notice): Promise<bigint> {
  const { folder, group, procedure } = opened;
  if (formOf(opened) !== yearly) {
    return euros(lastReturn(await countedReturns(knex, folder.id), yearly, group.begin_date)?.boxes, base);
  }
  const boxes = filledBoxes({ computedBoxes: procedure.computed_boxes, typedBoxes: procedure.typed_boxes });
  return euros(sheetsOf(boxes ?? {}).get(yearly), base);
}

/** The highest number of the instalments of a year, those that were rejected left aside. */
async function madeIn(
  knex: Knex,
  folderId: number,
  { form, beginDate, endDate }: Pick<NextInstalment, 'form' | 'beginDate' | 'endDate'>,
): Promise<number> {
  const row = await groups(knex)
    .where({ folder_id: folderId })
    .where('begin_date', '<=', endDate)
    .where('end_date', '>=', beginDate)
    .whereRaw(`form_snapshot->'principal'->>'form' = ?`, [form])
    .whereRaw(
      `exists (select 1 from vat_procedure p where p.folder_id = vat_procedure_group.folder_id
         and p.group_id = vat_procedure_group.id and p.status not in ('Rejected', 'Cancelled'))`,
    )
    .max<{ number: number | null }>({ number: 'deposit_number' })
    .first();
  return row?.number ?? 0;
}
