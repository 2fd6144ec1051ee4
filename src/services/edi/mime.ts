/** The part of an e-mail that holds a notice. Only what notices use of MIME is read, within bounds. */
import { ediErrors } from './errors.ts';
import { readBase64 } from './unpack.ts';

const MAX_DEPTH = 6;
const MAX_PARTS = 64;
const MAX_HEADER_BYTES = 64 * 1024;

const refused = (reason: string) => ediErrors.ContentRefused({ reason });

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  /** Latin-1: one character per byte. */
  readonly body: string;
}

/**
 * The decoded bytes of the first attachment of that name (case free), in nested messages too.
 * Undefined when there is none. Throws ContentRefused beyond the bounds.
 */
export function findAttachment(message: Uint8Array, fileName: string): Uint8Array | undefined {
  const wanted = fileName.toLowerCase();
  const budget = { parts: MAX_PARTS };
  return search(readPart(Buffer.from(message).toString('latin1')), wanted, budget, 0);
}

function search(part: Part, wanted: string, budget: { parts: number }, depth: number): Uint8Array | undefined {
  if (depth > MAX_DEPTH) throw refused(`more than ${MAX_DEPTH} levels of parts`);
  if (budget.parts-- <= 0) throw refused(`more than ${MAX_PARTS} parts`);
  if (nameOf(part) === wanted) return decodeBody(part);
  for (const inner of innerParts(part)) {
    const found = search(inner, wanted, budget, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function innerParts(part: Part): Iterable<Part> {
  const type = part.headers.get('content-type') ?? '';
  if (/^\s*message\/rfc822/i.test(type)) return [readPart(Buffer.from(decodeBody(part)).toString('latin1'))];
  const boundary = /^\s*multipart\//i.test(type) ? parameter(type, 'boundary') : undefined;
  return boundary === undefined || boundary === '' ? [] : splitParts(part.body, boundary);
}

/** Between `--boundary` lines, until `--boundary--`; one part at a time, so that a limit stops the reading. */
function* splitParts(body: string, boundary: string): Generator<Part> {
  const delimiter = `--${boundary}`;
  let start = -1;
  let at = lineStart(body, delimiter, 0);
  while (at !== -1) {
    if (start !== -1) yield readPart(body.slice(start, at).replace(/\r?\n$/, ''));
    if (body.startsWith('--', at + delimiter.length)) return;
    const end = body.indexOf('\n', at);
    if (end === -1) return;
    start = end + 1;
    at = lineStart(body, delimiter, start);
  }
  if (start !== -1) yield readPart(body.slice(start)); // the closing line was cut off
}

/** Position of the delimiter at the beginning of a line, from `from`. */
function lineStart(body: string, delimiter: string, from: number): number {
  if (from === 0 && body.startsWith(delimiter)) return 0;
  const at = body.indexOf(`\n${delimiter}`, Math.max(0, from - 1));
  return at === -1 ? -1 : at + 1;
}

function readPart(text: string): Part {
  const blank = /\r?\n\r?\n/.exec(text.slice(0, MAX_HEADER_BYTES));
  if (!blank && text.length > MAX_HEADER_BYTES) throw refused(`headers of more than ${MAX_HEADER_BYTES} bytes`);
  const head = blank ? text.slice(0, blank.index) : text;
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
  });
  return { headers: new Map(headers), body: blank ? text.slice(blank.index + blank[0].length) : '' };
}

const nameOf = ({ headers }: Part): string =>
  (
    parameter(headers.get('content-disposition') ?? '', 'filename') ??
    parameter(headers.get('content-type') ?? '', 'name') ??
    ''
  ).toLowerCase();

function parameter(header: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header);
  return match?.[1] ?? match?.[2];
}

function decodeBody({ headers, body }: Part): Uint8Array {
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  if (encoding === 'base64') return readBase64(body);
  if (encoding === 'quoted-printable') return Buffer.from(unquote(body), 'latin1');
  return Buffer.from(body, 'latin1');
}

const unquote = (text: string): string =>
  text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
