/** Tells ledgers, bank statements and lists of assets apart by their content, whatever their names. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRows } from '../assets/import/rows.ts';
import { openBankFile } from '../banking/statements/cfonb/bank-file.ts';
import { type GivenFile, withGivenFiles } from '../documents/given-files.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { InputFile } from '../kernel/stream.ts';
import { toByteSource } from '../ledger/fec/byte-source.ts';
import { sniff } from '../ledger/fec/sniff.ts';
import { isWorkbook, sheetText } from './workbook.ts';

export const FILE_KINDS = ['Ledger', 'Statement', 'Assets', 'Unknown'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export interface RecognisedFile extends GivenFile {
  readonly kind: FileKind;
  /** As people call it: FEC, CFONB 120, camt.053, OFX, CSV, XLSX; null for what is none of them. */
  readonly format: string | null;
}

/** Whether headings are those of a list of assets. */
export type IsAssets = (headings: readonly string[]) => boolean;

/**
 * Runs `use` with single files, each with what it is: folders and archives stand for what they hold, a workbook for the
 * text of its first sheet. Throws FileUnreadable.
 */
export const withRecognised = <T>(
  given: readonly InputFile[],
  isAssets: IsAssets,
  use: (files: readonly RecognisedFile[]) => Promise<T>,
): Promise<T> =>
  withGivenFiles(given, async (files) => {
    const folder = await mkdtemp(join(tmpdir(), 'taxops-sheets-'));
    try {
      return await use(
        await Promise.all(files.map((file, index) => recognise(file, isAssets, join(folder, String(index))))),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

const NOTHING = { kind: 'Unknown', format: null } as const;

async function recognise(file: GivenFile, isAssets: IsAssets, textPath: string): Promise<RecognisedFile> {
  if (file.refusal) return { ...file, ...NOTHING };
  const found = await formOf(file.path);
  if (found.kind === 'Ledger') return { ...file, ...found };
  if (found.kind === 'Unknown' && (await isWorkbook(file.path))) return ofWorkbook(file, isAssets, textPath);
  return isAssets(await headingsOf(file.path)) ? { ...file, kind: 'Assets', format: 'CSV' } : { ...file, ...found };
}

/** Assets are read from the workbook itself; anything else as the text that a spreadsheet would export. */
async function ofWorkbook(file: GivenFile, isAssets: IsAssets, textPath: string): Promise<RecognisedFile> {
  try {
    const rows = await readRows(file);
    if (isAssets(rows[0]?.cells ?? [])) return { ...file, kind: 'Assets', format: 'XLSX' };
    await writeFile(textPath, sheetText(rows), { mode: 0o600 });
    const { kind } = await formOf(textPath);
    return { ...file, path: textPath, kind, format: 'XLSX' };
  } catch (refusal) {
    if (!(refusal instanceof TaxopsError)) throw refusal;
    return { ...file, ...NOTHING, format: 'XLSX', refusal };
  }
}

/** Throws FileUnreadable. */
async function formOf(path: string): Promise<Pick<RecognisedFile, 'kind' | 'format'>> {
  if ('separator' in (await sniff(toByteSource(path).chunks()))) return { kind: 'Ledger', format: 'FEC' };
  const file = await openBankFile(path);
  await file.close();
  if (file.format !== null) return { kind: 'Statement', format: FORMATS[file.format] ?? file.format.slice(0, 8) };
  return namesFec(await headOf(path)) ? { kind: 'Ledger', format: 'FEC' } : NOTHING;
}

/** `camt.053.001.08` is called by its beginning. */
const FORMATS: Readonly<Record<string, string>> = {
  cfonb120: 'CFONB 120',
  cfonb240: 'CFONB 240',
  ofx: 'OFX',
  csv: 'CSV',
};

const HEAD_BYTES = 4096;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What a spreadsheet made of a FEC still names its columns: the import of ledgers says how to get a right one. */
function namesFec(head: Buffer): boolean {
  const text = head.toString('latin1').replaceAll('\0', '');
  return /ecriturenum/i.test(text) && /comptenum/i.test(text);
}

/** The cells of the first line, by the separator that it has most of. */
async function headingsOf(path: string): Promise<string[]> {
  const [line = ''] = (await headOf(path))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1);
  const [cells = []] = [';', ',', '\t'].map((mark) => line.split(mark)).sort((a, b) => b.length - a.length);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}
