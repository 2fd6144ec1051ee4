/** Opening balance of Pixelune Conseil at 1 January 2024. */
import { eur, share, total } from '../amounts.ts';
import { type Book, debit, type Line } from '../book.ts';
import { day } from '../calendar.ts';
import { balances, openBooks, openingAssets } from '../closing.ts';
import { openingInterest } from '../habits.ts';
import { named, type Party } from '../parties.ts';
import { debts, pay } from '../payroll.ts';
import type { Invoice, Trade } from '../trade.ts';
import { ASSETS, CURRENT, CUSTOMERS, EXERCISE, LOAN, PAYROLL, SAVINGS, SUPPLIERS } from './data.ts';

/** Unpaid invoices of 2023: third party, number, date, amount before tax. */
const RECEIVABLE: readonly (readonly [string, string, string, string])[] = [
  ['Atelier Galanthe', 'F2023-118', '2023-11-20', '4850'],
  ['Biscuiterie', 'F2023-121', '2023-11-28', '3200'],
  ['Domaine', 'F2023-124', '2023-12-04', '6900'],
  ['Hôtel', 'F2023-126', '2023-12-08', '5150'],
  ['Laboratoire', 'F2023-127', '2023-12-11', '7400'],
  ['Maison', 'F2023-129', '2023-12-15', '2950'],
  ['Transports', 'F2023-130', '2023-12-19', '4300'],
  ['Verrerie', 'F2023-132', '2023-12-21', '3850'],
];
const PAYABLE: readonly (readonly [string, string, string, string])[] = [
  ['Studio', 'SB-2311', '2023-12-18', '2700'],
  ['Atelier Octobrine', 'AO-1206', '2023-12-12', '1450'],
  ['Cabinet', 'HV-2023-88', '2023-12-20', '1650'],
  ['Propreté', 'PC-1226', '2023-12-26', '228'],
];
const DOUBTFUL = ['Librairie', 'F2022-087', '2022-10-14', '3000'] as const;

export interface Opening {
  readonly receivable: readonly Invoice[];
  readonly payable: readonly Invoice[];
}

export function openPixelune(book: Book, trade: Trade): Opening {
  const carry = (side: Invoice['side'], list: readonly Party[], account: string) => carrier(trade, side, list, account);
  const receivable = RECEIVABLE.map(carry('sale', CUSTOMERS, '411000'));
  const payable = PAYABLE.map(carry('purchase', SUPPLIERS, '401000'));
  const doubtful = carry('sale', CUSTOMERS, '416000')(DOUBTFUL);
  const waiting = (list: readonly Invoice[]) => total(list.flatMap(({ taxes }) => taxes.map(({ tax }) => tax)));
  const table = {
    ...FIXED,
    '168840': -openingInterest(LOAN, EXERCISE.start),
    '445710': -waiting([...receivable, doubtful]),
    '445660': waiting(payable),
  };
  const owed = Object.entries(debts(pay(PAYROLL))).map(([account, amount]) => debit(account, -amount));
  const third = [...receivable, ...payable, doubtful].map(({ line }) => line);
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

function carrier(trade: Trade, side: Invoice['side'], list: readonly Party[], account: string) {
  return ([name, ref, written, amount]: readonly [string, string, string, string]): Invoice => {
    const [party, date, ht] = [named(list, name), day(written), eur(amount)];
    const tax = share(ht, 2000n);
    const sign = side === 'sale' ? 1n : -1n;
    const line = debit(account, sign * (ht + tax), { party, ref, pieceDate: date, label: `${party.name} ${ref}` });
    const taxAccount = side === 'sale' ? '445710' : '445660';
    const nature = side === 'sale' ? ('Taxed' as const) : ('Deductible' as const);
    const taxes = [{ nature, rate: 2000n as const, base: ht, tax, account: taxAccount }];
    return trade.carried({ side, ref, date, party, exigibility: 'OnReceipts', total: ht + tax, taxes, line });
  };
}
