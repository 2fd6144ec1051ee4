import { definePage } from './page.ts';
import { Filters } from './parts/form.tsx';
import { State } from './parts/state.tsx';
import { Listing } from './parts/table.tsx';
import { address } from './parts/view.ts';

export const deadlines = definePage({
  path: '/deadlines',
  title: 'deadlines',
  operations: ['vat.deadline.list'],
  render: async ({ call, query }) => {
    const { accountingFolderId, companyId, days, lateDays } = query;
    const asked = { accountingFolderId, companyId, days, lateDays };
    const list = await call('vat.deadline.list', asked);
    return {
      body: (
        <>
          <Filters
            of="vat.deadline.list"
            ask={['companyId', 'accountingFolderId', 'days', 'lateDays']}
            values={query}
          />
          <p class="tools">
            <a href={address('/get/vat.deadline.calendar', asked)}>.ics</a>
          </p>
          <Listing
            of={list}
            columns={['DueDate', 'Status', 'Folder', 'Name', 'Form', 'EndDate']}
            cells={{ Status: ({ Status }) => <State of={Status} /> }}
            links={{
              Folder: ({ FolderId }) => `/folders/${FolderId}`,
              Form: ({ FolderId, ProcedureId }) =>
                ProcedureId === null ? undefined : `/folders/${FolderId}/vat/${ProcedureId}`,
            }}
          />
        </>
      ),
    };
  },
});
