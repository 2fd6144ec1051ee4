/** Alerts that the ledger shows (section 11): a missing account, and entries that say something else than the asset. */

import type { PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import { type AlertName, isCritical } from '../engine/alert-texts.ts';
import type { Alert } from '../engine/alerts.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { accountAt } from '../engine/transfers.ts';
import { type Association, NOT_ASSOCIATED } from './association.ts';
import { type FolderChart, findAccount } from './chart.ts';

/** What the ledger is compared with, of an asset on a day. */
export type LedgerSide = Pick<Asset, 'parentId' | 'isCreatedAutomatically' | 'isValidatedByUser'> &
  Pick<AssetFacts, 'account' | 'acquisitionDate' | 'acquisitionMethod'>;

export const ledgerSide = (asset: Asset, date: PlainDate): LedgerSide => ({
  parentId: asset.parentId,
  isCreatedAutomatically: asset.isCreatedAutomatically,
  isValidatedByUser: asset.isValidatedByUser,
  account: accountAt(asset.facts, date),
  acquisitionDate: asset.facts.acquisitionDate,
  acquisitionMethod: asset.facts.acquisitionMethod,
});

export interface LedgerView {
  readonly chart: FolderChart;
  readonly exercises: readonly Exercise[];
}

type Finding = readonly [name: AlertName, parameters: Readonly<Record<string, string>>];

/** The alerts of one asset, critical first. */
export function ledgerAlerts(side: LedgerSide, association: Association | undefined, view: LedgerView): Alert[] {
  const findings = [...accountFindings(side, view), ...associationFindings(side, association, view)];
  return findings.map(([name, parameters]) => ({ name, isCritical: isCritical(name), parameters }));
}

const accountFindings = ({ account }: LedgerSide, { chart }: LedgerView): Finding[] =>
  findAccount(chart, account) ? [] : [['AccountMissingInChart', { account }]];

function associationFindings(side: LedgerSide, association = NOT_ASSOCIATED, { exercises }: LedgerView): Finding[] {
  const { state, difference } = association;
  const found: Finding[] = [];
  if (state === 'NotAssociated' && isBoughtInLedger(side, exercises)) found.push(['NotAssociatedToEntries', {}]);
  if (state !== 'NotAssociated' && difference !== 0n)
    found.push(['AssociationAmountMismatch', { difference: formatAmount(difference) }]);
  if (association.otherAccounts.length > 0) found.push(['AssociationAccountMismatch', {}]);
  if (association.deletedLineIds.length > 0) found.push(['AssociatedEntryDeleted', {}]);
  if (side.isCreatedAutomatically && !side.isValidatedByUser) found.push(['NotValidatedByUser', {}]);
  return found;
}

/** Components, groups and what was bought before the first exercise have no entry of their own to be associated with. */
const isBoughtInLedger = (side: LedgerSide, exercises: readonly Exercise[]): boolean =>
  side.parentId === null &&
  side.acquisitionMethod !== 'TransferBetweenAccounts' &&
  exercises.some(({ start, end }) => start <= side.acquisitionDate && side.acquisitionDate <= end);
