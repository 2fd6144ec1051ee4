/**
 * The facts of an asset as JSON: exact integers become texts that end in `n` (`"1250n"`), whatever holds them, so that
 * amounts and fractions come back as they were. A text of the user's that looks like one is marked with one `n` more.
 */
import type { AssetFacts } from '../engine/asset-facts.ts';

const LETTER_N = 110;
const INTEGER = /^-?\d+n$/;
const MARKED = /^-?\d+nn+$/;

export const encodeFacts = (facts: AssetFacts): string =>
  JSON.stringify(facts, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'string' && (INTEGER.test(value) || MARKED.test(value)) ? `${value}n` : value;
  });

/** Reads what `encodeFacts` wrote, already parsed by the driver. */
export const decodeFacts = (stored: unknown): AssetFacts => decode(stored) as AssetFacts;

/** The facts as they come back from the store: what is undefined is not there. */
export const canonicalFacts = (facts: AssetFacts): AssetFacts => decodeFacts(JSON.parse(encodeFacts(facts)));

/** In place: what the driver parsed is nobody else's. */
function decode(value: unknown): unknown {
  if (typeof value === 'string') return decodeText(value);
  if (typeof value !== 'object' || value === null) return value;
  const held = value as Record<string, unknown>;
  for (const key in held) held[key] = decode(held[key]);
  return held;
}

function decodeText(text: string): unknown {
  if (text.charCodeAt(text.length - 1) !== LETTER_N) return text;
  if (INTEGER.test(text)) return BigInt(text.slice(0, -1));
  return MARKED.test(text) ? text.slice(0, -1) : text;
}
