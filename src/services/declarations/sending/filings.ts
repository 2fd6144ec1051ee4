/** The outbox: one row per attempt to file, committed before anything leaves. */
import type { Knex } from 'knex';
import type { ChannelName, FilingQuestion } from '../../channels/channel.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { type Instant, readInstant } from '../../kernel/paris-time.ts';
import type { Question } from '../rules/doubt.ts';
import type { SendableType } from './period.ts';
import type { Prepared } from './prepare.ts';

/**
 * `Sending`: it may be leaving. `SendUncertain`: its answer was lost. `Sent`: the channel has it. `Refused`: the channel
 * said no. `NotSent`: it never left. `Lost`: the channel, asked twice, does not know it.
 */
export type FilingState = 'Sending' | 'SendUncertain' | 'Sent' | 'Refused' | 'NotSent' | 'Lost';

export interface FilingRow {
  readonly folder_id: number;
  readonly id: number;
  readonly declaration_id: number;
  readonly channel: ChannelName;
  readonly type: SendableType;
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

const OPEN: readonly FilingState[] = ['Sending', 'SendUncertain'];

const filings = (knex: Knex) => knex<FilingRow>('filing');

/** Throws the unique violation of PostgreSQL when another send of the declaration is open: callers hold the folder. */
export async function insertFiling(
  trx: Knex.Transaction,
  { folderId, channel, type, period, filing, sha256 }: Prepared,
  declarationId: number,
  now: string,
): Promise<FilingRow> {
  const { reference, siren, form, due, isTest } = filing;
  const [row] = await filings(trx)
    .insert({
      folder_id: folderId,
      declaration_id: declarationId,
      channel,
      type,
      period_end: period.end,
      reference,
      siren,
      form,
      due: due ?? null,
      is_test: isTest,
      sha256,
      state: 'Sending',
      attempted_at: now,
    })
    .returning('*');
  return row as FilingRow;
}

/** Open filings of a folder, oldest first; of one declaration period when it is given. */
export const openFilings = async (
  knex: Knex,
  folderId: number,
  period?: { readonly type: string; readonly end: PlainDate },
): Promise<FilingRow[]> =>
  filings(knex)
    .where({ folder_id: folderId })
    .whereIn('state', OPEN)
    .modify((query) => {
      if (period) query.where({ type: period.type as SendableType, period_end: period.end });
    })
    .orderBy('id') as unknown as Promise<FilingRow[]>;

export const readFiling = async (knex: Knex, folderId: number, id: number): Promise<FilingRow> =>
  (await filings(knex).where({ folder_id: folderId, id }).first()) as FilingRow;

/** Ends or doubts an open filing. False when it was ended before: its end stands. */
export const closeFiling = async (
  knex: Knex,
  { folder_id, id }: Pick<FilingRow, 'folder_id' | 'id'>,
  change: Partial<Pick<FilingRow, 'state' | 'numero_ads' | 'message' | 'questions' | 'ended_at'>>,
): Promise<boolean> => {
  const { questions, ...others } = change;
  const said = questions && { questions: JSON.stringify(questions) };
  const changed = await knex('filing')
    .where({ folder_id, id })
    .whereIn('state', OPEN)
    .update({ ...others, ...said });
  return changed > 0;
};

/** A notice proves that a deposit arrived which had been given up. */
export const provedFiling = async (knex: Knex, { folder_id, id }: FilingRow, numeroAds: string): Promise<void> => {
  await knex('filing').where({ folder_id, id }).update({ state: 'Sent', numero_ads: numeroAds });
};

export const isOpenFiling = ({ state }: FilingRow): boolean => OPEN.includes(state);

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
