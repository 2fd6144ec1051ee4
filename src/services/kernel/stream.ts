/** Results too large to hold, written as they come by whichever transport asked for them; and files, in and out. */

/** A file given to an operation, on disk for the length of the call. */
export interface InputFile {
  /** The name its sender gives it, without folders. */
  readonly name: string;
  readonly path: string;
  /** What a command line calls it: the same words find it again. Over HTTP, nothing does. */
  readonly given?: string | undefined;
}

/** A value of a streamed object: plain JSON, a function asked when its turn comes, or a long array. */
export type Streamable = unknown | (() => unknown) | LongArray;

/** A JSON array that arrives in batches. Not reading it must be safe: its owner goes on without it. */
export class LongArray<T = unknown> {
  readonly batches: AsyncIterable<readonly T[]>;
  constructor(batches: AsyncIterable<readonly T[]>) {
    this.batches = batches;
  }
}

/** A JSON object written property by property, in this order. */
export class LongObject {
  readonly properties: ReadonlyArray<readonly [string, Streamable]>;
  constructor(properties: ReadonlyArray<readonly [string, Streamable]>) {
    this.properties = properties;
  }
}

/** A file as a result: an HTTP attachment, or bytes on standard output or in `--output`. */
export class FileResult {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
  constructor(fileName: string, contentType: string, content: AsyncIterable<Uint8Array>) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
  }
}

/** A small page as a result: its parts as JSON under their wire names, or the page itself for a browser. */
export class PageResult {
  readonly Content: string;
  readonly ContentType: string;
  readonly StatusCode: number;
  constructor(content: string, contentType: string, statusCode: number) {
    this.Content = content;
    this.ContentType = contentType;
    this.StatusCode = statusCode;
  }
}

const FLUSH_CHARACTERS = 16 * 1024;

/** Encodes any result as JSON text in chunks of bounded size. */
export async function* encodeJson(value: unknown): AsyncGenerator<string> {
  let pending = '';
  for await (const piece of pieces(value)) {
    pending += piece;
    if (pending.length >= FLUSH_CHARACTERS) {
      yield pending;
      pending = '';
    }
  }
  if (pending !== '') yield pending;
}

async function* pieces(value: unknown): AsyncGenerator<string> {
  if (value instanceof LongObject) yield* objectPieces(value);
  else if (value instanceof LongArray) yield* arrayPieces(value);
  else yield JSON.stringify(value) ?? 'null';
}

async function* objectPieces(object: LongObject): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, property] of object.properties) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* pieces(typeof property === 'function' ? await property() : property);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

async function* arrayPieces(array: LongArray): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of array.batches) {
    for (const piece of batchPieces(batch, separator))
      if (typeof piece === 'string') yield piece;
      else yield* pieces(piece);
    if (batch.length > 0) separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

type Long = LongObject | LongArray;
const isLong = (item: unknown): item is Long => item instanceof LongObject || item instanceof LongArray;

/** The items between long ones as texts: each by itself would wait for its reader. */
function* batchPieces(batch: readonly unknown[], first: string): Generator<string | Long> {
  let text = first;
  for (const [place, item] of batch.entries()) {
    if (place > 0) text += ',';
    if (!isLong(item)) text += JSON.stringify(item) ?? 'null';
    if (!isLong(item) && text.length < FLUSH_CHARACTERS) continue;
    yield text;
    if (isLong(item)) yield item;
    text = '';
  }
  if (batch.length > 0 && text !== '') yield text;
}

/** Reads a streamed result to its end as a plain value: for tests, and for callers that need it whole. */
export async function collect(value: unknown): Promise<unknown> {
  let text = '';
  for await (const chunk of encodeJson(value)) text += chunk;
  return JSON.parse(text);
}
