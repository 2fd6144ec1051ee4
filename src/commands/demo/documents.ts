import { writePdf } from '../../services/documents/pdf.ts';
import type { PdfSection } from '../../services/documents/pdf-table.ts';
import { type Sheet, writeXlsx } from '../../services/documents/xlsx.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Block, Column } from '../operation/operation.ts';
import { heading } from '../render/headings.ts';
import { forPeople } from '../render/table.ts';
import { type DemoFolderRead, DemoFolderShape } from './folders.ts';
import { folderView } from './view.ts';

export interface DemoReport {
  readonly company: string;
  readonly folders: readonly DemoFolderRead[];
  readonly createdAt: string;
  readonly language: Language;
}

/** One sheet of balances and one of differences per folder. */
export function demoWorkbook({ folders, language }: DemoReport): AsyncGenerator<Uint8Array> {
  const headers = (names: readonly string[]) =>
    names.map((name) => ({ header: heading({ name }, DemoFolderShape, language), width: 18 }));
  const sheets = folders.flatMap((folder): Sheet[] => [
    {
      name: `${folder.Name} 1`,
      columns: headers(['Class', 'Debit', 'Credit', 'Closing']),
      rows: folder.Balance.map(({ Class, Debit, Credit, Closing }) => [Class, Debit, Credit, Closing]),
    },
    {
      name: `${folder.Name} 512`,
      columns: headers(['Account', 'Date', 'Label', 'LedgerOnly', 'BankOnly']),
      rows: folder.Banks.flatMap(({ LedgerAccount, LedgerOnly, BankOnly }) => [
        ...LedgerOnly.map((line) => [LedgerAccount, line.Date, line.Label, line.Amount, null]),
        ...BankOnly.map((line) => [LedgerAccount, line.Date, line.Label, null, line.Amount]),
      ]),
    },
  ]);
  return writeXlsx(sheets);
}

/** What the terminal shows, on paper. */
export function demoPdf({ company, folders, createdAt, language }: DemoReport): AsyncGenerator<Uint8Array> {
  const sections = folders.flatMap((folder) =>
    [...folderView(folder, language)].flatMap((block) =>
      block.kind === 'table' ? [sectionOf(block, folder.Name, language)] : [],
    ),
  );
  return writePdf({
    title: company,
    lines: folders.map(({ Name, Siren, Entries }) => `${Name} (${Siren}): ${Entries}`),
    foot: 'taxops demo',
    createdAt,
    landscape: true,
    sections,
    words: language === 'fr' ? { page: 'Page', carried: 'À reporter' } : { page: 'Page', carried: 'Carried over' },
  });
}

const WEIGHTS: Readonly<Record<NonNullable<Column['type']>, number>> = {
  amount: 1.5,
  number: 1,
  day: 1,
  text: 2,
  sentence: 4,
};

const LONG: ReadonlySet<string> = new Set(['Message', 'Label']);

function sectionOf(
  { columns, rows, title }: Extract<Block, { kind: 'table' }>,
  folder: string,
  language: Language,
): PdfSection {
  return {
    heading: title ? `${folder} – ${title}` : folder,
    columns: columns.map((column) => ({
      header: heading(column, DemoFolderShape, language),
      weight: LONG.has(column.name) ? 5 : WEIGHTS[column.type ?? 'text'],
      align: column.type === 'amount' || column.type === 'number' ? ('right' as const) : ('left' as const),
    })),
    rows: rows.map((row) => row.map((cell, index) => forPeople(cell, columns[index]?.type, language))),
  };
}
