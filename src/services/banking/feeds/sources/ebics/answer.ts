/** What a bank answers, read within bounds and believed only as far as its signature goes. */
import { child, childText, readXml, type XmlElement, type XmlLimits } from '../../../../edi/xml.ts';
import { TaxopsError } from '../../../../kernel/errors.ts';
import { sourceErrors } from '../errors.ts';
import { MAX_SEGMENT } from './protocol.ts';
import { returnCodeError } from './return-codes.ts';
import { isSignedBy } from './signature.ts';

export interface Answer {
  /** The first of the technical and the business code that is an error; a success without. */
  readonly returnCode: string;
  readonly transactionId: string | undefined;
  readonly segments: number;
  readonly segment: number;
  /** Encrypted for us; only on the first segment. */
  readonly transactionKey: Buffer | undefined;
  /** Base64. */
  readonly orderData: string | undefined;
}

export const ANSWER_LIMITS: XmlLimits = { maxBytes: 2 * MAX_SEGMENT, maxDepth: 16, maxElements: 2_000 };

/** Classes 00 (done), 01 (remarks) and 03 (warnings); the others are errors. */
const isSuccess = (code: string): boolean => /^0[013]/.test(code);

const ROOTS: ReadonlySet<string> = new Set(['ebicsResponse', 'ebicsKeyManagementResponse']);

/**
 * Reads an answer. `bankKey`: the key that must have signed it; without one (key management, where there is none yet)
 * nothing is checked. A refusal needs no signature: nothing is taken from it. Throws EbicsAnswerRefused.
 */
export async function readAnswer(bytes: Uint8Array, source: string, bankKey: string | undefined): Promise<Answer> {
  const text = Buffer.from(bytes).toString('utf8');
  const root = await readRoot(text, source);
  const [header, body] = [child(root, 'header'), child(root, 'body')];
  if (!ROOTS.has(root.name) || !header || !body) throw refused(source, 'no answer of EBICS');
  if (root.children.some(({ name }, index) => root.children.findIndex((other) => other.name === name) !== index)) {
    throw refused(source, 'a part that comes twice');
  }
  const answer = contentOf(header, body);
  if (!/^\d{6}$/.test(answer.returnCode)) throw refused(source, 'no return code');
  if (bankKey !== undefined && isSuccess(answer.returnCode) && !(await isWhollySigned(text, header, body, bankKey))) {
    throw refused(source, 'its signature is not that of the bank');
  }
  return answer;
}

async function readRoot(text: string, source: string): Promise<XmlElement> {
  try {
    return await readXml(text, ANSWER_LIMITS);
  } catch (error) {
    throw refused(source, error instanceof TaxopsError ? String(error.params.reason ?? error.code) : 'unreadable');
  }
}

const refused = (source: string, reason: string): TaxopsError => sourceErrors.EbicsAnswerRefused({ source, reason });

function contentOf(header: XmlElement, body: XmlElement): Answer {
  const [fixed, mutable, transfer] = [child(header, 'static'), child(header, 'mutable'), child(body, 'DataTransfer')];
  const codes = [mutable && childText(mutable, 'ReturnCode'), childText(body, 'ReturnCode')];
  const info = transfer && child(transfer, 'DataEncryptionInfo');
  const key = info && childText(info, 'TransactionKey');
  return {
    returnCode: codes.find((code) => code !== undefined && !isSuccess(code)) ?? codes[0] ?? '',
    transactionId: fixed && childText(fixed, 'TransactionID'),
    segments: Number((fixed && childText(fixed, 'NumSegments')) ?? 1),
    segment: Number((mutable && childText(mutable, 'SegmentNumber')) ?? 1),
    transactionKey: key === undefined ? undefined : Buffer.from(key, 'base64'),
    orderData: transfer && childText(transfer, 'OrderData'),
  };
}

/** All that is read above must be among what is signed, but the order data: EBICS leaves it to the encryption. */
async function isWhollySigned(text: string, header: XmlElement, body: XmlElement, bankKey: string): Promise<boolean> {
  const info = child(body, 'DataTransfer')?.children.find(({ name }) => name === 'DataEncryptionInfo');
  const marked = [header, child(body, 'ReturnCode'), info].every(
    (part) => part === undefined || part.attributes.authenticate === 'true',
  );
  return marked && isSoundlySigned(text, bankKey);
}

/** What cannot be put into canonical form is not signed. */
async function isSoundlySigned(text: string, bankKey: string): Promise<boolean> {
  try {
    return await isSignedBy(text, bankKey);
  } catch {
    return false;
  }
}

/** Throws EbicsReturnCode when the code is an error, but for those that the caller expects. */
export function requireCode(
  { returnCode }: Pick<Answer, 'returnCode'>,
  source: string,
  order: string,
  others: ReadonlySet<string> = new Set(),
): void {
  if (isSuccess(returnCode) || others.has(returnCode)) return;
  throw returnCodeError(source, order, returnCode);
}
