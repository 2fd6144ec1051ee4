import { definePage } from './page.ts';
import { declarationAt } from './parts/folder.ts';
import { entryNamed, Filters } from './parts/form.tsx';
import { boundsOf, daysBetween, Month, monthOf } from './parts/month.tsx';
import { State } from './parts/state.tsx';
import { Listing, type Row, rows } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { whoseChoices } from './parts/whose.tsx';
import { wordsOf } from './texts.ts';

/** Other taxes are among the declarations. */
const OF_VAT = ['Tva', 'AcompteCA12'];

/** As far as VAT deadlines are looked for. */
const within = (days: number): number => Math.min(Math.max(days, 0), 800);

interface Due {
  readonly day: string;
  readonly state: string;
  readonly form: string;
  readonly folder: string;
  readonly href: string;
  /** Where all of its form on its day are listed. */
  readonly list: string;
}

interface Whose {
  readonly accountingFolderId: string | undefined;
  readonly companyId: string | undefined;
}

const ofVat =
  (whose: Whose, month: string) =>
  ({ DueDate, Status, Form, Folder, FolderId, ProcedureId }: Row): Due => ({
    day: String(DueDate),
    state: String(Status),
    form: String(Form),
    folder: String(Folder),
    href: `/folders/${FolderId}/vat${ProcedureId === null ? '' : `/${ProcedureId}`}`,
    list: address('/deadlines', { ...whose, month, on: String(DueDate) }),
  });

const ofDeclaration =
  (whose: Whose) =>
  ({ Due: day, State: state, Type, Folder, FolderId, EndDate }: Row): Due => ({
    day: String(day),
    state: String(state),
    form: String(Type),
    folder: String(Folder),
    href: declarationAt(FolderId, Type, EndDate),
    list: address('/declarations', {
      ...whose,
      types: String(Type),
      states: String(state),
      dueFrom: String(day),
      dueTo: String(day),
      view: 'list',
    }),
  });

const formAt = ({ FolderId, ProcedureId, Category, Form, EndDate }: Row): string => {
  if (!OF_VAT.includes(String(Category))) return declarationAt(FolderId, Form, EndDate);
  return `/folders/${FolderId}/vat${ProcedureId === null ? '' : `/${ProcedureId}`}`;
};

/** A number of days of the address, else what the operation takes for it; what is no number is refused there. */
const asked = (query: Readonly<Record<string, string>>, name: string): number =>
  Number(query[name] || entryNamed('vat.deadline.list').inputs.find((input) => input.name === name)?.default);

export const deadlines = definePage({
  path: '/deadlines',
  title: 'deadlines',
  operations: ['vat.deadline.list', 'declaration.deadline.list', 'company.list', 'folder.list'],
  render: async (visit) => {
    const { call, query, today, language } = visit;
    const { accountingFolderId, companyId, days, lateDays, on } = query;
    const whose = { accountingFolderId, companyId };
    const month = monthOf(query.month, today);
    const [dueFrom, dueTo] = boundsOf(month);
    const around = { days: within(daysBetween(today, dueTo)), lateDays: within(daysBetween(dueFrom, today)) };
    const near = { days: asked(query, 'days'), lateDays: asked(query, 'lateDays') };
    const wide = { days: Math.max(near.days, around.days), lateDays: Math.max(near.lateDays, around.lateDays) };
    const [vat, ofDay, others, { choices, more }] = await Promise.all([
      call('vat.deadline.list', { ...whose, ...wide }),
      on ? call('vat.deadline.list', { ...whose, on }) : undefined,
      call('declaration.deadline.list', { ...whose, dueFrom, dueTo }),
      whoseChoices(visit),
    ]);
    const ofMonth = [
      ...rows(vat)
        .filter(({ Category }) => OF_VAT.includes(String(Category)))
        .map(ofVat(whose, month)),
      ...rows(others).map(ofDeclaration(whose)),
    ];
    const isNear = ({ DueDate }: Row) => {
      const ahead = daysBetween(today, String(DueDate));
      return ahead <= near.days && -ahead <= near.lateDays;
    };
    const due = grouped(ofMonth, ({ day }) => day);
    return {
      body: (
        <>
          <Filters
            of="vat.deadline.list"
            ask={['companyId', 'accountingFolderId', 'days', 'lateDays']}
            values={query}
            {...{ choices, more }}
          />
          <Month {...{ month, today }} of={(day) => <Day of={due.get(day) ?? []} />} />
          <p class="tools">
            <a href={address('/get/vat.deadline.calendar', { ...whose, days, lateDays })}>
              {wordsOf.calendarFile[language]}
            </a>
          </p>
          <Listing
            of={ofDay ?? { ...vat, input: { ...whose, days, lateDays } }}
            only={ofDay ? undefined : isNear}
            columns={['DueDate', 'Status', 'Folder', 'Name', 'Form', 'EndDate']}
            cells={{ Status: ({ Status }) => <State of={Status} /> }}
            links={{ Folder: ({ FolderId }) => `/folders/${FolderId}`, Form: formAt }}
          />
        </>
      ),
    };
  },
});

function grouped(all: readonly Due[], keyOf: (due: Due) => string): ReadonlyMap<string, readonly Due[]> {
  const groups = new Map<string, Due[]>();
  for (const due of all) {
    const group = groups.get(keyOf(due));
    if (group) group.push(due);
    else groups.set(keyOf(due), [due]);
  }
  return groups;
}

/** So many folders of one form and state are named in a day; more are counted, and listed on a click. */
const MOST_NAMED = 3;

function Day({ of }: { of: readonly Due[] }) {
  const groups = grouped(of, ({ state, form }) => `${state} ${form}`);
  return (
    <>
      {[...groups.values()].map((group) =>
        group.length > MOST_NAMED ? (
          <Counted of={group} />
        ) : (
          group.map(({ state, form, folder, href }) => (
            <a class="due" {...{ href }}>
              <State of={state} /> {form} {folder}
            </a>
          ))
        ),
      )}
    </>
  );
}

function Counted({ of: [first, ...more] }: { of: readonly Due[] }) {
  return (
    first && (
      <a class="due" href={first.list}>
        <State of={first.state} /> {first.form} <b>{more.length + 1}</b>
      </a>
    )
  );
}
