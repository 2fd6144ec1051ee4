/** Works and materials of Menuiserie Brindefer: three rates, advances, one main contractor, paid invoices. */
import { addDays, type PlainDate } from '../../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../../src/services/kernel/money.ts';
import { chequeDeposit, transferFrom } from '../advices.ts';
import { eur, share } from '../amounts.ts';
import { credit, type Line, letter } from '../book.ts';
import { day, inMonth, workingDay, workingDayBefore } from '../calendar.ts';
import { type Desk, type Means, months, paySupplier, receive } from '../desk.ts';
import { named, type Party } from '../parties.ts';
import { type Invoice, type Item, type Rate, remaining, settle } from '../trade.ts';
import { CUSTOMERS, EXERCISE, SUPPLIERS } from './data.ts';
import { OLD_ADVANCE } from './opening.ts';

interface Work {
  readonly label: string;
  readonly account: string;
  readonly rate: Rate;
}

const WORKS: readonly Work[] = [
  { label: 'escalier', account: '704200', rate: 1000n },
  { label: 'portes et placards', account: '704200', rate: 1000n },
  { label: 'parquet', account: '704200', rate: 1000n },
  { label: 'fenêtres isolantes', account: '704300', rate: 550n },
  { label: 'comptoir', account: '704100', rate: 2000n },
  { label: 'agencement', account: '704100', rate: 2000n },
];
const CONTRACTOR = named(CUSTOMERS, 'Bâtisseurs');
const SUBCONTRACT: Work = { label: 'pose en sous-traitance', account: '704400', rate: 0n };

interface Job {
  readonly date: PlainDate;
  readonly party: Party;
  readonly work: Work;
  readonly ht: Cents;
}

/** Invoices of the year; the first one of February takes the advance of the year before. */
export function invoiceWorks(desk: Desk, oldAdvance: Line): Invoice[] {
  return jobs(desk).map((job, index) => {
    const ref = `F25-${String(index + 1).padStart(3, '0')}`;
    const old = job.party === OLD_ADVANCE.party && job.date.startsWith('2025-02');
    const part = old ? { line: oldAdvance, ht: OLD_ADVANCE.ht } : askAdvance(desk, job, ref);
    return invoiceOne(desk, job, ref, part);
  });
}

function jobs({ dice, exercise }: Desk): Job[] {
  return months({ exercise }).flatMap((month, rank) => {
    const dates = Array.from({ length: dice.int(4, 5) }, () => inMonth(month, dice.int(3, 27))).sort();
    return dates.map((date, index): Job => {
      if (rank === 1 && index === 0) {
        return { date, party: OLD_ADVANCE.party, work: WORKS_AT_10, ht: eur('5000') };
      }
      const contract = rank % 4 === 2 && index === 1;
      const party = contract ? CONTRACTOR : dice.pick(CUSTOMERS.slice(0, 11));
      return { date, party, work: contract ? SUBCONTRACT : dice.pick(WORKS), ht: dice.amount(980, 6900, 1500) };
    });
  });
}

const WORKS_AT_20: Work = { label: 'bibliothèques', account: '704100', rate: 2000n };
const WORKS_AT_10: Work = { label: 'escalier', account: '704200', rate: 1000n };

interface Advance {
  readonly line: Line;
  readonly ht: Cents;
}

/** Three tenths before the work begins, when it is worth it. */
function askAdvance(desk: Desk, { party, work, ht, date }: Job, ref: string): Advance | undefined {
  const asked = workingDayBefore(addDays(date, -24));
  if (ht < eur('4200') || work === SUBCONTRACT || asked < desk.exercise.start) return undefined;
  return receiveAdvance(desk, { date: asked, party, work, ht: share(ht, 3000n) }, ref.replace('F', 'AC'));
}

/** An advance without tax on 419; its tax is due with the receipt. */
function receiveAdvance({ bank, trade }: Desk, { date, party, work, ht }: Job, advanceRef: string): Advance {
  const { rate } = work;
  const tax = share(ht, rate);
  const account = trade.accounts.collected[String(rate)] ?? '';
  const line = credit('419100', ht, { party, ref: advanceRef });
  const label = `VIR acompte ${party.name}`;
  const advice = transferFrom(party, `ACOMPTE ${advanceRef}`);
  bank.operate({ date, label, lines: [line, credit(account, tax)], advice });
  const taxes = [{ nature: 'Taxed' as const, rate, base: ht, tax, account }];
  trade.carried({ side: 'sale', ref: advanceRef, date, party, exigibility: 'OnDebits', total: ht + tax, taxes, line });
  return { line, ht };
}

function invoiceOne({ trade, book }: Desk, job: Job, ref: string, advance: Advance | undefined): Invoice {
  const { date, party, work, ht } = job;
  const nature = work === SUBCONTRACT ? ('OtherUntaxed' as const) : ('Taxed' as const);
  const done: Item = { account: work.account, ht, rate: work.rate, nature };
  const label = `${party.name} ${work.label}`;
  const common = { ref, date, party, label, exigibility: 'OnReceipts' as const };
  if (advance === undefined) return trade.sell({ ...common, items: [done] });
  const taken: Item = { account: '419100', ht: -advance.ht, rate: work.rate, nature, party, label: `Acompte ${ref}` };
  const invoice = trade.sell({ ...common, items: [done, taken] });
  const line = book.entries.at(-1)?.lines.find(({ account }) => account === '419100');
  if (line !== undefined) letter([advance.line, line]);
  return invoice;
}

/** Customers pay within two months; a few by cheque, one in two parts, one half paid at the closing. */
export function receiveWorks(desk: Desk, invoices: readonly Invoice[]): void {
  invoices.forEach((invoice, index) => {
    const date = workingDay(addDays(invoice.date, desk.dice.int(12, 48)));
    if (index === 10) receive(desk, [invoice], workingDay(addDays(invoice.date, 7)), share(invoice.total, 5000n));
    if (index % 9 !== 4) receive(desk, [invoice], date);
    else if (date <= EXERCISE.end) receiveCheque(desk, invoice, date, index);
  });
  const open = invoices.find((invoice) => remaining(invoice) > 0n && invoice.date < day('2025-12-15'));
  if (open !== undefined) receive(desk, [open], day('2025-12-18'), share(open.total, 5000n));
  const school = { party: named(CUSTOMERS, 'École'), work: WORKS_AT_20, ht: eur('1800') };
  receiveAdvance(desk, { ...school, date: day('2025-12-10') }, 'AC26-001');
}

function receiveCheque({ bank }: Desk, invoice: Invoice, date: PlainDate, number: number): void {
  const how = { date, label: `CHQ ${invoice.party.name}`, advice: chequeDeposit(number) };
  settle(bank, [invoice], { ...how, bankDate: workingDay(addDays(date, 1)) });
}

const STORES: readonly { readonly means: Means; readonly delay: number }[] = [
  { means: 'bill', delay: 45 },
  { means: 'transfer', delay: 30 },
  { means: 'transfer', delay: 30 },
];

/** Wood, hardware, glass: a few invoices a month, paid supplier by supplier. */
export function buyMaterials(desk: Desk): void {
  const { dice, trade } = desk;
  for (const month of months(desk)) {
    const stores = SUPPLIERS.slice(0, 3);
    for (const [rank, party] of stores.entries()) {
      const count = rank === 0 ? dice.int(1, 2) : dice.int(0, 2);
      const invoices = Array.from({ length: count }, (_, index) => {
        const date = inMonth(month, 4 + 9 * index + dice.int(0, 7));
        const ht = rank === 0 ? dice.amount(1500, 4100, 35) : dice.amount(180, 1250, 15);
        const items: Item[] = [{ account: '601000', ht, rate: 2000n, nature: 'Deductible' }];
        const ref = `${party.code}-${month.name.slice(2, 4)}${month.name.slice(5)}${index + 1}`;
        return trade.buy({ ref, date, party, items, label: `${party.name} matériaux`, exigibility: 'OnDebits' });
      });
      const { means, delay } = STORES[rank] ?? { means: 'transfer', delay: 30 };
      const last = invoices.at(-1);
      if (last !== undefined) paySupplier(desk, invoices, means, workingDay(addDays(last.date, delay)));
    }
  }
}
