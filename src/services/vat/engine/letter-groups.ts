/** The third-party lines of a ledger, and the letter groups that they form at the end of a period. */
import type { Cents } from '../../kernel/money.ts';
import { type EntryLines, isCustomer, type RoleLine } from './entry-lines.ts';
import type { ThirdPartySettings } from './exigibility.ts';

export interface ThirdPartyLine {
  readonly entryId: number;
  readonly lineId: number;
  readonly accountNumber: string;
  readonly date: string;
  /** Debit less credit. */
  readonly net: Cents;
  /** Of an invoice or a credit note; else of a payment. */
  readonly isDocument: boolean;
  readonly letter?: string | undefined;
  readonly letterDate?: string | undefined;
}

export interface LetterGroup {
  readonly letter?: string | undefined;
  /** Invoices are in debit: customers. */
  readonly isCustomer: boolean;
  readonly lines: readonly ThirdPartyLine[];
}

interface ThirdParty {
  readonly isCustomer: boolean;
  readonly takesUnlettered: boolean;
  readonly lines: ThirdPartyLine[];
  /** Of entries paid at once. */
  readonly atOnce: ThirdPartyLine[];
}

export class ThirdPartyLines {
  readonly #settings: ThirdPartySettings;
  readonly #thirdParties: ThirdParty[] = [];
  /** By account, then sub-account: a name made of both would be made for every line. */
  readonly #known = new Map<string, Map<string, ThirdParty>>();

  constructor(settings: ThirdPartySettings) {
    this.#settings = settings;
  }

  /** Entries paid at once take no part in settlements. */
  add(entry: EntryLines): void {
    const { entryId, date } = entry.entry;
    const { isDocument, isCash } = entry;
    for (const one of entry.of('thirdParty')) {
      const { lineId, accountNumber, letter, letterDate } = one.line;
      const thirdParty = this.#thirdPartyOf(one);
      if (one.net === 0n || !(letter || thirdParty.takesUnlettered)) continue;
      const lines = isCash ? thirdParty.atOnce : thirdParty.lines;
      lines.push({ entryId, lineId, accountNumber, date, net: one.net, isDocument, letter, letterDate });
    }
  }

  #thirdPartyOf(one: RoleLine): ThirdParty {
    const { line, rule } = one;
    const ofAccount = this.#known.get(line.accountNumber) ?? new Map<string, ThirdParty>();
    const known = ofAccount.get(line.subAccount ?? '');
    if (known) return known;
    const takesUnlettered = this.#settings.of(one)?.includeUnletteredPayments ?? rule.includeUnletteredPayments;
    const thirdParty = { isCustomer: isCustomer(rule), takesUnlettered, lines: [], atOnce: [] };
    this.#thirdParties.push(thirdParty);
    this.#known.set(line.accountNumber, ofAccount.set(line.subAccount ?? '', thirdParty));
    return thirdParty;
  }

  /**
   * The groups at the end of a period. What is dated later does not count; what was lettered after the return was prepared
   * bears no letter yet.
   */
  *groups(endDate: string, preparedOn: string | undefined): Generator<LetterGroup> {
    for (const { isCustomer, takesUnlettered, lines } of this.#thirdParties) {
      const byLetter = new Map<string, ThirdPartyLine[]>();
      for (const line of lines) if (line.date <= endDate) push(byLetter, letterOn(line, preparedOn), line);
      for (const [letter, members] of byLetter)
        if (letter !== '') yield { letter, isCustomer, lines: members };
        else if (takesUnlettered) yield { isCustomer, lines: members };
    }
  }

  /** Of these groups, those of lines without letter. */
  *unlettered(endDate: string, preparedOn: string | undefined): Generator<LetterGroup> {
    for (const { isCustomer, takesUnlettered, lines } of this.#thirdParties) {
      if (!takesUnlettered) continue;
      const members = lines.filter((line) => line.date <= endDate && letterOn(line, preparedOn) === '');
      if (members.length > 0) yield { isCustomer, lines: members };
    }
  }

  /** Lines of entries paid at once that bear the letter of another entry's invoice: they settle nothing of it. */
  *leftAside(endDate: string, preparedOn: string | undefined): Generator<ThirdPartyLine> {
    for (const { lines, atOnce } of this.#thirdParties) {
      if (atOnce.length === 0) continue;
      const documents = lines.filter(({ isDocument, date }) => isDocument && date <= endDate);
      const letters = new Set(documents.map((line) => letterOn(line, preparedOn)));
      for (const line of atOnce) {
        const letter = letterOn(line, preparedOn);
        if (line.date <= endDate && letter !== '' && letters.has(letter)) yield line;
      }
    }
  }
}

function push(byLetter: Map<string, ThirdPartyLine[]>, letter: string, line: ThirdPartyLine): void {
  const known = byLetter.get(letter);
  if (known) known.push(line);
  else byLetter.set(letter, [line]);
}

function letterOn({ letter, letterDate }: ThirdPartyLine, preparedOn: string | undefined): string {
  const isLater = preparedOn !== undefined && letterDate !== undefined && letterDate > preparedOn;
  return isLater ? '' : (letter ?? '');
}
