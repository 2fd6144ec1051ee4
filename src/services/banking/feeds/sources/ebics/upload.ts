/** What we give a bank: signed by our signature key, compressed, and encrypted for the bank. */
import { constants, createCipheriv, createHash, publicEncrypt, randomBytes, sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { xml } from '../../../../edi/xml.ts';
import { type EbicsSettings, versionOf } from '../source.ts';
import type { KeyRing } from './keys.ts';
import { document, type Sealed } from './messages.ts';
import { NAMES } from './protocol.ts';

const PADDING = constants.RSA_PKCS1_PADDING;

/** A005 is RSASSA-PKCS1-v1_5, A006 RSASSA-PSS, both over SHA-256. */
const SIGNING = {
  A005: { padding: PADDING },
  A006: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
} as const;

export interface Upload extends Sealed {
  /** Base64: the one segment there is; undefined when the order is its signature alone. */
  readonly orderData: string | undefined;
}

/** Seals an order of one segment for the bank's key; `isSignatureOnly`: its data stay here. */
export function sealOrder(
  settings: EbicsSettings,
  { A006 }: Pick<KeyRing, 'A006'>,
  bankKey: string,
  { data, isSignatureOnly = false }: { readonly data: Uint8Array; readonly isSignatureOnly?: boolean },
): Upload {
  const key = randomBytes(16);
  const seal = (plain: Uint8Array | string) => encrypted(key, deflateSync(plain)).toString('base64');
  return {
    transactionKey: publicEncrypt({ key: bankKey, padding: PADDING }, key).toString('base64'),
    signatureData: seal(signatureOf(settings, A006, data)),
    dataDigest: createHash('sha256').update(data).digest('base64'),
    segments: isSignatureOnly ? 0 : 1,
    orderData: isSignatureOnly ? undefined : seal(data),
  };
}

function signatureOf(settings: EbicsSettings, key: string, data: Uint8Array): string {
  const { signatureVersion, partnerId, userId } = settings;
  const value = sign('RSA-SHA256', data, { key, ...SIGNING[signatureVersion] }).toString('base64');
  const content = [
    xml('SignatureVersion', signatureVersion),
    xml('SignatureValue', value),
    xml('PartnerID', partnerId),
    xml('UserID', userId),
  ];
  const names = { xmlns: NAMES[versionOf(settings)].signatures };
  return document(xml('UserSignatureData', [xml('OrderSignatureData', content)], names));
}

/** AES-128-CBC from a zero vector, the last byte of the padding says how long it is (ANSI X9.23). */
function encrypted(key: Buffer, packed: Buffer): Buffer {
  const padding = Buffer.alloc(16 - (packed.length % 16));
  padding[padding.length - 1] = padding.length;
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(packed), cipher.update(padding), cipher.final()]);
}
