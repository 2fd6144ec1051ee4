/** Requests of EBICS, as the schemas of H004 and H005 want them; those that are signed still lack their signature. */
import { writeXml, type XmlElement, xml } from '../../../../edi/xml.ts';
import { type EbicsSettings, versionOf } from '../source.ts';
import { H000, NAMES, SHA256, XMLDSIG } from './protocol.ts';
import { authSignature } from './signature.ts';

/** An order: `attribute` is of H004 alone. */
export interface Order {
  readonly type: string;
  readonly attribute: 'DZNNN' | 'DZHNN' | 'OZHNN' | 'UZHNN';
  readonly params?: XmlElement | undefined;
}

/** What makes a request unlike any before. */
export interface Moment {
  readonly now: string;
  /** 16 bytes in hexadecimal. */
  readonly nonce: string;
}

/** Digests of the bank's keys that we know, base64. */
export type BankDigests = Readonly<Record<'X002' | 'E002', string>>;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
export const document = (root: XmlElement): string => `${DECLARATION}${writeXml(root)}`;

function message(settings: EbicsSettings, name: string, parts: readonly XmlElement[]): string {
  const version = versionOf(settings);
  const names = { xmlns: NAMES[version].orders, 'xmlns:ds': XMLDSIG };
  return document(xml(name, parts, { ...names, Version: version, Revision: '1' }));
}

const header = (fixed: readonly XmlElement[], mutable: readonly XmlElement[] = []): XmlElement =>
  xml('header', [xml('static', fixed), xml('mutable', mutable)], { authenticate: 'true' });

/** Who asks what. */
function asking(settings: EbicsSettings, { type, attribute, params }: Order, moment?: Moment): XmlElement[] {
  const kind =
    versionOf(settings) === 'H005'
      ? [xml('AdminOrderType', type)]
      : [xml('OrderType', type), xml('OrderAttribute', attribute)];
  return [
    xml('HostID', settings.hostId),
    ...(moment ? [xml('Nonce', moment.nonce), xml('Timestamp', moment.now)] : []),
    xml('PartnerID', settings.partnerId),
    xml('UserID', settings.userId),
    xml('Product', 'taxops', { Language: 'fr' }),
    xml('OrderDetails', [...kind, ...(params ? [params] : [])]),
  ];
}

const MEDIUM = xml('SecurityMedium', '0000');

/** Which versions does the host have? */
export const hevMessage = ({ hostId }: EbicsSettings): string =>
  document(xml('ebicsHEVRequest', [xml('HostID', hostId)], { xmlns: H000 }));

/** INI and HIA: nobody knows our keys yet. `orderData`: compressed, base64. */
export function unsecuredMessage(settings: EbicsSettings, type: string, orderData: string): string {
  const fixed = [...asking(settings, { type, attribute: 'DZNNN' }), MEDIUM];
  const body = xml('body', [xml('DataTransfer', [xml('OrderData', orderData)])]);
  return message(settings, 'ebicsUnsecuredRequest', [header(fixed), body]);
}

/** HPB: we do not know the bank's keys yet. */
export function bankKeysMessage(settings: EbicsSettings, moment: Moment): string {
  const fixed = [...asking(settings, { type: 'HPB', attribute: 'DZHNN' }, moment), MEDIUM];
  return message(settings, 'ebicsNoPubKeyDigestsRequest', [header(fixed), authSignature(), xml('body')]);
}

/** What goes with an order that brings something: all but its data, which follow in segments. */
export interface Sealed {
  readonly transactionKey: string;
  readonly signatureData: string;
  readonly dataDigest: string;
  readonly segments: number;
}

/** The first message of a transaction; `sealed` for an upload. */
export function firstMessage(
  settings: EbicsSettings,
  order: Order,
  { digests, sealed, ...moment }: Moment & { readonly digests: BankDigests; readonly sealed?: Sealed | undefined },
): string {
  const digest = (name: string, version: 'X002' | 'E002') =>
    xml(name, digests[version], { Version: version, Algorithm: SHA256 });
  const fixed = [
    ...asking(settings, order, moment),
    xml('BankPubKeyDigests', [digest('Authentication', 'X002'), digest('Encryption', 'E002')]),
    MEDIUM,
    ...(sealed ? [xml('NumSegments', String(sealed.segments))] : []),
  ];
  const first = header(fixed, [xml('TransactionPhase', 'Initialisation')]);
  const content = sealed ? [sealedContent(settings, sealed, digest('EncryptionPubKeyDigest', 'E002'))] : [];
  return message(settings, 'ebicsRequest', [first, authSignature(), xml('body', content)]);
}

function sealedContent(settings: EbicsSettings, sealed: Sealed, keyDigest: XmlElement): XmlElement {
  const authenticate = { authenticate: 'true' };
  const digest = xml('DataDigest', sealed.dataDigest, { SignatureVersion: settings.signatureVersion });
  return xml('DataTransfer', [
    xml('DataEncryptionInfo', [keyDigest, xml('TransactionKey', sealed.transactionKey)], authenticate),
    xml('SignatureData', sealed.signatureData, authenticate),
    ...(versionOf(settings) === 'H005' ? [digest] : []),
  ]);
}

/** Asks for a later segment of a download, or brings one of an upload (`orderData`). */
export function segmentMessage(
  settings: EbicsSettings,
  transactionId: string,
  { number, isLast, orderData }: { readonly number: number; readonly isLast: boolean; readonly orderData?: string },
): string {
  const mutable = [
    xml('TransactionPhase', 'Transfer'),
    xml('SegmentNumber', String(number), { lastSegment: String(isLast) }),
  ];
  const content = orderData === undefined ? [] : [xml('DataTransfer', [xml('OrderData', orderData)])];
  return message(settings, 'ebicsRequest', [
    header([xml('HostID', settings.hostId), xml('TransactionID', transactionId)], mutable),
    authSignature(),
    xml('body', content),
  ]);
}

/** What came is stored; the bank need not keep it for us. */
export function receiptMessage(settings: EbicsSettings, transactionId: string): string {
  const receipt = xml('TransferReceipt', [xml('ReceiptCode', '0')], { authenticate: 'true' });
  return message(settings, 'ebicsRequest', [
    header([xml('HostID', settings.hostId), xml('TransactionID', transactionId)], [xml('TransactionPhase', 'Receipt')]),
    authSignature(),
    xml('body', [receipt]),
  ]);
}
