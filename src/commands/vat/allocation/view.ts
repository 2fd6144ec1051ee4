/** Allocation of VAT as a table: a line for each rate of a line. */
import type * as z from 'zod';
import type { Block, Cell, Column } from '../../operation/operation.ts';
import type { Entry, Line, SearchResult } from './wire.ts';

const COLUMNS: readonly Column[] = [
  { name: 'EntryId' },
  { name: 'Line', fr: 'Ligne' },
  { name: 'Date', fr: 'Date', type: 'day' },
  { name: 'Label' },
  { name: 'Lettering' },
  { name: 'Amount', type: 'amount' },
  { name: 'VatRate' },
  { name: 'TaxExcludedAmount', type: 'amount' },
  { name: 'VatAmount', type: 'amount' },
  { name: 'VatAmountToDeclare', type: 'amount' },
  { name: 'TtcRestantAPayer', type: 'amount' },
  { name: 'IsAlreadyDeclared' },
];

/** What stands for a line, then a row for each of its rates. */
function rowsOf(line: z.output<typeof Line>, day?: string): Cell[][] {
  const { Id, EntryId, Label, Lettering, Amount, VatRateDistributions: rates } = line;
  const head: Cell[] = [EntryId, Id, day, Label, Lettering, Amount];
  const tail: Cell[] = [line.TtcRestantAPayer, line.IsAlreadyDeclared];
  const [only, ...others] = rates;
  if (only && others.length === 0)
    return [[...head, only.VatRate, only.TaxExcludedAmount, only.VatAmount, line.VatAmountToDeclare, ...tail]];
  const under = rates.map((rate): Cell[] => [
    ...head.map(() => null),
    rate.VatRate,
    rate.TaxExcludedAmount,
    rate.VatAmount,
    null,
    null,
    null,
  ]);
  return [[...head, null, line.TaxExcludedAmount, line.VatAmount, line.VatAmountToDeclare, ...tail], ...under];
}

export const lineView = (lines: readonly z.output<typeof Line>[]): Block[] => [
  { kind: 'table', columns: COLUMNS, rows: lines.flatMap((line) => rowsOf(line)) },
];

type EntryWire = z.output<typeof Entry>;

const CHECK: readonly Column[] = [
  { name: 'TaxIncludedAmount', type: 'amount' },
  { name: 'TaxExcludedToAllocate', type: 'amount' },
  { name: 'VatToAllocate', type: 'amount' },
  { name: 'CanBeValidated' },
  { name: 'IsValid' },
];

export function entryView({ Date: day, Lines, VerificationInfo: info }: EntryWire): Block[] {
  const { CanBeValidated, IsValid, Errors } = info.ConsistencyCheck;
  const check = [info.TaxIncludedAmount, info.TaxExcludedToAllocate, info.VatToAllocate, CanBeValidated, IsValid];
  return [
    { kind: 'table', columns: COLUMNS, rows: Lines.flatMap((line) => rowsOf(line, day)) },
    { kind: 'table', columns: CHECK, rows: [check] },
    ...Errors.map((text): Block => ({ kind: 'text', text })),
  ];
}

/** The lines of the accounts that were found, by account: those of the other accounts are seen one entry at a time. */
export function searchView({ Accounts, TotalCount }: z.output<typeof SearchResult>): Block[] {
  const tables = Accounts.map(({ AccountId, SubAccountId, LetterGroups }): Block => {
    const rows = LetterGroups.flatMap(({ Entries }) =>
      Entries.flatMap((entry) =>
        entry.Lines.filter(({ ProgressiveBalance }) => ProgressiveBalance !== null).flatMap((line) =>
          rowsOf(line, entry.Date),
        ),
      ),
    );
    return {
      kind: 'table',
      title: [AccountId, SubAccountId].filter((id) => id !== null).join('/'),
      columns: COLUMNS,
      rows,
    };
  });
  return [...tables, { kind: 'table', columns: [{ name: 'TotalCount' }], rows: [[TotalCount]] }];
}
