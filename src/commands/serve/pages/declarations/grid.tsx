/** Folder by period: in each cell what is to declare, how it stands in a word and a colour, and the day it is due. */
import { declarationAt } from '../parts/folder.ts';
import { State } from '../parts/state.tsx';
import type { Row } from '../parts/table.tsx';
import { address, dayOf, useView, useWord, withParameter } from '../parts/view.ts';
import type { Filtered } from './states.ts';

/** Periods by month of their end, the latest; what is older is counted together, by state. */
const MOST_PERIODS = 6;

/** Which of the folders are shown. */
export interface PlaceInGrid {
  readonly Page: number;
  readonly TotalItems: number;
  readonly HasMore: boolean;
}

interface GridProps {
  readonly shown: readonly Row[];
  readonly asked: Filtered;
  readonly place: PlaceInGrid;
}

export function Grid({ shown, asked, place: { Page: page, TotalItems, HasMore } }: GridProps) {
  const view = useView();
  const word = useWord();
  const here = [...new Map(shown.map((row) => [row.FolderId, String(row.Folder)]))];
  const periods = [...new Set(shown.map(periodOf))].sort();
  const columns = periods.slice(-MOST_PERIODS);
  const hasOlder = periods.length > columns.length;
  return (
    <>
      <section class="wide" aria-label={word('viewGrid')} tabindex={0}>
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">{word('folder')}</th>
              {hasOlder && <th scope="col">{word('before')}</th>}
              {columns.map((period) => (
                <th scope="col">
                  <time datetime={period}>{monthIn(period, view.language)}</time>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {here.map(([id, name]) => {
              const own = shown.filter(({ FolderId }) => FolderId === id);
              return (
                <tr>
                  <th scope="row">
                    <a href={`/folders/${id}`}>{name}</a>
                  </th>
                  {hasOlder && (
                    <td>
                      <Older {...{ asked }} of={own.filter((row) => !columns.includes(periodOf(row)))} />
                    </td>
                  )}
                  {columns.map((period) => (
                    <td>
                      {own
                        .filter((row) => periodOf(row) === period)
                        .map((row) => (
                          <Chip of={row} />
                        ))}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p class="note pager">
        {here.length} {word('of')} {TotalItems}{' '}
        {page > 1 && (
          <a rel="prev" href={withParameter(view, 'page', String(page - 1))}>
            {word('previous')}
          </a>
        )}{' '}
        {HasMore && (
          <a rel="next" href={withParameter(view, 'page', String(page + 1))}>
            {word('next')}
          </a>
        )}
      </p>
    </>
  );
}

const periodOf = ({ EndDate }: Row): string => String(EndDate).slice(0, 7);

const monthIn = (period: string, language: string): string =>
  new Date(period).toLocaleDateString(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** One obligation: its type, its state, the day it is due. */
function Chip({ of: { FolderId, Type, EndDate, Due, State: state } }: { of: Row }) {
  const { language } = useView();
  return (
    <a class="chip" href={declarationAt(FolderId, Type, EndDate)}>
      {Type} <small>{dayOf(String(Due), language)}</small> <State of={state} />
    </a>
  );
}

/** Of older periods how many are in each state; a click lists them. */
function Older({ of, asked }: { of: readonly Row[]; asked: Filtered }) {
  const states = [...new Set(of.map(({ State: state }) => String(state)))];
  return (
    <>
      {states.map((state) => {
        const own = of.filter((row) => row.State === state);
        const to = { ...asked, accountingFolderId: String(own[0]?.FolderId), states: state, view: 'list' };
        return (
          <a class="chip" href={address('/declarations', to)}>
            <State of={state} /> {own.length}
          </a>
        );
      })}
    </>
  );
}
