/** A row of the table of assets, and the asset it holds. */
import type { CopyCursor } from '../../db/copy-cursor.ts';
import { type Camel, camelRow, snakeRow } from '../../db/rows.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { formatRatio } from '../../kernel/ratio.ts';
import type { Asset, AssetDetails, AssetDraft } from '../asset.ts';
import { isAmortizableOn } from '../engine/amortizable.ts';
import type { AssetFacts, PlanTerms } from '../engine/asset-facts.ts';
import { startDate } from '../engine/asset-plans.ts';
import { salePrice } from '../engine/retirement.ts';
import type { AcquisitionMethod, Mode, Nature, ProrataTemporis, QuantityUnit, RetirementType } from '../value-sets.ts';
import { decodeFacts, encodeFacts, readFacts } from './facts-codec.ts';

/** A row of `asset` as knex reads it: int8 as bigint, numeric and days as text. */
export interface AssetRow extends FactColumns {
  folder_id: number;
  id: number;
  number: number;
  name: string;
  group_name: string | null;
  notes: string | null;
  external_id: string | null;
  sub_account_code: string | null;
  quantity: string;
  quantity_unit: QuantityUnit | null;
  quantity_value: string | null;
  location_id: number | null;
  location: string | null;
  component_group_id: number | null;
  parent_id: number | null;
  component_rank: number | null;
  books_from: PlainDate;
  transferred_to: number | null;
  transfer_date: PlainDate | null;
  is_created_automatically: boolean;
  is_validated_by_user: boolean;
  /** Read with `decodeFacts`. */
  facts: unknown;
  /** AssetDetails. */
  details: unknown;
  created_at: string;
  updated_at: string;
}

/** Columns that repeat the facts, for lists to search and sort by. */
export interface FactColumns {
  account: string;
  acquisition_method: AcquisitionMethod;
  nature: Nature;
  acquisition_date: PlainDate;
  deployment_date: PlainDate;
  acquisition_cents: Cents;
  residual_cents: Cents;
  deductible_vat_cents: Cents;
  is_amortizable: boolean;
  has_vehicle: boolean;
  economic_start: PlainDate | null;
  economic_months: number | null;
  economic_mode: Mode | null;
  /** Decimal text, as the specification writes it: 1.75. */
  economic_coefficient: string | null;
  economic_prorata: ProrataTemporis | null;
  economic_past_end: PlainDate | null;
  /** The tax plan's own, or the economic one it is the same as. */
  fiscal_start: PlainDate | null;
  fiscal_months: number | null;
  fiscal_mode: Mode | null;
  fiscal_coefficient: string | null;
  fiscal_prorata: ProrataTemporis | null;
  fiscal_past_end: PlainDate | null;
  /** Percentage: 40 for 40 %. */
  over_amortization: string | null;
  deductibility_limit_cents: Cents | null;
  retirement_date: PlainDate | null;
  retirement_type: RetirementType | null;
  retirement_sale_cents: Cents | null;
}

/** Fields that an asset and its row both have, under their two names. */
const SHARED = [
  'name',
  'groupName',
  'notes',
  'externalId',
  'subAccountCode',
  'quantity',
  'quantityUnit',
  'quantityValue',
  'locationId',
  'location',
  'componentGroupId',
  'parentId',
  'componentRank',
  'booksFrom',
  'transferredTo',
  'transferDate',
  'isCreatedAutomatically',
  'isValidatedByUser',
] as const satisfies readonly (keyof AssetDraft & keyof Camel<AssetRow>)[];

const picked = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

export const fromRow = (row: AssetRow): Asset => ({
  ...picked(camelRow(row), ['folderId', 'id', 'number', ...SHARED]),
  facts: decodeFacts(row.facts),
  details: row.details as AssetDetails,
});

/** What the figures of an asset are made of. */
export type BookedAsset = Pick<
  Asset,
  'id' | 'facts' | 'booksFrom' | 'transferDate' | 'isCreatedAutomatically' | 'isValidatedByUser'
>;

/** Columns of `asset` that hold it, in the order of `readBook`. */
export const BOOK_FIELDS = [
  'id',
  'books_from',
  'transfer_date',
  'is_created_automatically',
  'is_validated_by_user',
  'facts',
] as const satisfies readonly (keyof AssetRow)[];

export const readBook = (row: CopyCursor): BookedAsset => ({
  id: row.int() as number,
  booksFrom: row.day() as PlainDate,
  transferDate: row.day() ?? null,
  isCreatedAutomatically: row.flag() as boolean,
  isValidatedByUser: row.flag() as boolean,
  facts: readFacts(row.text() as string),
});

/** The columns that a draft fills; times and numbers apart. */
export const toRow = (asset: AssetDraft) => ({
  ...snakeRow(picked(asset, SHARED)),
  facts: encodeFacts(asset.facts),
  details: JSON.stringify(asset.details),
  ...factColumns(asset.facts),
});

function factColumns(facts: AssetFacts): FactColumns {
  const { retirement, overAmortization } = facts;
  return {
    account: facts.account,
    acquisition_method: facts.acquisitionMethod,
    nature: facts.nature,
    acquisition_date: facts.acquisitionDate,
    deployment_date: facts.deploymentDate,
    acquisition_cents: facts.acquisitionValue,
    residual_cents: facts.residualValue,
    deductible_vat_cents: facts.deductibleVat,
    is_amortizable: isAmortizableOn(facts, facts.transfers.at(-1)?.date ?? facts.acquisitionDate),
    has_vehicle: facts.vehicle !== undefined,
    ...planColumns(facts),
    over_amortization: overAmortization ? formatRatio(overAmortization, 100n) : null,
    deductibility_limit_cents: facts.deductibilityLimit ?? null,
    retirement_date: retirement?.date ?? null,
    retirement_type: retirement?.type ?? null,
    retirement_sale_cents: retirement ? salePrice(retirement) : null,
  };
}

type PlanColumns = Pick<FactColumns, Extract<keyof FactColumns, `economic_${string}` | `fiscal_${string}`>>;

function planColumns(facts: AssetFacts): PlanColumns {
  const economic = termColumns(facts, facts.economic);
  const fiscal = termColumns(facts, facts.fiscal ?? facts.economic);
  return {
    economic_start: economic.start,
    economic_months: economic.months,
    economic_mode: economic.mode,
    economic_coefficient: economic.coefficient,
    economic_prorata: economic.prorata,
    economic_past_end: economic.pastEnd,
    fiscal_start: fiscal.start,
    fiscal_months: fiscal.months,
    fiscal_mode: fiscal.mode,
    fiscal_coefficient: fiscal.coefficient,
    fiscal_prorata: fiscal.prorata,
    fiscal_past_end: fiscal.pastEnd,
  };
}

const termColumns = (facts: AssetFacts, terms: PlanTerms | undefined) => ({
  start: terms ? startDate(facts, terms) : null,
  months: terms?.months ?? null,
  mode: terms?.mode ?? null,
  coefficient: terms?.coefficient ? formatRatio(terms.coefficient) : null,
  prorata: terms?.prorata ?? null,
  pastEnd: terms?.past?.end ?? null,
});
