/** Why a file of assets is not read, in the language of who sent it. */
import type { Labels, TaxopsError } from '../../kernel/errors.ts';
import { fileErrors } from '../../kernel/file-errors.ts';
import type { InputFile } from '../../kernel/stream.ts';
import { assetImportErrors } from './errors.ts';

/** What the readers of CSV and XLSX say of a fault; `code` is theirs or that of the system. */
type Fault = Error & {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly lines?: unknown;
  readonly record?: unknown;
};

const both = (en: string, fr: string): Labels => ({ en, fr });

const cellsOf = ({ record }: Fault): string => (Array.isArray(record) ? String(record.length) : '?');

/** By code of the reader of CSV; `lines` is where it stopped. */
const REASONS: Readonly<Record<string, (fault: Fault) => Labels>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: (fault) =>
    both(
      `line ${fault.lines} has ${cellsOf(fault)} cells, more than the header`,
      `la ligne ${fault.lines} a ${cellsOf(fault)} cellules, plus que l’en-tête`,
    ),
  CSV_QUOTE_NOT_CLOSED: () =>
    both('a quote opens and does not close before the end', 'un guillemet s’ouvre et ne se ferme pas avant la fin'),
  CSV_INVALID_CLOSING_QUOTE: (fault) =>
    both(
      `line ${fault.lines} has text after a closing quote`,
      `la ligne ${fault.lines} a du texte après un guillemet fermant`,
    ),
  INVALID_OPENING_QUOTE: (fault) =>
    both(
      `line ${fault.lines} has a quote inside a cell`,
      `la ligne ${fault.lines} a un guillemet au milieu d’une cellule`,
    ),
  CSV_MAX_RECORD_SIZE: (fault) => both(`line ${fault.lines} is too long`, `la ligne ${fault.lines} est trop longue`),
};

export const NOT_TEXT = both('it is not text', 'ce n’est pas du texte');
export const NO_SHEET = both('it has no sheet', 'il n’a pas de feuille');
/** Readers of workbooks say why in English only. */
const DAMAGED = (reason: string): Labels => both(reason, `le classeur est abîmé (${reason})`);

export const unreadable = ({ name }: InputFile, reason: Labels): TaxopsError =>
  assetImportErrors.AssetFileUnreadable({ name, reason });

/** A file that the system does not give is no bad file. */
export function whyUnreadable(file: InputFile, fault: Fault): TaxopsError {
  const code = String(fault.code);
  if (fault.syscall !== undefined) return fileErrors.FileUnreadable({ file: file.name, reason: code });
  return unreadable(file, REASONS[code]?.(fault) ?? DAMAGED(fault.message.slice(0, 300)));
}
