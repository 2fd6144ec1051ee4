/**
 * Movements of a bank and lines of its account in the books, with the links that are right: what reconciliation is
 * measured on. Written from what companies do, not from how matching works; the same seed makes the same set.
 */

import type { BankMovement } from '../../src/services/banking/books/comparison/sides.ts';
import type { BooksSide } from '../../src/services/banking/books/matching/item.ts';
import { addDays, type PlainDate } from '../../src/services/kernel/dates.ts';

export interface ReconciliationSet {
  readonly bank: readonly BankMovement[];
  readonly books: readonly BooksSide[];
  /** `movement/line`, one for each line that a movement pays. */
  readonly links: ReadonlySet<string>;
}

export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed * 2_654_435_761;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  /** Both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  pick<T>(all: readonly T[]): T {
    return all[this.int(0, all.length - 1)] as T;
  }
  is(chance: number): boolean {
    return this.next() < chance;
  }
  shuffle<T>(all: readonly T[]): T[] {
    return all
      .map((value) => ({ value, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}

const SYLLABLES = 'BAL TOR MI REN DU FOU GA LEN PIC SOR VAN KEL BRI MAU CHA ROL TES LOI FER NAU'.split(' ');
const FIRST_NAMES = 'Paul Marie Jean Claire Luc Anne Hugo Emma Louis Jade Noé Alice Léo Rose Adam Lina'.split(' ');
const TRADES = ['Menuiserie', 'Boulangerie', 'Garage', 'Conseil', 'Transports', 'Peinture', 'Jardins', 'Informatique'];

const titled = (word: string): string => word.slice(0, 1) + word.slice(1).toLowerCase();
const nameOf = (dice: Dice): string =>
  titled(Array.from({ length: dice.int(2, 3) }, () => dice.pick(SYLLABLES)).join(''));

function distinct(count: number, make: () => string): string[] {
  const all = new Set<string>();
  while (all.size < count) all.add(make());
  return [...all];
}

const FIRST = '2026-01-05' as PlainDate;
const cents = (dice: Dice, least = 2000, most = 400_000): number => dice.int(least, most);

export class Builder {
  readonly bank: BankMovement[] = [];
  readonly books: BooksSide[] = [];
  readonly links = new Set<string>();
  readonly dice: Dice;
  constructor(dice: Dice) {
    this.dice = dice;
  }

  day(): number {
    return this.dice.int(0, 330);
  }
  move(day: number, amount: number, label: string, details = ''): number {
    const id = this.bank.length + 1;
    this.bank.push({ id, date: addDays(FIRST, day), amount: BigInt(amount), label, details });
    return id;
  }
  line(day: number, amount: number, label: string, { docRef = '', party = '' } = {}): number {
    const id = this.books.length + 1001;
    const own = { date: addDays(FIRST, day), amount: BigInt(amount), label, docRef, party, lettered: [] };
    this.books.push({ id, entryId: id, ...own });
    return id;
  }
  link(movements: readonly number[], lines: readonly number[]): void {
    for (const movement of movements) for (const line of lines) this.links.add(`${movement}/${line}`);
  }
  /** In an order that says nothing. */
  done(): ReconciliationSet {
    const inOrder = <M extends { readonly date: string }>(all: readonly M[]) =>
      this.dice.shuffle(all).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    return { bank: inOrder(this.bank), books: inOrder(this.books), links: this.links };
  }
}

type Party = { readonly name: string; readonly sign: 1 | -1 };

/** 300 movements against 405 lines of a company: remittances, batches, payroll, net card takings, mistakes. */
export function companySet(seed: number): ReconciliationSet {
  const dice = new Dice(seed);
  const set = new Builder(dice);
  const parties = distinct(60, () => `${dice.pick(TRADES)} ${nameOf(dice)}`).map(
    (name, at): Party => ({ name, sign: at % 3 === 0 ? -1 : 1 }),
  );
  for (let n = 0; n < 126; n++) payment(set, dice.pick(parties), n);
  for (let n = 0; n < 15; n++) cheque(set, dice.pick(parties), 7001 + n * dice.int(1, 3) + n * 3);
  for (let n = 0; n < 20; n++) cardPurchase(set, nameOf(dice));
  for (const [what, amount] of [
    ['Loyer Bailly', 145_000],
    ['Téléphone Orlinet', 4999],
  ] as const)
    monthly(set, what, amount);
  for (let n = 0; n < 8; n++) remittance(set, parties, n);
  for (let n = 0; n < 15; n++) severalInvoices(set, dice.pick(parties.filter(({ sign }) => sign > 0)), n);
  for (let n = 0; n < 7; n++)
    supplierBatch(
      set,
      parties.filter(({ sign }) => sign < 0),
      n,
    );
  const staff = distinct(6, () => `${nameOf(dice)} ${dice.pick(FIRST_NAMES)}`);
  for (let month = 0; month < 9; month++) payroll(set, staff, month);
  for (let n = 0; n < 15; n++) cardTakings(set, n);
  for (let n = 0; n < 8; n++) nearly(set, dice.pick(parties), (amount) => amount + dice.pick([-3, -2, -1, 1, 2, 3]));
  for (let n = 0; n < 8; n++) nearly(set, dice.pick(parties), swapped);
  for (let n = 0; n < 4; n++) severalToSeveral(set, parties[n * 7 + 1] as Party, n);
  while (set.bank.length < 300)
    set.move(set.day(), -dice.int(150, 3000), dice.pick(['FRAIS TENUE DE COMPTE', 'COMMISSION MOUVEMENT', 'AGIOS']));
  while (set.books.length < 405) {
    const { name, sign } = dice.pick(parties);
    set.line(set.day(), sign * cents(dice), name, { docRef: `X${set.books.length}000` });
  }
  return set.done();
}

const upper = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** One payment of one party: by name, some with the invoice, some with a round amount that comes back. */
function payment(set: Builder, { name, sign }: Party, n: number): void {
  const { dice } = set;
  const amount = sign * (dice.is(0.15) ? dice.pick([10_000, 12_000, 50_000]) : cents(dice));
  const invoice = `FA2026-${String(100 + n).padStart(4, '0')}`;
  const written = dice.is(0.4) ? ` ${invoice.replace('-', dice.pick(['-', '/', '']))}` : '';
  const day = set.day();
  const kind = sign > 0 ? 'VIR SEPA RECU' : dice.pick(['VIR SEPA EMIS', 'PRLV SEPA']);
  const label = `${kind} ${upper(name)}`.slice(0, 31);
  const line = set.line(day, amount, dice.pick([name, `Règlement ${name}`]), { docRef: dice.is(0.7) ? invoice : '' });
  set.link([set.move(day + dice.int(0, 7), amount, `${label}${written}`)], [line]);
}

function cheque(set: Builder, { name }: Party, number: number): void {
  const { dice } = set;
  const [day, amount] = [set.day(), -cents(dice)];
  const line = set.line(day, amount, `Chèque ${number} ${name}`, { docRef: dice.is(0.5) ? String(number) : '' });
  set.link([set.move(day + dice.int(3, 120), amount, `CHEQUE ${String(number).padStart(7, '0')}`)], [line]);
}

function cardPurchase(set: Builder, shop: string): void {
  const { dice } = set;
  const [day, amount] = [set.day(), -cents(dice, 500, 20_000)];
  const line = set.line(day, amount, dice.pick([`CB ${shop}`, `Achat ${shop}`, 'Fournitures diverses']));
  set.link([set.move(day + dice.int(1, 3), amount, `CARTE ${upper(shop)} NANTES`)], [line]);
}

function monthly(set: Builder, what: string, amount: number): void {
  for (let month = 0; month < 12; month++) {
    const day = month * 30;
    const line = set.line(day, -amount, what);
    set.link([set.move(day + set.dice.int(0, 3), -amount, `PRLV SEPA ${upper(what)}`)], [line]);
  }
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const several = (dice: Dice, least: number, most: number): number[] =>
  Array.from({ length: dice.int(least, most) }, () => cents(dice));

/** Cheques of clients, one line each; the slip has a number or not. */
function remittance(set: Builder, parties: readonly Party[], n: number): void {
  const { dice } = set;
  const [day, amounts] = [set.day(), several(dice, 3, 7)];
  const slip = n % 2 === 0 ? String(880_100 + n * 7) : '';
  const lines = amounts.map((amount) => set.line(day, amount, `Chèque ${dice.pick(parties).name}`, { docRef: slip }));
  const label = `REMISE CHEQUES ${slip ? `NO ${slip} ` : ''}${amounts.length} CHQ`;
  set.link([set.move(day + dice.int(0, 3), total(amounts), label)], lines);
}

/** One transfer of a client for several invoices, which it names or not. */
function severalInvoices(set: Builder, { name }: Party, n: number): void {
  const { dice } = set;
  const [day, amounts] = [set.day(), several(dice, 2, 4)];
  const numbers = amounts.map((_, at) => `FB${2026_0000 + n * 10 + at}`);
  const lines = amounts.map((amount, at) => set.line(day - (n % 3), amount, name, { docRef: numbers[at] ?? '' }));
  const named = n % 2 === 0 ? ` ${numbers.join(' ')}` : '';
  set.link([set.move(day + dice.int(0, 4), total(amounts), `VIR SEPA RECU ${upper(name)}`, named)], lines);
}

function supplierBatch(set: Builder, parties: readonly Party[], n: number): void {
  const { dice } = set;
  const [day, amounts] = [set.day(), several(dice, 4, 8).map((amount) => -amount)];
  const lot = n % 2 === 0 ? `LOT${4400 + n}` : '';
  const lines = amounts.map((amount) => set.line(day, amount, `Virement ${dice.pick(parties).name}`, { docRef: lot }));
  const label = lot ? `VIR SEPA EMIS ${lot}` : `VIR SEPA FOURNISSEURS ${amounts.length} OPERATIONS`;
  set.link([set.move(day + dice.int(0, 2), total(amounts), label)], lines);
}

/** The bank shows one debit for all, or the books one line for all. */
function payroll(set: Builder, staff: readonly string[], month: number): void {
  const { dice } = set;
  const day = month * 30 + 26;
  const amounts = staff.map(() => -cents(dice, 140_000, 290_000));
  if (month % 3 === 0) {
    const line = set.line(day, total(amounts), `Salaires mois ${month + 1}`);
    const late = dice.int(0, 2);
    set.link(
      staff.map((name, at) => set.move(day + late, amounts[at] ?? 0, `VIR SEPA SALAIRE ${upper(name)}`)),
      [line],
    );
  } else {
    const lines = staff.slice(0, 5).map((name, at) => set.line(day, amounts[at] ?? 0, `Salaire ${name}`));
    set.link([set.move(day + dice.int(0, 2), total(amounts.slice(0, 5)), 'VIR SEPA SALAIRES')], lines);
  }
}

/** Sales of a day in the books, less the commission of the bank. */
function cardTakings(set: Builder, n: number): void {
  const { dice } = set;
  const [day, gross] = [10 + n * 20, cents(dice, 30_000, 300_000)];
  const fee = Math.round((gross * dice.int(50, 180)) / 10_000);
  const docRef = `TPE${String(5200 + n)}`;
  const line = set.line(day, gross, 'Ventes CB contrat 4417203', { docRef: n % 3 === 0 ? '' : docRef });
  const label = `REMISE CB CONTRAT 4417203 ${n % 3 === 0 ? '' : docRef}`.trim();
  set.link([set.move(day + dice.int(1, 3), gross - fee, label)], [line]);
}

/** Two figures that follow each other change places. */
const swapped = (amount: number): number => {
  const figures = [...String(Math.abs(amount))];
  const at = figures.findIndex(
    (figure, place) => place > 0 && place < figures.length - 1 && figure !== figures[place + 1],
  );
  if (at < 0) return amount + 9;
  [figures[at], figures[at + 1]] = [figures[at + 1] ?? '', figures[at] ?? ''];
  return Math.sign(amount) * Number(figures.join(''));
};

function nearly(set: Builder, { name, sign }: Party, change: (amount: number) => number): void {
  const { dice } = set;
  const [day, amount] = [set.day(), sign * cents(dice)];
  const line = set.line(day, change(amount), name, { docRef: dice.is(0.5) ? `FC${2026_1000 + set.books.length}` : '' });
  const docRef = set.books.at(-1)?.docRef ?? '';
  set.link([set.move(day + dice.int(0, 4), amount, `VIR SEPA ${upper(name)} ${docRef}`.trim())], [line]);
}

/** Two transfers for three invoices that no part of them makes. */
function severalToSeveral(set: Builder, { name }: Party, n: number): void {
  const { dice } = set;
  const [day, amounts] = [n * 70 + 15, [cents(dice), cents(dice), cents(dice)]];
  const first = cents(dice, 1000, total(amounts) - 1000);
  const lines = amounts.map((amount, at) => set.line(day + at, amount, name));
  const moves = [first, total(amounts) - first].map((amount, at) =>
    set.move(day + 2 + at, amount, `VIR SEPA RECU ${upper(name)}`),
  );
  set.link(moves, lines);
}

/** 250 transfers of members of a club, of so many names, whose amounts are the same for many. */
export function memberSet(seed: number, names: number): ReconciliationSet {
  const dice = new Dice(seed * 31 + names);
  const set = new Builder(dice);
  const surnames = distinct(Math.ceil(names * 0.9), () => nameOf(dice));
  const members = distinct(names, () => `${dice.pick(surnames)} ${dice.pick(FIRST_NAMES)}`);
  for (let n = 0; n < 250; n++) {
    const member = dice.pick(members);
    const [surname = '', first = ''] = member.split(' ');
    const [day, amount] = [set.day(), dice.pick([5000, 5000, 8000, 12_000])];
    const written = dice.pick([member, `${surname} ${first.slice(0, 1)}`, `M ${surname}`, `${first} ${surname}`]);
    const label = dice.is(0.08) ? 'VIR SEPA RECU COTISATION' : `VIR SEPA RECU ${upper(written)} COTISATION 2026`;
    const movement = dice.is(0.9) ? set.move(day, amount, label) : undefined;
    if (movement !== undefined && dice.is(0.12)) continue;
    const entered = dice.pick([member, member, `${first} ${surname}`, surname]);
    const line = set.line(day + dice.int(-4, 9), amount, `Cotisation ${entered}`);
    if (movement !== undefined) set.link([movement], [line]);
  }
  return set.done();
}
