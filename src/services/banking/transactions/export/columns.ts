/** Columns of an export of transactions: their headers, and the SQL text of each over `t`, `a`, `c`, `k` and `j`. */
import type { Labels, Language } from '../../../kernel/errors.ts';
import type { DisplayStatus } from '../complementary/rules.ts';

export interface ExportColumn {
  readonly header: Labels;
  /** Never null: missing values are empty. */
  readonly sql: string;
  /** Written as a number: with the decimal mark of the reader in CSV, as a number in workbooks. */
  readonly isAmount?: boolean;
  readonly width: number;
}

const text = (expression: string): string => `coalesce(${expression}::text, '')`;

/** As `remainingAmount` of the rules computes it, without loss, where documents are. */
const LEFT = 'greatest(abs(t.amount) - c.associated_cents / 100.0, 0)';

/** Few transactions have documents: only for those anything is computed. */
const where = (withDocuments: string, without: string): string =>
  `case when c.associated_cents > 0 then ${withDocuments} else ${without} end`;

/** As `displayStatus` of the rules decides it. */
const STATUS = (language: Language): string => `case when not j.to_justify then '${STATUSES.NotToJustify[language]}'
  when ${where(`${LEFT} >= 0.01`, 'false')} then '${STATUSES.PartlyJustified[language]}'
  else ${where(`'${STATUSES.Justified[language]}'`, `'${STATUSES.ToJustify[language]}'`)} end`;

const STATUSES: Readonly<Record<DisplayStatus, Labels>> = {
  NotToJustify: { en: 'Not to justify', fr: 'Sans justificatif' },
  ToJustify: { en: 'To justify', fr: 'À justifier' },
  PartlyJustified: { en: 'Partly justified', fr: 'En partie justifié' },
  Justified: { en: 'Justified', fr: 'Justifié' },
};

const DOCUMENTS = where(
  `(select string_agg(d.file_name, ', ' order by d.id)
    from document_association l join supporting_document d on d.folder_id = l.folder_id and d.id = l.document_id
    where l.folder_id = t.folder_id and l.transaction_id = t.id)`,
  `''`,
);

export const exportColumns = (language: Language): readonly ExportColumn[] => [
  { header: { en: 'Date', fr: 'Date' }, sql: text('t.operation_date'), width: 12 },
  { header: { en: 'Value date', fr: 'Date de valeur' }, sql: text('t.value_date'), width: 14 },
  { header: { en: 'Account', fr: 'Compte' }, sql: text('a.name'), width: 24 },
  { header: { en: 'Label', fr: 'Libellé' }, sql: text('t.label'), width: 40 },
  { header: { en: 'Description', fr: 'Description' }, sql: text('t.description'), width: 30 },
  { header: { en: 'Counterparty', fr: 'Tiers' }, sql: text('t.counterparty_name'), width: 24 },
  { header: { en: 'Amount', fr: 'Montant' }, sql: text('t.amount'), isAmount: true, width: 14 },
  { header: { en: 'Currency', fr: 'Devise' }, sql: text('t.currency'), width: 10 },
  { header: { en: 'Status', fr: 'Statut' }, sql: STATUS(language), width: 18 },
  {
    header: { en: 'Justified', fr: 'Justifié' },
    sql: where('round(c.associated_cents / 100.0, 2)::text', `'0.00'`),
    isAmount: true,
    width: 14,
  },
  {
    header: { en: 'Left to justify', fr: 'Reste à justifier' },
    sql: where(`round(${LEFT}, greatest(t.decimals, 2))::text`, 'abs(t.amount)::text'),
    isAmount: true,
    width: 16,
  },
  { header: { en: 'Documents', fr: 'Pièces' }, sql: DOCUMENTS, width: 30 },
  { header: { en: 'Category', fr: 'Catégorie' }, sql: text('k.name'), width: 20 },
  { header: { en: 'Comment', fr: 'Commentaire' }, sql: text('c.comment'), width: 40 },
  { header: { en: 'Identifier', fr: 'Identifiant' }, sql: 't.id::text', width: 12 },
];
