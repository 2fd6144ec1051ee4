/** What a user may change of the VAT configuration of an account, by its role. */
import { type ChartKey, getChartAccount, listChartAccounts } from '../../charts/charts.ts';
import { movedAccounts } from '../../ledger/movements.ts';
import type { Context, Reader } from '../../operation/context.ts';
import type { Role } from '../account-rule.ts';
import { draftPeriods } from '../procedures/procedures.ts';
import { type AccountConfiguration, getConfiguration, listAllConfigurations, rolesOf } from './configuration.ts';
import type { SettingKey } from './settings.ts';

export const EDITABILITY_MODES = ['Editable', 'NotEditable', 'EditableWithWarning'] as const;
export type EditabilityMode = (typeof EDITABILITY_MODES)[number];

export interface Editability {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly exigibility: EditabilityMode;
  readonly vatCategory: EditabilityMode;
  readonly vatRate: EditabilityMode;
  readonly canUseMultipleVatRates: boolean;
}

type Modes = Pick<Editability, 'exigibility' | 'vatCategory' | 'vatRate'>;

const all = (mode: EditabilityMode): Modes => ({ exigibility: mode, vatCategory: mode, vatRate: mode });

/** Accounts of operations: everything is theirs to choose. Of a third party, when its VAT is due. */
const OPERATIONS: ReadonlySet<Role> = new Set(['sale', 'purchase', 'advance', 'reverse', 'untaxed', 'regularisation']);

function modesOf(roles: readonly Role[], isInDraft: boolean): Modes {
  if (roles.some((role) => OPERATIONS.has(role))) return all(isInDraft ? 'EditableWithWarning' : 'Editable');
  return { ...all('NotEditable'), ...(roles.includes('thirdParty') && { exigibility: 'Editable' }) };
}

/** Accounts whose lines are operations may bear several rates: classes 2, 6 and 7. */
const isOfSeveralRates = (accountNumber: string): boolean => /^[267]/.test(accountNumber);

function editabilityOf(configuration: AccountConfiguration, used: ReadonlySet<number>): Editability {
  const { accountId, subAccountId, accountNumber } = configuration;
  const modes = modesOf(rolesOf(configuration), used.has(accountId));
  const canUseMultipleVatRates = modes.vatRate !== 'NotEditable' && isOfSeveralRates(accountNumber);
  return { accountId, subAccountId, ...modes, canUseMultipleVatRates };
}

/** The accounts that move in the period of a return that is still a draft: a change changes it too. */
async function usedInDrafts(ctx: Context, folderId: number): Promise<ReadonlySet<number>> {
  const used = new Set<number>();
  for (const { beginDate: start, endDate: end } of await draftPeriods(ctx, folderId))
    for (const accountId of await movedAccounts(ctx, folderId, { start, end })) used.add(accountId);
  return used;
}

/** Of every account, and of the sub-accounts that have a configuration of their own. Throws FolderNotFound. */
export async function listEditability(ctx: Context, folderId: number): Promise<Editability[]> {
  const used = await usedInDrafts(ctx, folderId);
  return (await listAllConfigurations(ctx, folderId)).map((one) => editabilityOf(one, used));
}

/** Throws FolderNotFound, AccountNotFound, SubAccountNotFound. */
export const getEditability = async (ctx: Context, folderId: number, key: SettingKey): Promise<Editability> =>
  editabilityOf(await getConfiguration(ctx, folderId, key), await usedInDrafts(ctx, folderId));

/** In a chart nothing is locked. */
const unlocked = ({ id, number }: { readonly id: number; readonly number: string }): Editability => ({
  accountId: id,
  subAccountId: null,
  ...all('Editable'),
  canUseMultipleVatRates: isOfSeveralRates(number),
});

/** Throws ChartNotFound. */
export const listChartEditability = async (ctx: Reader, key: ChartKey): Promise<Editability[]> =>
  (await listChartAccounts(ctx, key)).map(unlocked);

/** Throws ChartNotFound, ChartAccountNotFound. */
export const getChartEditability = async (ctx: Reader, key: ChartKey, accountId: number): Promise<Editability> =>
  unlocked(await getChartAccount(ctx, key, accountId));
