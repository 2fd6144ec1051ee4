/**
 * Advices as they are stored: what another file gave already is noted as given by one more. A file goes by COPY to a table
 * of the session and from there in as a set: row by row the planner, which knows nothing of a table while it grows, reads
 * the whole account for each advice.
 */
import type { Knex } from 'knex';
import type { Database } from '../../../db/database.ts';
import { type Advice, adviceFingerprint } from './advice.ts';

export interface AdvicePlace {
  readonly folderId: number;
  readonly accountId: number;
  readonly format: string;
}

export interface AdvicesTaken {
  readonly created: number;
  readonly known: number;
}

const COLUMNS = [
  'folder_id',
  'account_id',
  'format',
  'fingerprint',
  'operation_code',
  'day',
  'amount_units',
  'total_units',
  'decimals',
  'currency',
  'party',
  'party_iban',
  'text',
  'reference',
  'reject_code',
  'origin_day',
  'origin_reference',
];
const LIST = COLUMNS.join(', ');

/** From so many rows on, the planner and the cached checks of foreign keys learn what the tables hold. */
const ANALYZE_ROWS = 1000;

type Writer = Awaited<ReturnType<Database['openCopy']>>;

/** The advices of one file on their way in. */
export class AdviceStaging {
  #rows = 0;
  readonly #trx: Knex.Transaction;
  readonly #writer: Writer;

  private constructor(trx: Knex.Transaction, writer: Writer) {
    this.#trx = trx;
    this.#writer = writer;
  }

  static async open(db: Pick<Database, 'openCopy'>, trx: Knex.Transaction): Promise<AdviceStaging> {
    await trx.raw(`
      set local client_min_messages = warning;
      set local statement_timeout = 0; -- one statement may hold hundreds of thousands of advices
      create temporary table if not exists bank_advice_staged on commit delete rows
        as select 0 as rank, ${LIST} from bank_advice with no data;
    `);
    return new AdviceStaging(trx, await db.openCopy('bank_advice_staged', ['rank', ...COLUMNS], trx));
  }

  async add(place: AdvicePlace, advices: readonly Advice[]): Promise<void> {
    for (const advice of advices) this.#writer.write([++this.#rows, ...valuesOf(place, advice)]);
    if (this.#writer.full) await this.#writer.drained();
  }

  abort = (): Promise<void> => this.#writer.abort('import given up');

  /** Stores what was added as given by the file; returns it by account. */
  async merge(fileId: number, now: string): Promise<ReadonlyMap<number, AdvicesTaken>> {
    const trx = this.#trx;
    await this.#writer.end();
    const isLarge = this.#rows >= ANALYZE_ROWS;
    if (isLarge) await trx.raw(`set local work_mem = '64MB'; analyze bank_advice_staged`);
    await lockAccounts(trx);
    const taken = await insertStaged(trx, now);
    if (isLarge) await trx.raw('analyze bank_advice');
    await linkToFile(trx, fileId);
    if (isLarge) await trx.raw('analyze bank_advice_source');
    return taken;
  }
}

/** In the order of COLUMNS. */
const valuesOf = ({ folderId, accountId, format }: AdvicePlace, advice: Advice) => [
  folderId,
  accountId,
  format,
  adviceFingerprint(advice),
  advice.operationCode,
  advice.day,
  advice.units,
  advice.totalUnits,
  advice.decimals,
  advice.currency,
  advice.party,
  advice.partyIban,
  advice.text,
  advice.reference,
  advice.rejectCode,
  advice.originDay,
  advice.originReference,
];

/** One merge at a time in an account, and always in one order so that no two wait for each other. */
const lockAccounts = (trx: Knex.Transaction) =>
  trx.raw(
    `select id from bank_account
     where (folder_id, id) in (select folder_id, account_id from bank_advice_staged)
     order by folder_id, id for no key update`,
  );

/** The n-th of advices alike in a file is taken for the n-th that the account has. */
async function insertStaged(trx: Knex.Transaction, now: string): Promise<ReadonlyMap<number, AdvicesTaken>> {
  const { rows } = await trx.raw(
    `with added as (
       insert into bank_advice (${LIST}, twin, created_at)
       select ${LIST}, row_number() over (partition by account_id, fingerprint order by rank), cast(:now as timestamptz)
       from bank_advice_staged order by rank
       on conflict (folder_id, account_id, fingerprint, twin) do nothing
       returning account_id
     )
     select s.account_id, coalesce(a.created, 0) as created, s.told - coalesce(a.created, 0) as known
     from (select account_id, count(*)::int as told from bank_advice_staged group by 1) s
     left join (select account_id, count(*)::int as created from added group by 1) a using (account_id)`,
    { now },
  );
  return new Map(
    (rows as (AdvicesTaken & { account_id: number })[]).map(({ account_id, created, known }) => [
      account_id,
      { created, known },
    ]),
  );
}

const linkToFile = (trx: Knex.Transaction, fileId: number) =>
  trx.raw(
    `insert into bank_advice_source (folder_id, advice_id, file_id)
     select a.folder_id, a.id, :fileId
     from (select folder_id, account_id, fingerprint, count(*) as alike from bank_advice_staged group by 1, 2, 3) s
     join bank_advice a using (folder_id, account_id, fingerprint)
     where a.twin <= s.alike
     on conflict do nothing`,
    { fileId },
  );

/** Takes a file off its advices; those that no other file gave go. */
export const removeAdvices = (trx: Knex.Transaction, folderId: number, fileId: number) =>
  trx.raw(
    `with told as (delete from bank_advice_source where folder_id = :folderId and file_id = :fileId returning advice_id)
     delete from bank_advice a using told
     where a.folder_id = :folderId and a.id = told.advice_id
       and not exists (select from bank_advice_source o
                       where o.folder_id = a.folder_id and o.advice_id = a.id and o.file_id <> :fileId)`,
    { folderId, fileId },
  );
