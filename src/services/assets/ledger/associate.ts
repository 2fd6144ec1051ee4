/** Which entry lines bought an asset: said by a person, or taken over from proposals. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import type { Context } from '../../operation/context.ts';
import { type AssetDraft, BARE_DRAFT } from '../asset.ts';
import { isAmortizableAccount } from '../engine/account-families.ts';
import { entryLinks, loadAsset } from '../register/store.ts';
import { addAsset, inRegister, type Register } from '../register/write-asset.ts';
import { simulationFacts } from '../simulation/facts.ts';
import { assetLedgerErrors } from './errors.ts';
import { type Proposal, type PurchasePeriod, proposePurchases } from './purchases.ts';

/**
 * The lines of an asset become these and no others. Throws FolderNotFound, AssetNotFound, AssetLineNotFound,
 * AssetLineTaken.
 */
export async function setAssociation(
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  assetId: number,
  lineIds: readonly number[],
): Promise<void> {
  await inRegister(ctx, folderId, async ({ trx }) => {
    await loadAsset(trx, folderId, assetId);
    const lines = await wantedLines(trx, folderId, lineIds);
    await refuseTaken(trx, folderId, assetId, lineIds);
    await entryLinks(trx).where({ folder_id: folderId, asset_id: assetId }).delete();
    await link(trx, folderId, assetId, lines);
  });
}

async function wantedLines(trx: Knex, folderId: number, ids: readonly number[]): Promise<EntryLine[]> {
  const lines = ids.length === 0 ? [] : await readLines(trx, folderId, { ids });
  const found = new Set(lines.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw assetLedgerErrors.AssetLineNotFound({ lineId: missing });
  return lines;
}

/** A line pays for one asset: shared, it would count twice in what the ledger says. */
async function refuseTaken(trx: Knex, folderId: number, assetId: number, ids: readonly number[]): Promise<void> {
  const taken = await entryLinks(trx)
    .where({ folder_id: folderId })
    .whereIn('entry_line_id', [...ids])
    .whereNot({ asset_id: assetId })
    .first();
  if (taken) throw assetLedgerErrors.AssetLineTaken({ lineId: taken.entry_line_id, assetId: taken.asset_id });
}

async function link(trx: Knex, folderId: number, assetId: number, lines: readonly EntryLine[]): Promise<void> {
  if (lines.length === 0) return;
  await entryLinks(trx).insert(
    lines.map(({ id, entryId, accountNumber, debit, credit }) => ({
      folder_id: folderId,
      asset_id: assetId,
      entry_line_id: id,
      entry_id: entryId,
      account: accountNumber,
      cents: debit - credit,
    })),
  );
}

/** The proposals of a period. Throws FolderNotFound. */
export async function listProposals(
  ctx: Pick<Context, 'db'>,
  folderId: number,
  period: PurchasePeriod,
): Promise<Proposal[]> {
  await getFolder(ctx, folderId);
  return proposePurchases((await ctx.db()).knex, folderId, period);
}

/**
 * Does what is proposed for these lines, or for all of the period; done again, nothing is left to do. Assets created
 * wait for a person to validate them. Answers each with the asset created or associated. Throws FolderNotFound, AssetLineNotFound.
 */
export async function acceptProposals(
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  { lineIds, ...period }: PurchasePeriod & { readonly lineIds?: readonly number[] | undefined },
): Promise<Proposal[]> {
  return inRegister(ctx, folderId, async (register) => {
    const all = await proposePurchases(register.trx, folderId, period);
    const chosen = lineIds ? all.filter(({ line }) => lineIds.includes(line.id)) : all;
    if (lineIds) await wantedLines(register.trx, folderId, lineIds);
    const done: Proposal[] = [];
    for (const proposal of chosen) done.push({ ...proposal, assetId: await accept(register, proposal) });
    return done;
  });
}

async function accept(register: Register, proposal: Proposal): Promise<number | null> {
  if (proposal.action === 'Look') return null;
  const assetId = proposal.assetId ?? (await addAsset(register, draftOf(proposal))).id;
  await link(register.trx, register.folderId, assetId, [proposal.line]);
  return assetId;
}

/** Linear over the shortest usual duration; without one, an alert asks for a plan. */
const draftOf = ({ line, amount, deductibleVat, years }: Proposal): AssetDraft => ({
  ...BARE_DRAFT,
  name: line.label.trim().slice(0, 200) || line.accountLabel.slice(0, 200) || line.accountNumber,
  subAccountCode: line.subAccountCode,
  booksFrom: line.date,
  isCreatedAutomatically: true,
  isValidatedByUser: false,
  facts: simulationFacts({
    account: line.accountNumber,
    acquisitionValue: amount,
    acquisitionDate: line.date,
    deductibleVat,
    isAmortizable: isAmortizableAccount(line.accountNumber),
    ...(years !== null && { amortization: { method: 'EconomicOnly', economic: { months: years * 12 } } }),
  }),
});
