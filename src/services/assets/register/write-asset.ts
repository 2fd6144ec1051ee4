/** The one way an asset is written: checked, stored, its figures computed again, its components taken along. */
import type { Knex } from 'knex';
import { copyIn } from '../../db/copy.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import { within } from '../../operation/within.ts';
import type { Asset, AssetDraft } from '../asset.ts';
import type { AssetFacts, CreditNote } from '../engine/asset-facts.ts';
import { netAcquisitionValue } from '../engine/bases.ts';
import { componentResults } from '../engine/components.ts';
import { checkCreditNotes } from '../engine/credit-notes.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { accountAt } from '../engine/transfers.ts';
import { studyAsset } from '../simulation/study.ts';
import { toRow } from './asset-row.ts';
import { type FolderBasis, readBasis } from './basis.ts';
import { refuseLeavingBooks, refuseRewriting } from './closed-exercises.ts';
import { type Present, recompute } from './kept-windows.ts';
import { assets, loadAsset, loadComponents, lockRegister, takeIds, takeNumbers } from './store.ts';

/** A transaction that holds the assets of a folder. */
export interface Register {
  readonly trx: Knex.Transaction;
  readonly folderId: number;
  readonly basis: FolderBasis;
  /** The moment of the call. */
  readonly now: string;
  /** Assets whose past may still be written: added by this transaction, or drafts that it corrects. */
  readonly unposted: Set<number>;
  /** What reads of the folder take inside the transaction. */
  readonly present: Present;
}

/** Runs `work` alone on the assets of a folder, in one transaction. Throws FolderNotFound. */
export async function inRegister<T>(
  ctx: Present,
  folderId: number,
  work: (register: Register) => Promise<T>,
): Promise<T> {
  const basis = await readBasis(ctx, folderId);
  const [db, now] = [await ctx.db(), ctx.clock.now()];
  return db.transaction(async (trx) => {
    await lockRegister(trx, folderId);
    return work({ trx, folderId, basis, now, unposted: new Set(), present: within(ctx, trx) });
  });
}

/** Adds an asset. Throws the errors of its facts. */
export async function addAsset(register: Register, draft: AssetDraft): Promise<Asset> {
  const [asset] = await addAssets(register, [draft]);
  if (!asset) throw new Error('an asset added was not returned');
  return asset;
}

/** Adds assets, numbered in this order: all of them or, when one is wrong, none. */
export async function addAssets(register: Register, drafts: readonly AssetDraft[]): Promise<Asset[]> {
  if (drafts.length === 0) return [];
  const { trx, folderId, basis, now } = register;
  const checked = drafts.map((draft) => checkedAsset(draft, basis));
  const first = await takeNumbers(trx, folderId, drafts.length);
  const ids = await takeIds(trx, drafts.length);
  const added = checked.map((draft, at) => ({ ...draft, folderId, number: first + at, id: ids[at] ?? 0 }));
  const rows = added.map((asset) => ({
    ...toRow(asset),
    folder_id: folderId,
    id: asset.id,
    number: asset.number,
    created_at: now,
    updated_at: now,
  }));
  await copyIn(trx, 'asset', Object.keys(rows[0] ?? {}), rows.map(Object.values));
  for (const id of ids) register.unposted.add(id);
  await recompute(trx, basis, added);
  return added;
}

/** Stores an asset that changed, and what its components take over from it. Throws the errors of its facts, AssetInClosedExercise. */
export async function saveAsset(register: Register, asset: Asset): Promise<Asset> {
  const { trx, folderId, basis, now } = register;
  const saved = checkedAsset(asset, basis);
  if (!register.unposted.has(asset.id))
    await refuseLeavingBooks(register, await loadAsset(trx, folderId, asset.id), saved);
  await assets(trx)
    .where({ folder_id: folderId, id: asset.id })
    .update({ ...toRow(saved), updated_at: now });
  await recompute(trx, basis, [saved]);
  await saveComponents(register, saved);
  return saved;
}

/** Throws AssetInClosedExercise. */
export const refuseRemoval = ({ basis }: Register, asset: Asset): void => refuseRewriting(basis, asset, undefined);

/** Throws AssetInClosedExercise. */
export async function removeAsset(register: Register, asset: Asset): Promise<void> {
  const { trx, folderId } = register;
  if (!register.unposted.has(asset.id)) await refuseLeavingBooks(register, asset, undefined);
  await assets(trx).where({ folder_id: folderId, id: asset.id }).delete();
}

/** The asset with its facts in order of date. Throws what is wrong with them. */
export function checkedAsset<T extends AssetDraft>(asset: T, { exercises, taxRegime }: FolderBasis): T {
  const { facts } = studyAsset({ ...asset.facts, taxRegime }, exercises, []).book;
  checkCreditNotes({ ...facts, quantity: Number(asset.quantity) }, facts.creditNotes);
  facts.creditNotes.forEach((note) => {
    checkRemaining(facts, note);
  });
  checkOnBooks({ ...asset, facts });
  return { ...asset, facts };
}

/** What components took along cannot be credited here. */
function checkRemaining(facts: AssetFacts, { date, amount }: CreditNote): void {
  const remaining = netAcquisitionValue(facts, date);
  if (remaining >= 0n) return;
  const values = { amount: formatAmount(amount), remaining: formatAmount(remaining + amount) };
  throw assetRuleErrors.CreditNoteExceedsRemainingValue({ ...values, date });
}

/** Nothing happens to a component or to a group before it is on the books. */
function checkOnBooks({ booksFrom, facts }: AssetDraft): void {
  const early = (events: readonly { readonly date: PlainDate }[]) => events.find(({ date }) => date < booksFrom)?.date;
  const [note, transfer] = [early(facts.creditNotes), early(facts.transfers)];
  const retirement = early(facts.retirement ? [facts.retirement] : []);
  if (note) throw assetRuleErrors.CreditNoteBeforeAcquisition({ date: note, acquisition: booksFrom });
  if (transfer) throw assetRuleErrors.TransferBeforeAcquisition({ date: transfer, acquisition: booksFrom });
  if (retirement) throw assetRuleErrors.RetirementBeforeDeployment({ retirement, deployment: booksFrom });
}

async function saveComponents(register: Register, parent: Asset): Promise<void> {
  if (!parent.facts.decomposition) return;
  const inherited = inheritedFacts(parent.facts, register.basis);
  for (const component of await loadComponents(register.trx, parent)) {
    const facts = inherited[component.componentRank ?? 0];
    if (!facts) continue;
    const booksFrom = parent.facts.decomposition.date ?? parent.booksFrom;
    await saveAsset(register, { ...component, booksFrom, facts: { ...facts, ...ownFacts(component.facts) } });
  }
}

/** What each component has from the asset it was split from: account that day unless its own, value, dates and plans. */
export function inheritedFacts(parent: AssetFacts, { exercises, taxRegime }: FolderBasis): AssetFacts[] {
  const { book } = studyAsset({ ...parent, taxRegime }, exercises, []);
  return componentResults(book, exercises).map((result) => ({
    ...result.book.facts,
    account: result.component.account ?? accountAt(parent, result.from),
  }));
}

/** What a component has of its own, whatever becomes of the asset it was split from. */
const ownFacts = (facts: AssetFacts) => ({
  creditNotes: facts.creditNotes,
  revisions: facts.revisions,
  impairments: facts.impairments,
  transfers: facts.transfers,
  grants: facts.grants,
  decomposition: facts.decomposition,
  vehicle: facts.vehicle,
  retirement: facts.retirement,
  overAmortization: facts.overAmortization,
  deductibilityLimit: facts.deductibilityLimit,
  privatePortion: facts.privatePortion,
  octies151: facts.octies151,
});
