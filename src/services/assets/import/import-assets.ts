/** Assets read from a file: every line is checked and told, and either all of them are written or none. */
import type { Database } from '../../db/database.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { InputFile } from '../../kernel/stream.ts';
import { type AssetInput, draftFrom } from '../asset-input.ts';
import { isFixedAssetAccount } from '../engine/account-families.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { withGrants } from '../register/change-asset.ts';
import { type ChosenAccount, chooseAccount, type FolderChart, readChart } from '../register/chart.ts';
import { assets } from '../register/store.ts';
import { addAssets, checkedAsset, inRegister, type Register } from '../register/write-asset.ts';
import { readCell } from './cells.ts';
import { columnOf, IMPORT_COLUMNS, type ImportColumn } from './columns.ts';
import { assetImportErrors } from './errors.ts';
import { readRows, type SheetRow } from './rows.ts';

export interface LineFault {
  readonly line: number;
  /** Header of the column, when one cell is at fault. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

export interface AssetImport {
  readonly fileName: string;
  readonly lines: number;
  readonly created: readonly {
    readonly line: number;
    readonly id: number;
    readonly number: number;
    readonly name: string;
  }[];
  /** Lines whose asset is there already. */
  readonly known: readonly number[];
  /** Nothing was written when there is one. */
  readonly faults: readonly LineFault[];
}

/** Reads the fields of an asset, under their names on the wire, or says what is wrong with them. */
export type ReadAsset = (
  body: Readonly<Record<string, unknown>>,
) =>
  | { readonly success: true; readonly data: AssetInput }
  | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };

export interface ImportOrder {
  readonly now: string;
  readonly isDryRun: boolean;
  readonly read: ReadAsset;
}

interface Line {
  readonly line: number;
  readonly input: AssetInput;
  readonly chosen: ChosenAccount;
}

/** What lines are checked with. */
interface Checking extends Pick<ImportOrder, 'read'> {
  readonly db: Database;
  readonly chart: FolderChart;
  readonly register: Register;
  readonly columns: Columns;
}

type Checked = { readonly ok: Line } | { readonly faults: readonly LineFault[] };

/** Throws FolderNotFound, AssetFileTooLarge, AssetFileUnreadable, AssetColumnUnknown, AssetColumnRepeated, AssetColumnMissing. */
export async function importAssets(
  db: Database,
  folderId: number,
  file: InputFile,
  { now, isDryRun, read }: ImportOrder,
): Promise<AssetImport> {
  const chart = await readChart(db, folderId);
  const [header, ...rows] = await readRows(file);
  const columns = columnsOf(file, header);
  return inRegister({ db: async () => db, clock: { now: () => now } }, folderId, async (register) => {
    const known = await knownAssets(register);
    const checked: Checked[] = [];
    for (const row of rows) checked.push(await checkLine({ db, chart, register, columns, read }, row));
    const faults = checked.flatMap((one) => ('faults' in one ? one.faults : []));
    const lines = checked.flatMap((one) => ('ok' in one ? [one.ok] : []));
    const fresh = lines.filter(({ input, chosen }) => !isKnown(known, input, chosen));
    const report = { fileName: file.name, lines: rows.length, known: linesBut(lines, fresh), faults, created: [] };
    if (faults.length > 0 || isDryRun) return report;
    return { ...report, created: await create(register, fresh) };
  });
}

const linesBut = (all: readonly Line[], some: readonly Line[]): number[] =>
  all.filter((line) => !some.includes(line)).map(({ line }) => line);

type Columns = readonly (readonly [index: number, header: string, column: ImportColumn])[];

function columnsOf({ name }: InputFile, header: SheetRow | undefined): Columns {
  const columns = (header?.cells ?? []).flatMap((text, index) => {
    const column = text === '' ? null : columnOf(text);
    if (column === undefined) throw assetImportErrors.AssetColumnUnknown({ name, column: text.slice(0, 100) });
    return column ? [[index, text, column] as const] : [];
  });
  const paths = columns.map(([, , { path }]) => path);
  const repeated = columns.find(([, , { path }], at) => paths.indexOf(path) < at);
  if (repeated) throw assetImportErrors.AssetColumnRepeated({ name, column: repeated[1].slice(0, 100) });
  const missing = IMPORT_COLUMNS.find(
    (column) => column.isRequired && !columns.some(([, , { path }]) => path === column.path),
  );
  if (missing) throw assetImportErrors.AssetColumnMissing({ name, column: `${missing.label} (${missing.path})` });
  return columns;
}

/** A line as the asset it describes, with its account, or what is wrong with it. */
async function checkLine({ db, chart, register, columns, read }: Checking, row: SheetRow): Promise<Checked> {
  const parsed = read(bodyOf(columns, row));
  if (!parsed.success) return { faults: parsed.error.issues.map((issue) => schemaFault(columns, row, issue)) };
  const input = parsed.data;
  try {
    const chosen = await chooseAccount(db, chart, input.account);
    if (!isFixedAssetAccount(chosen.account)) throw assetRuleErrors.NotFixedAssetAccount({ account: chosen.account });
    checkedAsset(draftFrom({ ...input, grants: undefined }, chosen, null), register.basis);
    return { ok: { line: row.line, input, chosen } };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { faults: [{ line: row.line, column: null, code: error.code, message: error.message }] };
  }
}

/** Quantity is one unless told. One grant fits on a line. */
function bodyOf(columns: Columns, { cells }: SheetRow): Record<string, unknown> {
  const body: Record<string, unknown> = { AcquisitionQuantity: '1' };
  for (const [index, , { path, kind }] of columns) {
    const cell = cells[index] ?? '';
    if (cell !== '') put(body, path.split('.'), readCell(kind, cell));
  }
  return 'Grants' in body ? { ...body, Grants: [body.Grants] } : body;
}

function put(body: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  put(body[name] as Record<string, unknown>, rest, value);
}

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function schemaFault(columns: Columns, { line }: SheetRow, { path, message }: SchemaIssue): LineFault {
  const field = path.filter((step) => typeof step === 'string').join('.');
  const column = columns.find(([, , known]) => known.path === field || field.startsWith(`${known.path}.`));
  return { line, column: column?.[1] ?? (field || null), code: 'InvalidInput', message };
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
