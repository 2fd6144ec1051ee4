/** What is used of zip-stream, which ships no types. */
declare module 'zip-stream' {
  import type { Readable } from 'node:stream';

  export default class ZipStream extends Readable {
    constructor(options?: { readonly zlib?: { readonly level?: number } });
    entry(source: Readable, data: { readonly name: string; readonly date?: Date }, done: (error?: Error) => void): this;
    finish(): void;
  }
}
