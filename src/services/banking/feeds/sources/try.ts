import { TaxopsError } from '../../../kernel/errors.ts';
import type { Context } from '../../../operation/context.ts';
import { withSession } from './open.ts';
import type { Listing, Source } from './source.ts';

export interface Trial {
  /** What the server showed of itself. */
  readonly fingerprint: string | undefined;
  readonly failure: TaxopsError | undefined;
  readonly listing: Listing;
}

const NOTHING: Listing = { ready: [], waiting: [], refused: [] };

/** Reaches a source and looks at what lies there. Takes nothing. */
export async function trySource(ctx: Context, source: Source): Promise<Trial> {
  try {
    const fingerprint = await fingerprintOf(ctx, source);
    return { fingerprint, ...(await look(ctx, source)) };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { fingerprint: undefined, failure: error, listing: NOTHING };
  }
}

async function look(ctx: Context, source: Source): Promise<Omit<Trial, 'fingerprint'>> {
  try {
    const listing = await withSession(ctx, source, ctx.signal, (session) => session.list());
    return { failure: undefined, listing };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    return { failure: error, listing: NOTHING };
  }
}

async function fingerprintOf(ctx: Context, source: Source): Promise<string | undefined> {
  if (source.kind !== 'Sftp') return undefined;
  return (await import('./sftp/connection.ts')).shownFingerprint(source, ctx.signal);
}
