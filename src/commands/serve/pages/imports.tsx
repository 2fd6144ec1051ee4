import { definePage } from './page.ts';
import { Form } from './parts/form.tsx';
import { wordsOf } from './texts.ts';

export const imports = definePage({
  path: '/imports',
  title: 'imports',
  operations: ['import', 'ledger.check', 'bank.statement.check'],
  render: async ({ query, language }) => {
    const fixed = { accountingFolderId: query.folder };
    return {
      body: (
        <>
          <p>{wordsOf.importsAbout[language]}</p>
          <Form run="import" fixed={fixed} ask={['createAccounts']} />
          <h2>{wordsOf.check[language]}</h2>
          <Form run="ledger.check" />
          <Form run="bank.statement.check" />
        </>
      ),
    };
  },
});
