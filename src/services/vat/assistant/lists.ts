/** Which entries a list of the assistant holds, a page at a time: the shares of the return say it, and what they lack. */
import type { Knex } from 'knex';
import { vatEdition } from '../../forms/vat-boxes.ts';
import type { Paging } from '../../ledger/page.ts';
import { CATEGORIES, type Category, rateLineOf } from '../categories.ts';
import { UNTAXED_PURCHASES } from '../configuration/possible.ts';
import { computedOf } from '../drafts/computed.ts';
import { formOf } from '../drafts/stored-return.ts';
import { RATES } from '../rates.ts';
import { type Layout, layoutOf } from '../return/layout.ts';
import type { MovedNegative } from '../return/leaf-boxes.ts';
import type { AssistantBooks } from './books.ts';

export const ENTRY_TYPES = ['Purchase', 'Sale', 'Regularisation'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export interface ListAsked extends Paging {
  /** All of them unless given. */
  readonly type?: EntryType | undefined;
  /** Also those that a person wants no more of. */
  readonly withIgnored: boolean;
}

interface EntryPage {
  readonly entryIds: readonly number[];
  /** Entries on all pages. */
  readonly total: number;
}

const codes = (is: (category: Category) => boolean): string[] =>
  [...CATEGORIES.values()].filter(is).map(({ code }) => code);

const REGULARISATIONS = codes(({ side, code }) => side === 'regularisation' || code.startsWith('REGUL_'));
const PURCHASES = codes(({ side, code }) => side === 'reverse' || UNTAXED_PURCHASES.includes(code));

/**
 * A share that was due before the period, that corrects, or that is negative where the form counts it elsewhere. Amounts
 * are looked at before texts, which cost the most.
 */
const TYPE_OF = `
  case when s.prior_base_cents <> 0 or s.prior_tax_cents <> 0
         or (s.declare_base_cents < 0 or s.declare_base_cents = 0 and s.declare_tax_cents < 0)
            and s.category || ' ' || s.rate = any(:movedPairs::text[])
         or s.declare_tax_cents < 0 and s.zones && :movedZones::text[]
         or s.category = any(:regularisations::text[]) then 'Regularisation'
       when s.side = 'Deductible' or s.category = any(:purchases::text[]) then 'Purchase'
       else 'Sale' end`;

const IGNORED = `
  select entry_id from vat_left_out
  where folder_id = :folderId and procedure_id = :procedureId and line_id = 0 and is_ignored`;

/** What was declared of an entry that left the books is taken back, but there is no entry to show. */
const LISTED = `
  from (
    select distinct s.entry_id, s.entry_date from vat_share s
    where s.folder_id = :folderId and s.procedure_id = :procedureId and (:type::text is null or ${TYPE_OF} = :type)
    union
    select e.id, e.entry_date from entry e where e.folder_id = :folderId and e.id = any(:pending::integer[])
  ) u
  where exists (select from entry e where e.folder_id = :folderId and e.id = u.entry_id)
    and (:withIgnored or u.entry_id not in (${IGNORED}))`;

/** By day, then by entry: they are found once, counted, and cut. */
export async function pageOfEntries(knex: Knex, books: AssistantBooks, asked: ListAsked): Promise<EntryPage> {
  const { page, limit, type, withIgnored } = asked;
  const { rows } = await knex.raw(
    `with found as materialized (select u.entry_id, u.entry_date ${LISTED})
     select (select count(*)::integer from found) as total,
       array(select entry_id from found order by entry_date, entry_id limit :limit offset :offset) as "entryIds"`,
    { ...bindingsOf(books, type), withIgnored, limit, offset: (page - 1) * limit },
  );
  return rows[0];
}

/** Those of the entries that a list does not hold. */
export async function outside(
  knex: Knex,
  books: AssistantBooks,
  { type, entryIds }: { readonly type?: EntryType | undefined; readonly entryIds: readonly number[] },
): Promise<number[]> {
  const bindings = { ...bindingsOf(books, type), withIgnored: true, entryIds: [...entryIds] };
  const { rows } = await knex.raw(`select entry_id ${LISTED} and u.entry_id = any(:entryIds::integer[])`, bindings);
  const listed = new Set(rows.map(({ entry_id }: { entry_id: number }) => entry_id));
  return entryIds.filter((id) => !listed.has(id));
}

function bindingsOf(books: AssistantBooks, type: EntryType | undefined) {
  const { folder, procedure } = books.opened;
  return {
    folderId: folder.id,
    procedureId: procedure.id,
    type: type ?? null,
    regularisations: REGULARISATIONS,
    purchases: PURCHASES,
    pending: books.pending.filter((one) => type === undefined || one.type === type).map(({ entryId }) => entryId),
    ...movedBy(books),
  };
}

/** What the form takes elsewhere when it is negative: categories at a rate, and deductible zones. */
function movedBy({ opened, vatFolder }: AssistantBooks) {
  const layout = layoutOf(formOf(opened), vatEdition(opened.group.end_date));
  const moved = computedOf(opened.procedure)?.moved ?? [];
  const pairs = [...CATEGORIES.values()].flatMap((category) =>
    [...RATES.keys()]
      .filter((rate) =>
        moved.some((one) => isOf(one, zonesOf(category, layout, rateLineOf(category, rate, vatFolder.territory)))),
      )
      .map((rate) => `${category.code} ${rate}`),
  );
  const isPaidBack = (zone: string) =>
    moved.some(({ baseZone, taxZone }) => !baseZone && taxZone === layout.zone(zone));
  return { movedPairs: pairs, movedZones: ['HA', 'HB'].filter(isPaidBack) };
}

interface Zones {
  readonly operation: string | undefined;
  readonly base: string | undefined;
}

function zonesOf(category: Category, layout: Layout, line: ReturnType<typeof rateLineOf>): Zones | undefined {
  if (category.side === 'untaxed') return { operation: layout.untaxedZone(category), base: undefined };
  const pair = line && layout.pairOf(category, line);
  return pair && { operation: pair.operation, base: pair.base };
}

const isOf = ({ operationZone, baseZone }: MovedNegative, zones: Zones | undefined): boolean =>
  zones !== undefined &&
  (zones.operation ?? zones.base) !== undefined &&
  operationZone === zones.operation &&
  baseZone === zones.base;
