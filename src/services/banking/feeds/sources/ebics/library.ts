/**
 * The only module that loads ebics-client, which is seldom published any more: who replaces it replaces this (see
 * docs/decisions/0017-dormant-libraries.md).
 */
import { createRequire } from 'node:module';

export type { EbicsOrder } from 'ebics-client';

/** Client, keys and signer: what makes the messages that we send. Loaded where a bank is spoken to. */
export async function loadEbics() {
  const [{ default: library }, { default: Keys }, { default: signer }] = await Promise.all([
    import('ebics-client'),
    import('ebics-client/lib/keymanagers/Keys.js'),
    import('ebics-client/lib/orders/H004/signer.js'),
  ]);
  return { Client: library.Client, orders: library.Orders, Keys, signer };
}

/** Loads packages that the library itself uses: whoever has the library has them. */
export const requireOfEbics = (): NodeJS.Require =>
  createRequire(createRequire(import.meta.url).resolve('ebics-client'));
