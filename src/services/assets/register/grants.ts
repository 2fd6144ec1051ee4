/** Investment grants of a folder: one grant may help to pay several assets, for its amount at most (section 8). */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import type { AssetInput } from '../asset-input.ts';
import { cleanText } from '../clean-text.ts';
import type { GrantLink } from '../engine/asset-facts.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { checkGrants } from '../engine/grants.ts';
import { assetErrors } from '../errors.ts';
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

type InputGrant = NonNullable<AssetInput['Grants']>[number];

/** What a link is made of: a grant known by its Id needs no more. */
export type WireGrant = Pick<InputGrant, 'Amount' | 'StaggeringYears'> & {
  /** Of the link, as it was read. */
  readonly Id?: unknown;
  readonly Grant: Partial<NonNullable<InputGrant['Grant']>> | undefined;
};

/**
 * Links an asset to its grants, in the place of those it had, which keep their Id; a grant without Id is made. Returns what the rules read
 * of them. Throws GrantNotFound, GrantAmountNotAvailable.
 */
export async function linkGrants(
  { trx, folderId }: Register,
  assetId: number,
  wanted: readonly WireGrant[],
): Promise<GrantLink[]> {
  const before = await linkRows(trx).where({ folder_id: folderId, asset_id: assetId }).delete().returning('id');
  const kept = new Set<unknown>(before.map(({ id }) => id));
  const links: GrantLink[] = [];
  for (const [rank, wire] of wanted.entries()) {
    const grant = await grantFor(trx, folderId, wire, rank);
    const available = grant.total_cents - (await linkedTo(trx, folderId, grant.id));
    const link = {
      name: grant.name,
      amount: wire.Amount,
      available: undefined, // of the grant, not of the asset: other assets may change it
      date: grant.grant_date ?? undefined,
      past: pastOf(grant),
      staggeringYears: wire.StaggeringYears,
    };
    checkGrants([{ ...link, available }]);
    await linkRows(trx).insert({
      folder_id: folderId,
      ...(kept.delete(wire.Id) && { id: wire.Id as number }),
      asset_id: assetId,
      rank,
      grant_id: grant.id,
      cents: wire.Amount,
    });
    links.push(link);
  }
  await dropUnused(trx, folderId);
  return links;
}

/** The grants of sources, as a group of them takes them over. */
export async function grantsOfSources(knex: Knex, sources: readonly Asset[]): Promise<WireGrant[]> {
  const taken: WireGrant[] = [];
  for (const source of sources)
    for (const { rank, grantId } of await readGrants(knex, source)) {
      const link = source.facts.grants[rank];
      taken.push({ Grant: { Id: grantId }, Amount: link?.amount ?? 0n, StaggeringYears: link?.staggeringYears });
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
const dropUnused = (trx: Knex.Transaction, folderId: number) =>
  grantRows(trx)
    .where({ folder_id: folderId })
    .whereNotIn('id', linkRows(trx).where({ folder_id: folderId }).select('grant_id'))
    .delete();

async function grantFor(trx: Knex.Transaction, folderId: number, wire: WireGrant, rank: number): Promise<GrantRow> {
  const { Grant, Amount } = wire;
  if (typeof Grant?.Id === 'number') return grantOf(trx, folderId, Grant.Id);
  const [row] = await grantRows(trx)
    .insert({
      folder_id: folderId,
      name: Grant?.Name ?? String(rank + 1),
      account: accountOf(Grant?.Account),
      total_cents: Grant?.TotalAmount ?? Amount,
      grant_date: Grant?.GrantDate ?? null,
      funder: cleanText(Grant?.Funder, MOST_FUNDER) ?? null,
      past_cents: Grant?.PastGrant?.Amount ?? null,
      past_date: Grant?.PastGrant?.Date ?? null,
    })
    .returning('*');
  return row as GrantRow;
}

const MOST_FUNDER = 200;

/** The number an AccountCommand gives, if any. */
function accountOf(command: unknown): string | null {
  const number = (command as { AccountNumber?: unknown } | null | undefined)?.AccountNumber;
  return typeof number === 'number' && Number.isSafeInteger(number) ? String(number) : null;
}

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
