import type { Child } from 'hono/jsx';
import { Dropped } from './imports.tsx';
import { type Answer, definePage, type Visit } from './page.ts';
import { Fold } from './parts/fold.tsx';
import { alertsAt, declarationAt, inFolder, midnightDay } from './parts/folder.ts';
import { Form } from './parts/form.tsx';
import { Soon } from './parts/soon.tsx';
import { Money, State, Value } from './parts/state.tsx';
import { Listing, one, type Row, rows } from './parts/table.tsx';
import { address, dayOf, useView, useWord } from './parts/view.ts';
import { type Word, wordsOf } from './texts.ts';

const FACTS = ['Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'Department', 'Naf', 'VatDeadlineDay'] as const;
const OPERATIONS = [
  'folder.show',
  'folder.overview',
  'folder.update',
  'exercise.list',
  'exercise.create',
  'declaration.deadline.list',
  'declaration.list',
  'vat.deadline.list',
  'bank.summary',
  'bank.statement.gaps',
  'asset.search',
  'intake.check',
  'ledger.imports',
  'ledger.undo',
] as const;

export const folder = definePage({
  path: '/folders/:folder',
  title: 'folders',
  operations: OPERATIONS,
  render: async (visit) => {
    const { call, language, query } = visit;
    const { folderId, name, at, crumbs, folder } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const exercises = await call('exercise.list', own);
    const chosen = rows(exercises).find(({ Id }) => String(Id) === query.exercise);
    const found = await read(visit, {
      own,
      folderId,
      over: windowOf(chosen ?? underWay(exercises, visit.today)),
      chosen,
    });
    const word = (text: Word) => wordsOf[text][language];
    return {
      title: name,
      crumbs: crumbs.slice(0, 1),
      body: (
        <>
          <Sight of={found.overview} {...{ at }} />
          <Chooser {...{ exercises }} here={query.exercise} />
          <div class="columns">
            <Obligations {...{ found, folderId }} />
            <section>
              <Part title={word('bank')}>
                <Listing
                  of={found.bank}
                  columns={['Account', 'Unreconciled', 'ToJustify', 'ToJustifyAmount']}
                  links={{
                    Account: ({ AccountId }) => `${at}/bank/${AccountId}`,
                    Unreconciled: ({ AccountId }) => `${at}/bank/${AccountId}/reconcile`,
                    ToJustify: ({ AccountId }) => `${at}/bank/${AccountId}`,
                  }}
                />
              </Part>
              <Part title={word('gaps')}>
                <Listing
                  of={found.gaps}
                  columns={['AccountName', 'FromDate', 'ToDate', 'Difference']}
                  links={{ AccountName: () => `${at}/bank` }}
                  empty={word('noGap')}
                />
              </Part>
              <Part title={word('alerts')}>
                <div id="alerts">
                  <Alerts of={found.alerts} {...{ at }} />
                </div>
              </Part>
            </section>
          </div>
          <Part title={word('imports')}>
            <Dropped folder={folderId} />
            <Listing
              of={found.imports}
              columns={['ImportedAt', 'FileName', 'Status', 'Entries.Added']}
              cells={{ Status: ({ Status }) => <Value of={Status} /> }}
              actions={({ Id }) => (
                <Form run="ledger.undo" fixed={{ ...own, importId: Id }} button={wordsOf.undo[language]} />
              )}
              empty={<a href={address('/imports', { folder: folderId })}>{word('import')}</a>}
            />
          </Part>
          <Fold run="folder.update" title={word('facts')}>
            <Form run="folder.update" fixed={own} ask={FACTS} held={one(folder)} button={word('keep')} />
          </Fold>
          <Fold run="exercise.create" title={word('newExercise')}>
            <Form
              run="exercise.create"
              fixed={own}
              ask={['StartDate', 'EndDate']}
              types={{ StartDate: 'date', EndDate: 'date' }}
            />
          </Fold>
        </>
      ),
    };
  },
});

interface Window {
  readonly startDate: string;
  readonly endDate: string;
}

const windowOf = ({ StartDate, EndDate }: Row): Window => ({ startDate: String(StartDate), endDate: String(EndDate) });

/** The exercise that holds the day, else the last one, else the year. */
function underWay(exercises: Answer, day: string): Row {
  const all = rows(exercises).toSorted((a, b) => String(a.EndDate).localeCompare(String(b.EndDate)));
  const year = { StartDate: `${day.slice(0, 4)}-01-01`, EndDate: `${day.slice(0, 4)}-12-31` };
  return all.find((one) => String(one.StartDate) <= day && day <= String(one.EndDate)) ?? all.at(-1) ?? year;
}

interface Asked {
  readonly own: { readonly accountingFolderId: string };
  readonly folderId: string;
  readonly over: Window;
  readonly chosen: Row | undefined;
}

/** Of the exercise that was chosen, or of the present where none was. */
async function read({ call, query }: Visit<(typeof OPERATIONS)[number]>, { own, folderId, over, chosen }: Asked) {
  const sight = call('folder.overview', own);
  const alerted = async () => {
    const [{ AlertsFrom, AlertsTo, Alerts: count } = {} as Row] = rows(await sight);
    const days = chosen || !AlertsFrom ? over : { startDate: AlertsFrom, endDate: AlertsTo };
    if (!query.now && (chosen || count !== 0)) return 'soon';
    return call('asset.search', { ...own, ...days, hasAlert: true, limit: 20 });
  };
  const within = chosen ? over : {};
  const bankDays = chosen ? { beginDate: over.startDate, endDate: over.endDate } : {};
  const [overview, due, vat, filed, bank, gaps, alerts, imports] = await Promise.all([
    sight,
    call('declaration.deadline.list', { ...own, ...within }),
    call('vat.deadline.list', { ...own, days: 60, lateDays: 400 }),
    call('declaration.list', own),
    call('bank.summary', { enterpriseId: folderId, ...bankDays }),
    call('bank.statement.gaps', { enterpriseId: folderId }),
    alerted(),
    call('ledger.imports', { ...own, limit: 5 }),
  ]);
  return { overview, due, vat, filed, bank, gaps, alerts, imports };
}

type Found = Awaited<ReturnType<typeof read>>;

/** A register is looked through after the page. */
function Alerts({ of, at }: { of: Found['alerts']; at: string }) {
  const word = useWord();
  if (of === 'soon') return <Soon text={word('alertsComing')} />;
  return (
    <Listing
      {...{ of }}
      columns={['Number', 'Name', 'Account']}
      links={{ Name: ({ Id }) => `${at}/assets/${Id}` }}
      empty={word('noAlert')}
    />
  );
}

function Part({ title, children }: { title: string; children?: Child }) {
  return (
    <>
      <h2>{title}</h2>
      {children}
    </>
  );
}

/** What is left to do in the folder, each figure of which opens what it counts. */
function Sight({ of, at }: { of: Answer; at: string }) {
  const word = useWord();
  const { language } = useView();
  const [row = {}] = rows(of);
  const folder = String(row.Id);
  const figures: readonly (readonly [Word, Child, string])[] = [
    ['late', String(row.Late), address('/declarations', { accountingFolderId: folder, states: 'Late', view: 'list' })],
    [
      'nextDeadline',
      typeof row.NextDue === 'string' ? `${dayOf(row.NextDue, language)} ${row.NextForm}` : word('none'),
      address('/deadlines', { accountingFolderId: folder }),
    ],
    ['drafts', String(row.Drafts), `${at}/ledger`],
    ['toReconcile', String(row.ToReconcile), `${at}/bank`],
    [
      'toJustify',
      <>
        {row.ToJustify} (<Money of={Number(row.ToJustifyAmount)} />)
      </>,
      `${at}/bank`,
    ],
    ['alerts', String(row.Alerts), alertsAt(row)],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, figure, href]) => (
        <div>
          <dt>{word(name)}</dt>
          <dd>
            <a class="plain" {...{ href }}>
              {figure}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Chooser({ exercises, here }: { exercises: Answer; here: string | undefined }) {
  const word = useWord();
  const { language } = useView();
  return (
    <form method="get" class="tools" aria-label={word('exercises')}>
      <label>
        {word('exercise')}
        <select name="exercise">
          <option value="">{word('underWay')}</option>
          {rows(exercises).map(({ Id, StartDate, EndDate, IsClosed }) => (
            <option value={String(Id)} selected={String(Id) === here}>
              {dayOf(String(StartDate), language)} – {dayOf(String(EndDate), language)}
              {IsClosed === true && ` (${word('closed')})`}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{word('ask')}</button>
    </form>
  );
}

/** What of VAT is due beside the declarations, which are in a list of their own. */
const OF_VAT = ['Tva', 'AcompteCA12'];
const MOST_FILED = 8;

function Obligations({ found, folderId }: { found: Found; folderId: string }) {
  const word = useWord();
  const vatAt = ({ ProcedureId }: Row) => `/folders/${folderId}/vat${ProcedureId === null ? '' : `/${ProcedureId}`}`;
  // Under the name that the other lists of the page have for it.
  const filed = rows(found.filed)
    .filter(({ Status }) => Status !== 'None')
    .map((row) => ({ ...row, EndDate: midnightDay(row.DateFin) }));
  return (
    <section>
      <Part title={word('declarations')}>
        <Listing
          of={found.due}
          columns={['Type', 'EndDate', 'Due', 'State']}
          cells={{ State: ({ State: state }) => <State of={state} /> }}
          links={{ Type: ({ Type, EndDate }) => declarationAt(folderId, Type, EndDate) }}
        />
      </Part>
      <Part title={word('vat')}>
        <Listing
          of={found.vat}
          columns={['Form', 'EndDate', 'DueDate', 'Status']}
          cells={{ Status: ({ Status }) => <State of={Status} /> }}
          links={{ Form: vatAt }}
          only={({ Category }) => OF_VAT.includes(String(Category))}
          isPart
        />
      </Part>
      <Part title={word('lastFilings')}>
        <Listing
          of={{ ...found.filed, result: filed.slice(0, MOST_FILED) }}
          columns={['DeclarationType', { name: 'EndDate', fr: 'Fin', type: 'day' }, 'Status']}
          cells={{ Status: ({ Status }) => <State of={Status} /> }}
          links={{ DeclarationType: (row) => declarationAt(folderId, row.DeclarationType, row.EndDate) }}
          empty={word('neverSent')}
          isPart
        />
      </Part>
    </section>
  );
}
