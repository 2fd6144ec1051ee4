/** EBICS 2.5 (schema H004) and 3.0 (schema H005): the names and numbers that messages are made of. */

export const EBICS_VERSIONS = ['H004', 'H005'] as const;
export type EbicsVersion = (typeof EBICS_VERSIONS)[number];

/** Name spaces of messages and orders, and of what is about signatures. */
export const NAMES: Readonly<Record<EbicsVersion, { readonly orders: string; readonly signatures: string }>> = {
  H004: { orders: 'urn:org:ebics:H004', signatures: 'http://www.ebics.org/S001' },
  H005: { orders: 'urn:org:ebics:H005', signatures: 'http://www.ebics.org/S002' },
};
export const H000 = 'http://www.ebics.org/H000';
export const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export const NOTHING_TO_DOWNLOAD = '090005';
export const BANK_KEYS_CHANGED = '091008';
export const ALREADY_INITIALISED: ReadonlySet<string> = new Set(['091002', '091004']);

/** A segment has at most 1 MiB of base64. */
export const MAX_SEGMENT = 1024 * 1024;
export const MAX_SEGMENTS = 300;
