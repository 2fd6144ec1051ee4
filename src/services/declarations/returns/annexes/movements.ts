/**
 * Rows of 2054, 2055, 2056, 2033-C and 2033-D: from the register for accounts that hold an asset, else from the ledger.
 * Start and end are rounded apart and never move, so that the end is the balance sheet and the start last year's end:
 * the largest movement takes what is left, the first in the order of the form on a tie.
 */
import type { AssetPosting, ReturnFigures } from '../../../assets/edition/return-figures.ts';
import type { Cell } from '../../../forms/cell-table.ts';
import { type AccountBalance, movementOf } from '../../../forms/ledger-rule.ts';
import { type Cents, magnitude, wholeEuros } from '../../../kernel/money.ts';
import { accountPart, type Found, type Part } from './origin.ts';
import { amortizationAccount, type Row, rowFor, rowKey } from './rows.ts';

interface Posting {
  readonly row: Row;
  readonly column: string;
  readonly amount: Cents;
  readonly part: Part;
}

export interface MovementSources {
  readonly cells: readonly Cell[];
  readonly rows: readonly Row[];
  /** Accounts of the ledger, those at zero included. */
  readonly ledger: readonly AccountBalance[];
  readonly assets: ReturnFigures | undefined;
  /** Credits of accounts 23 that were put in service, by account. */
  readonly putInService: ReadonlyMap<string, Cents>;
}

/** Columns that take what comes in and what goes out; the first that a row has. */
const OUT = ['disposal', 'decrease', 'release', 'reversal', 'charge'];
const IN = ['increase', 'charge'];

const columnIn = ({ cells }: Row, columns: readonly string[]): string => columns.find((name) => cells.has(name)) ?? '';

/** Values of the cells of every row, by `form.cell`. */
export function movementCells(sources: MovementSources): Map<string, Found> {
  const postings = [...ledgerPostings(sources), ...assetPostings(sources)];
  const found = new Map(
    sources.rows.flatMap((row) =>
      settled(
        row,
        postings.filter((posting) => posting.row === row),
      ),
    ),
  );
  for (const [key, value] of specialCells(sources)) found.set(key, value);
  return found;
}

/** What left a row for another: it is no purchase where it came. Cents. */
export const movedBetweenRows = ({ rows, assets, ledger, putInService }: MovementSources): Cents => {
  const gross = rows.filter(({ side }) => side === 'D');
  const ofAssets = (assets?.postings ?? [])
    .filter(({ kind, movement }) => kind === 'gross' && movement === 'transferOut')
    .reduce((sum, { amount }) => sum + amount, 0n);
  const ofLedger = ledger
    .filter(({ account }) => putInService.has(account) && rowFor(gross, account) && !isInRegister(assets, account))
    .reduce((sum, { account }) => sum + (putInService.get(account) ?? 0n), 0n);
  return ofAssets + ofLedger;
};

/** Beginnings of the accounts that rows can take; most accounts of a ledger are third parties. */
const MOVING = /^(1[456]|2|39|48|49|59)/;

const isFixedAsset = (account: string): boolean => /^2/.test(account);

const trimmed = (account: string): string => account.replace(/0+$/, '');

/** The account holds an asset of the register, or amortizes one that does. */
function isInRegister(assets: ReturnFigures | undefined, account: string): boolean {
  if (!assets || !isFixedAsset(account) || /^29/.test(account)) return false;
  const wanted = trimmed(account);
  const named = account.startsWith('28') ? amortizationAccount : (own: string) => own;
  return [...assets.accounts].some((own) => trimmed(named(own)) === wanted);
}

function ledgerPostings({ rows, ledger, assets, putInService }: MovementSources): Posting[] {
  const forms = [...new Set(rows.map(({ form }) => form))].map((form) => rows.filter((row) => row.form === form));
  const moving = ledger.filter(({ account }) => MOVING.test(account));
  return forms.flatMap((own) =>
    moving.flatMap((account) => {
      const row = rowFor(own, account.account);
      if (!row || isInRegister(assets, account.account)) return [];
      return accountPostings(row, account, putInService.get(account.account) ?? 0n);
    }),
  );
}

function accountPostings(row: Row, account: AccountBalance, moved: Cents): Posting[] {
  const { opening, debit, credit } = movementOf(account);
  const sign = row.side === 'D' ? 1n : -1n;
  const [increase, decrease] = row.side === 'D' ? [debit, credit] : [credit, debit];
  const transferOut = row.cells.has('transfer out') ? moved : 0n;
  const amounts: readonly (readonly [string, Cents])[] = [
    ['start', sign * opening],
    [
      columnIn(
        row,
        IN.filter((name) => name !== 'charge' || row.side === 'C'),
      ),
      increase,
    ],
    ['transfer out', transferOut],
    [
      columnIn(
        row,
        OUT.filter((name) => name !== 'charge' || row.side === 'D'),
      ),
      decrease - transferOut,
    ],
    ['end', sign * account.balance],
  ];
  return amounts
    .filter(([, amount]) => amount !== 0n)
    .map(([column, amount]) => ({ row, column, amount, part: accountPart(account, amount) }));
}

const GROSS_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  opening: ['start'],
  increase: ['increase'],
  transferOut: ['transfer out', 'decrease'],
  disposal: ['disposal', 'decrease'],
  closing: ['end'],
};

const AMORTIZED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  opening: ['start'],
  charge: ['charge'],
  release: ['release'],
  closing: ['end'],
};

const assetPart = ({ asset, amount }: Pick<AssetPosting, 'asset' | 'amount'>): Part => ({
  kind: 'asset',
  name: String(asset.number),
  label: asset.name,
  amount,
});

function assetPostings({ rows, assets }: MovementSources): Posting[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  return (assets?.postings ?? []).flatMap((posting) => {
    const row = byName.get(posting.row);
    if (!row || posting.kind === 'special') return [];
    const columns = (posting.kind === 'gross' ? GROSS_COLUMNS : AMORTIZED_COLUMNS)[posting.movement] ?? [];
    return [{ row, column: columnIn(row, columns), amount: posting.amount, part: assetPart(posting) }];
  });
}

/** Columns whose amounts leave the row. */
const isOut = (row: Row, column: string): boolean =>
  column === 'transfer out' || (OUT.includes(column) && !(column === 'charge' && row.side === 'C'));

function settled(row: Row, postings: readonly Posting[]): [string, Found][] {
  const of = (column: string) => postings.filter((posting) => posting.column === column);
  const euros = (column: string) => wholeEuros(of(column).reduce((sum, { amount }) => sum + amount, 0n));
  const columns = [...row.cells.keys()].filter((column) => column !== 'start' && column !== 'end');
  const amounts = new Map(columns.map((column) => [column, euros(column)]));
  const moved = columns.reduce((sum, name) => sum + (isOut(row, name) ? -1n : 1n) * (amounts.get(name) ?? 0n), 0n);
  const gap = euros('end') - euros('start') - moved;
  const taker = largest(amounts);
  if (gap !== 0n && taker) amounts.set(taker, (amounts.get(taker) ?? 0n) + (isOut(row, taker) ? -gap : gap));
  return [['start', euros('start')] as const, ...amounts].flatMap(([column, value]): [string, Found][] => {
    const key = rowKey(row, column);
    return key && of(column).length > 0 ? [[key, { value, parts: of(column).map(({ part }) => part) }]] : [];
  });
}

const largest = (amounts: ReadonlyMap<string, bigint>): string | undefined =>
  [...amounts.keys()].reduce<string | undefined>(
    (best, name) =>
      best !== undefined && magnitude(amounts.get(best) ?? 0n) >= magnitude(amounts.get(name) ?? 0n) ? best : name,
    undefined,
  );

/**
 * Account 145 by kind of asset: frame B of 2055 by cause, 2033-D without. A cell is the sum of its assets in cents, rounded
 * once like any movement: asset by asset, a row of twenty could be ten euros off what its account moved. Totals add the
 * cells as they are shown.
 */
function specialCells({ cells, assets }: MovementSources): Map<string, Found> {
  const frame = cells.filter(({ label, formula }) => label.startsWith(SPECIAL) && !formula);
  const found = new Map<string, Found>();
  for (const cell of frame) {
    const own = (assets?.postings ?? []).filter(
      (posting) =>
        posting.kind === 'special' &&
        cell.label === `${SPECIAL}${kindOf(posting.row)}` &&
        [
          `${posting.movement}: ${posting.cause}`,
          posting.movement,
          posting.movement === 'release' ? 'reversal' : '',
        ].includes(cell.column),
    );
    if (own.length === 0) continue;
    const value = wholeEuros(own.reduce((sum, { amount }) => sum + amount, 0n));
    found.set(`${cell.form}.${cell.cell}`, { value, parts: own.map(assetPart) });
  }
  return found;
}

const SPECIAL = 'Special depreciation: ';

/** `2055 Land`, `2033C Depreciation: Land`: Land. */
const kindOf = (row: string): string => row.replace(/^\S+ (Depreciation: )?/, '');
