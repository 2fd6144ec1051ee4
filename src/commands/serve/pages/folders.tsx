import { definePage } from './page.ts';
import { Form } from './parts/form.tsx';
import { Value } from './parts/state.tsx';
import { Listing } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

export const folders = definePage({
  path: '/folders',
  title: 'folders',
  operations: ['folder.list'],
  render: async ({ call, query, language }) => {
    const list = await call('folder.list', { search: query.search });
    return {
      body: (
        <>
          <Listing
            of={list}
            columns={['Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'IsActive']}
            cells={{
              TaxRegime: ({ TaxRegime }) => <Value of={TaxRegime} />,
              VatSystem: ({ VatSystem }) => <Value of={VatSystem} />,
            }}
            links={{ Name: ({ Id }) => `/folders/${Id}` }}
          />
          <details>
            <summary>{wordsOf.create[language]}</summary>
            <Form run="folder.create" ask={['Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'Department']} />
          </details>
        </>
      ),
    };
  },
});
