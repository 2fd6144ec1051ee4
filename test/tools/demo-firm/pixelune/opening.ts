/** Opening balance of Pixelune Conseil at 1 January 2024. */
import { eur } from '../amounts.ts';
import { type Book, debit, type Line } from '../book.ts';
import { openingInterest } from '../habits.ts';
import { balances, type Carried, carry, openBooks, openingAssets, taxOf } from '../opening.ts';
import { debts, pay } from '../payroll.ts';
import type { Invoice, Trade } from '../trade.ts';
import { ASSETS, CURRENT, CUSTOMERS, EXERCISE, LOAN, PAYROLL, SAVINGS, SUPPLIERS } from './data.ts';

/** Unpaid invoices of 2023: third party, number, date, amount before tax. */
const RECEIVABLE: readonly Carried[] = [
  ['Atelier Galanthe', 'F2023-118', '2023-11-20', '4850'],
  ['Biscuiterie', 'F2023-121', '2023-11-28', '3200'],
  ['Domaine', 'F2023-124', '2023-12-04', '6900'],
  ['Hôtel', 'F2023-126', '2023-12-08', '5150'],
  ['Laboratoire', 'F2023-127', '2023-12-11', '7400'],
  ['Maison', 'F2023-129', '2023-12-15', '2950'],
  ['Transports', 'F2023-130', '2023-12-19', '4300'],
  ['Verrerie', 'F2023-132', '2023-12-21', '3850'],
];
const PAYABLE: readonly Carried[] = [
  ['Studio', 'SB-2311', '2023-12-18', '2700'],
  ['Atelier Octobrine', 'AO-1206', '2023-12-12', '1450'],
  ['Cabinet', 'HV-2023-88', '2023-12-20', '1650'],
  ['Propreté', 'PC-1226', '2023-12-26', '228'],
];
const DOUBTFUL: Carried = ['Librairie', 'F2022-087', '2022-10-14', '3000'];

export interface Opening {
  readonly receivable: readonly Invoice[];
  readonly payable: readonly Invoice[];
}

export function openPixelune(book: Book, trade: Trade): Opening {
  const receivable = carry(trade, { side: 'sale', account: '411000', parties: CUSTOMERS }, RECEIVABLE);
  const payable = carry(trade, { side: 'purchase', account: '401000', parties: SUPPLIERS }, PAYABLE);
  const doubtful = carry(trade, { side: 'sale', account: '416000', parties: CUSTOMERS }, [DOUBTFUL]);
  const table = {
    ...FIXED,
    '168840': -openingInterest(LOAN, EXERCISE.start),
    '445710': -taxOf([...receivable, ...doubtful]),
    '445660': taxOf(payable),
  };
  const owed = Object.entries(debts(pay(PAYROLL))).map(([account, amount]) => debit(account, -amount));
  const third = [...receivable, ...payable, ...doubtful].map(({ line }) => line);
  const lines: Line[] = [...balances(table), ...owed, ...third, ...openingAssets(ASSETS, EXERCISE, '139120')];
  openBooks(book, EXERCISE.start, lines, '110000');
  return { receivable, payable };
}

const FIXED = {
  '101300': -eur('20000'),
  '106100': -eur('2000'),
  '106800': -eur('18500'),
  '120000': -eur('36240.18'),
  '164000': -LOAN.left,
  '408100': -eur('1440'),
  '445860': eur('240'),
  '428200': -eur('9420'),
  '438200': -eur('3956.40'),
  '444000': -eur('2150'),
  '445510': -eur('6412'),
  '486000': eur('494'),
  '491000': -eur('1500'),
  '512100': CURRENT.opening,
  '512200': SAVINGS.opening,
};
