/** Folder 2: a trading company under corporation tax, April 2024 to March 2025, VAT on debits, stock, own vehicles. */
import { addDays } from '../../../../src/services/kernel/dates.ts';
import { type Cents, wholeEuros } from '../../../../src/services/kernel/money.ts';
import { bankFees, businessDebit, loanDrawn, transferIn, transferOut } from '../advices.ts';
import { eur, share } from '../amounts.ts';
import { type Asset, figures, notDeductible } from '../assets.ts';
import { Bank } from '../bank.ts';
import { Book, credit, debit, type Line } from '../book.ts';
import { day, inMonth, workingDay } from '../calendar.ts';
import { ACCOUNTS_2024 } from '../chart.ts';
import { closeAssets, companyTax } from '../closing.ts';
import { type Desk, months, payByCard, paySupplier, postRecurring, receive } from '../desk.ts';
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
import { pay, payDebts, payNet, postPay, URSSAF } from '../payroll.ts';
import { dice } from '../random.ts';
import { type Invoice, Trade } from '../trade.ts';
import { ASSETS, CURRENT, EXERCISE, IDENTITY, LOANS, PAYROLL, RECURRING, SHOP, service } from './data.ts';
import { vermelhaineFiles } from './files.ts';
import { openVermelhaine } from './opening.ts';
import { bankTheShop, buyGoods, doubt, type HalfMonth, receiveGoods, sellGoods, sellInShop } from './trading.ts';

const CLOSED = day('2025-06-20');

export function vermelhaine(): Folder {
  const book = new Book(CLOSED);
  const trade = new Trade(book, TRADE_ACCOUNTS);
  const bank = new Bank(CURRENT, book);
  const shop = new Bank(SHOP, book);
  const desk: Desk = { exercise: EXERCISE, book, trade, bank, dice: dice(20240401), cheque: 300471 };
  const opening = openVermelhaine(book, trade);
  settleOpening(desk, opening.receivable, opening.payable);
  buyGoods(desk);
  receiveGoods(desk, sellGoods(desk));
  doubt(desk, opening.receivable);
  const halves = sellInShop(desk);
  bankTheShop(shop, halves, eur('640'));
  chargeShop(shop, halves);
  months(desk).forEach((month, index) => {
    postRecurring(desk, month, index, RECURRING);
  });
  payState(desk, STATE);
  payPeople(desk);
  driveAndSpend(desk);
  invest(desk);
  for (const loan of LOANS) repayLoan(desk, loan);
  shareProfit(desk);
  chargeMain(desk);
  emptyShop(bank, shop);
  const returns = declareMonthly(desk, 21, { '2024-12': VEHICLE_TAXES });
  const taxFigures = close(desk);
  book.number('journal');
  book.assignLetters(true);
  return {
    identity: IDENTITY,
    exercise: EXERCISE,
    book,
    banks: [bank, shop],
    assets: ASSETS,
    returns,
    files: vermelhaineFiles(bank, shop),
    accountLabels: ACCOUNTS_2024,
    fecStyle: { encoding: 'latin1', eol: '\r\n' },
    sequence: 'journal',
    lowerPartial: true,
    shows: [
      'the exercise is not the calendar year and opens before 2025: the old chart (1312, 1391, 777, 635, 695)',
      'numbers restart in each journal (FEC064), the file is ISO 8859-15, partial lettering is in lower case',
      'a passenger car of 168 g of CO2: tax included in its cost, limit 9 900, vehicle taxes on the return of December',
      'two machines on a declining fiscal plan with derogatory amortization (145), one with a grant (131, 139, 777)',
      'a credit of VAT in the month of the packing line, carried to the next return (445670)',
      'the statement of August 2024 is missing: the ledger has its movements, the bank files have a gap',
    ],
    taxFigures,
  };
}

/** Taxes on the CO2 (1 282) and the pollutants (58) of the car for 212 days of 2024, in whole euros. */
const VEHICLE_TAXES = 1340n;

/** Balance of the tax of 2023-2024 (9 418); instalments from June, the first one on the year before (7 100). */
const STATE: readonly StatePayment[] = [
  { date: '2024-04-22', label: 'TVA 2024-03', account: '445510', amount: '8934', text: '3310CA3 2024-03' },
  { date: '2024-06-17', label: 'Acompte IS 1', account: '444000', amount: '1775', text: '2571 2024-06' },
  { date: '2024-07-15', label: 'Solde IS 2024', account: '444000', amount: '2318', text: '2572 2024-03' },
  { date: '2024-09-16', label: 'Acompte IS 2', account: '444000', amount: '2934', text: '2571 2024-09' },
  { date: '2024-12-16', label: 'Acompte IS 3', account: '444000', amount: '2355', text: '2571 2024-12' },
  { date: '2024-12-16', label: 'CFE 2024', account: '635110', amount: '2114', text: 'CFE 2024' },
  { date: '2025-03-17', label: 'Acompte IS 4', account: '444000', amount: '2355', text: '2571 2025-03' },
];

function settleOpening(desk: Desk, receivable: readonly Invoice[], payable: readonly Invoice[]): void {
  for (const invoice of receivable.slice(0, -1)) {
    receive(desk, [invoice], workingDay(addDays(day('2024-04-03'), desk.dice.int(0, 30))));
  }
  for (const invoice of payable) {
    paySupplier(desk, [invoice], 'transfer', workingDay(addDays(day('2024-04-08'), desk.dice.int(0, 20))));
  }
}

const MANAGER = { pay: eur('2800'), social: eur('3150'), months: ['2024-05', '2024-08', '2024-11', '2025-02'] };

function payPeople(desk: Desk): void {
  const { bank, book } = desk;
  const before = { start: day('2024-03-01'), end: day('2024-03-31'), name: '2024-03' };
  payDebts(bank, before, PAYROLL, pay(PAYROLL), EXERCISE.end);
  for (const month of months(desk)) {
    const result = postPay(book, month, PAYROLL, month.name === '2024-12' ? eur('1600') : 0n);
    payNet(bank, month, result.net);
    payDebts(bank, month, PAYROLL, result, EXERCISE.end);
    const advice = transferOut('GERANCE', `REMUNERATION ${month.name}`);
    const lines = [debit('644000', MANAGER.pay)];
    bank.operate({ date: inMonth(month, 29), label: `Gérance ${month.name}`, lines, advice });
    if (!MANAGER.months.includes(month.name)) continue;
    const social = businessDebit(URSSAF, `TNS ${month.name}`);
    const contributions = [debit('646000', MANAGER.social)];
    const label = `Cotisations gérance ${month.name}`;
    bank.operate({ date: inMonth(month, 5), label, lines: contributions, advice: social });
  }
}

/** Fuel of the van (all the tax) and of the car (four fifths of it), small purchases of the shop in cash. */
function driveAndSpend(desk: Desk): void {
  const { dice: chance, book } = desk;
  for (const month of months(desk)) {
    const fuel = { merchant: 'STATION DU ROND', account: '606800', rate: 2000n as const };
    payByCard(desk, { ...fuel, date: inMonth(month, chance.int(4, 12)), ttc: chance.amount(96, 172, 7) });
    const car = { ...fuel, deductible: 8000n, date: inMonth(month, chance.int(15, 26)) };
    if (month.start >= day('2024-06-01')) payByCard(desk, { ...car, ttc: chance.amount(58, 94, 9) });
    const toll = { merchant: 'PEAGES DE LA COTE', account: '625100', rate: 2000n as const };
    const trip = { ...toll, date: inMonth(month, chance.int(5, 25)), ttc: chance.amount(18, 46, 20) };
    if (chance.chance(1, 2)) payByCard(desk, trip);
    const cash = chance.amount(12, 38, 5);
    const lines = [debit('606300', cash), credit('531000', cash)];
    book.post({
      journal: 'CA',
      date: inMonth(month, 20),
      ref: `CA-${month.name}`,
      label: 'Petites fournitures',
      lines,
    });
  }
}

const asset = (number: number): Asset => {
  const found = ASSETS.find((one) => one.number === number);
  if (found === undefined) throw new Error(`no asset ${number}`);
  return found;
};

/** The car, the packing line with its loan, the grant awarded in October and paid in January. */
function invest(desk: Desk): void {
  const { bank, book } = desk;
  buyAsset(desk, asset(8), service('Automobiles'), 14);
  buyAsset(desk, asset(9), service('Machines'), 12);
  const drawn = [credit('164000', eur('36000'))];
  bank.operate({
    date: day('2024-09-20'),
    label: 'Déblocage prêt 2409114',
    lines: drawn,
    advice: loanDrawn('2409114'),
  });
  const awarded = [debit('441100', eur('12000')), credit('131200', eur('12000'))];
  const grant = { journal: 'OD', date: day('2024-10-15'), ref: 'SUBV-1', label: 'Aide à la modernisation accordée' };
  book.post({ ...grant, lines: awarded });
  const paid = [credit('441100', eur('12000'))];
  const advice = transferIn('REGION PAIERIE', 'AIDE MODERNISATION 2024-118');
  bank.operate({ date: day('2025-01-21'), label: 'Subvention reçue', lines: paid, advice });
}

function shareProfit({ book, bank }: Desk): void {
  const profit = eur('41870.65');
  const lines = [debit('120000', profit), credit('106800', profit)];
  book.post({
    journal: 'OD',
    date: day('2024-09-20'),
    ref: 'AGO-2024',
    label: 'Affectation du résultat 2023-2024',
    lines,
  });
  const repaid = [debit('455100', eur('5000'))];
  const advice = transferOut('ASSOCIEE', 'REMBOURSEMENT COMPTE COURANT');
  bank.operate({ date: day('2024-12-05'), label: 'Remboursement compte courant', lines: repaid, advice });
}

/** Fees of the main account, and a receipt that nobody has booked. */
function chargeMain(desk: Desk): void {
  const { bank } = desk;
  for (const month of months(desk).filter(({ name }) => ['03', '06', '09', '12'].includes(name.slice(5)))) {
    const fees = desk.dice.amount(74, 119, 1);
    const text = 'Frais et commissions';
    bank.operate({ date: inMonth(month, 6), label: text, lines: [debit('627000', fees)], advice: bankFees(text) });
  }
  const rebate = {
    lines: [credit('609700', eur('3650'))],
    advice: transferIn('FAIENCERIE BROCELUNE', 'RFA 2023-2024'),
  };
  bank.operate({ date: day('2024-05-16'), label: 'Ristourne 2023-2024 reçue', ...rebate });
  const [date, amount] = [day('2025-03-27'), eur('1152')];
  bank.report(date, amount, transferIn('ATELIER NIVERNELLE', 'ACOMPTE COMMANDE'));
  bank.differ('ReceiptNotBooked', date, -amount, 'transfer of an unknown payer, on the statement only');
}

const MISTYPED = '2025-02';

/** Monthly commission on the cards; that of February was typed with two digits exchanged. */
function chargeShop(shop: Bank, halves: readonly HalfMonth[]): void {
  for (const month of months({ exercise: EXERCISE })) {
    const cards = halves.filter(({ date }) => date.startsWith(month.name)).reduce((sum, half) => sum + half.cards, 0n);
    const amount = share(cards, 45n);
    const date = inMonth(month, 31);
    const typed = month.name === MISTYPED ? amount + eur('18') : amount;
    const advice = { ...bankFees('X'), label: `Commission cartes prélevée ${month.name.slice(5)}` };
    const label = `Commission cartes ${month.name}`;
    shop.operate({ date, label, lines: [debit('627000', typed)], advice, bankAmount: -amount });
    if (typed !== amount) shop.differ('AmountMistyped', date, amount - typed, 'commission booked 18.00 too high');
  }
}

/** What the shop's account does not need goes to the main one at the end of each month; the last is on its way. */
function emptyShop(bank: Bank, shop: Bank): void {
  for (const month of months({ exercise: EXERCISE })) {
    const date = inMonth(month, 31);
    const amount = ((shop.balance(date) - eur('2500')) / 50000n) * 50000n;
    const last = month.end === EXERCISE.end;
    const label = `Virement interne ${month.name}`;
    const out = transferOut(IDENTITY.name, 'VIREMENT BOUTIQUE');
    shop.operate({ date, label, lines: [debit('580000', amount)], advice: out });
    const advice = last ? null : transferIn(IDENTITY.name, 'VIREMENT BOUTIQUE');
    const bankDate = workingDay(addDays(date, 1));
    bank.operate({ date, label, lines: [credit('580000', amount)], advice, bankDate });
    if (last) bank.differ('TransferInTransit', date, amount, 'transfer from 512200, credited by the bank in April');
  }
}

function close(desk: Desk): Record<string, Cents> {
  const { book } = desk;
  accruals(desk);
  stock(desk);
  closeAssets(book, ASSETS, EXERCISE, { grantShare: '139120', grantIncome: '777000' });
  const car = asset(8);
  const excess = notDeductible(car, figures(car, EXERCISE).annuity);
  const vehicleTaxes = book.balance('63514');
  const before = -balanceOf(book, '6', '7');
  const tax = 100n * companyTax(wholeEuros(before + excess + vehicleTaxes));
  takeStock(desk, 'INV-IS', "Impôt sur les sociétés de l'exercice", debit('695000', tax), credit('444000', tax));
  const added = { CarDepreciationAddedBack: excess, VehicleTaxesAddedBack: vehicleTaxes };
  return { ResultBeforeTax: before, ...added, CompanyTax: tax, Result: before - tax };
}

function stock(desk: Desk): void {
  const post = (label: string, ...lines: Line[]): void => takeStock(desk, 'INV-STOCK', label, ...lines);
  post('Stock initial', debit('603700', eur('82450')), credit('371000', eur('82450')));
  post('Stock final', debit('371000', eur('91310')), credit('603700', eur('91310')));
  post('Reprise dépréciation du stock', debit('397000', eur('2400')), credit('781730', eur('2400')));
  post('Dépréciation du stock', debit('681730', eur('3150')), credit('397000', eur('3150')));
}

function accruals(desk: Desk): void {
  const lines = [debit('408100', eur('936')), credit('445860', eur('156')), credit('606100', eur('780'))];
  takeBack(desk, 'factures non parvenues', ...lines);
  takeBack(desk, "charges constatées d'avance", debit('616000', eur('2190')), credit('486000', eur('2190')));
  takeBack(desk, 'ristournes à obtenir', debit('609700', eur('3650')), credit('409800', eur('3650')));
  const post = (ref: string, label: string, ...rest: Line[]): void => takeStock(desk, ref, label, ...rest);
  const energy = [debit('606100', eur('690')), debit('445860', eur('138')), credit('408100', eur('828'))];
  post('INV-FNP', 'Électricité de mars non reçue', ...energy);
  post('INV-CCA', "Assurance, six mois d'avance", debit('486000', eur('2190')), credit('616000', eur('2190')));
  post('INV-RFA', 'Ristournes à obtenir', debit('409800', eur('4180')), credit('609700', eur('4180')));
  post('INV-CP', 'Congés à payer, variation', debit('641200', eur('642.30')), credit('428200', eur('642.30')));
  post('INV-CP', 'Charges sur congés, variation', debit('645800', eur('244.07')), credit('438200', eur('244.07')));
  post('INV-DOUT', 'Bazar Grisonde, à 50 %', debit('681740', eur('810')), credit('491000', eur('810')));
}
