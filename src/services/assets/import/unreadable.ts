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

const CUT = both('the archive is cut', 'l’archive est coupée');

/** What is wrong with a workbook, by what finds it: the sizes of an archive say it in words, Node in codes. */
const DAMAGES: Readonly<Record<string, Labels>> = {
  'the archive is cut': CUT,
  ERR_OUT_OF_RANGE: CUT,
  ERR_BUFFER_OUT_OF_BOUNDS: CUT,
  'the archive is damaged': both('the archive is damaged', 'l’archive est endommagée'),
  'the archive is encrypted': both('the archive is encrypted', 'l’archive est chiffrée'),
  'the archive is packed in an unusual way': both(
    'the archive is packed in an unusual way',
    'l’archive est compressée d’une façon inhabituelle',
  ),
};

const NOT_UNPACKED = both('a part of it does not unpack', 'une de ses parties ne se décompresse pas');
const NO_CONTENT = both('what it holds is no whole sheet', 'son contenu n’est pas une feuille entière');

/** Readers of workbooks fail on what is inside in words for programmers. */
function damage(code: string, message: string): Labels {
  const { en, fr } = DAMAGES[code] ?? DAMAGES[message] ?? (code.startsWith('Z_') ? NOT_UNPACKED : NO_CONTENT);
  return both(`the workbook is damaged (${en})`, `le classeur est abîmé (${fr})`);
}

export const unreadable = ({ name }: InputFile, reason: Labels): TaxopsError =>
  assetImportErrors.AssetFileUnreadable({ name, reason });

/** A file that the system does not give is no bad file. */
export function whyUnreadable(file: InputFile, fault: Fault): TaxopsError {
  const code = String(fault.code);
  if (fault.syscall !== undefined) return fileErrors.FileUnreadable({ file: file.name, reason: code });
  return unreadable(file, REASONS[code]?.(fault) ?? damage(code, fault.message));
}
