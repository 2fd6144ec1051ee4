/** Pairs of one movement and one line that may belong together, each with all that speaks for it and against it. */
import type { Cents } from '../../../kernel/money.ts';
import { eachInTurns, mapInTurns } from '../../../kernel/turns.ts';
import { candidatesByAmount } from '../comparison/match.ts';
import { type Candidate, evidenceOf, type Rarity, type Signs, signsOf } from './evidence.ts';
import { fitOf } from './fit.ts';
import { byEach, type Item, type Sides } from './item.ts';
import { lagOf } from './lag.ts';

/** Lines one movement is weighed against: of a thousand equal amounts, those whose place is nearest. */
const MOST_CANDIDATES = 17;
/** Movements, or lines, that share a word or a reference by which other amounts are looked at. */
const SHARED_BY = 5;
/** Days a reference reaches: a cheque is cashed for a year and eight days. */
const REFERENCE_DAYS = 373;

export async function pairsOf(
  sides: Sides,
  rarityOf: (amount: Cents) => Rarity,
  maxDays: number,
): Promise<Candidate[]> {
  const signs = await signsIn(sides, rarityOf, maxDays);
  const lag = lagOf(signs.filter(({ isNamed }) => isNamed));
  return mapInTurns(signs, (each) => evidenceOf(each, lag));
}

/** Two that may be one, and the days that they may be apart. */
interface Meeting {
  readonly bank: Item;
  readonly books: Item;
  readonly most: number;
}

async function signsIn(sides: Sides, rarityOf: (amount: Cents) => Rarity, maxDays: number): Promise<Signs[]> {
  const found: Signs[] = [];
  const met = new Map<Item, Item[]>(sides.bank.map((item) => [item, []]));
  await eachInTurns(meetings(sides, maxDays), ({ bank, books, most }) => {
    const known = met.get(bank);
    if (Math.abs(bank.day - books.day) > most || known?.includes(books)) return;
    const fit = fitOf(bank.amount, books.amount);
    if (!fit) return;
    known?.push(books);
    found.push(signsOf(bank, books, fit, rarityOf(bank.amount)));
  });
  return found;
}

/** Those of one amount within days, and those of any day and nearly one amount that share what few have. */
function* meetings({ bank, books }: Sides, maxDays: number): Generator<Meeting> {
  for (const pair of candidatesByAmount(bank, books, maxDays, MOST_CANDIDATES))
    yield { bank: pair.bank, books: pair.books, most: maxDays };
  yield* sharing('references', { bank, books }, REFERENCE_DAYS);
  yield* sharing('words', { bank, books }, maxDays);
}

function* sharing(what: 'references' | 'words', { bank, books }: Sides, most: number): Generator<Meeting> {
  const lines = byEach(books, (item) => item[what].keys());
  for (const from of bank)
    for (const [each, weight] of from[what])
      if (weight * SHARED_BY >= 1) for (const to of lines.get(each) ?? []) yield { bank: from, books: to, most };
}
