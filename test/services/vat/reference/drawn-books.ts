/** Books that firms may keep: invoices, credit notes, cash, reverse charge, advances, letters, payments that bounce. */
import fc from '../../../support/property.ts';
import { type Body, cents, type SentAccount, type SentEntry, type SentLine, type SentShare } from './books.ts';
import { Chance } from './draw.ts';
import { drawnChart, drawnParties } from './drawn-chart.ts';
import { legalRates, PARTS, type Rate, rounded, sum, type Territory, taxOf } from './rates.ts';

/** A line to be written: above 0 is credit. */
type Line = Omit<SentLine, 'LineId' | 'Debit' | 'Credit'> & { readonly credit: bigint };

/** What stands open of a third party, to be lettered and paid. */
interface Open {
  readonly line: SentLine;
  readonly credit: bigint;
}

type Taxed = readonly [rate: Rate, base: bigint];

export const drawnBooks = fc.gen().map((draw) => new Books(new Chance(draw)).body());

const money = (amount: bigint): string => {
  const digits = `${amount < 0n ? -amount : amount}`.padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const creditOf = (lines: readonly Pick<Line, 'credit'>[]): bigint => sum(lines.map(({ credit }) => credit));

const PERIODS = [
  { StartDate: '2026-04-01', EndDate: '2026-04-30', PreparedOn: '2026-05-10' },
  { StartDate: '2026-05-01', EndDate: '2026-05-31', PreparedOn: '2026-06-10' },
  { StartDate: '2026-06-01', EndDate: '2026-06-30', PreparedOn: '2026-07-10' },
];
const YEAR = { StartDate: '2026-01-01', EndDate: '2026-12-31' };

class Books {
  readonly #chance: Chance;
  readonly #territory: Territory;
  readonly #rates: readonly Rate[];
  readonly #accounts: readonly SentAccount[];
  readonly #entries: SentEntry[] = [];
  readonly #open = new Map<string, Open[]>();

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#territory = chance.oneOf('Mainland', 'Mainland', 'Corsica', 'Overseas');
    this.#rates = legalRates(this.#territory);
    this.#accounts = drawnChart(chance, this.#territory);
  }

  /** Documents of March to June; returns of April, May and June, or of the year. */
  body(): Body {
    const chance = this.#chance;
    for (let left = chance.number(2, 9); left > 0; left--) this.#document();
    for (const open of this.#open.values()) this.#settle(open);
    const isYearly = chance.happens(3);
    return {
      Form: isYearly ? '_3517SCA12' : '_3310CA3',
      Folder: {
        VatSystem: isYearly ? 'Simplified' : 'RealNormal',
        Territory: this.#territory,
        AdvancePaymentMode: chance.oneOf('TaxIncluded', 'TaxExcluded'),
        DeductionCoefficient: chance.oneOf('1.00', '1.00', '0.85', '0.33'),
      },
      Accounts: this.#accounts,
      ThirdParties: drawnParties(chance),
      Entries: this.#entries,
      Periods: isYearly ? [YEAR] : PERIODS,
      PreviousProcedures: !isYearly && chance.happens(5) ? [this.#march()] : [],
    };
  }

  #march() {
    return {
      Form: '_3310CA3',
      StartDate: '2026-03-01',
      EndDate: '2026-03-31',
      Status: this.#chance.oneOf('Sent', 'Draft'),
      Boxes: { JC: this.#chance.number(0, 500) },
      DeclaredLines: [] as const,
    };
  }

  #ofAccount(numbers: RegExp): SentAccount {
    return this.#chance.oneOf(...this.#accounts.filter(({ AccountNumber }) => numbers.test(AccountNumber)));
  }

  #post(date: string, lines: readonly Line[]): readonly SentLine[] {
    const Lines = lines
      .filter(({ credit }) => credit !== 0n)
      .map(
        ({ credit, ...line }, index): SentLine => ({
          LineId: index + 1,
          ...line,
          ...(credit > 0n ? { Credit: money(credit) } : { Debit: money(-credit) }),
        }),
      );
    this.#entries.push({ EntryId: this.#entries.length + 1, Journal: 'X', Date: date, Lines });
    return Lines;
  }

  #document(): void {
    const date = this.#chance.day(3, 6);
    const sign = this.#chance.happens(2) ? -1n : 1n; // a credit note
    const sale = () => this.#sale(date, sign);
    const purchase = () => this.#purchase(date, sign);
    const reverse = () => this.#reverse(date, sign);
    const kinds = [
      sale,
      sale,
      sale,
      purchase,
      purchase,
      reverse,
      () => this.#advance(date),
      () => this.#tax(date, sign),
    ];
    this.#chance.oneOf(...kinds)();
  }

  /** The lines, and what balances them: a third party, in one part or two, or the bank so many times in ten. */
  #against(date: string, lines: readonly Line[], account: '411000' | '401000', inCash: number): void {
    const rest = -creditOf(lines);
    if (this.#chance.happens(inCash)) {
      this.#post(date, [...lines, { AccountNumber: this.#chance.oneOf('512000', '530000'), credit: rest }]);
      return;
    }
    const parties = account === '411000' ? ['ALFA', 'BETA', 'GAMMA'] : ['UNO', 'DUE'];
    const SubAccount = this.#chance.oneOf(...parties);
    const part = this.#chance.happens(1) ? rest / 3n : 0n;
    const parts = [part, rest - part].map((credit) => ({ AccountNumber: account, SubAccount, credit }));
    const written = this.#post(date, [...parts, ...lines]).filter(({ AccountNumber }) => AccountNumber === account);
    const open = written.map((line) => ({ line, credit: cents(line.Credit) - cents(line.Debit) }));
    this.#open.set(account + SubAccount, [...(this.#open.get(account + SubAccount) ?? []), ...open]);
  }

  #sale(date: string, sign: bigint): void {
    const sold = Array.from({ length: this.#chance.number(1, 3) }, () => this.#sold(sign));
    const byRate = new Map<Rate, bigint>();
    for (const [rate, base] of sold.flatMap(({ taxed }) => taxed)) byRate.set(rate, (byRate.get(rate) ?? 0n) + base);
    this.#against(date, [...sold.map(({ line }) => line), ...this.#taxes([...byRate])], '411000', 1);
  }

  /** A line of a sale, and the bases that it has: at the rate of its account, at one of its own, or at two. */
  #sold(sign: bigint): { readonly line: Line; readonly taxed: readonly Taxed[] } {
    const chance = this.#chance;
    const { AccountNumber, VatRate } = this.#ofAccount(/^70/);
    const credit = sign * chance.amount() * (chance.number(0, 11) === 0 ? -1n : 1n);
    const line = { AccountNumber, credit, ...this.#decided() };
    if (AccountNumber.endsWith('900')) return { line, taxed: [] };
    const kind = chance.oneOf('own', 'two', ...Array(8).fill('account'));
    const rate = chance.oneOf(...this.#rates);
    if (kind === 'own') return { line: { ...line, VatRate: rate }, taxed: [[rate, credit]] };
    if (kind === 'account' || credit === 1n || credit === -1n)
      return { line, taxed: [[VatRate !== undefined && VatRate in PARTS ? (VatRate as Rate) : rate, credit]] };
    const taxed = inTwo(credit, this.#rates);
    return { line: { ...line, VatRateDistributions: taxed.map(distributed) }, taxed };
  }

  #decided(): Partial<Line> {
    return {
      ...(this.#chance.happens(1) && { Exigibility: this.#chance.oneOf('OnDebits', 'OnReceipts', 'NotLiable') }),
      ...(this.#chance.number(0, 19) === 0 && { IsDeclared: true }),
    };
  }

  /** One line for each rate, which it says or not; or one for all; or none. */
  #taxes(byRate: readonly Taxed[]): Line[] {
    const gap = () => BigInt(this.#chance.happens(1) ? this.#chance.number(-3, 3) : 0);
    const unnamed = byRate.map(([rate, base]) => ({ AccountNumber: '445710', credit: taxOf(base, rate) + gap() }));
    const named = unnamed.map((line, at) => ({ ...line, VatRate: byRate[at]?.[0] }));
    return this.#chance.oneOf(named, unnamed, [{ AccountNumber: '445710', credit: creditOf(unnamed) }], []);
  }

  #bought(numbers: RegExp, sign: bigint): (Line & { readonly rate: Rate })[] {
    return Array.from({ length: this.#chance.number(1, 2) }, () => {
      const { AccountNumber, VatRate } = this.#ofAccount(numbers);
      return { AccountNumber, credit: -sign * this.#chance.amount(), rate: VatRate as Rate };
    });
  }

  #purchase(date: string, sign: bigint): void {
    const bought = this.#bought(/^(606|6226|6070|218)/, sign);
    const tax = rounded(sum(bought.map(({ credit, rate }) => credit * PARTS[rate])), 10_000n);
    const part = this.#chance.happens(2) ? tax / 2n : 0n;
    const account = () => this.#chance.oneOf('445660', '445660', '445620');
    const taxes = [part, tax - part].map((credit) => ({ AccountNumber: account(), credit }));
    this.#against(date, [...bought.map(withoutRate), ...(this.#chance.happens(9) ? taxes : [])], '401000', 1);
  }

  /** The tax that the buyer owes is booked on both sides, on one, or not at all; deducted for more, at times. */
  #reverse(date: string, sign: bigint): void {
    const bought = this.#bought(/^(6227|6071)/, sign);
    const due = -sum(bought.map(({ credit, rate }) => taxOf(credit, rate)));
    const more = this.#chance.happens(2) ? sign * BigInt(this.#chance.number(0, 500)) : 0n;
    const owed = { AccountNumber: '445200', credit: due };
    const deducted = { AccountNumber: this.#chance.oneOf('445660', '445620'), credit: -due - more };
    const taxes = this.#chance.oneOf([owed, deducted], [owed, deducted], [], [owed], [deducted]);
    this.#against(date, [...bought.map(withoutRate), ...taxes], '401000', 0);
  }

  /** Paid back, at times. */
  #advance(date: string): void {
    const amount = this.#chance.amount() * (this.#chance.happens(1) ? -1n : 1n);
    const received = { AccountNumber: '419100', SubAccount: 'ALFA', credit: amount };
    const paid = { AccountNumber: '409100', SubAccount: 'UNO', credit: -amount };
    const line = { ...this.#chance.oneOf(received, received, paid), VatRate: this.#rates[0] };
    this.#post(date, [{ AccountNumber: '512000', credit: -line.credit }, line]);
  }

  /** Tax without a base. */
  #tax(date: string, sign: bigint): void {
    const credit = sign * this.#chance.amount();
    const VatRate = this.#chance.happens(8) ? this.#chance.oneOf(...this.#rates) : undefined;
    const collected = [
      { AccountNumber: '471000', credit: -credit },
      { AccountNumber: '445710', credit, VatRate },
    ];
    const owed = [
      { AccountNumber: '445660', credit: -credit },
      { AccountNumber: '445200', credit },
    ];
    this.#post(date, this.#territory !== 'Overseas' && this.#chance.happens(3) ? owed : collected);
  }

  /** Letters of one to three documents, of which some are paid. */
  #settle(open: readonly Open[]): void {
    for (let from = 0, count = 1; from < open.length; from += count) {
      count = this.#chance.number(1, 3);
      if (this.#chance.happens(8)) this.#pay(open.slice(from, from + count));
    }
  }

  #pay(documents: readonly Open[]): void {
    const Letter = `L${this.#entries.length}`;
    for (const { line } of documents) line.Letter = Letter;
    const { AccountNumber = '', SubAccount } = documents[0]?.line ?? {};
    const party = { AccountNumber, SubAccount, ...(this.#chance.happens(9) && { Letter }) };
    let rest = -creditOf(documents);
    for (let left = this.#chance.number(0, 3); left > 0; left--) rest -= this.#payment(party, rest, left === 1);
  }

  /** A part of the rest, or all of it; what was paid of it in the end. */
  #payment(party: Omit<Line, 'credit'>, rest: bigint, isLast: boolean): bigint {
    const chance = this.#chance;
    const paid = isLast && chance.happens(7) ? rest : (rest * BigInt(chance.number(1, 99))) / 100n;
    if (paid === 0n) return 0n;
    const LetterDate = chance.happens(2) ? chance.day(4, 7) : undefined;
    const pay = (day: string, line: Omit<Line, 'credit'>, credit: bigint) =>
      this.#post(day, [
        { AccountNumber: '512000', credit: -credit },
        { ...line, credit },
      ]);
    pay(chance.day(3, 7), { ...party, LetterDate }, paid);
    if (!chance.happens(1)) return paid;
    pay(chance.day(4, 7), party, -paid);
    return 0n;
  }
}

const withoutRate = ({ AccountNumber, credit }: Line): Line => ({ AccountNumber, credit });

const inTwo = (credit: bigint, [first = '_20', second = '_10']: readonly Rate[]): Taxed[] => [
  [first, credit / 2n],
  [second, credit - credit / 2n],
];

const distributed = ([VatRate, base]: Taxed): SentShare => ({
  VatRate,
  TaxExcludedAmount: money(base),
  VatAmount: money(taxOf(base, VatRate)),
});
