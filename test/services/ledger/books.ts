/** Ledgers of a test: files built from a few entries, imported as a person would, and read back whole. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/services/db/database.ts';
import { type ImportOptions, importLedgerFile } from '../../../src/services/ledger/import/import-file.ts';
import type { ImportReport } from '../../../src/services/ledger/import/report.ts';
import type { Context } from '../../../src/services/operation/context.ts';
import { testContext } from '../../support/context.ts';
import { temporaryFolder } from '../../support/scratch.ts';

/** `411000/C1 120,00 F12` : account, sub-account or not, amount (negative: credit), label or not. */
export interface Entry {
  readonly journal?: string;
  readonly number: string | number;
  /** `MM-DD` of 2024, or a whole day. */
  readonly date: string;
  readonly label?: string;
  /** PieceRef, `P` and the number unless given. */
  readonly piece?: string;
  readonly letter?: string;
  /** Blank for a draft. */
  readonly valid?: string;
  readonly lines: readonly string[];
  readonly extra?: Readonly<Record<string, string>>;
}

const LEGAL = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum', 'CompAuxLib'],
  ...['PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet', 'ValidDate'],
  ...['Montantdevise', 'Idevise'],
];

/** Accounts at once: a command for each would cost more than most tests. */
export async function addAccounts(db: Database, folderId: number, numbers: Iterable<string>): Promise<void> {
  const rows = [...numbers].map((number) => ({ folder_id: folderId, number, label: `Compte ${number}` }));
  if (rows.length > 0) await db.knex('account').insert(rows);
}

const euros = (amount: number): string => amount.toFixed(2).replace('.', ',');
const fecDay = (date: string): string => (date.length === 5 ? `2024-${date}` : date).replaceAll('-', '');

/** The text of a FEC. */
export function fec(entries: readonly Entry[], extraColumns: readonly string[] = []): string {
  const rows = entries.flatMap((entry) => entry.lines.map((line) => rowOf(entry, line, extraColumns).join('\t')));
  return `${[[...LEGAL, ...extraColumns].join('\t'), ...rows].join('\r\n')}\r\n`;
}

function rowOf(entry: Entry, line: string, extraColumns: readonly string[]): string[] {
  const {
    journal = 'OD',
    number,
    date,
    label = `Écriture ${number}`,
    letter = '',
    valid = date,
    extra = {},
    piece = `P${number}`,
  } = entry;
  const [account = '', amountText = '0', ...words] = line.split(' ');
  const [code = '', aux = ''] = account.split('/');
  const amount = Number(amountText);
  const isLettered = letter !== '' && aux !== '';
  return [
    ...[
      journal,
      `Journal ${journal}`,
      String(number),
      fecDay(date),
      code,
      `Compte ${code}`,
      aux,
      aux && `Tiers ${aux}`,
    ],
    ...[piece, fecDay(date), words.join(' ') || label, euros(Math.max(amount, 0)), euros(Math.max(-amount, 0))],
    ...[isLettered ? letter : '', isLettered ? fecDay(date) : '', valid && fecDay(valid), '', ''],
    ...extraColumns.map((column) => extra[column] ?? ''),
  ];
}

export const SIREN = '732829320';

/** The SIREN of the nth invented company: its key is right. */
export function siren(rank: number): string {
  const body = String(90_000_000 + rank * 10);
  const sum = [...body].reduce((total, digit, at) => total + luhnDigit(Number(digit) * (at % 2 === 1 ? 2 : 1)), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const luhnDigit = (value: number): number => (value > 9 ? value - 9 : value);

export const SALES: readonly Entry[] = [
  { journal: 'AN', number: 1, date: '01-01', lines: ['512000 5000', '411000/C1 300', '101000 -5300'] },
  { journal: 'VE', number: 2, date: '01-15', lines: ['411000/C1 1200', '706000 -1000', '445710 -200'], letter: 'A' },
  { journal: 'BQ', number: 3, date: '02-10', lines: ['512000 1200', '411000/C1 -1200'], letter: 'A' },
  { journal: 'VE', number: 4, date: '02-20', lines: ['411000/C2 600', '706000 -500', '445710 -100'] },
  { journal: 'HA', number: 5, date: '03-05', lines: ['606000 50', '445660 10', '401000/F1 -60'] },
];

/** Files in a folder of their own, removed after the test file. */
export function fileShelf(): (name: string, content: string) => { name: string; path: string } {
  const folder = temporaryFolder('ledger');
  let count = 0;
  return (name, content) => {
    const own = join(folder, String(count++)); // the same name may come back with another content
    mkdirSync(own);
    writeFileSync(join(own, name), content);
    return { name, path: join(own, name) };
  };
}

export type Importer = (
  entries: readonly Entry[] | string,
  options?: ImportOptions & { readonly name?: string; readonly extraColumns?: readonly string[] },
  context?: Partial<Context>,
) => Promise<ImportReport>;

/** Imports entries as the file of one exercise, 2024 unless named otherwise. */
export function importer(db: Database): Importer {
  const shelve = fileShelf();
  return (entries, { name = `${SIREN}FEC20241231.txt`, extraColumns, ...options } = {}, context = {}) => {
    const content = typeof entries === 'string' ? entries : fec(entries, extraColumns);
    return importLedgerFile(testContext(db, context), shelve(name, content), options);
  };
}

/** Every row of the ledger of all folders, with the sequences: equal before and after when nothing was written. */
export async function everything(db: Database): Promise<unknown> {
  const tables = ['company', 'folder', 'ledger', 'exercise', 'journal', 'account', 'sub_account', 'ledger_import'];
  const found: Record<string, unknown> = {};
  for (const table of [...tables, 'entry', 'entry_line']) {
    const { rows } = await db.knex.raw(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`);
    found[table] = rows;
  }
  return found;
}

/** The entries of an exercise as values, without identifiers, in file order: equal for ledgers that say the same. */
export async function content(db: Database, folderId: number, endDate = '2024-12-31'): Promise<unknown[]> {
  const { rows } = await db.knex.raw(
    `select j.code, e.number, e.entry_date, e.validation_date, (
       select jsonb_agg(jsonb_build_array(lj.code, a.number, s.code, l.entry_date, l.doc_date, l.letter_date,
         l.debit_cents, l.credit_cents, l.currency_cents, l.label, l.doc_ref, l.letter, l.currency, l.extra) order by l.rank)
       from entry_line l join account a on a.folder_id = l.folder_id and a.id = l.account_id
       join journal lj on lj.folder_id = l.folder_id and lj.id = l.journal_id
       left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id
       where l.folder_id = e.folder_id and l.entry_id = e.id) as lines
     from entry e join journal j on j.folder_id = e.folder_id and j.id = e.journal_id
     join exercise x on x.folder_id = e.folder_id and x.id = e.exercise_id
     where e.folder_id = ? and x.end_date = ? order by e.rank, e.id`,
    [folderId, endDate],
  );
  return rows;
}

/** Identifiers of entries and of their lines, by entry number: what must survive a change. */
export async function identifiers(db: Database, folderId: number): Promise<Record<string, readonly number[]>> {
  const { rows } = await db.knex.raw(
    `select e.number, array_prepend(e.id, array_agg(l.id order by l.rank)) as ids
     from entry e join entry_line l on l.folder_id = e.folder_id and l.entry_id = e.id
     where e.folder_id = ? group by e.id, e.number order by e.id`,
    [folderId],
  );
  return Object.fromEntries(rows.map(({ number, ids }: { number: string; ids: number[] }) => [number, ids]));
}
