import * as z from 'zod';
import type { AccountReport, ImportReport } from '../../../services/banking/statements/import.ts';
import { importStatementFile } from '../../../services/banking/statements/import.ts';
import { type FileOutcome, importStatementFiles } from '../../../services/banking/statements/import-files.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { amountText, dayText, identifier } from '../../operation/fields.ts';
import { type Block, defineOperation } from '../../operation/operation.ts';
import { requireOneFile } from './files.ts';
import { findingBlocks } from './view.ts';
import { FindingSchema, type FindingWire, findingWire } from './wire.ts';

const Dated = z.object({ Date: dayText(), Value: amountText() });

const OUTCOMES = [
  'Imported',
  'Skipped',
  'NotMatched',
  'InactiveEnterprise',
  'WithoutGenericAccount',
  'InError',
] as const;

const AccountResult = z
  .object({
    Account: z.string().describe('IBAN, or bank, branch and account number where they make none'),
    CurrencyCode: z.string(),
    EnterpriseId: z.int().nullable(),
    AccountId: z.int().nullable(),
    Outcome: z.enum(OUTCOMES),
    Reason: z.string().nullable(),
    StatementsCreated: z.int(),
    StatementsSkipped: z.int().describe('Already stored'),
    TransactionsCreated: z.int(),
    TransactionsKnown: z.int().describe('Shown by a statement stored before'),
    Gaps: z
      .array(z.object({ From: Dated, To: Dated, Difference: amountText() }))
      .describe('Where stored statements of the account do not follow each other'),
  })
  .meta({ id: 'StatementImportAccount' });

const ImportResult = z
  .object({
    FileName: z.string(),
    TotalAccountsInFile: z.int(),
    ImportedAccountsCount: z.int().describe('Accounts that received at least one statement'),
    StatementsCreated: z.int(),
    AccountsNotMatched: z.array(z.string()),
    AccountsWithInactiveEnterprise: z.array(z.string()),
    AccountsWithoutGenericAccount: z.array(z.string()).describe('Deleted accounts'),
    AccountsInError: z.array(z.string()),
    HasSkipped: z.boolean().describe('A statement, or the whole file, was stored before'),
    ImportId: z.int().nullable().describe('What undo takes'),
    Accounts: z.array(AccountResult),
    Findings: z.array(FindingSchema),
    Refusal: z.object({ Code: z.string(), Message: z.string() }).optional().describe('Of several files, one refused'),
  })
  .meta({ id: 'StatementImport' });

type ImportWire = z.output<typeof ImportResult>;
type AccountWire = z.output<typeof AccountResult>;

function accountWire({ plan, merged, gaps }: AccountReport, language: Language): AccountWire {
  const { account } = plan.survey;
  const target = plan.kind === 'import' ? plan.target : null;
  return {
    Account: account.iban ?? `${account.bankCode} ${account.branchCode} ${account.accountNumber}`,
    CurrencyCode: account.currencyCode,
    EnterpriseId: target?.folderId ?? null,
    AccountId: target?.accountId ?? null,
    Outcome: outcomeOf(plan.kind, merged.statementsCreated),
    Reason: 'reason' in plan ? plan.reason[language] : null,
    StatementsCreated: merged.statementsCreated,
    StatementsSkipped: merged.statementsKnown,
    TransactionsCreated: merged.transactionsCreated,
    TransactionsKnown: merged.transactionsKnown,
    Gaps: gaps.map(({ from, to, difference }) => ({
      From: { Date: from.date, Value: from.value },
      To: { Date: to.date, Value: to.value },
      Difference: difference,
    })),
  };
}

function outcomeOf(kind: AccountReport['plan']['kind'], created: number): AccountWire['Outcome'] {
  if (kind === 'import' || kind === 'create') return created > 0 ? 'Imported' : 'Skipped';
  return kind;
}

function toWire(report: ImportReport, language: Language): ImportWire {
  const accounts = report.accounts.map((account) => accountWire(account, language));
  const named = (outcome: AccountWire['Outcome']) =>
    accounts.filter(({ Outcome }) => Outcome === outcome).map(({ Account }) => Account);
  return {
    FileName: report.fileName,
    TotalAccountsInFile: accounts.length,
    ImportedAccountsCount: named('Imported').length,
    StatementsCreated: accounts.reduce((sum, { StatementsCreated }) => sum + StatementsCreated, 0),
    AccountsNotMatched: named('NotMatched'),
    AccountsWithInactiveEnterprise: named('InactiveEnterprise'),
    AccountsWithoutGenericAccount: named('WithoutGenericAccount'),
    AccountsInError: named('InError'),
    HasSkipped: accounts.some(({ StatementsSkipped }) => StatementsSkipped > 0),
    ImportId: report.importId,
    Accounts: accounts,
    Findings: findingsWire(report, language),
  };
}

/** Continuity is told from what is stored; a mismatch that the account's setting lets pass is a warning. */
function findingsWire({ findings, faulty, accounts }: ImportReport, language: Language): FindingWire[] {
  const imported = new Set(accounts.flatMap(({ plan }) => (plan.kind === 'import' ? [plan.survey.key] : [])));
  return findings
    .filter(({ kind }) => kind !== 'CONTINUITY_GAP')
    .map((finding) => {
      const isPassed = finding.group !== null && imported.has(faulty.get(finding.group) ?? '');
      return findingWire(isPassed ? { ...finding, severity: 'warning' } : finding, language);
    });
}

const refusalWire = ({ fileName, refusal }: FileOutcome, language: Language): ImportWire => ({
  FileName: fileName,
  TotalAccountsInFile: 0,
  ImportedAccountsCount: 0,
  StatementsCreated: 0,
  AccountsNotMatched: [],
  AccountsWithInactiveEnterprise: [],
  AccountsWithoutGenericAccount: [],
  AccountsInError: [],
  HasSkipped: false,
  ImportId: null,
  Accounts: [],
  Findings: [],
  ...(refusal && { Refusal: { Code: refusal.code, Message: refusal.text(language) } }),
});

const hasFault = (result: ImportWire): boolean =>
  result.Refusal !== undefined ||
  result.AccountsInError.length > 0 ||
  result.Findings.some(({ Severity, Statement }) => Severity === 'error' && Statement === null);

type Result = ImportWire | ImportWire[];

const asList = (result: Result): ImportWire[] => (Array.isArray(result) ? result : [result]);

function* view(result: Result, language: Language): Generator<Block> {
  for (const file of asList(result)) {
    yield { kind: 'text', text: file.FileName };
    if (file.Accounts.length > 0) yield accountTable(file);
    yield* sentences(file, language);
    if (file.Findings.length > 0) yield* findingBlocks(file.Findings, language);
  }
}

const accountTable = (file: ImportWire): Block => ({
  kind: 'table',
  columns: [
    { name: 'Account' },
    { name: 'AccountId', type: 'number' },
    { name: 'Outcome' },
    { name: 'Statements', type: 'number' },
    { name: 'Transactions', type: 'number' },
  ],
  rows: file.Accounts.map((account) => [
    `${account.Account} ${account.CurrencyCode}`,
    account.AccountId,
    account.Outcome,
    account.StatementsCreated,
    account.TransactionsCreated,
  ]),
});

const WORDS = {
  gap: {
    en: (account: string, from: string, to: string, difference: string) =>
      `${account}: nothing stored between ${from} and ${to} (difference ${difference})`,
    fr: (account: string, from: string, to: string, difference: string) =>
      `${account} : rien d’enregistré entre le ${from} et le ${to} (écart ${difference})`,
  },
  create: {
    en: 'To make the accounts that nobody has, add: --folder ID --create-accounts',
    fr: 'Pour créer les comptes que personne n’a, ajoutez : --folder ID --create-accounts',
  },
  undo: { en: 'To undo this import:', fr: 'Pour annuler cet import :' },
} as const;

function* sentences(file: ImportWire, language: Language): Generator<Block> {
  const say = (text: string): Block => ({ kind: 'text', text });
  if (file.Refusal) yield say(`${file.Refusal.Code}: ${file.Refusal.Message}`);
  for (const { Account, Reason, Gaps } of file.Accounts) {
    if (Reason) yield say(`${Account}: ${Reason}`);
    for (const { From, To, Difference } of Gaps) {
      yield say(WORDS.gap[language](Account, `${From.Date} ${From.Value}`, `${To.Date} ${To.Value}`, Difference));
    }
  }
  if (file.AccountsNotMatched.length > 0) yield say(WORDS.create[language]);
  if (file.ImportId !== null && file.StatementsCreated > 0) {
    yield say(`${WORDS.undo[language]} taxops bank statement undo ${file.ImportId}`);
  }
}

export const bankStatementImport = defineOperation({
  id: 'bank.statement.import',
  ref: 'C38',
  summary: { en: 'Import bank statement files', fr: 'Importer des fichiers de relevés bancaires' },
  description:
    'CFONB 120. One file gives one object, several give an array of them, one for each file in order. Accounts match by IBAN in the folders of the caller, or in --folder alone. An account with a fault keeps nothing of the file (exit 3); the others are stored, statement by statement, all or nothing. The same file again changes nothing, and overlapping files give each movement once, in any order. Accounts, ImportId and Findings come beside the specified fields.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: '/api/banking/statement-files' },
  cli: {
    examples: [
      'taxops bank statement import releve.txt --folder 1 --create-accounts',
      'taxops bank statement import mars/*.txt --json',
    ],
  },
  files: { many: true, description: 'CFONB 120 files' },
  query: z.object({
    enterpriseId: identifier().optional().describe('Only accounts of this folder'),
    createAccounts: z.boolean().default(false).describe('Make the accounts that nobody has, in the folder'),
  }),
  output: z.union([ImportResult, z.array(ImportResult)]),
  errors: [
    'StatementFileMissing',
    'FileUnreadable',
    'StatementFileRefused',
    'StatementFileChanged',
    'StatementFolderMissing',
    'FolderNotFound',
    'FolderInactive',
    'BankAccountChanged',
  ],
  view,
  outcome: (result) => {
    const files = asList(result);
    if (files.every(({ Refusal }) => Refusal)) return 'refused';
    return files.some(hasFault) ? 'partial' : 'done';
  },
  run: async (ctx, { files, enterpriseId, createAccounts }) => {
    const options = { folderId: enterpriseId, createsAccounts: createAccounts };
    const first = requireOneFile(files);
    if (files.length === 1) return toWire(await importStatementFile(ctx, first, options), ctx.language);
    const outcomes = await importStatementFiles(ctx, files, options);
    return outcomes.map((outcome) =>
      outcome.report ? toWire(outcome.report, ctx.language) : refusalWire(outcome, ctx.language),
    );
  },
});
