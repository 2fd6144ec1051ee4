/** What the entry lines associated with an asset say of it (table B2, AssociationState): compared, never assumed. */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import type { Asset } from '../asset.ts';
import type { AssociationStateName } from '../value-sets.ts';
import { type EntryLinkRow, entryLinks } from './store.ts';

export interface Association {
  readonly state: AssociationStateName;
  readonly lines: readonly Pick<EntryLine, 'id' | 'entryId'>[];
  readonly deletedLineIds: readonly number[];
  /** Debits less credits of the lines that remain. */
  readonly amount: Cents;
  /** Associated amount less the acquisition value. */
  readonly difference: Cents;
  /** Lines on another account than the asset has had. */
  readonly otherAccounts: readonly EntryLine[];
}

/** The associations of these assets, by asset; one that has none is missing. */
export async function readAssociations(
  knex: Knex,
  folderId: number,
  assets: readonly Asset[],
): Promise<ReadonlyMap<number, Association>> {
  const ids = assets.map(({ id }) => id);
  const links = await entryLinks(knex).where({ folder_id: folderId }).whereIn('asset_id', ids);
  const lineIds = [...new Set(links.map((link) => link.entry_line_id))];
  const lines = lineIds.length === 0 ? [] : await readLines(knex, folderId, { ids: lineIds });
  const byId = new Map(lines.map((line) => [line.id, line]));
  const found = new Map<number, Association>();
  for (const asset of assets) {
    const own = links.filter((link) => link.asset_id === asset.id);
    if (own.length > 0) found.set(asset.id, associationOf(asset, own, byId));
  }
  return found;
}

/** An asset that is associated with nothing. */
export const NOT_ASSOCIATED: Association = {
  state: 'NotAssociated',
  lines: [],
  deletedLineIds: [],
  amount: 0n,
  difference: 0n,
  otherAccounts: [],
};

/** Compares the lines of an asset with its cost: whole, or net of its credit notes when their lines are there too. */
export function associationOf(
  { facts }: Pick<Asset, 'facts'>,
  links: readonly EntryLinkRow[],
  ledger: ReadonlyMap<number, EntryLine>,
): Association {
  if (links.length === 0) return NOT_ASSOCIATED;
  const lines = links.flatMap(({ entry_line_id }) => ledger.get(entry_line_id) ?? []);
  const deletedLineIds = links.map(({ entry_line_id }) => entry_line_id).filter((id) => !ledger.has(id));
  const amount = lines.reduce((sum, line) => sum + line.debit - line.credit, 0n);
  const known = [facts.account, ...facts.transfers.map(({ account }) => account)];
  const otherAccounts = lines.filter((line) => !known.some((account) => isSame(account, line.accountNumber)));
  const credited = facts.creditNotes.reduce((sum, note) => sum + note.amount, 0n);
  const isNet = amount === facts.acquisitionValue - credited;
  const difference = isNet ? 0n : amount - facts.acquisitionValue;
  const state = stateOf({ deleted: deletedLineIds.length, others: otherAccounts.length, amount, difference });
  return { state, lines, deletedLineIds, amount, difference, otherAccounts };
}

const unpadded = (account: string): string => account.replace(/0+$/, '');
const isSame = (a: string, b: string): boolean => unpadded(a) === unpadded(b);

interface Comparison {
  readonly deleted: number;
  readonly others: number;
  readonly amount: Cents;
  readonly difference: Cents;
}

function stateOf({ deleted, others, amount, difference }: Comparison): AssociationStateName {
  if (deleted > 0) return 'EntryDeleted';
  if (others > 0) return 'AccountMismatch';
  if (difference === 0n) return 'Associated';
  return amount > 0n && difference < 0n ? 'PartiallyAssociated' : 'AmountMismatch';
}
