import { ediErrors } from '../../edi/errors.ts';
import type { TaxopsError } from '../../kernel/errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const unreadable = (reason: string): TaxopsError => ediErrors.ChannelAnswerUnreadable({ reason });

/** JSON is UTF-8 whatever an answer announces (RFC 8259). Throws ChannelAnswerUnreadable. */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw unreadable('no JSON in UTF-8');
  }
}

/** Throws ChannelAnswerUnreadable. */
export function asObject(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('an object is expected');
  return value as JsonObject;
}

const MAX_TEXT = 2_000;
/** Asked first: lists bring hundreds of thousands of texts, and hardly one of them needs the search for lone halves. */
const SUSPECT = /[\0\ud800-\udfff]/;

/** A text as partners give it, numbers included; undefined when it is empty, absent or something else. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  // Databases take neither NUL nor half of a surrogate pair.
  const clean = SUSPECT.test(text) ? text.replace(/\0|\p{Surrogate}/gu, '') : text;
  return clean.slice(0, MAX_TEXT) || undefined;
}
