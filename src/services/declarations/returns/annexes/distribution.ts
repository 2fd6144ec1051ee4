/** Form 2058-C, distribution of the result of the year before: the entries that touch account 12, opening left out. */
import type { AccountBalance } from '../../../forms/ledger-rule.ts';
import { movementOf } from '../../../forms/ledger-rule.ts';
import { type Cents, wholeEuros } from '../../../kernel/money.ts';
import { accountPart, type Part, type Reading, type Readings } from './origin.ts';

/** Net debit of an account in those entries, cents. */
export interface DistributedAccount {
  readonly account: string;
  readonly label: string;
  readonly net: Cents;
}

type Kind = 'toLegalReserve' | 'toOtherReserves' | 'toDividends' | 'toRetained' | 'result' | 'toOthers';

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^1061/, 'toLegalReserve'],
  [/^10[46]/, 'toOtherReserves'],
  [/^457/, 'toDividends'],
  [/^11/, 'toRetained'],
  [/^12/, 'result'],
];

const kindOf = (account: string): Kind => KINDS.find(([pattern]) => pattern.test(account))?.[1] ?? 'toOthers';

/** `ledger`: with openings. Nothing was distributed: the result of the year before goes to retained earnings. */
export function distributionReadings(
  distributed: readonly DistributedAccount[],
  ledger: readonly AccountBalance[],
): Readings {
  const opening = (prefix: string) => ledger.filter(({ account }) => account.startsWith(prefix));
  if (distributed.length === 0) return { ...NOTHING, toRetained: readingOf(opening('12').map(openingPart)) };
  const of = (kind: Kind, sign: 1n | -1n = -1n) =>
    distributed
      .filter((row) => kindOf(row.account) === kind)
      .map(({ account, label, net }) => accountPart({ account, label, balance: 0n }, sign * net));
  const reserves = of('toOtherReserves');
  const kinds = {
    fromReserves: [...reserves].filter(({ amount }) => amount < 0n).map((part) => ({ ...part, amount: -part.amount })),
    toLegalReserve: of('toLegalReserve'),
    toOtherReserves: reserves.filter(({ amount }) => amount > 0n),
    toDividends: of('toDividends'),
    toOthers: of('toOthers'),
    toRetained: of('toRetained'),
  };
  const readings = Object.fromEntries(Object.entries(kinds).map(([name, parts]) => [name, readingOf(parts)]));
  return {
    ...NOTHING,
    ...readings,
    toRetained: balanced(readings, kinds.toRetained, sumOf(opening('12').map(openingPart))),
  };
}

const EMPTY: Reading = { value: 0n, parts: [] };
const NOTHING: Readings = {
  fromReserves: EMPTY,
  toLegalReserve: EMPTY,
  toOtherReserves: EMPTY,
  toDividends: EMPTY,
  toOthers: EMPTY,
  toRetained: EMPTY,
};

const openingPart = (row: AccountBalance): Part => accountPart(row, -movementOf(row).opening);

const sumOf = (parts: readonly Part[]): Cents => parts.reduce((sum, { amount }) => sum + amount, 0n);

const readingOf = (parts: readonly Part[]): Reading => ({ value: wholeEuros(sumOf(parts)), parts });

/** Where the entries share the whole result to the cent, euros do too: retained earnings take the rounding. */
function balanced(readings: Readings, parts: readonly Part[], result: Cents): Reading {
  const exact = (name: string) => sumOf(readings[name]?.parts ?? []);
  const euros = (name: string) => readings[name]?.value ?? 0n;
  const shares = ['toLegalReserve', 'toOtherReserves', 'toDividends', 'toOthers'];
  const left = result + exact('fromReserves') - shares.reduce((sum, name) => sum + exact(name), 0n);
  if (left !== sumOf(parts)) return readingOf(parts);
  const value = wholeEuros(result) + euros('fromReserves') - shares.reduce((sum, name) => sum + euros(name), 0n);
  return { value, parts };
}
