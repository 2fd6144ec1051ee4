/** Return codes of EBICS (annex 1 of the specification) in words, each with what to do. */
import { type ErrorKind, readCatalogue, TaxopsError } from '../../../../kernel/errors.ts';
import { readTable } from '../../../../kernel/package-file.ts';
import { sourceErrors } from '../errors.ts';

const TABLE = 'src/services/banking/feeds/sources/ebics/return-codes.tsv';
const COLUMNS = ['code', 'symbol', 'kind', 'en', 'fr', 'doEn', 'doFr'] as const;

/** EbicsReturnCode, with the words of the code; a code that the table lacks is named by its number. */
export function returnCodeError(source: string, order: string, returnCode: string): TaxopsError {
  const row = readTable(TABLE, COLUMNS).find(({ code }) => code === returnCode);
  const params = { source, order, returnCode, symbol: row?.symbol ?? '' };
  const entry = readCatalogue('src/services/banking/feeds/sources/errors.tsv').EbicsReturnCode;
  if (!row || !entry) return sourceErrors.EbicsReturnCode(params);
  const words = { en: `${entry.en} ${row.en}`, fr: `${entry.fr} ${row.fr}` };
  const kind = row.kind as ErrorKind;
  return new TaxopsError('EbicsReturnCode', { kind, ...words, hint: { en: row.doEn, fr: row.doFr } }, params);
}
