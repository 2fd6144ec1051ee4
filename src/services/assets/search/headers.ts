/** B16: what the asset table can show, and what each column can be used for. */
import type { Language } from '../../kernel/errors.ts';
import type { HeaderType } from '../value-sets.ts';
import { ASSET_COLUMNS, type AssetColumn } from './columns.ts';
import { valueLabel } from './value-labels.ts';

export interface AssetHeader {
  /** Name of the property. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly type: HeaderType;
  readonly isSortable: boolean;
  readonly isFilterable: boolean;
  readonly isGroupable: boolean;
  readonly isSummable: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export const assetHeaders = (language: Language): AssetHeader[] =>
  ASSET_COLUMNS.map((column) => ({
    id: column.name,
    label: column.label[language],
    description: column.about?.[language] ?? column.label[language],
    type: column.type,
    isSortable: column.sql !== undefined,
    isFilterable: column.sql !== undefined,
    isGroupable: column.isGroupable,
    isSummable: column.isSummable,
    metadata: metadataOf(column, language),
  }));

/** Each value of an enumeration with its label; whether exports show the column when nobody chose. */
const metadataOf = ({ values = [], isDefault }: AssetColumn, language: Language): Record<string, string> => ({
  ...(isDefault && { IsDefault: 'true' }),
  ...Object.fromEntries(values.map((value) => [`Value.${value}`, valueLabel(value, language)])),
});
