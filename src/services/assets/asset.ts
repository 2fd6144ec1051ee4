/** An asset of a folder: its facts, which the rules read, and what only people and lists read. */
import type { PlainDate } from '../kernel/dates.ts';
import type { AssetFacts } from './engine/asset-facts.ts';
import type { QuantityUnit } from './value-sets.ts';

/** An asset that has no number yet. */
export interface AssetDraft {
  readonly name: string;
  readonly groupName: string | null;
  readonly notes: string | null;
  readonly externalId: string | null;
  /** Sub-account at the acquisition; those of transfers are in `details`. */
  readonly subAccountCode: string | null;
  /** Decimals as text, six places at most. */
  readonly quantity: string;
  readonly quantityUnit: QuantityUnit | null;
  readonly quantityValue: string | null;
  readonly locationId: number | null;
  readonly location: string | null;
  /** Row of the component group, not the number its callers give it. */
  readonly componentGroupId: number | null;
  /** The asset it was split from, and its place among the components of that asset's facts. */
  readonly parentId: number | null;
  readonly componentRank: number | null;
  /** First day on the books: later than the acquisition for a dated component and for a grouped asset. */
  readonly booksFrom: PlainDate;
  /** The asset that replaced this one in progress (B19), and from when. */
  readonly transferredTo: number | null;
  readonly transferDate: PlainDate | null;
  readonly isCreatedAutomatically: boolean;
  readonly isValidatedByUser: boolean;
  readonly facts: AssetFacts;
  readonly details: AssetDetails;
}

/** What a draft is when nobody says more of it. */
export const BARE_DRAFT = {
  groupName: null,
  notes: null,
  externalId: null,
  subAccountCode: null,
  quantity: '1',
  quantityUnit: null,
  quantityValue: null,
  locationId: null,
  location: null,
  componentGroupId: null,
  parentId: null,
  componentRank: null,
  transferredTo: null,
  transferDate: null,
  isCreatedAutomatically: false,
  isValidatedByUser: true,
  details: {},
} as const satisfies Partial<AssetDraft>;

export interface Asset extends AssetDraft {
  readonly folderId: number;
  readonly id: number;
  /** Counts from 1 in the folder. */
  readonly number: number;
}

/** What no rule reads. */
export interface AssetDetails {
  readonly registrationNumber?: string | undefined;
  readonly octiesPartnerId?: number | undefined;
  /** Sub-account from a transfer on, by transfer date. */
  readonly transferSubAccounts?: Readonly<Record<string, string>> | undefined;
  /** How the entry of a grouping is to be written (B19). */
  readonly grouping?: { readonly entryLabel: string | null; readonly isDetailedEntry: boolean } | undefined;
  readonly analytics?: readonly AnalyticAxis[] | undefined;
}

export interface AnalyticAxis {
  readonly axisId: number;
  readonly axisName: string;
  readonly unit: string;
  readonly tags: readonly { readonly tagId: number; readonly tagName: string; readonly value: string }[];
}
