/** A second, small reading of the committed files, sharing no code with the generator nor with the readers of src. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const DEMO = fileURLToPath(new URL('../../../fixtures/demo/', import.meta.url));

/** Paths of all files, relative to fixtures/demo. */
export const demoFiles = (): string[] =>
  readdirSync(DEMO, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(DEMO.length).replace(/^\/+/, ''));

export const demoBytes = (name: string): Buffer => readFileSync(DEMO + name);

export const demoJson = <T>(name: string): T => JSON.parse(demoBytes(name).toString('utf8')) as T;

export type Row = Readonly<Record<string, string>>;

/** Rows of a separated file by column name; a file that is not UTF-8 is read as ISO 8859-1. */
export function rowsOf(name: string, separator: string): Row[] {
  const bytes = demoBytes(name);
  const utf8 = bytes.toString('utf8');
  const text = utf8.includes('\u{fffd}') ? bytes.toString('latin1') : utf8;
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  const columns = header.split(separator);
  return lines.map((line) => Object.fromEntries(line.split(separator).map((cell, i) => [columns[i] ?? '', cell])));
}

/** Cents of a French or plain decimal of the fixtures: always two decimals. */
export const cents = (text: string | undefined): number => Number((text || '0,00').replace(/[,.]/, ''));

/** Debit minus credit, in cents. */
export const signed = (row: Row): number => cents(row.Debit) - cents(row.Credit);

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Luhn: the sum of the digits, every second one from the right doubled, is a multiple of ten. */
export const luhn = (digits: string): boolean =>
  sum(
    [...digits].map((char, index) => {
      const value = Number(char) * ((digits.length - index) % 2 === 0 ? 2 : 1);
      return value > 9 ? value - 9 : value;
    }),
  ) %
    10 ===
  0;

/** ISO 7064 on an IBAN, and the RIB key on the French account in it. */
export function validIban(iban: string): boolean {
  const moved = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (char) => String(char.charCodeAt(0) - 55));
  const remainder = [...moved].reduce((acc, digit) => (acc * 10 + Number(digit)) % 97, 0);
  const rib = iban.slice(4);
  const [bank, branch, account, key] = [rib.slice(0, 5), rib.slice(5, 10), rib.slice(10, 21), rib.slice(21)];
  const right = (BigInt(bank) * 89n + BigInt(branch) * 15n + BigInt(account) * 3n + BigInt(key)) % 97n === 0n;
  return remainder === 1 && right;
}

export interface ReadMovement {
  readonly date: string;
  readonly amount: number;
  readonly label: string;
}

export interface ReadStatement {
  readonly account: string;
  readonly start: { readonly date: string; readonly amount: number };
  readonly end: { readonly date: string; readonly amount: number };
  readonly movements: readonly ReadMovement[];
}

const SIGNS = '{ABCDEFGHI}JKLMNOPQR';

/** Fourteen characters with the sign on the last one. */
function overpunched(field: string): number {
  const rank = SIGNS.indexOf(field.slice(13));
  if (!/^\d{13}$/.test(field.slice(0, 13)) || rank < 0) throw new Error(`not an amount: ${field}`);
  const value = Number(field.slice(0, 13)) * 10 + (rank % 10);
  return rank < 10 ? value : -value;
}

const isoDay = (ddmmyy: string): string => `20${ddmmyy.slice(4)}-${ddmmyy.slice(2, 4)}-${ddmmyy.slice(0, 2)}`;

/** The statements of a CFONB 120 file; records shorter than 120 are completed with blanks. */
export function statementsOf(name: string): ReadStatement[] {
  const records = demoBytes(name)
    .toString('latin1')
    .split(/\r?\n/)
    .filter((record) => record !== '')
    .map((record) => record.padEnd(120));
  const at = (record: string, from: number, to: number): string => record.slice(from - 1, to);
  const statements: ReadStatement[] = [];
  let open: { account: string; start: ReadStatement['start']; movements: ReadMovement[] } | undefined;
  for (const record of records) {
    if (record.length !== 120) throw new Error(`record of ${record.length}`);
    const code = at(record, 1, 2);
    if (code === '05') continue;
    const account = at(record, 3, 7) + at(record, 12, 16) + at(record, 22, 32);
    const balance = { date: isoDay(at(record, 35, 40)), amount: overpunched(at(record, 91, 104)) };
    if (code === '01') open = { account, start: balance, movements: [] };
    else if (open === undefined || open.account !== account) throw new Error('record out of a statement');
    else if (code === '04') open.movements.push({ ...balance, label: at(record, 49, 79).trim() });
    else statements.push({ ...open, end: balance });
  }
  return statements;
}
