import { definePage } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { Listing } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

export const bank = definePage({
  path: '/folders/:folder/bank',
  title: 'bank',
  operations: ['folder.show', 'bank.summary', 'bank.statement.gaps', 'bank.connection.list'],
  render: async (visit) => {
    const { call, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { enterpriseId: folderId };
    const [summary, gaps, connections] = await Promise.all([
      call('bank.summary', own),
      call('bank.statement.gaps', own),
      call('bank.connection.list', own),
    ]);
    const account = ({ AccountId }: { readonly AccountId?: unknown }) => `${at}/bank/${AccountId}`;
    return {
      crumbs,
      body: (
        <>
          <Listing
            of={summary}
            links={{ Account: account, Closing: account, Unreconciled: (row) => `${account(row)}/reconcile` }}
            empty={<a href={`/imports?folder=${folderId}`}>{wordsOf.imports[language]}</a>}
          />
          <h2>{wordsOf.gaps[language]}</h2>
          <Listing
            of={gaps}
            columns={['AccountName', 'FromDate', 'FromBalance', 'ToDate', 'ToBalance', 'Difference']}
          />
          <h2>{wordsOf.connections[language]}</h2>
          <Listing of={connections} columns={['Name', 'Provider', 'Status']} />
        </>
      ),
    };
  },
});

const INPUTS = ['beginDate', 'endDate', 'searchTextOrAmount'] as const;

export const bankAccount = definePage({
  path: '/folders/:folder/bank/:account',
  title: 'bank',
  operations: ['folder.show', 'bank.summary', 'bank.transaction.list'],
  render: async (visit) => {
    const { call, params, query } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { enterpriseId: folderId, accountId: params.account };
    const { beginDate, endDate, searchTextOrAmount, page } = query;
    const [summary, list] = await Promise.all([
      call('bank.summary', { ...own, beginDate, endDate }),
      call('bank.transaction.list', { ...own, beginDate, endDate, searchTextOrAmount, page }),
    ]);
    return {
      crumbs: [...crumbs, [`${at}/bank`, wordsOf.bank[visit.language]]],
      body: (
        <>
          <Listing of={summary} links={{ Unreconciled: () => `${at}/bank/${params.account}/reconcile` }} />
          <Filters
            of="bank.transaction.list"
            ask={INPUTS}
            values={query}
            types={{ beginDate: 'date', endDate: 'date' }}
          />
          <Listing of={list} columns={['OperationDate', 'Label', 'Amount', 'CurrencyCode', 'OperationCode']} />
        </>
      ),
    };
  },
});
