/**
 * The text that `JSON.stringify(value, null, 2)` makes, in pieces: that of a whole ledger is longer than what it is made
 * of, and as a single text it would be held three times before its first letter is written.
 */

/** What an object does not write. */
const LEFT_OUT: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol']);

/** Pieces of 100 KB and more get memory of their own each time, whose first use costs more than writing them. */
const BATCH = 100;
const LEAST_LETTERS = 16 * 1024;

export function* prettyJson(value: unknown): Generator<string> {
  let pending = '';
  for (const piece of pieces(value, 0)) {
    pending += piece;
    if (pending.length < LEAST_LETTERS) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (!hasLongList(value)) yield textAt(value, depth);
  else if (!Array.isArray(value)) yield* members(value, depth);
  else if (value.length > BATCH) yield* batches(value, depth);
  else yield* items(value, depth);
}

/** What is written by its own rule (`toJSON`) is written at once. */
function hasLongList(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  if (Array.isArray(value) && value.length > BATCH) return true;
  return Object.values(value).some(hasLongList);
}

const lineAt = (depth: number): string => `\n${'  '.repeat(depth)}`;

function* members(value: object, depth: number): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (LEFT_OUT.has(typeof member)) continue;
    yield `${separator}${lineAt(depth + 1)}${JSON.stringify(name)}: `;
    yield* pieces(member, depth + 1);
    separator = ',';
  }
  yield `${lineAt(depth)}}`;
}

function* items(list: readonly unknown[], depth: number): Generator<string> {
  let separator = '[';
  for (const item of list) {
    yield separator + lineAt(depth + 1);
    yield* pieces(item, depth + 1);
    separator = ',';
  }
  yield `${lineAt(depth)}]`;
}

function* batches(list: readonly unknown[], depth: number): Generator<string> {
  let separator = '[';
  const end = lineAt(depth).length + 1;
  for (let place = 0; place < list.length; place += BATCH) {
    yield separator + textAt(list.slice(place, place + BATCH), depth).slice(1, -end);
    separator = ',';
  }
  yield `${lineAt(depth)}]`;
}

/** The value as it is written so deep: in as many lists, which are taken off. */
function textAt(value: unknown, depth: number): string {
  let nested = value;
  let [before, after] = [0, 0];
  for (let level = 0; level < depth; level++) {
    nested = [nested];
    before += 1 + lineAt(level + 1).length;
    after += lineAt(level).length + 1;
  }
  const text = JSON.stringify(nested, null, 2);
  return text.slice(before, text.length - after);
}
