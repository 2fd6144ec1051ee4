import * as z from 'zod';
import type { Gap } from '../../../services/banking/statements/continuity.ts';
import { importGivenFiles } from '../../../services/banking/statements/import-files.ts';
import { type AccountReport, type ImportReport, OUTCOMES } from '../../../services/banking/statements/report.ts';
import { requireOneFile } from '../../../services/banking/statements/survey.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { amountText, identifier } from '../../operation/fields.ts';
import { type Block, defineOperation } from '../../operation/operation.ts';
import { choice, date, flag, int, maybe, sentence, text } from '../../operation/outputs.ts';
import { computed, from, headed } from '../../operation/wire.ts';
import { CsvMappingSchema } from './mapping-wire.ts';
import { contradictionBlock, findingBlocks, mappingTable } from './view.ts';
import { FindingSchema } from './wire.ts';

const Dated = z.object({ Date: date('Date'), Value: amountText() });

const AccountResult = z
  .object({
    Account: text('Compte').describe('IBAN, or bank, branch and account number where they make none'),
    CurrencyCode: text('Devise'),
    EnterpriseId: from('folderId', maybe(int('Dossier'))),
    AccountId: maybe(int('N° compte')),
    Outcome: choice(OUTCOMES, 'Résultat'),
    Reason: maybe(sentence('Raison')),
    StatementsCreated: int('Relevés créés'),
    StatementsSkipped: from('statementsKnown', int()).describe('Already stored'),
    TransactionsCreated: int('Mouvements créés'),
    TransactionsKnown: int().describe('Shown by a statement stored before'),
    AdvicesCreated: computed(int('Avis créés'), ({ advices }: AccountReport) => advices?.created ?? 0).describe(
      'Of camt.054 and CFONB 240',
    ),
    AdvicesKnown: computed(int(), ({ advices }: AccountReport) => advices?.known ?? 0),
    Gaps: z
      .array(
        z.object({
          From: Dated,
          To: Dated,
          Difference: amountText(),
          IsContradiction: computed(flag('Contradiction'), ({ isContradiction }: Gap) => isContradiction === true),
        }),
      )
      .describe('Where stored statements of the account do not follow each other'),
  })
  .meta({ id: 'StatementImportAccount' });

const accountsOf = (outcome: AccountReport['outcome']) =>
  computed(z.array(text()), ({ accounts }: ImportReport) =>
    accounts.filter((account) => account.outcome === outcome).map(({ account }) => account),
  );

const counted = (count: (account: AccountReport) => number) =>
  computed(int(), ({ accounts }: ImportReport) => accounts.reduce((sum, account) => sum + count(account), 0));

const ImportResult = z
  .object({
    FileName: text('Fichier'),
    TotalAccountsInFile: headed(
      counted(() => 1),
      'Comptes',
    ),
    ImportedAccountsCount: headed(
      counted(({ outcome }) => (outcome === 'Imported' ? 1 : 0)).describe(
        'Accounts that received at least one statement',
      ),
      'Comptes importés',
    ),
    StatementsCreated: headed(
      counted(({ statementsCreated }) => statementsCreated),
      'Relevés créés',
    ),
    AccountsNotMatched: accountsOf('NotMatched'),
    AccountsWithInactiveEnterprise: accountsOf('InactiveEnterprise'),
    AccountsWithoutGenericAccount: accountsOf('WithoutGenericAccount').describe('Deleted accounts'),
    AccountsInError: accountsOf('InError'),
    HasSkipped: computed(flag(), ({ accounts }: ImportReport) =>
      accounts.some(({ statementsKnown, advices }) => statementsKnown > 0 || (advices?.known ?? 0) > 0),
    ).describe('A statement, or the whole file, was stored before'),
    ImportId: maybe(int('Import')).describe('What undo takes'),
    Accounts: headed(z.array(AccountResult), 'Comptes'),
    Findings: headed(z.array(FindingSchema), 'Constats'),
    Mapping: CsvMappingSchema.optional().describe('How the columns of a CSV were read'),
    Refusal: z
      .object({ Code: text('Code'), Message: sentence('Message') })
      .optional()
      .describe('Of several files, one refused'),
  })
  .meta({ id: 'StatementImport' });

type ImportWire = z.output<typeof ImportResult>;

/** An account that is left out takes its statements with it. */
const TAKEN: readonly AccountReport['outcome'][] = ['Imported', 'Skipped'];

const hasFault = (result: ImportWire): boolean =>
  result.Refusal !== undefined ||
  result.Accounts.some(({ Outcome }) => !TAKEN.includes(Outcome)) ||
  result.Findings.some(({ Severity, Statement }) => Severity === 'error' && Statement === null);

type Result = ImportWire | ImportWire[];

const asList = (result: Result): ImportWire[] => (Array.isArray(result) ? result : [result]);

function* view(result: Result, language: Language): Generator<Block> {
  for (const file of asList(result)) {
    yield { kind: 'text', text: file.FileName };
    if (file.Accounts.length > 0) yield accountTable(file);
    if (file.Mapping) yield mappingTable(file.Mapping);
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
    { name: 'Statements', fr: 'Relevés', type: 'number' },
    { name: 'Transactions', fr: 'Mouvements', type: 'number' },
    { name: 'Advices', fr: 'Avis', type: 'number' },
  ],
  rows: file.Accounts.map((account) => [
    `${account.Account} ${account.CurrencyCode}`.trim(),
    account.AccountId,
    account.Outcome,
    account.StatementsCreated,
    account.TransactionsCreated,
    account.AdvicesCreated,
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
    en: 'To make the accounts that do not exist yet, add: --folder ID --create-accounts',
    fr: 'Pour créer les comptes que personne n’a, ajoutez : --folder ID --create-accounts',
  },
  undo: { en: 'To undo this import:', fr: 'Pour annuler cet import :' },
} as const;

function* sentences(file: ImportWire, language: Language): Generator<Block> {
  const say = (text: string): Block => ({ kind: 'text', text });
  if (file.Refusal) yield say(`${file.Refusal.Code}: ${file.Refusal.Message}`);
  for (const { Account, Reason, Gaps } of file.Accounts) {
    if (Reason) yield say(`${Account}: ${Reason}`);
    for (const { From, To, Difference, IsContradiction } of Gaps) {
      if (IsContradiction) yield contradictionBlock(Account, [From.Date, From.Value, To.Value], language);
      else yield say(WORDS.gap[language](Account, `${From.Date} ${From.Value}`, `${To.Date} ${To.Value}`, Difference));
    }
  }
  if (file.AccountsNotMatched.length > 0) yield say(WORDS.create[language]);
  if (file.ImportId !== null && file.Accounts.some(({ Outcome }) => Outcome === 'Imported')) {
    yield say(`${WORDS.undo[language]} taxops bank statement undo ${file.ImportId}`);
  }
}

export const bankStatementImport = defineOperation({
  id: 'bank.statement.import',
  ref: 'C38',
  summary: { en: 'Import bank statement files', fr: 'Importer des fichiers de relevés bancaires' },
  description:
    'Statements as CFONB 120, camt.053, OFX and CSV, advices as camt.054 and CFONB 240, recognised by their content; zip and gzip archives give what they hold. One file gives one object, several give an array of them, one for each file in order. Accounts match by IBAN in the folders of the caller, or in --folder alone. An account with a fault keeps nothing of the file (exit 3); the others are stored, statement by statement, all or nothing. The same file again changes nothing, and overlapping files give each movement once, in any order and whatever the format of each. OFX tells no opening balance: it is what the movements leave of the closing one, and a missing movement shows as a gap. Advices make neither accounts nor transactions: they are kept beside them (bank advice list). The columns of a CSV are guessed, shown as Mapping and kept for the account (mapping set says them); --account names the account of one that does not. Accounts, ImportId and Findings come beside the specified fields.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: '/api/banking/statement-files' },
  cli: {
    examples: [
      'taxops bank statement import releve.txt --folder 1 --create-accounts',
      'taxops bank statement import mars/*.txt --json',
      'taxops bank statement import export.csv --folder 1 --account 2',
    ],
  },
  files: { many: true, description: 'CFONB 120 or 240, camt.053 or 054, OFX or CSV files, or archives of them' },
  query: z.object({
    enterpriseId: identifier().optional().describe('Only accounts of this folder'),
    accountId: identifier().optional().describe('The account of files that name none (CSV), in the folder'),
    createAccounts: z.boolean().default(false).describe('Make the accounts that do not exist yet, in the folder'),
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
    'BankAccountNotFound',
    'StatementAccountMissing',
    'PeriodReconciled',
    'ArchiveDamaged',
    'ArchiveEmpty',
    'ArchiveTooLarge',
  ],
  view,
  outcome: (result) => {
    const files = asList(result);
    if (files.every(({ Refusal }) => Refusal)) return 'refused';
    return files.some(hasFault) ? 'partial' : 'done';
  },
  run: async (ctx, { files, enterpriseId, accountId, createAccounts }) => {
    requireOneFile(files);
    return importGivenFiles(ctx, files, { folderId: enterpriseId, accountId, createsAccounts: createAccounts });
  },
});
