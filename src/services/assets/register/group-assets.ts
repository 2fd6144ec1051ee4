/** Stored assets in progress put into service as one asset (B19). */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Context } from '../../operation/context.ts';
import { type Asset, type AssetDraft, BARE_DRAFT } from '../asset.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import { netAcquisitionValue } from '../engine/bases.ts';
import type { Exercise } from '../engine/calendar.ts';
import { netVat } from '../engine/credit-notes.ts';
import { type GroupedAsset, groupInProgress, type SourceAsset } from '../engine/grouping.ts';
import { accountAt } from '../engine/transfers.ts';
import { assetErrors } from '../errors.ts';
import { simulationFacts } from '../simulation/facts.ts';
import { refuseOutside } from './account-transfer.ts';
import { withGrants } from './change-asset.ts';
import { type AccountCommand, type ChosenAccount, chooseAccount, readChart } from './chart.ts';
import { grantsOfSources } from './grants.ts';
import { loadNamed } from './store.ts';
import { addAsset, inRegister, saveAsset } from './write-asset.ts';

export interface GroupingOrder {
  readonly sourceIds: readonly number[];
  readonly deploymentDate: PlainDate;
  readonly period: Exercise;
  readonly destination: AccountCommand;
  readonly name: string | undefined;
  readonly entryLabel: string | undefined;
  readonly isDetailedEntry: boolean;
}

/**
 * Returns the new asset; its sources are transferred from its deployment on. Throws FolderNotFound, AssetNotFound,
 * AccountNotFound, SubAccountNotFound, TransferOutsidePeriod, TooFewSourceAssets, SourceRepeated, SourceNotInProgress,
 * SourceAlreadyTransferred, SourceAlreadyRetired, DestinationNotTangible, DeploymentBeforeSourceAcquisition,
 * SourceChangesLater.
 */
export async function groupAssets(ctx: Context, folderId: number, order: GroupingOrder): Promise<Asset> {
  refuseOutside(order.deploymentDate, order.period);
  const chosen = await chooseAccount(ctx, await readChart(ctx, folderId), order.destination);
  return inRegister(ctx, folderId, async (register) => {
    const sources = await loadNamed(register.trx, folderId, order.sourceIds);
    const grouped = groupInProgress({
      sources: sources.map((source) => sourceOf(source, order.deploymentDate)),
      destinationAccount: chosen.account,
      deploymentDate: order.deploymentDate,
      isDetailedEntry: order.isDetailedEntry,
    });
    for (const source of sources) refuseLaterChange(source, order.deploymentDate);
    const grants = await grantsOfSources(register.trx, sources);
    const made = await addAsset(register, groupDraft(order, chosen, grouped, sources));
    for (const source of sources)
      await saveAsset(register, { ...source, transferredTo: made.id, transferDate: order.deploymentDate });
    return withGrants(register, made, grants);
  });
}

const sourceOf = (asset: Asset, date: PlainDate): SourceAsset => ({
  assetId: asset.id,
  account: accountAt(asset.facts, date),
  netAcquisitionValue: netAcquisitionValue(asset.facts, date),
  acquisitionDate: asset.facts.acquisitionDate,
  isTransferred: asset.transferredTo !== null,
  isRetired: asset.facts.retirement !== undefined,
});

/** The group takes over what its sources are worth that day: nothing may change them after it. */
function refuseLaterChange({ id: assetId, facts }: Asset, deployment: PlainDate): void {
  const split = facts.decomposition?.date;
  const dates = [...facts.creditNotes, ...facts.transfers, ...(split ? [{ date: split }] : [])].map(({ date }) => date);
  const date = dates.find((one) => one > deployment);
  if (date) throw assetErrors.SourceChangesLater({ assetId, date, deployment });
}

/** The group has no plan yet: an alert asks for one, which an update gives. */
function groupDraft(
  order: GroupingOrder,
  { account, subAccountCode }: ChosenAccount,
  grouped: GroupedAsset,
  sources: readonly Asset[],
): AssetDraft {
  const [first] = sources;
  return {
    ...BARE_DRAFT,
    name: order.name ?? first?.name ?? '',
    subAccountCode,
    locationId: first?.locationId ?? null,
    location: first?.location ?? null,
    booksFrom: grouped.deploymentDate,
    facts: groupFacts(account, grouped, sources),
    details: { grouping: { entryLabel: order.entryLabel ?? null, isDetailedEntry: order.isDetailedEntry } },
  };
}

/** VAT of the sources goes with them, less that of their credit notes: a later sale regularises it. */
function groupFacts(account: string, grouped: GroupedAsset, sources: readonly Asset[]): AssetFacts {
  const taxes = sources.map(({ facts }) => netVat(facts, grouped.deploymentDate));
  const deductible = taxes.reduce((sum, vat) => sum + vat.deductible, 0n);
  const lost = taxes.reduce((sum, vat) => sum + vat.lost, 0n);
  return simulationFacts({
    acquisitionValue: grouped.acquisitionValue,
    acquisitionDate: grouped.acquisitionDate,
    deploymentDate: grouped.deploymentDate,
    deductibleVat: deductible,
    nonDeductibleVat: lost,
    amountIncludingTax: grouped.acquisitionValue + deductible + lost,
    acquisitionMethod: 'TransferBetweenAccounts',
    nature: sources[0]?.facts.nature,
    account,
  });
}
