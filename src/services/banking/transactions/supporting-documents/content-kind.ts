/** What a supporting document may be, judged by its first bytes; its name proves nothing. */

export interface ContentKind {
  readonly contentType: string;
  /** The first is the usual one. */
  readonly extensions: readonly [string, ...string[]];
}

interface Recognised extends ContentKind {
  readonly recognises: (head: Buffer) => boolean;
}

/** Bytes that are looked at. */
export const HEAD_BYTES = 4096;

const startsWith =
  (...bytes: readonly number[]) =>
  (head: Buffer): boolean =>
    bytes.every((byte, index) => head[index] === byte);

/** Root elements: cross-industry invoice (Factur-X), UBL. */
const INVOICE_ROOT =
  /^(?:<\?xml[^>]*\?>)?(?:\s|<!--(?:(?!-->)[\s\S])*-->)*<(?:[\w.-]+:)?(?:CrossIndustryInvoice|Invoice|CreditNote)[\s>]/;

const KINDS: readonly Recognised[] = [
  {
    contentType: 'application/pdf',
    extensions: ['pdf'],
    recognises: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d),
  },
  { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], recognises: startsWith(0xff, 0xd8, 0xff) },
  {
    contentType: 'image/png',
    extensions: ['png'],
    recognises: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  {
    contentType: 'application/xml',
    extensions: ['xml'],
    recognises: (head) => INVOICE_ROOT.test(head.toString('utf8').replace(/^\ufeff/, '')),
  },
];

/** Undefined when the file is nothing we take. */
export const contentKind = (head: Buffer): ContentKind | undefined => KINDS.find(({ recognises }) => recognises(head));
