/** Keys of transactions, encrypted by a bank with RSAES-PKCS1-v1_5. */
import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptedBy } from '../../../../../src/services/banking/feeds/sources/ebics/keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const BLOCK_BYTES = 128;
const encrypted = (bytes: Buffer, padding: number) => publicEncrypt({ key: publicKey, padding }, bytes);
const block = (start: readonly number[]) =>
  encrypted(Buffer.concat([Buffer.from(start), Buffer.alloc(BLOCK_BYTES - start.length, 7)]), constants.RSA_NO_PADDING);

it.each([
  ['sixteen bytes', Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')],
  ['nothing but zeros', Buffer.alloc(16)],
  ['nothing', Buffer.alloc(0)],
])('%s are read as they were', (_what, bytes) => {
  expect(decryptedBy(pem, encrypted(bytes, constants.RSA_PKCS1_PADDING))).toEqual(bytes);
});

describe('a block', () => {
  it.each([
    ['of another kind', block([0, 1, 9, 9, 9, 9, 9, 9, 9, 9, 0])],
    ['with too little padding', block([0, 2, 9, 9, 9, 9, 9, 9, 9, 0])],
    ['without an end', block([0, 2])],
    ['too short', Buffer.from('AAAA', 'base64')],
    ['of another padding', encrypted(Buffer.from('abc'), constants.RSA_PKCS1_OAEP_PADDING)],
  ])('%s is refused', (_what, data) => {
    expect(() => decryptedBy(pem, data)).toThrow();
  });

  it('with the least padding is read', () => {
    expect(decryptedBy(pem, block([0, 2, 9, 9, 9, 9, 9, 9, 9, 9, 0]))).toEqual(Buffer.alloc(BLOCK_BYTES - 11, 7));
  });
});
