import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { encodeJson, FileResult, LongObject, PageResult } from '../../services/kernel/stream.ts';
import type { Problem } from '../program/problem.ts';

/** Headers of every answer: nothing here is for frames, sniffers or caches. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  // Problems, and what operations write for people, come in the language asked for.
  Vary: 'Accept-Language',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

type Headings = Readonly<Record<string, string>>;

/**
 * A result as an HTTP answer: JSON, streamed when it is long, an attachment, or a page where one is asked for; compressed
 * when it is large and the caller takes that. `extra`: headers besides.
 */
export function answer(result: unknown, status: number, asked?: Headers, extra: Headings = {}): Response {
  if (result instanceof PageResult && /\btext\/html\b/i.test(asked?.get('accept') ?? ''))
    return withHeaders(page(result), extra);
  const gzips = takesGzip(asked);
  if (result instanceof FileResult) return withHeaders(attachment(result, gzips), extra);
  if (result === undefined || status === 204) return withHeaders(new Response(null, { status: 204 }), extra);
  if (result instanceof LongObject)
    return withHeaders(streamed(encodeJson(result), { status, headers: JSON_TYPE }, gzips), extra);
  const text = JSON.stringify(result);
  if (gzips && text.length > LARGE)
    return withHeaders(streamed(once(text), { status, headers: JSON_TYPE }, gzips), extra);
  // As one object: the adapter writes it as it stands, where a Headers costs as much as the rest of an answer.
  return new Response(text, { status, headers: { ...HEADERS, ...JSON_TYPE, ...extra } });
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

const takesGzip = (asked: Headers | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(asked?.get('accept-encoding') ?? '');

/** Below this, compressing takes longer than sending. */
const LARGE = 16 * 1024;

export const problemResponse = (problem: Problem, headers: Readonly<Record<string, string>> = {}): Response =>
  withHeaders(
    new Response(JSON.stringify(problem), {
      status: problem.status,
      headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers },
    }),
  );

export function withHeaders(response: Response, extra: Headings = {}): Response {
  for (const [name, value] of Object.entries(HEADERS))
    if (!response.headers.has(name)) response.headers.set(name, value);
  for (const [name, value] of Object.entries(extra)) response.headers.set(name, value);
  return response;
}

const page = ({ Content, ContentType, StatusCode }: PageResult): Response =>
  new Response(Content, { status: StatusCode, headers: { 'Content-Type': ContentType } });

function attachment({ fileName, contentType, content }: FileResult, gzips: boolean): Response {
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${safeName(fileName)}"`,
  };
  // PDF, workbooks and archives are compressed already.
  return streamed(content, { headers }, gzips && /^text\/|\b(?:json|xml)\b/.test(contentType));
}

const safeName = (name: string): string => name.replace(/[^A-Za-z0-9._-]/g, '-');

function streamed(
  chunks: AsyncIterable<string | Uint8Array>,
  { status = 200, headers }: Head,
  gzips: boolean,
): Response {
  const plain = Readable.from(encoded(chunks), { objectMode: false });
  if (!gzips) return new Response(Readable.toWeb(plain) as ReadableStream, { status, headers });
  // Errors and the end of one are those of the other.
  const packed = pipeline(plain, createGzip({ level: 1 }), () => {});
  const more = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding, Accept-Language' };
  return new Response(Readable.toWeb(packed) as ReadableStream, { status, headers: { ...headers, ...more } });
}

interface Head {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* encoded(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
