/**
 * Lines of an exercise that are associated with assets: what they bought is known by the association, and they answer for no
 * entry of another asset.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { EntryMovement } from '../../ledger/movements.ts';
import { type EntrySides, put, sidesOf } from './entry-sides.ts';
import { matchEntries } from './match-entries.ts';

interface AssociatedLine {
  readonly assetId: number;
  readonly entryId: number;
  readonly date: PlainDate;
  readonly account: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

export const associatedLines = (knex: Knex, folderId: number, exerciseId: number): Promise<AssociatedLine[]> =>
  knex({ k: 'asset_entry_line' })
    .join({ l: 'entry_line' }, { 'l.folder_id': 'k.folder_id', 'l.id': 'k.entry_line_id' })
    .join({ a: 'account' }, { 'a.folder_id': 'l.folder_id', 'a.id': 'l.account_id' })
    .where({ 'k.folder_id': folderId, 'l.exercise_id': exerciseId })
    .select({ assetId: 'k.asset_id', entryId: 'l.entry_id', date: 'l.entry_date', account: 'a.number' })
    .select({ debit: 'l.debit_cents', credit: 'l.credit_cents' });

interface Bought extends EntrySides {
  readonly operation: string;
  readonly assetIds: readonly number[];
}

const COME_WITH_LINES: ReadonlySet<string> = new Set(['Acquisition', 'CreditNote']);

/** What assets in progress became is bought by no line: the one associated with it is half of the entry that moves them. */
const isTransfer = ({ operation }: Bought): boolean => operation === 'Transfer';

export interface Told<W> {
  /** Entries that the lines of their own asset hold. */
  readonly held: ReadonlySet<W>;
  /** Lines that answer for nothing else: those, and lines of an asset that was bought in another exercise. */
  readonly taken: readonly AssociatedLine[];
}

/** What the associations tell of the acquisitions and the credit notes of the exercise. */
export function toldByAssociations<W extends Bought>(wanted: readonly W[], lines: readonly AssociatedLine[]): Told<W> {
  const [bought, linesOf] = [new Map<string, W[]>(), new Map<string, AssociatedLine[]>()];
  for (const one of wanted) if (COME_WITH_LINES.has(one.operation)) put(bought, String(one.assetIds[0]), one);
  const moved = new Set(wanted.filter(isTransfer).map(({ assetIds }) => String(assetIds[0])));
  for (const line of lines) put(linesOf, String(line.assetId), line);
  const told = [...linesOf]
    .filter(([asset]) => bought.has(asset) || !moved.has(asset))
    .map(([asset, own]) => toldBy(bought.get(asset) ?? [], own));
  return { held: new Set(told.flatMap(({ held }) => held)), taken: told.flatMap(({ taken }) => taken) };
}

function toldBy<W extends Bought>(bought: readonly W[], own: readonly AssociatedLine[]) {
  const { states, left } = matchEntries(
    bought,
    own.map((line) => ({ date: line.date, sides: sidesOf([line]), line })),
  );
  const unexplained = new Set(left.map(({ line }) => line));
  const isTold = (line: AssociatedLine) => (bought.length === 0 ? line.debit > line.credit : !unexplained.has(line));
  return { held: bought.filter((_, at) => states[at] === 'Held'), taken: own.filter(isTold) };
}

/** What the entries move beside these lines; one that moves nothing else is gone. */
export function besides(moved: readonly EntryMovement[], taken: readonly AssociatedLine[]): EntryMovement[] {
  const byAccount = new Map<string, AssociatedLine[]>();
  for (const line of taken) put(byAccount, `${line.entryId} ${line.account}`, line);
  const rest = moved.map((movement) => ({
    ...movement,
    lines: movement.lines
      .map(({ account, debit, credit }) => {
        const gone = byAccount.get(`${movement.entryId} ${account}`) ?? [];
        return {
          account,
          debit: gone.reduce((sum, line) => sum - line.debit, debit),
          credit: gone.reduce((sum, line) => sum - line.credit, credit),
        };
      })
      .filter(({ debit, credit }) => debit !== 0n || credit !== 0n),
  }));
  return rest.filter(({ lines }) => lines.length > 0);
}
