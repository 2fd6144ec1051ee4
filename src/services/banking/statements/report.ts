/** What an import reports of a file: what came of each of its accounts, and its findings as sentences. */
import type { Language, TaxopsError } from '../../kernel/errors.ts';
import type { AdvicesTaken } from './advices/store.ts';
import { FindingLog, type WordedFinding, wordedFinding } from './cfonb/findings.ts';
import type { Gap } from './continuity.ts';
import type { CsvMapping } from './csv/mapping.ts';
import type { Doubled } from './doubled.ts';
import type { Merged } from './merge.ts';
import type { AccountPlan } from './plan.ts';
import type { FileSurvey } from './survey.ts';

export const OUTCOMES = [
  'Imported',
  'Skipped',
  'NotMatched',
  'InactiveEnterprise',
  'WithoutGenericAccount',
  'InError',
] as const;

export interface AccountReport extends Merged {
  /** IBAN, or bank, branch and account number where they make none. */
  readonly account: string;
  readonly currencyCode: string;
  readonly folderId: number | null;
  readonly accountId: number | null;
  readonly outcome: (typeof OUTCOMES)[number];
  /** Why the account, or a part of its days, is left out. */
  readonly reason: string | null;
  /** Where the stored statements of the account do not follow each other. */
  readonly gaps: readonly Gap[];
  /** Of a file of advices. */
  readonly advices?: AdvicesTaken;
}

export interface ImportReport {
  readonly fileName: string;
  /** What `undoImport` takes; null when no account of the file could be imported. */
  readonly importId: number | null;
  readonly accounts: readonly AccountReport[];
  readonly findings: readonly WordedFinding[];
  /** Of a CSV, how its columns were read. */
  readonly mapping?: CsvMapping | undefined;
  /** Of several files, why this one was refused as a whole. */
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** IBAN, or bank, branch and account number where they make none. */
export const accountName = ({ iban, bankCode, branchCode, accountNumber }: AccountPlan['survey']['account']): string =>
  iban ?? [bankCode, branchCode, accountNumber].join(' ').trim();

export function accountReport(
  plan: AccountPlan,
  merged: Merged,
  gaps: readonly Gap[],
  language: Language,
): AccountReport {
  const { account } = plan.survey;
  const target = plan.kind === 'import' ? plan.target : null;
  const isTaken = plan.kind === 'import' || plan.kind === 'create';
  const leaves = plan.kind === 'import' ? (plan.leaves?.[language] ?? null) : null;
  return {
    account: accountName(account),
    currencyCode: account.currencyCode,
    folderId: target?.folderId ?? null,
    accountId: target?.accountId ?? null,
    outcome: isTaken ? (merged.statementsCreated > 0 ? 'Imported' : 'Skipped') : plan.kind,
    reason: isTaken ? leaves : plan.reason[language],
    ...merged,
    gaps,
  };
}

/** Continuity is judged on what is stored; a mismatch that the setting of the account lets pass is a warning. */
export function importFindings(
  { findings, faulty }: FileSurvey,
  plans: readonly AccountPlan[],
  language: Language,
): WordedFinding[] {
  const imported = new Set(plans.flatMap(({ kind, survey }) => (kind === 'import' ? [survey.key] : [])));
  return findings
    .filter(({ kind }) => kind !== 'CONTINUITY_GAP')
    .map((finding) => {
      const isPassed = finding.group !== null && imported.has(faulty.get(finding.group) ?? '');
      return wordedFinding(isPassed ? { ...finding, severity: 'warning' } : finding, language);
    });
}

/** What an import gave once more under other references, account by account. */
export function doubledFindings(
  doubled: readonly Doubled[],
  plans: readonly AccountPlan[],
  language: Language,
): WordedFinding[] {
  const log = new FindingLog();
  for (const { accountId, ...params } of doubled) {
    const plan = plans.find((each) => each.kind === 'import' && each.target.accountId === accountId);
    if (plan) log.add('doubled', { params: { ...params, account: accountName(plan.survey.account) } });
  }
  return log.findings.map((finding) => wordedFinding(finding, language));
}

export const refusedReport = (fileName: string, error: TaxopsError, language: Language): ImportReport => ({
  fileName,
  importId: null,
  accounts: [],
  findings: [],
  refusal: { code: error.code, message: error.text(language) },
});
