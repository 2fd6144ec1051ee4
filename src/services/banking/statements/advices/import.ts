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
import { matchAccounts } from '../matching.ts';
import { type AccountPlan, planAccount } from '../plan.ts';
import { accountReport, type ImportReport } from '../report.ts';
import { readingFile, refuseWholeFile, type StatementFile } from '../survey.ts';
import { groupsOf, isAdvices, surveyGroups } from './groups.ts';
import { type AdvicesTaken, insertAdvices, type Twins } from './store.ts';

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
  const survey = await open(ctx, file);
  const accounts = await readingFile(file, () => surveyGroups(survey));
  refuseWholeFile(file, survey.log, accounts.size, ctx.language);
  const plans = await plansOf(ctx, [...accounts.values()], folderId);
  const { importId, taken } = await readingFile(file, () => take(ctx, file, plans));
  return {
    fileName: file.name,
    importId,
    accounts: plans.map((plan) => ({
      ...accountReport(plan, NOTHING, [], ctx.language),
      ...adviceReport(plan, taken.get(plan.survey.key)),
    })),
    findings: survey.log.findings.map((finding) => wordedFinding(finding, ctx.language)),
  };
}

const NOTHING = { statementsCreated: 0, statementsKnown: 0, transactionsCreated: 0, transactionsKnown: 0 };
const NONE: AdvicesTaken = { created: 0, known: 0 };

const adviceReport = (plan: AccountPlan, advices = NONE) => ({
  advices,
  ...(plan.kind === 'import' && { outcome: advices.created > 0 ? ('Imported' as const) : ('Skipped' as const) }),
});

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
  /** By account key. */
  readonly taken: ReadonlyMap<string, AdvicesTaken>;
}

async function take(ctx: Context, file: StatementFile, plans: readonly AccountPlan[]): Promise<Taken> {
  const targets = new Map(plans.flatMap((plan) => (plan.kind === 'import' ? [[plan.survey.key, plan.target]] : [])));
  const folderIds = [...new Set([...targets.values()].map(({ folderId }) => folderId))];
  const taken = new Map<string, AdvicesTaken>();
  if (folderIds.length === 0) return { importId: null, taken };
  const { sha256, bytes } = await digestOf(file.path);
  const survey = { sha256, bytes, accounts: new Map(plans.map((plan) => [plan.survey.key, plan.survey])) };
  const importId = await registerFile(ctx, file, { ...survey, findings: [], faulty: new Map() }, folderIds);
  const source = await open(ctx, file);
  const db = await ctx.db();
  await db.transaction(async (trx) => {
    const twins: Twins = new Map();
    for await (const group of groupsOf(source)) {
      const key = accountKey(group.account);
      const target = targets.get(key);
      if (!target) continue;
      const place = { ...target, fileId: importId, format: source.format ?? '', now: ctx.clock.now() };
      for await (const advices of group.advices()) {
        const more = await insertAdvices(trx, place, advices, twins);
        const { created, known } = taken.get(key) ?? NONE;
        taken.set(key, { created: created + more.created, known: known + more.known });
      }
    }
  });
  if (plans.every(({ kind }) => kind === 'import')) await completeFile(ctx, sha256, folderIds);
  return { importId, taken };
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
