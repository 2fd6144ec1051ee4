/** Contents that arrive packed: base64, gzip, zip. Inflation stops at a limit, so a bomb costs no more than that. */
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { ediErrors } from './errors.ts';

/** Largest content once unpacked. */
export const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const MAX_BASE64 = 28 * 1024 * 1024;

const refused = (reason: string) => ediErrors.ContentRefused({ reason });

/** Blanks and line ends are left out. Throws ContentRefused on anything else that is no base64. */
export function readBase64(text: string): Uint8Array {
  if (text.length > MAX_BASE64) throw refused(`more than ${MAX_BASE64} characters of base64`);
  const bare = text.replace(/[\s]+/g, '');
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0;
  const digits = bare.slice(0, bare.length - padding);
  if (/[^A-Za-z0-9+/]/.test(digits) || (padding > 0 && bare.length % 4 !== 0) || digits.length % 4 === 1) {
    throw refused('not base64');
  }
  return Buffer.from(bare, 'base64');
}

export type Packing = 'Zip' | 'Gzip' | 'Autre';

/** The packing that the first bytes show, whatever was announced. */
export const packingOf = (bytes: Uint8Array): Packing =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? 'Gzip' : startsWith(bytes, LOCAL_FILE) ? 'Zip' : 'Autre';

/** Unpacks one level. A zip must hold one file. */
export function unpack(bytes: Uint8Array, maxBytes: number = MAX_UNPACKED_BYTES): Uint8Array {
  const packing = packingOf(bytes);
  if (packing === 'Gzip') return gunzip(bytes, maxBytes);
  if (packing === 'Zip') return unzipOnly(bytes, maxBytes);
  if (bytes.length > maxBytes) throw refused(`more than ${maxBytes} bytes`);
  return bytes;
}

const gunzip = (bytes: Uint8Array, maxBytes: number = MAX_UNPACKED_BYTES): Uint8Array =>
  inflated('gzip', () => gunzipSync(bytes, { maxOutputLength: maxBytes }));

function inflated(kind: string, inflate: () => Uint8Array): Uint8Array {
  try {
    return inflate();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw refused(code === 'ERR_BUFFER_TOO_LARGE' ? `${kind} inflates beyond the limit` : `broken ${kind}`);
  }
}

const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;

const startsWith = (bytes: Uint8Array, signature: number): boolean =>
  bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === signature;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The single file of an archive, read by its central directory. Names with a path, encryption and zip64 are refused. */
function unzipOnly(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return readOnlyEntry(bytes, maxBytes);
  } catch (error) {
    throw error instanceof RangeError ? refused('broken zip') : error; // an offset beyond the end
  }
}

function readOnlyEntry(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const view = viewOf(bytes);
  const end = endOfCentral(view);
  if (view.getUint16(end + 10, true) !== 1) throw refused('a zip of one file is expected');
  const entry = view.getUint32(end + 16, true);
  if (view.getUint32(entry, true) !== CENTRAL_FILE) throw refused('broken zip');
  const size = view.getUint32(entry + 20, true);
  const name = Buffer.from(bytes.subarray(entry + 46, entry + 46 + view.getUint16(entry + 28, true))).toString(
    'latin1',
  );
  if (!/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}$/.test(name) || name.includes('..'))
    throw refused('a file name with a path in a zip');
  if ((view.getUint16(entry + 8, true) & 1) === 1) throw refused('an encrypted zip');
  const local = view.getUint32(entry + 42, true);
  if (view.getUint32(local, true) !== LOCAL_FILE) throw refused('broken zip');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + size > bytes.length) throw refused('broken zip');
  const content = inflateEntry(view.getUint16(entry + 10, true), bytes.subarray(start, start + size), maxBytes);
  if (crc32(content) !== view.getUint32(entry + 16, true)) throw refused('broken zip');
  return content;
}

function inflateEntry(method: number, bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (method === 8) return inflated('zip', () => inflateRawSync(bytes, { maxOutputLength: maxBytes }));
  if (method !== 0) throw refused('an unknown compression in a zip');
  if (bytes.length > maxBytes) throw refused('zip inflates beyond the limit');
  return bytes;
}

/** The end record is in the last 64 KiB: a comment may follow it. */
function endOfCentral(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) === END_OF_CENTRAL) return at;
  }
  throw refused('broken zip');
}
