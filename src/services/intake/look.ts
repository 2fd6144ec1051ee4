/** What a ledger or a statement file is, whose, and what is wrong with it, before anything of it is imported. */
import { holdsAdvices, planAdvices } from '../banking/statements/advices/import.ts';
import { wordedFinding } from '../banking/statements/cfonb/findings.ts';
import type { CsvMapping } from '../banking/statements/csv/mapping.ts';
import { planFile } from '../banking/statements/import.ts';
import type { AccountPlan } from '../banking/statements/plan.ts';
import { accountName, importFindings } from '../banking/statements/report.ts';
import { getFolder } from '../folders/folders.ts';
import { type Language, TaxopsError } from '../kernel/errors.ts';
import type { InputFile } from '../kernel/stream.ts';
import { ledgerErrors } from '../ledger/errors.ts';
import { checkFec } from '../ledger/fec/check.ts';
import { knownFolderOfFile } from '../ledger/import/folder-of-file.ts';
import { watched } from '../ledger/watched.ts';
import type { Context } from '../operation/context.ts';
import type { FoundFault, LookedFile, Owner } from './looked-file.ts';

/** What a look tells beside the name of the file. */
export type Looked = Omit<LookedFile, 'rank' | 'file' | 'kind' | 'format' | 'made' | 'place'>;

export interface LookOptions {
  readonly folderId?: number | undefined;
  /** The bank account of files that name none, in the folder. */
  readonly accountId?: number | undefined;
}

export const NOTHING_FOUND: Omit<Looked, 'state' | 'message'> = {
  owners: [],
  findings: [],
  findingCount: 0,
  columns: [],
};

/** Findings kept of each file: the check of the file alone tells all of them. */
const MOST_FINDINGS = 500;

/** Faults that say who the file is of: a person answers that, and the file may stay as it is. */
const UNPLACED: ReadonlySet<string> = new Set([
  'StatementAccountMissing',
  'LedgerSirenUnknown',
  'LedgerFolderAmbiguous',
  'LedgerFolderUnknown',
]);

/** Its reason as the message of a file; anything that is no fault of the file goes on. */
export function lookOfError(error: unknown, language: Language): Looked {
  if (!(error instanceof TaxopsError)) throw error;
  const state = UNPLACED.has(error.code) ? 'Unplaced' : 'Refused';
  return { ...NOTHING_FOUND, state, message: wordsOf(error, language) };
}

export const wordsOf = (error: TaxopsError, language: Language): string =>
  [error.text(language), error.hint(language)].filter(Boolean).join(' ');

const RANKS: readonly FoundFault['severity'][] = ['error', 'warning', 'info'];

const faults = (all: readonly FoundFault[], count: number): Pick<Looked, 'findings' | 'findingCount'> => ({
  findings: all.toSorted((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity)).slice(0, MOST_FINDINGS),
  findingCount: count,
});

/** Throws what reading the file throws. */
export async function lookAtLedger(ctx: Context, file: InputFile, { folderId }: LookOptions): Promise<Looked> {
  const { language } = ctx;
  const check = await watched(ctx, file, (progress) =>
    checkFec(file.path, { language, fileName: file.name, progress }),
  );
  const { siren, exerciseStart, exerciseEnd, entries } = check.figures;
  const place = await placeOf(ctx, { fileName: file.name, siren, folderId });
  const owner: Owner = {
    folderId: place.folderId,
    folder: place.folder,
    account: null,
    startDate: exerciseStart,
    endDate: exerciseEnd,
    count: entries,
    problem: place.problem,
  };
  const found = check.findings.map(({ column, ...one }) => ({ ...one, field: column }));
  const count = Object.values(check.counts).reduce((sum, more) => sum + more, 0);
  const endless = exerciseEnd === null ? ledgerErrors.LedgerClosingUnknown({ file: file.name }) : undefined;
  const state = check.verdict === 'Refused' || endless ? 'Refused' : place.state;
  const message = endless ? wordsOf(endless, language) : null;
  return { ...NOTHING_FOUND, state, owners: [owner], ...faults(found, count), message };
}

/** Where a ledger goes: a folder that is there, one that the import makes, or why neither is known. */
async function placeOf(ctx: Context, wanted: Parameters<typeof knownFolderOfFile>[1]) {
  try {
    const folder = await knownFolderOfFile(ctx, wanted);
    const name = folder?.name ?? `${wanted.siren} (${NEW_FOLDER[ctx.language]})`;
    return { folderId: folder?.id ?? null, folder: name, problem: null, state: 'ToImport' } as const;
  } catch (error) {
    const { state, message } = lookOfError(error, ctx.language);
    return { folderId: null, folder: null, problem: message, state };
  }
}

const NEW_FOLDER = { en: 'a new folder', fr: 'un nouveau dossier' } as const;

/** Throws what reading the file throws, and what an import of it would. */
export async function lookAtStatements(ctx: Context, file: InputFile, options: LookOptions): Promise<Looked> {
  const { plans, findings, mapping } = await planned(ctx, file, options);
  const found = findings.map((one) => ({
    severity: one.severity,
    code: one.kind,
    line: one.place?.line ?? one.place?.record ?? null,
    field: one.field,
    message: one.message,
  }));
  const owners = await Promise.all(plans.map((plan) => ownerOf(ctx, plan)));
  const state = stateOf(plans);
  return { state, owners, ...faults(found, found.length), columns: columnsOf(mapping), message: null };
}

async function planned(ctx: Context, file: InputFile, options: LookOptions) {
  if (await holdsAdvices(file, ctx.signal)) {
    const { plans, findings } = await planAdvices(ctx, file, options.folderId);
    return { plans, findings: findings.map((one) => wordedFinding(one, ctx.language)), mapping: undefined };
  }
  const { plans, surveyed } = await planFile(ctx, file, options);
  const { survey } = surveyed;
  return { plans, findings: importFindings(survey, plans, ctx.language), mapping: survey.mapping };
}

function stateOf(plans: readonly AccountPlan[]): Looked['state'] {
  if (plans.some(({ kind }) => kind === 'import')) return 'ToImport';
  return plans.some(({ kind }) => kind === 'NotMatched') ? 'Unplaced' : 'Refused';
}

async function ownerOf(ctx: Context, plan: AccountPlan): Promise<Owner> {
  const { survey } = plan;
  const folder = plan.kind === 'import' ? await getFolder(ctx, plan.target.folderId) : undefined;
  return {
    folderId: folder?.id ?? null,
    folder: folder?.name ?? null,
    account: accountName(survey.account),
    startDate: survey.firstDay,
    endDate: survey.lastDay,
    count: survey.statements,
    problem: plan.kind === 'import' ? (plan.leaves?.[ctx.language] ?? null) : reasonOf(plan, ctx.language),
  };
}

const reasonOf = (plan: AccountPlan, language: Language): string | null =>
  'reason' in plan ? plan.reason[language] : null;

/** The fields of a movement under the names that answers give them. */
const columnsOf = (mapping: CsvMapping | undefined): Looked['columns'] =>
  Object.entries(mapping?.columns ?? {}).flatMap(([name, headings = []]) =>
    [headings].flat().map((heading) => ({ name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, heading })),
  );
