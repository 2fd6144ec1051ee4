import { Readable } from 'node:stream';
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

/** A result as an HTTP answer: JSON, streamed when it is long, an attachment, or a page where one is asked for. */
export function answer(result: unknown, status: number, accepted = ''): Response {
  if (result instanceof PageResult && /\btext\/html\b/i.test(accepted)) return withHeaders(page(result));
  if (result instanceof FileResult) return withHeaders(attachment(result));
  if (result === undefined || status === 204) return withHeaders(new Response(null, { status: 204 }));
  const body = result instanceof LongObject ? toWeb(encodeJson(result)) : JSON.stringify(result);
  return withHeaders(new Response(body, { status, headers: { 'Content-Type': 'application/json; charset=utf-8' } }));
}

export const problemResponse = (problem: Problem, headers: Readonly<Record<string, string>> = {}): Response =>
  withHeaders(
    new Response(JSON.stringify(problem), {
      status: problem.status,
      headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers },
    }),
  );

export function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

const page = ({ Content, ContentType, StatusCode }: PageResult): Response =>
  new Response(Content, { status: StatusCode, headers: { 'Content-Type': ContentType } });

const attachment = ({ fileName, contentType, content }: FileResult): Response =>
  new Response(toWeb(content), {
    headers: { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${safeName(fileName)}"` },
  });

const safeName = (name: string): string => name.replace(/[^A-Za-z0-9._-]/g, '-');

const toWeb = (chunks: AsyncIterable<string | Uint8Array>): ReadableStream =>
  Readable.toWeb(Readable.from(encoded(chunks), { objectMode: false })) as ReadableStream;

async function* encoded(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
