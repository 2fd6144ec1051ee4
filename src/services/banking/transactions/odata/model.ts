/**
 * What may be queried: entity types with their properties and where each is stored. The list is the whitelist of every
 * option: a name that is not here reaches no database. Aliases: t transaction, a account, p payment, c complementary data.
 */
import { CURRENCY } from '../../accounts/accounts.ts';

export type EdmType = 'Edm.Int32' | 'Edm.Decimal' | 'Edm.String' | 'Edm.Boolean' | 'Edm.Date' | 'Edm.DateTimeOffset';

export interface Property {
  readonly name: string;
  readonly type: EdmType;
  readonly isNullable: boolean;
  /** SQL of its value. */
  readonly column: string;
  /** SQL of the same text without case and accents, with an index: what is inside the text is inside this one. */
  readonly folded?: string;
}

export interface Navigation {
  readonly name: string;
  readonly entity: EntityType;
  /** SQL that brings the alias of its entity. */
  readonly join: string;
}

export interface EntityType {
  readonly name: string;
  readonly table: string;
  readonly properties: readonly Property[];
  readonly navigations: readonly Navigation[];
  /** Objects and lists that are given with it, and cannot be filtered or sorted by. */
  readonly structures: readonly string[];
}

export const NAMESPACE = 'Taxops.Banking';

type Row = readonly [name: string, type: EdmType, column: string, isNullable?: 'null'];

const properties = (alias: string, rows: readonly Row[]): Property[] =>
  rows.map(([name, type, column, isNullable]) => ({
    name,
    type,
    isNullable: isNullable === 'null',
    column: column.includes('(') ? column : `${alias}.${column}`,
  }));

/** The columns of the aggregate base. */
const AGGREGATE: readonly Row[] = [
  ['Id', 'Edm.Int32', 'id'],
  ['CreatedAt', 'Edm.DateTimeOffset', 'created_at'],
  ['UpdatedAt', 'Edm.DateTimeOffset', 'updated_at'],
  ['UpdatedByUserId', 'Edm.Int32', 'updated_by_user_id', 'null'],
];

const STRUCTURES = ['DomainEvents', 'DomainErrors', 'IsValid', 'HasDomainEvents'];

const ACCOUNT: EntityType = {
  name: 'Account',
  table: 'bank_account as a',
  properties: properties('a', [
    ...AGGREGATE,
    ['EnterpriseId', 'Edm.Int32', 'folder_id'],
    ['BankConnectionId', 'Edm.Int32', 'bank_connection_id', 'null'],
    ['CreationDate', 'Edm.DateTimeOffset', 'created_at'],
    ['SourceId', 'Edm.String', 'source_id'],
    ['Provider', 'Edm.String', 'provider'],
    ['CurrencyCode', 'Edm.String', `(${CURRENCY})`, 'null'],
    ['Name', 'Edm.String', 'name'],
    ['Type', 'Edm.String', 'type'],
    ['State', 'Edm.String', 'state'],
    ['AccountUpdatedAt', 'Edm.DateTimeOffset', 'account_updated_at', 'null'],
    ['IsVisible', 'Edm.Boolean', 'is_visible'],
    ['Description', 'Edm.String', 'description', 'null'],
    ['DeletedAt', 'Edm.DateTimeOffset', 'deleted_at', 'null'],
  ]),
  navigations: [],
  structures: [...STRUCTURES, 'Iban', 'Bic', 'BankConnection', 'Balance', 'Transactions'],
};

const PAYMENT: EntityType = {
  name: 'PaymentInformations',
  table: 'payment_information as p',
  properties: properties('p', [
    ...AGGREGATE,
    ['AccountingFolderId', 'Edm.Int32', 'folder_id'],
    ['PaymentDate', 'Edm.Date', 'payment_date', 'null'],
    ['PaymentMode', 'Edm.String', 'payment_mode', 'null'],
    ['NatureOperation', 'Edm.String', 'nature_operation', 'null'],
    ['PaymentClientId', 'Edm.String', 'payment_client_id', 'null'],
    ['TransactionId', 'Edm.Int32', 'transaction_id'],
  ]),
  navigations: [],
  structures: STRUCTURES,
};

export const COMPLEMENTARY_DATA: EntityType = {
  name: 'ComplementaryData',
  table: 'complementary_data as c',
  properties: properties('c', [
    ...AGGREGATE,
    ['TransactionId', 'Edm.Int32', 'transaction_id'],
    // As searches and summaries have it: a transaction to which nothing was added is to justify.
    ['ToJustify', 'Edm.Boolean', 'coalesce(c.to_justify, true)'],
    ['Comment', 'Edm.String', 'comment', 'null'],
    ['CategoryId', 'Edm.Int32', 'category_id', 'null'],
    ['TotalAssociatedAmount', 'Edm.Decimal', '(c.associated_cents / 100.0)'],
  ]),
  navigations: [],
  structures: [...STRUCTURES, 'AdditionalVat', 'SupportingDocument', 'HasMultipleThirdParties'],
};

const TRANSACTION_PROPERTIES = properties('t', [
  ...AGGREGATE,
  ['EnterpriseId', 'Edm.Int32', 'folder_id'],
  ['SourceId', 'Edm.String', 'source_id', 'null'],
  ['AccountId', 'Edm.Int32', 'account_id'],
  ['OperationDate', 'Edm.Date', 'operation_date'],
  ['CreationDate', 'Edm.DateTimeOffset', 'created_at'],
  ['Label', 'Edm.String', 'label'],
  ['Description', 'Edm.String', 'description', 'null'],
  ['Amount', 'Edm.Decimal', 'amount'],
  ['IsDeleted', 'Edm.Boolean', 'is_deleted'],
  ['IsSynchronized', 'Edm.Boolean', 'is_synchronized'],
  ['CurrencyCode', 'Edm.String', 'currency'],
  ['OperationCode', 'Edm.String', 'operation_code', 'null'],
  ['FxCurrencyCode', 'Edm.String', 'fx_currency', 'null'],
  ['FxRate', 'Edm.Decimal', 'fx_rate', 'null'],
  ['FxAmount', 'Edm.Decimal', 'fx_amount', 'null'],
  ['FxDate', 'Edm.Date', 'fx_date', 'null'],
  ['DeletedAt', 'Edm.DateTimeOffset', 'deleted_at', 'null'],
]);

const joinOn = (table: string, condition: string): string => `left join ${table} on ${condition}`;

export const TRANSACTION: EntityType = {
  name: 'Transaction',
  table: 'bank_transaction as t',
  properties: TRANSACTION_PROPERTIES.map((property) =>
    property.name === 'Label' ? { ...property, folded: 't.search_text' } : property,
  ),
  navigations: [
    {
      name: 'Account',
      entity: ACCOUNT,
      join: joinOn(ACCOUNT.table, 'a.folder_id = t.folder_id and a.id = t.account_id'),
    },
    {
      name: 'PaymentInformations',
      entity: PAYMENT,
      join: joinOn(PAYMENT.table, 'p.folder_id = t.folder_id and p.transaction_id = t.id'),
    },
    {
      name: 'ComplementaryData',
      entity: COMPLEMENTARY_DATA,
      join: joinOn(COMPLEMENTARY_DATA.table, 'c.folder_id = t.folder_id and c.transaction_id = t.id'),
    },
  ],
  structures: STRUCTURES,
};

export const ENTITY_TYPES: readonly EntityType[] = [TRANSACTION, ACCOUNT, PAYMENT, COMPLEMENTARY_DATA];

/** The collections that queries begin at. */
export const ENTITY_SETS: readonly { readonly name: string; readonly title: string; readonly entity: EntityType }[] = [
  { name: 'Transactions', title: 'Bank transactions', entity: TRANSACTION },
  { name: 'ComplementaryData', title: 'Complementary data of transactions', entity: COMPLEMENTARY_DATA },
];
