/** Shares as they are stored: what a return declares of each line, and what was declared before. */
import type { Knex } from 'knex';
import { copyIn } from '../../db/copy.ts';
import type { CopyRow } from '../../db/copy-text.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { DeclaredShare, Exigibility, HeldTax, PeriodShare, Side } from '../engine/model.ts';

export interface ShareRow {
  folder_id: number;
  procedure_id: number;
  position: number;
  entry_id: number;
  line_id: number;
  account_number: string;
  entry_date: PlainDate;
  side: Side;
  category: string;
  rate: string;
  exigibility: Exigibility;
  by_settlement: boolean;
  base_cents: Cents;
  tax_cents: Cents;
  declare_base_cents: Cents;
  declare_tax_cents: Cents;
  declared_base_cents: Cents;
  declared_tax_cents: Cents;
  deferred_tax_cents: Cents;
  prior_base_cents: Cents;
  prior_tax_cents: Cents;
  zones: string[];
  held: readonly StoredHeld[];
  /** False: no line of the form takes it, so that it is not declared. */
  is_taken: boolean;
  /** True: a person left it out of the return. */
  is_left_out: boolean;
  settled_cents: Cents | null;
  total_cents: Cents | null;
}

/** JSON holds no bigint: an amount is its decimal text, in cents. */
interface StoredHeld {
  readonly lineId: number;
  readonly accountNumber: string;
  readonly amount: string;
}

export const shares = (db: Knex) => db<ShareRow>('vat_share');

const COLUMNS: readonly (keyof ShareRow)[] = [
  ...(['folder_id', 'procedure_id', 'position', 'entry_id', 'line_id', 'account_number', 'entry_date'] as const),
  ...(['side', 'category', 'rate', 'exigibility', 'by_settlement', 'base_cents', 'tax_cents'] as const),
  ...(['declare_base_cents', 'declare_tax_cents', 'declared_base_cents', 'declared_tax_cents'] as const),
  ...([
    'deferred_tax_cents',
    'prior_base_cents',
    'prior_tax_cents',
    'zones',
    'held',
    'settled_cents',
    'total_cents',
  ] as const),
  ...(['is_taken', 'is_left_out'] as const),
];

interface Owner {
  readonly folderId: number;
  readonly procedureId: number;
}

/** Shares to be stored. */
export interface SharesMade {
  /** In the order of entries, then lines. */
  readonly all: readonly PeriodShare[];
  /** Those that the form takes. */
  readonly taken: ReadonlySet<PeriodShare>;
  /** Those that a person left out of the return. */
  readonly leftOut: ReadonlySet<PeriodShare>;
}

/** Takes the place of the shares that the return had; with `entryIds`, of those of these entries. */
export async function writeShares(
  trx: Knex.Transaction,
  owner: Owner,
  { all, taken, leftOut }: SharesMade,
  entryIds?: readonly number[],
): Promise<void> {
  const own = () => shares(trx).where({ folder_id: owner.folderId, procedure_id: owner.procedureId });
  const replaced = own();
  if (entryIds) replaced.whereRaw('entry_id = any(?)', [[...entryIds]]);
  await replaced.delete();
  const last = await own().max<{ max: number | null }[]>('position');
  const first = (last[0]?.max ?? -1) + 1;
  await copyIn(
    trx,
    'vat_share',
    COLUMNS,
    all.map((share, place) => [...copied(share, owner, first + place), taken.has(share), leftOut.has(share)]),
  );
}

function copied(share: PeriodShare, { folderId, procedureId }: Owner, position: number): CopyRow {
  const { element, toDeclare, declared, deferredTax, prior, settlement } = share;
  return [
    ...[folderId, procedureId, position, element.entryId, element.lineId, element.accountNumber, element.date],
    ...[element.side, element.category, element.rate, element.exigibility, element.bySettlement === true],
    ...[element.taxExcluded, element.tax, toDeclare.taxExcluded, toDeclare.tax, declared.taxExcluded, declared.tax],
    ...[deferredTax, prior.taxExcluded, prior.tax, `{${(element.deductibleZones ?? []).join(',')}}`],
    JSON.stringify(element.held.map((one) => ({ ...one, amount: String(one.amount) }))),
    ...[settlement?.settled ?? null, settlement?.total ?? null],
  ];
}

/** What the return declares, in the order of entries, then lines. */
export async function readShares(knex: Knex, { folderId, procedureId }: Owner): Promise<PeriodShare[]> {
  const rows = await shares(knex)
    .where({ folder_id: folderId, procedure_id: procedureId, is_left_out: false })
    .orderBy(['entry_id', 'line_id', 'position']);
  return rows.map(shareOf);
}

export const shareOf = (row: ShareRow): PeriodShare => ({
  element: {
    entryId: row.entry_id,
    lineId: row.line_id,
    accountNumber: row.account_number,
    date: row.entry_date,
    side: row.side,
    category: row.category,
    rate: row.rate,
    exigibility: row.exigibility,
    bySettlement: row.by_settlement,
    taxExcluded: row.base_cents,
    tax: row.tax_cents,
    held: row.held.map((one): HeldTax => ({ ...one, amount: BigInt(one.amount) })),
    deductibleZones: row.zones.length > 0 ? row.zones : undefined,
  },
  toDeclare: { taxExcluded: row.declare_base_cents, tax: row.declare_tax_cents },
  declared: { taxExcluded: row.declared_base_cents, tax: row.declared_tax_cents },
  deferredTax: row.deferred_tax_cents,
  prior: { taxExcluded: row.prior_base_cents, tax: row.prior_tax_cents },
  settlement: row.total_cents === null ? undefined : { settled: row.settled_cents ?? 0n, total: row.total_cents },
});

/** What returns that count declared of the entries in `vat_candidate`, by line, side and rate. */
export async function declaredBefore(trx: Knex.Transaction, folderId: number): Promise<DeclaredShare[]> {
  const { rows } = await trx.raw(
    `select s.entry_id as "entryId", s.line_id as "lineId", s.side, s.rate,
            sum(s.declare_base_cents)::bigint as "taxExcluded", sum(s.declare_tax_cents)::bigint as tax
     from vat_candidate c
     join vat_share s on s.folder_id = ? and s.entry_id = c.id
     join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id
     where s.is_taken and p.status not in ('Draft', 'Rejected', 'Cancelled') and p.test_mode is not true
     group by s.entry_id, s.line_id, s.side, s.rate
     order by s.entry_id, s.line_id, s.side, s.rate`,
    [folderId],
  );
  return rows;
}
