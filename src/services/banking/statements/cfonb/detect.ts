/**
 * Tells a file by its first bytes: CFONB 120, CFONB 240, or why it is neither. Nothing else is read of a file that is
 * refused. Byte-order marks and leading blank lines are passed over.
 */
import type { Labels } from '../../../kernel/errors.ts';
import type { ByteWindow } from './byte-window.ts';
import type { MessageKey, MessageParams } from './messages.ts';
import { CFONB_120, CFONB_240, isDigits, type RecordFormat } from './record-format.ts';

/** Statements (053) and advices (054), with their version. */
export type CamtFormat = `camt.053.001.${string}` | `camt.054.001.${string}`;

/** A format of text elements: camt by its namespace, OFX by its header, with the encoding that they declare. */
export interface ElementFormat {
  readonly name: 'ofx' | CamtFormat;
  readonly encoding: string;
}

/** Rows of cells, under the mapping of an account or one that is guessed. */
export interface CellFormat {
  readonly name: 'csv';
}

export type Detection =
  | { readonly format: RecordFormat | ElementFormat | CellFormat; readonly isUtf8: boolean }
  | { readonly format: null; readonly message: MessageKey; readonly params?: MessageParams };

/** Bytes looked at from the first that is not blank. */
const HEAD = 512;
/** Leading blanks are passed over in steps of this size. */
const BLOCK = 4096;

const SIGNATURES: readonly (readonly [bytes: string, what: Labels])[] = [
  ['PK\u0003\u0004', { en: 'a zip archive', fr: 'une archive zip' }],
  ['\u001f\u008b', { en: 'a gzip archive', fr: 'une archive gzip' }],
  ['BZh', { en: 'a bzip2 archive', fr: 'une archive bzip2' }],
  ['7z\u00bc\u00af', { en: 'a 7-Zip archive', fr: 'une archive 7-Zip' }],
  ['\u00fd7zXZ', { en: 'an xz archive', fr: 'une archive xz' }],
  ['\u0028\u00b5\u002f\u00fd', { en: 'a zstd archive', fr: 'une archive zstd' }],
  ['%PDF', { en: 'a PDF document', fr: 'un document PDF' }],
  ['\u00d0\u00cf\u0011\u00e0', { en: 'an Office document', fr: 'un document Office' }],
  ['<', { en: 'XML or HTML other than camt.053 and camt.054', fr: 'du XML ou du HTML autre que camt.053 et camt.054' }],
  ['{1:', { en: 'a SWIFT message (perhaps MT940)', fr: 'un message SWIFT (peut-être MT940)' }],
  [':20:', { en: 'a SWIFT message (perhaps MT940)', fr: 'un message SWIFT (peut-être MT940)' }],
  ['{', { en: 'JSON', fr: 'du JSON' }],
  ['!Type:', { en: 'a QIF file', fr: 'un fichier QIF' }],
  ['JournalCode', { en: 'a ledger file (FEC)', fr: 'un fichier des écritures (FEC)' }],
];

const BINARY: Labels = { en: 'binary data', fr: 'un fichier binaire' };
const ORDERS: Labels = {
  en: 'payment orders (160 characters)',
  fr: 'des ordres de paiement (160 caractères)',
};

/** Passes over what precedes the first record and tells the format. */
export async function detectFormat(window: ByteWindow, isCsv: IsCsv): Promise<Detection> {
  await ensure(window, BLOCK);
  const isUtf8 = startsWith(window, '\u00ef\u00bb\u00bf');
  if (isUtf8) window.start += 3;
  await passBlankBlocks(window);
  const head = headOf(window);
  if (head.length === 0) return window.ended ? { format: null, message: 'emptyFile' } : binary;
  const told = otherEncoding(head) ?? camt(window) ?? ofx(window) ?? otherFormat(head) ?? cfonb(head, isUtf8);
  return told ?? (await csv(window, isCsv)) ?? unknown(head);
}

/** What of a CSV its columns are known by. */
const CSV_HEAD = 64 * 1024;

type IsCsv = (head: Uint8Array) => Promise<boolean>;

async function csv(window: ByteWindow, isCsv: IsCsv): Promise<Detection | null> {
  await ensure(window, CSV_HEAD);
  const head = window.bytes.subarray(window.start, Math.min(window.end, window.start + CSV_HEAD));
  const whole = window.ended ? head : head.subarray(0, head.lastIndexOf(10) + 1);
  return !whole.includes(0) && (await isCsv(whole)) ? { format: { name: 'csv' }, isUtf8: false } : null;
}

const binary: Detection = { format: null, message: 'otherFormat', params: { what: BINARY } };

async function ensure(window: ByteWindow, count: number): Promise<void> {
  while (!window.ended && window.end - window.start < count) await window.fill();
}

const startsWith = (window: ByteWindow, text: string): boolean =>
  window.bytes.toString('latin1', window.start, Math.min(window.end, window.start + text.length)) === text;

/** Blocks are of fixed size and counted from the beginning, so that the result does not depend on the chunks. */
async function passBlankBlocks(window: ByteWindow): Promise<void> {
  for (;;) {
    await ensure(window, BLOCK + HEAD);
    const to = Math.min(window.end, window.start + BLOCK);
    if (window.start === to || firstInk(window.bytes, window.start, to) < to) return;
    window.start = to;
  }
}

/** Up to 512 characters from the beginning of the first line that is not blank, one character per byte. */
function headOf({ bytes, start, end }: ByteWindow): string {
  const ink = firstInk(bytes, start, end);
  if (ink === end) return '';
  let from = ink;
  while (from > start && bytes[from - 1] === 32) from -= 1;
  return bytes.toString('latin1', from, Math.min(end, from + HEAD));
}

/** First byte that is not a blank, tab, line break or DOS end-of-file. */
function firstInk(bytes: Uint8Array, from: number, to: number): number {
  let index = from;
  while (index < to && [9, 10, 13, 26, 32].includes(bytes[index] ?? 0)) index += 1;
  return index;
}

/** Text of the family in an encoding whose columns cannot be read; UTF-16 and EBCDIC of anything else are other formats. */
function otherEncoding(head: string): Detection | null {
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)?\0?[03]\0[1-9]\0/.test(head)) return { format: null, message: 'utf16' };
  if (/^[\u00f0\u00f3][\u00f1\u00f4\u00f5\u00f7\u00f9][\u00f0-\u00f9]{5}/.test(head)) {
    return { format: null, message: 'ebcdic' };
  }
  return null;
}

/** The namespace stands in the root element, or in one that an envelope holds, within the first bytes. */
function camt({ bytes, start, end }: ByteWindow): Detection | null {
  const text = bytes.toString('latin1', start, Math.min(end, start + BLOCK));
  if (!text.trimStart().startsWith('<')) return null;
  const version = /urn:iso:std:iso:20022:tech:xsd:camt\.(05[34]\.001\.\d\d)/.exec(text)?.[1];
  const encoding = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8';
  if (version === undefined || !READ_ENCODINGS.test(encoding)) return null;
  return { format: { name: `camt.${version}` as CamtFormat, encoding: encoding.toLowerCase() }, isUtf8: true };
}

/** Version 1 has a header of lines, version 2 an instruction; banks leave blanks and line breaks around both. */
function ofx({ bytes, start, end }: ByteWindow): Detection | null {
  const text = bytes.toString('latin1', start, Math.min(end, start + BLOCK)).trimStart();
  if (!text.startsWith('OFXHEADER') && !(text.startsWith('<') && /<\?OFX\s|<OFX>/i.test(text))) return null;
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(text)?.[1];
  const isWindows = !text.startsWith('<') && !/ENCODING:\s*UTF-?8/i.test(text) && !/ENCODING:\s*UNICODE/i.test(text);
  const encoding = declared ?? (isWindows ? 'windows-1252' : 'utf-8');
  return READ_ENCODINGS.test(encoding)
    ? { format: { name: 'ofx', encoding: encoding.toLowerCase() }, isUtf8: true }
    : null;
}

const READ_ENCODINGS = /^(?:utf-8|us-ascii|iso-8859-1|iso-8859-15|windows-1252)$/i;

function otherFormat(head: string): Detection | null {
  const text = head.trimStart();
  const signature = SIGNATURES.find(([bytes]) => text.startsWith(bytes));
  if (signature) return { format: null, message: 'otherFormat', params: { what: signature[1] } };
  if (/^0[368]\d{2}/.test(head) && /^[^\r\n]{160}(?:[\r\n]|$)/.test(head)) {
    return { format: null, message: 'otherFormat', params: { what: ORDERS } };
  }
  return null;
}

function cfonb(head: string, isUtf8: boolean): Detection | null {
  const format = [CFONB_120, CFONB_240].find((candidate) => candidate.codes.includes(head.slice(0, 2)));
  return format && isPlausible(head) ? { format, isUtf8 } : null;
}

const unknown = (head: string): Detection =>
  head.includes('\0') ? binary : { format: null, message: 'unknownFirstRecord' };

/** A date such as 01/02/2026 begins like a record too: the bank code or the date must be digits, if there. */
function isPlausible(head: string): boolean {
  const line = Buffer.from(/^[^\r\n]*/.exec(head)?.[0] ?? '', 'latin1');
  return line.length < 7 || isDigits(line, 2, 7) || (line.length >= 40 && isDigits(line, 34, 40));
}
