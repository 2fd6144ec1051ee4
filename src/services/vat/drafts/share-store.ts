/** Shares as they are stored: what a return declares of each line, and what was declared before. */
import type { Knex } from 'knex';
import { copyOut, copyTextIn } from '../../db/copy.ts';
import { type CopyValue, copyLines, encodeRow } from '../../db/copy-text.ts';
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

/**
 * Takes the place of the shares that the return had; with `entryIds`, of those of these entries. Most of them stand as they
 * were when a return is computed again: only lines of which a share differs are written.
 */
export async function writeShares(
  trx: Knex.Transaction,
  owner: Owner,
  { all, taken, leftOut }: SharesMade,
  entryIds?: readonly number[],
): Promise<void> {
  const stored = await storedLines(trx, owner, entryIds);
  const added: string[] = [];
  for (const [line, texts] of byLine(all, (share) => ({
    share,
    isTaken: taken.has(share),
    isLeftOut: leftOut.has(share),
  })))
    if (stored.get(line)?.text === texts.join('')) stored.delete(line);
    else added.push(...texts);
  const own = () => shares(trx).where({ folder_id: owner.folderId, procedure_id: owner.procedureId });
  const gone = [...stored.values()].flatMap(({ positions }) => positions);
  if (gone.length > 0) await own().whereRaw('position = any(?::integer[])', [gone]).delete();
  if (added.length === 0) return;
  const last = await own().max<{ max: number | null }[]>('position');
  const first = (last[0]?.max ?? -1) + 1;
  const before = `${owner.folderId}\t${owner.procedureId}\t`;
  const rows = added.map((text, place) => `${before}${first + place}\t${text}`);
  await copyTextIn(trx, 'vat_share', ['folder_id', 'procedure_id', 'position', ...Object.keys(COLUMNS)], rows);
}

interface Stored {
  readonly share: PeriodShare;
  readonly isTaken: boolean;
  readonly isLeftOut: boolean;
}

type Column = Exclude<keyof ShareRow, 'folder_id' | 'procedure_id' | 'position'>;

/** As the database writes them too: what is stored is compared as text. The line comes first. */
const COLUMNS: { readonly [K in Column]: (stored: Stored) => CopyValue } = {
  entry_id: ({ share }) => share.element.entryId,
  line_id: ({ share }) => share.element.lineId,
  account_number: ({ share }) => share.element.accountNumber,
  entry_date: ({ share }) => share.element.date,
  side: ({ share }) => share.element.side,
  category: ({ share }) => share.element.category,
  rate: ({ share }) => share.element.rate,
  exigibility: ({ share }) => share.element.exigibility,
  by_settlement: ({ share }) => share.element.bySettlement === true,
  base_cents: ({ share }) => share.element.taxExcluded,
  tax_cents: ({ share }) => share.element.tax,
  declare_base_cents: ({ share }) => share.toDeclare.taxExcluded,
  declare_tax_cents: ({ share }) => share.toDeclare.tax,
  declared_base_cents: ({ share }) => share.declared.taxExcluded,
  declared_tax_cents: ({ share }) => share.declared.tax,
  deferred_tax_cents: ({ share }) => share.deferredTax,
  prior_base_cents: ({ share }) => share.prior.taxExcluded,
  prior_tax_cents: ({ share }) => share.prior.tax,
  zones: ({ share }) => `{${(share.element.deductibleZones ?? []).join(',')}}`,
  held: ({ share }) => `[${share.element.held.map(heldText).join(', ')}]`,
  settled_cents: ({ share }) => share.settlement?.settled,
  total_cents: ({ share }) => share.settlement?.total,
  is_taken: ({ isTaken }) => isTaken,
  is_left_out: ({ isLeftOut }) => isLeftOut,
};

const heldText = ({ amount, lineId, accountNumber }: HeldTax): string =>
  `{"amount": "${amount}", "lineId": ${lineId}, "accountNumber": ${JSON.stringify(accountNumber)}}`;

/** Rows of COPY text without their first columns, by line. */
function byLine(all: readonly PeriodShare[], stored: (share: PeriodShare) => Stored): Map<string, string[]> {
  const values = Object.values(COLUMNS);
  const lines = new Map<string, string[]>();
  for (const share of all) {
    const one = stored(share);
    const text = encodeRow(values.map((value) => value(one)));
    const line = `${share.element.entryId}\t${share.element.lineId}`;
    const known = lines.get(line);
    if (known) known.push(text);
    else lines.set(line, [text]);
  }
  return lines;
}

interface StoredLine {
  /** Its shares, in the order of their positions. */
  text: string;
  readonly positions: number[];
}

async function storedLines(
  trx: Knex.Transaction,
  { folderId, procedureId }: Owner,
  entryIds?: readonly number[],
): Promise<Map<string, StoredLine>> {
  const query = shares(trx)
    .where({ folder_id: folderId, procedure_id: procedureId })
    .orderBy('position')
    .select('position', ...(Object.keys(COLUMNS) as Column[]));
  if (entryIds) query.whereRaw('entry_id = any(?::integer[])', [[...entryIds]]);
  const lines = new Map<string, StoredLine>();
  for await (const rows of copyLines(copyOut(trx, query))) for (const row of rows) take(lines, row);
  return lines;
}

function take(lines: Map<string, StoredLine>, row: string): void {
  const start = row.indexOf('\t') + 1;
  const line = row.slice(start, row.indexOf('\t', row.indexOf('\t', start) + 1));
  const position = Number(row.slice(0, start - 1));
  const text = `${row.slice(start)}\n`;
  const known = lines.get(line);
  if (!known) lines.set(line, { text, positions: [position] });
  else {
    known.text += text;
    known.positions.push(position);
  }
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
