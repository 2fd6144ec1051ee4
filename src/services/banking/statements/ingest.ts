/** Second reading of a file: its statements, a few of one account per transaction, staged and merged. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import { CURRENCY } from '../accounts.ts';
import type { StatementReading } from '../cfonb/cfonb-file.ts';
import { accountKey } from '../cfonb/statement.ts';
import { bankingErrors } from '../errors.ts';
import { recordEvents } from '../events.ts';
import type { Target } from './matching.ts';
import { type Merged, mergeStaged } from './merge.ts';
import { StagingWriter } from './staging.ts';

/** A transaction takes statements until it holds so many movements. */
const BATCH_MOVEMENTS = 20_000;

/** The statements of a file with a view of the one that comes next. */
export class StatementQueue {
  readonly #statements: AsyncGenerator<StatementReading>;
  #next: StatementReading | undefined;

  constructor(statements: AsyncGenerator<StatementReading>) {
    this.#statements = statements;
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

export interface Destination {
  readonly target: Target;
  readonly mayDisagree: boolean;
  readonly importId: number;
}

/**
 * Stores the statements that come next as long as they are of the account `key`, in one transaction. Throws
 * BankAccountChanged, ChangedStatement.
 */
export async function ingestRun(
  ctx: Context,
  queue: StatementQueue,
  key: string,
  { target, mayDisagree, importId }: Destination,
): Promise<Merged> {
  const db = await ctx.db();
  const { folderId, accountId } = target;
  return db.transaction(async (trx) => {
    const staging = await StagingWriter.open(db, trx);
    try {
      for (let next = await queue.peek(); next?.key === key; next = await queue.peek()) {
        if (staging.rows >= BATCH_MOVEMENTS) break;
        await staging.add(next.reading, mayDisagree);
        queue.take();
      }
    } catch (error) {
      await staging.abort();
      throw error;
    }
    await staging.end();
    // The lock comes after the reading: other imports of the account wait for the merge alone.
    await lockAccount(trx, target, staging.statements[0]?.currency);
    const place = { folderId, accountId, fileId: importId, now: ctx.clock.now() };
    const merged = await mergeStaged(trx, place, staging.statements, staging.rows);
    if (merged.statementsCreated > 0) {
      const event = { type: 'StatementImported', aggregateName: 'BankAccount', aggregateId: accountId } as const;
      await recordEvents(trx, ctx, folderId, [event]);
    }
    return merged;
  });
}

/** One merge at a time in an account. Throws BankAccountChanged when it is gone, or has taken another currency. */
async function lockAccount(trx: Knex.Transaction, target: Target, currency: string | undefined): Promise<void> {
  const { rows } = await trx.raw(
    `select id from bank_account where folder_id = ? and id = ? and deleted_at is null for no key update`,
    [target.folderId, target.accountId],
  );
  const found = await trx.raw(`select ${CURRENCY} as currency from bank_account a where a.folder_id = ? and a.id = ?`, [
    target.folderId,
    target.accountId,
  ]);
  const held = found.rows[0]?.currency ?? currency;
  if (rows.length === 0 || held !== currency) throw bankingErrors.BankAccountChanged({ accountId: target.accountId });
}
