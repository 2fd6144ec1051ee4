/** From the entries of a ledger to its VAT elements, with what is needed to say when they are settled. */

import type { Cents } from '../../kernel/money.ts';
import { AccountRules } from '../account-rule.ts';
import { type AdvanceLine, advanceDrafts } from './advances.ts';
import { deductibleDrafts } from './deductible.ts';
import { type Draft, IssueList } from './draft.ts';
import { debited, EntryLines, isCustomer, type RoleLine, totalOf } from './entry-lines.ts';
import { dated, ThirdPartySettings } from './exigibility.ts';
import { ThirdPartyLines } from './letter-groups.ts';
import type { Territory, VatElement, VatEntry, VatFolder, VatIssue, VatLedger } from './model.ts';
import { reverseCharge } from './reverse-charge.ts';
import { saleDrafts } from './sales.ts';
import { regularisationDrafts, untaxedDrafts } from './untaxed.ts';

/** What an entry has to settle: its third-party lines, debit less credit, and the advances that it takes off itself. */
export interface Settleable {
  readonly date: string;
  readonly total: Cents;
  /** Part of the total that the entry settles on its date. */
  readonly takenOff: Cents;
}

export interface VatBook {
  /** In the order of entries, then lines. */
  readonly elements: readonly VatElement[];
  readonly issues: readonly VatIssue[];
  /** By entry, for elements that follow a settlement. */
  readonly settleable: ReadonlyMap<number, Settleable>;
  readonly thirdPartyLines: ThirdPartyLines;
}

/** The elements of a ledger, whatever the period; the order of its entries and lines changes nothing. */
export function elementsOf(ledger: VatLedger): VatBook {
  const book = new BookMaker(ledger);
  for (const entry of [...ledger.entries].sort((a, b) => a.entryId - b.entryId)) book.add(entry);
  return book.finish();
}

/** Of entries as they are read, in the order of their identifiers. */
export async function elementsRead(
  around: Omit<VatLedger, 'entries'>,
  entries: AsyncIterable<readonly VatEntry[]>,
): Promise<VatBook> {
  const book = new BookMaker(around);
  for await (const some of entries) for (const entry of some) book.add(entry);
  return book.finish();
}

const LEFT_OUT: ReadonlySet<string | undefined> = new Set(['Opening', 'Closing']);

const NONE: readonly Draft[] = [];

class BookMaker {
  readonly #folder: VatFolder;
  readonly #rules: AccountRules;
  readonly #settings: ThirdPartySettings;
  readonly #issues = new IssueList();
  readonly #elements: VatElement[] = [];
  readonly #settleable = new Map<number, Settleable>();
  readonly #thirdPartyLines: ThirdPartyLines;
  readonly #advances: AdvanceLine[] = [];

  constructor({ folder, accounts, thirdParties }: Omit<VatLedger, 'entries'>) {
    this.#folder = folder;
    this.#rules = new AccountRules(folder, accounts);
    this.#settings = new ThirdPartySettings(thirdParties);
    this.#thirdPartyLines = new ThirdPartyLines(this.#settings);
  }

  add(one: VatEntry): void {
    if (LEFT_OUT.has(one.journalType)) return;
    const entry = new EntryLines(one, this.#rules, this.#folder.advancePaymentMode);
    for (const source of entry.of('advance')) this.#advances.push({ entry, source });
    this.#thirdPartyLines.add(entry);
    const drafts = this.#drafts(entry);
    if (drafts.length > 0) this.#date(entry, drafts, settleableOf(entry));
  }

  finish(): VatBook {
    const advances = advanceDrafts(this.#advances, this.#issues);
    for (const { entry, draft } of advances) this.#date(entry, [draft], undefined);
    if (advances.length > 0) this.#elements.sort((a, b) => a.entryId - b.entryId || a.lineId - b.lineId);
    return {
      elements: this.#elements,
      issues: this.#issues.all,
      settleable: this.#settleable,
      thirdPartyLines: this.#thirdPartyLines,
    };
  }

  #drafts(entry: EntryLines): readonly Draft[] {
    if (!entry.isDocument) return NONE;
    const { territory } = this.#folder;
    const sales = saleDrafts(entry, territory, this.#issues);
    const all = entry.isSale ? sales : [...sales, ...otherDrafts(entry, territory)];
    return all.length > 1 ? all.sort((a, b) => a.source.line.lineId - b.source.line.lineId) : all;
  }

  #date(entry: EntryLines, drafts: readonly Draft[], settleable: Settleable | undefined): void {
    const { deductionCoefficient } = this.#folder;
    const isSettled = settleable !== undefined;
    const dating = { entry, settings: this.#settings, issues: this.#issues, isSettled, deductionCoefficient };
    let waits = false;
    for (const draft of drafts) {
      const element = dated(draft, dating);
      if (element === undefined) continue;
      this.#elements.push(element);
      waits ||= element.bySettlement === true;
    }
    if (settleable && waits) this.#settleable.set(entry.entry.entryId, settleable);
  }
}

function otherDrafts(entry: EntryLines, territory: Territory): Draft[] {
  const { drafts, left } = reverseCharge(entry, territory);
  return [...untaxedDrafts(entry), ...regularisationDrafts(entry), ...drafts, ...deductibleDrafts(entry, left)];
}

/** Undefined when nothing of the entry waits for a payment: paid at once, without third party, or settled by itself. */
function settleableOf(entry: EntryLines): Settleable | undefined {
  const thirdParties = entry.of('thirdParty');
  if (thirdParties.length === 0 || entry.isCash) return undefined;
  const takenOff = totalOf(entry.of('advance').filter(isTakenOff), debited);
  const total = totalOf(thirdParties, debited) + takenOff;
  return total === 0n ? undefined : { date: entry.entry.date, total, takenOff };
}

/** An advance received is taken off in debit, one that was paid in credit. */
const isTakenOff = ({ rule, net }: RoleLine): boolean => net > 0n === isCustomer(rule);
