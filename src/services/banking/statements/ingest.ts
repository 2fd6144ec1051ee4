/** Second reading of a file: its statements, many of one folder per transaction, staged and merged. */
import type { Knex } from 'knex';
import { refuseReconciledChange } from '../../ledger/reconciled.ts';
import type { Context } from '../../operation/context.ts';
import { type AccountDraft, insertAccount } from '../accounts/account-creation.ts';
import { CURRENCY } from '../accounts/accounts.ts';
import { bankingErrors } from '../errors.ts';
import { recordEvents } from '../events.ts';
import type { StatementFormat, StatementReading, StatementsFile } from './cfonb/bank-file.ts';
import { accountKey } from './cfonb/statement.ts';
import type { Fed, Target } from './matching.ts';
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

export interface Destination {
  readonly target: Target;
  readonly mayDisagree: boolean;
  /** The account to make with its first statement; until then its identifier is a negative number. */
  readonly draft?: AccountDraft;
}

const addresseeOf = ({ target, mayDisagree }: Destination, format: StatementFormat) => {
  const { accountId, fed } = target;
  return { accountId, mayDisagree, format, ...(fed && { isFed: (day: string) => isFedOn(fed, day) }) };
};

const isFedOn = ({ from, until }: Fed, day: string): boolean => day >= from && (until === null || day <= until);

/**
 * Stores the statements that come next as long as they go to one folder, in one transaction, with the accounts that are
 * made for them; returns what came into each account, and what became of the drafts, by their negative numbers. Throws BankAccountChanged, ChangedStatement, and StatementImportNotFound when the import was undone
 * meanwhile.
 */
export async function ingestRun(
  ctx: Context,
  queue: StatementQueue,
  { folderId, fileId }: { readonly folderId: number; readonly fileId: number },
  destinations: Destinations,
): Promise<{ readonly merged: ReadonlyMap<number, Merged>; readonly made: ReadonlyMap<number, number> }> {
  const db = await ctx.db();
  return db.transaction(async (trx) => {
    const staging = await StagingWriter.open(db, trx);
    const drafts = new Map<number, AccountDraft>();
    const noted: Destinations = (key) => {
      const destination = destinations(key);
      if (destination?.draft) drafts.set(destination.target.accountId, destination.draft);
      return destination;
    };
    try {
      await stage(queue, folderId, noted, staging);
    } catch (error) {
      await staging.abort();
      throw error;
    }
    await staging.end();
    // Locks come after the reading: other imports into these accounts wait for the merge alone.
    await holdFile(trx, folderId, fileId);
    const made = await makeAccounts(ctx, trx, folderId, drafts);
    const statements = await readdress(trx, staging.statements, made);
    await lockAccounts(trx, folderId, statements);
    const now = ctx.clock.now();
    const merged = await mergeStaged(trx, { folderId, fileId, now }, statements, staging.rows);
    const grown = [...merged].filter(([, { statementsCreated }]) => statementsCreated > 0);
    await recordEvents(
      trx,
      ctx,
      folderId,
      grown.map(([aggregateId]) => ({ type: 'StatementImported', aggregateName: 'BankAccount', aggregateId })),
    );
    await refuseReconciledChange(trx, folderId);
    return { merged, made };
  });
}

/** An account that another process made meanwhile is taken as it is. */
async function makeAccounts(
  ctx: Context,
  trx: Knex.Transaction,
  folderId: number,
  drafts: ReadonlyMap<number, AccountDraft>,
): Promise<ReadonlyMap<number, number>> {
  const made = new Map<number, number>();
  for (const [number, draft] of drafts) {
    const id = await insertAccount(trx, ctx, folderId, draft);
    made.set(number, typeof id === 'number' ? id : id.taken);
  }
  return made;
}

/** Sends what was staged under a negative number to the account that was made. */
async function readdress(
  trx: Knex.Transaction,
  statements: readonly StagedStatement[],
  made: ReadonlyMap<number, number>,
): Promise<readonly StagedStatement[]> {
  if (made.size === 0) return statements;
  await trx.raw(
    `update bank_staged s set account_id = m.made
     from unnest(cast(? as int[]), cast(? as int[])) as m(number, made) where s.account_id = m.number`,
    [[...made.keys()], [...made.values()]],
  );
  return statements.map((statement) => ({
    ...statement,
    accountId: made.get(statement.accountId) ?? statement.accountId,
  }));
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
