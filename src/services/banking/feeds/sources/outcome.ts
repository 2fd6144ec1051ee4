/** What came of a file: the counters of a statement import, kept with its source. */
import type { Language, TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import type { AccountReport, ImportReport } from '../../statements/report.ts';
import type { Copied, Source } from './source.ts';

export type FileState = 'Imported' | 'Partial' | 'Refused';

/** As it is stored with the file. */
export interface AccountOutcome
  extends Pick<AccountReport, 'account' | 'currencyCode' | 'outcome' | 'reason' | 'folderId'> {
  readonly statements: number;
  readonly transactions: number;
}

export interface FileOutcome {
  readonly name: string;
  readonly state: FileState;
  readonly importId: number | null;
  readonly refusal: TaxopsError | undefined;
  readonly accounts: readonly AccountOutcome[];
}

/** Left out without anybody having meant it: the file needs attention. */
const UNEXPECTED: ReadonlySet<AccountOutcome['outcome']> = new Set(['NotMatched', 'InError']);

export const isUnexpected = ({ outcome }: AccountOutcome): boolean => UNEXPECTED.has(outcome);

/** An archive counts as one file: its accounts are those of all it holds, its import the first of them. */
export function outcomeOf(name: string, reports: readonly ImportReport[]): FileOutcome {
  const accounts = reports.flatMap((report) => report.accounts.map(accountOutcome));
  const importId = reports.find((report) => report.importId !== null)?.importId ?? null;
  const isPartial = accounts.some(isUnexpected) || reports.some(({ refusal }) => refusal);
  return { name, state: isPartial ? 'Partial' : 'Imported', importId, refusal: undefined, accounts };
}

export const refusedOutcome = (name: string, refusal: TaxopsError): FileOutcome => ({
  name,
  state: 'Refused',
  importId: null,
  refusal,
  accounts: [],
});

const accountOutcome = (report: AccountReport): AccountOutcome => {
  const { account, currencyCode, outcome, reason, folderId, statementsCreated, transactionsCreated } = report;
  const counters = { statements: statementsCreated, transactions: transactionsCreated };
  return { account, currencyCode, outcome, reason, folderId, ...counters };
};

/** Why a file needs attention, in a line; undefined when it does not. */
export function complaint({ refusal, accounts }: FileOutcome, language: Language): string | undefined {
  if (refusal) return refusal.text(language);
  const left = accounts.filter(isUnexpected);
  return left.length > 0 ? left.map(({ account, reason }) => `${account}: ${reason ?? ''}`).join(' ') : undefined;
}

/** The report that is put beside such a file. */
export function reportText(outcome: FileOutcome, language: Language): string {
  const { name, state, refusal, accounts } = outcome;
  const report = {
    FileName: name,
    State: state,
    ...(refusal && {
      Refusal: { Code: refusal.code, Message: refusal.text(language), Hint: refusal.hint(language) },
      Issues: refusal.issues,
    }),
    Accounts: accounts.map((account) => ({
      Account: account.account,
      CurrencyCode: account.currencyCode,
      Outcome: account.outcome,
      Reason: account.reason,
      StatementsCreated: account.statements,
      TransactionsCreated: account.transactions,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const sum = (accounts: readonly AccountOutcome[], of: 'statements' | 'transactions'): number =>
  accounts.reduce((total, account) => total + account[of], 0);

/** The same bytes again add what was created to their row, so that a file finished by a second run counts once whole. */
export async function recordOutcome(ctx: Context, { id }: Source, copied: Copied, outcome: FileOutcome): Promise<void> {
  const { knex } = await ctx.db();
  const { name, state, importId, refusal, accounts } = outcome;
  await knex.raw(
    `insert into statement_source_file as known (source_id, sha256, name, byte_size, state, import_id, refusal_code,
       statements_created, transactions_created, accounts, taken_at)
     values (:id, :sha256, :name, :bytes, :state, :importId, :refusal, :statements, :transactions, :accounts, :now)
     on conflict (source_id, sha256) do update set name = excluded.name, state = excluded.state,
       import_id = coalesce(excluded.import_id, known.import_id), refusal_code = excluded.refusal_code,
       statements_created = known.statements_created + excluded.statements_created,
       transactions_created = known.transactions_created + excluded.transactions_created,
       accounts = excluded.accounts, taken_at = excluded.taken_at`,
    {
      id,
      sha256: copied.sha256,
      name,
      bytes: copied.bytes,
      state,
      importId,
      refusal: refusal?.code ?? null,
      now: ctx.clock.now(),
      statements: sum(accounts, 'statements'),
      transactions: sum(accounts, 'transactions'),
      accounts: JSON.stringify(accounts),
    },
  );
}
