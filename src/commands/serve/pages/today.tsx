import { definePage } from './page.ts';
import { declarationAt } from './parts/folder.ts';
import { State } from './parts/state.tsx';
import { Listing, type Row } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

/** Where the next step of a line is taken. */
function nextOf({ Kind, FolderId, Subject, EndDate, ProcedureId, AccountId }: Row): string {
  const at = `/folders/${FolderId}`;
  if (Kind === 'ToReconcile') return `${at}/bank/${AccountId}/reconcile`;
  if (Kind === 'StatementMissing') return `/imports?folder=${FolderId}`;
  if (ProcedureId !== null && ProcedureId !== undefined) return `${at}/vat/${ProcedureId}`;
  return String(Subject).startsWith('33') || String(Subject).startsWith('35')
    ? `${at}/vat`
    : declarationAt(FolderId, Subject, EndDate);
}

export const today = definePage({
  path: '/',
  title: 'today',
  operations: ['today.list', 'vat.deadline.list'],
  render: async ({ call, query, language }) => {
    const [list, later] = await Promise.all([
      call('today.list', { page: query.page }),
      call('vat.deadline.list', { days: 90, lateDays: 0 }),
    ]);
    return {
      body: (
        <Listing
          of={list}
          cells={{ Kind: ({ Kind }) => <State of={Kind} /> }}
          links={{ Folder: ({ FolderId }) => `/folders/${FolderId}`, Subject: nextOf }}
          actions={(row) => (
            <a href={nextOf(row)}>
              {
                wordsOf[row.Kind === 'ToReconcile' ? 'reconcile' : row.Kind === 'StatementMissing' ? 'import' : 'open'][
                  language
                ]
              }
            </a>
          )}
          empty={
            <>
              <p>{wordsOf.nothingToday[language]}</p>
              <h2>{wordsOf.deadlines[language]}</h2>
              <Listing of={later} only={({ Status }) => Status !== 'Done'} />
            </>
          }
        />
      ),
    };
  },
});
