/** Writes a zip of any size: one entry after the other, none of them held whole. */
import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';

export interface ZippedFile {
  /** Path in the archive, with `/`. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The bytes of an archive of these files, all of the same moment. Throws what a content throws. */
export async function* zipped(files: AsyncIterable<ZippedFile>, date: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const add = ({ name, content }: ZippedFile) =>
    new Promise<void>((resolve, reject) => {
      const source = Readable.from(content).on('error', reject);
      zip.entry(source, { name, date }, (error) => (error ? reject(error) : resolve()));
    });
  const adding = (async () => {
    for await (const file of files) await add(file);
    zip.finish();
  })().catch((error: Error) => void zip.destroy(error));
  yield* zip;
  await adding;
}
