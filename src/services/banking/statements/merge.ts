/**
 * Staged statements become part of their account: a statement that is known is only noted as carried by one more file;
 * of the movements of a new one, those that statements before it showed are recognised, the others become transactions.
 */
import type { Knex } from 'knex';
import { settleTwins, unsettled } from './settle.ts';
import { MOVEMENT_COLUMNS, type NewStatements, type StagedStatement } from './staging.ts';

export interface MergePlace {
  readonly folderId: number;
  readonly accountId: number;
  readonly fileId: number;
  /** Present instant. */
  readonly now: string;
}

export interface Merged {
  readonly statementsCreated: number;
  readonly statementsKnown: number;
  readonly transactionsCreated: number;
  /** Movements of new statements that were there already. */
  readonly transactionsKnown: number;
}

/** From so many rows on, the planner is told what it is about to join. */
const ANALYZE_ROWS = 1000;

/** Merges what the transaction has staged; the account must be locked. */
export async function mergeStaged(
  trx: Knex.Transaction,
  place: MergePlace,
  statements: readonly StagedStatement[],
  rows: number,
): Promise<Merged> {
  const created = await insertStatements(trx, place, statements);
  await linkToFile(trx, place, statements);
  const known = statements.length - created.size;
  if (created.size === 0) {
    return { statementsCreated: 0, statementsKnown: known, transactionsCreated: 0, transactionsKnown: 0 };
  }
  if (rows >= ANALYZE_ROWS) await trx.raw(`set local work_mem = '64MB'; analyze bank_staged`);
  const { added, seen } = await insertMovements(trx, place, created);
  // Every sighting made a transaction of its own: no movement is shared with another statement.
  const shared = seen > added;
  const change = (await unsettled(trx, place, created, shared)) ? await settleTwins(trx, place) : 0;
  return {
    statementsCreated: created.size,
    statementsKnown: known,
    transactionsCreated: added + change,
    transactionsKnown: seen - added - change,
  };
}

async function insertStatements(
  trx: Knex.Transaction,
  { folderId, accountId, now }: MergePlace,
  statements: readonly StagedStatement[],
): Promise<NewStatements> {
  const byDigest = new Map<string, StagedStatement>();
  for (const statement of statements) if (!byDigest.has(statement.digest)) byDigest.set(statement.digest, statement);
  const inserted: { id: number; digest: Buffer }[] = await trx('bank_statement')
    .insert(
      [...byDigest.values()].map((statement) => ({
        folder_id: folderId,
        account_id: accountId,
        currency: statement.currency,
        decimals: statement.decimals,
        start_date: statement.start.date,
        start_units: statement.start.units,
        end_date: statement.end.date,
        end_units: statement.end.units,
        movement_count: statement.movements,
        is_balanced: statement.isBalanced,
        digest: Buffer.from(statement.digest, 'hex'),
        created_at: now,
      })),
    )
    .onConflict(['folder_id', 'account_id', 'digest'])
    .ignore()
    .returning(['id', 'digest']);
  return new Map(
    inserted.flatMap(({ id, digest }) => {
      const statement = byDigest.get(digest.toString('hex'));
      return statement ? [[statement.place, { id, statement }] as const] : [];
    }),
  );
}

const linkToFile = (trx: Knex.Transaction, place: MergePlace, statements: readonly StagedStatement[]) =>
  trx.raw(
    `insert into bank_statement_source (folder_id, statement_id, file_id)
     select folder_id, id, ? from bank_statement
     where folder_id = ? and account_id = ? and digest in (select decode(d, 'hex') from unnest(?::text[]) d)
     on conflict do nothing`,
    [place.fileId, place.folderId, place.accountId, statements.map(({ digest }) => digest)],
  );

const COLUMNS = MOVEMENT_COLUMNS.join(', ');

/**
 * The n-th of movements alike in a statement is taken for the n-th that the account has; twins that follow each other
 * are told apart afterwards. Transactions are numbered in the order of the file.
 */
async function insertMovements(
  trx: Knex.Transaction,
  { folderId, accountId, now }: MergePlace,
  created: NewStatements,
): Promise<{ added: number; seen: number }> {
  const { rows } = await trx.raw(
    `with fresh as materialized (
       select s.*, c.statement_id,
              row_number() over (partition by c.statement_id, s.fingerprint order by s.rank)::int as twin
       from bank_staged s join unnest(cast(:places as int[]), cast(:ids as int[])) as c(place, statement_id) using (place)
     ), known as (
       select t.id, t.fingerprint, t.twin from bank_transaction t
       where t.folder_id = :folderId and t.account_id = :accountId
         and (t.fingerprint, t.twin) in (select fingerprint, twin from fresh)
     ), added as (
       insert into bank_transaction (folder_id, account_id, twin, created_at, updated_at, ${COLUMNS})
       select :folderId, :accountId, twin, :now, :now, ${COLUMNS}
       from (select distinct on (fingerprint, twin) f.* from fresh f
             where not exists (select from known k where k.fingerprint = f.fingerprint and k.twin = f.twin)
             order by fingerprint, twin, rank) first
       order by rank
       returning id, fingerprint, twin
     ), seen as (
       insert into bank_sighting (folder_id, statement_id, transaction_id)
       select :folderId, f.statement_id, t.id
       from fresh f join (select * from known union all select * from added) t using (fingerprint, twin)
       returning 1
     )
     select (select count(*) from added)::int as added, (select count(*) from seen)::int as seen`,
    {
      folderId,
      accountId,
      now,
      places: [...created.keys()],
      ids: [...created.values()].map(({ id }) => id),
    },
  );
  return rows[0];
}
