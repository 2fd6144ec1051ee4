/** Ledgers and cells of one form, for tests of single annexes. */
import type { Cell } from '../../../../../src/services/forms/cell-table.ts';
import { FORMS } from '../../../../../src/services/forms/form-book.ts';
import type { AccountBalance } from '../../../../../src/services/forms/ledger-rule.ts';
import { parseAmount } from '../../../../../src/services/kernel/money.ts';

export const cellsOf = (...forms: string[]): readonly Cell[] => FORMS.choose(forms, { year: 2024 }).cells;

const cents = (text: string): bigint => parseAmount(text) ?? 0n;

/** Reads `215400 50000 6000.50 -1000`: account, opening (debit positive), debits, credits. */
export const moved = (...rows: string[]): AccountBalance[] =>
  rows.map((row) => {
    const [account = '', start = '0', up = '0', down = '0'] = row.split(/\s+/);
    const [opening, debit, credit] = [cents(start), cents(up), cents(down)];
    return { account, opening, debit, credit, balance: opening + debit - credit };
  });
