/** How a notice moves a return from state to state. */
import type { Knex } from 'knex';
import { moveReturn } from '../drafts/transition.ts';
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

/** Follows a verdict: what it says is kept, whether the state changes or not. */
export async function follow(trx: Knex.Transaction, row: ProcedureRow, verdict: Verdict): Promise<Status> {
  const status = statusAfter(row.status, verdict);
  const answers = [...row.answers, ...verdict.answers];
  await procedures(trx)
    .where({ folder_id: row.folder_id, id: row.id })
    .update({ answers: JSON.stringify(answers) as never });
  if (status !== row.status) await moveReturn(trx, row, { status });
  return status;
}
