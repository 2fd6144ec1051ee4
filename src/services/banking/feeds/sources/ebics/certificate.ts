/**
 * Self-signed X.509 certificates (RFC 5280) around our keys. French banks take keys only in this form; they trust the
 * signed letter with its hash, not an authority.
 */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

const YEARS = 5;
const OID = {
  commonName: '550403',
  sha256WithRsa: '2a864886f70d01010b',
  keyUsage: '551d0f',
  subjectKeyId: '551d0e',
  basicConstraints: '551d13',
} as const;

/** Bits of KeyUsage, with the number of unused ones first. */
const USAGES: Readonly<Record<string, string>> = { A006: '0640', X002: '0780', E002: '0520' };

/** DER bytes. The same key, holder and moment give the same certificate. */
export function selfSigned(key: KeyObject, holder: string, name: string, now: string): Buffer {
  const publicDer = createPublicKey(key.export({ type: 'pkcs1', format: 'pem' })).export({
    type: 'spki',
    format: 'der',
  });
  const id = createHash('sha256').update(publicDer).digest().subarray(0, 19);
  const who = sequence(set(sequence(oid(OID.commonName), utf8(holder))));
  const algorithm = sequence(oid(OID.sha256WithRsa), tlv(0x05));
  const usage = tlv(0x03, Buffer.from(USAGES[name] ?? '', 'hex'));
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(id),
    algorithm,
    who,
    sequence(time(now), time(yearsLater(now))),
    who,
    publicDer,
    tlv(
      0xa3,
      sequence(
        extension(OID.basicConstraints, sequence(), true),
        extension(OID.keyUsage, usage, true),
        extension(OID.subjectKeyId, tlv(0x04, id)),
      ),
    ),
  );
  return sequence(body, algorithm, tlv(0x03, Buffer.from([0]), sign('sha256', body, key)));
}

const yearsLater = (now: string): string =>
  `${Number(now.slice(0, 4)) + YEARS}${now.slice(4)}`.replace('-02-29', '-02-28');

/** DER: tag, length, value. */
function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length.toString(16);
  const bytes = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex');
  const length = value.length < 0x80 ? bytes : Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([tag]), length, value]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]): Buffer => tlv(0x31, ...parts);
const oid = (hexadecimal: string): Buffer => tlv(0x06, Buffer.from(hexadecimal, 'hex'));
const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text, 'utf8'));

/** Positive, in the fewest bytes (X.690, 8.3.2): one zero in front of a high first bit, and no other. */
function integer(bytes: Buffer): Buffer {
  const digits = bytes.toString('hex').replace(/^(00)+(?=..)/, '');
  return tlv(0x02, Buffer.from(digits < '8' ? digits : `00${digits}`, 'hex'));
}

/** UTCTime, which RFC 5280 wants until 2049, and GeneralizedTime after it. */
function time(moment: string): Buffer {
  const digits = `${moment.slice(0, 19).replace(/\D/g, '')}Z`;
  return Number(moment.slice(0, 4)) < 2050 ? tlv(0x17, Buffer.from(digits.slice(2))) : tlv(0x18, Buffer.from(digits));
}

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value));
