/** Assets in progress put into service as one asset (B19, PCG 1212-23: the cost moves from 23 to 21). */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { assetRuleErrors } from './errors.ts';

export interface SourceAsset {
  readonly assetId: number;
  readonly account: string;
  readonly netAcquisitionValue: Cents;
  readonly acquisitionDate: PlainDate;
  readonly isTransferred: boolean;
  readonly isRetired: boolean;
}

export interface Grouping {
  readonly sources: readonly SourceAsset[];
  readonly destinationAccount: string;
  readonly deploymentDate: PlainDate;
  /** One credit line per source, else one per source account. */
  readonly isDetailedEntry: boolean;
}

export interface GroupedAsset {
  readonly account: string;
  readonly acquisitionValue: Cents;
  /** The latest of the sources. */
  readonly acquisitionDate: PlainDate;
  readonly deploymentDate: PlainDate;
  readonly credits: readonly {
    readonly account: string;
    readonly assetIds: readonly number[];
    readonly amount: Cents;
  }[];
}

const FEWEST_SOURCES = 2;

/** The asset that replaces the sources from the deployment on. Throws before anything is changed. */
export function groupInProgress(grouping: Grouping): GroupedAsset {
  checkGrouping(grouping);
  const { sources, destinationAccount, deploymentDate } = grouping;
  return {
    account: destinationAccount,
    acquisitionValue: sources.reduce((sum, source) => sum + source.netAcquisitionValue, 0n),
    acquisitionDate: sources.map((source) => source.acquisitionDate).reduce((a, b) => (a > b ? a : b)),
    deploymentDate,
    credits: credits(grouping),
  };
}

function checkGrouping({ sources, destinationAccount, deploymentDate }: Grouping): void {
  if (sources.length < FEWEST_SOURCES) throw assetRuleErrors.TooFewSourceAssets({ count: sources.length });
  if (!destinationAccount.startsWith('21'))
    throw assetRuleErrors.DestinationNotTangible({ account: destinationAccount });
  const seen = new Set<number>();
  for (const source of sources) {
    if (seen.has(source.assetId)) throw assetRuleErrors.SourceRepeated({ assetId: source.assetId });
    seen.add(source.assetId);
    checkSource(source, deploymentDate);
  }
}

function checkSource(source: SourceAsset, deploymentDate: PlainDate): void {
  const { assetId, account, acquisitionDate: acquisition } = source;
  if (!account.startsWith('23')) throw assetRuleErrors.SourceNotInProgress({ assetId, account });
  if (source.isTransferred) throw assetRuleErrors.SourceAlreadyTransferred({ assetId });
  if (source.isRetired) throw assetRuleErrors.SourceAlreadyRetired({ assetId });
  if (deploymentDate < acquisition)
    throw assetRuleErrors.DeploymentBeforeSourceAcquisition({ assetId, deployment: deploymentDate, acquisition });
}

function credits({ sources, isDetailedEntry }: Grouping): GroupedAsset['credits'] {
  const groups = new Map<number | string, SourceAsset[]>();
  for (const source of sources) {
    const key = isDetailedEntry ? source.assetId : source.account;
    groups.set(key, [...(groups.get(key) ?? []), source]);
  }
  return [...groups.values()].map((group) => ({
    account: group[0]?.account ?? '',
    assetIds: group.map((source) => source.assetId),
    amount: group.reduce((sum, source) => sum + source.netAcquisitionValue, 0n),
  }));
}
