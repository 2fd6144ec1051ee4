/**
 * Which payments settle which open items, by reference, third party, amount or sum: weighed as links are. A payment that
 * names one item and is smaller pays a part of it, which a person decides.
 */
import type { Reason } from '../../transactions/entries/reason.ts';
import type { BankMovement } from '../comparison/sides.ts';
import type { OpenItem } from '../settlement/open-items.ts';
import { namePoints } from './evidence.ts';
import { type BooksSide, type Item, itemsOf } from './item.ts';
import { type Match, matchOpen } from './match-open.ts';

/** Terms of payment are 60 days at most (C. com. L441-10), and many pay late. */
export const TERM_DAYS = 180;

const [BY_REFERENCE, BY_NAME] = [65, 45];
/** Points of a name that few have. */
const TELLING_NAME = 20;

export async function matchItems(
  bank: readonly BankMovement[],
  items: readonly OpenItem[],
  maxDays: number,
): Promise<Match[]> {
  const sides = items.map(toSide);
  const byId = new Map(items.map((item) => [item.id, item]));
  const whole = (await matchOpen(bank, sides, maxDays)).filter((match) => isPayable(match, byId));
  const [paid, settled] = [idsOf(whole, 'bank'), idsOf(whole, 'books')];
  return [
    ...whole,
    ...(await partsOf(
      bank.filter(({ id }) => !paid.has(id)),
      sides.filter(({ id }) => !settled.has(id)),
    )),
  ];
}

const toSide = ({ id, date, label, left, docRef, party }: OpenItem): BooksSide => ({
  id,
  date,
  label,
  amount: left,
  entryId: 0,
  docRef,
  party,
  lettered: [],
});

const idsOf = (matches: readonly Match[], side: 'bank' | 'books') => new Set(matches.flatMap((match) => match[side]));

/** Several payments settle the items of one third party alone; an amount typed wrong is nothing that a bank pays. */
function isPayable({ bank, books, reasons }: Match, items: ReadonlyMap<number, OpenItem>): boolean {
  const parties = new Set(books.map((id) => `${items.get(id)?.accountNumber} ${items.get(id)?.subAccountCode ?? ''}`));
  return (bank.length === 1 || parties.size === 1) && !reasons.some(({ kind }) => kind === 'Typing');
}

async function partsOf(bank: readonly BankMovement[], books: readonly BooksSide[]): Promise<Match[]> {
  const sides = await itemsOf(bank, books);
  return sides.bank.flatMap((payment): Match[] => {
    const larger = sides.books.filter((item) => isPart(payment, item));
    const named = larger.filter((item) => [...payment.references.keys()].some((each) => item.references.has(each)));
    const known = larger.filter((item) => pointsOfName(payment, item) >= TELLING_NAME);
    const [found, score, kind] = named.length > 0 ? [named, BY_REFERENCE, 'Reference'] : [known, BY_NAME, 'Label'];
    const [only] = found;
    if (!only || found.length > 1) return [];
    const detail = kind === 'Reference' ? only.docRef : sharedWords(payment, only).join(' ');
    const reasons = [
      { kind, points: score, detail } as Reason,
      { kind: 'Part', points: 0, detail: only.docRef },
    ] as const;
    return [
      {
        bank: [payment.id],
        books: [only.id],
        difference: payment.amount - only.amount,
        score,
        reasons,
        alternatives: [],
      },
    ];
  });
}

const isPart = (payment: Item, item: Item): boolean =>
  item.amount < 0n
    ? item.amount < payment.amount && payment.amount < 0n
    : 0n < payment.amount && payment.amount < item.amount;

const sharedWords = (payment: Item, item: Item): string[] =>
  [...payment.words.keys()].filter((word) => item.words.has(word));

const pointsOfName = (payment: Item, item: Item): number =>
  namePoints(sharedWords(payment, item).reduce((total, word) => total + (payment.words.get(word) ?? 0), 0));
