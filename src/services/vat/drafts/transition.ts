/** Moves of a return between its states, with what each does to what is declared. */
import type { Knex } from 'knex';
import { balancesToKeep } from '../framing/vat-balances.ts';
import { aboutFolder } from '../procedures/about.ts';
import { takeBackClosing } from '../procedures/closing.ts';
import { groups, type ProcedureRow, procedures } from '../procedures/store.ts';
import { bindImposed } from './imposed.ts';
import { countReturn, releaseReturn } from './watch.ts';

/** Statuses in which a return declares nothing. */
const WITHOUT_EFFECT: readonly string[] = ['Draft', 'Rejected', 'Cancelled'];

const declares = ({ status, test_mode }: Pick<ProcedureRow, 'status' | 'test_mode'>): boolean =>
  !WITHOUT_EFFECT.includes(status) && test_mode !== true;

/**
 * Changes a return that is locked: the shares of its draft are declared with the status that makes it count, all of them,
 * and released with the one that makes it count no more.
 */
export async function moveReturn(
  trx: Knex.Transaction,
  before: ProcedureRow,
  change: Partial<Omit<ProcedureRow, 'folder_id' | 'id'>> & Pick<ProcedureRow, 'status'>,
): Promise<void> {
  const { folder_id, id } = before;
  if (change.status === 'Rejected') await takeBackClosing(trx, before);
  const isLeaving = before.status === 'Draft' && change.status !== 'Draft';
  const kept = isLeaving ? await keptOf(trx, before) : {};
  await procedures(trx)
    .where({ folder_id, id })
    .update({ ...change, ...kept });
  const counted = declares(before);
  const counts = declares({ ...before, ...change });
  if (counts && !counted) await count(trx, before);
  if (counted && !counts) await releaseReturn(trx, folder_id, id);
}

/** What its grids and its papers say for ever, beside its boxes and its shares. */
const keptOf = async (trx: Knex.Transaction, row: ProcedureRow) => ({
  framing_balances: await balancesToKeep(trx, row),
  left_as: await aboutFolder(trx, row.folder_id),
});

/** A return that is locked, with the answers it has now and the status they give it. */
export interface Answered extends Pick<ProcedureRow, 'status' | 'answers'> {
  readonly before: ProcedureRow;
}

/** The same for many, in one statement for those that declare after it what they declared before. */
export async function moveAnswered(trx: Knex.Transaction, all: readonly Answered[]): Promise<void> {
  const isPlain = ({ before, status }: Answered) =>
    status === before.status || (status !== 'Rejected' && declares(before) === declares({ ...before, status }));
  await writeAnswers(trx, all.filter(isPlain));
  for (const { before, status, answers } of all.filter((one) => !isPlain(one)))
    await moveReturn(trx, before, { status, answers: JSON.stringify(answers) as never });
}

const writeAnswers = (trx: Knex.Transaction, all: readonly Answered[]) =>
  trx.raw(
    `update vat_procedure p set status = said.status, answers = said.answers::jsonb
     from unnest(:folders::integer[], :ids::integer[], :statuses::text[], :answers::text[])
       as said (folder_id, id, status, answers)
     where p.folder_id = said.folder_id and p.id = said.id`,
    {
      folders: all.map(({ before }) => before.folder_id),
      ids: all.map(({ before }) => before.id),
      statuses: all.map(({ status }) => status),
      answers: all.map(({ answers }) => JSON.stringify(answers)),
    },
  );

async function count(trx: Knex.Transaction, { folder_id, id, group_id, shares_version }: ProcedureRow): Promise<void> {
  const group = await groups(trx).where({ folder_id, id: group_id }).first('end_date');
  if (group) await countReturn(trx, folder_id, { endDate: group.end_date, sharesVersion: shares_version });
  await bindImposed(trx, folder_id, id);
}
