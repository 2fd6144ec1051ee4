/** The entries of a simulated ledger, and what their lines share with its accounts: schemas, and the way past them. */
import * as z from 'zod';
import { CATEGORIES } from '../../services/vat/categories.ts';
import type { VatEntry, VatLine } from '../../services/vat/engine/model.ts';
import { RATE_CODES } from '../../services/vat/rates.ts';
import { from } from '../operation/wire.ts';
import { type QuickReader, quick } from './quick.ts';
import * as v from './values.ts';

const EXIGIBILITIES = ['Unknown', 'OnDebits', 'OnReceipts', 'Mixed', 'NotLiable'] as const;
export const CATEGORY_CODES = [...CATEGORIES.keys()];

export const rate = () => v.oneOf(RATE_CODES).nullish();
export const exigibility = () => v.oneOf(EXIGIBILITIES).nullish();
export const accountNumber = () => v.textOf(20, 1);
export const label = () => z.string().max(500).nullish();

type ReadLine = Omit<VatLine, 'lineId'> & { readonly lineId: number | undefined };
type ReadEntry = Omit<VatEntry, 'entryId' | 'lines'> & {
  readonly entryId?: number | undefined;
  readonly lines: readonly ReadLine[];
};

const distribution = v.given({
  VatRate: from('rate', v.oneOf(RATE_CODES)),
  TaxExcludedAmount: from('taxExcluded', v.signedAmount()),
  VatAmount: from('tax', v.signedAmount()),
});

/** All the names in one order, whatever was given: what reads many lines is quicker. */
const NO_LINE: ReadLine = {
  lineId: undefined,
  accountNumber: '',
  subAccount: undefined,
  label: undefined,
  debit: 0n,
  credit: 0n,
  letter: undefined,
  letterDate: undefined,
  rate: undefined,
  category: undefined,
  exigibility: undefined,
  distributions: undefined,
  isDeclared: undefined,
};

const line = () =>
  quick(
    v
      .given({
        LineId: z.int().nullish(),
        AccountNumber: accountNumber(),
        SubAccount: v.textOf(50).nullish(),
        Label: label(),
        Debit: v.amount().nullish(),
        Credit: v.amount().nullish(),
        Letter: v.textOf(20).nullish(),
        LetterDate: v.plainDay().nullish(),
        VatRate: from('rate', rate()),
        VatCategory: from('category', v.oneOf(CATEGORY_CODES).nullish()),
        Exigibility: exigibility(),
        VatRateDistributions: from('distributions', v.listOf(distribution)),
        IsDeclared: z.boolean().nullish(),
      })
      .transform(({ debit = 0n, credit = 0n, ...given }): ReadLine => ({ ...NO_LINE, ...given, debit, credit })),
    quickLine,
  );

const RATES: ReadonlySet<string> = new Set(RATE_CODES);
const CODES: ReadonlySet<string> = new Set(CATEGORY_CODES);
const KNOWN_EXIGIBILITIES = new Set(EXIGIBILITIES);

function quickLine(value: unknown, read: QuickReader): ReadLine {
  const fields = read.begin(value);
  const made = {
    lineId: read.whole(fields.LineId),
    accountNumber: read.required(read.name(fields.AccountNumber, 20) || undefined),
    subAccount: read.name(fields.SubAccount, 50),
    label: read.text(fields.Label, 500),
    debit: read.amount(fields.Debit) ?? 0n,
    credit: read.amount(fields.Credit) ?? 0n,
    letter: read.name(fields.Letter, 20),
    letterDate: read.day(fields.LetterDate),
    rate: read.code(fields.VatRate, RATES),
    category: read.code(fields.VatCategory, CODES),
    exigibility: read.code(fields.Exigibility, KNOWN_EXIGIBILITIES),
    distributions: read.nothing(fields.VatRateDistributions),
    isDeclared: read.flag(fields.IsDeclared),
  };
  read.end(fields);
  return made;
}

/** Entries as given: null stands for absent. */
const entry = () =>
  quick(
    v
      .given({
        EntryId: z.int().nullish(),
        Journal: v.textOf(20).nullish(),
        JournalType: v.textOf(50).nullish(),
        Date: v.plainDay(),
        Label: label(),
        Lines: v.listOf(line()),
      })
      .transform(({ journal = '', lines = [], ...given }): ReadEntry => ({ ...given, journal, lines })),
    quickEntry,
  );

function quickEntry(value: unknown, read: QuickReader): ReadEntry {
  const fields = read.begin(value);
  const lines = read.list(fields.Lines) ?? [];
  const made = {
    entryId: read.whole(fields.EntryId),
    journal: read.name(fields.Journal, 20) ?? '',
    journalType: read.name(fields.JournalType, 50),
    date: read.required(read.day(fields.Date)),
    label: read.text(fields.Label, 500),
    lines: new Array<ReadLine>(lines.length),
  };
  read.end(fields);
  for (let place = 0; place < lines.length; place++) made.lines[place] = quickLine(lines[place], read);
  return made;
}

/** What has no number has that of its place. */
export const numbered = (entry: ReadEntry, place: number): VatEntry =>
  entry.entryId !== undefined && entry.lines.every(({ lineId }) => lineId !== undefined)
    ? (entry as VatEntry)
    : {
        ...entry,
        entryId: entry.entryId ?? place + 1,
        lines: entry.lines.map((line, at) => ({ ...line, lineId: line.lineId ?? at + 1 })),
      };

export const entries = () => quick(z.array(entry()), quickEntries);

function quickEntries(value: unknown, read: QuickReader): ReadEntry[] {
  const all: ReadEntry[] = [];
  for (const one of read.list(value) ?? []) {
    all.push(quickEntry(one, read));
    if (read.hasDoubt) break;
  }
  return all;
}
