/** The bank accounts of a folder: what each holds by the bank and by the books, over time, and what is missing. */
import { type Answer, definePage } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { boundsOf } from '../parts/month.tsx';
import { Picture } from '../parts/picture.tsx';
import { Listing, type Row } from '../parts/table.tsx';
import { address, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';

export const bank = definePage({
  path: '/folders/:folder/bank',
  title: 'bank',
  operations: [
    'folder.show',
    'bank.balance',
    'bank.balance.books',
    'bank.balance.chart',
    'bank.summary',
    'bank.statement.gaps',
    'bank.connection.list',
  ],
  render: async (visit) => {
    const { call, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { enterpriseId: folderId };
    const [books, summary, months, gaps, connections] = await Promise.all([
      call('bank.balance.books', own),
      call('bank.summary', own),
      call('bank.balance', own),
      call('bank.statement.gaps', own),
      call('bank.connection.list', own),
    ]);
    const month = (row: Row) => monthAt(at, row);
    return {
      crumbs,
      body: (
        <>
          <Balances {...{ at, books, folderId }} />
          <h2>{wordsOf.leftToDo[language]}</h2>
          <Left {...{ at, summary }} />
          <h2>{wordsOf.overTime[language]}</h2>
          <div class="columns">
            <section>
              <Picture of="bank.balance.chart" input={own} alt={wordsOf.overTime[language]} />
            </section>
            <section>
              <Listing
                of={months}
                columns={['Account', 'Period', 'Income', 'Expense', 'Balance']}
                links={{ Period: month, Income: month, Expense: month, Balance: month }}
              />
            </section>
          </div>
          <h2 id="gaps">{wordsOf.gaps[language]}</h2>
          <Listing
            of={gaps}
            columns={['AccountName', 'FromDate', 'FromBalance', 'ToDate', 'ToBalance', 'Difference']}
            empty={wordsOf.noGap[language]}
          />
          <h2>{wordsOf.connections[language]}</h2>
          <Listing of={connections} columns={['Name', 'Provider', 'Status']} />
        </>
      ),
    };
  },
});

/** What moved in a month. */
function monthAt(at: string, row: Row): string {
  const [beginDate, endDate] = boundsOf(String(row.Period).slice(0, 7));
  return address(pageOf(at, row), { beginDate, endDate });
}

const pageOf = (at: string, { AccountId }: Row): string => `${at}/bank/${AccountId}`;

/** Each figure leads to what it is made of: movements, entries of the books, what neither has of the other. */
function Balances({ at, books, folderId }: { at: string; books: Answer; folderId: string }) {
  const word = useWord();
  const inBooks = ({ LedgerAccount }: Row) => (LedgerAccount ? `${at}/ledger/${LedgerAccount}` : undefined);
  return (
    <Listing
      of={books}
      columns={[
        'Account',
        'Date',
        'BankBalance',
        'LedgerAccount',
        'LedgerBalance',
        'Difference',
        'LastStatement',
        'Gaps',
      ]}
      links={{
        Account: (row) => pageOf(at, row),
        BankBalance: (row) => pageOf(at, row),
        LedgerAccount: inBooks,
        LedgerBalance: inBooks,
        Difference: (row) => `${pageOf(at, row)}/reconcile`,
        Gaps: ({ Gaps }) => (Gaps ? '#gaps' : undefined),
      }}
      empty={<a href={`/imports?folder=${folderId}`}>{word('imports')}</a>}
    />
  );
}

/** What is left to reconcile and to justify, each figure with the page where one does it. */
function Left({ at, summary }: { at: string; summary: Answer }) {
  const reconcile = (row: Row) => (row.Unreconciled ? `${pageOf(at, row)}/reconcile` : undefined);
  const justify = (row: Row) => (row.ToJustify ? `${pageOf(at, row)}?toJustify=true` : undefined);
  return (
    <Listing
      of={summary}
      columns={['Account', 'Transactions', 'Unreconciled', 'UnreconciledAmount', 'ToJustify', 'ToJustifyAmount']}
      links={{
        Account: (row) => pageOf(at, row),
        Unreconciled: reconcile,
        UnreconciledAmount: reconcile,
        ToJustify: justify,
        ToJustifyAmount: justify,
      }}
    />
  );
}
