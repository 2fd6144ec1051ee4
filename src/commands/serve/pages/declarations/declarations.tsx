/** What is to declare, by folder and period, by state, or as a list: the same obligations, the same filters. */
import { valueInWords } from '../../../render/values.ts';
import { type Answer, definePage } from '../page.ts';
import { declarationAt } from '../parts/folder.ts';
import { Filters } from '../parts/form.tsx';
import { boundsOf, isMonth } from '../parts/month.tsx';
import { State } from '../parts/state.tsx';
import { download, Listing, type Row, rows } from '../parts/table.tsx';
import { address, useWord } from '../parts/view.ts';
import type { Word } from '../texts.ts';
import { Board } from './board.tsx';
import { Grid } from './grid.tsx';
import { type Filtered, STATES } from './states.ts';

const FILTERS = ['companyId', 'accountingFolderId', 'types', 'states', 'dueFrom', 'dueTo'] as const;

const VIEWS = { grid: 'viewGrid', states: 'viewStates', list: 'viewList' } as const satisfies Readonly<
  Record<string, Word>
>;
type ViewName = keyof typeof VIEWS;
const viewOf = (name: string | undefined): ViewName =>
  name !== undefined && name in VIEWS ? (name as ViewName) : 'grid';

export const declarations = definePage({
  path: '/declarations',
  title: 'declarations',
  operations: ['declaration.deadline.list'],
  render: async ({ call, query, language }) => {
    const { states, ...others } = inputOf(query);
    const list = await call('declaration.deadline.list', others);
    const all = rows(list);
    const shown = all.filter(({ State: own }) => states === undefined || own === states);
    const asked: Filtered = Object.fromEntries(FILTERS.map((name) => [name, query[name] || undefined]));
    const view = viewOf(query.view);
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
              types: typesIn(all, others.types).map((type) => [type, type]),
              states: STATES.map((state) => [state, valueInWords(state, language)]),
            }}
            keep={{ view }}
          />
          <Counts {...{ all, asked, view }} />
          <Shown {...{ view, shown, asked }} of={{ ...list, input: { ...list.input, states } }} />
        </>
      ),
    };
  },
});

/** Those that there are, and the one that is chosen. */
const typesIn = (all: readonly Row[], chosen: string | undefined): readonly string[] =>
  [...new Set([...all.map(({ Type }) => String(Type)), ...(chosen ? [chosen] : [])])].sort();

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
  readonly all: readonly Row[];
  readonly asked: Filtered;
  readonly view: ViewName;
}

/** How much there is of each state, whichever is shown. */
function Counts({ all, asked, view }: CountsProps) {
  const word = useWord();
  const to = (states: string | undefined) => address('/declarations', { ...asked, states, view });
  return (
    <nav class="tools" aria-label={word('byState')}>
      {STATES.map((one) => {
        const count = all.filter(({ State: own }) => own === one).length;
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

interface ShownProps {
  readonly view: ViewName;
  readonly of: Answer;
  readonly shown: readonly Row[];
  readonly asked: Filtered;
}

function Shown({ view, of, shown, asked }: ShownProps) {
  const word = useWord();
  if (shown.length === 0) return <p class="note none">{word('noObligation')}</p>;
  if (view === 'list') return <List {...{ of, shown }} />;
  return (
    <>
      {view === 'grid' ? <Grid {...{ shown, asked }} /> : <Board {...{ shown, asked }} />}
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
