import { definePage } from './page.ts';
import { declarationAt, inFolder, lastOf } from './parts/folder.ts';
import { Form } from './parts/form.tsx';
import { State, Value } from './parts/state.tsx';
import { Listing, one } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

const FACTS = ['Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'Department', 'Naf', 'VatDeadlineDay'] as const;

export const folder = definePage({
  path: '/folders/:folder',
  title: 'folders',
  operations: [
    'folder.show',
    'folder.update',
    'exercise.list',
    'exercise.create',
    'declaration.deadline.list',
    'bank.summary',
    'bank.statement.gaps',
    'asset.search',
    'ledger.imports',
  ],
  render: async (visit) => {
    const { call, language } = visit;
    const { folderId, name, at, crumbs, folder } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const exercises = await call('exercise.list', own);
    const { startDate, endDate } = lastOf(exercises, visit.today);
    const [due, bank, gaps, alerts, imports] = await Promise.all([
      call('declaration.deadline.list', own),
      call('bank.summary', { enterpriseId: folderId }),
      call('bank.statement.gaps', { enterpriseId: folderId }),
      call('asset.search', { ...own, startDate, endDate, hasAlert: true, limit: 20 }),
      call('ledger.imports', { ...own, limit: 5 }),
    ]);
    const facts = one(folder);
    return {
      title: name,
      crumbs: crumbs.slice(0, 1),
      body: (
        <>
          <div class="columns">
            <section>
              <h2>{wordsOf.declarations[language]}</h2>
              <Listing
                of={due}
                columns={['Type', 'EndDate', 'Due', 'State']}
                cells={{ State: ({ State: state }) => <State of={state} /> }}
                links={{ Type: ({ Type, EndDate }) => declarationAt(folderId, Type, EndDate) }}
              />
              <h2>{wordsOf.exercises[language]}</h2>
              <Listing
                of={exercises}
                columns={['StartDate', 'EndDate', 'IsClosed']}
                links={{ EndDate: ({ Id }) => `${at}/ledger?exerciseId=${Id}` }}
              />
              <details>
                <summary>{wordsOf.create[language]}</summary>
                <Form
                  run="exercise.create"
                  fixed={own}
                  ask={['StartDate', 'EndDate']}
                  types={{ StartDate: 'date', EndDate: 'date' }}
                />
              </details>
            </section>
            <section>
              <h2>{wordsOf.bank[language]}</h2>
              <Listing of={bank} links={{ Account: ({ AccountId }) => `${at}/bank/${AccountId}` }} />
              <h2>{wordsOf.gaps[language]}</h2>
              <Listing of={gaps} columns={['AccountName', 'FromDate', 'ToDate', 'Difference']} />
              <h2>{wordsOf.alerts[language]}</h2>
              <Listing
                of={alerts}
                columns={['Number', 'Name', 'Account']}
                links={{ Name: ({ Id }) => `${at}/assets/${Id}` }}
              />
              <h2>{wordsOf.imports[language]}</h2>
              <Listing
                of={imports}
                columns={['ImportedAt', 'FileName', 'Status', 'Entries.Added']}
                cells={{ Status: ({ Status }) => <Value of={Status} /> }}
                actions={({ Id }) => (
                  <Form run="ledger.undo" fixed={{ ...own, importId: Id }} button={wordsOf.undo[language]} />
                )}
              />
            </section>
          </div>
          <details>
            <summary>{wordsOf.facts[language]}</summary>
            <Form run="folder.update" fixed={own} ask={FACTS} values={facts} button={wordsOf.keep[language]} />
          </details>
        </>
      ),
    };
  },
});
