/** Alerts that the ledger shows (section 11): a missing account, and entries that say something else than the asset. */

import type { PlainDate } from '../kernel/dates.ts';
import { formatAmount } from '../kernel/money.ts';
import type { Asset } from './asset.ts';
import { type Association, NOT_ASSOCIATED } from './association.ts';
import { type FolderChart, findAccount } from './chart.ts';
import { ALERT_TEXTS, type AlertName } from './engine/alert-texts.ts';
import type { Alert } from './engine/alerts.ts';
import type { Exercise } from './engine/calendar.ts';
import { accountAt } from './engine/transfers.ts';

export interface LedgerView {
  readonly chart: FolderChart;
  readonly exercises: readonly Exercise[];
  readonly date: PlainDate;
}

type Finding = readonly [name: AlertName, parameters: Readonly<Record<string, string>>];

/** The alerts of one asset, critical first. */
export function ledgerAlerts(asset: Asset, association: Association | undefined, view: LedgerView): Alert[] {
  const findings = [...accountFindings(asset, view), ...associationFindings(asset, association, view)];
  return findings.map(([name, parameters]) => ({ name, isCritical: ALERT_TEXTS[name].isCritical, parameters }));
}

function accountFindings({ facts }: Asset, { chart, date }: LedgerView): Finding[] {
  const account = accountAt(facts, date);
  return findAccount(chart, account) ? [] : [['AccountMissingInChart', { account }]];
}

function associationFindings(asset: Asset, association = NOT_ASSOCIATED, { exercises }: LedgerView): Finding[] {
  const { state, difference } = association;
  const found: Finding[] = [];
  if (state === 'NotAssociated' && isBoughtInLedger(asset, exercises)) found.push(['NotAssociatedToEntries', {}]);
  if (state !== 'NotAssociated' && difference !== 0n)
    found.push(['AssociationAmountMismatch', { difference: formatAmount(difference) }]);
  if (association.otherAccounts.length > 0) found.push(['AssociationAccountMismatch', {}]);
  if (association.deletedLineIds.length > 0) found.push(['AssociatedEntryDeleted', {}]);
  if (asset.isCreatedAutomatically && !asset.isValidatedByUser) found.push(['NotValidatedByUser', {}]);
  return found;
}

/** Components, groups and what was bought before the first exercise have no entry of their own to be associated with. */
const isBoughtInLedger = ({ facts, parentId }: Asset, exercises: readonly Exercise[]): boolean =>
  parentId === null &&
  facts.acquisitionMethod !== 'TransferBetweenAccounts' &&
  exercises.some(({ start, end }) => start <= facts.acquisitionDate && facts.acquisitionDate <= end);
