import { stat } from 'node:fs/promises';
import type { InputFile } from '../kernel/stream.ts';
import type { Context } from '../operation/context.ts';

/**
 * Runs the reading of a file: it reports to the caller how far it is, stops when the caller leaves, and leaves no progress
 * drawn behind it, whatever happens.
 */
export async function watched<T>(
  ctx: Pick<Context, 'progress' | 'signal'>,
  { name: label, path }: InputFile,
  read: (progress: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const total = await stat(path).then(
    ({ size }) => size,
    () => 0, // the reading itself says what is wrong with the path
  );
  try {
    return await read((done) => {
      ctx.signal.throwIfAborted();
      ctx.progress.step({ label, done, total });
    });
  } finally {
    ctx.progress.step({ label, done: 1, total: 1 });
  }
}
