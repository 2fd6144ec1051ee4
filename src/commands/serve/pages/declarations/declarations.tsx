/** What is to declare, by folder and period, by state, or as a list: the same obligations, the same filters. */
import { DECLARATION_TYPES } from '../../../declaration/fields.ts';
import { valueInWords } from '../../../render/values.ts';
import { type Answer, definePage, type Visit } from '../page.ts';
import { declarationAt } from '../parts/folder.ts';
import { Filters } from '../parts/form.tsx';
import { boundsOf, isMonth } from '../parts/month.tsx';
import { State } from '../parts/state.tsx';
import { download, Listing, type Row, rows } from '../parts/table.tsx';
import { address, useWord } from '../parts/view.ts';
import { whoseChoices } from '../parts/whose.tsx';
import type { Word } from '../texts.ts';
import { Board } from './board.tsx';
import { Grid, type PlaceInGrid } from './grid.tsx';
import { type Filtered, STATES } from './states.ts';

const FILTERS = ['companyId', 'accountingFolderId', 'types', 'states', 'dueFrom', 'dueTo'] as const;

/** Folders of a page of the grid. */
const FOLDERS = 20;

const VIEWS = { grid: 'viewGrid', states: 'viewStates', list: 'viewList' } as const satisfies Readonly<
  Record<string, Word>
>;
type ViewName = keyof typeof VIEWS;
const viewOf = (name: string | undefined): ViewName =>
  name !== undefined && name in VIEWS ? (name as ViewName) : 'grid';

export const declarations = definePage({
  path: '/declarations',
  title: 'declarations',
  operations: ['declaration.deadline.list', 'declaration.deadline.grid', 'company.list', 'folder.list'],
  render: async (visit) => {
    const { query, language } = visit;
    const asked: Filtered = Object.fromEntries(FILTERS.map((name) => [name, query[name] || undefined]));
    const view = viewOf(query.view);
    const [found, whose] = await Promise.all([view === 'grid' ? gridOf(visit) : wholeOf(visit), whoseChoices(visit)]);
    return {
      body: (
        <>
          <Views here={view} {...{ asked }} />
          <Filters
            of="declaration.deadline.list"
            ask={FILTERS}
            values={query}
            types={{ dueFrom: 'month', dueTo: 'month' }}
            choices={{
              ...whose.choices,
              types: DECLARATION_TYPES.map((type) => [type, type]),
              states: STATES.map((state) => [state, valueInWords(state, language)]),
            }}
            keep={{ view }}
            more={whose.more}
          />
          <Counts {...{ asked, view }} counts={found.counts} />
          <Shown {...{ view, asked }} {...found} />
        </>
      ),
    };
  },
});

/** What a view needs: `of` is what its files have. */
interface FoundTasks {
  readonly of: Answer;
  readonly shown: readonly Row[];
  readonly counts: Readonly<Record<string, number>>;
  readonly place?: PlaceInGrid;
}

/** Folders of one page. */
async function gridOf({ call, query }: Visit<'declaration.deadline.grid'>): Promise<FoundTasks> {
  const input = { ...inputOf(query), page: query.page, limit: FOLDERS };
  const of = await call('declaration.deadline.grid', input);
  const { Counts: counts, ...place } = of.result as PlaceInGrid & { readonly Counts: FoundTasks['counts'] };
  return { of, shown: rows(of), counts, place };
}

/** Every one, of which a view shows the first. */
async function wholeOf({ call, query }: Visit<'declaration.deadline.list'>): Promise<FoundTasks> {
  const { states, ...others } = inputOf(query);
  const list = await call('declaration.deadline.list', others);
  const all = rows(list);
  const counts = Object.fromEntries(
    STATES.map((state) => [state, all.filter(({ State: own }) => own === state).length]),
  );
  const shown = all.filter(({ State: own }) => states === undefined || own === states);
  return { of: { ...list, input: { ...list.input, states } }, shown, counts };
}

/** Months of the address are days of the operation. */
function inputOf(query: Readonly<Record<string, string>>): Filtered {
  const { companyId, accountingFolderId, types, states, dueFrom, dueTo } = query;
  const day = (month: string | undefined, end: 0 | 1) => (isMonth(month) ? boundsOf(month)[end] : month || undefined);
  return {
    companyId: companyId || undefined,
    accountingFolderId: accountingFolderId || undefined,
    types: types || undefined,
    states: states || undefined,
    dueFrom: day(dueFrom, 0),
    dueTo: day(dueTo, 1),
  };
}

function Views({ here, asked }: { here: ViewName; asked: Filtered }) {
  const word = useWord();
  return (
    <nav class="tabs" aria-label={word('views')}>
      {Object.entries(VIEWS).map(([name, text]) => (
        <a href={address('/declarations', { ...asked, view: name })} aria-current={name === here ? 'page' : undefined}>
          {word(text)}
        </a>
      ))}
    </nav>
  );
}

interface CountsProps {
  readonly counts: FoundTasks['counts'];
  readonly asked: Filtered;
  readonly view: ViewName;
}

/** How much there is of each state, whichever is shown. */
function Counts({ counts, asked, view }: CountsProps) {
  const word = useWord();
  const to = (states: string | undefined) => address('/declarations', { ...asked, states, view });
  return (
    <nav class="tools" aria-label={word('byState')}>
      {STATES.map((one) => {
        const count = counts[one] ?? 0;
        return (
          count > 0 && (
            <a href={to(one)} aria-current={one === asked.states ? 'true' : undefined}>
              <State of={one} /> {count}
            </a>
          )
        );
      })}
      {asked.states && <a href={to(undefined)}>{word('all')}</a>}
    </nav>
  );
}

interface ShownProps extends Pick<FoundTasks, 'of' | 'shown' | 'place'> {
  readonly view: ViewName;
  readonly asked: Filtered;
}

function Shown({ view, of, shown, place, asked }: ShownProps) {
  const word = useWord();
  if (shown.length === 0) return <p class="note none">{word('noObligation')}</p>;
  if (view === 'list') return <List {...{ of, shown }} />;
  return (
    <>
      {place ? <Grid {...{ shown, asked, place }} /> : <Board {...{ shown, asked }} />}
      <p class="note pager">
        <a href={download(of, 'csv')}>CSV</a> <a href={download(of, 'xlsx')}>XLSX</a>{' '}
        <a href={download(of, 'pdf')}>PDF</a>
      </p>
    </>
  );
}

const List = ({ of, shown }: Pick<ShownProps, 'of' | 'shown'>) => (
  <Listing
    of={{ ...of, result: shown }}
    columns={['Folder', 'Type', 'EndDate', 'Due', 'State', 'Status']}
    cells={{ State: (row) => <State of={row.State} />, Status: (row) => <State of={row.Status} /> }}
    links={{
      Folder: ({ FolderId }) => `/folders/${FolderId}`,
      Type: ({ FolderId, Type, EndDate }) => declarationAt(FolderId, Type, EndDate),
    }}
  />
);
