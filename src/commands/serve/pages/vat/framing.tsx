/** The framing of a return, by rate or by account; the cells that may be are typed, with why. */
import type { Answer } from '../page.ts';
import { Form } from '../parts/form.tsx';
import { Money, Value } from '../parts/state.tsx';
import { type Row, rows } from '../parts/table.tsx';
import { address, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';
import type { Step } from './return.tsx';

interface GridCell {
  readonly ColumnIdentifier: string;
  readonly Amount: {
    readonly OriginalAmount: number | null;
    readonly ModifiedByUser: boolean;
    readonly UserAmount: number | null;
  };
  readonly CanBeModifiedByUser: boolean;
}

interface GridRow {
  readonly RowIdentifier: string;
  readonly Label: string;
  readonly Level: string;
  readonly Cells: readonly GridCell[];
  readonly Children: readonly GridRow[];
}

const GRIDS = { ByRate: 'vat.form.framing.by-rate', ByAccount: 'vat.form.framing.by-account' } as const;

export async function framingStep({ visit, place, procedureId, here, isDraft }: Step) {
  const { call, query, language } = visit;
  const grid = query.grid === 'ByAccount' ? 'ByAccount' : 'ByRate';
  const of = { accountingFolderId: place.folderId, procedureId };
  const answer = await call(GRIDS[grid], of);
  const { row, column } = query;
  const chosen = isDraft && row && column ? { row, column } : undefined;
  const typed = chosen && rows(await call('vat.form.framing.cell.list', of)).find(isTyped(grid, chosen, answer));
  return (
    <>
      <p class="tools">
        {(['ByRate', 'ByAccount'] as const).map((one) => (
          <a href={address(here, { step: 'framing', grid: one })} aria-current={one === grid ? 'true' : undefined}>
            {wordsOf[one === 'ByRate' ? 'byRate' : 'byAccount'][language]}
          </a>
        ))}
        <a href={address(`/get/${GRIDS[grid]}`, { ...of, as: 'xlsx' })}>XLSX</a>
      </p>
      <Grid {...{ answer, chosen }} at={address(here, { step: 'framing', grid })} canType={isDraft} />
      {chosen && <Typed {...{ of, grid, chosen, typed, here }} />}
    </>
  );
}

interface Chosen {
  readonly row: string;
  readonly column: string;
}

/** Of grids from an earlier day the same cell may hold another amount. */
const isTyped = (grid: string, { row, column }: Chosen, answer: Answer) => {
  const all = flat(gridIn(answer)).filter(([{ RowIdentifier }]) => RowIdentifier === row);
  const cells = all.flatMap(([{ Cells }]) => Cells).filter(({ ColumnIdentifier }) => ColumnIdentifier === column);
  const amounts = cells.map(({ Amount }) => (Amount.ModifiedByUser ? Amount.UserAmount : undefined));
  return (cell: Row): boolean =>
    cell.Grid === grid &&
    cell.RowIdentifier === row &&
    cell.ColumnIdentifier === column &&
    amounts.includes(cell.Amount as number);
};

const gridIn = ({ result }: Answer): readonly GridRow[] => (result as { readonly Rows: readonly GridRow[] }).Rows;

const flat = (found: readonly GridRow[], depth = 0): readonly (readonly [GridRow, number])[] =>
  found.flatMap((row) => [[row, depth] as const, ...flat(row.Children, depth + 1)]);

function Grid({
  answer,
  at,
  canType,
  chosen,
}: {
  answer: Answer;
  at: string;
  canType: boolean;
  chosen: Chosen | undefined;
}) {
  const word = useWord();
  const all = flat(gridIn(answer));
  const columns = [...new Set(all.flatMap(([{ Cells }]) => Cells.map(({ ColumnIdentifier }) => ColumnIdentifier)))];
  if (all.length === 0) return <p class="note none">{word('empty')}</p>;
  return (
    <section class="wide" aria-label={word('step_framing')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{word('account')}</th>
            {columns.map((column) => (
              <th scope="col" class="amount">
                <Value of={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map(([row, depth]) => (
            <tr class={[depth === 0 && 'total', row.RowIdentifier === chosen?.row && 'here'].filter(Boolean).join(' ')}>
              <th scope="row" class={`depth${depth}`}>
                {row.Label}
              </th>
              {columns.map((column) => (
                <td class="amount">
                  {row.Cells.filter(({ ColumnIdentifier }) => ColumnIdentifier === column).map((cell) => (
                    <GridAmount {...{ cell, at, canType }} row={row.RowIdentifier} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What was typed carries a mark, and what was computed stands beside. */
function GridAmount({ cell, at, row, canType }: { cell: GridCell; at: string; row: string; canType: boolean }) {
  const word = useWord();
  const { OriginalAmount, ModifiedByUser, UserAmount } = cell.Amount;
  const shown = <Money of={ModifiedByUser ? UserAmount : OriginalAmount} />;
  const href = `${at}&${new URLSearchParams({ row, column: cell.ColumnIdentifier })}`;
  return (
    <>
      {canType && cell.CanBeModifiedByUser ? <a {...{ href }}>{shown}</a> : shown}
      {ModifiedByUser && (
        <small class="note">
          * {word('computed')} <Money of={OriginalAmount} />
        </small>
      )}
    </>
  );
}

interface TypedProps {
  readonly of: Readonly<Record<string, unknown>>;
  readonly grid: string;
  readonly chosen: Chosen;
  /** What a person typed there. */
  readonly typed: Row | undefined;
  readonly here: string;
}

/** Refused, the form stands where it was; done, the grid is whole again. */
function Typed({ of, grid, chosen, typed, here }: TypedProps) {
  const word = useWord();
  const { row, column } = chosen;
  const at = (cell: Partial<Chosen>) => address(here, { step: 'framing', grid, ...cell });
  const goes = { back: at(chosen), after: at({}) };
  return (
    <section>
      <h2>
        {row} <Value of={column} />
      </h2>
      <Form
        run="vat.form.framing.cell.set"
        fixed={{ ...of, Grid: grid, RowIdentifier: row, ColumnIdentifier: column }}
        ask={['Amount', 'Comment']}
        held={{ Amount: typed?.Amount, Comment: typed?.Comment }}
        types={{ Amount: 'number' }}
        button={word('keep')}
        {...goes}
      />
      {typed && (
        <Form
          run="vat.form.framing.cell.unset"
          fixed={{ ...of, grid, rowIdentifier: row, columnIdentifier: column }}
          button={word('takeBack')}
          {...goes}
        />
      )}
    </section>
  );
}
