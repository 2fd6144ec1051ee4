/** A channel for tests: it keeps what it is sent, and answers what the test tells it to. */
import type {
  ChannelDeclaration,
  ChannelDocument,
  ChannelName,
  FetchedNotice,
  Filing,
  FindAnswer,
  ListingChannel,
  NoticeChannel,
  NoticeReference,
  SendOutcome,
} from '../../src/services/channels/channel.ts';
import { channelErrors } from '../../src/services/channels/errors.ts';

export interface MemoryChannel extends ListingChannel, NoticeChannel {
  /** Every filing that arrived, in order; a test can tell a second one from the first. */
  readonly filings: Filing[];
  readonly declarations: Map<string, ChannelDeclaration[]>;
  readonly documents: Map<string, ChannelDocument>;
  readonly pieces: FetchedNotice[];
  /** Notices fetched so far, repeats included. */
  readonly fetched: NoticeReference[];
  /** Answers of the next sends, in order; `sent` when there are none left. `keeps`: whether the filing arrives. */
  readonly nextSends: { readonly outcome: SendOutcome; readonly keeps: boolean }[];
  /** Answers of the next questions; by default what was kept is found. */
  readonly nextFinds: FindAnswer[];
  /** Thrown by the next reads, in order. */
  readonly nextFailures: Error[];
}

export function memoryChannel(name: ChannelName = 'ChannelA'): MemoryChannel {
  const filings: Filing[] = [];
  const declarations = new Map<string, ChannelDeclaration[]>();
  const documents = new Map<string, ChannelDocument>();
  const pieces: FetchedNotice[] = [];
  const fetched: NoticeReference[] = [];
  const nextSends: MemoryChannel['nextSends'] = [];
  const nextFinds: FindAnswer[] = [];
  const nextFailures: Error[] = [];
  const failIfTold = () => {
    const failure = nextFailures.shift();
    if (failure) throw failure;
  };
  return {
    name,
    filings,
    declarations,
    documents,
    pieces,
    fetched,
    nextSends,
    nextFinds,
    nextFailures,
    send: async (filing) => {
      const { outcome, keeps } = nextSends.shift() ?? { outcome: { outcome: 'sent', receipt: {} }, keeps: true };
      if (keeps) filings.push(filing);
      return outcome;
    },
    find: async ({ reference }) => {
      const known = filings.some((filing) => filing.reference === reference);
      const found = { outcome: 'found', declaration: { links: {}, errors: [] } } as const;
      return nextFinds.shift() ?? (known ? found : { outcome: 'notFound' });
    },
    list: async (siren) => {
      failIfTold();
      return declarations.get(siren) ?? [];
    },
    document: async (link) => {
      failIfTold();
      const document = documents.get(link);
      if (!document) throw channelErrors.DocumentAbsent({ channel: name });
      return document;
    },
    notices: async ({ kind }) => {
      failIfTold();
      const wanted = kind === 'Notices' ? ['Acs', 'Ars'] : kind === 'All' ? ['Ads', 'Acs', 'Ars'] : [kind];
      return pieces.map(({ reference }) => reference).filter((reference) => wanted.includes(reference.kind));
    },
    notice: async (reference) => {
      failIfTold();
      fetched.push(reference);
      const same = (piece: FetchedNotice) =>
        piece.reference.number === reference.number && piece.reference.kind === reference.kind;
      const piece = pieces.find(same);
      if (!piece) throw channelErrors.PieceAbsent({ channel: name, number: reference.number });
      return piece;
    },
  };
}
