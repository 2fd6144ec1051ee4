/**
 * Undo of one import: the accounts become what they would be had the file never come. A statement that another file
 * carries too stays; a transaction stays as long as a statement shows it.
 */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import { refuseReconciledChange } from '../../ledger/reconciled.ts';
import { visibleFolders } from '../../operation/actor.ts';
import type { Context } from '../../operation/context.ts';
import { bankingErrors } from '../errors.ts';
import { recordEvents } from '../events.ts';
import { removeAdvices } from './advices/store.ts';
import { daysOf, pairFormats } from './pairing/pair-formats.ts';
import { noteDays, settleTwins } from './settle.ts';
import { prepareStaging } from './staging.ts';

export interface Undone {
  readonly importId: number;
  readonly statementsRemoved: number;
  readonly transactionsRemoved: number;
  readonly accountsRemoved: number;
  /** Drafts written from transactions that are gone. */
  readonly entriesRemoved: number;
  /** Of transactions that are gone to entries, those drafts too. */
  readonly linksRemoved: number;
}

export type Released = Pick<Undone, 'entriesRemoved' | 'linksRemoved'>;

/**
 * What depends on the transactions that these statements alone show, and must go or refuse before they do. In the
 * transaction of the removal.
 */
export type Release = (
  ctx: Context,
  trx: Knex.Transaction,
  folderId: number,
  statementIds: readonly number[],
) => Promise<Released>;

/** Undoes an import, each of its folders in one transaction. Throws StatementImportNotFound and what `release` throws. */
export async function undoImport(ctx: Context, importId: number, release: Release): Promise<Undone> {
  const db = await ctx.db();
  const visible = visibleFolders(ctx.actor);
  const folders: number[] = await db
    .knex('statement_file')
    .where({ id: importId })
    .orderBy('folder_id')
    .pluck('folder_id');
  if (folders.length === 0 || folders.some((id) => visible !== 'all' && !visible.has(id))) {
    throw bankingErrors.StatementImportNotFound({ importId });
  }
  let undone: Undone = { importId, ...NOTHING };
  for (const folderId of folders) {
    const part = await db.transaction(async (trx) => {
      const orphans = await takeOff(trx, folderId, importId);
      const ids = orphans.map(({ id }) => id);
      const released = await release(ctx, trx, folderId, ids);
      const removed = await remove(ctx, trx, { folderId, importId }, orphans);
      return { ...removed, ...released };
    });
    undone = { importId, ...sumOf(undone, part) };
  }
  return undone;
}

type Counts = Omit<Undone, 'importId'>;

const NOTHING: Counts = {
  statementsRemoved: 0,
  transactionsRemoved: 0,
  accountsRemoved: 0,
  entriesRemoved: 0,
  linksRemoved: 0,
};

const sumOf = (a: Counts, b: Counts): Counts => ({
  statementsRemoved: a.statementsRemoved + b.statementsRemoved,
  transactionsRemoved: a.transactionsRemoved + b.transactionsRemoved,
  accountsRemoved: a.accountsRemoved + b.accountsRemoved,
  entriesRemoved: a.entriesRemoved + b.entriesRemoved,
  linksRemoved: a.linksRemoved + b.linksRemoved,
});

/** Takes the file off its statements; returns those that no other file carries. The accounts stay locked. */
async function takeOff(trx: Knex.Transaction, folderId: number, importId: number): Promise<Orphan[]> {
  await prepareStaging(trx);
  // Waits for runs of this import to end their transaction, and keeps the next one away.
  await trx('statement_file').where({ folder_id: folderId, id: importId }).forUpdate();
  await lockAccounts(trx, folderId, importId);
  return unlinkStatements(trx, folderId, importId);
}

async function remove(
  ctx: Context,
  trx: Knex.Transaction,
  { folderId, importId }: { readonly folderId: number; readonly importId: number },
  orphans: readonly Orphan[],
): Promise<Omit<Counts, keyof Released>> {
  let transactionsRemoved = 0;
  for (const [accountId, statements] of groupBy(orphans, ({ account_id }) => account_id)) {
    transactionsRemoved += await removeStatements(trx, { folderId, accountId, now: ctx.clock.now() }, statements);
    const event = { type: 'StatementRemoved', aggregateName: 'BankAccount', aggregateId: accountId } as const;
    await recordEvents(trx, ctx, folderId, [event]);
  }
  await removeAdvices(trx, folderId, importId);
  await trx('statement_file').where({ folder_id: folderId, id: importId }).delete();
  await refuseReconciledChange(trx, folderId); // before the lock goes with its account
  const accountsRemoved = await removeAccounts(trx, folderId, importId);
  return { statementsRemoved: orphans.length, transactionsRemoved, accountsRemoved };
}

/** Always in one order, so that two of them cannot wait for each other. */
const lockAccounts = (trx: Knex.Transaction, folderId: number, importId: number) =>
  trx.raw(
    `select id from bank_account a
     where a.folder_id = :folderId and (a.created_by_file = :importId or exists (
       select from bank_statement s join bank_statement_source o on o.folder_id = s.folder_id and o.statement_id = s.id
       where s.folder_id = :folderId and s.account_id = a.id and o.file_id = :importId) or exists (
       select from bank_advice v join bank_advice_source o on o.folder_id = v.folder_id and o.advice_id = v.id
       where v.folder_id = :folderId and v.account_id = a.id and o.file_id = :importId))
     order by id for no key update`,
    { folderId, importId },
  );

interface Orphan {
  readonly id: number;
  readonly account_id: number;
  readonly start_date: string;
  readonly end_date: string;
}

async function unlinkStatements(trx: Knex.Transaction, folderId: number, importId: number): Promise<Orphan[]> {
  const { rows } = await trx.raw(
    `with unlinked as (
       delete from bank_statement_source where folder_id = :folderId and file_id = :importId returning statement_id
     )
     select s.id, s.account_id, s.start_date, s.end_date
     from unlinked u join bank_statement s on s.folder_id = :folderId and s.id = u.statement_id
     where not exists (select from bank_statement_source o
                       where o.folder_id = s.folder_id and o.statement_id = s.id and o.file_id <> :importId)
     order by s.account_id, s.id`,
    { folderId, importId },
  );
  return rows;
}

/** Removes statements of one account with what they alone show; returns how many transactions went. */
async function removeStatements(
  trx: Knex.Transaction,
  place: { readonly folderId: number; readonly accountId: number; readonly now: string },
  orphans: readonly Orphan[],
): Promise<number> {
  const bindings = { folderId: place.folderId, ids: orphans.map(({ id }) => id) };
  await trx.raw(
    `insert into bank_unsettled
     select distinct t.fingerprint from bank_sighting g
     join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
     where g.folder_id = :folderId and g.statement_id = any(:ids)`,
    bindings,
  );
  await trx.raw('delete from bank_sighting where folder_id = :folderId and statement_id = any(:ids)', bindings);
  await trx.raw('delete from bank_statement where folder_id = :folderId and id = any(:ids)', bindings);
  const inside = orphans.filter(({ start_date, end_date }) => start_date === end_date);
  await noteDays(
    trx,
    place,
    inside.map(({ start_date }) => start_date),
  );
  const days = daysOf(
    orphans.map(({ start_date, end_date }) => ({ start: { date: start_date }, end: { date: end_date } })),
  );
  return -(await settleTwins(trx, place)) - (await pairFormats(trx, place, days));
}

/** Accounts that the import made go with it, unless something else has come into them. */
async function removeAccounts(trx: Knex.Transaction, folderId: number, importId: number): Promise<number> {
  const { rowCount } = await trx.raw(
    `delete from bank_account a
     where a.folder_id = :folderId and a.created_by_file = :importId
       and not exists (select from bank_statement s where s.folder_id = a.folder_id and s.account_id = a.id)
       and not exists (select from bank_transaction t where t.folder_id = a.folder_id and t.account_id = a.id)`,
    { folderId, importId },
  );
  await trx('bank_account').where({ folder_id: folderId, created_by_file: importId }).update({ created_by_file: null });
  return rowCount ?? 0;
}
