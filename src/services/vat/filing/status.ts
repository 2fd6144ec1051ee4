/** How a notice moves a return from state to state. */
import type { Knex } from 'knex';
import type { FilingRow } from '../../filing/filings.ts';
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

type Filed = Pick<FilingRow, 'folder_id' | 'owner_id' | 'sha256'>;

/** The return of a deposit, and the refund that left with it. */
export const isFiledBy = (row: ProcedureRow, { folder_id, owner_id, sha256 }: Filed): boolean =>
  row.folder_id === folder_id && (row.id === owner_id || row.filed_in === sha256);

/** What is in these deposits, locked in one order, whoever asks for it. */
export const lockFiled = async (trx: Knex.Transaction, all: readonly Filed[]): Promise<ProcedureRow[]> =>
  procedures(trx)
    .whereRaw(
      `(folder_id, id) in (
         select * from unnest(:folders::integer[], :ids::integer[])
         union select r.folder_id, r.id from vat_procedure r
           join unnest(:folders::integer[], :files::text[]) as f (folder_id, sha256)
             on r.folder_id = f.folder_id and r.filed_in = f.sha256)`,
      {
        folders: all.map(({ folder_id }) => folder_id),
        ids: all.map(({ owner_id }) => owner_id),
        files: all.map(({ sha256 }) => sha256),
      },
    )
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
