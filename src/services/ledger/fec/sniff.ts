/** Looks at the first bytes of a file: which separator its header has, or why it is no FEC at all. */
import type { MessageKey, MessageParams } from './codes.ts';
import { MAX_RECORD_BYTES } from './row.ts';

/** The tool of the tax administration asks for as many fields in the header before it believes in a separator. */
const MIN_HEADER_FIELDS = 9;
const TAB = 0x09;
const PIPE = 0x7c;
/** Enough for the longest header and the bytes before it. */
const HEAD_BYTES = MAX_RECORD_BYTES + 1024;

export interface NotFec {
  readonly key: MessageKey;
  readonly params: MessageParams;
}

export type Sniffed = { readonly separator: number } | NotFec;

/** Reads no more than the head of the file. */
export async function sniff(chunks: AsyncIterable<Uint8Array>): Promise<Sniffed> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return sniffHead(Buffer.concat(parts), length < HEAD_BYTES);
}

function sniffHead(head: Buffer, isWhole: boolean): Sniffed {
  const foreign = foreignFormat(head);
  if (foreign) return foreign;
  const { line, isEnded, rest } = headerLine(head);
  if (line.length === 0) return isWhole ? notFec('FEC007.empty') : notFec('FEC002');
  if (line.length > MAX_RECORD_BYTES || !(isEnded || isWhole)) return longHeader(head);
  const separator = [TAB, PIPE].find((mark) => fieldCount(line, mark) >= MIN_HEADER_FIELDS);
  if (separator === undefined) return wrongHeader(head, line);
  return [line, headerLine(rest).line].some((one) => isQuoted(one, separator))
    ? notFec('FEC002.quoted')
    : { separator };
}

/** Whether all fields that hold something stand in quotes: every date and amount of the file would be unreadable. */
function isQuoted(line: Buffer, separator: number): boolean {
  const fields = line.toString('latin1').split(String.fromCharCode(separator));
  const filled = fields.map((field) => field.trim()).filter(Boolean);
  return filled.length > 0 && filled.every((field) => /^".*"$/.test(field));
}

const notFec = (key: MessageKey, params: MessageParams = {}): NotFec => ({ key, params });

const longHeader = (head: Buffer): NotFec =>
  hasControl(head) ? notFec('FEC002.binary') : notFec('FEC002.long', { limit: MAX_RECORD_BYTES });

function wrongHeader(head: Buffer, line: Buffer): NotFec {
  if (hasControl(head)) return notFec('FEC002.binary');
  const separates = (mark: string) => fieldCount(line, mark.charCodeAt(0)) >= MIN_HEADER_FIELDS;
  if (separates(';')) return notFec('FEC002.excel');
  return separates(',') ? notFec('FEC002.comma', { separator: ',' }) : notFec('FEC002');
}

/** First bytes of files that people give by mistake, in Latin-1. */
const SIGNATURES: ReadonlyArray<readonly [start: string, kind: string, kindFr: string]> = [
  ['PK\x03\x04', 'a zip archive or an office document', 'une archive zip ou un document bureautique'],
  ['PK\x05\x06', 'an empty zip archive', 'une archive zip vide'],
  ['\x1f\x8b', 'a gzip archive', 'une archive gzip'],
  ['BZh', 'a bzip2 archive', 'une archive bzip2'],
  ['\xfd7zXZ\x00', 'an xz archive', 'une archive xz'],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive', 'une archive 7-Zip'],
  ['Rar!\x1a\x07', 'a RAR archive', 'une archive RAR'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive', 'une archive Zstandard'],
  ['%PDF-', 'a PDF document', 'un document PDF'],
  ['\xd0\xcf\x11\xe0', 'an old Excel or Word document', 'un ancien document Excel ou Word'],
  ['{\\rtf', 'an RTF document', 'un document RTF'],
  ['SQLite format 3\x00', 'an SQLite database', 'une base SQLite'],
];

function foreignFormat(head: Buffer): NotFec | undefined {
  const start = head.toString('latin1', 0, 64);
  const signature = SIGNATURES.find(([bytes]) => start.startsWith(bytes));
  if (signature) return notFec('FEC002.format', { kind: signature[1], kindFr: signature[2] });
  if (isUtf16(head)) return notFec('FEC002.utf16');
  return start.replaceAll('\0', '').replace('\xef\xbb\xbf', '').trimStart().startsWith('<')
    ? notFec('FEC002.xml')
    : undefined;
}

/** A byte order mark, or a zero in every second byte of text that has none. */
function isUtf16(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff') return true;
  const sample = head.subarray(0, 512);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const half = Math.floor(sample.length / 2);
  return half >= 8 && ((even > half * 0.8 && odd < half * 0.1) || (odd > half * 0.8 && even < half * 0.1));
}

/** The first line that holds more than spaces, NUL and a byte order mark. */
function headerLine(head: Buffer): { line: Buffer; isEnded: boolean; rest: Buffer } {
  let from = head.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? 3 : 0;
  while (from < head.length && (isLineEnd(head[from]) || head[from] === 0 || head[from] === 0x20)) from++;
  let to = from;
  while (to < head.length && !isLineEnd(head[to])) to++;
  return { line: head.subarray(from, to), isEnded: to < head.length, rest: head.subarray(to) };
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

function fieldCount(line: Buffer, separator: number): number {
  let count = 1;
  for (const byte of line) if (byte === separator) count++;
  return count;
}

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 0 && byte !== TAB && !isLineEnd(byte);
const hasControl = (head: Buffer): boolean => head.some(isControl);
