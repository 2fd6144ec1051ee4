/** One asset of a list (B6), under the names of the specification: the columns of the table, and what is no single value. */
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { AssetDetails } from '../asset.ts';
import type { AssetFacts, Octies151, PrivatePortion, Retirement } from '../engine/asset-facts.ts';
import { retirementKind } from '../engine/retirement-types.ts';
import { decodeFacts } from '../facts-codec.ts';
import { formatRatio } from '../ratio-text.ts';
import { ASSET_COLUMNS, type AssetColumn } from './columns.ts';

export type AssetItem = Readonly<Record<string, unknown>>;

/** Columns of the table under their names, and the stored rest under names of no column. */
export type ItemRow = Readonly<Record<string, unknown>> & {
  readonly facts: unknown;
  readonly details: AssetDetails;
  readonly unit: string | null;
  readonly share: string | null;
  readonly associated: string | null;
};

const ASSOCIATED = `(select sum(e.cents)::text from asset_entry_line e
  where e.folder_id = a.folder_id and e.asset_id = a.id)`;

const READ = ASSET_COLUMNS.filter(({ sql }) => sql !== undefined);

export const ITEM_SELECT = [
  ...READ.map(({ name, sql }) => `(${sql}) as "${name}"`),
  'a.facts, a.details, a.quantity_unit as unit, a.quantity_value as share',
  `${ASSOCIATED} as associated`,
].join(', ');

/** Not in B6: told to who asks for it by `extends`. */
const EXTENDED = new Set(['Status']);

export function toItem(row: ItemRow, extended: readonly string[]): AssetItem {
  const columns = READ.filter(({ name }) => !EXTENDED.has(name) || extended.includes(name));
  const facts = decodeFacts(row.facts);
  return {
    ...Object.fromEntries(columns.map((column) => [column.name, wireValue(column, row)])),
    ...parts(row, facts),
  };
}

function wireValue({ name, type }: AssetColumn, row: ItemRow): unknown {
  const value = row[name] ?? null;
  if (value === null) return null;
  if (type === 'Amount') return formatAmount(value as Cents);
  return type === 'Number' ? Number(value) : value;
}

const parts = (row: ItemRow, facts: AssetFacts): AssetItem => ({
  AssociationState: { State: row.AssociationState, AccountingAmount: formatAmount(BigInt(row.associated ?? 0)) },
  Analytics: { Axis: (row.details.analytics ?? []).map(axisOf) },
  Retirement: facts.retirement && row.IsRetired ? retirementOf(facts.retirement, row) : null,
  QuantityDetails: row.unit === null ? null : { Unit: row.unit, Value: row.share === null ? null : Number(row.share) },
  FiscalPrivatePortion: facts.privatePortion ? portionOf(facts.privatePortion) : null,
  FiscalOcties151: facts.octies151 ? octiesOf(facts.octies151, row.details) : null,
});

const axisOf = ({ axisId, axisName, unit, tags }: NonNullable<AssetDetails['analytics']>[number]) => ({
  ...{ Id: axisId, AxisId: axisId, AxisName: axisName, Unit: unit },
  Tags: tags.map(({ tagId, tagName, value }) => ({ Id: tagId, TagId: tagId, TagName: tagName, Value: value })),
});

const maybeAmount = (cents: Cents | null | undefined): string | null =>
  cents === null || cents === undefined ? null : formatAmount(cents);

function retirementOf(retirement: Retirement, row: ItemRow): AssetItem {
  const isSale = retirementKind(retirement.type).attributes === 'sale';
  const gain = (name: string) => maybeAmount(row[name] as Cents | null);
  return {
    Type: retirement.type,
    Date: retirement.date,
    SaleAttributes: {
      SaleAmount: maybeAmount(retirement.amount),
      VatToReceive: maybeAmount(retirement.vatToReceive),
      VatToPay: maybeAmount(retirement.vatToPay),
      Type: isSale ? retirement.saleType : 'Unknown',
      LongTermSaleQualification: retirement.qualification,
    },
    DisposalAttributes: { DepreciationAccountingMethod: retirement.bookValueMethod },
    EconomicGainOrLoss: gain('GainOrLossEconomic'),
    GainOrLossAmount: gain('GainOrLossAmount'),
    ShortTermGainOrLossAmount: gain('GainOrLossShortTerm'),
    LongTermGainOrLossAmount: gain('GainOrLossLongTerm'),
    IsCustomValue: retirement.custom !== undefined,
  };
}

const portionOf = ({ mode, ratio, amount }: PrivatePortion): AssetItem => ({
  Mode: mode,
  Value: mode === 'Percent' ? formatRatio(ratio, 100n) : formatAmount(amount),
});

const octiesOf = ({ amount, exercises, alreadyReintegrated }: Octies151, { octiesPartnerId }: AssetDetails) => ({
  Amount: formatAmount(amount),
  SpreadingDurationInExercises: exercises ?? null,
  PartnerId: octiesPartnerId ?? null,
  AlreadyReintegratedPortion: formatAmount(alreadyReintegrated),
});
