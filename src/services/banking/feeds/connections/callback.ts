import { providersPort } from '../../../banking/feeds/providers/provider.ts';
/**
 * The return of a person from the page of a provider. Anybody can send it, so it only says where to look: the provider
 * tells whether the user has this item and how it is, and nothing else is stored. A user or an item that is not known
 * changes nothing, and a connection that was deleted does not come back by an address somebody kept.
 */
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { bankId } from '../../accounts/account-creation.ts';
import type { ConnectionStatus } from '../../store.ts';
import type { ProviderItem } from '../providers/provider.ts';
import { placeOfUser, type UserPlace } from '../providers/users.ts';
import { storeConnection } from './connections.ts';
import { nameOfBank } from './open.ts';

/** Every step at which the page of a provider may leave a person, and what it means for the connection. */
export const STEPS = {
  cgs: 'None',
  email_validation_form: 'None',
  highlighted_banks: 'None',
  list_banks: 'None',
  sub_banks_list: 'None',
  bank_creds_form: 'None',
  edit_bank_creds_form: 'Wait',
  sync_in_progress: 'Wait',
  otp_form: 'Wait',
  sync_success: 'Ok',
  sync_error: 'Ko',
  sync_pending: 'Wait',
  pro_validation_form: 'Wait',
} as const satisfies Record<string, ConnectionStatus>;

export type Step = keyof typeof STEPS;

export interface Return {
  readonly userUuid: string | null;
  readonly itemId: string | null;
  readonly success: boolean;
  /** Null where the provider names none, as one does after a success. */
  readonly step: Step | null;
}

export type ReturnOutcome =
  /** The provider confirms the item: its status is stored. */
  | { readonly kind: 'confirmed'; readonly status: ConnectionStatus }
  /** The person left before there was an item. */
  | { readonly kind: 'left'; readonly status: ConnectionStatus }
  | { readonly kind: 'unknown' }
  /** The provider gave no answer that decides. */
  | { readonly kind: 'unanswered' };

export async function followReturn(ctx: Context, { userUuid, itemId, success, step }: Return): Promise<ReturnOutcome> {
  const { knex } = await ctx.db();
  if (userUuid === null || !/^[\w-]{1,100}$/.test(userUuid)) return { kind: 'unknown' };
  const place = await placeOfUser(knex, userUuid);
  if (!place) return { kind: 'unknown' };
  if (itemId === null) return { kind: 'left', status: unconfirmed(step === null ? 'None' : STEPS[step], success) };
  try {
    const status = await confirm(ctx, place, userUuid, itemId);
    return status === undefined ? { kind: 'unknown' } : { kind: 'confirmed', status };
  } catch (error) {
    if (error instanceof TaxopsError && PASSING.has(error.kind)) return { kind: 'unanswered' };
    throw error;
  }
}

const PASSING: ReadonlySet<string> = new Set(['upstream', 'unavailable']);

/** Without an item there is no connection that could be Ok, whatever the browser says. */
const unconfirmed = (status: ConnectionStatus, success: boolean): ConnectionStatus =>
  status === 'Ok' || success ? 'None' : status;

async function confirm(
  ctx: Context,
  place: UserPlace,
  user: string,
  itemId: string,
): Promise<ConnectionStatus | undefined> {
  const provider = (await ctx.open(providersPort)).of(place.provider);
  const item = await provider.item(user, itemId, { signal: ctx.signal });
  if (!item) return undefined;
  const bank = await nameOfBank(provider, item.bankId, ctx);
  return (await store(ctx, place, item, bank.name)) ? item.status : undefined;
}

/** False when the connection was deleted. */
async function store(
  ctx: Context,
  { folderId, provider }: UserPlace,
  { id, bankId: sourceId, status, sourceStatus }: ProviderItem,
  bankName: string,
): Promise<boolean> {
  const db = await ctx.db();
  return db.transaction(async (trx) => {
    const key = { folder_id: folderId, provider, source_id: id };
    if (await trx('bank_connection').where(key).whereNotNull('deleted_at').first()) return false;
    const bank = await bankId(trx, provider, { sourceId, name: bankName }, ctx.clock.now());
    const draft = { provider, sourceId: id, status, sourceStatus, bankId: bank, name: bankName };
    await storeConnection(trx, ctx, folderId, draft);
    return true;
  });
}
