/**
 * Self-signed X.509 certificates (RFC 5280) of EBICS keys. French banks take keys only in this form; they trust the
 * signed letter with its hash, not an authority.
 */
import { createHash, createPublicKey, type KeyObject, webcrypto } from 'node:crypto';
import type { OurKey } from './keys.ts';

const YEARS = 5;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** DER bytes. The same key, holder and moment give the same certificate. */
export async function selfSigned(key: KeyObject, holder: string, name: OurKey, now: string): Promise<Buffer> {
  const x509 = await import('@peculiar/x509');
  const spki = createPublicKey(key.export({ type: 'pkcs1', format: 'pem' })).export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(spki).digest().subarray(0, 19);
  const { digitalSignature, nonRepudiation, keyEncipherment } = x509.KeyUsageFlags;
  const usages = { A006: nonRepudiation, X002: digitalSignature, E002: keyEncipherment };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: new x509.Name([{ CN: [{ utf8String: holder }] }]),
      serialNumber: id.toString('hex'),
      notBefore: new Date(now),
      notAfter: new Date(yearsLater(now)),
      signingAlgorithm: ALGORITHM,
      keys: await webKeys(key, spki),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(usages[name], true),
        new x509.SubjectKeyIdentifierExtension(id.toString('hex')),
      ],
    },
    webcrypto,
  );
  return Buffer.from(certificate.rawData);
}

/** An RSA key as WebCrypto takes it. */
async function webKeys(key: KeyObject, spki: Buffer): Promise<webcrypto.CryptoKeyPair> {
  const { subtle } = webcrypto;
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  return {
    privateKey: await subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']),
    publicKey: await subtle.importKey('spki', spki, ALGORITHM, true, ['verify']),
  };
}

const yearsLater = (now: string): string =>
  `${Number(now.slice(0, 4)) + YEARS}${now.slice(4)}`.replace('-02-29', '-02-28');
