/** Certificates for EBICS keys, read back by OpenSSL. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { selfSigned } from '../../../../../src/services/banking/feeds/sources/ebics/certificate.ts';

/** A small key whose identifier begins with a zero byte, as one in 256 does: 0x0054… */
const ZERO_FIRST = [
  'MIIBOgIBAAJBAKZNbBly2DY7CYfn2aGElvhb6E+iRHqQa3jZ+UmIybci+8uWpbuKykePPZ57bJfcDk1YXyDz6fuyqRXiK1SNeTsCAwEAAQJAH4dk',
  'LDr6xOVSfEK3nwitOq7qD1b7VqVUytfAjHFzlNWtvRzrHIT5/ZrqHR6I5BNmk6Cxokx9sc5FMIHV419MSQIhANoxzzJgvPcZ9VErG7IvDYsPMyME',
  'wV1SxGbO9AV79fOtAiEAwx3lhvsedPyrbAHLHTDxuz4pFREB0nAwZYjR9DUo/YcCIQC99xOvhq2+bOk6C9AHKBQgd9FLsb4v4/l+kLu/cpdF2QIg',
  'LZ0aoJCqUR0Ukh5lNoDPsj9Y6VTdgS27ErGGq7mVyJcCIGp4qemCvxTda8nWQdlTwQBBVdKE3MQ3u/8FnYIQl1Tt',
].join('');

it.each([
  [
    'whose identifier begins with a zero',
    createPrivateKey({ key: Buffer.from(ZERO_FIRST, 'base64'), format: 'der', type: 'pkcs1' }),
  ],
  ['of 2048 bits', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
])('of a key %s is one that OpenSSL reads', async (_, key) => {
  const certificate = new X509Certificate(await selfSigned(key, 'CABINET', 'A006', '2026-01-31T08:00:00.000Z'));
  const publicKey = createPublicKey(key.export({ type: 'pkcs1', format: 'pem' }));
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  expect(BigInt(`0x${certificate.serialNumber}`)).toBe(BigInt(`0x${digest.subarray(0, 19).toString('hex')}`));
  expect(certificate.verify(publicKey)).toBe(true);
  expect(certificate.publicKey.equals(publicKey)).toBe(true);
  expect(certificate.validTo).toBe('Jan 31 08:00:00 2031 GMT');
});
