/** What sending changes in the declaration itself. A channel may have said more meanwhile: its word stands. */
import type { Knex } from 'knex';
import type { Receipt } from '../../channels/channel.ts';
import { parisMidnight } from '../../kernel/paris-time.ts';
import type { Status } from '../rules/enumerations.ts';
import { type DeclarationRecord, EMPTY_RECORD, mergeUndated } from '../rules/merge.ts';
import { currentRecord } from '../rules/periods.ts';
import { isFiled, isOpen, isRefused } from '../rules/status.ts';
import { insertDeclaration, lockDeclarations, type StoredDeclaration, updateDeclaration } from '../store.ts';
import { sendingErrors } from './errors.ts';
import { type FilingRow, openFilings } from './filings.ts';
import type { SendableType } from './period.ts';
import type { Prepared } from './prepare.ts';

/** Everything about one folder's sends passes one at a time, also while it has no declaration to lock. */
export async function lockFolder(trx: Knex.Transaction, folderId: number): Promise<StoredDeclaration[]> {
  await trx.raw('select from folder where id = ? for no key update', [folderId]);
  return lockDeclarations(trx, folderId);
}

/** The declaration that stands for a type and the end of its period. */
export function currentOf(all: readonly StoredDeclaration[], type: SendableType, end: string) {
  const records = all.map((one) => ({ ...one, end: one.periodEnd }));
  const { id } = currentRecord(records, type, end) ?? {};
  return all.find((one) => one.id === id);
}

/** Throws AlreadyFiled, SendUnderWay. */
export async function refuseSecondSend(
  trx: Knex,
  { folderId, type, period: { end } }: Prepared,
  current: StoredDeclaration | undefined,
  seconds: number,
): Promise<void> {
  if (current && isFiled(current.status)) throw sendingErrors.AlreadyFiled({ type, end, status: current.status });
  if ((await openFilings(trx, folderId, { type, end })).length > 0)
    throw sendingErrors.SendUnderWay({ type, end, seconds });
}

/**
 * The declaration to send, now `Sending`: the one that stands, or a new one. A channel knows a corrected declaration by
 * another number than the rejected one, so both are kept.
 */
export async function beginRecord(
  trx: Knex.Transaction,
  prepared: Prepared,
  current: StoredDeclaration | undefined,
  now: string,
): Promise<StoredDeclaration> {
  const hasNumber = current?.channelAId !== undefined || current?.numeroAds !== undefined;
  const before = current && isRefused(current.status) && hasNumber ? undefined : current;
  const draft = {
    channel: prepared.channel,
    channelAId: before?.channelAId,
    numeroAds: before?.numeroAds,
    channelCreatedAt: before?.channelCreatedAt,
    sourceType: prepared.sourceType ?? current?.sourceType ?? 'Platform',
    ignoreWhenRejected: current?.ignoreWhenRejected ?? false,
    record: beginning(before?.record ?? EMPTY_RECORD, prepared),
  } as const;
  return before ? updateDeclaration(trx, before, draft, now) : insertDeclaration(trx, prepared.folderId, draft, now);
}

function beginning({ values, stamps }: DeclarationRecord, { type, period, due }: Prepared): DeclarationRecord {
  const label = values.label ?? `${LABELS[type]} au ${period.end.split('-').reverse().join('/')}`;
  const dates = { start: parisMidnight(period.start), end: parisMidnight(period.end), due: parisMidnight(due) };
  return { stamps, values: { ...values, ...dates, label, type, status: 'Sending', reasons: [] } };
}

/** The names that people know the forms by, in French as on the forms. */
const LABELS: Readonly<Record<SendableType, string>> = {
  Liasse: 'Liasse fiscale',
  LiasseTeteDeGroupe: 'Liasse de groupe (2058-RG)',
  IS2571: 'IS 2571 relevé d’acompte',
  IS2572: 'IS 2572 relevé de solde',
  IS2573: 'IS 2573 crédits d’impôt',
  CVAESolde: 'CVAE 1329-DEF solde',
  CVAEAcompte: 'CVAE 1329-AC acompte',
};

/** The channel has it. */
export async function recordSent(
  trx: Knex.Transaction,
  filing: FilingRow,
  receipt: Receipt,
  now: string,
): Promise<StoredDeclaration | undefined> {
  const all = await lockFolder(trx, filing.folder_id);
  const before = all.find(({ id }) => id === filing.declaration_id);
  if (!before) return undefined;
  const { record } = mergeUndated(before.record, { status: 'SentToChannel', pageUrl: receipt.url });
  const isTaken = all.some(({ id, channelAId }) => id !== before.id && channelAId === receipt.channelId);
  const channelAId = isTaken ? undefined : receipt.channelId;
  const draft = {
    ...before,
    record,
    numeroAds: receipt.numeroAds ?? before.numeroAds,
    channelAId: channelAId ?? before.channelAId,
  };
  return updateDeclaration(trx, before, draft, now);
}

/** It did not get there, or nobody knows yet. */
export async function recordOpen(
  trx: Knex.Transaction,
  filing: FilingRow,
  status: Extract<Status, 'Draft' | 'SendUncertain'>,
  now: string,
): Promise<void> {
  const all = await lockFolder(trx, filing.folder_id);
  const before = all.find(({ id }) => id === filing.declaration_id);
  if (!before || !isOpen(before.status) || before.status === status) return;
  const record = { ...before.record, values: { ...before.record.values, status } };
  await updateDeclaration(trx, before, { ...before, record }, now);
}
