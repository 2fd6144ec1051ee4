/**
 * Import of a statement file. It is read twice: once to know which accounts are sound and whose they are, once to store
 * them. Statements go in whole or not at all; an account with a fault keeps nothing of the file while the others are
 * stored. A run that was killed is completed by the next one, and the same file again changes nothing.
 */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { visibleFolders } from '../../operation/actor.ts';
import type { Context } from '../../operation/context.ts';
import { bankingErrors } from '../errors.ts';
import { holdsAdvices, importAdvices } from './advices/import.ts';
import { hasStatements, openBankFile } from './cfonb/bank-file.ts';
import { continuityGaps, type Gap } from './continuity.ts';
import type { CsvPlan } from './csv/csv-reader.ts';
import { keep, keptMapping, planOf } from './csv/mappings.ts';
import { type Doubled, doubledBy } from './doubled.ts';
import { completeFile, completeImportOf, hasFedAll, registerFile } from './file-register.ts';
import { type Destination, ingestRun, StatementQueue } from './ingest.ts';
import { type MatchScope, matchAccounts } from './matching.ts';
import type { Merged } from './merge.ts';
import { type AccountPlan, draftOf, planAccount } from './plan.ts';
import { accountReport, doubledFindings, type ImportReport, importFindings } from './report.ts';
import { ChangedStatement } from './staging.ts';
import { type FileSurvey, readingFile, type StatementFile, surveyFile } from './survey.ts';

export interface ImportOptions {
  /** Only accounts of this folder. */
  readonly folderId?: number | undefined;
  /** Accounts that nobody has are made in the folder. */
  readonly createsAccounts?: boolean | undefined;
  /** The account of files that name none (CSV), in `folderId`. */
  readonly accountId?: number | undefined;
}

/** What came into each account, by its key. */
type Stored = ReadonlyMap<string, Merged>;

/** A file between its two readings. */
interface Surveyed {
  readonly file: StatementFile;
  readonly survey: FileSurvey;
  /** Where accounts that nobody has are made. */
  readonly folderId: number | undefined;
  readonly csv: CsvPlan | undefined;
}

/**
 * Imports one file. Throws FileUnreadable, StatementFileRefused, StatementFileChanged, StatementFolderMissing,
 * FolderNotFound, FolderInactive, BankAccountChanged,
 * BankAccountNotFound, StatementAccountMissing.
 */
export async function importStatementFile(
  ctx: Context,
  file: StatementFile,
  { folderId, accountId, createsAccounts = false }: ImportOptions,
): Promise<ImportReport> {
  if ((createsAccounts || accountId !== undefined) && folderId === undefined) {
    throw bankingErrors.StatementFolderMissing();
  }
  if (await holdsAdvices(file, ctx.signal)) {
    if (folderId !== undefined) await requireFolder(ctx, folderId, false);
    return importAdvices(ctx, file, folderId);
  }
  const { surveyed, plans, scope } = await planFile(ctx, file, { folderId, accountId, createsAccounts });
  const { survey } = surveyed;
  const own = await otherwiseMapped(ctx, survey, plans, accountId);
  if (own) return importStatementFile(ctx, file, own);
  const { knex } = await ctx.db();
  const importId = await completeImportOf(knex, survey.sha256, scope);
  if (importId !== undefined && (await givesNothing(knex, importId, plans))) {
    return report(ctx, surveyed, { importId, plans, stored: allKnown(plans) });
  }
  const done = await store(ctx, surveyed, plans);
  await keepMapping(ctx, done);
  return done;
}

/** The bytes are known, and so are they to each account that the file is of now. */
async function givesNothing(knex: Knex, importId: number, plans: readonly AccountPlan[]): Promise<boolean> {
  const targets = plans.flatMap((plan) => (plan.kind === 'import' && plan.survey.statements > 0 ? [plan.target] : []));
  return plans.every(({ kind }) => kind === 'import') && (await hasFedAll(knex, importId, targets));
}

/** What an import found of a file before it stores anything. */
export interface PlannedFile {
  readonly surveyed: Surveyed;
  readonly plans: readonly AccountPlan[];
  readonly scope: MatchScope;
}

/** The first reading: what the file holds, and what would be done with each of its accounts. Throws as the import does. */
export async function planFile(
  ctx: Context,
  file: StatementFile,
  { folderId, accountId, createsAccounts = false }: ImportOptions,
): Promise<PlannedFile> {
  const csv = await csvPlan(ctx, folderId, accountId);
  const survey = await surveyFile(file, { signal: ctx.signal, language: ctx.language, csv });
  if (accountId === undefined && survey.mapping && isNameless(survey))
    throw bankingErrors.StatementAccountMissing({ file: file.name });
  const { knex } = await ctx.db();
  if (folderId !== undefined) await requireFolder(ctx, folderId, createsAccounts);
  const scope = { visible: visibleFolders(ctx.actor), folderId, accountId };
  const surveys = [...survey.accounts.values()];
  const matches = await matchAccounts(
    knex,
    surveys.map(({ account }) => account),
    scope,
  );
  const plans = matches.flatMap((match, index) => {
    const account = surveys[index];
    return account ? [planAccount(account, match, createsAccounts)] : [];
  });
  return { surveyed: { file, survey, folderId, csv }, plans, scope };
}

const csvPlan = async (ctx: Context, folderId: number | undefined, accountId: number | undefined) =>
  folderId === undefined || accountId === undefined ? undefined : planOf(ctx, folderId, accountId);

const isNameless = ({ accounts }: FileSurvey): boolean =>
  [...accounts.values()].some(({ account }) => account.accountNumber === '');

/** A CSV that names its account was read by a guess: where the account has columns of its own, it is read by those. */
async function otherwiseMapped(
  ctx: Context,
  { mapping }: FileSurvey,
  [plan]: readonly AccountPlan[],
  accountId: number | undefined,
): Promise<ImportOptions | undefined> {
  if (!mapping || accountId !== undefined || plan?.kind !== 'import') return undefined;
  const { folderId, accountId: found } = plan.target;
  return (await keptMapping(ctx, folderId, found)) && { folderId, accountId: found };
}

/** The next file of the account is read in the same way. */
async function keepMapping(ctx: Context, { mapping, importId, accounts: [account] }: ImportReport): Promise<void> {
  const { folderId = null, accountId = null } = account ?? {};
  if (mapping && importId !== null && folderId !== null && accountId !== null) {
    await keep(ctx, folderId, accountId, mapping);
  }
}

/** Throws FolderNotFound, and FolderInactive when accounts are to be made in it. */
async function requireFolder(ctx: Context, folderId: number, createsAccounts: boolean): Promise<void> {
  const folder = await getFolder(ctx, folderId);
  if (createsAccounts && !folder.isActive) throw bankingErrors.FolderInactive({ folderId });
}

const allKnown = (plans: readonly AccountPlan[]): Stored =>
  new Map(plans.map(({ survey }) => [survey.key, { ...NOTHING, statementsKnown: survey.statements }]));

async function store(ctx: Context, surveyed: Surveyed, planned: readonly AccountPlan[]): Promise<ImportReport> {
  const { file, survey, folderId } = surveyed;
  const folders = planned.flatMap((plan) => {
    if (plan.kind === 'import') return [plan.target.folderId];
    return plan.kind === 'create' && folderId !== undefined ? [folderId] : [];
  });
  if (folders.length === 0) return report(ctx, surveyed, { importId: null, plans: planned, stored: new Map() });
  const folderIds = [...new Set(folders)];
  const importId = await registerFile(ctx, file, survey, folderIds);
  const { plans, stored } = await readingFile(file, () => storeStatements(ctx, surveyed, planned, importId));
  if (plans.every(({ kind }) => kind === 'import')) await completeFile(ctx, survey.sha256, folderIds);
  return report(ctx, surveyed, { importId, plans, stored });
}

const NOTHING: Merged = { statementsCreated: 0, statementsKnown: 0, transactionsCreated: 0, transactionsKnown: 0 };

const sum = (a: Merged, b: Merged): Merged => ({
  statementsCreated: a.statementsCreated + b.statementsCreated,
  statementsKnown: a.statementsKnown + b.statementsKnown,
  transactionsCreated: a.transactionsCreated + b.transactionsCreated,
  transactionsKnown: a.transactionsKnown + b.transactionsKnown,
});

interface StoredPlans {
  /** Accounts that were to be made are made. */
  readonly plans: readonly AccountPlan[];
  readonly stored: Stored;
}

/** Second reading: stores the statements of the accounts that are to be imported or made, in file order. */
async function storeStatements(
  ctx: Context,
  { file, folderId, csv }: Surveyed,
  planned: readonly AccountPlan[],
  importId: number,
): Promise<StoredPlans> {
  const source = await openBankFile(file.path, { signal: ctx.signal, csv });
  if (!hasStatements(source)) throw bankingErrors.StatementFileChanged({ file: file.name });
  const queue = new StatementQueue(source);
  const targets = destinationsOf(planned, folderId, importId);
  const byAccount = new Map<number, Merged>();
  try {
    for (let next = await queue.peek(); next; next = await queue.peek()) {
      const destination = targets.get(next.key);
      if (destination === undefined) {
        queue.take();
        continue;
      }
      const place = { folderId: destination.target.folderId, fileId: importId };
      const { merged, made } = await ingestRun(ctx, queue, place, (key) => targets.get(key));
      addTo(byAccount, merged);
      settleMade(targets, made);
      ctx.progress.step({ label: file.name, done: movementsOf(byAccount) });
      ctx.signal.throwIfAborted();
    }
  } catch (error) {
    throw error instanceof ChangedStatement ? bankingErrors.StatementFileChanged({ file: file.name }) : error;
  } finally {
    await queue.close();
  }
  const plans = planned.map((plan) => madePlan(plan, targets.get(plan.survey.key)));
  const stored = [...targets].map(([key, { target }]) => [key, byAccount.get(target.accountId) ?? NOTHING] as const);
  return { plans, stored: new Map(stored) };
}

/** By account key. An account to be made has a negative number until its first statement is in. */
function destinationsOf(plans: readonly AccountPlan[], folderId: number | undefined, importId: number) {
  const targets = new Map<string, Destination>();
  for (const [index, plan] of plans.entries()) {
    const { key, account } = plan.survey;
    if (plan.kind === 'import') targets.set(key, plan);
    if (plan.kind !== 'create' || folderId === undefined) continue;
    const target = { folderId, accountId: -1 - index, isControlled: true };
    targets.set(key, { target, mayDisagree: false, draft: draftOf(account, importId) });
  }
  return targets;
}

function settleMade(targets: Map<string, Destination>, made: ReadonlyMap<number, number>): void {
  for (const [key, { target, mayDisagree }] of targets) {
    const accountId = made.get(target.accountId);
    if (accountId !== undefined) targets.set(key, { target: { ...target, accountId }, mayDisagree });
  }
}

const madePlan = (plan: AccountPlan, destination: Destination | undefined): AccountPlan =>
  plan.kind === 'create' && destination && !destination.draft
    ? { survey: plan.survey, kind: 'import', target: destination.target, mayDisagree: false }
    : plan;

function addTo(totals: Map<number, Merged>, merged: ReadonlyMap<number, Merged>): void {
  for (const [accountId, part] of merged) totals.set(accountId, sum(totals.get(accountId) ?? NOTHING, part));
}

const movementsOf = (totals: ReadonlyMap<number, Merged>): number =>
  [...totals.values()].reduce((all, part) => all + part.transactionsCreated + part.transactionsKnown, 0);

interface Done {
  readonly importId: number | null;
  readonly plans: readonly AccountPlan[];
  readonly stored: Stored;
}

async function report(
  ctx: Context,
  { file, survey }: Surveyed,
  { importId, plans, stored }: Done,
): Promise<ImportReport> {
  const gaps = await gapsOf(ctx, plans);
  const accounts = plans.map((plan) => {
    const own = plan.kind === 'import' ? gaps.get(plan.target.accountId) : undefined;
    return accountReport(plan, stored.get(plan.survey.key) ?? NOTHING, own ?? [], ctx.language);
  });
  const doubled = importId === null ? [] : await doubledOf(ctx, plans, importId);
  const findings = [...importFindings(survey, plans, ctx.language), ...doubledFindings(doubled, plans, ctx.language)];
  return { fileName: file.name, importId, accounts, findings, mapping: survey.mapping };
}

async function doubledOf(ctx: Context, plans: readonly AccountPlan[], importId: number): Promise<readonly Doubled[]> {
  const folders = plans.flatMap((plan) => (plan.kind === 'import' ? [plan.target.folderId] : []));
  return doubledBy((await ctx.db()).knex, [...new Set(folders)], importId);
}

/** Gaps by account: identifiers are unique over all folders. */
async function gapsOf(ctx: Context, plans: readonly AccountPlan[]): Promise<ReadonlyMap<number, readonly Gap[]>> {
  const { knex } = await ctx.db();
  const targets = plans.flatMap((plan) => (plan.kind === 'import' ? [plan.target] : []));
  const gaps = new Map<number, readonly Gap[]>();
  for (const [folderId, own] of groupBy(targets, (target) => target.folderId)) {
    const found = await continuityGaps(
      knex,
      folderId,
      own.map(({ accountId }) => accountId),
    );
    for (const [accountId, list] of found) gaps.set(accountId, list);
  }
  return gaps;
}
