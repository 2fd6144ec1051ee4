/** What the channels need to know, all of it passed in. */

export interface ChannelAccess {
  /** A test environment takes tests only, the real one real filings only. */
  readonly environment: 'stage' | 'prod';
  /** Lets plain http and private addresses through: for a simulator on this machine. */
  readonly allowPrivate: boolean;
  /** Further certificate authorities, PEM. */
  readonly authorities?: string | undefined;
  readonly limits: CallLimits;
}

export interface CallLimits {
  readonly connectMs: number;
  /** Until the head of the answer. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly bodyMs: number;
  /** A whole call: waiting, retries and the last byte included. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Times a read is asked; a send is sent once. */
  readonly attempts: number;
}

export const CALL_LIMITS: CallLimits = {
  connectMs: 5_000,
  headersMs: 30_000,
  bodyMs: 10_000,
  totalMs: 60_000,
  maxBytes: 40 * 1024 * 1024,
  attempts: 3,
};

export interface ChannelASettings {
  /** Base address of the API. */
  readonly url: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Account of the firm: an e-mail. */
  readonly account: string;
  /** Hosts of documents, besides that of the API. */
  readonly documentHosts: readonly string[];
  /** Requests per second that the partner allows. */
  readonly rate: number;
}

export interface ChannelBSettings {
  readonly depositUrl: string;
  readonly noticeUrl: string;
  readonly login: string;
  readonly password: string;
  /** Names us in each message. */
  readonly publisher: string;
  readonly software: string;
  readonly version: string;
  readonly rate: number;
}

export interface ChannelSettings {
  readonly access: ChannelAccess;
  /** A list of names: the settings that are missing. */
  readonly channelA: ChannelASettings | readonly string[];
  readonly channelB: ChannelBSettings | readonly string[];
  readonly internal: { readonly folder: string };
}
