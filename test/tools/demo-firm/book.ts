/** The books of one folder: balanced entries, lettering groups, and their order and numbers in the exported file. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../src/services/kernel/money.ts';
import { total } from './amounts.ts';
import { monthOf } from './calendar.ts';
import type { Party } from './parties.ts';

/** Opening entries come first, drafts have no validation date, inventory entries are validated after the closing. */
export type Stage = 'opening' | 'routine' | 'draft' | 'inventory';
const STAGES: readonly Stage[] = ['opening', 'routine', 'draft', 'inventory'];

export interface LetterGroup {
  readonly lines: Set<Line>;
  code?: string;
  date?: PlainDate;
}

export interface LineExtra {
  readonly party?: Party;
  readonly ref?: string;
  readonly pieceDate?: PlainDate;
  readonly label?: string;
  /** Amount in a foreign currency, same sign as the line. */
  readonly foreign?: { readonly code: string; readonly amount: Cents };
}

export interface Line extends LineExtra {
  readonly account: string;
  /** Debit positive, credit negative. */
  readonly amount: Cents;
  date?: PlainDate;
  group?: LetterGroup;
}

export interface EntryDraft {
  readonly journal: string;
  readonly date: PlainDate;
  readonly ref: string;
  readonly label: string;
  readonly lines: readonly Line[];
  readonly stage?: Stage;
}

export interface Entry extends EntryDraft {
  readonly stage: Stage;
  readonly valid: PlainDate | null;
  number: number;
}

export const debit = (account: string, amount: Cents, extra: LineExtra = {}): Line => ({ account, amount, ...extra });
export const credit = (account: string, amount: Cents, extra: LineExtra = {}): Line => debit(account, -amount, extra);

/** Puts lines of one third party in one lettering group, with everything they were already lettered with. */
export function letter(lines: readonly Line[]): void {
  const group: LetterGroup = { lines: new Set(lines.flatMap((line) => [line, ...(line.group?.lines ?? [])])) };
  for (const line of group.lines) line.group = group;
}

export class Book {
  readonly entries: Entry[] = [];
  /** Validation date of the inventory entries. */
  readonly closed: PlainDate;

  constructor(closed: PlainDate) {
    this.closed = closed;
  }

  post(draft: EntryDraft): Entry {
    const lines = draft.lines.filter(({ amount }) => amount !== 0n);
    const gap = total(lines.map(({ amount }) => amount));
    if (gap !== 0n) throw new Error(`${draft.date} ${draft.label}: not balanced by ${gap}`);
    for (const line of lines) line.date = draft.date;
    const stage = draft.stage ?? 'routine';
    const valid = { opening: draft.date, routine: monthOf(draft.date).end, draft: null, inventory: this.closed }[stage];
    const entry = { ...draft, lines, stage, valid, number: 0 };
    this.entries.push(entry);
    return entry;
  }

  /** Debit minus credit of the accounts that begin so. */
  balance(prefix: string, until?: PlainDate): Cents {
    return total(
      this.lines()
        .filter(({ account, date = '' }) => account.startsWith(prefix) && (until === undefined || date <= until))
        .map(({ amount }) => amount),
    );
  }

  lines(): Line[] {
    return this.entries.flatMap(({ lines }) => lines);
  }

  /** Puts the entries in the order of the file and numbers them: one sequence, or one per journal. */
  number(sequence: 'file' | 'journal'): void {
    const rank = ({ stage }: Entry): number => STAGES.indexOf(stage);
    this.entries.sort((a, b) => rank(a) - rank(b) || byText(a.date, b.date));
    const last = new Map<string, number>();
    for (const entry of this.entries) {
      const key = sequence === 'journal' ? entry.journal : '';
      entry.number = (last.get(key) ?? 0) + 1;
      last.set(key, entry.number);
    }
  }

  /** Gives each group its code (AAA, AAB… per account) and date; `lowerPartial` marks partial groups in lower case. */
  assignLetters(lowerPartial: boolean): void {
    const groups = new Set(this.lines().flatMap(({ group }) => (group === undefined ? [] : [group])));
    const last = new Map<string, number>();
    for (const group of [...groups].sort((a, b) => byText(endOf(a), endOf(b)))) {
      const [first] = group.lines;
      if (first === undefined || group.lines.size < 2) throw new Error('a lettering group needs two lines');
      const rank = last.get(first.account) ?? 0;
      last.set(first.account, rank + 1);
      const partial = total([...group.lines].map(({ amount }) => amount)) !== 0n;
      group.code = partial && lowerPartial ? letters(rank).toLowerCase() : letters(rank);
      group.date = endOf(group);
    }
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const endOf = ({ lines }: LetterGroup): PlainDate =>
  [...lines].map(({ date }) => date ?? ('' as PlainDate)).reduce((a, b) => (a > b ? a : b));

const letters = (rank: number): string =>
  [Math.floor(rank / 676), Math.floor(rank / 26) % 26, rank % 26].map((n) => String.fromCharCode(65 + n)).join('');
