/** The key that signs tokens of this machine, for trials with real tokens: made at first use, read by its owner only. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Clock } from '../../kernel/clock.ts';

const ALGORITHM = 'ES256';

export interface TokenSigner {
  /** `lifeSeconds` from now; `claims` may replace what is set here. */
  sign(claims: JWTPayload, lifeSeconds: number): Promise<string>;
  /** Throws when the token is not ours or is over. */
  verify(token: string, audience: string): Promise<JWTPayload>;
  /** What verifiers fetch. */
  readonly keySet: JSONWebKeySet;
}

export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return exportJWK(privateKey);
}

/** The key of this installation, in the data folder. */
export async function signingKeyOfInstallation(home: string): Promise<JWK> {
  const path = join(home, 'signing-key.json');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known === undefined) await writeNew(path, `${JSON.stringify(await newSigningKey())}\n`);
  return JSON.parse(known ?? (await readFile(path, 'utf8')));
}

/** A link never replaces a file: of several processes, the first one's key counts, and it is whole. */
async function writeNew(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await file
      .writeFile(text)
      .then(() => file.sync())
      .finally(() => file.close());
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

export async function tokenSigner(key: JWK, issuer: string, clock: Clock): Promise<TokenSigner> {
  const { d: _private, ...shared } = key;
  const kid = await calculateJwkThumbprint(shared);
  const [privateKey, publicKey] = (await Promise.all([importJWK(key, ALGORITHM), importJWK(shared, ALGORITHM)])) as [
    CryptoKey,
    CryptoKey,
  ];
  const now = () => Math.floor(Date.parse(clock.now()) / 1000);
  return {
    keySet: { keys: [{ ...shared, kid, alg: ALGORITHM, use: 'sig' }] },
    sign: (claims, lifeSeconds) =>
      new SignJWT({ iss: issuer, iat: now(), exp: now() + lifeSeconds, ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
        .sign(privateKey),
    verify: async (token, audience) => {
      const currentDate = new Date(now() * 1000);
      return (await jwtVerify(token, publicKey, { issuer, audience, algorithms: [ALGORITHM], currentDate })).payload;
    },
  };
}
