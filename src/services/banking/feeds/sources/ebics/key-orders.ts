/** Our public keys on their way to the bank: INI and HIA the first time, HCS when they are renewed. */
import { X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type XmlElement, xml } from '../../../../edi/xml.ts';
import { type EbicsSettings, versionOf } from '../source.ts';
import { type KeyRing, numbersOf, type OurKey } from './keys.ts';
import { document, unsecuredMessage } from './messages.ts';
import { NAMES, XMLDSIG } from './protocol.ts';

/** Keys of whom, sent when. */
interface Sending {
  readonly settings: EbicsSettings;
  readonly ring: KeyRing;
  readonly now: string;
}

export function iniMessage(settings: EbicsSettings, ring: KeyRing, now: string): string {
  const sending = { settings, ring, now };
  const names = NAMES[versionOf(settings)];
  return unsecured(settings, 'INI', orderData('SignaturePubKeyOrderData', names.signatures, sending, ['A006']));
}

export function hiaMessage(settings: EbicsSettings, ring: KeyRing, now: string): string {
  const sending = { settings, ring, now };
  const names = NAMES[versionOf(settings)];
  return unsecured(settings, 'HIA', orderData('HIARequestOrderData', names.orders, sending, ['X002', 'E002']));
}

const unsecured = (settings: EbicsSettings, type: string, order: XmlElement): string =>
  unsecuredMessage(settings, type, deflateSync(document(order)).toString('base64'));

/** All three, in the order of HCS. */
export function renewalData(settings: EbicsSettings, ring: KeyRing, now: string): Buffer {
  const names = NAMES[versionOf(settings)];
  const order = orderData('HCSRequestOrderData', names.orders, { settings, ring, now }, ['X002', 'E002', 'A006']);
  return Buffer.from(document(order));
}

function orderData(name: string, names: string, sending: Sending, keys: readonly OurKey[]): XmlElement {
  const { partnerId, userId } = sending.settings;
  const people = [xml('PartnerID', partnerId), xml('UserID', userId)];
  return xml(name, [...keys.map((key) => keyInfo(sending, key)), ...people], { xmlns: names, 'xmlns:ds': XMLDSIG });
}

const KINDS = { A006: 'Signature', X002: 'Authentication', E002: 'Encryption' } as const;

/** H005 knows certificates alone; H004 the numbers of the key, and its certificate where the bank wants it. */
function keyInfo({ settings, ring, now }: Sending, key: OurKey): XmlElement {
  const isSignature = key === 'A006';
  const version = versionOf(settings);
  const { modulus, exponent } = numbersOf(ring[key]);
  const numbers = [xml('ds:Modulus', modulus.toString('base64')), xml('ds:Exponent', exponent.toString('base64'))];
  const value = [xml('ds:RSAKeyValue', numbers), ...(isSignature ? [xml('TimeStamp', now)] : [])];
  const certificate = ring.certificates?.[key];
  return xml(
    `${KINDS[key]}PubKeyInfo`,
    [
      ...(certificate ? [x509Data(certificate)] : []),
      ...(version === 'H004' ? [xml('PubKeyValue', value)] : []),
      xml(`${KINDS[key]}Version`, isSignature ? settings.signatureVersion : key),
    ],
    isSignature ? { xmlns: NAMES[version].signatures } : {},
  );
}

function x509Data(certificate: string): XmlElement {
  const { issuer, serialNumber } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const serial = [
    xml('ds:X509IssuerName', issuer.split('\n').reverse().join(',')),
    xml('ds:X509SerialNumber', BigInt(`0x${serialNumber}`).toString()),
  ];
  return xml('ds:X509Data', [xml('ds:X509IssuerSerial', serial), xml('ds:X509Certificate', certificate)]);
}
