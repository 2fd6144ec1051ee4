/** JSON that keeps integers of any size: a big integer is the text `12n`. */

const INTEGER = /^-?\d+n$/;

export const encodeExact = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));

/** What the database parsed, with its big integers. */
export function decodeExact<T>(value: unknown): T {
  return restored(value) as T;
}

function restored(value: unknown): unknown {
  if (typeof value === 'string') return INTEGER.test(value) ? BigInt(value.slice(0, -1)) : value;
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, restored(one)]));
}
