/** Builds small FEC files for tests: a valid one, changed where a case needs it. */
import { memorySource } from '../../../../src/services/ledger/fec/byte-source.ts';
import { checkFec, type FecCheck, type FecOptions } from '../../../../src/services/ledger/fec/check.ts';
import { COLUMN_NAMES } from '../../../../src/services/ledger/fec/columns.ts';

export const LEGAL_NAME = '732829320FEC20241231.txt';
export const HEADER: readonly string[] = COLUMN_NAMES.slice(0, 18);

export type Fields = Readonly<Record<string, string>>;

const PLAIN: Fields = {
  JournalCode: 'OD',
  JournalLib: 'Opérations diverses',
  EcritureNum: '1',
  EcritureDate: '20240115',
  CompteNum: '401000',
  CompteLib: 'Fournisseurs',
  PieceRef: 'P1',
  PieceDate: '20240115',
  EcritureLib: 'Achat',
  Debit: '0,00',
  Credit: '0,00',
  ValidDate: '20240131',
};

/** One line of a valid file; fields that are not named are blank or usual. */
export const line = (fields: Fields): Fields => ({ ...PLAIN, ...fields });

/** A balanced entry of two lines, on 401000 and 606000; `fields` on both, `first` on the first line only. */
export function entry(fields: Fields = {}, first: Fields = {}): Fields[] {
  return [
    line({ Credit: '100,00', ...fields, ...first }),
    line({ CompteNum: '606000', CompteLib: 'Achats', Debit: '100,00', ...fields }),
  ];
}

export interface TextOptions {
  readonly header?: readonly string[];
  readonly separator?: string;
  readonly end?: string;
}

export function fecText(lines: readonly Fields[], options: TextOptions = {}): string {
  const { header = HEADER, separator = '\t', end = '\r\n' } = options;
  const rows = lines.map((fields) => header.map((name) => fields[name] ?? '').join(separator));
  return [header.join(separator), ...rows].map((text) => text + end).join('');
}

export const source = (content: string | Uint8Array, name = LEGAL_NAME) => memorySource(name, [Buffer.from(content)]);

export const check = (content: string | Uint8Array, options: FecOptions = {}, name = LEGAL_NAME): Promise<FecCheck> =>
  checkFec(source(content, name), options);

/** Codes with the lines where they are reported. */
export const places = (result: FecCheck): string[] =>
  result.findings.map(({ code, line, column }) =>
    [code, line ?? 'file', column].filter((part) => part !== null).join(' '),
  );
