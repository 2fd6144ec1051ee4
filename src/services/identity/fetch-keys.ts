import type { JSONWebKeySet } from 'jose';
import { Agent, request } from 'undici';
import { identityErrors } from './errors.ts';
import type { FetchKeys } from './key-store.ts';

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether what is fetched from there comes from who it says: https, or this machine. */
export const isSafeAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

/** Reads a key set over https (http only on loopback): no redirect, 3 s, 256 KiB, 100 keys at most. */
export function fetchKeysFrom(address: string): FetchKeys {
  const url = new URL(address);
  if (!isSafeAddress(url)) {
    throw identityErrors.IdentityMisconfigured({
      reason: { en: `${address} is not an https address`, fr: `${address} n’est pas une adresse https` },
    });
  }
  const dispatcher = new Agent({ maxResponseSize: MAX_BYTES, connect: { timeout: TIMEOUT_MS } });
  return async () => {
    // undici follows no redirect unless asked to, so another status than 200 is a failure.
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`key set: status ${statusCode}`);
    return checkKeySet(JSON.parse(text));
  };
}

function checkKeySet(value: unknown): JSONWebKeySet {
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) throw new Error('key set: no list of keys');
  return { keys };
}
