/** INI and HIA: our public keys on their way to the bank, with certificates where it wants them. */
import { X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { writeXml, type XmlElement, xml } from '../../../../edi/xml.ts';
import type { EbicsSettings } from '../source.ts';
import { type KeyRing, numbersOf, type OurKey } from './keys.ts';
import { H004, S001, XMLDSIG } from './protocol.ts';

export function iniMessage(settings: EbicsSettings, ring: KeyRing, now: string): string {
  const { partnerId, userId, signatureVersion } = settings;
  const order = xml(
    'SignaturePubKeyOrderData',
    [
      keyInfo('SignaturePubKeyInfo', ring, 'A006', {
        version: xml('SignatureVersion', signatureVersion),
        stamp: xml('TimeStamp', now),
      }),
      ...[xml('PartnerID', partnerId), xml('UserID', userId)],
    ],
    { xmlns: S001, 'xmlns:ds': XMLDSIG },
  );
  return unsecured(settings, 'INI', order);
}

export function hiaMessage(settings: EbicsSettings, ring: KeyRing): string {
  const { partnerId, userId } = settings;
  const order = xml(
    'HIARequestOrderData',
    [
      keyInfo('AuthenticationPubKeyInfo', ring, 'X002', { version: xml('AuthenticationVersion', 'X002') }),
      keyInfo('EncryptionPubKeyInfo', ring, 'E002', { version: xml('EncryptionVersion', 'E002') }),
      ...[xml('PartnerID', partnerId), xml('UserID', userId)],
    ],
    { xmlns: H004, 'xmlns:ds': XMLDSIG },
  );
  return unsecured(settings, 'HIA', order);
}

function keyInfo(
  name: string,
  ring: KeyRing,
  key: OurKey,
  { version, stamp }: { readonly version: XmlElement; readonly stamp?: XmlElement },
): XmlElement {
  const { modulus, exponent } = numbersOf(ring[key]);
  const numbers = [xml('ds:Modulus', modulus.toString('base64')), xml('ds:Exponent', exponent.toString('base64'))];
  const certificate = ring.certificates?.[key];
  return xml(name, [
    ...(certificate ? [x509Data(certificate)] : []),
    xml('PubKeyValue', [xml('ds:RSAKeyValue', numbers), ...(stamp ? [stamp] : [])]),
    version,
  ]);
}

function x509Data(certificate: string): XmlElement {
  const { issuer, serialNumber } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const serial = [
    xml('ds:X509IssuerName', issuer.split('\n').reverse().join(',')),
    xml('ds:X509SerialNumber', BigInt(`0x${serialNumber}`).toString()),
  ];
  return xml('ds:X509Data', [xml('ds:X509IssuerSerial', serial), xml('ds:X509Certificate', certificate)]);
}

function unsecured({ hostId, partnerId, userId }: EbicsSettings, orderType: string, order: XmlElement): string {
  const fixed = [
    ...[xml('HostID', hostId), xml('PartnerID', partnerId), xml('UserID', userId)],
    xml('Product', 'taxops', { Language: 'fr' }),
    xml('OrderDetails', [xml('OrderType', orderType), xml('OrderAttribute', 'DZNNN')]),
    xml('SecurityMedium', '0000'),
  ];
  const data = deflateSync(`${DECLARATION}${writeXml(order)}`).toString('base64');
  const message = xml(
    'ebicsUnsecuredRequest',
    [
      xml('header', [xml('static', fixed), xml('mutable')], { authenticate: 'true' }),
      xml('body', [xml('DataTransfer', [xml('OrderData', data)])]),
    ],
    { xmlns: H004, 'xmlns:ds': XMLDSIG, Version: 'H004', Revision: '1' },
  );
  return `${DECLARATION}${writeXml(message)}`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
