/**
 * Declarations as a domain that files: what sending changes in the declaration itself. A channel may have said more
 * meanwhile: its word stands.
 */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ChannelDeclaration, Receipt } from '../../channels/channel.ts';
import { filingErrors } from '../../filing/errors.ts';
import type { Noticed, Outcome, Sender } from '../../filing/filer.ts';
import { type FilingRow, standingFiling } from '../../filing/filings.ts';
import { parisMidnight } from '../../kernel/paris-time.ts';
import type { Context } from '../../operation/context.ts';
import { type DeclarationKind, kindEntry } from '../kinds.ts';
import type { Status } from '../rules/enumerations.ts';
import { type DeclarationRecord, EMPTY_RECORD, mergeDated, mergeUndated, stampOf } from '../rules/merge.ts';
import { currentRecord } from '../rules/periods.ts';
import { isFiled, isOpen, isRefused, RANK } from '../rules/status.ts';
import { testedOnly } from '../standing.ts';
import {
  insertDeclaration,
  listedDeclarations,
  lockDeclarations,
  type StoredDeclaration,
  updateDeclaration,
} from '../store.ts';
import { isRefusedForCvae, saidOfFiling } from './notice-said.ts';
import type { Prepared } from './prepare.ts';

export const declarationFiler: Sender<Prepared> = {
  kind: 'Declaration',
  isOnePerPeriod: true,
  begin,
  settled,
  notified,
  isKnown: async (knex, filing) => {
    const { own } = await declarationsAround(knex, filing);
    return own !== undefined && RANK[own.status] > RANK.SendUncertain;
  },
  isOurs,
  waitingSince: async (knex, folderIds) => {
    const oldest = await knex({ f: 'filing' })
      .join({ d: 'declaration' }, (join) => join.on('d.folder_id', 'f.folder_id').andOn('d.id', 'f.declaration_id'))
      .where('f.channel', 'ChannelB')
      .whereIn('f.folder_id', [...folderIds])
      .whereIn('d.folder_id', [...folderIds])
      .whereNotIn('d.status', ['Accepted', 'AcceptedWithAnomalies', 'Rejected', 'RejectedByChannel', 'Deleted'])
      .min('f.attempted_at as at')
      .first();
    return oldest?.at ?? undefined;
  },
};

/** Everything about one folder's sends passes one at a time, also while it has no declaration to lock. */
async function lockFolder(trx: Knex.Transaction, folderId: number): Promise<StoredDeclaration[]> {
  await trx.raw('select from folder where id = ? for no key update', [folderId]);
  return lockDeclarations(trx, folderId);
}

/** The declaration that stands for a type and the end of its period. */
export function currentOf(all: readonly StoredDeclaration[], type: DeclarationKind, end: string) {
  const records = all.map((one) => ({ ...one, end: one.periodEnd }));
  const { id } = currentRecord(records, type, end) ?? {};
  return all.find((one) => one.id === id);
}

/** The filing that stands for a declaration; undefined when it was not sent from here. */
export const filingOfDeclaration = async (
  ctx: Context,
  { folderId, id }: StoredDeclaration,
): Promise<FilingRow | undefined> =>
  standingFiling((await ctx.db()).knex, { folderId, owner: 'Declaration', ids: [id] });

/**
 * The declaration to send, now `Sending`: the one that stands, or a new one. A channel knows a corrected declaration by
 * another number than the rejected one, so both are kept; what only a test filed is not due the less, and stays apart.
 */
async function begin(trx: Knex.Transaction, prepared: Prepared, now: string): Promise<number> {
  const { folderId, kind: type, period } = prepared;
  const all = await lockFolder(trx, folderId);
  const tested = prepared.filing.isTest ? new Set<number>() : await testedOnly(trx, folderId);
  const current = currentOf(
    all.filter(({ id }) => !tested.has(id)),
    type,
    period.end,
  );
  if (current && isFiled(current.status))
    throw filingErrors.AlreadyFiled({ type, end: period.end, status: current.status });
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
  const { id } = before
    ? await updateDeclaration(trx, before, draft, now)
    : await insertDeclaration(trx, { folderId }, draft, now);
  return id;
}

function beginning({ values, stamps }: DeclarationRecord, { kind, period, due }: Prepared): DeclarationRecord {
  const label = values.label ?? `${kindEntry(kind).label} au ${period.end.split('-').reverse().join('/')}`;
  const dates = { start: parisMidnight(period.start), end: parisMidnight(period.end), due: parisMidnight(due) };
  return { stamps, values: { ...values, ...dates, label, type: kind, status: 'Sending', reasons: [] } };
}

async function settled(trx: Knex.Transaction, filing: FilingRow, outcome: Outcome, now: string): Promise<void> {
  const all = await lockFolder(trx, filing.folder_id);
  const before = all.find(({ id }) => id === filing.owner_id);
  if (!before) return;
  if (outcome.outcome === 'sent') await updateDeclaration(trx, before, received(all, before, outcome.receipt), now);
  else await leaveOpen(trx, before, outcome.outcome === 'uncertain' ? 'SendUncertain' : 'Draft', now);
}

/** The channel has it. */
function received(all: readonly StoredDeclaration[], before: StoredDeclaration, receipt: Receipt): StoredDeclaration {
  const { record } = mergeUndated(before.record, { status: 'SentToChannel', pageUrl: receipt.url });
  const isTaken = all.some(({ id, channelAId }) => id !== before.id && channelAId === receipt.channelId);
  const channelAId = isTaken ? undefined : receipt.channelId;
  return {
    ...before,
    record,
    numeroAds: receipt.numeroAds ?? before.numeroAds,
    channelAId: channelAId ?? before.channelAId,
  };
}

/** It did not get there, or nobody knows yet. */
async function leaveOpen(
  trx: Knex.Transaction,
  before: StoredDeclaration,
  status: Extract<Status, 'Draft' | 'SendUncertain'>,
  now: string,
): Promise<void> {
  if (!isOpen(before.status) || before.status === status) return;
  const record = { ...before.record, values: { ...before.record.values, status } };
  await updateDeclaration(trx, before, { ...before, record }, now);
}

async function declarationsAround(knex: Knex, filing: FilingRow) {
  const all = await listedDeclarations(knex, filing.folder_id);
  const isOwn = ({ id }: StoredDeclaration) => id === filing.owner_id;
  return { own: all.find(isOwn), others: all.filter((one) => !isOwn(one)) };
}

/** How far the clock of a partner may be from ours. */
const SKEW_MS = 5 * 60_000;

/**
 * A channel that knows declarations by form and period may answer with the rejected one that this send corrects.
 * Undefined: it does not say enough to tell.
 */
async function isOurs(knex: Knex, filing: FilingRow, found: ChannelDeclaration): Promise<boolean | undefined> {
  if (filing.channel !== 'ChannelA') return true;
  const { channelId, modifiedAt, answeredAt, sentAt } = found;
  const { own, others } = await declarationsAround(knex, filing);
  if (channelId !== undefined && others.some((other) => other.channelAId === channelId)) return false;
  const isSame = ({ type, periodEnd }: StoredDeclaration) => type === filing.kind && periodEnd === filing.period_end;
  const isNew = channelId !== undefined && own?.channelAId !== channelId;
  if (isNew || (own?.channelAId === undefined && !others.some(isSame))) return true;
  const last = [modifiedAt, answeredAt, sentAt]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  return last === undefined ? undefined : Date.parse(last) >= Date.parse(filing.attempted_at) - SKEW_MS;
}

async function notified(trx: Knex.Transaction, all: readonly Noticed[], now: string): Promise<void> {
  for (const one of all) if (!one.isCorrected) await notifiedOf(trx, one, now);
}

async function notifiedOf(trx: Knex.Transaction, { filing, notice }: Noticed, now: string): Promise<void> {
  const all = await lockDeclarations(trx, filing.folder_id);
  const declaration = all.find(({ id }) => id === filing.owner_id);
  const said = saidOfFiling(notice, filing.reference);
  if (!declaration || !said) return;
  if (isRefusedForCvae(declaration.record.values) && !(said.status && isRefused(said.status))) return;
  const identity = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  const { record } = notice.date
    ? mergeDated(declaration.record, said, stampOf(notice.date, said.status ?? 'None', identity))
    : mergeUndated(declaration.record, said);
  const draft = { ...declaration, record, numeroAds: declaration.numeroAds ?? notice.numeroAds };
  await updateDeclaration(trx, declaration, draft, now);
}
