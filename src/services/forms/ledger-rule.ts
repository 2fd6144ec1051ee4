/**
 * Which accounts a cell takes: `side:prefix,prefix[ except prefix,…]`, several joined by `;`.
 * Side `D` is debit minus credit whatever its sign, `C` credit minus debit; `D+` and `C+` take an account only while it
 * is in debit, in credit. They read the end of the exercise, `opening D` and `opening C` its start. `debits` and
 * `credits` are what moved in it, opening left out; `rises` is how far a balance in debit grew.
 */
import type { Cents } from '../kernel/money.ts';

export type Side = 'D' | 'C' | 'D+' | 'C+' | 'opening D' | 'opening C' | 'debits' | 'credits' | 'rises';

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
  readonly label?: string | undefined;
  /** Sales outside France, as the account is marked. */
  readonly isExport?: boolean | undefined;
  /** Debit minus credit at the start; nothing unless given. */
  readonly opening?: Cents | undefined;
  /** What moved in the exercise, opening left out; without them the whole balance is one movement. */
  readonly debit?: Cents | undefined;
  readonly credit?: Cents | undefined;
}

export interface Movement {
  readonly opening: Cents;
  readonly debit: Cents;
  readonly credit: Cents;
}

const positive = (cents: Cents): Cents => (cents > 0n ? cents : 0n);

export function movementOf({ balance, opening = 0n, debit, credit }: AccountBalance): Movement {
  if (debit !== undefined && credit !== undefined) return { opening, debit, credit };
  return { opening, debit: positive(balance - opening), credit: positive(opening - balance) };
}

/** Throws SyntaxError: rules are ours. */
export const parseLedgerRules = (text: string): LedgerRule[] => text.split(';').map(parseRule);

function parseRule(text: string): LedgerRule {
  const match = /^\s*((?:opening )?[DC]|[DC]\+|debits|credits|rises):([\d,]+)(?: except ([\d,]+))?\s*$/.exec(text);
  if (!match) throw new SyntaxError(`"${text}" is no rule on accounts`);
  const [, side, prefixes = '', except = ''] = match;
  return { side: side as Side, prefixes: prefixes.split(','), except: except.split(',').filter((part) => part !== '') };
}

const ACCEPTS: Readonly<Partial<Record<Side, (balance: Cents) => boolean>>> = {
  'D+': (balance) => balance > 0n,
  'C+': (balance) => balance < 0n,
};

const READS: Readonly<Record<Side, (row: AccountBalance) => Cents>> = {
  D: ({ balance }) => balance,
  C: ({ balance }) => -balance,
  'D+': ({ balance }) => balance,
  'C+': ({ balance }) => -balance,
  'opening D': (row) => movementOf(row).opening,
  'opening C': (row) => -movementOf(row).opening,
  debits: (row) => movementOf(row).debit,
  credits: (row) => movementOf(row).credit,
  rises: (row) => positive(positive(row.balance) - positive(movementOf(row).opening)),
};

/** Length of the longest prefix of the rule that the account begins with; 0 when the rule does not take it. */
export function grip({ side, prefixes, except }: LedgerRule, { account, balance }: AccountBalance): number {
  if (ACCEPTS[side]?.(balance) === false || except.some((prefix) => account.startsWith(prefix))) return 0;
  return Math.max(0, ...prefixes.filter((prefix) => account.startsWith(prefix)).map((prefix) => prefix.length));
}

/** What a rule reads of an account that it takes. */
export const amountIn = ({ side }: LedgerRule, row: AccountBalance): Cents => READS[side](row);

/** What the rules add up to, each account once: cells that read the ledger again, outside the allocation. */
export const ledgerSum = (rules: readonly LedgerRule[], balances: readonly AccountBalance[]): Cents =>
  balances.reduce((sum, balance) => {
    const rule = rules.find((candidate) => grip(candidate, balance) > 0);
    return rule ? sum + amountIn(rule, balance) : sum;
  }, 0n);
