/**
 * The liasse as ChannelA takes it: one text document. Lines `#KEY value` identify it; lines of eight fields separated by
 * `;` are the balance; the cells of forms may follow as JSON. UTF-8, `\n`.
 */
import type { PlainDate } from '../kernel/dates.ts';
import { parsePlainDate } from '../kernel/dates.ts';
import { type Cents, formatAmount, parseAmount } from '../kernel/money.ts';
import type { FormBlock } from './channel-a.ts';
import { ediErrors } from './errors.ts';

export interface BalanceLine {
  readonly account: string;
  readonly label: string;
  readonly openingDebit: Cents;
  readonly openingCredit: Cents;
  readonly debit: Cents;
  readonly credit: Cents;
  /** Debit minus credit at the end: written in the column of its side. */
  readonly balance: Cents;
}

export type FormCells = Readonly<Record<string, FormBlock>>;

export interface LiasseDocument {
  readonly source: string;
  readonly account: string;
  readonly siret: string;
  readonly company: string;
  /** Category of income: IS, BIC, BNC, BA. */
  readonly category: string;
  /** RN or RS. */
  readonly regime: string;
  readonly start: PlainDate;
  readonly end: PlainDate;
  readonly reference: string;
  readonly callback?: string | undefined;
  readonly lines: readonly BalanceLine[];
  readonly forms?: FormCells | undefined;
}

const KEYS = {
  source: 'SOURCE',
  account: 'COMPTE',
  siret: 'SIRET',
  company: 'SOCIETE',
  category: 'CATEGORIE',
  regime: 'REGIME',
  start: 'DEBUT',
  end: 'FIN',
  reference: 'REFERENCE',
  callback: 'RETOUR',
} as const;

type Key = keyof typeof KEYS;

const KEY_NAMES = Object.keys(KEYS) as Key[];

/** No text can start a new line or a new field. */
const inline = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll(';', ',')
    .trim();

export function writeLiasseText(document: LiasseDocument): string {
  const identification = KEY_NAMES.flatMap((key) => {
    const text = document[key];
    return text === undefined ? [] : [`#${KEYS[key]} ${inline(text)}`];
  });
  const balance = document.lines.map(writeLine);
  const cells = document.forms ? [JSON.stringify(document.forms)] : [];
  return `${[...identification, ...balance, ...cells].join('\n')}\n`;
}

function writeLine({ account, label, openingDebit, openingCredit, debit, credit, balance }: BalanceLine): string {
  const sides = balance < 0n ? [0n, -balance] : [balance, 0n];
  const amounts = [openingDebit, openingCredit, debit, credit, ...sides].map((cents) => formatAmount(cents));
  return [inline(account).replace(/^[#{]+/, ''), inline(label), ...amounts].join(';');
}

const MAX_CHARACTERS = 20 * 1024 * 1024;

const unreadable = (reason: string) => ediErrors.ContentRefused({ reason });

/** Throws ContentRefused: too large, a key missing or unknown, a line that is no balance line. */
export function readLiasseText(text: string): LiasseDocument {
  if (text.length > MAX_CHARACTERS) throw unreadable(`more than ${MAX_CHARACTERS} characters`);
  const rows = text.split(/\r?\n/).filter((row) => row !== '');
  const cellsAt = rows.findIndex((row) => row.startsWith('{'));
  const cells = cellsAt === -1 ? undefined : readForms(rows.slice(cellsAt).join('\n'));
  const head = cellsAt === -1 ? rows : rows.slice(0, cellsAt);
  const identification = readKeys(head.filter((row) => row.startsWith('#')));
  const lines = head.filter((row) => !row.startsWith('#')).map(readLine);
  return { ...identification, lines, ...(cells && { forms: cells }) };
}

function readKeys(rows: readonly string[]): Omit<LiasseDocument, 'lines' | 'forms'> {
  const given = new Map(rows.map((row) => [row.slice(1).split(' ', 1)[0] ?? '', row.replace(/^#\S*\s*/, '')]));
  const read = KEY_NAMES.flatMap((key) => {
    const text = given.get(KEYS[key]);
    if (text === undefined && key !== 'callback') throw unreadable(`#${KEYS[key]} is missing`);
    return text === undefined ? [] : [[key, text] as const];
  });
  const unknown = [...given.keys()].find((name) => !KEY_NAMES.some((key) => KEYS[key] === name));
  if (unknown !== undefined) throw unreadable(`#${unknown.slice(0, 40)} is unknown`);
  const identification = Object.fromEntries(read) as unknown as Omit<LiasseDocument, 'lines' | 'forms'>;
  const { start, end } = identification;
  if (!parsePlainDate(start) || !parsePlainDate(end)) throw unreadable('a day of the exercise is no day');
  return identification;
}

function readLine(row: string, index: number): BalanceLine {
  const [account = '', label = '', ...fields] = row.split(';');
  const amounts = fields.map((field) => parseAmount(field));
  const [openingDebit, openingCredit, debit, credit, debitBalance, creditBalance] = amounts;
  const complete = amounts.length === 6 && amounts.every((amount) => amount !== undefined);
  if (account === '' || !complete) throw unreadable(`balance line ${index + 1}`);
  return {
    account,
    label,
    openingDebit: openingDebit ?? 0n,
    openingCredit: openingCredit ?? 0n,
    debit: debit ?? 0n,
    credit: credit ?? 0n,
    balance: (debitBalance ?? 0n) - (creditBalance ?? 0n),
  };
}

function readForms(text: string): FormCells {
  try {
    return JSON.parse(text) as FormCells;
  } catch {
    throw unreadable('the cells of forms are no JSON');
  }
}
