/** Goods of Comptoir Vermelhaine: purchases, sales to professionals, the shop with its cash and cards. */
import { addDays, type PlainDate } from '../../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../../src/services/kernel/money.ts';
import { cardsCollected, cashDeposit, chequeDeposit } from '../advices.ts';
import { eur, share } from '../amounts.ts';
import type { Advice, Bank } from '../bank.ts';
import { credit, debit, letter } from '../book.ts';
import { day, inMonth, type Month, slashed, workingDay } from '../calendar.ts';
import { type Desk, type Means, months, paySupplier, receive } from '../desk.ts';
import { named, type Party } from '../parties.ts';
import { type Invoice, type Item, remaining, settle } from '../trade.ts';
import { CUSTOMERS, EXERCISE, GOODS } from './data.ts';

interface Deal {
  readonly date: PlainDate;
  readonly party: Party;
}

const ABROAD = named(CUSTOMERS, 'Blumenhof');
const DOUBTFUL = named(CUSTOMERS, 'Bazar');
const USUAL = CUSTOMERS.slice(0, 12);
const EU_SUPPLIER = named(GOODS, 'Ceramiche');
const FOOD = named(GOODS, 'Épicerie');

function deals({ dice }: Desk, month: Month, from: number, to: number, choose: (index: number) => Party): Deal[] {
  const count = dice.int(from, to);
  const dates = Array.from({ length: count }, () => inMonth(month, dice.int(2, 27))).sort();
  return dates.map((date, index) => ({ date, party: choose(index) }));
}

/** Invoices to professionals, numbered per month, with carriage on some. */
export function sellGoods(desk: Desk): Invoice[] {
  const { dice } = desk;
  return months(desk).flatMap((month, rank) => {
    const choose = (index: number) => (rank % 3 === 1 && index === 4 ? ABROAD : dice.pick(USUAL));
    return deals(desk, month, 7, 9, choose).map((deal, index) => sellOne(desk, deal, index + 1));
  });
}

function sellOne({ trade, dice }: Desk, { date, party }: Deal, number: number): Invoice {
  const ref = `V${date.slice(2, 4)}${date.slice(5, 7)}-${String(number).padStart(3, '0')}`;
  const items = party === ABROAD ? [abroadItem(dice.amount(2600, 5200, 1000))] : homeItems(dice);
  const label = `${party.name} ${ref}`;
  return trade.sell({ ref, date, party, items, label, exigibility: 'OnDebits' });
}

const abroadItem = (ht: Cents): Item => ({ account: '707300', ht, rate: 0n, nature: 'IntraEuSupply' });

function homeItems(dice: Desk['dice']): Item[] {
  const goods: Item = { account: '707100', ht: dice.amount(3300, 10100, 85), rate: 2000n, nature: 'Taxed' };
  const food: Item = { account: '707200', ht: dice.amount(90, 620, 35), rate: 550n, nature: 'Taxed' };
  const carriage: Item = { account: '708500', ht: dice.amount(28, 75, 100), rate: 2000n, nature: 'Taxed' };
  return [goods, ...(dice.chance(1, 4) ? [food] : []), ...(dice.chance(1, 5) ? [carriage] : [])];
}

/** Invoices that take part in a special case, by rank in the year. */
const CASES = { credited: 12, thirds: 33, cheque: [20, 57, 79] } as const;

export function receiveGoods(desk: Desk, invoices: readonly Invoice[]): void {
  const special = new Set<number>([CASES.thirds, ...CASES.cheque]);
  returnGoods(desk, at(invoices, CASES.credited));
  const thirds = at(invoices, CASES.thirds);
  for (const days of [10, 40])
    receive(desk, [thirds], workingDay(addDays(thirds.date, days)), share(thirds.total, 3333n));
  receive(desk, [thirds], workingDay(addDays(thirds.date, 71)));
  CASES.cheque.forEach((rank, index) => {
    receiveCheque(desk, at(invoices, rank), index + 1);
  });
  invoices.forEach((invoice, index) => {
    if (!special.has(index)) receive(desk, [invoice], workingDay(addDays(invoice.date, desk.dice.int(24, 58))));
  });
  const open = invoices.filter((invoice) => remaining(invoice) > 0n && invoice.date < day('2025-03-12'));
  for (const invoice of open.slice(1, 4)) receive(desk, [invoice], day('2025-03-24'), share(invoice.total, 4000n));
  const last = open.at(-1);
  if (last !== undefined) receiveAtClosing(desk, last);
}

function at(invoices: readonly Invoice[], rank: number): Invoice {
  const invoice = invoices[rank];
  if (invoice === undefined) throw new Error(`no invoice of rank ${rank}`);
  return invoice;
}

/** Part of the goods comes back: a credit note in the same lettering group, before the payment. */
function returnGoods({ trade }: Desk, invoice: Invoice): void {
  const items: Item[] = [{ account: '707100', ht: -eur('412.50'), rate: 2000n, nature: 'Taxed' }];
  const date = workingDay(addDays(invoice.date, 8));
  const draft = { ref: 'AV24-001', date, party: invoice.party, items, exigibility: 'OnDebits' as const };
  trade.setAgainst(trade.sell({ ...draft, label: `${invoice.party.name} retour sur ${invoice.ref}` }), invoice);
}

function receiveCheque({ bank }: Desk, invoice: Invoice, number: number): void {
  const date = workingDay(addDays(invoice.date, 30));
  const bankDate = workingDay(addDays(date, 2));
  settle(bank, [invoice], { date, label: `CHQ ${invoice.party.name}`, advice: chequeDeposit(number), bankDate });
}

/** A cheque handed in on the last day, credited by the bank on the next one. */
function receiveAtClosing({ bank }: Desk, invoice: Invoice): void {
  const date = EXERCISE.end;
  const amount = remaining(invoice);
  settle(bank, [invoice], { date, label: `CHQ ${invoice.party.name}`, advice: null });
  bank.differ('DepositInTransit', date, amount, `cheque of ${invoice.party.name} handed in on the last day`);
}

/** The doubtful customer: its invoice moves to 416 and half of it, without tax, is written down. */
export function doubt({ book }: Desk, opening: readonly Invoice[]): void {
  const invoice = opening.find(({ party }) => party === DOUBTFUL);
  if (invoice === undefined) throw new Error('the doubtful invoice is missing');
  const line = credit('411000', invoice.total, { party: DOUBTFUL });
  const lines = [debit('416000', invoice.total, { party: DOUBTFUL }), line];
  const label = 'Bazar Grisonde, redressement judiciaire';
  book.post({ journal: 'OD', date: day('2024-11-18'), ref: 'DOUT-1', label, lines });
  letter([invoice.line, line]);
}

const HABITS: readonly { readonly means: Means; readonly delay: number }[] = [
  { means: 'bill', delay: 45 },
  { means: 'transfer', delay: 30 },
  { means: 'bill', delay: 60 },
  { means: 'transfer', delay: 40 },
  { means: 'cheque', delay: 20 },
  { means: 'transfer', delay: 45 },
  { means: 'transfer', delay: 30 },
];

/** Purchases of goods; each supplier is always paid the same way, and its invoices of a month together. */
export function buyGoods(desk: Desk): void {
  const { dice } = desk;
  for (const [rank, month] of months(desk).entries()) {
    const choose = (index: number) => (rank % 2 === 0 && index === 3 ? EU_SUPPLIER : dice.pick(GOODS.slice(0, 6)));
    const invoices = deals(desk, month, 6, 8, choose).map((deal, index) => buyOne(desk, deal, index + 1));
    for (const [index, party] of GOODS.entries()) {
      const own = invoices.filter((invoice) => invoice.party === party);
      payMonth(desk, own, HABITS[index] ?? { means: 'transfer', delay: 30 });
    }
  }
}

function payMonth(desk: Desk, invoices: readonly Invoice[], { means, delay }: { means: Means; delay: number }): void {
  const last = invoices.at(-1);
  if (last !== undefined) paySupplier(desk, invoices, means, workingDay(addDays(last.date, delay)));
}

function buyOne({ trade, dice }: Desk, { date, party }: Deal, number: number): Invoice {
  const ref = `${party.code}/${date.slice(2, 4)}${date.slice(5, 7)}/${String(number).padStart(2, '0')}`;
  const items = [purchase(party, dice)];
  return trade.buy({ ref, date, party, items, label: `${party.name} marchandises`, exigibility: 'OnDebits' });
}

function purchase(party: Party, dice: Desk['dice']): Item {
  if (party === EU_SUPPLIER) {
    return { account: '607200', ht: dice.amount(3200, 6800, 2000), rate: 2000n, nature: 'IntraEuAcquisition' };
  }
  if (party === FOOD) return { account: '607100', ht: dice.amount(900, 2400, 45), rate: 550n, nature: 'Deductible' };
  return { account: '607100', ht: dice.amount(5600, 9700, 90), rate: 2000n, nature: 'Deductible' };
}

export interface HalfMonth {
  readonly date: PlainDate;
  readonly cards: Cents;
  readonly cash: Cents;
}

/** Two Z reports a month: two rates, cards and cash. */
export function sellInShop(desk: Desk): HalfMonth[] {
  return months(desk).flatMap((month) =>
    [15, 31].map((dayOfMonth) => {
      const feast = month.name === '2024-12' ? 3100 : 0;
      const items = [
        { account: '707100', ht: desk.dice.amount(7300 + feast, 11600 + feast, 27), rate: 2000n as const },
        { account: '707200', ht: desk.dice.amount(1080, 2440, 13), rate: 550n as const },
      ];
      return zReport(desk, inMonth(month, dayOfMonth), items);
    }),
  );
}

function zReport(
  { trade, book, dice }: Pick<Desk, 'trade' | 'book' | 'dice'>,
  date: PlainDate,
  items: readonly { account: string; ht: Cents; rate: 2000n | 550n }[],
): HalfMonth {
  const taxes = items.map(({ ht, rate }) => {
    const account = trade.accounts.collected[String(rate)] ?? '';
    return { nature: 'Taxed' as const, rate, base: ht, tax: share(ht, rate), account };
  });
  const ttc = taxes.reduce((acc, { base, tax }) => acc + base + tax, 0n);
  const cash = share(ttc, BigInt(dice.int(1400, 2100)));
  const lines = [
    debit('531000', cash),
    debit('511500', ttc - cash),
    ...items.map(({ account, ht }) => credit(account, ht)),
    ...taxes.map(({ account, tax }) => credit(account, tax)),
  ];
  const ref = `Z-${date}`;
  book.post({ journal: 'CA', date, ref, label: `Ventes boutique, quinzaine close le ${slashed(date)}`, lines });
  const party = { code: 'CAISSE', name: 'Boutique' };
  const line = debit('531000', ttc);
  trade.carried({ side: 'sale', ref, date, party, exigibility: 'OnDebits', total: ttc, taxes, line });
  return { date, cash, cards: ttc - cash };
}

/** Words of the second bank keep their accents and lower case, as some banks write them. */
const accented = (advice: Advice, label: string, text: string): Advice => ({
  ...advice,
  label,
  details: [['LIB', text]],
});

const TERMINAL = 'Boutique du centre, terminal n° 1';

/** Cards reach the bank on the next working day; cash is handed in once a month, in notes of 50 at least. */
export function bankTheShop(bank: Bank, halves: readonly HalfMonth[], fund: Cents): void {
  let inHand = fund;
  for (const [index, { date, cards, cash }] of halves.entries()) {
    const credited = workingDay(addDays(date, 1));
    const words = accented(
      cardsCollected('8830142', date),
      `Télécollecte CB du ${slashed(date).slice(0, 5)}`,
      TERMINAL,
    );
    const label = `Remise CB ${slashed(date)}`;
    if (credited <= EXERCISE.end)
      bank.operate({ date: credited, label, lines: [credit('511500', cards)], advice: words });
    inHand += cash;
    if (index % 2 === 1) continue;
    const notes = ((inHand - eur('400')) / 5000n) * 5000n;
    inHand -= notes;
    handIn(bank, credited, notes);
  }
}

function handIn(bank: Bank, date: PlainDate, notes: Cents): void {
  const advice = accented(cashDeposit(), 'Versement espèces', "Espèces déposées à l'automate");
  bank.operate({ date, label: 'Versement espèces', lines: [credit('531000', notes)], advice });
}
