/** Shares as they are stored: what a return declares of each line, and what was declared before. */
import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { copyOut, copyTextIn } from '../../db/copy.ts';
import { copyRows } from '../../db/copy-cursor.ts';
import { escapeText } from '../../db/copy-text.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { DeclaredShare, Exigibility, HeldTax, PeriodShare, Side } from '../engine/model.ts';

export interface ShareRow {
  folder_id: number;
  procedure_id: number;
  position: number;
  /** Of all that follows: what tells the share from any other. */
  digest: string;
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
  readonly whole?: string;
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
 * Takes the place of the shares that the return had, which are `stored`. Most of them stand as they were when a return is
 * computed again: only lines of which a share differs are written.
 */
export async function writeShares(
  trx: Knex.Transaction,
  owner: Owner,
  made: SharesMade,
  stored: readonly StoredRow[],
): Promise<void> {
  const { added, gone } = changesOf(made, stored);
  const own = () => shares(trx).where({ folder_id: owner.folderId, procedure_id: owner.procedureId });
  if (gone.length > 0) await own().whereRaw('position = any(?::integer[])', [gone]).delete();
  if (added.length === 0) return;
  const last = await own().max<{ max: number | null }[]>('position');
  const first = (last[0]?.max ?? -1) + 1;
  const before = `${owner.folderId}\t${owner.procedureId}\t`;
  const copied = added.map(({ text, digest }, place) => `${before}${first + place}\t${digest}\t${text}\n`);
  await copyTextIn(trx, 'vat_share', ['folder_id', 'procedure_id', 'position', 'digest', ...COLUMNS], copied);
}

/** The line comes first. */
const COLUMNS = [
  ...(['entry_id', 'line_id', 'account_number', 'entry_date', 'side', 'category', 'rate', 'exigibility'] as const),
  ...(['by_settlement', 'base_cents', 'tax_cents', 'declare_base_cents', 'declare_tax_cents'] as const),
  ...(['declared_base_cents', 'declared_tax_cents', 'deferred_tax_cents', 'prior_base_cents'] as const),
  ...(['prior_tax_cents', 'zones', 'held', 'settled_cents', 'total_cents', 'is_taken', 'is_left_out'] as const),
] satisfies readonly (keyof ShareRow)[];

/** A share as COPY text, and what tells it from any other. */
interface Row {
  readonly text: string;
  readonly digest: string;
}

/** A share that stands. */
interface StoredRow {
  readonly entryId: number;
  readonly lineId: number;
  readonly position: number;
  readonly digest: string;
}

interface Changes {
  readonly added: Row[];
  /** Their positions. */
  readonly gone: number[];
}

/** Both in the order of lines: a line of which a share differs is written anew. */
function changesOf({ all, taken, leftOut }: SharesMade, stored: readonly StoredRow[]): Changes {
  const changes: Changes = { added: [], gone: [] };
  const ordered = inOrder(all);
  const rowOf = (share: PeriodShare): Row => {
    const text = `${textOf(share)}\t${taken.has(share) ? 't' : 'f'}\t${leftOut.has(share) ? 't' : 'f'}`;
    return { text, digest: hash('sha256', text, 'base64').slice(0, DIGEST) };
  };
  let place = 0;
  for (let at = 0, end = 0; at < ordered.length; at = end) {
    const line = (ordered[at] as PeriodShare).element;
    for (end = at + 1; isOf(line, ordered[end]?.element); end++);
    const first = placeOf(line, stored, place);
    for (; place < first; place++) changes.gone.push((stored[place] as StoredRow).position);
    for (; isOf(line, stored[place]); place++);
    compare(ordered.slice(at, end).map(rowOf), stored.slice(first, place), changes);
  }
  for (const { position } of stored.slice(place)) changes.gone.push(position);
  return changes;
}

/** Where the rows of a line stand, or would stand. */
function placeOf(line: Line, stored: readonly StoredRow[], from: number): number {
  let place = from;
  while (place < stored.length && byLine(stored[place] as StoredRow, line) < 0) place++;
  return place;
}

function compare(rows: readonly Row[], stored: readonly StoredRow[], { added, gone }: Changes): void {
  if (rows.length === stored.length && rows.every(({ digest }, at) => digest === stored[at]?.digest)) return;
  added.push(...rows);
  gone.push(...stored.map(({ position }) => position));
}

type Line = Pick<StoredRow, 'entryId' | 'lineId'>;

const byLine = (a: Line, b: Line): number => a.entryId - b.entryId || a.lineId - b.lineId;

const isOf = (line: Line, one: Line | undefined): boolean =>
  one?.lineId === line.lineId && one.entryId === line.entryId;

/** By entry and line; nearly always they are so. */
function inOrder(all: readonly PeriodShare[]): readonly PeriodShare[] {
  const isNext = ({ element }: PeriodShare, at: number) =>
    at === 0 || byLine((all[at - 1] as PeriodShare).element, element) <= 0;
  return all.every(isNext) ? all : all.toSorted((a, b) => byLine(a.element, b.element));
}

/** Characters of base64: 120 bits. */
const DIGEST = 20;

/** One expression: a return has some ten thousands of them. */
function textOf({ element, toDeclare, declared, deferredTax, prior, settlement }: PeriodShare): string {
  const { date, side, category, rate, exigibility, bySettlement, taxExcluded, tax, deductibleZones, held } = element;
  const line = `${element.entryId}\t${element.lineId}\t${escapeText(element.accountNumber)}`;
  const what = `${line}\t${date}\t${side}\t${category}\t${rate}\t${exigibility}\t${bySettlement ? 't' : 'f'}`;
  const amounts = `${taxExcluded}\t${tax}\t${toDeclare.taxExcluded}\t${toDeclare.tax}\t${declared.taxExcluded}\t${declared.tax}`;
  const others = `${deferredTax}\t${prior.taxExcluded}\t${prior.tax}\t{${deductibleZones?.join(',') ?? ''}}\t${heldText(held)}`;
  return `${what}\t${amounts}\t${others}\t${settlement?.settled ?? NULL}\t${settlement?.total ?? NULL}`;
}

const NULL = '\\N';

const heldText = (held: readonly HeldTax[]): string =>
  `[${held.map(({ amount, whole, lineId, accountNumber }) => `{"amount": "${amount}", ${whole === undefined ? '' : `"whole": "${whole}", `}"lineId": ${lineId}, "accountNumber": ${escapeText(JSON.stringify(accountNumber))}}`).join(', ')}]`;

/** Of the return, or of these of its entries; in the order of entries, then lines. */
export async function storedRows(
  trx: Knex.Transaction,
  { folderId, procedureId }: Owner,
  entryIds?: readonly number[],
): Promise<StoredRow[]> {
  const query = shares(trx)
    .where({ folder_id: folderId, procedure_id: procedureId })
    .orderBy(['entry_id', 'line_id', 'position'])
    .select('entry_id', 'line_id', 'position', 'digest');
  if (entryIds) query.whereRaw('entry_id = any(?::integer[])', [[...entryIds]]);
  const stored: StoredRow[] = [];
  for await (const row of copyRows(copyOut(trx, query)))
    while (row.hasRow)
      stored.push({
        entryId: row.int() ?? 0,
        lineId: row.int() ?? 0,
        position: row.int() ?? 0,
        digest: row.text() ?? '',
      });
  return stored;
}

/** What the return declares, in the order of entries, then lines. */
export async function readShares(knex: Knex, { folderId, procedureId }: Owner): Promise<PeriodShare[]> {
  const rows = await shares(knex)
    .where({ folder_id: folderId, procedure_id: procedureId, is_left_out: false })
    .orderBy(['entry_id', 'line_id', 'position']);
  return rows.map(shareOf);
}

const heldOf = ({ amount, whole, ...place }: StoredHeld): HeldTax => ({
  ...place,
  amount: BigInt(amount),
  ...(whole !== undefined && { whole: BigInt(whole) }),
});

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
    held: row.held.map(heldOf),
    deductibleZones: row.zones.length > 0 ? row.zones : undefined,
  },
  toDeclare: { taxExcluded: row.declare_base_cents, tax: row.declare_tax_cents },
  declared: { taxExcluded: row.declared_base_cents, tax: row.declared_tax_cents },
  deferredTax: row.deferred_tax_cents,
  prior: { taxExcluded: row.prior_base_cents, tax: row.prior_tax_cents },
  settlement: row.total_cents === null ? undefined : { settled: row.settled_cents ?? 0n, total: row.total_cents },
});

/**
 * What returns that count declared of the entries in `vat_candidate`, by line, side and rate. Of returns that begin after the
 * last day, which were filed out of turn, what they declared of the days before them alone.
 */
export async function declaredBefore(
  trx: Knex.Transaction,
  folderId: number,
  endDate: PlainDate,
): Promise<DeclaredShare[]> {
  const { rows } = await trx.raw(
    `select s.entry_id as "entryId", s.line_id as "lineId", s.side, s.rate, g.begin_date > :endDate as "isLater",
            sum(case when g.begin_date > :endDate then s.prior_base_cents else s.declare_base_cents end)::bigint
              as "taxExcluded",
            sum(case when g.begin_date > :endDate then s.prior_tax_cents else s.declare_tax_cents end)::bigint as tax
     from vat_candidate c
     join vat_share s on s.folder_id = :folderId and s.entry_id = c.id
     join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id
     join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id
     where s.is_taken and p.status not in ('Draft', 'Rejected', 'Cancelled') and p.test_mode is not true
     group by s.entry_id, s.line_id, s.side, s.rate, "isLater"
     order by s.entry_id, s.line_id, s.side, s.rate, "isLater"`,
    { folderId, endDate },
  );
  return rows;
}
