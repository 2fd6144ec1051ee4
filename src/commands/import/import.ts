import PQueue from 'p-queue';
import * as z from 'zod';
import { type GivenFile, withGivenFiles } from '../../services/documents/given-files.ts';
import { recognise } from '../../services/intake/recognise.ts';
import { type Labels, type Language, TaxopsError } from '../../services/kernel/errors.ts';
import type { Context } from '../../services/operation/context.ts';
import { bankStatementImport } from '../bank/statement/import.ts';
import { ledgerImport } from '../ledger/import.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, sentence, text } from '../operation/outputs.ts';
import type { Domain } from '../operation/wire.ts';
import { commandErrors } from '../program/errors.ts';

const KINDS = ['Ledger', 'Statement', 'Unknown'] as const;
const STATES = ['Done', 'Partial', 'Refused'] as const;

const FileShape = z.object({
  File: text('Fichier'),
  Kind: choice(KINDS, 'Genre'),
  State: choice(STATES, 'État'),
  Message: sentence('Message'),
  Report: z.unknown().describe('What ledger import, or bank statement import, says of the file'),
});
type FileReport = Domain<typeof FileShape>;

/** Files under way at once: one is read while the database stores the other. */
const AT_ONCE = 2;

interface Options {
  readonly accountingFolderId?: number | undefined;
  readonly createAccounts: boolean;
}

export const importFiles = defineOperation({
  id: 'import',
  summary: { en: 'Import files, whatever they are', fr: 'Importer des fichiers, quels qu’ils soient' },
  description:
    'Ledgers (FEC) and bank statements (CFONB) are told apart by their content; a folder, a zip or a gz stands for the files in it. Ledgers go first, because they make the folders that statements belong to. One file that fails does not stop the others (exit 3).',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: '/api/accounting/files' },
  cli: {
    examples: [
      'taxops import exports',
      'taxops import client.zip',
      'taxops import releve.txt --folder 1 --create-accounts',
    ],
  },
  query: z.object({
    accountingFolderId: identifier().optional(),
    createAccounts: z.boolean().default(false).describe('Make the bank accounts that nobody has, in the folder'),
  }),
  files: { many: true, description: 'FEC and CFONB 120 files, folders of them, zip or gz', bytes: 4 * 1024 ** 3 },
  output: z.object({ Files: z.array(FileShape) }),
  errors: ['FileMissing', 'FileUnreadable'],
  outcome: ({ Files }) => {
    const states = new Set(Files.map(({ State }) => State));
    return states.size === 1 && states.has('Done')
      ? 'done'
      : states.size === 1 && states.has('Refused')
        ? 'refused'
        : 'partial';
  },
  view: function* ({ Files }) {
    yield {
      kind: 'table',
      columns: [{ name: 'FileName' }, { name: 'Kind' }, { name: 'State' }, { name: 'Message', type: 'sentence' }],
      rows: Files.map(({ File, Kind, State, Message }) => [File, Kind, State, Message]),
    };
  },
  run: async (ctx, { files, ...options }) => {
    if (files.length === 0) throw commandErrors.FileMissing();
    return { files: await withGivenFiles(files, (all) => importAll(ctx, all, options)) };
  },
});

async function importAll(ctx: Context, files: readonly GivenFile[], options: Options): Promise<FileReport[]> {
  const kinds = await Promise.all(files.map(({ path, refusal }) => (refusal ? 'Unknown' : recognise(path))));
  const results = new Map<GivenFile, FileReport>();
  for (const kind of KINDS) {
    const queue = new PQueue({ concurrency: AT_ONCE });
    const own = files.filter((_, index) => kinds[index] === kind);
    await queue.addAll(
      own.map((file) => async () => void results.set(file, await importOne(ctx, file, kind, options))),
    );
  }
  return files.map((file) => results.get(file) as FileReport);
}

async function importOne(
  ctx: Context,
  file: GivenFile,
  kind: FileReport['kind'],
  options: Options,
): Promise<FileReport> {
  const about = { file: file.name, kind };
  if (file.refusal) return { ...about, state: 'Refused', message: wordsOf(file.refusal, ctx.language), report: null };
  if (kind === 'Unknown') return { ...about, state: 'Refused', message: UNKNOWN[ctx.language], report: null };
  try {
    const operation = kind === 'Ledger' ? ledgerImport : bankStatementImport;
    const { accountingFolderId, createAccounts } = options;
    const own = kind === 'Ledger' ? { accountingFolderId } : { enterpriseId: accountingFolderId, createAccounts };
    const report = await operation.run(ctx, { ...own, files: [file] });
    const outcome = (await operation.outcome?.(report)) ?? 'done';
    const state = outcome === 'done' ? 'Done' : outcome === 'partial' ? 'Partial' : 'Refused';
    return { ...about, state, message: inShort(report, ctx.language), report };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { ...about, state: 'Refused', message: wordsOf(error, ctx.language), report: null };
  }
}

const wordsOf = (error: TaxopsError, language: Language): string =>
  [error.text(language), error.hint(language)].filter(Boolean).join(' ');

const UNKNOWN = {
  en: 'Neither a FEC nor a bank statement (CFONB, camt.053, OFX). Give what the accounting program or the bank exports, unchanged.',
  fr: 'Ni un FEC ni un relevé bancaire (CFONB, camt.053, OFX). Donnez ce que le logiciel comptable ou la banque exporte, inchangé.',
} as const;

/** The few figures of a report that a person looks for first, and why something is not as wanted. */
const inShort = (report: unknown, language: Language): string =>
  'Accounts' in (report as object)
    ? ofStatements(report as StatementWords, language)
    : ofLedger(report as LedgerWords, language);

interface LedgerWords {
  readonly Files: readonly {
    readonly Status: string;
    readonly Applied: {
      readonly Entries: { readonly Added: number; readonly Changed: number; readonly Removed: number };
    } | null;
    readonly Check: {
      readonly Findings: readonly { readonly Code: string; readonly Severity: string; readonly Message: string }[];
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

function ofLedger({ Files: [file] }: LedgerWords, language: Language): string {
  const status = statusOf(file?.Status ?? '', language);
  if (file?.Applied) {
    const { Added, Changed, Removed } = file.Applied.Entries;
    return language === 'fr'
      ? `${status} : +${Added} ~${Changed} -${Removed}`
      : `${status}: +${Added} ~${Changed} -${Removed}`;
  }
  const first = file?.Check?.Findings.find(({ Severity }) => Severity === 'error');
  return `${status}${language === 'fr' ? ' ' : ''}: ${first?.Code} ${first?.Message}`;
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
  en: 'To make the accounts that nobody has, add: --folder ID --create-accounts',
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
