/**
 * Which accounts a cell takes: `side:prefix,prefix[ except prefix,…]`, several joined by `;`.
 * Side `D` is debit minus credit whatever its sign, `C` credit minus debit; `D+` and `C+` take an account only while it
 * is in debit, in credit.
 */
import type { Cents } from '../kernel/money.ts';

export type Side = 'D' | 'C' | 'D+' | 'C+';

export interface LedgerRule {
  readonly side: Side;
  readonly prefixes: readonly string[];
  readonly except: readonly string[];
}

/** The balance of one account over the exercise, opening included, closing of classes 6 and 7 excluded. */
export interface AccountBalance {
  readonly account: string;
  /** Third party of accounts 40, 41 and 45, so that debtors and creditors are not netted. */
  readonly thirdParty?: string | undefined;
  /** Debit minus credit. */
  readonly balance: Cents;
  /** Sales outside France, by the same marking as the VAT report. */
  readonly isExport?: boolean | undefined;
}

/** Throws SyntaxError: rules are ours. */
export const parseLedgerRules = (text: string): LedgerRule[] => text.split(';').map(parseRule);

function parseRule(text: string): LedgerRule {
  const match = /^\s*([DC]\+?):([\d,]+)(?: except ([\d,]+))?\s*$/.exec(text);
  if (!match) throw new SyntaxError(`"${text}" is no rule on accounts`);
  const [, side, prefixes = '', except = ''] = match;
  return { side: side as Side, prefixes: prefixes.split(','), except: except.split(',').filter((part) => part !== '') };
}

const ACCEPTS: Readonly<Record<Side, (balance: Cents) => boolean>> = {
  D: () => true,
  C: () => true,
  'D+': (balance) => balance > 0n,
  'C+': (balance) => balance < 0n,
};

/** Length of the longest prefix of the rule that the account begins with; 0 when the rule does not take it. */
export function grip({ side, prefixes, except }: LedgerRule, { account, balance }: AccountBalance): number {
  if (!ACCEPTS[side](balance) || except.some((prefix) => account.startsWith(prefix))) return 0;
  return Math.max(0, ...prefixes.filter((prefix) => account.startsWith(prefix)).map((prefix) => prefix.length));
}

export const signed = (side: Side, balance: Cents): Cents => (side.startsWith('D') ? balance : -balance);

/** What the rules add up to, each account once: cells that read the ledger again, outside the allocation. */
export const ledgerSum = (rules: readonly LedgerRule[], balances: readonly AccountBalance[]): Cents =>
  balances.reduce((sum, balance) => {
    const rule = rules.find((candidate) => grip(candidate, balance) > 0);
    return rule ? sum + signed(rule.side, balance.balance) : sum;
  }, 0n);
