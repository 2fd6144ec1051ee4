/** RSA keys of EBICS: made, described by their hash, and read from what a bank sends. */
import { constants, createHash, createPublicKey, generateKeyPair, privateDecrypt, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { selfSigned } from './certificate.ts';

const MODULUS_BITS = 2048;

/** Ours: signature, authentication, encryption. */
export const OUR_KEYS = ['A006', 'X002', 'E002'] as const;
export type OurKey = (typeof OUR_KEYS)[number];

/** Our keys and, where the bank wants them (French ones do), their certificates. */
export type KeyRing = Readonly<Record<OurKey, string>> & {
  readonly certificates?: Readonly<Record<OurKey, string>> | undefined;
};

/** `holder`: who the certificates are about. `now`: when they begin. */
export async function newKeyRing(holder: string, now: string, withCertificates: boolean): Promise<KeyRing> {
  const keys = await named(async () => (await generate('rsa', { modulusLength: MODULUS_BITS })).privateKey);
  const pems = await named(async (name) => keys[name].export({ type: 'pkcs1', format: 'pem' }).toString());
  if (!withCertificates) return pems;
  const certificate = async (name: OurKey) => (await selfSigned(keys[name], holder, name, now)).toString('base64');
  return { ...pems, certificates: await named(certificate) };
}

const generate = promisify(generateKeyPair);

const named = async <T>(of: (name: OurKey) => Promise<T>): Promise<Record<OurKey, T>> =>
  Object.fromEntries(await Promise.all(OUR_KEYS.map(async (name) => [name, await of(name)] as const))) as Record<
    OurKey,
    T
  >;

export interface PublicNumbers {
  readonly modulus: Buffer;
  readonly exponent: Buffer;
}

/** Of a private or public key, without leading zeros. */
export function numbersOf(pem: string): PublicNumbers {
  const { n = '', e = '' } = createPublicKey(pem).export({ format: 'jwk' });
  return { modulus: Buffer.from(n, 'base64url'), exponent: Buffer.from(e, 'base64url') };
}

/** Undefined unless these are the numbers of an RSA key of at least 2048 bits. */
export function publicKey({ modulus, exponent }: PublicNumbers): string | undefined {
  try {
    const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < MODULUS_BITS) return undefined;
    return key.export({ type: 'pkcs1', format: 'pem' }).toString();
  } catch {
    return undefined;
  }
}

/** RFC 8017, 7.2.1: two bytes of beginning, then at least eight of chance, then a zero. */
const BLOCK_TYPE = Buffer.from([0, 2]);
const LEAST_PADDING = 8;

/**
 * What was encrypted to a key with RSAES-PKCS1-v1_5 (H004, 11.3.1.2). Node takes this padding off no more (CVE-2023-46809:
 * what a server answers to a bad one may give texts away); a client that only a bank's signed answers reach may. Throws
 * where the padding is none.
 */
export function decryptedBy(pem: string, data: Uint8Array): Buffer {
  const block = privateDecrypt({ key: pem, padding: constants.RSA_NO_PADDING }, data);
  const end = block.indexOf(0, BLOCK_TYPE.length);
  if (!block.subarray(0, BLOCK_TYPE.length).equals(BLOCK_TYPE) || end < BLOCK_TYPE.length + LEAST_PADDING)
    throw new Error('not encrypted to this key');
  return block.subarray(end + 1);
}

const hex = (bytes: Buffer): string => bytes.toString('hex').replace(/^0+/, '');

/** H004, 4.4.1.2.3: SHA-256 over exponent and modulus in lower-case hexadecimal, a blank between, no leading zeros. */
export function keyHash(pem: string): string {
  const { modulus, exponent } = numbersOf(pem);
  return createHash('sha256')
    .update(`${hex(exponent)} ${hex(modulus)}`)
    .digest('hex')
    .toUpperCase();
}

/** SHA-256 as messages carry it, base64: of the numbers of a key (PEM), or of a certificate (base64 of DER). */
export const keyDigest = (key: string): string =>
  Buffer.from(key.startsWith('-') ? keyHash(key) : certificateHash(key), 'hex').toString('base64');

/** The key that a certificate is about; undefined unless it is an RSA key of at least 2048 bits. */
export function keyOfCertificate(base64: string): string | undefined {
  try {
    const { publicKey: key } = new X509Certificate(Buffer.from(base64, 'base64'));
    return publicKey(numbersOf(key.export({ type: 'spki', format: 'pem' }).toString()));
  } catch {
    return undefined;
  }
}

/** The last day of a certificate. */
export const certificateEnd = (base64: string): string =>
  new Date(new X509Certificate(Buffer.from(base64, 'base64')).validTo).toISOString().slice(0, 10);

/** What letters show of a key with a certificate: SHA-256 of the certificate itself. */
export const certificateHash = (base64: string): string =>
  createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex').toUpperCase();

/** Whether a certificate is about this key. */
export function isAbout(certificate: string, pem: string): boolean {
  try {
    const { publicKey: about } = new X509Certificate(Buffer.from(certificate, 'base64'));
    return about.equals(createPublicKey(pem));
  } catch {
    return false;
  }
}
