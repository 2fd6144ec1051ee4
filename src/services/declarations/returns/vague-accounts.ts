/**
 * L31: accounts whose number stops before the digit that chooses the line. 603 is the change of every stock: without a
 * fourth digit that of goods for resale (6037, 2052 FT) stands among raw materials (FV), and every total agrees.
 */
import { cellTakers, type Held, isLeaf } from '../../forms/allocation.ts';
import { type Cell, cellKey } from '../../forms/cell-table.ts';
import type { Finding } from '../../forms/controls.ts';
import type { AccountBalance } from '../../forms/ledger-rule.ts';
import { labelOf } from '../../forms/paper/words.ts';
import type { Labels } from '../../kernel/errors.ts';
import { balanceText } from './controls.ts';

/** The chart names accounts by three digits at least; zeros behind them fill up. */
const LEAST_DIGITS = 3;

/** Where everybody puts invoices not received of goods and services (4081); those of fixed assets (4084) are rare. */
const CLEAR_BY_USE = ['408'];

const rootOf = (account: string): string => account.slice(0, Math.max(LEAST_DIGITS, account.replace(/0+$/, '').length));

/** `held`: the accounts that each cell took. */
export function vagueAccounts(cells: readonly Cell[], held: Held): Finding[] {
  const takers = cellTakers(cells);
  return cells.filter(isLeaf).flatMap((own) =>
    onePerAccount(held.get(cellKey(own.form, own.cell)) ?? []).flatMap((row) => {
      const root = rootOf(row.account);
      if (CLEAR_BY_USE.includes(root)) return [];
      const others = [...'0123456789'].flatMap((digit) => {
        const account = `${root}${digit}`;
        const taker = takers({ ...row, account });
        return taker && taker !== own ? [{ account, taker }] : [];
      });
      return others.length > 0 ? [vague(row, own, others)] : [];
    }),
  );
}

/** Third parties of an account together. */
function onePerAccount(held: readonly { readonly row: AccountBalance }[]): AccountBalance[] {
  const rows = new Map<string, AccountBalance>();
  for (const { row } of held) {
    const balance = (rows.get(row.account)?.balance ?? 0n) + row.balance;
    rows.set(row.account, { account: row.account, balance });
  }
  return [...rows.values()];
}

interface Other {
  readonly account: string;
  readonly taker: Cell;
}

function vague({ account, balance }: AccountBalance, own: Cell, others: readonly Other[]): Finding {
  const said = (language: keyof Labels): string => {
    const lineOf = (cell: Cell) => `${cell.form}.${cell.cell} (${labelOf(cell)[language]})`;
    return `${lineOf(own)}; ${others.map((other) => `${other.account}: ${lineOf(other.taker)}`).join(', ')}`;
  };
  return {
    code: 'L31',
    level: 'warning',
    about: account,
    message: {
      en: `${account}, ${balanceText(balance).en}: its number does not say which line. It stands on ${said('en')}. Post to the account in full, or correct the cells: taxops declaration value add --folder N --declaration-type TYPE --end-date YYYY-MM-DD --body values.json`,
      fr: `${account}, ${balanceText(balance).fr} : son numéro ne dit pas la ligne. Il figure à ${said('fr')}. Passez l’écriture au compte complet, ou corrigez les zones : taxops declaration value add --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --body values.json`,
    },
  };
}
