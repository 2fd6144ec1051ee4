/** Secrets and sensitive pieces at rest: AES-256-GCM, several keys so that they can be changed without a stop. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { secretErrors } from './errors.ts';

const VERSION = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES + TAG_BYTES;

export interface SecretBox {
  /** Identifiers of its keys, the newest first: what the database may know of them. */
  readonly ids: readonly string[];
  /** Encrypts under the newest key. `place` (table and row) is bound to the result: moved elsewhere, it does not open. */
  seal(plain: Uint8Array | string, place: string): Buffer;
  /** Throws SecretUnreadable when the key is not known, the place is another or the bytes changed. */
  open(sealed: Uint8Array, place: string): Buffer;
  /** Whether these bytes were sealed under an older key. */
  isOld(sealed: Uint8Array): boolean;
}

interface Key {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/** Reads one or more keys (32 bytes, hexadecimal or base64, comma separated), the newest first. Throws SecretKeyInvalid. */
export function secretBox(keyText: string): SecretBox {
  const keys = keyText
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readKey);
  const [newest] = keys;
  if (!newest) throw secretErrors.SecretKeyInvalid({ reason: { en: 'there is none', fr: 'il n’y en a pas' } });
  const keyOf = (sealed: Uint8Array) => keys.find(({ id }) => id.equals(sealed.subarray(1, 1 + ID_BYTES)));
  return {
    ids: keys.map(({ id }) => id.toString('hex')),
    seal: (plain, place) => seal(newest, plain, place),
    open: (sealed, place) => open(keyOf(sealed), Buffer.from(sealed), place),
    isOld: (sealed) => keyOf(sealed) !== newest,
  };
}

/** SQL: the identifier of the key that a sealed column is under. */
export const SEALED_UNDER = `encode(substr(??, 2, ${ID_BYTES}), 'hex')`;

export const newSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64');

function readKey(text: string): Key {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== KEY_BYTES)
    throw secretErrors.SecretKeyInvalid({
      reason: {
        en: `a key has ${bytes.length} bytes instead of 32`,
        fr: `une clé a ${bytes.length} octets au lieu de 32`,
      },
    });
  return { bytes, id: createHash('sha256').update('taxops key').update(bytes).digest().subarray(0, ID_BYTES) };
}

function seal({ id, bytes }: Key, plain: Uint8Array | string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), id, nonce, cipher.getAuthTag(), text]);
}

function open(key: Key | undefined, sealed: Buffer, place: string): Buffer {
  if (!key || sealed.length < HEAD_BYTES || sealed[0] !== VERSION) throw secretErrors.SecretUnreadable();
  const nonce = sealed.subarray(1 + ID_BYTES, 1 + ID_BYTES + NONCE_BYTES);
  const tag = sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
  } catch {
    throw secretErrors.SecretUnreadable();
  }
}
