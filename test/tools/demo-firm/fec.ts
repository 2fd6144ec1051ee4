/** The FEC of a folder: LPF art. A. 47 A-1, tab separated, one line per entry line. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { type Cents, formatAmount } from '../../../src/services/kernel/money.ts';
import type { Book, Entry, Line } from './book.ts';
import { compact } from './calendar.ts';

const HEADER =
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate ' +
  'EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise';

export interface FecStyle {
  readonly encoding: 'utf8' | 'latin1';
  readonly eol: '\r\n' | '\n';
}

export interface Labels {
  readonly journals: Readonly<Record<string, string>>;
  readonly accounts: Readonly<Record<string, string>>;
}

export function fecFile(book: Book, labels: Labels, style: FecStyle): Buffer {
  const rows = book.entries.flatMap((entry) => entry.lines.map((line) => row(entry, line, labels).join('\t')));
  return Buffer.from([HEADER.split(' ').join('\t'), ...rows, ''].join(style.eol), style.encoding);
}

function row(entry: Entry, line: Line, labels: Labels): string[] {
  return [
    entry.journal,
    label(labels.journals, entry.journal),
    String(entry.number),
    compact(entry.date),
    line.account,
    label(labels.accounts, line.account),
    line.party?.code ?? '',
    line.party?.name ?? '',
    line.ref ?? entry.ref,
    compact(line.pieceDate ?? entry.date),
    line.label ?? entry.label,
    comma(line.amount > 0n ? line.amount : 0n),
    comma(line.amount < 0n ? -line.amount : 0n),
    line.group?.code ?? '',
    dateOrBlank(line.group?.date),
    dateOrBlank(entry.valid ?? undefined),
    line.foreign === undefined ? '' : comma(line.foreign.amount),
    line.foreign?.code ?? '',
  ];
}

const comma = (amount: Cents): string => formatAmount(amount).replace('.', ',');
const dateOrBlank = (date: PlainDate | undefined): string => (date === undefined ? '' : compact(date));

function label(table: Readonly<Record<string, string>>, key: string): string {
  const text = table[key];
  if (text === undefined) throw new Error(`no label for ${key}`);
  return text;
}
