/** Multipart bodies: files go to a private folder as they come, within the limits. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { InputFile } from '../../services/kernel/stream.ts';
import { invalidInput } from '../operation/invoke.ts';
import { commandErrors } from '../program/errors.ts';
import { plainFileName } from './file-name.ts';

export interface FormLimits {
  readonly fileBytes: number;
  readonly files: number;
}

export interface Form {
  /** Of the parts called `File`. */
  readonly files: readonly InputFile[];
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/**
 * What `read` makes of a form; `discard` removes the files. Throws what `read` throws, MediaTypeUnknown, FormMalformed,
 * BodyTooLarge, FilesTooMany, FileNameInvalid, and InvalidInput for a file under another name.
 */
export async function readForm<T>(
  request: Request,
  limits: FormLimits,
  read: (form: Form) => T,
): Promise<{ readonly raw: T; readonly discard: () => Promise<void> }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw commandErrors.MediaTypeUnknown({ expected: 'multipart/form-data', given: type || 'nothing' });
  }
  const folder = await mkdtemp(join(tmpdir(), 'taxops-'));
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    return { raw: read(await receiveParts(request, type, folder, limits)), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const FIELDS = 100;
const FIELD_BYTES = 64 * 1024;

async function receiveParts(request: Request, type: string, folder: string, limits: FormLimits): Promise<Form> {
  const { Busboy } = await import('@fastify/busboy');
  const files: InputFile[] = [];
  const fields: [name: string, value: string][] = [];
  const writes: Promise<void>[] = [];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // each file listens to it
  const form = reading(
    () =>
      new Busboy({
        headers: { 'content-type': type },
        preservePath: true,
        limits: { fileSize: limits.fileBytes, files: limits.files, fields: FIELDS, fieldSize: FIELD_BYTES },
      }),
  );
  form.on('field', (name, value, _nameCut, isCut) => {
    if (isCut) stop.abort(malformed(new Error(`${name} is longer than ${FIELD_BYTES} bytes`)));
    fields.push([name, value]);
  });
  // What is over the limit would be left out without a word.
  form.on('filesLimit', () => stop.abort(commandErrors.FilesTooMany({ limit: limits.files })));
  form.on('fieldsLimit', () => stop.abort(malformed(new Error(`more than ${FIELDS} fields`))));
  form.on('file', (field, stream, fileName) => {
    const path = join(folder, randomUUID());
    try {
      if (field !== 'File') throw invalidInput([{ path: field, code: 'unrecognized', message: 'not File' }]);
      files.push({ name: plainFileName(fileName), path });
    } catch (error) {
      stream.resume();
      return stop.abort(error);
    }
    stream.on('limit', () => stop.abort(commandErrors.BodyTooLarge({ limit: limits.fileBytes })));
    const writing = pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal: stop.signal });
    writing.catch((error) => stop.abort(error)); // else the form would wait for a file that nobody takes
    writes.push(writing);
  });
  const body = request.body ? Readable.fromWeb(request.body as never) : Readable.from([]);
  try {
    await pipeline(body, form, { signal: stop.signal });
    await Promise.all(writes);
    return { files, fields };
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : malformed(error); // a disk that is full stops it by its own error
  }
}

/** A form without boundary, cut short or empty, and a caller who left: the parser and the body say which. */
const malformed = (error: unknown) => commandErrors.FormMalformed({ reason: (error as Error).message });

function reading<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw malformed(error);
  }
}
