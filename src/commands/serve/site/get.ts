/** `GET /get/<operation>`: the answer of a reading operation as a file, or whole on a page. */
import { Readable } from 'node:stream';
import { collect, FileResult, LongObject } from '../../../services/kernel/stream.ts';
import type { Context } from '../../../services/operation/context.ts';
import { documentHead } from '../../program/document-head.ts';
import { commandErrors } from '../../program/errors.ts';
import type { ManifestEntry } from '../../program/manifest.ts';
import { render } from '../../render/render.ts';
import type { Answer, Inputs } from '../pages/page.ts';
import { answer, withHeaders } from '../response.ts';
import { rawOf, run } from './call.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Throws OperationUnknown for what changes anything, and what the operation throws. */
export async function getAnswer(
  ctx: Context,
  entries: readonly ManifestEntry[],
  id: string,
  { input, as }: { readonly input: Inputs; readonly as: string | undefined },
): Promise<Answer> {
  const entry = entries.find((one) => one.id === id && one.http?.method === 'GET');
  if (!entry) throw commandErrors.OperationUnknown({ id, suggestion: '' });
  return run(ctx, entry, { input, everything: isFile(as) });
}

const isFile = (as: string | undefined): as is keyof typeof TYPES => as !== undefined && as in TYPES;

/** The answer as a file, if it is one or is asked for as one. */
export function fileOf(ctx: Context, asked: Answer, as: string | undefined): Response | undefined {
  const { result, entry } = asked;
  if (result instanceof FileResult) return answer(result, 200);
  if (typeof result === 'string' && as === 'file') return textFile(entry.id, result);
  if (!isFile(as)) return undefined;
  const chunks = render(asked.operation, result, {
    format: as,
    fields: undefined,
    whole: true,
    excel: true,
    note: () => {},
    head: async () => documentHead(ctx, asked.operation, rawOf(entry, asked.input)),
    screen: { terminal: false, color: false, width: 100, language: ctx.language },
  });
  const headers = { 'Content-Type': TYPES[as], 'Content-Disposition': `attachment; filename="${entry.id}.${as}"` };
  return withHeaders(new Response(Readable.toWeb(Readable.from(chunks)) as ReadableStream, { headers }));
}

/** What was exchanged with others, as it is. */
function textFile(name: string, text: string): Response {
  const type = text.trimStart().startsWith('<') ? 'xml' : 'txt';
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.${type}"`,
  };
  return withHeaders(new Response(text, { headers }));
}

export const whole = async (asked: Answer): Promise<Answer> =>
  asked.result instanceof LongObject ? { ...asked, result: await collect(asked.result) } : asked;
