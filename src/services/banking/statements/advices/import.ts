/**
 * Import of advices. They are taken whole or not at all, for the accounts that are known: a statement makes accounts and
 * transactions, an advice tells more of them, so that nothing is booked twice.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { visibleFolders } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/context.ts';
import { type BankFile, openBankFile } from '../cfonb/bank-file.ts';
import { wordedFinding } from '../cfonb/findings.ts';
import { accountKey } from '../cfonb/statement.ts';
import { completeFile, registerFile } from '../file-register.ts';
import { matchAccounts, type Target } from '../matching.ts';
import { type AccountPlan, planAccount } from '../plan.ts';
import { accountReport, type ImportReport } from '../report.ts';
import { readingFile, refuseWholeFile, type StatementFile } from '../survey.ts';
import { groupsOf, isAdvices, surveyGroups } from './groups.ts';
import { AdviceStaging, type AdvicesTaken } from './store.ts';

/** Whether a file is taken as advices; it is opened for that alone. */
export const holdsAdvices = (file: StatementFile, signal: AbortSignal): Promise<boolean> =>
  readingFile(file, async () => {
    const source = await openBankFile(file.path, { signal });
    await source.close();
    return isAdvices(source);
  });

const open = (ctx: Context, file: StatementFile): Promise<BankFile> => openBankFile(file.path, { signal: ctx.signal });

export async function importAdvices(
  ctx: Context,
  file: StatementFile,
  folderId: number | undefined,
): Promise<ImportReport> {
  const { plans, findings } = await planAdvices(ctx, file, folderId);
  const { importId, taken } = await readingFile(file, () => take(ctx, file, plans));
  return {
    fileName: file.name,
    importId,
    accounts: plans.map((plan) => ({
      ...accountReport(plan, NOTHING, [], ctx.language),
      ...adviceReport(plan, plan.kind === 'import' ? taken.get(plan.target.accountId) : undefined),
    })),
    findings: findings.map((finding) => wordedFinding(finding, ctx.language)),
  };
}

const NOTHING = { statementsCreated: 0, statementsKnown: 0, transactionsCreated: 0, transactionsKnown: 0 };
const NONE: AdvicesTaken = { created: 0, known: 0 };

const adviceReport = (plan: AccountPlan, advices = NONE) => ({
  advices,
  ...(plan.kind === 'import' && { outcome: advices.created > 0 ? ('Imported' as const) : ('Skipped' as const) }),
});

/** What the file tells of which account, before anything is stored. Throws as the import does. */
export async function planAdvices(ctx: Context, file: StatementFile, folderId: number | undefined) {
  const survey = await open(ctx, file);
  const accounts = await readingFile(file, () => surveyGroups(survey));
  refuseWholeFile(file, survey.log, accounts.size, ctx.language);
  return { plans: await plansOf(ctx, [...accounts.values()], folderId), findings: survey.log.findings };
}

async function plansOf(
  ctx: Context,
  surveys: readonly AccountPlan['survey'][],
  folderId: number | undefined,
): Promise<readonly AccountPlan[]> {
  const { knex } = await ctx.db();
  const scope = { visible: visibleFolders(ctx.actor), folderId };
  const matches = await matchAccounts(
    knex,
    surveys.map(({ account }) => account),
    scope,
  );
  return matches.flatMap((match, at) => {
    const survey = surveys[at];
    return survey ? [planAccount(survey, match, false)] : [];
  });
}

interface Taken {
  readonly importId: number | null;
  /** By account. */
  readonly taken: ReadonlyMap<number, AdvicesTaken>;
}

async function take(ctx: Context, file: StatementFile, plans: readonly AccountPlan[]): Promise<Taken> {
  const targets = new Map(plans.flatMap((plan) => (plan.kind === 'import' ? [[plan.survey.key, plan.target]] : [])));
  const folderIds = [...new Set([...targets.values()].map(({ folderId }) => folderId))];
  if (folderIds.length === 0) return { importId: null, taken: new Map() };
  const { sha256, bytes } = await digestOf(file.path);
  const survey = { sha256, bytes, accounts: new Map(plans.map((plan) => [plan.survey.key, plan.survey])) };
  const importId = await registerFile(ctx, file, { ...survey, findings: [], faulty: new Map() }, folderIds);
  const source = await open(ctx, file);
  const db = await ctx.db();
  const taken = await db.transaction(async (trx) => {
    const staging = await AdviceStaging.open(db, trx);
    try {
      await stage(staging, source, targets);
    } catch (error) {
      await staging.abort();
      throw error;
    }
    return staging.merge(importId, ctx.clock.now());
  });
  if (plans.every(({ kind }) => kind === 'import')) await completeFile(ctx, sha256, folderIds);
  return { importId, taken };
}

async function stage(staging: AdviceStaging, source: BankFile, targets: ReadonlyMap<string, Target>): Promise<void> {
  for await (const group of groupsOf(source)) {
    const target = targets.get(accountKey(group.account));
    if (!target) continue;
    const place = { ...target, format: source.format ?? '' };
    for await (const advices of group.advices()) await staging.add(place, advices);
  }
}

async function digestOf(path: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
