/** Assets read from a file: every line is checked and reported, and either all of them are written or none. */
import { type Language, TaxopsError } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { InputFile } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { type AssetInput, draftFrom } from '../asset-input.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { withGrants } from '../register/change-asset.ts';
import { type ChosenAccount, chooseAccount, readChart } from '../register/chart.ts';
import { differencesOfNamed, type HeldBalance } from '../register/held-balances.ts';
import { assets } from '../register/store.ts';
import { addAssets, checkedAsset, inRegister, type Register } from '../register/write-asset.ts';
import { assetImportErrors } from './errors.ts';
import { keepImport } from './past-imports.ts';
import { repeatedReferences } from './repeated-references.ts';
import { readRows, type SheetRow } from './rows.ts';

export interface ImportColumn {
  /** The field it states; a header may name it so. */
  readonly path: string;
  /** Header of the template, in French. */
  readonly label: string;
  readonly isRequired: boolean;
}

export interface CellFault {
  /** The field at fault. */
  readonly column: string | null;
  readonly message: string;
}

/** What the lines of a file are made of. */
export interface AssetForm {
  readonly columns: readonly ImportColumn[];
  /** The column of a header; null when it is read past, undefined when it is unknown. */
  readonly columnOf: (header: string) => ImportColumn | null | undefined;
  /** The asset that the filled cells of a line state, or what is wrong with them. */
  readonly read: (
    cells: readonly (readonly [column: ImportColumn, cell: string])[],
  ) => { readonly input: AssetInput } | { readonly faults: readonly CellFault[] };
}

export interface LineFault {
  readonly line: number;
  /** Header of the column, when one cell is at fault. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

export interface AssetImport {
  readonly fileName: string;
  /** Lines read, header apart. */
  readonly lines: number;
  readonly created: readonly {
    readonly line: number;
    readonly id: number;
    readonly number: number;
    readonly name: string;
  }[];
  /** What takes these assets back; null when none was made. */
  readonly importId: number | null;
  /** Lines whose asset is there already. */
  readonly known: readonly number[];
  /** Nothing was written when there is one. */
  readonly faults: readonly LineFault[];
  /** Where settled books hold last something else on the accounts of the assets made. */
  readonly ledgerDifferences: readonly HeldBalance[];
}

interface Line {
  readonly line: number;
  readonly input: AssetInput;
  readonly chosen: ChosenAccount;
}

type ReadLine = Omit<Line, 'chosen'> | { readonly faults: readonly LineFault[] };
type Checked = { readonly ok: Line } | { readonly faults: readonly LineFault[] };

export interface ImportRequest {
  readonly form: AssetForm;
  /** Says what would come of it, and leaves nothing. */
  readonly dryRun: boolean;
}

/** Throws FolderNotFound, FileUnreadable, AssetFileTooLarge, AssetFileUnreadable, AssetColumnUnknown, AssetColumnRepeated, AssetColumnMissing. */
export async function importAssets(
  ctx: Pick<Context, 'db' | 'clock' | 'language'>,
  folderId: number,
  file: InputFile,
  { form, dryRun }: ImportRequest,
): Promise<AssetImport> {
  const chart = await readChart(ctx, folderId);
  const [header, ...rows] = await readRows(file);
  const columns = columnsOf(file, form, header);
  const imported = inRegister(ctx, folderId, async (register) => {
    const known = await knownAssets(register);
    const reads = rows.map((row) => readLine(columns, form, row));
    const checked: Checked[] = [{ faults: repeatedFaults(columns, reads, ctx.language) }];
    for (const read of reads) {
      checked.push(
        'faults' in read
          ? read
          : await checkLine(read, () => chooseAccount(ctx, chart, read.input.account), register, ctx.language),
      );
    }
    const faults = checked.flatMap((one) => ('faults' in one ? one.faults : [])).sort((a, b) => a.line - b.line);
    const lines = checked.flatMap((one) => ('ok' in one ? [one.ok] : []));
    const fresh = lines.filter(({ input, chosen }) => !isKnown(known, input, chosen));
    const about = { fileName: file.name, lines: rows.length };
    const report = { ...about, importId: null, known: linesBut(lines, fresh), faults, created: [] };
    if (faults.length > 0) return report;
    const created = await create(register, fresh);
    if (dryRun)
      throw new Tried({ ...report, ledgerDifferences: await againstBooks(register.present, folderId, created) });
    return { ...report, created, importId: await keepImport(register, about, created) };
  });
  const done = await imported.catch(asTried);
  return done instanceof Tried
    ? done.report
    : { ...done, ledgerDifferences: await againstBooks(ctx, folderId, done.created) };
}

/** A dry run writes all, looks, and takes it back: what comes of a file depends on the assets that are there. */
class Tried extends Error {
  readonly report: AssetImport;

  constructor(report: AssetImport) {
    super('tried');
    this.report = report;
  }
}

function asTried(error: unknown): Tried {
  if (error instanceof Tried) return error;
  throw error;
}

/** A takeover is whole once its last file is read: what the books hold beside is reported, and refuses nothing. */
const againstBooks = async (
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  created: AssetImport['created'],
): Promise<HeldBalance[]> =>
  created.length === 0
    ? []
    : differencesOfNamed(
        ctx,
        folderId,
        created.map(({ id }) => id),
      );

const linesBut = (all: readonly Line[], some: readonly Line[]): number[] =>
  all.filter((line) => !some.includes(line)).map(({ line }) => line);

type Columns = readonly (readonly [index: number, header: string, column: ImportColumn])[];

function columnsOf({ name }: InputFile, form: AssetForm, header: SheetRow | undefined): Columns {
  const columns = (header?.cells ?? []).flatMap((text, index) => {
    const column = text === '' ? null : form.columnOf(text);
    if (column === undefined) throw assetImportErrors.AssetColumnUnknown({ name, column: text.slice(0, 100) });
    return column ? [[index, text, column] as const] : [];
  });
  const paths = columns.map(([, , { path }]) => path);
  const repeated = columns.find(([, , { path }], at) => paths.indexOf(path) < at);
  if (repeated) throw assetImportErrors.AssetColumnRepeated({ name, column: repeated[1].slice(0, 100) });
  const missing = form.columns.find(({ isRequired, path }) => isRequired && !paths.includes(path));
  if (missing) throw assetImportErrors.AssetColumnMissing({ name, column: `${missing.label} (${missing.path})` });
  return columns;
}

/** A line as the asset it describes; faults name columns as the file does. */
function readLine(columns: Columns, form: AssetForm, { line, cells }: SheetRow): ReadLine {
  const filled = columns.flatMap(([index, , column]) => (cells[index] ? [[column, cells[index]] as const] : []));
  const read = form.read(filled);
  if ('input' in read) return { line, input: read.input };
  const headers = new Map(columns.map(([, header, { path }]) => [path, header]));
  return {
    faults: read.faults.map(({ column, message }) => ({
      line,
      column: headers.get(column ?? '') ?? column,
      code: 'InvalidInput',
      message,
    })),
  };
}

/** A reference is of one asset: of the lines that share one, all after the first are at fault. */
function repeatedFaults(columns: Columns, reads: readonly ReadLine[], language: Language): LineFault[] {
  const column = columns.find(([, , { path }]) => path === 'ExternalId')?.[1] ?? null;
  const stated = reads.flatMap((read) => ('input' in read ? [read] : []));
  return repeatedReferences(stated).map(({ line, ...of }) => {
    const error = assetImportErrors.AssetReferenceRepeated(of);
    return { line, column, code: error.code, message: error.text(language) };
  });
}

/** The line with its account, or what is wrong with them. */
async function checkLine(
  { line, input }: Omit<Line, 'chosen'>,
  choose: () => Promise<ChosenAccount>,
  { basis }: Register,
  language: Language,
): Promise<Checked> {
  try {
    const chosen = await choose();
    if (!isFixedAssetAccount(chosen.account)) throw assetRuleErrors.NotFixedAssetAccount({ account: chosen.account });
    checkedAsset(draftFrom({ ...input, grants: undefined }, chosen, null), basis);
    return { ok: { line, input, chosen } };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { faults: [{ line, column: null, code: error.code, message: error.text(language) }] };
  }
}

/** What makes an asset itself when files are read again: its external reference, else all that a line says of it. */
interface KnownAssets {
  readonly references: ReadonlySet<string>;
  readonly descriptions: ReadonlySet<string>;
}

async function knownAssets({ trx, folderId }: Register): Promise<KnownAssets> {
  const rows = await assets(trx)
    .where({ folder_id: folderId })
    .select('external_id', 'name', 'account', 'acquisition_date', 'acquisition_cents');
  return {
    references: new Set(rows.flatMap((row) => row.external_id ?? [])),
    descriptions: new Set(
      rows.map((row) => description(row.name, row.account, row.acquisition_date, row.acquisition_cents)),
    ),
  };
}

const description = (name: string, account: string, date: string, value: bigint): string =>
  [name, account, date, formatAmount(value)].join('\n');

const isKnown = ({ references, descriptions }: KnownAssets, input: AssetInput, { account }: ChosenAccount): boolean =>
  input.externalId
    ? references.has(input.externalId)
    : descriptions.has(description(input.name, account, input.acquisitionDate, input.acquisitionValue));

async function create(register: Register, lines: readonly Line[]): Promise<AssetImport['created']> {
  const drafts = lines.map(({ input, chosen }) => draftFrom({ ...input, grants: undefined }, chosen, null));
  const added = await addAssets(register, drafts);
  for (const [index, asset] of added.entries()) {
    await withGrants(register, asset, lines[index]?.input.grants);
  }
  return added.map(({ id, number, name }, index) => ({ line: lines[index]?.line ?? 0, id, number, name }));
}
