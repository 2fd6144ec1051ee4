/** Lines that returns declared and that left the books behind them: what was declared is taken back, as a prior period. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PeriodShare } from '../engine/model.ts';
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

/** Entries whose lines change behind a return stand in `vat_change` until a later return counts. */
export async function goneShares(
  trx: Knex.Transaction,
  { folderId, endDate, entryIds = [] }: GoneWanted,
): Promise<PeriodShare[]> {
  const { rows }: { rows: GoneRow[] } = await trx.raw(
    `select distinct on (s.entry_id, s.line_id, s.side, s.rate) s.*,
            sum(s.declare_base_cents) over line::bigint as "declaredBase",
            sum(s.declare_tax_cents) over line::bigint as "declaredTax"
     from (select distinct entry_id from vat_change where folder_id = :folderId) c
     join vat_share s on s.folder_id = :folderId and s.entry_id = c.entry_id
     join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id
     where s.is_taken and ${COUNTS} and s.entry_date <= :endDate
       and (cardinality(:entryIds::integer[]) = 0 or c.entry_id = any(:entryIds::integer[]))
       and not exists (select from entry_line l
                        where l.folder_id = s.folder_id and l.id = s.line_id and l.entry_id = s.entry_id)
     window line as (partition by s.entry_id, s.line_id, s.side, s.rate)
     order by s.entry_id, s.line_id, s.side, s.rate, s.procedure_id desc`,
    { folderId, endDate, entryIds: [...entryIds] },
  );
  return rows.filter(({ declaredBase, declaredTax }) => declaredBase !== 0n || declaredTax !== 0n).map(takenBack);
}

/** The element stays as it was declared: the accounts that held its tax are those that it is taken back from. */
function takenBack({ declaredBase, declaredTax, ...row }: GoneRow): PeriodShare {
  const back = { taxExcluded: -declaredBase, tax: -declaredTax };
  const declared = { taxExcluded: declaredBase, tax: declaredTax };
  return { ...shareOf(row), declared, toDeclare: back, prior: back, deferredTax: 0n, settlement: undefined };
}
