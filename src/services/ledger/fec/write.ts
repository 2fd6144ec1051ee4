/** Writes a valid FEC: tab between fields, CRLF after lines, comma before decimals, days as AAAAMMJJ. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { fecAmount } from './amount.ts';
import { type ColumnName, columnsOfForm, type FecForm } from './columns.ts';
import { fecDay } from './day.ts';
import { encodeLatin9 } from './encoding.ts';
import { fecErrors } from './errors.ts';
import type { FecRow } from './fec-row.ts';
import { MAX_RECORD_BYTES } from './row.ts';

export interface FecWriteOptions {
  readonly form?: FecForm | undefined;
  /** UTF-8 without byte order mark by default. */
  readonly encoding?: 'utf-8' | 'iso-8859-15' | undefined;
  /** Columns to write after the legal ones; filled from `extra` of each row. */
  readonly extraColumns?: readonly string[] | undefined;
}

const CHUNK_CHARACTERS = 64 * 1024;
const MAX_CENTS = 10n ** 15n;

/**
 * The file in chunks of about 64 KiB. What a text must not hold (separators, line ends, control characters) becomes a
 * space; a blank label is written `/`, a blank account label the account, because the law refuses blanks there.
 * Throws FecRowBlank when a row lacks its number or account, FecRowTooLarge when it is beyond what is read back.
 */
export async function* writeFec(
  rows: Iterable<FecRow> | AsyncIterable<FecRow>,
  options: FecWriteOptions = {},
): AsyncGenerator<Buffer> {
  const encode = options.encoding === 'iso-8859-15' ? encodeLatin9 : (text: string) => Buffer.from(text, 'utf8');
  const columns = columnsOfForm(options.form ?? 'general', false);
  const extraColumns = options.extraColumns ?? [];
  let pending = line([...columns, ...extraColumns.map(cleanText)]);
  let count = 0;
  for await (const row of rows) {
    checkRow(row, ++count, options.form ?? 'general');
    const extra = extraColumns.map((name) => cleanText(row.extra?.get(name) ?? ''));
    const text = line([...columns.map((column) => FIELDS[column](row)), ...extra]);
    if (text.length * 3 > MAX_RECORD_BYTES && Buffer.byteLength(text) > MAX_RECORD_BYTES)
      throw fecErrors.FecRowTooLarge({ row: count, column: 'EcritureLib' });
    pending += text;
    if (pending.length < CHUNK_CHARACTERS) continue;
    yield encode(pending);
    pending = '';
  }
  if (pending !== '') yield encode(pending);
}

const line = (fields: readonly string[]): string => `${fields.join('\t')}\r\n`;

/** What a reader drops or refuses: control characters, and the spaces that it reads as plain ones. */
const NOT_TEXT = /[\p{Cc}\u00a0\u2007\u202f]/gu;
/** What a reader trims. */
const OUTER_SPACES = /^ +| +$/g;

/** A text as a FEC holds it: what a reader would change is changed already. */
export const cleanText = (text: string | undefined): string =>
  (text ?? '').replace(NOT_TEXT, ' ').replace(OUTER_SPACES, '');
const day = (date: PlainDate | null | undefined): string => (date ? fecDay(date) : '');
const amount = (cents: Cents | null): string => (cents === null ? '' : fecAmount(cents));

const FIELDS: Readonly<Record<ColumnName, (row: FecRow) => string>> = {
  JournalCode: (row) => cleanText(row.journalCode),
  JournalLib: (row) => cleanText(row.journalLabel),
  EcritureNum: (row) => cleanText(row.entryNumber),
  EcritureDate: (row) => day(row.entryDate),
  CompteNum: (row) => cleanText(row.account),
  CompteLib: (row) => cleanText(row.accountLabel) || cleanText(row.account) || '/',
  CompAuxNum: (row) => cleanText(row.auxiliary),
  CompAuxLib: (row) => cleanText(row.auxiliaryLabel),
  PieceRef: (row) => cleanText(row.documentReference),
  PieceDate: (row) => day(row.documentDate),
  EcritureLib: (row) => cleanText(row.label) || '/',
  Debit: (row) => amount(row.debit),
  Credit: (row) => amount(row.credit),
  EcritureLet: (row) => cleanText(row.lettering),
  DateLet: (row) => day(row.letteringDate),
  ValidDate: (row) => day(row.validationDate),
  Montantdevise: (row) => amount(row.currencyAmount),
  Idevise: (row) => cleanText(row.currency),
  DateRglt: (row) => day(row.settlementDate),
  ModeRglt: (row) => cleanText(row.settlementMode),
  NatOp: (row) => cleanText(row.operationNature),
  IdClient: (row) => cleanText(row.clientId),
  Montant: (row) => amount(row.debit - row.credit),
  Sens: () => 'D',
};

function checkRow(row: FecRow, count: number, form: FecForm): void {
  const blank = (column: ColumnName) => fecErrors.FecRowBlank({ row: count, column });
  if (cleanText(row.entryNumber) === '') throw blank('EcritureNum');
  if (form === 'general' && cleanText(row.account) === '') throw blank('CompteNum');
  const amounts = [
    ['Debit', row.debit],
    ['Credit', row.credit],
    ['Montantdevise', row.currencyAmount ?? 0n],
  ] as const;
  for (const [column, cents] of amounts) {
    if (cents >= MAX_CENTS || cents <= -MAX_CENTS) throw fecErrors.FecRowTooLarge({ row: count, column });
  }
}
