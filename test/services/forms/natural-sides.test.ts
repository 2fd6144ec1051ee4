/**
 * Whether each rule of the tables reads its accounts from the right side, derived from the chart of accounts alone: what an
 * account holds by its nature must stand in its cell as a positive amount. A debit read as a credit shows here.
 */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/services/forms/cell-table.ts';
import { FORMS } from '../../../src/services/forms/form-book.ts';
import { amountIn, grip, type LedgerRule } from '../../../src/services/forms/ledger-rule.ts';

/** Accounts in debit by their nature; all others of classes 1 and 7 are in credit. Plan comptable général, book 4. */
const DEBIT = ['109', '119', '129', '139', '169', '2', '3', '4091', '4562', '474', '476', '4746', '4786', '481', '486'];
const DEBIT_TOO = ['50', '6'];
/** In credit among those: amortization, impairment, what is not paid up, advances received, deferred income. */
const CREDIT = ['1', '229', '269', '279', '28', '29', '39', '4084', '4191', '475', '477', '4747', '4787', '487', '489'];
const CREDIT_TOO = ['49', '509', '519', '59', '7'];
/** Third parties, group accounts, banks: on either side, and in another cell then. */
const EITHER = ['18', '4', '5'];

type Nature = 'debit' | 'credit' | 'either';

const NATURES = new Map<string, Nature>([
  ...[...DEBIT, ...DEBIT_TOO].map((prefix) => [prefix, 'debit'] as const),
  ...[...CREDIT, ...CREDIT_TOO].map((prefix) => [prefix, 'credit'] as const),
  ...EITHER.map((prefix) => [prefix, 'either'] as const),
]);

function natureOf(account: string): Nature {
  for (let length = account.length; length > 0; length--) {
    const nature = NATURES.get(account.slice(0, length));
    if (nature) return nature;
  }
  throw new Error(`${account} is in no class`);
}

/** What moves against the nature of its accounts: repayments, and stocks that went the other way. */
const AGAINST: Readonly<Record<string, string>> = {
  '2057.VE 274': 'loans granted that were paid back: credits',
  ...Object.fromEntries(
    ['161', '162', '163', '164', '166', '167', '168'].map((account) => [
      `2057.VK ${account}`,
      'loans taken that were paid back: debits',
    ]),
  ),
  ...Object.fromEntries(
    ['2059E', '2033E'].flatMap((form) => [
      [`${form}.AK 603`, 'a rise of stocks bought lowers the charge: credit'],
      [`${form}.AM 71`, 'a fall of stocks produced lowers the income: debit'],
    ]),
  ),
};

/** Of accounts on either side: cells of what the company is owed, or what went out of an account in credit. */
const OWED: readonly string[] = [
  ...['UX', 'VA', 'UY', 'UZ', 'VM', 'VB', 'VN', 'VP', 'VC', 'VR', 'VF'].map((cell) => `2057.${cell}`),
  ...['2065BIS.AA', '2065BIS.AD', '2033A.HC'],
];

const isOwed = ({ form, cell, column }: Cell): boolean =>
  form === '2050' || (form === '2033A' && column === 'gross') || OWED.includes(`${form}.${cell}`);

/** The side on which accounts of the rule make the cell positive. */
function expectedSide(cell: Cell, prefix: string): 'debit' | 'credit' {
  const nature = natureOf(prefix);
  if (nature === 'either') return isOwed(cell) ? 'debit' : 'credit';
  const against = `${cell.form}.${cell.cell} ${prefix}` in AGAINST;
  return (nature === 'debit') === against ? 'credit' : 'debit';
}

/** What a rule makes of an account that only moved on one side, from nothing. */
function readFrom(rule: LedgerRule, prefix: string, side: 'debit' | 'credit'): bigint {
  const balance = side === 'debit' ? 1000n : -1000n;
  const opening = rule.side.startsWith('opening') ? balance : 0n;
  const moved = { debit: side === 'debit' ? 1000n : 0n, credit: side === 'credit' ? 1000n : 0n };
  const row = { account: `${prefix}0`, balance, opening, ...moved };
  return grip(rule, row) > 0 ? amountIn(rule, row) : 0n;
}

const forms = FORMS.names().filter((form) => !FORMS.isPayment(form));

describe.each([2024, 2025])('the forms of exercises opened in %i', (year) => {
  const read = FORMS.choose(forms, { year }).cells.filter(({ rules }) => rules);

  it('read every account from its own side', () => {
    const wrong = read.flatMap((cell) =>
      (cell.rules ?? []).flatMap((rule) =>
        rule.prefixes
          .filter((prefix) => readFrom(rule, prefix, expectedSide(cell, prefix)) <= 0n)
          .map((prefix) => `${cell.form}.${cell.cell} ${rule.side}:${prefix}`),
      ),
    );
    expect(wrong).toEqual([]);
    expect(read.length).toBeGreaterThan(250);
  });

  it('know no exception that is none', () => {
    const used = new Set(
      read.flatMap(({ form, cell, rules = [] }) =>
        rules.flatMap(({ prefixes }) => prefixes.map((prefix) => `${form}.${cell} ${prefix}`)),
      ),
    );
    expect(Object.keys(AGAINST).filter((key) => !used.has(key))).toEqual([]);
  });
});
