/** When the VAT of each third party is due: customers and suppliers that moved, with what is set for them. */
import type { PlainDate } from '../../kernel/dates.ts';
import { movedThirdParties, type ThirdPartyMovement } from '../../ledger/movements.ts';
import type { Context, Reader } from '../../operation/context.ts';
import type { Exigibility } from '../engine/model.ts';
import { GUESS_ROWS } from '../guess.ts';
import { type Basis, readBasis } from './basis.ts';
import { type AccountConfiguration, configurationAt } from './configuration.ts';
import { configurationErrors } from './errors.ts';
import { atIndex, saveConfigurations } from './save.ts';
import type { SettingKey } from './settings.ts';

export interface ThirdPartyExigibility {
  readonly folderId: number;
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly exigibilityMode: Exigibility;
  readonly accountName: string;
  readonly subAccountName: string | null;
  /** It first moves in the period, and nothing is set for it. */
  readonly isNew: boolean;
  readonly includeUnletteredPayments: boolean;
  readonly isSystemGenerated: boolean;
}

export interface ThirdPartyInput extends SettingKey {
  readonly exigibilityMode: Exigibility;
  readonly includeUnletteredPayments?: boolean | null | undefined;
}

const PREFIXES = GUESS_ROWS.filter(({ role }) => role === 'thirdParty').map(({ prefix }) => prefix);

/** What a new third party has when nobody of its prefix has any. */
const DEFAULT: Exigibility = 'OnReceipts';

/** Those with a movement up to the day; new ones first move in the month that it ends. Throws FolderNotFound. */
export async function listThirdParties(
  ctx: Reader,
  folderId: number,
  endDate: PlainDate,
): Promise<ThirdPartyExigibility[]> {
  const basis = await readBasis(ctx, folderId);
  const moved = await movedThirdParties(ctx, folderId, { prefixes: PREFIXES, endDate });
  const configurations = moved.map((movement) => ({ movement, configuration: configurationAt(basis, movement) }));
  const usual = usualOf(configurations.map(({ configuration }) => configuration));
  const start = `${endDate.slice(0, 8)}01`;
  return configurations.map(({ movement, configuration }) => {
    const isNew = isFirst(movement, start) && !isSet(configuration);
    const shown = thirdPartyOf(basis, configuration);
    return isNew ? { ...shown, isNew, exigibilityMode: usual(configuration.accountNumber) } : shown;
  });
}

const isFirst = ({ firstDate }: ThirdPartyMovement, start: string): boolean => firstDate >= start;

/** A person decided, on whatever level. */
const isSet = ({ source }: AccountConfiguration): boolean =>
  source.exigibility !== null && source.exigibility !== 'system';

/** The exigibility that most third parties of a prefix have; of equals, that of the first. */
function usualOf(configurations: readonly AccountConfiguration[]): (accountNumber: string) => Exigibility {
  const counts = new Map<string, Map<Exigibility, number>>();
  for (const { accountNumber, effective } of configurations.filter(isSet)) {
    if (effective.exigibility === null) continue;
    const ofPrefix = counts.get(prefixOf(accountNumber)) ?? new Map<Exigibility, number>();
    ofPrefix.set(effective.exigibility, (ofPrefix.get(effective.exigibility) ?? 0) + 1);
    counts.set(prefixOf(accountNumber), ofPrefix);
  }
  return (accountNumber) => {
    const ranked = [...(counts.get(prefixOf(accountNumber)) ?? [])].sort(([, a], [, b]) => b - a);
    return ranked[0]?.[0] ?? DEFAULT;
  };
}

const prefixOf = (accountNumber: string): string => accountNumber.slice(0, 3);

function thirdPartyOf(basis: Basis, configuration: AccountConfiguration): ThirdPartyExigibility {
  const { accountId, subAccountId, effective } = configuration;
  return {
    folderId: basis.folderId,
    accountId,
    subAccountId,
    exigibilityMode: effective.exigibility ?? 'Unknown',
    accountName: basis.accounts.get(accountId)?.label ?? '',
    subAccountName: basis.subAccounts.get(subAccountId ?? 0)?.label ?? null,
    isNew: false,
    includeUnletteredPayments: effective.includeUnletteredPayments ?? false,
    isSystemGenerated: !isSet(configuration),
  };
}

/**
 * Stores what is given, all or nothing; `isValidated` when a user has checked it. A failure names its index.
 * Throws FolderNotFound, AccountNotFound, SubAccountNotFound, NotAThirdParty.
 */
export async function saveThirdParties(
  ctx: Context,
  folderId: number,
  inputs: readonly ThirdPartyInput[],
  isValidated: boolean,
): Promise<ThirdPartyExigibility[]> {
  const basis = await readBasis(ctx, folderId);
  for (const [index, input] of inputs.entries()) atIndex(true, index, () => refuseOther(basis, input));
  const changes = inputs.map(({ exigibilityMode, ...input }) => ({
    ...input,
    exigibility: exigibilityMode,
    isSystemGenerated: false,
    isValidated,
  }));
  const saved = await saveConfigurations(ctx, folderId, changes);
  return saved.map((configuration) => thirdPartyOf(basis, configuration));
}

function refuseOther(basis: Basis, input: ThirdPartyInput): void {
  const { guess, accountNumber } = configurationAt(basis, input);
  if (guess.role === 'thirdParty') return;
  const { folderId } = basis;
  throw configurationErrors.NotAThirdParty({ folderId, accountId: input.accountId, account: accountNumber });
}
