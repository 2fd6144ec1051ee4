/**
 * Staged statements become part of their accounts: a statement that is known is only noted as carried by one more file;
 * of the movements of a new one, those that statements before it showed are recognised, the others become transactions.
 */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import { daysOf, pairFormats } from './pairing/pair-formats.ts';
import { type NewStatement, noteDays, noteShared, settleTwins } from './settle.ts';
import { MOVEMENT_COLUMNS, type StagedStatement } from './staging.ts';

export interface MergePlace {
  readonly folderId: number;
  readonly fileId: number;
  /** Present instant. */
  readonly now: string;
}

/** What came into one account. */
export interface Merged {
  readonly statementsCreated: number;
  readonly statementsKnown: number;
  readonly transactionsCreated: number;
  /** Movements of new statements that were there already. */
  readonly transactionsKnown: number;
}

/** From so many rows on, the planner learns what it is about to join. */
const ANALYZE_ROWS = 1000;

/** Merges what the transaction has staged, accounts of one folder, which must be locked; returns it by account. */
export async function mergeStaged(
  trx: Knex.Transaction,
  place: MergePlace,
  statements: readonly StagedStatement[],
  rows: number,
): Promise<ReadonlyMap<number, Merged>> {
  const created = await insertStatements(trx, place, statements);
  await linkToFile(trx, place, statements);
  if (rows >= ANALYZE_ROWS) await trx.raw(`set local work_mem = '64MB'; analyze bank_staged`);
  const movements = created.length > 0 ? await insertMovements(trx, place, created) : new Map<number, Movements>();
  const merged = new Map<number, Merged>();
  for (const [accountId, own] of groupBy(statements, (statement) => statement.accountId)) {
    const fresh = created.filter((statement) => statement.accountId === accountId);
    const { added, seen } = movements.get(accountId) ?? { added: 0, seen: 0 };
    const change = await settle(trx, { folderId: place.folderId, accountId, now: place.now }, fresh, seen > added);
    merged.set(accountId, {
      statementsCreated: fresh.length,
      statementsKnown: own.length - fresh.length,
      transactionsCreated: added + change,
      transactionsKnown: seen - added - change,
    });
  }
  return merged;
}

/** Returns by how many transactions the account has grown, against one for each movement. `isShared`: others had shown some of the new movements. */
async function settle(
  trx: Knex.Transaction,
  account: { readonly folderId: number; readonly accountId: number; readonly now: string },
  fresh: readonly NewStatement[],
  isShared: boolean,
): Promise<number> {
  const shared = isShared ? await noteShared(trx, account, fresh) : 0;
  const intraday = fresh.filter(({ start, end }) => start.date === end.date && start.units !== end.units);
  const linked = await noteDays(
    trx,
    account,
    intraday.map(({ start }) => start.date),
  );
  const grown = shared + linked > 0 ? await settleTwins(trx, account) : 0;
  return grown + (await pairFormats(trx, account, daysOf(fresh)));
}

const keyOf = (accountId: number, digest: string): string => `${accountId}/${digest}`;

/** Inserts the statements that are not known; one that comes twice is inserted once. */
async function insertStatements(
  trx: Knex.Transaction,
  { folderId, now }: MergePlace,
  statements: readonly StagedStatement[],
): Promise<NewStatement[]> {
  const distinct = new Map<string, StagedStatement>();
  for (const statement of statements) {
    const key = keyOf(statement.accountId, statement.digest);
    if (!distinct.has(key)) distinct.set(key, statement);
  }
  const inserted: { id: number; account_id: number; digest: Buffer }[] = await trx('bank_statement')
    .insert([...distinct.values()].map((statement) => statementRow(folderId, statement, now)))
    .onConflict(['folder_id', 'account_id', 'digest'])
    .ignore()
    .returning(['id', 'account_id', 'digest']);
  return inserted.flatMap(({ id, account_id, digest }) => {
    const statement = distinct.get(keyOf(account_id, digest.toString('hex')));
    return statement ? [{ ...statement, id }] : [];
  });
}

const statementRow = (folderId: number, statement: StagedStatement, now: string) => ({
  folder_id: folderId,
  account_id: statement.accountId,
  format: statement.format,
  currency: statement.currency,
  decimals: statement.decimals,
  start_date: statement.start.date,
  start_units: statement.start.units,
  end_date: statement.end.date,
  end_units: statement.end.units,
  movement_count: statement.movements,
  has_balances: statement.hasBalances,
  is_balanced: statement.isBalanced,
  digest: Buffer.from(statement.digest, 'hex'),
  created_at: now,
});

const linkToFile = (trx: Knex.Transaction, { folderId, fileId }: MergePlace, statements: readonly StagedStatement[]) =>
  trx.raw(
    `insert into bank_statement_source (folder_id, statement_id, file_id)
     select s.folder_id, s.id, :fileId
     from (select distinct account_id, digest from unnest(cast(:accounts as int[]), cast(:digests as text[]))
             as d(account_id, digest)) d
     join bank_statement s
       on s.folder_id = :folderId and s.account_id = d.account_id and s.digest = decode(d.digest, 'hex')
     on conflict do nothing`,
    {
      folderId,
      fileId,
      accounts: statements.map(({ accountId }) => accountId),
      digests: statements.map(({ digest }) => digest),
    },
  );

/** Movements of the new statements of an account, and how many of them became transactions. */
interface Movements {
  readonly seen: number;
  readonly added: number;
}

const COLUMNS = MOVEMENT_COLUMNS.join(', ');

/**
 * The n-th of movements alike in a statement is taken for the n-th that the account has; twins that follow each other
 * are distinguished afterwards. Transactions are numbered in the order of the file.
 */
async function insertMovements(
  trx: Knex.Transaction,
  { folderId, now }: MergePlace,
  created: readonly NewStatement[],
): Promise<ReadonlyMap<number, Movements>> {
  const { rows } = await trx.raw(
    `with fresh as materialized (
       select s.*, c.statement_id,
              row_number() over (partition by c.statement_id, s.fingerprint order by s.rank)::int as twin
       from bank_staged s
       join unnest(cast(:places as int[]), cast(:ids as int[])) as c(place, statement_id) using (place)
     ), known as (
       select t.id, t.account_id, t.fingerprint, t.twin from bank_transaction t
       where t.folder_id = :folderId
         and (t.account_id, t.fingerprint, t.twin) in (select account_id, fingerprint, twin from fresh)
     ), added as (
       insert into bank_transaction (folder_id, account_id, twin, created_at, updated_at, ${COLUMNS})
       select :folderId, account_id, twin, :now, :now, ${COLUMNS}
       from (select distinct on (account_id, fingerprint, twin) f.* from fresh f
             where not exists (select from known k
                               where (k.account_id, k.fingerprint, k.twin) = (f.account_id, f.fingerprint, f.twin))
             order by account_id, fingerprint, twin, rank) first
       order by rank
       returning id, account_id, fingerprint, twin
     ), seen as (
       insert into bank_sighting (folder_id, statement_id, transaction_id)
       select :folderId, f.statement_id, t.id
       from fresh f join (select * from known union all select * from added) t using (account_id, fingerprint, twin)
     )
     select f.account_id, f.seen, coalesce(a.added, 0) as added
     from (select account_id, count(*)::int as seen from fresh group by account_id) f
     left join (select account_id, count(*)::int as added from added group by account_id) a using (account_id)`,
    { folderId, now, places: created.map(({ place }) => place), ids: created.map(({ id }) => id) },
  );
  return new Map((rows as (Movements & { account_id: number })[]).map((row) => [row.account_id, row]));
}
