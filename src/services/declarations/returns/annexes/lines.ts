/** Lines that the books and the register give: disposals, charges that tax does not deduct. */
import type { Disposal } from '../../../assets/edition/return-figures.ts';
import { cellKey } from '../../../forms/cell-table.ts';
import type { CellValue, Values } from '../../../forms/declared.ts';
import { type AccountBalance, movementOf } from '../../../forms/ledger-rule.ts';
import { type Cents, wholeEuros } from '../../../kernel/money.ts';
import { accountPart, type Reading } from './origin.ts';

/** The lines of one block of a form: `form`, the column of its cells, and its lines. */
export interface Block {
  readonly form: string;
  readonly column: string;
  readonly lines: readonly Values[];
}

const lineOf = (form: string, cells: Readonly<Record<string, CellValue | undefined>>): Values =>
  new Map(
    Object.entries(cells).flatMap(([cell, value]) =>
      value === undefined || value === 0n ? [] : [[cellKey(form, cell), value] as const],
    ),
  );

/**
 * A gain is short term or long term; under company tax what is long term is at 0 % (holdings), at 19 % (property
 * companies) or at the reduced rate (patents): CGI 219 I a. Under income tax it is at 12.8 %.
 */
function longTermOf({ qualification, longTerm }: Disposal, isCompanyTax: boolean) {
  const gain = wholeEuros(longTerm);
  if (isCompanyTax && qualification === 'ParticipationShares') return { zero: gain };
  if (isCompanyTax && qualification === 'RealEstateCompanyShares') return { nineteen: gain };
  return { reduced: gain };
}

/** One line per asset that left, also without price or result. */
export function disposalBlock(disposals: readonly Disposal[], form: '2059A' | '2033C', isCompanyTax: boolean): Block {
  const lines = disposals.map((disposal) => {
    const { name, acquired, cost, deducted, neverDeducted, price } = disposal;
    const { zero, nineteen, reduced } = longTermOf(disposal, isCompanyTax);
    const shortTerm = shortTermOf(disposal);
    return form === '2059A'
      ? lineOf(form, {
          HA: name,
          HB: acquired.replaceAll('-', ''),
          HC: wholeEuros(cost),
          HE: wholeEuros(deducted),
          HF: wholeEuros(neverDeducted),
          HH: wholeEuros(price),
          HK: shortTerm,
          GN: reduced,
          GP: zero,
          HM: nineteen,
        })
      : lineOf(form, {
          KA: name,
          LA: wholeEuros(cost),
          MA: wholeEuros(deducted) + wholeEuros(neverDeducted),
          PA: wholeEuros(price),
          QA: shortTerm,
          SA: reduced,
          TA: zero,
          UA: nineteen,
        });
  });
  return { form, column: 'line', lines };
}

/** What the line itself makes of its rounded amounts, less the long-term part. */
const shortTermOf = ({ cost, deducted, neverDeducted, price, longTerm, shortTerm }: Disposal): bigint => {
  if (shortTerm === 0n) return 0n;
  const gain = wholeEuros(price) - (wholeEuros(cost) - wholeEuros(deducted) - wholeEuros(neverDeducted));
  return gain - wholeEuros(longTerm);
};

interface NotDeductible {
  readonly column: string;
  readonly cells: readonly [label: string, charge: string, reversal: string];
}

/** Blocks of 2058-B: provisions for risks and charges, impairment, accrued charges. */
const PROVISIONS: NotDeductible = { column: 'line', cells: ['BL', 'CL', 'DL'] };
const IMPAIRMENT: NotDeductible = { column: 'line 2', cells: ['BM', 'CM', 'DM'] };
const ACCRUED: NotDeductible = { column: 'line 3', cells: ['BN', 'CN', 'DN'] };

/** Pensions and fines are never deductible as provisions (CGI 39-1-5, 39-2). */
const ALWAYS = ['153', '1521', '1514'];
const PROFIT_SHARING = '691';

export interface NotDeductibleInput {
  readonly ledger: readonly AccountBalance[];
  /** Beginnings of other accounts that the folder says tax does not deduct. */
  readonly marked: readonly string[];
  /** Charge of profit sharing (691) of the year before, cents. */
  readonly lastProfitSharing: Cents;
}

interface Undeducted {
  readonly block: NotDeductible;
  readonly label: string;
  readonly account: AccountBalance;
  readonly charge: Cents;
  readonly reversal: Cents;
}

function undeducted({ ledger, marked, lastProfitSharing }: NotDeductibleInput): Undeducted[] {
  const found = ledger.flatMap((account): Undeducted[] => {
    const label = account.label || account.account;
    if (account.account.startsWith(PROFIT_SHARING))
      return [{ block: ACCRUED, label, account, charge: account.balance, reversal: 0n }];
    if (![...ALWAYS, ...marked].some((prefix) => account.account.startsWith(prefix))) return [];
    const { debit, credit } = movementOf(account);
    const block = /^15/.test(account.account) ? PROVISIONS : /^[2-5]9/.test(account.account) ? IMPAIRMENT : ACCRUED;
    return [{ block, label, account, charge: credit, reversal: debit }];
  });
  if (lastProfitSharing === 0n) return found;
  const account = { account: PROFIT_SHARING, balance: 0n };
  return [...found, { block: ACCRUED, label: PROFIT_SHARING, account, charge: 0n, reversal: lastProfitSharing }];
}

/** The lines of 2058-B. */
export function notDeductibleBlocks(input: NotDeductibleInput): Block[] {
  const found = undeducted(input);
  return [PROVISIONS, IMPAIRMENT, ACCRUED].map((block) => ({
    form: '2058B',
    column: block.column,
    lines: found
      .filter((one) => one.block === block && (one.charge !== 0n || one.reversal !== 0n))
      .map(({ label, charge, reversal }) => {
        const [name, up, down] = block.cells;
        return lineOf('2058B', { [name]: label, [up]: wholeEuros(charge), [down]: wholeEuros(reversal) });
      }),
  }));
}

/** The same for 2033-D, which has charges alone; reversals go to 2033-B EL. */
export function simplifiedNotDeductible(input: NotDeductibleInput): { block: Block; reversals: Reading } {
  const found = undeducted(input);
  const lines = found
    .filter(({ charge }) => charge !== 0n)
    .map(({ label, charge }) => lineOf('2033D', { GJ: label, HJ: wholeEuros(charge) }));
  const back = found.filter(({ reversal }) => reversal !== 0n);
  const value = back.reduce((sum, { reversal }) => sum + wholeEuros(reversal), 0n);
  const parts = back.map(({ account, reversal }) => accountPart(account, reversal));
  return { block: { form: '2033D', column: 'line', lines }, reversals: { value, parts } };
}
