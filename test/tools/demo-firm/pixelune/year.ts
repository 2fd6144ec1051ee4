/** Folder 1: a service company under corporation tax, calendar year 2024, VAT on receipts, monthly returns. */
import { addDays } from '../../../../src/services/kernel/dates.ts';
import { type Cents, wholeEuros } from '../../../../src/services/kernel/money.ts';
import { bankFees, businessDebit, interestEarned, transferIn, transferOut, transferTo } from '../advices.ts';
import { eur, share } from '../amounts.ts';
import { Bank } from '../bank.ts';
import { Book, credit, debit, type Line } from '../book.ts';
import { day, inMonth, workingDay } from '../calendar.ts';
import { ACCOUNTS_2024 } from '../chart.ts';
import { closeAssets, companyTax } from '../closing.ts';
import { type Desk, months, payByCard, payByCheque, paySupplier, postRecurring, receive } from '../desk.ts';
import type { Folder } from '../folder.ts';
import {
  balanceOf,
  buyAsset,
  declareMonthly,
  payState,
  repayLoan,
  type StatePayment,
  TRADE_ACCOUNTS,
  takeBack,
  takeStock,
} from '../habits.ts';
import { named, type Party } from '../parties.ts';
import { DGFIP, pay, payDebts, payNet, postPay } from '../payroll.ts';
import { dice } from '../random.ts';
import { type Invoice, settle, Trade } from '../trade.ts';
import { ASSETS, CURRENT, EXERCISE, IDENTITY, LOAN, PAYROLL, RECURRING, SAVINGS, SUPPLIERS } from './data.ts';
import { pixeluneFiles } from './files.ts';
import { openPixelune } from './opening.ts';
import { feeText, REJECTED, receiveProjects, rejectFee, sellProjects, sellSubscriptions } from './sales.ts';

const CLOSED = day('2025-03-14');
const supplier = (name: string): Party => named(SUPPLIERS, name);

export function pixelune(): Folder {
  const book = new Book(CLOSED);
  const trade = new Trade(book, TRADE_ACCOUNTS);
  const bank = new Bank(CURRENT, book);
  const savings = new Bank(SAVINGS, book);
  const desk: Desk = { exercise: EXERCISE, book, trade, bank, dice: dice(20240101), cheque: 4118 };
  const opening = openPixelune(book, trade);
  payOpening(desk, opening.receivable, opening.payable);
  const projects = sellProjects(desk);
  sellSubscriptions(desk);
  receiveProjects(desk, projects);
  months(desk).forEach((month, index) => {
    postRecurring(desk, month, index, RECURRING);
  });
  spendByCard(desk);
  payStaff(desk);
  const bought = ASSETS.filter(({ acquired }) => acquired >= EXERCISE.start);
  for (const asset of bought) buyAsset(desk, asset, supplier('Informatique'), 30);
  specialPurchases(desk);
  repayLoan(desk, LOAN);
  shareProfit(desk);
  moveSavings(desk, savings);
  bankCharges(desk, savings);
  const returns = declareMonthly(desk, 21, {});
  draftEntries(desk);
  const taxFigures = close(desk);
  book.number('file');
  book.assignLetters(false);
  return {
    identity: IDENTITY,
    exercise: EXERCISE,
    book,
    banks: [bank, savings],
    assets: ASSETS,
    returns,
    files: pixeluneFiles(bank, savings, trade.invoices),
    accountLabels: ACCOUNTS_2024,
    fecStyle: { encoding: 'utf8', eol: '\r\n' },
    sequence: 'file',
    lowerPartial: false,
    shows: [
      'VAT on receipts: 445710 keeps the tax of what customers have not paid, the returns follow the lettering',
      'two draft entries without validation date (the check warns: FEC021)',
      'an invoice in dollars with its exchange loss; reverse charge of foreign services (445200, 445662)',
      'two direct debits returned in October, found again in the CFONB 240 file and on account 411',
      'two identical train tickets on one day (2024-09-17): both are kept by a statement import',
      'asset 4 was taken over with past amortization; asset 5 ends in the first days of the year',
    ],
    taxFigures,
  };
}

function payOpening(desk: Desk, receivable: readonly Invoice[], payable: readonly Invoice[]): void {
  for (const invoice of receivable)
    receive(desk, [invoice], workingDay(addDays(day('2024-01-04'), desk.dice.int(0, 34))));
  for (const invoice of payable) {
    paySupplier(desk, [invoice], 'transfer', workingDay(addDays(day('2024-01-11'), desk.dice.int(0, 12))));
  }
  payState(desk, STATE);
}

/** First tax instalment on the profit of 2022 (tax 6 000); the second brings the half of the tax of 2023 (8 250). */
const STATE: readonly StatePayment[] = [
  { date: '2024-01-22', label: 'TVA 2023-12', account: '445510', amount: '6412', text: '3310CA3 2023-12' },
  { date: '2024-03-15', label: 'Acompte IS 1', account: '444000', amount: '1500', text: '2571 2024-03' },
  { date: '2024-05-15', label: 'Solde IS 2023', account: '444000', amount: '2150', text: '2572 2023' },
  { date: '2024-06-17', label: 'Acompte IS 2', account: '444000', amount: '2625', text: '2571 2024-06' },
  { date: '2024-09-16', label: 'Acompte IS 3', account: '444000', amount: '2063', text: '2571 2024-09' },
  { date: '2024-12-16', label: 'Acompte IS 4', account: '444000', amount: '2063', text: '2571 2024-12' },
  { date: '2024-12-16', label: 'CFE 2024', account: '635110', amount: '1286', text: 'CFE 2024' },
];

const TRAVEL = ['RAILVOYAGE', 'RAILVOYAGE', 'TAXI COMETE', 'HOTEL LE PASSANT'] as const;
const MEALS = ['LE PETIT GALION', 'AUBERGE DU QUAI', 'CANTINE ZESTE'] as const;

function spendByCard(desk: Desk): void {
  const { dice: chance } = desk;
  for (const month of months(desk)) {
    for (let count = chance.int(2, 3); count > 0; count -= 1) {
      const date = inMonth(month, chance.int(2, 27));
      const trip = { merchant: chance.pick(TRAVEL), account: '625100', date, rate: 0n as const };
      payByCard(desk, { ...trip, ttc: chance.amount(28, 190, 50) });
      const meal = { merchant: chance.pick(MEALS), account: '625700', date, rate: 1000n as const };
      if (chance.chance(2, 3)) payByCard(desk, { ...meal, ttc: chance.amount(31, 118, 10) });
    }
  }
  const ticket = { merchant: 'RAILVOYAGE', account: '625100', date: day('2024-09-17'), rate: 0n as const };
  payByCard(desk, { ...ticket, ttc: eur('47.50') });
  payByCard(desk, { ...ticket, ttc: eur('47.50') });
  const fine = { merchant: 'AMENDES GOUV', account: '671200', date: day('2024-07-18'), rate: 0n as const };
  payByCard(desk, { ...fine, ttc: eur('135') });
}

function payStaff(desk: Desk): void {
  const before = { start: day('2023-12-01'), end: day('2023-12-31'), name: '2023-12' };
  payDebts(desk.bank, before, PAYROLL, pay(PAYROLL), EXERCISE.end);
  for (const month of months(desk)) {
    const bonus = month.name === '2024-12' ? eur('5800') : 0n;
    const result = postPay(desk.book, month, PAYROLL, bonus);
    payNet(desk.bank, month, result.net);
    payDebts(desk.bank, month, PAYROLL, result, EXERCISE.end);
  }
}

function specialPurchases(desk: Desk): void {
  const { trade, bank } = desk;
  const lawyer = trade.buy({
    ref: 'AT-0914',
    date: day('2024-06-20'),
    party: supplier('Avocats'),
    items: [{ account: '622600', ht: eur('1180'), rate: 2000n, nature: 'Deductible' }],
    label: 'Avocats Tournebois assemblée annuelle',
    exigibility: 'OnReceipts',
  });
  payByCheque(desk, [lawyer], day('2024-07-04'), 7);
  const party = trade.buy({
    ref: 'TB-1219',
    date: day('2024-12-19'),
    party: supplier('Traiteur'),
    items: [{ account: '625700', ht: eur('1168'), rate: 1000n, nature: 'Deductible' }],
    label: 'Traiteur Bellepomme soirée des clients',
    exigibility: 'OnReceipts',
  });
  payByCheque(desk, [party], day('2024-12-23'), 14);
  const licence = trade.buy({
    ref: 'QF-77120',
    date: day('2024-05-06'),
    party: supplier('Quarkforge'),
    items: [{ account: '651000', ht: eur('1003.42'), rate: 2000n, nature: 'ForeignService' }],
    label: 'Quarkforge Inc licence annuelle 1 080,00 USD',
    exigibility: 'OnDebits',
    foreign: { code: 'USD', amount: -eur('1080') },
  });
  payDollars(bank, licence);
}

/** 1 080.00 dollars cost 1 012.36 euros on the day of payment: the difference is an exchange loss. */
function payDollars(bank: Bank, invoice: Invoice): void {
  const date = day('2024-06-05');
  const rate = `USD2${'108000'.padStart(14, '0')}06${'1066814'.padStart(11, '0')}`;
  const transfer = transferTo(invoice.party, `FACTURE ${invoice.ref}`);
  const advice = { ...transfer, code: '44', details: [...(transfer.details ?? []), ['MMO', rate] as const] };
  const extra = [debit('656000', eur('8.94'))];
  settle(bank, [invoice], { date, label: 'VIR Quarkforge Inc', advice, extra });
}

function shareProfit({ book, bank }: Desk): void {
  const [profit, dividends] = [eur('36240.18'), eur('15000')];
  const lines = [debit('120000', profit), credit('457000', dividends), credit('106800', profit - dividends)];
  book.post({ journal: 'OD', date: day('2024-06-14'), ref: 'AGO-2024', label: 'Affectation du résultat 2023', lines });
  const withheld = share(dividends, 3000n);
  const pays = [debit('457000', dividends), credit('442200', withheld)];
  const advice = transferOut('ASSOCIES', 'DIVIDENDES 2023');
  bank.operate({ date: day('2024-06-28'), label: 'Dividendes nets', lines: pays, advice });
  const tax = businessDebit(DGFIP, '2777 2024-06');
  bank.operate({ date: day('2024-07-15'), label: 'PFU dividendes', lines: [debit('442200', withheld)], advice: tax });
}

const MOVES = [
  { date: '2024-04-12', amount: '12000' },
  { date: '2024-09-10', amount: '-8000' },
] as const;
const IN_TRANSIT = { date: day('2024-12-31'), amount: eur('15000') };

/** Transfers between the two accounts through 580; the last one reaches the savings account after the closing. */
function moveSavings({ bank }: Desk, savings: Bank): void {
  const text = 'VIREMENT COMPTE A COMPTE';
  const name = IDENTITY.name;
  const advice = (out: boolean) => (out ? transferOut(name, text) : transferIn(name, text));
  for (const move of MOVES) {
    const [date, amount] = [day(move.date), eur(move.amount)];
    const label = 'Virement interne';
    bank.operate({ date, label, lines: [debit('580000', amount)], advice: advice(amount > 0n) });
    savings.operate({ date, label, lines: [credit('580000', amount)], advice: advice(amount < 0n) });
  }
  const { date, amount } = IN_TRANSIT;
  const label = 'Virement vers livret';
  bank.operate({ date, label, lines: [debit('580000', amount)], advice: advice(true) });
  savings.operate({ date, label, lines: [credit('580000', amount)], advice: null });
  savings.differ('TransferInTransit', date, amount, 'transfer from 512100, credited by the bank in January');
}

const QUARTER_ENDS = ['2024-03', '2024-06', '2024-09', '2024-12'];

/** Fees of every month and quarter; those of December are on the statement and not in the books. */
function bankCharges(desk: Desk, savings: Bank): void {
  const { bank } = desk;
  const charge = (date: Parameters<Bank['report']>[0], amount: Cents, text: string): unknown =>
    bank.operate({ date, label: text, lines: [debit('627000', amount)], advice: bankFees(text) });
  for (const month of months(desk)) {
    charge(inMonth(month, 4), eur('18.90'), 'Frais de tenue de compte');
    if (!QUARTER_ENDS.includes(month.name)) continue;
    const amount = desk.dice.amount(38, 61, 1);
    const date = inMonth(month, 31);
    const text = 'Commission de mouvement';
    if (month.name !== '2024-12') charge(date, amount, text);
    else {
      bank.report(date, -amount, bankFees(text));
      bank.differ('FeesNotBooked', date, amount, 'commission of the fourth quarter, on the statement only');
    }
  }
  charge(REJECTED.date, rejectFee, feeText);
  const interest = eur('612.48');
  const advice = interestEarned('INTERETS CREDITEURS 2024');
  savings.operate({ date: day('2024-12-31'), label: 'Intérêts 2024', lines: [credit('768000', interest)], advice });
}

function draftEntries({ book, trade }: Desk): void {
  const date = EXERCISE.end;
  const stamps = [debit('626100', eur('36.40')), credit('467000', eur('36.40'))];
  book.post({ journal: 'OD', date, ref: 'A-VOIR-1', label: 'Timbres avancés', lines: stamps, stage: 'draft' });
  trade.buy({
    ref: 'A-VOIR-2',
    date,
    party: supplier('Informatique'),
    items: [{ account: '606300', ht: eur('189.60'), rate: 0n, nature: 'Deductible' }],
    label: 'Informatique Carbolane câbles, à contrôler',
    exigibility: 'OnDebits',
    stage: 'draft',
  });
}

/** Inventory entries; gives the figures of the tax result. */
function close(desk: Desk): Record<string, Cents> {
  const { book } = desk;
  accruals(desk);
  closeAssets(book, ASSETS, EXERCISE, { grantShare: '139120', grantIncome: '777000' });
  const before = -balanceOf(book, '6', '7');
  const fines = book.balance('6712');
  const tax = 100n * companyTax(wholeEuros(before + fines));
  takeStock(desk, 'INV-IS', 'Impôt sur les sociétés 2024', debit('695000', tax), credit('444000', tax));
  return { ResultBeforeTax: before, FinesAddedBack: fines, CompanyTax: tax, Result: before - tax };
}

function accruals(desk: Desk): void {
  const lines = [debit('408100', eur('1440')), credit('445860', eur('240')), credit('604000', eur('1200'))];
  takeBack(desk, 'factures non parvenues', ...lines);
  takeBack(desk, "charges constatées d'avance", debit('616000', eur('494')), credit('486000', eur('494')));
  const post = (ref: string, label: string, ...rest: Line[]): void => takeStock(desk, ref, label, ...rest);
  post('INV-CCA', "Assurance, deux mois d'avance", debit('486000', eur('494')), credit('616000', eur('494')));
  const fees = [debit('622600', eur('1900')), debit('445860', eur('380')), credit('408100', eur('2280'))];
  post('INV-FNP', 'Honoraires de bilan non reçus', ...fees);
  const work = [debit('418100', eur('5400')), credit('706100', eur('4500')), credit('445870', eur('900'))];
  post('INV-FAE', 'Travaux faits non facturés', ...work);
  post('INV-PCA', "Maintenance facturée d'avance", debit('706200', eur('640')), credit('487000', eur('640')));
  post('INV-CP', 'Congés à payer, variation', debit('641200', eur('1180.50')), credit('428200', eur('1180.50')));
  post('INV-CP', 'Charges sur congés, variation', debit('645800', eur('495.81')), credit('438200', eur('495.81')));
  post('INV-DOUT', 'Librairie Sombrelune, à 100 %', debit('681740', eur('1500')), credit('491000', eur('1500')));
}
