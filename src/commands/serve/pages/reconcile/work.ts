/** What is reconciled: transactions, and what each may belong to. */
import type { Answer } from '../page.ts';
import { address } from '../parts/view.ts';

export interface Member {
  readonly TransactionId: number;
  readonly Date: string;
  readonly Label: string;
  readonly Amount: string;
}

export interface Line {
  readonly LineId: number;
  readonly EntryId: number;
  readonly Date: string;
  readonly Label: string;
  readonly Amount: string;
}

/** What may belong together: one transaction and one line, or more of either. */
export interface Match {
  readonly Transactions: readonly Member[];
  readonly Lines: readonly Line[];
  readonly Score: number;
  readonly Difference?: string;
  readonly Reasons?: readonly { readonly Points: number; readonly Text: string }[];
}

export interface Proposal extends Member, Match {
  readonly Alternatives: readonly Match[];
}

export interface Found {
  readonly Items: readonly Proposal[];
  readonly HasMore: boolean;
}

/** An account of the folder, and where its page is. */
export interface Place {
  readonly at: string;
  readonly here: string;
  readonly folderId: string;
  readonly accountId: string;
  readonly page: string | undefined;
}

export interface Shows {
  readonly minScore: string | undefined;
  readonly list: Answer;
  readonly work: readonly Member[];
  readonly spot: number;
}

export const isProposal = (one: Member): one is Proposal => 'Lines' in one;

export const stepTo = ({ here, page }: Place, one: Member | undefined, undo?: number): string =>
  address(here, { page, at: one?.TransactionId, undo });
