/** The sources of a scope as work: what lies in them, and taking one piece of it. */
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { sourceErrors } from './errors.ts';
import { withSession } from './open.ts';
import { complaint, type FileOutcome } from './outcome.ts';
import type { InboxFile, Source, SourceSession } from './source.ts';
import { listSources, type SourceFilter, sourceByName } from './store.ts';
import { sweepSpool, takeFile } from './take.ts';

/** A file to take; without one, everything that the source then shows. */
export interface Piece {
  readonly source: Source;
  readonly file: InboxFile | undefined;
}

/** A source that does not answer is a piece of work too, so that it is asked again and stops no other. */
export async function* piecesOf(ctx: Context, filter: SourceFilter): AsyncGenerator<Piece> {
  await sweepSpool(ctx);
  if (filter.name !== undefined) await sourceByName(ctx, filter.name);
  for (const source of await listSources(ctx, filter)) {
    const files = await shownBy(ctx, source);
    for (const file of files ?? [undefined]) yield { source, file };
  }
}

async function shownBy(ctx: Context, source: Source): Promise<readonly InboxFile[] | undefined> {
  try {
    return (await withSession(ctx, source, ctx.signal, (session) => session.list())).ready;
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return undefined;
  }
}

/**
 * Takes a piece; the outcomes of the files that were still there. Throws SourceFileLeftOut for files that are put aside
 * for a person to look at, after all were taken; and what keeps the source from being read.
 */
export async function takePiece(
  ctx: Context,
  sourceName: string,
  file: InboxFile | undefined,
): Promise<readonly FileOutcome[]> {
  const source = await sourceByName(ctx, sourceName);
  return withSession(ctx, source, ctx.signal, async (session) => {
    const files = file ? [file] : (await session.list()).ready;
    const outcomes = await takeAll(ctx, source, session, files);
    for (const outcome of outcomes) {
      const reason = complaint(outcome, ctx.language);
      if (reason) throw sourceErrors.SourceFileLeftOut({ source: source.name, file: outcome.name, reason });
    }
    return outcomes;
  });
}

async function takeAll(
  ctx: Context,
  source: Source,
  session: SourceSession,
  files: readonly InboxFile[],
): Promise<readonly FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const file of files) {
    ctx.signal.throwIfAborted();
    const outcome = await takeFile(ctx, source, session, file);
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}
