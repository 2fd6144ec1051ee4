/**
 * The port between sending and the domains that file: declarations now, procedures of VAT. Sending knows when something
 * leaves and what came of it; a filer knows what it is about, and follows. Each of its functions that takes a
 * transaction runs in the one that stores the filing, so that the outbox and the owner never disagree.
 */
import type { Knex } from 'knex';
import type { ChannelDeclaration, ChannelName, Filing, SendOutcome } from '../channels/channel.ts';
import type { Notice } from '../edi/notice.ts';
import type { FilingRow } from './filings.ts';

/** Kinds of things that are filed: a new one is allowed by a migration. */
export type OwnerKind = 'Declaration' | 'VatProcedure';

/** What a filing is about. */
export interface Owner {
  readonly folderId: number;
  readonly kind: OwnerKind;
  readonly id: number;
}

/** `lost`: the channel, asked twice, does not know it. */
export type Outcome = SendOutcome | { readonly outcome: 'lost' };

export interface Noticed {
  readonly filing: FilingRow;
  readonly notice: Notice;
  /** Its owner was corrected and sent again: the notice decides nothing more of that one, only of what left with it. */
  readonly isCorrected: boolean;
}

export interface Filer {
  readonly kind: OwnerKind;
  /** Follows what came of an attempt. */
  settled(trx: Knex.Transaction, filing: FilingRow, outcome: Outcome, now: string): Promise<void>;
  /** Follows notices on filings that arrived, in this order. */
  notified(trx: Knex.Transaction, all: readonly Noticed[], now: string): Promise<void>;
  /** Whether a channel reported on the owner meanwhile, by webhook or in a list: then it has the filing. */
  isKnown(knex: Knex, filing: FilingRow): Promise<boolean>;
  /** Whether the channel found this filing and not one before it. Undefined: it does not say enough to decide. */
  isOurs(knex: Knex, filing: FilingRow, found: ChannelDeclaration): Promise<boolean | undefined>;
  /** When the oldest filing on ChannelB of these folders that still waits for an answer was attempted. */
  waitingSince(knex: Knex, folderIds: readonly number[]): Promise<string | undefined>;
}

/** What leaves. */
export interface Dispatch {
  readonly folderId: number;
  readonly channel: ChannelName;
  /** Which kind of filing: one owner has one open filing of a kind at most. */
  readonly kind: string;
  readonly filing: Filing;
  readonly contentType: string;
  /** The filled forms, kept as JSON for reading. */
  readonly forms: readonly object[];
}

/** A filer that sends. */
export interface Sender<D extends Dispatch> extends Filer {
  /** Two owners of one kind and period must not be under way together: both would be the same filing. */
  readonly isOnePerPeriod: boolean;
  /**
   * Locks what the filing is about and marks it as under way. Returns the identifier of the owner. Throws AlreadyFiled,
   * and whatever else forbids the send.
   */
  begin(trx: Knex.Transaction, dispatch: D, now: string): Promise<number>;
}

/** The filer of a filing, if it is among them. */
export const filerOf = (filers: readonly Filer[], { owner_kind }: Pick<FilingRow, 'owner_kind'>): Filer | undefined =>
  filers.find(({ kind }) => kind === owner_kind);
