/** Investment grants of a folder: one grant may help to pay several assets, for its amount at most (section 8). */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import { cleanText } from '../clean-text.ts';
import type { GrantLink } from '../engine/asset-facts.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { checkGrants } from '../engine/grants.ts';
import { assetErrors } from '../errors.ts';
import type { GrantInput } from '../simulation/facts.ts';
import { assets } from './store.ts';
import type { Register } from './write-asset.ts';

interface GrantRow {
  folder_id: number;
  id: number;
  name: string;
  account: string | null;
  total_cents: Cents;
  grant_date: PlainDate | null;
  funder: string | null;
  past_cents: Cents | null;
  past_date: PlainDate | null;
}

interface LinkRow {
  folder_id: number;
  id: number;
  asset_id: number;
  rank: number;
  grant_id: number;
  cents: Cents;
}

const grantRows = (knex: Knex) => knex<GrantRow>('asset_grant');
const linkRows = (knex: Knex) => knex<LinkRow>('asset_grant_link');

/** A grant as an asset shows it. */
export interface LinkedGrant {
  readonly linkId: number;
  readonly rank: number;
  readonly grantId: number;
  readonly name: string;
  readonly account: string | null;
  readonly total: Cents;
  /** Not linked to any asset yet. */
  readonly available: Cents;
  readonly date: PlainDate | null;
  readonly funder: string | null;
  readonly past: { readonly amount: Cents; readonly date: PlainDate } | null;
}

/** The grants of an asset, in the order of its facts. */
export async function readGrants(knex: Knex, { folderId, id }: Asset): Promise<LinkedGrant[]> {
  const links = await linkRows(knex).where({ folder_id: folderId, asset_id: id }).orderBy('rank');
  const grants: LinkedGrant[] = [];
  for (const link of links) {
    const grant = await grantOf(knex, folderId, link.grant_id);
    const available = grant.total_cents - (await linkedTo(knex, folderId, link.grant_id));
    grants.push({
      linkId: link.id,
      rank: link.rank,
      grantId: grant.id,
      name: grant.name,
      account: grant.account,
      total: grant.total_cents,
      available,
      date: grant.grant_date,
      funder: grant.funder,
      past: pastOf(grant) ?? null,
    });
  }
  return grants;
}

/**
 * Links an asset to its grants, in the place of those it had, which keep their Id; a grant without Id is made. Returns what the rules read
 * of them. Throws GrantNotFound, GrantAmountNotAvailable.
 */
export async function linkGrants(
  { trx, folderId }: Register,
  assetId: number,
  wanted: readonly GrantInput[],
): Promise<GrantLink[]> {
  const before = await linkRows(trx).where({ folder_id: folderId, asset_id: assetId }).delete().returning('id');
  const kept = new Set<unknown>(before.map(({ id }) => id));
  const links: GrantLink[] = [];
  for (const [rank, given] of wanted.entries()) {
    const grant = await grantFor(trx, folderId, given, rank);
    const available = grant.total_cents - (await linkedTo(trx, folderId, grant.id));
    const link = {
      name: grant.name,
      amount: given.amount,
      available: undefined, // of the grant, not of the asset: other assets may change it
      date: grant.grant_date ?? undefined,
      past: pastOf(grant),
      staggeringYears: given.staggeringYears,
    };
    checkGrants([{ ...link, available }]);
    await linkRows(trx).insert({
      folder_id: folderId,
      ...(kept.delete(given.id) && { id: given.id as number }),
      asset_id: assetId,
      rank,
      grant_id: grant.id,
      cents: given.amount,
    });
    links.push(link);
  }
  await dropUnused(trx, folderId);
  return links;
}

/** The grants of sources, as a group of them takes them over. */
export async function grantsOfSources(knex: Knex, sources: readonly Asset[]): Promise<GrantInput[]> {
  const taken: GrantInput[] = [];
  for (const source of sources)
    for (const { rank, grantId } of await readGrants(knex, source)) {
      const link = source.facts.grants[rank];
      taken.push({ grant: { id: grantId }, amount: link?.amount ?? 0n, staggeringYears: link?.staggeringYears });
    }
  return taken;
}

/** Sources have their grants again, which others may have used since. Throws GrantAmountNotAvailable. */
export async function refuseOverused(knex: Knex, asset: Asset): Promise<void> {
  for (const { rank, name, available } of await readGrants(knex, asset)) {
    const amount = asset.facts.grants[rank]?.amount ?? 0n;
    if (available < 0n)
      throw assetRuleErrors.GrantAmountNotAvailable({
        amount: formatAmount(amount),
        grant: name,
        available: formatAmount(available + amount),
      });
  }
}

/** A grant lives as long as an asset uses it. */
export const dropUnused = (trx: Knex.Transaction, folderId: number) =>
  grantRows(trx)
    .where({ folder_id: folderId })
    .whereNotIn('id', linkRows(trx).where({ folder_id: folderId }).select('grant_id'))
    .delete();

async function grantFor(
  trx: Knex.Transaction,
  folderId: number,
  { grant, amount }: GrantInput,
  rank: number,
): Promise<GrantRow> {
  if (typeof grant?.id === 'number') return grantOf(trx, folderId, grant.id);
  const [row] = await grantRows(trx)
    .insert({
      folder_id: folderId,
      name: grant?.name ?? String(rank + 1),
      account: grant?.account ?? null,
      total_cents: grant?.totalAmount ?? amount,
      grant_date: grant?.grantDate ?? null,
      funder: cleanText(grant?.funder, MOST_FUNDER) ?? null,
      past_cents: grant?.pastGrant?.amount ?? null,
      past_date: grant?.pastGrant?.date ?? null,
    })
    .returning('*');
  return row as GrantRow;
}

const MOST_FUNDER = 200;

async function grantOf(knex: Knex, folderId: number, grantId: number): Promise<GrantRow> {
  const row = await grantRows(knex).where({ folder_id: folderId, id: grantId }).first();
  if (!row) throw assetErrors.GrantNotFound({ grantId });
  return row as GrantRow;
}

/** Links of a source are those of the group it went into: they are kept for the day the group is deleted. */
async function linkedTo(knex: Knex, folderId: number, grantId: number): Promise<Cents> {
  const [row] = await linkRows(knex)
    .where({ folder_id: folderId, grant_id: grantId })
    .whereNotIn('asset_id', assets(knex).where({ folder_id: folderId }).whereNotNull('transferred_to').select('id'))
    .select({ total: knex.raw('coalesce(sum(cents), 0)::bigint') });
  return (row as unknown as { total: Cents }).total;
}

const pastOf = ({ past_cents, past_date }: GrantRow) =>
  past_cents !== null && past_date !== null ? { amount: past_cents, date: past_date } : undefined;
