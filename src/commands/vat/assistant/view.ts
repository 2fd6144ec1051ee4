/** The assistant as tables: an entry, then a row for each of its elements. */
import type * as z from 'zod';
import type { Block, Cell, Column } from '../../operation/operation.ts';
import type { Element, Entry, Link, Result, Updated } from './wire.ts';

const COLUMNS: readonly Column[] = [
  { name: 'EntryId' },
  { name: 'Date', type: 'day' },
  { name: 'Label' },
  { name: 'ToSend' },
  { name: 'Category' },
  { name: 'VatRate' },
  { name: 'TaxExcludedAmount', type: 'amount' },
  { name: 'VatAmount', type: 'amount' },
  { name: 'DeclarationRatio', type: 'number' },
  { name: 'Id' },
];

type EntryWire = z.output<typeof Entry>;
type ElementWire = z.output<typeof Element>;

const ofElement = (one: ElementWire): Cell[] => [
  one.Category,
  one.VatRate,
  one.TaxExcludedAmount,
  one.VatAmount,
  one.DeclarationRatio,
  one.Id,
];

/** One element stands beside its entry, several under it. */
function rowsOf(head: readonly Cell[], elements: readonly ElementWire[], totals: readonly Cell[]): Cell[][] {
  const [only, ...others] = elements;
  if (only && others.length === 0) return [[...head, ...ofElement(only)]];
  return [
    [...head, null, null, ...totals, null],
    ...elements.map((one) => [...head.map(() => null), ...ofElement(one)]),
  ];
}

const entryRows = (entry: EntryWire): Cell[][] =>
  rowsOf([entry.EntryId, entry.Date, entry.Label, entry.ToSend], entry.VatElements, [
    entry.TaxExcludedAmount,
    entry.VatAmount,
    entry.DeclarationRatio,
  ]);

export const entriesView = (entries: readonly EntryWire[]): Block[] => [
  { kind: 'table', columns: COLUMNS, rows: entries.flatMap(entryRows) },
];

export const elementView = (one: ElementWire): Block[] => [
  { kind: 'table', columns: COLUMNS.slice(4), rows: [ofElement(one)] },
];

const PAYMENT_COLUMNS: readonly Column[] = [
  { name: 'EntryId' },
  { name: 'Date', type: 'day' },
  { name: 'Label' },
  { name: 'TaxIncludedAmount', type: 'amount' },
  { name: 'Invoice', fr: 'Facture' },
  { name: 'InvoiceDate', fr: 'Du', type: 'day' },
  { name: 'InvoiceAmount', fr: 'Montant facturé', type: 'amount' },
  { name: 'DeclarationRatio', type: 'number' },
];

export const linksView = (links: readonly z.output<typeof Link>[]): Block[] => [
  {
    kind: 'table',
    columns: PAYMENT_COLUMNS,
    rows: links.map(({ EntryId, Date: day, Label, TaxIncludedAmount, Invoice }) => [
      ...[EntryId, day, Label, TaxIncludedAmount],
      ...[Invoice.EntryId, Invoice.Date, Invoice.TaxIncludedAmount, Invoice.DeclarationRatio],
    ]),
  },
];

const RESULT_COLUMNS: readonly Column[] = [
  { name: 'InvoiceEntryId' },
  { name: 'PaymentEntryId' },
  { name: 'Letter' },
  { name: 'IsAdvancePayment' },
  { name: 'ToSend' },
  { name: 'VatAlreadyReported', type: 'amount' },
  { name: 'VatToReport', type: 'amount' },
];

export const resultView = ({ Entries }: z.output<typeof Result>): Block[] => [
  {
    kind: 'table',
    columns: RESULT_COLUMNS,
    rows: Entries.map((one) => [
      ...[one.InvoiceEntryId, one.PaymentEntryId, one.LetteringInfo.Lettering?.Letter, one.IsAdvancePayment],
      ...[one.ToSend, one.VatAlreadyReported, one.VatToReport],
    ]),
  },
];

const UPDATED_COLUMNS: readonly Column[] = [
  { name: 'EntryId' },
  { name: 'ToSend' },
  { name: 'VatAlreadyReported', type: 'amount' },
  { name: 'VatToReport', type: 'amount' },
  ...COLUMNS.slice(4),
];

export const updatedView = (all: readonly z.output<typeof Updated>[]): Block[] => [
  {
    kind: 'table',
    columns: UPDATED_COLUMNS,
    rows: all.flatMap(({ EntryId, ToSend, VatAlreadyReported, VatToReport, VatElements }) =>
      rowsOf([EntryId, ToSend, VatAlreadyReported, VatToReport], VatElements, [null, null, null]),
    ),
  },
];
