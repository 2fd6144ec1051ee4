/** Second reading of a file: its statements, many of one folder per transaction, staged and merged. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import { CURRENCY } from '../accounts/accounts.ts';
import { bankingErrors } from '../errors.ts';
import { recordEvents } from '../events.ts';
import type { StatementFormat, StatementReading, StatementsFile } from './cfonb/bank-file.ts';
import { accountKey } from './cfonb/statement.ts';
import type { Target } from './matching.ts';
import { type Merged, mergeStaged } from './merge.ts';
import { type StagedStatement, StagingWriter } from './staging.ts';

/** A transaction takes statements until it holds so many movements, or so many statements. */
const BATCH_MOVEMENTS = 20_000;
const BATCH_STATEMENTS = 2000;

/** The statements of a file with a view of the one that comes next. */
export class StatementQueue {
  readonly #statements: AsyncGenerator<StatementReading>;
  readonly format: StatementFormat;
  #next: StatementReading | undefined;

  constructor(file: Pick<StatementsFile, 'statements' | 'format'>) {
    this.#statements = file.statements;
    this.format = file.format;
  }

  /** The next statement, undefined after the last. It stays next until it is taken. */
  async peek(): Promise<{ reading: StatementReading; key: string } | undefined> {
    if (!this.#next) {
      const { value, done } = await this.#statements.next();
      if (done) return undefined;
      this.#next = value;
    }
    return { reading: this.#next, key: accountKey(this.#next.head.account) };
  }

  take(): void {
    this.#next = undefined;
  }

  /** Frees the file when it is not read to its end. */
  close = () => this.#statements.return(undefined);
}

/** Where the statements of an account of the file go; undefined for accounts that are left out. */
export type Destinations = (key: string) => Destination | undefined;

interface Destination {
  readonly target: Target;
  readonly mayDisagree: boolean;
}

const addresseeOf = ({ target, mayDisagree }: Destination, format: StatementFormat) => ({
  accountId: target.accountId,
  mayDisagree,
  format,
});

/**
 * Stores the statements that come next as long as they go to one folder, in one transaction; returns what came into
 * each account. Throws BankAccountChanged, ChangedStatement, and StatementImportNotFound when the import was undone
 * meanwhile.
 */
export async function ingestRun(
  ctx: Context,
  queue: StatementQueue,
  { folderId, fileId }: { readonly folderId: number; readonly fileId: number },
  destinations: Destinations,
): Promise<ReadonlyMap<number, Merged>> {
  const db = await ctx.db();
  return db.transaction(async (trx) => {
    const staging = await StagingWriter.open(db, trx);
    try {
      await stage(queue, folderId, destinations, staging);
    } catch (error) {
      await staging.abort();
      throw error;
    }
    await staging.end();
    // Locks come after the reading: other imports into these accounts wait for the merge alone.
    await holdFile(trx, folderId, fileId);
    await lockAccounts(trx, folderId, staging.statements);
    const now = ctx.clock.now();
    const merged = await mergeStaged(trx, { folderId, fileId, now }, staging.statements, staging.rows);
    const grown = [...merged].filter(([, { statementsCreated }]) => statementsCreated > 0);
    await recordEvents(
      trx,
      ctx,
      folderId,
      grown.map(([aggregateId]) => ({ type: 'StatementImported', aggregateName: 'BankAccount', aggregateId })),
    );
    return merged;
  });
}

/** Statements of accounts that are left out are passed over on the way. */
async function stage(
  queue: StatementQueue,
  folderId: number,
  destinations: Destinations,
  staging: StagingWriter,
): Promise<void> {
  for (let next = await queue.peek(); next; next = await queue.peek()) {
    const destination = destinations(next.key);
    const isFull = staging.rows >= BATCH_MOVEMENTS || staging.statements.length >= BATCH_STATEMENTS;
    if (destination && (isFull || destination.target.folderId !== folderId)) return;
    if (destination) await staging.add(next.reading, addresseeOf(destination, queue.format));
    queue.take();
  }
}

/**
 * One merge at a time in an account, and always in one order so that no two wait for each other. Throws
 * BankAccountChanged when one is gone, or has taken another currency.
 */
async function lockAccounts(
  trx: Knex.Transaction,
  folderId: number,
  statements: readonly StagedStatement[],
): Promise<void> {
  const currencies = new Map(statements.map(({ accountId, currency }) => [accountId, currency]));
  const bindings = [folderId, [...currencies.keys()]];
  await trx.raw(
    'select id from bank_account where folder_id = ? and id = any(?) order by id for no key update',
    bindings,
  );
  const { rows } = await trx.raw(
    `select a.id, ${CURRENCY} as currency from bank_account a
     where a.folder_id = ? and a.id = any(?) and a.deleted_at is null`,
    bindings,
  );
  for (const { id, currency } of rows as { id: number; currency: string | null }[]) {
    if (currency === null || currency === currencies.get(id)) currencies.delete(id);
  }
  for (const accountId of currencies.keys()) throw bankingErrors.BankAccountChanged({ accountId });
}

/** Keeps an undo of this import away until the transaction ends. */
async function holdFile(trx: Knex.Transaction, folderId: number, importId: number): Promise<void> {
  const sql = 'select id from statement_file where folder_id = ? and id = ? for key share';
  const { rows } = await trx.raw(sql, [folderId, importId]);
  if (rows.length === 0) throw bankingErrors.StatementImportNotFound({ importId });
}
