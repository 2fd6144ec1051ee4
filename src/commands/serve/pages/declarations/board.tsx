/** The same by state, a column each, the first due on top. */
import { declarationAt } from '../parts/folder.ts';
import { State } from '../parts/state.tsx';
import type { Row } from '../parts/table.tsx';
import { address, dayOf, useView, useWord } from '../parts/view.ts';
import { type Filtered, STATES } from './states.ts';

/** Cards of a column; the list has them all. */
const MOST_CARDS = 25;

interface BoardProps {
  readonly shown: readonly Row[];
  readonly asked: Filtered;
}

export const Board = ({ shown, asked }: BoardProps) => (
  <div class="board">
    {STATES.map((state) => {
      const own = shown.filter((row) => row.State === state);
      return own.length > 0 && <Column {...{ state, own, asked }} />;
    })}
  </div>
);

interface ColumnProps {
  readonly state: string;
  readonly own: readonly Row[];
  readonly asked: Filtered;
}

function Column({ state, own, asked }: ColumnProps) {
  const word = useWord();
  const { language } = useView();
  return (
    <section>
      <h2>
        <State of={state} /> <span class="count">{own.length}</span>
      </h2>
      <ul>
        {own.slice(0, MOST_CARDS).map(({ FolderId, Folder, Type, EndDate, Due }) => (
          <li>
            <a href={declarationAt(FolderId, Type, EndDate)}>
              {Type} {Folder}
            </a>
            <small>
              {word('due')} {dayOf(String(Due), language)}
            </small>
          </li>
        ))}
      </ul>
      {own.length > MOST_CARDS && (
        <p class="note">
          {MOST_CARDS} {word('of')} {own.length}{' '}
          <a href={address('/declarations', { ...asked, states: state, view: 'list' })}>{word('all')}</a>
        </p>
      )}
    </section>
  );
}
