/** Import of files of any kind, each by its own operation: what both `import` and an intake do with them. */
import PQueue from 'p-queue';
import { wordsOf } from '../../services/intake/look.ts';
import { FILE_KINDS, type FileKind, type RecognisedFile } from '../../services/intake/recognise.ts';
import { type Labels, type Language, TaxopsError } from '../../services/kernel/errors.ts';
import type { Context } from '../../services/operation/context.ts';
import { assetImport } from '../asset/import.ts';
import { bankStatementImport } from '../bank/statement/import.ts';
import { checkOf } from '../ledger/check.ts';
import { ledgerImport } from '../ledger/import.ts';
import type { Operation } from '../operation/operation.ts';
import { commandErrors } from '../program/errors.ts';

export interface FileReport {
  readonly file: string;
  readonly kind: FileKind;
  readonly state: 'Done' | 'Partial' | 'Refused';
  readonly message: string;
  readonly report: unknown;
}

export interface FilesOptions {
  readonly accountingFolderId?: number | undefined;
  /** Of files that name none, in the folder. */
  readonly accountId?: number | undefined;
  readonly createAccounts: boolean;
}

/** Files under way at once: one is read while the database stores the other. */
const AT_ONCE = 2;

/** Ledgers first: they make the folders that statements belong to. */
export async function importAll(
  ctx: Context,
  files: readonly RecognisedFile[],
  options: FilesOptions,
): Promise<FileReport[]> {
  const results = new Map<RecognisedFile, FileReport>();
  for (const kind of FILE_KINDS) {
    const queue = new PQueue({ concurrency: AT_ONCE });
    const own = files.filter((file) => file.kind === kind);
    await queue.addAll(own.map((file) => async () => void results.set(file, await importOne(ctx, file, options))));
  }
  return files.map((file) => results.get(file) as FileReport);
}

/** A file that is refused is a result. */
export async function importOne(ctx: Context, file: RecognisedFile, options: FilesOptions): Promise<FileReport> {
  const about = { file: file.name, kind: file.kind };
  if (file.refusal) return { ...about, state: 'Refused', message: wordsOf(file.refusal, ctx.language), report: null };
  if (file.kind === 'Unknown') return { ...about, state: 'Refused', message: UNKNOWN[ctx.language], report: null };
  try {
    const [operation, own] = IMPORTS[file.kind](file, options);
    const report = await operation.run(ctx, { ...own, files: [file] });
    const outcome = (await operation.outcome?.(report)) ?? 'done';
    const state = outcome === 'done' ? 'Done' : outcome === 'partial' ? 'Partial' : 'Refused';
    return { ...about, state, message: inShort(report, ctx.language, file.given), report };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { ...about, state: 'Refused', message: wordsOf(error, ctx.language), report: null };
  }
}

type Import = (
  file: RecognisedFile,
  options: FilesOptions,
) => readonly [operation: Operation, input: Readonly<Record<string, unknown>>];

/** The operation that takes a kind of file, and its input. */
const IMPORTS: Readonly<Record<Exclude<FileKind, 'Unknown'>, Import>> = {
  Ledger: (_file, { accountingFolderId }) => [ledgerImport, { accountingFolderId }],
  Statement: (_file, { accountingFolderId, accountId, createAccounts }) => [
    bankStatementImport,
    { enterpriseId: accountingFolderId, accountId, createAccounts },
  ],
  Assets: ({ name }, { accountingFolderId }) => {
    if (accountingFolderId === undefined) throw commandErrors.FileFolderMissing({ file: name });
    return [assetImport, { accountingFolderId, dryRun: false }];
  },
};

export const UNKNOWN: Labels = {
  en: 'Neither a FEC nor a bank statement (CFONB, camt.053, OFX, or a CSV with movements under headings such as date, label, amount). Give what the accounting program or the bank exports, unchanged.',
  fr: 'Ni un FEC ni un relevé bancaire (CFONB, camt.053, OFX, ou un CSV de mouvements sous des titres comme date, libellé, montant). Donnez ce que le logiciel comptable ou la banque exporte, inchangé.',
};

/** The few figures of a report that a person looks for first, and why something is not as wanted. */
function inShort(report: unknown, language: Language, given: string | undefined): string {
  if ('Accounts' in (report as object)) return ofStatements(report as StatementWords, language);
  if ('CreatedCount' in (report as object)) return ofAssets(report as AssetWords, language);
  return ofLedger(report as LedgerWords, language, given);
}

interface AssetWords {
  readonly CreatedCount: number;
  readonly KnownLines: readonly number[];
  readonly Faults: readonly { readonly Line: number; readonly Message: string }[];
}

function ofAssets({ CreatedCount, KnownLines, Faults: [fault] }: AssetWords, language: Language): string {
  const figures =
    language === 'fr'
      ? `Immobilisations : +${CreatedCount}, déjà là : ${KnownLines.length}`
      : `Assets: +${CreatedCount}, known: ${KnownLines.length}`;
  return fault ? `${figures}. ${language === 'fr' ? 'Ligne' : 'Line'} ${fault.Line}: ${fault.Message}` : figures;
}

interface LedgerWords {
  readonly Files: readonly {
    readonly Status: string;
    readonly Applied: {
      readonly Entries: { readonly Added: number; readonly Changed: number; readonly Removed: number };
    } | null;
    readonly Check: {
      readonly Findings: readonly { readonly Code: string; readonly Severity: string; readonly Message: string }[];
      readonly Counts: Readonly<Record<string, number>>;
    } | null;
  }[];
}

const STATUS: Readonly<Record<string, Labels>> = {
  Imported: { en: 'Imported', fr: 'Importé' },
  Updated: { en: 'Updated', fr: 'Mis à jour' },
  Unchanged: { en: 'Unchanged', fr: 'Inchangé' },
  Refused: { en: 'Refused', fr: 'Refusé' },
  Failed: { en: 'Failed', fr: 'En échec' },
};
const statusOf = (status: string, language: Language): string => STATUS[status]?.[language] ?? status;

function ofLedger({ Files: [file] }: LedgerWords, language: Language, given: string | undefined): string {
  const status = statusOf(file?.Status ?? '', language);
  if (file?.Applied) {
    const { Added, Changed, Removed } = file.Applied.Entries;
    const colon = language === 'fr' ? ' :' : ':';
    return `${status}${colon} +${Added} ~${Changed} -${Removed}${warningsOf(file, language, given)}`;
  }
  const first = file?.Check?.Findings.find(({ Severity }) => Severity === 'error');
  return `${status}${language === 'fr' ? ' ' : ''}: ${first?.Code} ${first?.Message}`;
}

/** The codes of the warnings of an accepted file, and what shows them. */
function warningsOf({ Check }: LedgerWords['Files'][number], language: Language, given: string | undefined): string {
  const warned = (Check?.Findings ?? []).filter(({ Severity }) => Severity === 'warning').map(({ Code }) => Code);
  if (warned.length === 0) return '';
  const codes = [...new Set(warned)].map((code) => `${code} × ${Check?.Counts[code] ?? 1}`).join(', ');
  return language === 'fr' ? `. À voir : ${codes} : ${checkOf(given)}` : `. To look at: ${codes}: ${checkOf(given)}`;
}

interface StatementWords {
  readonly StatementsCreated: number;
  readonly AccountsNotMatched: readonly string[];
  readonly Accounts: readonly {
    readonly Account: string;
    readonly TransactionsCreated: number;
    readonly Reason: string | null;
  }[];
}

const CREATE = {
  en: 'To make the accounts that do not exist yet, add: --folder ID --create-accounts',
  fr: 'Pour créer les comptes que personne n’a, ajoutez : --folder ID --create-accounts',
} as const;

function ofStatements({ StatementsCreated, AccountsNotMatched, Accounts }: StatementWords, language: Language): string {
  const transactions = Accounts.reduce((sum, { TransactionsCreated }) => sum + TransactionsCreated, 0);
  const figures =
    language === 'fr'
      ? `Relevés : +${StatementsCreated}, opérations : +${transactions}`
      : `Statements: +${StatementsCreated}, transactions: +${transactions}`;
  const reasons = Accounts.filter(({ Reason }) => Reason).map(({ Account, Reason }) => `${Account}: ${Reason}`);
  const remedy = AccountsNotMatched.length > 0 ? [CREATE[language]] : [];
  return [figures, ...reasons, ...remedy].join('. ').replaceAll('..', '.');
}
