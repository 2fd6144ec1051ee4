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
  readonly byLetter: Map<string, ThirdPartyLine[]>;
  readonly unlettered: ThirdPartyLine[];
  /** Of entries paid at once. */
  readonly atOnce: ThirdPartyLine[];
}

/** What stands at the end of a period. */
interface Instant {
  readonly endDate: string;
  readonly preparedOn: string | undefined;
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
      const line = { entryId, lineId, accountNumber, date, net: one.net, isDocument, letter, letterDate };
      if (isCash) thirdParty.atOnce.push(line);
      else if (letter) push(thirdParty.byLetter, letter, line);
      else thirdParty.unlettered.push(line);
    }
  }

  #thirdPartyOf(one: RoleLine): ThirdParty {
    const { line, rule } = one;
    const ofAccount = this.#known.get(line.accountNumber) ?? new Map<string, ThirdParty>();
    const known = ofAccount.get(line.subAccount ?? '');
    if (known) return known;
    const takesUnlettered = this.#settings.of(one)?.includeUnletteredPayments ?? rule.includeUnletteredPayments;
    const lists = { byLetter: new Map(), unlettered: [], atOnce: [] };
    const thirdParty = { isCustomer: isCustomer(rule), takesUnlettered, ...lists };
    this.#thirdParties.push(thirdParty);
    this.#known.set(line.accountNumber, ofAccount.set(line.subAccount ?? '', thirdParty));
    return thirdParty;
  }

  /**
   * The groups at the end of a period. What is dated later does not count; what was lettered after the return was prepared
   * bears no letter yet.
   */
  *groups(endDate: string, preparedOn: string | undefined): Generator<LetterGroup> {
    const isThere = (line: ThirdPartyLine): boolean => isLettered(line, { endDate, preparedOn });
    for (const { isCustomer, byLetter } of this.#thirdParties) {
      for (const [letter, all] of byLetter) {
        const lines = all.every(isThere) ? all : all.filter(isThere);
        if (lines.length > 0) yield { letter, isCustomer, lines };
      }
    }
    yield* this.unlettered(endDate, preparedOn);
  }

  /** Of these groups, those of lines without letter. */
  *unlettered(endDate: string, preparedOn: string | undefined): Generator<LetterGroup> {
    for (const thirdParty of this.#thirdParties) {
      if (!thirdParty.takesUnlettered) continue;
      const all = [...thirdParty.unlettered, ...letteredLater(thirdParty, preparedOn)];
      const lines = all.filter(({ date }) => date <= endDate);
      if (lines.length > 0) yield { isCustomer: thirdParty.isCustomer, lines };
    }
  }

  /** Lines of entries paid at once that bear the letter of another entry's invoice: they settle nothing of it. */
  *leftAside(endDate: string, preparedOn: string | undefined): Generator<ThirdPartyLine> {
    const instant = { endDate, preparedOn };
    for (const { byLetter, atOnce } of this.#thirdParties) {
      const isInvoiced = (letter: string): boolean =>
        byLetter.get(letter)?.some((line) => line.isDocument && isLettered(line, instant)) === true;
      for (const line of atOnce) if (line.letter && isLettered(line, instant) && isInvoiced(line.letter)) yield line;
    }
  }
}

function push(byLetter: Map<string, ThirdPartyLine[]>, letter: string, line: ThirdPartyLine): void {
  const known = byLetter.get(letter);
  if (known) known.push(line);
  else byLetter.set(letter, [line]);
}

const isLater = ({ letterDate }: ThirdPartyLine, preparedOn: string | undefined): boolean =>
  preparedOn !== undefined && letterDate !== undefined && letterDate > preparedOn;

const letteredLater = ({ byLetter }: ThirdParty, preparedOn: string | undefined): ThirdPartyLine[] =>
  preparedOn === undefined
    ? []
    : [...byLetter.values()].flatMap((lines) => lines.filter((line) => isLater(line, preparedOn)));

const isLettered = (line: ThirdPartyLine, { endDate, preparedOn }: Instant): boolean =>
  line.date <= endDate && !isLater(line, preparedOn);
