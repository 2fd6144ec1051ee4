/** How a notice moves a return from state to state. */
import type { Knex } from 'knex';
import { moveAnswered } from '../drafts/transition.ts';
import { type Answer, type ProcedureRow, procedures } from '../procedures/store.ts';

type Status = ProcedureRow['status'];

/** A verdict on a deposit: of the portal (Acs) or of the tax authority (Ars). */
export interface Verdict {
  readonly kind: 'Acs' | 'Ars';
  readonly isAccepted: boolean;
  readonly answers: readonly Answer[];
}

const UNDER_WAY: readonly Status[] = ['Sending', 'SendUncertain', 'Sent', 'Transmitted'];

export const isUnderWay = (status: Status): boolean => UNDER_WAY.includes(status);

/** Notices come in any order: one that is late, or about what is decided already, changes nothing. */
export function statusAfter(status: Status, { kind, isAccepted }: Pick<Verdict, 'kind' | 'isAccepted'>): Status {
  if (!isUnderWay(status)) return status;
  if (!isAccepted) return 'Rejected';
  return kind === 'Ars' ? 'Accepted' : 'Transmitted';
}

type Key = Pick<ProcedureRow, 'folder_id' | 'id'>;

export const lockProcedure = async (trx: Knex.Transaction, { folder_id, id }: Key): Promise<ProcedureRow | undefined> =>
  procedures(trx).where({ folder_id, id }).forUpdate().first();

/** Locked in one order, whoever asks for them. */
export const lockProcedures = async (trx: Knex.Transaction, keys: readonly Key[]): Promise<ProcedureRow[]> =>
  procedures(trx)
    .whereRaw('(folder_id, id) in (select * from unnest(?::integer[], ?::integer[]))', [
      keys.map(({ folder_id }) => folder_id),
      keys.map(({ id }) => id),
    ])
    .orderBy(['folder_id', 'id'])
    .forUpdate();

/** A verdict on a return that is locked. */
export interface Followed {
  readonly row: ProcedureRow;
  readonly verdict: Verdict;
}

/** Follows verdicts in this order: what each says is kept, whether the state changes or not. */
export async function followAll(trx: Knex.Transaction, all: readonly Followed[]): Promise<void> {
  const after = new Map<ProcedureRow, Pick<ProcedureRow, 'status' | 'answers'>>();
  for (const { row, verdict } of all) {
    const { status, answers } = after.get(row) ?? row;
    after.set(row, { status: statusAfter(status, verdict), answers: [...answers, ...verdict.answers] });
  }
  await moveAnswered(
    trx,
    [...after].map(([before, change]) => ({ before, ...change })),
  );
}

export async function follow(trx: Knex.Transaction, row: ProcedureRow, verdict: Verdict): Promise<Status> {
  await followAll(trx, [{ row, verdict }]);
  return statusAfter(row.status, verdict);
}
