/** Sales of Pixelune Conseil: projects, maintenance subscriptions, one customer abroad, and how each is paid. */
import { addDays, type PlainDate } from '../../../../src/services/kernel/dates.ts';
import { chequeDeposit, debitReturned, debitsIssued } from '../advices.ts';
import { eur, share } from '../amounts.ts';
import { day, inMonth, type Month, workingDay } from '../calendar.ts';
import { type Desk, months, receive } from '../desk.ts';
import { bankText, named, type Party } from '../parties.ts';
import { bounce, type Invoice, type Item, remaining, settle } from '../trade.ts';
import { CUSTOMERS, SUBSCRIBERS } from './data.ts';

const PROJECTS = [
  'Refonte du site',
  'Boutique en ligne',
  'Audit de sécurité',
  'Identité visuelle',
  'Application mobile',
  'Référencement',
  'Formation',
  'Tableau de bord',
] as const;
const ABROAD = named(CUSTOMERS, 'Nordwolke');
const USUAL = CUSTOMERS.slice(0, 12);

/** Invoices that take part in a special case, by number of the year. */
const CASES = { credited: 9, halves: 14, pair: [22, 23], cheque: [30, 47] } as const;

interface Job {
  readonly date: PlainDate;
  readonly party: Party;
}

/** All project invoices of the year, numbered in order of date. */
export function sellProjects(desk: Desk): Invoice[] {
  const jobs = months(desk).flatMap((month) => monthJobs(desk, month));
  return jobs.map((job, index) => sellProject(desk, job, index + 1, jobs[index - 1]));
}

function monthJobs({ dice }: Desk, month: Month): Job[] {
  const count = dice.int(7, 9);
  const dates = Array.from({ length: count }, () => inMonth(month, dice.int(2, 27))).sort();
  const abroad = ['02', '05', '08', '11'].includes(month.name.slice(5));
  return dates.map((date, index) => ({ date, party: abroad && index === 2 ? ABROAD : dice.pick(USUAL) }));
}

function sellProject({ trade, dice }: Desk, job: Job, number: number, before: Job | undefined): Invoice {
  const party = number === CASES.pair[1] ? (before?.party ?? job.party) : job.party;
  const ht = dice.amount(1850, 8600, 2500);
  const item: Item =
    party === ABROAD
      ? { account: '706300', ht, rate: 0n, nature: 'OtherUntaxed' }
      : { account: '706100', ht, rate: 2000n, nature: 'Taxed' };
  const ref = `F2024-${String(number).padStart(3, '0')}`;
  const label = `${party.name} ${dice.pick(PROJECTS)}`;
  return trade.sell({ ref, date: job.date, party, items: [item], label, exigibility: 'OnReceipts' });
}

/** Payments of the projects: most whole and late, some in two parts, by cheque, together or less a credit note. */
export function receiveProjects(desk: Desk, invoices: readonly Invoice[]): void {
  const special = new Set<number>([CASES.halves, ...CASES.pair, ...CASES.cheque]);
  creditPart(desk, at(invoices, CASES.credited));
  payInHalves(desk, at(invoices, CASES.halves));
  const pair = CASES.pair.map((number) => at(invoices, number));
  receive(desk, pair, workingDay(addDays(at(invoices, CASES.pair[1]).date, 31)));
  CASES.cheque.forEach((number, index) => {
    receiveCheque(desk, at(invoices, number), index + 1);
  });
  const left = invoices.filter((_, index) => !special.has(index + 1));
  for (const invoice of left) receive(desk, [invoice], workingDay(addDays(invoice.date, desk.dice.int(16, 52))));
  payPartly(desk, invoices);
}

function at(invoices: readonly Invoice[], number: number): Invoice {
  const invoice = invoices[number - 1];
  if (invoice === undefined) throw new Error(`no invoice ${number}`);
  return invoice;
}

/** A credit note of a tenth, before the invoice is paid. */
function creditPart({ trade }: Desk, invoice: Invoice): void {
  const ht = -share(invoice.taxes[0]?.base ?? 0n, 1000n);
  const items = [{ account: '706100', ht, rate: 2000n as const, nature: 'Taxed' as const }];
  const date = workingDay(addDays(invoice.date, 6));
  const label = `${invoice.party.name} avoir sur ${invoice.ref}`;
  const draft = { ref: 'A2024-001', date, party: invoice.party, items, label, exigibility: 'OnReceipts' as const };
  trade.setAgainst(trade.sell(draft), invoice);
}

/** Two fifths soon, the rest two months later. */
function payInHalves(desk: Desk, invoice: Invoice): void {
  receive(desk, [invoice], workingDay(addDays(invoice.date, 9)), share(invoice.total, 4000n));
  receive(desk, [invoice], workingDay(addDays(invoice.date, 64)));
}

function receiveCheque({ bank }: Desk, invoice: Invoice, number: number): void {
  const date = workingDay(addDays(invoice.date, 27));
  const bankDate = workingDay(addDays(date, 1));
  settle(bank, [invoice], { date, label: `CHQ ${invoice.party.name}`, advice: chequeDeposit(number), bankDate });
}

/** At the closing two unpaid invoices have received half: partial lettering. */
function payPartly(desk: Desk, invoices: readonly Invoice[]): void {
  const open = invoices.filter((invoice) => remaining(invoice) > 0n && invoice.date < day('2024-12-10'));
  for (const invoice of open.slice(0, 2)) receive(desk, [invoice], day('2024-12-19'), share(invoice.total, 5000n));
}

/** Monthly subscriptions: invoiced on the 1st, collected together by direct debit on the 5th. */
export function sellSubscriptions(desk: Desk): void {
  const prices = SUBSCRIBERS.map(() => desk.dice.amount(89, 320, 100));
  months(desk).forEach((month, index) => {
    const invoices = SUBSCRIBERS.map((party, rank) =>
      desk.trade.sell({
        ref: `M2024-${month.name.slice(5)}${rank + 1}`,
        date: month.start,
        party,
        items: [{ account: '706200', ht: prices[rank] ?? 0n, rate: 2000n, nature: 'Taxed' }],
        label: `${party.name} maintenance ${month.name}`,
        exigibility: 'OnReceipts',
      }),
    );
    const date = inMonth(month, 5);
    const advice = debitsIssued(`MAINT ${month.name}`, index + 1);
    settle(desk.bank, invoices, { date, label: `Prélèvements maintenance ${month.name}`, advice });
    if (month.name === REJECTED.month) rejectTwo(desk, invoices);
  });
}

/** Two direct debits of October come back; their customers pay by transfer in November. */
export const REJECTED = {
  month: '2024-10',
  date: day('2024-10-10'),
  settled: day('2024-10-07'),
  cases: [
    { rank: 2, reason: '20', text: 'PROVISION INSUFFISANTE', paid: day('2024-11-06') },
    { rank: 5, reason: '14', text: 'COMPTE CLOTURE', paid: day('2024-11-14') },
  ],
} as const;

/** The rejected invoices, in the order of the file of rejects. */
export const rejected = (invoices: readonly Invoice[]): Invoice[] =>
  REJECTED.cases.flatMap(({ rank }) => invoices.filter(({ ref }) => ref === `M2024-10${rank + 1}`));

function rejectTwo(desk: Desk, invoices: readonly Invoice[]): void {
  for (const { rank, reason, text, paid } of REJECTED.cases) {
    const invoice = at(invoices, rank + 1);
    const advice = debitReturned(invoice.party, reason, text);
    bounce(desk.bank, invoice, { date: REJECTED.date, label: `Impayé ${invoice.party.name}`, advice });
    receive(desk, [invoice], paid);
  }
}

export const rejectFee = eur('14.40');
export const feeText = bankText('Frais sur impayés');
