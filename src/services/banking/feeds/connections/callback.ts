/**
 * The return of a person from the page of a provider. Anybody can send it, so it only says where to look: the provider
 * tells whether the user has this item and how it is, and nothing else is stored. A user or an item that is not known
 * changes nothing, and a connection that was deleted does not come back by an address a person kept.
 */
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import type { ConnectionStatus } from '../../store.ts';
import { placeOfUser } from '../providers/users.ts';
import { takeItem } from './take-item.ts';

/**
 * Steps at which the page of a provider may leave a person, and what each means for the connection. A provider adds some
 * at will: another one means nothing.
 */
export const STEPS: Readonly<Record<string, ConnectionStatus>> = {
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
  link_iban_error: 'None',
  welcome_page: 'None',
};

export interface Return {
  readonly userUuid: string | null;
  readonly itemId: string | null;
  readonly success: boolean;
  /** Null where the provider names none, as one does after a success. */
  readonly step: string | null;
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
  if (itemId === null) return { kind: 'left', status: unconfirmed(statusAt(step), success) };
  try {
    const status = await takeItem(ctx, place, userUuid, itemId);
    return status === undefined ? { kind: 'unknown' } : { kind: 'confirmed', status };
  } catch (error) {
    if (error instanceof TaxopsError && PASSING.has(error.kind)) return { kind: 'unanswered' };
    throw error;
  }
}

const statusAt = (step: string | null): ConnectionStatus =>
  (step !== null && Object.hasOwn(STEPS, step) ? STEPS[step] : undefined) ?? 'None';

const PASSING: ReadonlySet<string> = new Set(['upstream', 'unavailable']);

/** Without an item there is no connection that could be Ok, whatever the browser says. */
const unconfirmed = (status: ConnectionStatus, success: boolean): ConnectionStatus =>
  status === 'Ok' || success ? 'None' : status;
