/** The outbox: one row per attempt to file, committed before anything leaves. */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ChannelName, FilingQuestion } from '../channels/channel.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { type Instant, readInstant } from '../kernel/paris-time.ts';
import type { Dispatch, Owner, OwnerKind } from './filer.ts';
import type { Question } from './questions.ts';

/**
 * `Sending`: it may be leaving. `SendUncertain`: its answer was lost. `Sent`: the channel has it. `Refused`: the channel
 * said no. `NotSent`: it never left. `Lost`: the channel, asked twice, does not know it.
 */
export type FilingState = 'Sending' | 'SendUncertain' | 'Sent' | 'Refused' | 'NotSent' | 'Lost';

export interface FilingRow {
  readonly folder_id: number;
  readonly id: number;
  readonly owner_kind: OwnerKind;
  readonly owner_id: number;
  readonly channel: ChannelName;
  readonly kind: string;
  readonly period_end: PlainDate;
  readonly reference: string;
  readonly siren: string;
  readonly form: string;
  readonly due: PlainDate | null;
  readonly is_test: boolean;
  readonly sha256: string;
  readonly state: FilingState;
  readonly numero_ads: string | null;
  readonly message: string | null;
  readonly questions: readonly Question[];
  readonly attempted_at: string;
  readonly ended_at: string | null;
}

export const OPEN_STATES: readonly FilingState[] = ['Sending', 'SendUncertain'];

/** The channel has it, or may have it. */
const STANDING_STATES: readonly FilingState[] = ['Sent', 'SendUncertain'];

export const filings = (knex: Knex): Knex.QueryBuilder<FilingRow, FilingRow[]> =>
  knex<FilingRow, FilingRow[]>('filing');

export const ownerOf = ({ folder_id, owner_kind, owner_id }: FilingRow): Owner => ({
  folderId: folder_id,
  kind: owner_kind,
  id: owner_id,
});

/** What a file is known by. */
export const fileHash = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Undefined when another send of this kind is open for the owner. */
export async function insertFiling(
  trx: Knex.Transaction,
  owner: Owner,
  { channel, kind, filing }: Dispatch,
  now: string,
): Promise<FilingRow | undefined> {
  const { reference, siren, form, end, due, isTest, payload } = filing;
  const row = {
    folder_id: owner.folderId,
    owner_kind: owner.kind,
    owner_id: owner.id,
    channel,
    kind,
    period_end: end,
    reference,
    siren,
    form,
    due: due ?? null,
    is_test: isTest,
    sha256: fileHash(payload.content),
    state: 'Sending',
    attempted_at: now,
  } as const;
  const open = trx.raw(`(folder_id, owner_kind, owner_id, kind) where state in ('Sending', 'SendUncertain')`);
  const [inserted] = await filings(trx).insert(row).onConflict(open).ignore().returning('*');
  return inserted;
}

/** Which open filings: of a folder, of some kinds of owners, of one kind and period when they are given. */
export interface OpenScope {
  readonly folderId: number;
  readonly kind?: string | undefined;
  readonly end?: PlainDate | undefined;
}

/** Open filings, oldest first. */
export const openFilings = (
  knex: Knex,
  { folderId, kind, end }: OpenScope,
  owners: readonly OwnerKind[],
): Promise<FilingRow[]> =>
  filings(knex)
    .where({ folder_id: folderId, ...(kind !== undefined && { kind }), ...(end !== undefined && { period_end: end }) })
    .whereIn('owner_kind', [...owners])
    .whereIn('state', [...OPEN_STATES])
    .orderBy('id')
    .then((rows) => rows);

export const readFiling = async (knex: Knex, folderId: number, id: number): Promise<FilingRow | undefined> =>
  filings(knex).where({ folder_id: folderId, id }).first();

/** Whose filing stands: of these owners, of one kind of filing when it is given. */
export interface Standing {
  readonly folderId: number;
  readonly owner: OwnerKind;
  readonly ids: readonly number[];
  readonly kind?: string | undefined;
  /** Only those of this file. */
  readonly sha256?: string | undefined;
}

/**
 * The filing that stands: the latest that a channel has, or may have. It says whether its owner is filed for test, and
 * only its pieces are those of the owner: those of a filing that it corrects belong to that one.
 */
export const standingFiling = (
  knex: Knex,
  { folderId, owner, ids, kind, sha256 }: Standing,
): Promise<FilingRow | undefined> =>
  filings(knex)
    .where({ folder_id: folderId, owner_kind: owner })
    .where({ ...(kind !== undefined && { kind }), ...(sha256 !== undefined && { sha256 }) })
    .whereIn('owner_id', [...ids])
    .whereIn('state', [...STANDING_STATES])
    .orderBy('id', 'desc')
    .first()
    .then((row) => row);

/** Of each owner and kind among these filings, the one that stands. */
export async function latestStanding(knex: Knex, all: readonly FilingRow[]): Promise<FilingRow[]> {
  return filings(knex)
    .distinctOn('folder_id', 'owner_kind', 'owner_id', 'kind')
    .whereRaw(
      '(folder_id, owner_kind, owner_id, kind) in (select * from unnest(?::integer[], ?::text[], ?::integer[], ?::text[]))',
      [
        all.map(({ folder_id }) => folder_id),
        all.map(({ owner_kind }) => owner_kind),
        all.map(({ owner_id }) => owner_id),
        all.map(({ kind }) => kind),
      ],
    )
    .whereIn('state', [...STANDING_STATES])
    .orderBy(['folder_id', 'owner_kind', 'owner_id', 'kind', { column: 'id', order: 'desc' }]);
}

/** Ends or doubts an open filing. False when it was ended before: its end stands. */
export const closeFiling = async (
  knex: Knex,
  { folder_id, id }: Pick<FilingRow, 'folder_id' | 'id'>,
  change: Partial<Pick<FilingRow, 'state' | 'numero_ads' | 'message' | 'questions' | 'ended_at'>>,
): Promise<boolean> => {
  const { questions, ...others } = change;
  const asked = questions && { questions: JSON.stringify(questions) };
  const changed = await knex('filing')
    .where({ folder_id, id })
    .whereIn('state', [...OPEN_STATES])
    .update({ ...others, ...asked });
  return changed > 0;
};

/** A notice proves that a deposit arrived which had been given up. */
export const provedFiling = async (knex: Knex, { folder_id, id }: FilingRow, numeroAds: string): Promise<void> => {
  await knex('filing').where({ folder_id, id }).update({ state: 'Sent', numero_ads: numeroAds });
};

export const isOpenFiling = ({ state }: FilingRow): boolean => OPEN_STATES.includes(state);

/** What the channel is asked when an answer was lost. */
export const questionOf = (row: FilingRow): FilingQuestion => ({
  reference: row.reference,
  siren: row.siren,
  form: row.form,
  end: row.period_end,
  ...(row.due !== null && { due: row.due }),
  attemptedAt: readInstant(row.attempted_at) as Instant,
});

/** The lock that a sender holds from before its row is there until its end: whoever gets it knows that no one sends. */
export const senderLock = ({ folder_id, reference }: Pick<FilingRow, 'folder_id' | 'reference'>): string =>
  `filing ${folder_id} ${reference}`;
