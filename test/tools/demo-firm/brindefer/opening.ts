/** Opening balance of Menuiserie Brindefer at 1 January 2025; the capital of the owner takes the difference. */
import { eur } from '../amounts.ts';
import { type Book, credit, debit, type Line } from '../book.ts';
import { balances, type Carried, carry, openBooks, openingAssets, taxOf } from '../opening.ts';
import { named } from '../parties.ts';
import { debts, pay } from '../payroll.ts';
import type { Invoice, Trade } from '../trade.ts';
import { ASSETS, CURRENT, CUSTOMERS, EXERCISE, PAYROLL, SUPPLIERS } from './data.ts';

const AT_20: readonly Carried[] = [
  ['Mairie', 'F24-061', '2024-11-26', '4180'],
  ['Café', 'F24-066', '2024-12-17', '1950'],
];
const AT_10: readonly Carried[] = [
  ['Copropriété', 'F24-063', '2024-12-03', '3640'],
  ['Résidence', 'F24-064', '2024-12-09', '2275'],
  ['SCI Verger', 'F24-067', '2024-12-20', '5120'],
];
const GOODS_DUE: readonly Carried[] = [
  ['Bois', 'BPL-11873', '2024-12-06', '2340'],
  ['Quincaillerie', 'QF-4402', '2024-12-16', '418.60'],
];
const SERVICES_DUE: readonly Carried[] = [['Cabinet', 'HV-2024-91', '2024-12-20', '870']];

/** Advance received in 2024, its tax declared then: invoiced in February. */
export const OLD_ADVANCE = { party: named(CUSTOMERS, 'Hameau'), ht: eur('1500'), rate: 1000n as const };

export interface Opening {
  readonly receivable: readonly Invoice[];
  readonly payable: readonly Invoice[];
  readonly advance: Line;
}

export function openBrindefer(book: Book, trade: Trade): Opening {
  const sale = { side: 'sale' as const, account: '411000', parties: CUSTOMERS };
  const purchase = { side: 'purchase' as const, account: '401000', parties: SUPPLIERS };
  const full = carry(trade, sale, AT_20);
  const reduced = carry(trade, { ...sale, rate: 1000n }, AT_10);
  const goods = carry(trade, { ...purchase, exigibility: 'OnDebits' }, GOODS_DUE);
  const served = carry(trade, purchase, SERVICES_DUE);
  const advance = credit('419100', OLD_ADVANCE.ht, { party: OLD_ADVANCE.party, ref: 'AC24-019' });
  const table = { ...FIXED, '445710': -taxOf(full), '445712': -taxOf(reduced), '445660': taxOf(served) };
  const owed = Object.entries(debts(pay(PAYROLL))).map(([account, amount]) => debit(account, -amount));
  const [receivable, payable] = [
    [...full, ...reduced],
    [...goods, ...served],
  ];
  const third = [...receivable, ...payable].map(({ line }) => line);
  const assets = openingAssets(ASSETS, EXERCISE, '139000');
  openBooks(book, EXERCISE.start, [...balances(table), ...owed, ...third, advance, ...assets], '101000');
  return { receivable, payable, advance };
}

const FIXED = {
  '310000': eur('8450'),
  '428200': -eur('1310'),
  '438200': -eur('497.80'),
  '438600': -eur('1120'),
  '445510': -eur('1846'),
  '486000': eur('840'),
  '512100': CURRENT.opening,
};
