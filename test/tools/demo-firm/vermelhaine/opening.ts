/** Opening balance of Comptoir Vermelhaine at 1 April 2024. */
import { eur } from '../amounts.ts';
import { type Book, debit, type Line } from '../book.ts';
import { openingInterest } from '../habits.ts';
import { balances, type Carried, carry, openBooks, openingAssets, taxOf } from '../opening.ts';
import { debts, pay } from '../payroll.ts';
import type { Invoice, Trade } from '../trade.ts';
import { ASSETS, CURRENT, CUSTOMERS, EXERCISE, GOODS, LOANS, PAYROLL, SERVICES, SHOP } from './data.ts';

const RECEIVABLE: readonly Carried[] = [
  ['Auberge', 'V2403-071', '2024-03-04', '2840'],
  ['Boutique', 'V2403-074', '2024-03-08', '3915.50'],
  ['Cadeaux', 'V2403-077', '2024-03-12', '5260'],
  ['Décors', 'V2403-079', '2024-03-15', '4470.25'],
  ['Grand', 'V2403-082', '2024-03-20', '6895'],
  ['Magasin', 'V2403-085', '2024-03-22', '3120'],
  ['Réceptions', 'V2403-088', '2024-03-27', '5580.75'],
  ['Bazar', 'V2402-058', '2024-02-19', '1620'],
];
const GOODS_DUE: readonly Carried[] = [
  ['Faïencerie', 'FB-24031', '2024-03-05', '6150'],
  ['Verrerie', 'VM-1187', '2024-03-11', '4890.40'],
  ['Tissages', 'TH-0322', '2024-03-18', '5230'],
  ['Importations', 'IC-903', '2024-03-25', '7415.20'],
];
const SERVICES_DUE: readonly Carried[] = [
  ['Cabinet', 'HV-2024-19', '2024-03-18', '2100'],
  ['Transports', 'TR-2403', '2024-03-27', '715'],
];

export interface Opening {
  readonly receivable: readonly Invoice[];
  readonly payable: readonly Invoice[];
}

export function openVermelhaine(book: Book, trade: Trade): Opening {
  const declared = { exigibility: 'OnDebits' } as const;
  const receivable = carry(trade, { side: 'sale', account: '411000', parties: CUSTOMERS, ...declared }, RECEIVABLE);
  const bought = carry(trade, { side: 'purchase', account: '401000', parties: GOODS, ...declared }, GOODS_DUE);
  const served = carry(trade, { side: 'purchase', account: '401000', parties: SERVICES }, SERVICES_DUE);
  const interest = LOANS.map((loan) => openingInterest(loan, EXERCISE.start)).reduce((a, b) => a + b);
  const table = { ...FIXED, '168840': -interest, '445660': taxOf(served) };
  const owed = Object.entries(debts(pay(PAYROLL))).map(([account, amount]) => debit(account, -amount));
  const payable = [...bought, ...served];
  const third = [...receivable, ...payable].map(({ line }) => line);
  const lines: Line[] = [...balances(table), ...owed, ...third, ...openingAssets(ASSETS, EXERCISE, '139120')];
  openBooks(book, EXERCISE.start, lines, '110000');
  return { receivable, payable };
}

const FIXED = {
  '101300': -eur('30000'),
  '106100': -eur('3000'),
  '106800': -eur('52000'),
  '120000': -eur('41870.65'),
  '164000': -eur('46500'),
  '371000': eur('82450'),
  '397000': -eur('2400'),
  '408100': -eur('936'),
  '409800': eur('3650'),
  '428200': -eur('5120'),
  '438200': -eur('1945.60'),
  '444000': -eur('2318'),
  '445510': -eur('8934'),
  '445860': eur('156'),
  '455100': -eur('15000'),
  '486000': eur('2190'),
  '512100': CURRENT.opening,
  '512200': SHOP.opening,
  '531000': eur('640'),
};
