import { commandErrors } from '../program/errors.ts';

/** The body of a request as text. Throws BodyTooLarge before more than `limit` bytes are held. */
export async function boundedText(request: Request, limit: number): Promise<string> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > limit) throw commandErrors.BodyTooLarge({ limit });
  // The parser of HTTP holds a body to its declared length, which is within the limit: no stream of chunks is needed.
  if (declared !== null) return request.text();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw commandErrors.BodyTooLarge({ limit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
