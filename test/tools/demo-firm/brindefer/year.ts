/** Folder 3: a sole trader under income tax, calendar year 2025 with the chart of 2025, simplified VAT. */
import { addDays } from '../../../../src/services/kernel/dates.ts';
import type { Cents } from '../../../../src/services/kernel/money.ts';
import { bankFees, businessDebit, directDebit, loanDrawn, transferFrom, transferIn, transferOut } from '../advices.ts';
import { eur, total } from '../amounts.ts';
import type { Asset } from '../assets.ts';
import { Bank } from '../bank.ts';
import { Book, credit, debit, type Line, letter } from '../book.ts';
import { day, inMonth, workingDay } from '../calendar.ts';
import { ACCOUNTS_2025 } from '../chart.ts';
import { closeAssets, exitAsset } from '../closing.ts';
import { type Desk, months, payByCard, payByCheque, paySupplier, postRecurring, receive } from '../desk.ts';
import type { Folder, VatReturn } from '../folder.ts';
import {
  balanceOf,
  buyAsset,
  payState,
  repayLoan,
  type StatePayment,
  TRADE_ACCOUNTS,
  takeBack,
  takeStock,
} from '../habits.ts';
import { pay, payDebts, payNet, postPay, URSSAF } from '../payroll.ts';
import { dice } from '../random.ts';
import { type Invoice, Trade } from '../trade.ts';
import { ca12, vatOf } from '../vat.ts';
import { ASSETS, CURRENT, EXERCISE, IDENTITY, LOAN, PAYROLL, RECURRING, supplier } from './data.ts';
import { brindeferFiles } from './files.ts';
import { openBrindefer } from './opening.ts';
import { buyMaterials, invoiceWorks, receiveWorks } from './works.ts';

const CLOSED = day('2026-03-27');

export function brindefer(): Folder {
  const book = new Book(CLOSED);
  const trade = new Trade(book, TRADE_ACCOUNTS);
  const bank = new Bank(CURRENT, book);
  const desk: Desk = { exercise: EXERCISE, book, trade, bank, dice: dice(20250101), cheque: 7701 };
  const opening = openBrindefer(book, trade);
  settleOpening(desk, opening.receivable, opening.payable);
  receiveWorks(desk, invoiceWorks(desk, opening.advance));
  buyMaterials(desk);
  months(desk).forEach((month, index) => {
    postRecurring(desk, month, index, RECURRING);
  });
  payState(desk, STATE);
  payPeople(desk);
  spendByCard(desk);
  const gain = changeVans(desk);
  repayLoan(desk, LOAN);
  sundries(desk);
  const taxReturn = declareYear(desk);
  const taxFigures = { ...close(desk), ...gain };
  book.number('file');
  book.assignLetters(false);
  return {
    identity: IDENTITY,
    exercise: EXERCISE,
    book,
    banks: [bank],
    assets: ASSETS,
    returns: [taxReturn],
    files: brindeferFiles(bank),
    accountLabels: ACCOUNTS_2025,
    fecStyle: { encoding: 'utf8', eol: '\n' },
    sequence: 'file',
    lowerPartial: false,
    shows: [
      'the exercise opens in 2025: 657 and 757 for the van sold, 747 for the grant, 658.2 for the fine, 758.7 insurance',
      'the van was held more than two years: the whole gain is short term, being lower than the amortization',
      'advances of customers without tax on 419100, their tax declared on receipt, lettered with the final invoice',
      'what 2024 left unpaid stands in the opening entry, which no return reads: `vat procedure box set` types the boxes that it feeds (EW, FW, GF, GH, HA), and the CA12 is the one below',
      'works at 20 %, 10 % and 5.5 %, subcontracting without tax (reverse charge by the main contractor)',
      'simplified VAT: instalments on 445810, yearly return with an excess to refund (445830)',
      'drawings and a contribution of the owner on 108000; no income tax in the books',
    ],
    taxFigures,
  };
}

/** VAT: 55 % and 40 % of the base of the return of 2024 (9 240). */
const INSTALMENTS = { july: 5082n, december: 3696n };

const STATE: readonly StatePayment[] = [
  { date: '2025-05-05', label: 'CA12 2024', account: '445510', amount: '1846', text: '3517S 2024' },
  { date: '2025-07-21', label: 'Acompte TVA juillet', account: '445810', amount: '5082', text: '3514 2025-07' },
  { date: '2025-12-15', label: 'CFE 2025', account: '635110', amount: '742', text: 'CFE 2025' },
  { date: '2025-12-22', label: 'Acompte TVA décembre', account: '445810', amount: '3696', text: '3514 2025-12' },
];

function settleOpening(desk: Desk, receivable: readonly Invoice[], payable: readonly Invoice[]): void {
  for (const invoice of receivable) {
    receive(desk, [invoice], workingDay(addDays(day('2025-01-06'), desk.dice.int(0, 28))));
  }
  for (const invoice of payable) {
    paySupplier(desk, [invoice], 'transfer', workingDay(addDays(day('2025-01-13'), desk.dice.int(0, 14))));
  }
}

/** Pay of the companion, contributions and drawings of the owner. */
function payPeople(desk: Desk): void {
  const { bank, book } = desk;
  const before = { start: day('2024-12-01'), end: day('2024-12-31'), name: '2024-12' };
  payDebts(bank, before, PAYROLL, pay(PAYROLL), EXERCISE.end);
  for (const month of months(desk)) {
    const result = postPay(book, month, PAYROLL);
    payNet(bank, month, result.net);
    payDebts(bank, month, PAYROLL, result, EXERCISE.end);
    const drawn = {
      lines: [debit('108000', eur('2600'))],
      advice: transferOut('EXPLOITANT', `PRELEVEMENT ${month.name}`),
    };
    bank.operate({ date: inMonth(month, 30), label: `Prélèvement exploitant ${month.name}`, ...drawn });
    const owed = { lines: [debit('646000', eur('1085'))], advice: businessDebit(URSSAF, `TI ${month.name}`) };
    bank.operate({ date: inMonth(month, 5), label: `Cotisations exploitant ${month.name}`, ...owed });
  }
  const settled = { lines: [debit('438600', eur('1120'))], advice: businessDebit(URSSAF, 'TI REGULARISATION 2024') };
  bank.operate({ date: day('2025-11-05'), label: 'Régularisation cotisations 2024', ...settled });
}

function spendByCard(desk: Desk): void {
  const { dice: chance } = desk;
  for (const month of months(desk)) {
    const fuel = { merchant: 'STATION DU ROND', account: '606800', rate: 2000n as const };
    for (const at of [6, 19]) {
      payByCard(desk, { ...fuel, date: inMonth(month, chance.int(at, at + 7)), ttc: chance.amount(78, 124, 7) });
    }
    const meal = { merchant: 'RELAIS DES SCIEURS', account: '625700', rate: 1000n as const };
    const lunch = { ...meal, date: inMonth(month, chance.int(8, 24)), ttc: chance.amount(21, 46, 10) };
    if (chance.chance(2, 3)) payByCard(desk, lunch);
    const tools = { merchant: 'OUTILLAGE PLUS', account: '606300', rate: 2000n as const };
    payByCard(desk, { ...tools, date: inMonth(month, chance.int(3, 26)), ttc: chance.amount(28, 210, 5) });
  }
  const fine = { merchant: 'AMENDES GOUV', account: '658200', date: day('2025-09-11'), rate: 0n as const };
  payByCard(desk, { ...fine, ttc: eur('90') });
}

const asset = (number: number): Asset => {
  const found = ASSETS.find((one) => one.number === number);
  if (found === undefined) throw new Error(`no asset ${number}`);
  return found;
};

/** A machine in March; in June a new van on a loan, and the old one sold to the garage. */
function changeVans(desk: Desk): Record<string, Cents> {
  const { bank, book } = desk;
  buyAsset(desk, asset(7), supplier('Machines'), 21);
  buyAsset(desk, asset(8), supplier('Garage'), 9);
  const drawn = { lines: [credit('164000', eur('25000'))], advice: loanDrawn(LOAN.number) };
  bank.operate({ date: day('2025-06-13'), label: `Déblocage prêt ${LOAN.number}`, ...drawn });
  const given = { lines: [credit('108000', eur('4000'))], advice: transferIn('EXPLOITANT', 'APPORT FOURGON') };
  bank.operate({ date: day('2025-06-13'), label: "Apport de l'exploitant", ...given });
  const old = asset(3);
  sellVan(desk, old);
  const { closing } = exitAsset(book, old, EXERCISE, '657000');
  const price = old.retirement?.price ?? 0n;
  const gain = price - (old.value - closing);
  return { VanBookValue: old.value - closing, VanPrice: price, VanShortTermGain: gain, VanLongTermGain: 0n };
}

function sellVan({ book, bank, trade }: Desk, old: Asset): void {
  const [party, date, price] = [supplier('Garage'), day('2025-06-18'), eur('7500')];
  const tax = eur('1500');
  const receivable = debit('462000', price + tax, { party });
  const lines = [receivable, credit('757000', price), credit('445710', tax)];
  book.post({ journal: 'OD', date, ref: 'CESS-3', label: `Vente ${old.name}`, lines });
  const taxes = [{ nature: 'Disposal' as const, rate: 2000n as const, base: price, tax, account: '445710' }];
  const sale = { side: 'sale' as const, ref: 'CESS-3', date, party, exigibility: 'OnDebits' as const };
  trade.carried({ ...sale, total: price + tax, taxes, line: receivable });
  const paid = credit('462000', price + tax, { party });
  const advice = transferFrom(party, 'REPRISE FOURGON');
  bank.operate({ date: day('2025-06-25'), label: `VIR ${party.name}`, lines: [paid], advice });
  letter([receivable, paid]);
}

/** An insurance payment, bank fees, the cheque that waits at the closing. */
function sundries(desk: Desk): void {
  const { bank, trade } = desk;
  const claim = transferFrom(supplier('Assurances'), 'SINISTRE VITRINE 2025-04');
  const paid = { lines: [credit('758700', eur('640'))], advice: claim };
  bank.operate({ date: day('2025-05-22'), label: 'Indemnité bris de glace', ...paid });
  for (const month of months(desk)) {
    const [date, fees] = [inMonth(month, 31), eur('14.50')];
    const text = 'COTISATION COMPTE PRO';
    if (month.name === '2025-12') {
      bank.report(date, -fees, bankFees(text));
      bank.differ('FeesNotBooked', date, fees, 'fees of December, on the statement only');
    } else bank.operate({ date, label: 'Cotisation compte', lines: [debit('627000', fees)], advice: bankFees(text) });
  }
  const insurer = directDebit(supplier('Assurances'), 'VEHICULES 2025');
  const vans = { lines: [debit('616000', eur('1184.60'))], advice: insurer };
  bank.operate({ date: day('2025-02-05'), label: 'Assurance véhicules 2025', ...vans });
  const invoice = trade.buy({
    ref: 'MR-2291',
    date: day('2025-12-11'),
    party: supplier('Machines'),
    items: [{ account: '615000', ht: eur('486'), rate: 2000n, nature: 'Deductible' }],
    label: 'Machines Roulefort affûtage et réglages',
    exigibility: 'OnReceipts',
  });
  payByCheque(desk, [invoice], day('2025-12-22'), 15);
}

/** The yearly return: empties the VAT accounts of what is due, takes the instalments, asks the excess back. */
function declareYear({ trade, book }: Desk): VatReturn {
  const { boxes, accounts } = ca12(vatOf(trade.invoices, EXERCISE), INSTALMENTS.july + INSTALMENTS.december);
  const euros = (zone: string): Cents => 100n * (boxes[zone] ?? 0n);
  const lines = [
    ...accounts.map(([account, amount]) => debit(account, amount)),
    credit('445810', euros('MA')),
    credit('445510', euros('NA')),
    debit('445830', euros('NC')),
  ];
  const gap = total(lines.map(({ amount }) => amount));
  const rounding = gap > 0n ? credit('758000', gap) : debit('658000', -gap);
  const entry = { journal: 'OD', date: EXERCISE.end, ref: 'CA12-2025', label: 'TVA 2025, régime simplifié' };
  book.post({ ...entry, lines: [...lines, rounding] });
  return { form: '3517-S', start: EXERCISE.start, end: EXERCISE.end, boxes };
}

function close(desk: Desk): Record<string, Cents> {
  const { book } = desk;
  takeBack(desk, "charges constatées d'avance", debit('616000', eur('840')), credit('486000', eur('840')));
  const post = (ref: string, label: string, ...rest: Line[]): void => takeStock(desk, ref, label, ...rest);
  post('INV-STOCK', 'Stock initial', debit('603100', eur('8450')), credit('310000', eur('8450')));
  post('INV-STOCK', 'Stock final', debit('310000', eur('9780')), credit('603100', eur('9780')));
  post('INV-CCA', "Décennale, trois mois d'avance", debit('486000', eur('840')), credit('616000', eur('840')));
  post('INV-COTI', 'Régularisation des cotisations 2025', debit('646000', eur('1460')), credit('438600', eur('1460')));
  post('INV-CP', 'Congés à payer, variation', debit('641200', eur('86.20')), credit('428200', eur('86.20')));
  post('INV-CP', 'Charges sur congés, variation', debit('645800', eur('32.76')), credit('438200', eur('32.76')));
  closeAssets(book, ASSETS, EXERCISE, { grantShare: '139000', grantIncome: '747000' });
  return { Result: -balanceOf(book, '6', '7'), FinesAddedBack: book.balance('6582') };
}
