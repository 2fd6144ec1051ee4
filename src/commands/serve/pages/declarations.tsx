import { definePage } from './page.ts';
import { declarationAt } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { State } from './parts/state.tsx';
import { Listing, rows } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { wordsOf } from './texts.ts';

const STATES = ['Late', 'Rejected', 'ToSend', 'Waiting', 'Later', 'Done', 'Dismissed'] as const;

export const declarations = definePage({
  path: '/declarations',
  title: 'declarations',
  operations: ['declaration.deadline.list'],
  render: async ({ call, query, language }) => {
    const { state, accountingFolderId, companyId, startDate, endDate } = query;
    const list = await call('declaration.deadline.list', { accountingFolderId, companyId, startDate, endDate });
    const all = rows(list);
    const filters = { accountingFolderId, companyId, startDate, endDate };
    return {
      body: (
        <>
          <Filters
            of="declaration.deadline.list"
            ask={['companyId', 'accountingFolderId', 'startDate', 'endDate']}
            values={query}
            types={{ startDate: 'date', endDate: 'date' }}
          />
          <nav class="tools" aria-label={wordsOf.byState[language]}>
            {STATES.map((one) => (
              <a href={address('/declarations', { ...filters, state: one })} aria-current={one === state}>
                <State of={one} /> {all.filter(({ State: own }) => own === one).length}
              </a>
            ))}
            <a href={address('/declarations', filters)}>{wordsOf.all[language]}</a>
          </nav>
          <Listing
            of={list}
            columns={['Folder', 'Type', 'EndDate', 'Due', 'State', 'Status']}
            only={state === undefined ? undefined : ({ State: own }) => own === state}
            cells={{ State: (row) => <State of={row.State} />, Status: (row) => <State of={row.Status} /> }}
            links={{
              Folder: ({ FolderId }) => `/folders/${FolderId}`,
              Type: ({ FolderId, Type, EndDate }) => declarationAt(FolderId, Type, EndDate),
            }}
          />
        </>
      ),
    };
  },
});
