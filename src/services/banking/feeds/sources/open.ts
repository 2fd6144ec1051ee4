import type { Context } from '../../../operation/context.ts';
import type { OpenSession, Source, SourceKind, SourceSession } from './source.ts';

/** Each kind loads its own libraries when a source of it is opened. */
const KINDS: { readonly [K in SourceKind]: () => Promise<OpenSession<K>> } = {
  Folder: async () => (await import('./folder.ts')).openFolder,
  Sftp: async () => (await import('./sftp/session.ts')).openSftp,
  Ebics: async () => (await import('./ebics/session.ts')).openEbics,
};

/** Works with an opened source and closes it, whatever happens. */
export async function withSession<T>(
  ctx: Context,
  source: Source,
  signal: AbortSignal,
  work: (session: SourceSession) => Promise<T>,
): Promise<T> {
  const open = (await KINDS[source.kind]()) as OpenSession<SourceKind>;
  const session = await open(ctx, source, signal);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
