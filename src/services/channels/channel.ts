/**
 * The port of filing channels: what the declarations, the jobs and VAT ask of a partner, whoever it is.
 *
 * Sending answers with an outcome, never with an error: whoever sends must tell what surely did not leave from what
 * may have left, because only the first may be sent again without asking. Everything else throws.
 */

import type { NoticeError, NoticeKind } from '../edi/notice.ts';
import type { Procedure } from '../edi/xml-edi.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { TaxopsError } from '../kernel/errors.ts';
import type { Instant } from '../kernel/paris-time.ts';
import { type Closable, definePort } from '../kernel/port.ts';

export type ChannelName = 'ChannelA' | 'ChannelB' | 'Internal';

/** What travels, byte for byte: the caller keeps `content` as the piece that was sent. */
export interface Payloads {
  /** Balance and identification of a liasse, as text. */
  readonly liasse: { readonly kind: 'liasse'; readonly content: Uint8Array };
  /** Cells of forms, as JSON. */
  readonly forms: { readonly kind: 'forms'; readonly content: Uint8Array };
  /** An XML-EDI file. */
  readonly edi: {
    readonly kind: 'edi';
    readonly content: Uint8Array;
    readonly subject: string;
    readonly procedure: Procedure;
  };
}

export type PayloadKind = keyof Payloads;

/** Which declaration: what a channel knows it by when it gave no identifier. */
export interface FilingIdentity {
  /** Ours, one per filing: letters, digits and hyphens, 35 at most. A new one for every new attempt. */
  readonly reference: string;
  readonly siren: string;
  /** Form as channels name it: `Liasse`, `2571`, `2572`, `3310CA3`… */
  readonly form: string;
  /** Last day of the period. */
  readonly end: PlainDate;
  readonly due?: PlainDate | undefined;
}

export interface Filing<K extends PayloadKind = PayloadKind> extends FilingIdentity {
  /** A test is never filed; it must agree with the environment the channel is set to. */
  readonly isTest: boolean;
  readonly payload: Payloads[K];
}

export interface CallOptions {
  /** Told to the partner, and in what is logged of the call. A new one by default. */
  readonly correlationId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whole time of the call, retries and waiting included; the channel's own limit by default. */
  readonly timeoutMs?: number | undefined;
}

/** What the channel gave when it took a filing; a channel may give nothing. */
export interface Receipt {
  readonly channelId?: number | undefined;
  /** Deposit number: text, leading zeros kept. */
  readonly numeroAds?: string | undefined;
  /** Page where a person checks and sends. */
  readonly url?: string | undefined;
}

export type SendOutcome =
  | { readonly outcome: 'sent'; readonly receipt: Receipt }
  /** The channel read it and said no. Nothing is filed, unless `isUnproven`: then only `find` shows that it has nothing. */
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly code?: string | undefined;
      readonly isUnproven?: boolean | undefined;
    }
  /** It never reached the channel. Sending again is safe. */
  | { readonly outcome: 'notSent'; readonly error: TaxopsError }
  /** It may have been taken: ask with `find` before anything is sent again. */
  | { readonly outcome: 'uncertain'; readonly error: TaxopsError };

export interface FilingQuestion extends FilingIdentity {
  /** When the filing was attempted: nothing older is looked at. */
  readonly attemptedAt: Instant;
}

export type FindAnswer =
  | { readonly outcome: 'found'; readonly declaration: ChannelDeclaration }
  | { readonly outcome: 'notFound' }
  /** The channel gave no answer that decides. */
  | { readonly outcome: 'uncertain'; readonly error: TaxopsError };

/** A declaration as a channel shows it; what the channel does not say is absent. */
export interface ChannelDeclaration {
  readonly channelId?: number | undefined;
  readonly numeroAds?: string | undefined;
  readonly label?: string | undefined;
  /** Type in the channel's own words, often coarse: `Liasse`, `Paiement`. */
  readonly type?: string | undefined;
  readonly form?: string | undefined;
  /** In the channel's own words and spelling. */
  readonly status?: string | undefined;
  readonly statusLabel?: string | undefined;
  readonly start?: Instant | undefined;
  readonly end?: Instant | undefined;
  readonly due?: Instant | undefined;
  readonly sentAt?: Instant | undefined;
  readonly answeredAt?: Instant | undefined;
  readonly modifiedAt?: Instant | undefined;
  /** Temporary: last known, never an archive. */
  readonly links: Links;
  readonly errors: readonly NoticeError[];
}

export interface Links {
  readonly pdf?: string | undefined;
  readonly page?: string | undefined;
  readonly receipt?: string | undefined;
  readonly edi?: string | undefined;
}

export interface ChannelDocument {
  readonly content: Uint8Array;
  /** As the channel announces it. */
  readonly contentType: string;
}

/** The key of a piece: numbers are unique per account only. */
export interface NoticeReference {
  readonly account: string;
  readonly number: string;
  readonly kind: NoticeKind;
  readonly numeroAds?: string | undefined;
  readonly subject?: string | undefined;
}

export interface NoticeSearch {
  /** Days in Paris, both included. */
  readonly from: PlainDate;
  readonly to: PlainDate;
  /** `Notices`: ACS and ARS together. */
  readonly kind: NoticeKind | 'Notices' | 'All';
  readonly procedure: Procedure;
}

/** A piece as it came, nothing opened: archive it first, then `openPiece` and `readNotice`. */
export interface FetchedNotice {
  readonly reference: NoticeReference;
  readonly mimeType?: string | undefined;
  /** Base64. */
  readonly content: string;
}

/** Errors that any call may throw, or carry in an outcome: see errors.ts. */
export interface Channel<K extends PayloadKind = PayloadKind> {
  readonly name: ChannelName;
  /** Sends once: no retry once a byte has left. Throws ChannelModeMismatch before anything. */
  send(filing: Filing<K>, options?: CallOptions): Promise<SendOutcome>;
  /** Whether an attempted filing was taken, and what became of it. */
  find(question: FilingQuestion, options?: CallOptions): Promise<FindAnswer>;
}

/** A channel that lists what it holds for a company and gives its documents. */
export interface ListingChannel<K extends PayloadKind = PayloadKind> extends Channel<K> {
  list(siren: string, options?: CallOptions): Promise<readonly ChannelDeclaration[]>;
  /** Follows an https link to a configured host. Throws ChannelAddressRefused, DocumentAbsent. */
  document(link: string, options?: CallOptions): Promise<ChannelDocument>;
}

/** A channel that answers by notices. */
export interface NoticeChannel<K extends PayloadKind = PayloadKind> extends Channel<K> {
  notices(search: NoticeSearch, options?: CallOptions): Promise<readonly NoticeReference[]>;
  /** Marks the piece as fetched for everyone who shares the account: fetch once, keep. Throws PieceAbsent. */
  notice(reference: NoticeReference, options?: CallOptions): Promise<FetchedNotice>;
}

/** The channels of this installation, opened when first asked for. */
export interface Channels extends Closable {
  /** Throws ChannelNotConfigured, ChannelMisconfigured. */
  channelA(): ListingChannel<'liasse' | 'forms'>;
  channelB(): NoticeChannel<'edi'>;
  internal(): Channel;
  isConfigured(name: ChannelName): boolean;
  /** Ends running calls at once: they answer as interrupted. */
  close(): Promise<void>;
}

export const channelsPort = definePort<Channels>('channels');
