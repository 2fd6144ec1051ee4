import { definePage } from './page.ts';
import { declarationAt } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { boundsOf, daysBetween, Month, monthOf } from './parts/month.tsx';
import { State } from './parts/state.tsx';
import { Listing, type Row, rows } from './parts/table.tsx';
import { address } from './parts/view.ts';

/** Other taxes are among the declarations. */
const OF_VAT = ['Tva', 'AcompteCA12'];

/** As far as VAT deadlines are looked for. */
const within = (days: number): number => Math.min(Math.max(days, 0), 800);

interface Due {
  readonly day: string;
  readonly state: string;
  readonly text: string;
  readonly href: string;
}

const ofVat = ({ DueDate, Status, Form, Folder, FolderId, ProcedureId }: Row): Due => ({
  day: String(DueDate),
  state: String(Status),
  text: `${Form} ${Folder}`,
  href: `/folders/${FolderId}/vat${ProcedureId === null ? '' : `/${ProcedureId}`}`,
});

const ofDeclaration = ({ Due: day, State: state, Type, Folder, FolderId, EndDate }: Row): Due => ({
  day: String(day),
  state: String(state),
  text: `${Type} ${Folder}`,
  href: declarationAt(FolderId, Type, EndDate),
});

const vatAt = ({ FolderId, ProcedureId }: Row): string | undefined =>
  ProcedureId === null ? undefined : `/folders/${FolderId}/vat/${ProcedureId}`;

export const deadlines = definePage({
  path: '/deadlines',
  title: 'deadlines',
  operations: ['vat.deadline.list', 'declaration.deadline.list'],
  render: async ({ call, query, today }) => {
    const { accountingFolderId, companyId, days, lateDays } = query;
    const whose = { accountingFolderId, companyId };
    const month = monthOf(query.month, today);
    const [first, last] = boundsOf(month);
    const around = { days: within(daysBetween(today, last)), lateDays: within(daysBetween(first, today)) };
    const [list, vat, others] = await Promise.all([
      call('vat.deadline.list', { ...whose, days, lateDays }),
      call('vat.deadline.list', { ...whose, ...around }),
      call('declaration.deadline.list', whose),
    ]);
    const due = [
      ...rows(vat)
        .filter(({ Category }) => OF_VAT.includes(String(Category)))
        .map(ofVat),
      ...rows(others).map(ofDeclaration),
    ];
    return {
      body: (
        <>
          <Filters
            of="vat.deadline.list"
            ask={['companyId', 'accountingFolderId', 'days', 'lateDays']}
            values={query}
          />
          <Month
            {...{ month, today }}
            of={(day) =>
              due
                .filter((one) => one.day === day)
                .map(({ state, text, href }) => (
                  <a class="due" {...{ href }}>
                    <State of={state} /> {text}
                  </a>
                ))
            }
          />
          <p class="tools">
            <a href={address('/get/vat.deadline.calendar', { ...whose, days, lateDays })}>.ics</a>
          </p>
          <Listing
            of={list}
            columns={['DueDate', 'Status', 'Folder', 'Name', 'Form', 'EndDate']}
            cells={{ Status: ({ Status }) => <State of={Status} /> }}
            links={{ Folder: ({ FolderId }) => `/folders/${FolderId}`, Form: vatAt }}
          />
        </>
      ),
    };
  },
});
