/**
 * Lines that returns declared and that left the books behind them, or bear another rate since: what was declared is taken
 * back, as a prior period.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PeriodShare, VatElement } from '../engine/model.ts';
import { givenBack } from '../engine/taken-back.ts';
import { COUNTS } from './previous.ts';
import { type ShareRow, shareOf } from './share-store.ts';

interface GoneWanted {
  readonly folderId: number;
  /** Later lines are those of later returns. */
  readonly endDate: PlainDate;
  /** Of these entries alone. */
  readonly entryIds?: readonly number[] | undefined;
}

interface GoneRow extends ShareRow {
  readonly declaredBase: Cents;
  readonly declaredTax: Cents;
}

/** The last share that counts of each line, side and rate, beside all that was declared of it. */
const LAST_DECLARED = `select distinct on (s.entry_id, s.line_id, s.side, s.rate) s.*,
            sum(s.declare_base_cents) over line::bigint as "declaredBase",
            sum(s.declare_tax_cents) over line::bigint as "declaredTax"`;
const OF_EACH_LINE = `window line as (partition by s.entry_id, s.line_id, s.side, s.rate)
     order by s.entry_id, s.line_id, s.side, s.rate, s.procedure_id desc`;

/** Entries whose lines change behind a return stand in `vat_change` until a later return counts. */
export async function goneShares(
  trx: Knex.Transaction,
  { folderId, endDate, entryIds = [] }: GoneWanted,
): Promise<PeriodShare[]> {
  const { rows }: { rows: GoneRow[] } = await trx.raw(
    `${LAST_DECLARED}
     from (select distinct entry_id from vat_change where folder_id = :folderId) c
     join vat_share s on s.folder_id = :folderId and s.entry_id = c.entry_id
     join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id
     where s.is_taken and ${COUNTS} and s.entry_date <= :endDate
       and (cardinality(:entryIds::integer[]) = 0 or c.entry_id = any(:entryIds::integer[]))
       and not exists (select from entry_line l
                        where l.folder_id = s.folder_id and l.id = s.line_id and l.entry_id = s.entry_id)
     ${OF_EACH_LINE}`,
    { folderId, endDate, entryIds: [...entryIds] },
  );
  return rows.filter(({ declaredBase, declaredTax }) => declaredBase !== 0n || declaredTax !== 0n).map(asDeclared);
}

/**
 * Shares that are taken back of lines that stand, with the category that was declared and the accounts that held the tax:
 * the books alone no longer tell them. How much is owed is what was declared by then, less than the sum of all returns
 * where later ones were filed before.
 */
export async function withDeclaredElements(
  trx: Knex.Transaction,
  folderId: number,
  back: readonly PeriodShare[],
): Promise<PeriodShare[]> {
  if (back.length === 0) return [];
  const of = (name: 'entryId' | 'lineId' | 'side' | 'rate') => back.map(({ element }) => element[name]);
  const { rows }: { rows: GoneRow[] } = await trx.raw(
    `${LAST_DECLARED}
     from unnest(:entries::integer[], :lines::integer[], :sides::text[], :rates::text[])
            as c (entry_id, line_id, side, rate)
     join vat_share s on s.folder_id = :folderId and s.entry_id = c.entry_id and s.line_id = c.line_id
      and s.side = c.side and s.rate = c.rate
     join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id
     where s.is_taken and ${COUNTS}
     ${OF_EACH_LINE}`,
    { folderId, entries: of('entryId'), lines: of('lineId'), sides: of('side'), rates: of('rate') },
  );
  const owed = new Map(back.map(({ element, declared }) => [keyOf(element), declared]));
  return rows.flatMap((row) => {
    const { element } = shareOf(row);
    const declared = owed.get(keyOf(element));
    return declared ? [{ ...givenBack(element, declared), settlement: undefined }] : [];
  });
}

const keyOf = ({ entryId, lineId, side, rate }: VatElement): string => `${entryId} ${lineId} ${side} ${rate}`;

/** The element stays as it was declared: the accounts that held its tax are those that it is taken back from. */
const asDeclared = ({ declaredBase, declaredTax, ...row }: GoneRow): PeriodShare => ({
  ...givenBack(shareOf(row).element, { taxExcluded: declaredBase, tax: declaredTax }),
  settlement: undefined,
});
