/** Advices as they are stored: what another file told already is noted as told by one more. */
import type { Knex } from 'knex';
import { type Advice, adviceFingerprint } from './advice.ts';

export interface AdvicePlace {
  readonly folderId: number;
  readonly accountId: number;
  readonly fileId: number;
  readonly format: string;
  readonly now: string;
}

export interface AdvicesTaken {
  readonly created: number;
  readonly known: number;
}

/** Advices alike that the file has told so far, by account and fingerprint. */
export type Twins = Map<string, number>;

export async function insertAdvices(
  trx: Knex.Transaction,
  place: AdvicePlace,
  advices: readonly Advice[],
  twins: Twins,
): Promise<AdvicesTaken> {
  const { folderId, accountId, fileId } = place;
  const rows = advices.map((advice) => rowOf(place, advice, twins));
  if (rows.length === 0) return { created: 0, known: 0 };
  const unique = ['folder_id', 'account_id', 'fingerprint', 'twin'];
  const created = await trx('bank_advice').insert(rows).onConflict(unique).ignore().returning('id');
  await trx.raw(
    `insert into bank_advice_source (folder_id, advice_id, file_id)
     select :folderId, a.id, :fileId
     from unnest(cast(:fingerprints as uuid[]), cast(:twins as int[])) as f(fingerprint, twin)
     cross join lateral (
       select id from bank_advice a
       where (a.folder_id, a.account_id, a.fingerprint, a.twin) = (:folderId, :accountId, f.fingerprint, f.twin)
       offset 0 -- by the index, row by row: the table grows while nothing is known of it
     ) a
     on conflict do nothing`,
    {
      folderId,
      accountId,
      fileId,
      fingerprints: rows.map(({ fingerprint }) => fingerprint),
      twins: rows.map(({ twin }) => twin),
    },
  );
  return { created: created.length, known: rows.length - created.length };
}

function rowOf({ folderId, accountId, format, now }: AdvicePlace, advice: Advice, twins: Twins) {
  const fingerprint = adviceFingerprint(advice);
  const key = `${accountId}/${fingerprint}`;
  const twin = (twins.get(key) ?? 0) + 1;
  twins.set(key, twin);
  return {
    folder_id: folderId,
    account_id: accountId,
    format,
    fingerprint,
    twin,
    operation_code: advice.operationCode,
    day: advice.day,
    amount_units: advice.units,
    total_units: advice.totalUnits,
    decimals: advice.decimals,
    currency: advice.currency,
    party: advice.party,
    party_iban: advice.partyIban,
    text: advice.text,
    reference: advice.reference,
    reject_code: advice.rejectCode,
    origin_day: advice.originDay,
    origin_reference: advice.originReference,
    created_at: now,
  };
}

/** Takes a file off its advices; those that no other file told go. */
export const removeAdvices = (trx: Knex.Transaction, folderId: number, fileId: number) =>
  trx.raw(
    `with told as (delete from bank_advice_source where folder_id = :folderId and file_id = :fileId returning advice_id)
     delete from bank_advice a using told
     where a.folder_id = :folderId and a.id = told.advice_id
       and not exists (select from bank_advice_source o
                       where o.folder_id = a.folder_id and o.advice_id = a.id and o.file_id <> :fileId)`,
    { folderId, fileId },
  );
