/** Seeded damage to files, shared by the quick and the long fuzz test. */

type Random = (limit: number) => number;

/** Repeatable pseudo-random integers below `limit` (xorshift). */
function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const TOKENS = [
  '01',
  '04',
  '05',
  '07',
  '31',
  '34',
  '39',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\u001a',
  ' ',
  '{',
  '}',
  'é',
  '\u00c3\u00a9',
  '\u00ff',
  'A',
];

const splice = (bytes: Buffer, at: number, removed: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => splice(bytes, random(bytes.length + 1), 1, Buffer.from([random(256)])),
  (bytes, random) => splice(bytes, random(bytes.length + 1), random(4), Buffer.alloc(0)),
  (bytes, random) =>
    splice(bytes, random(bytes.length + 1), 0, Buffer.from(TOKENS[random(TOKENS.length)] ?? '', 'latin1')),
  (bytes, random) =>
    splice(bytes, random(bytes.length + 1), random(2) * 2, Buffer.from(TOKENS[random(TOKENS.length)] ?? '', 'latin1')),
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => splice(bytes, random(bytes.length + 1), 0, copyOf(bytes, random, 300)),
  (bytes, random) => splice(bytes, random(bytes.length + 1), random(300), Buffer.alloc(0)),
  (bytes, random) =>
    splice(bytes, random(bytes.length + 1), 0, Buffer.alloc(random(5000), random(2) === 0 ? ' ' : 'X')),
];

function copyOf(bytes: Buffer, random: Random, most: number): Uint8Array {
  const from = random(bytes.length + 1);
  return bytes.subarray(from, from + random(most));
}

/** The bytes after one to four seeded mutations. */
export function mutate(bytes: Buffer, seed: number): Buffer {
  const random = randomFrom(seed);
  let mutated = bytes;
  for (let count = 1 + random(4); count > 0; count--) {
    mutated = (MUTATIONS[random(MUTATIONS.length)] ?? MUTATIONS[0])?.(mutated, random) ?? mutated;
  }
  return mutated;
}

/** The bytes in chunks of seeded sizes. */
export function* chunksOf(bytes: Buffer, seed: number): Generator<Uint8Array> {
  const random = randomFrom(seed);
  const most = [3, 50, 130, 5000][random(4)] ?? 3;
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(most);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
