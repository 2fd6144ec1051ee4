import { forPeople } from '../../render/table.ts';
import { definePage } from './page.ts';
import { inFolder, linesOf } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { Listing, listIn, one, type Row } from './parts/table.tsx';
import { wordsOf } from './texts.ts';

const COLUMNS = ['AccountNumber', 'AccountLabel', 'OpeningBalance', 'Debit', 'Credit', 'DebitBalance', 'CreditBalance'];
const AMOUNTS = ['Debit', 'Credit', 'DebitBalance', 'CreditBalance'] as const;

export const ledger = definePage({
  path: '/folders/:folder/ledger',
  title: 'ledger',
  operations: ['folder.show', 'ledger.balance'],
  render: async (visit) => {
    const { call, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const { exerciseId, from, to, account } = query;
    const balance = await call('ledger.balance', { accountingFolderId: folderId, exerciseId, from, to, account });
    const known = one(balance);
    const exercise = known['Exercise.Id'];
    const [start, end] = [known.From ?? known['Exercise.StartDate'], known.To ?? known['Exercise.EndDate']];
    const lines = (row: Row) =>
      linesOf(at, { exerciseId: exercise as number | undefined, from, to, account: String(row.AccountNumber) });
    return {
      crumbs,
      title: [wordsOf.ledger[language], [start, end].map((day) => forPeople(day, 'day', language)).join(' – ')].join(
        ' ',
      ),
      body: (
        <>
          <Filters
            of="ledger.balance"
            ask={['exerciseId', 'from', 'to', 'account']}
            values={query}
            types={{ from: 'date', to: 'date' }}
          />
          <Listing
            of={listIn(balance, 'Items')}
            columns={COLUMNS}
            links={{
              AccountNumber: lines,
              ...Object.fromEntries(
                AMOUNTS.map((name) => [name, (row: Row) => (Number(row[name]) === 0 ? undefined : lines(row))]),
              ),
            }}
          />
          <h2>{wordsOf.classes[language]}</h2>
          <Listing of={listIn(balance, 'Classes')} />
        </>
      ),
    };
  },
});

export const lines = definePage({
  path: '/folders/:folder/lines',
  title: 'lines',
  operations: ['folder.show', 'entry.line.list'],
  render: async (visit) => {
    const { call, query } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const { done: _done, ...asked } = query;
    const list = await call('entry.line.list', { accountingFolderId: folderId, ...asked });
    const entry = ({ EntryId }: { readonly EntryId?: unknown }) => `${at}/entries/${EntryId}`;
    return {
      crumbs,
      body: (
        <>
          <Filters
            of="entry.line.list"
            ask={['exerciseId', 'from', 'to', 'account', 'journal', 'search', 'minAmount', 'maxAmount']}
            values={query}
            types={{ from: 'date', to: 'date' }}
          />
          <Listing
            of={list}
            columns={['Date', 'JournalCode', 'AccountNumber', 'Label', 'DocRef', 'Debit', 'Credit', 'Letter']}
            links={{ Date: entry, Label: entry, Debit: entry, Credit: entry }}
          />
        </>
      ),
    };
  },
});

export const entry = definePage({
  path: '/folders/:folder/entries/:entry',
  title: 'entry',
  operations: ['folder.show', 'entry.show'],
  render: async (visit) => {
    const { call, params, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const shown = await call('entry.show', { accountingFolderId: folderId, entryId: params.entry });
    const { Number: number, Label, Date: day, DocRef, ValidationDate } = one(shown);
    return {
      crumbs: [...crumbs, [`${at}/ledger`, wordsOf.ledger[language]]],
      title: [number ?? params.entry, Label].join(' '),
      body: (
        <>
          <p class="note">{[day, DocRef, ValidationDate].filter(Boolean).join(' · ')}</p>
          <Listing
            of={listIn(shown, 'Lines')}
            columns={['AccountNumber', 'Label', 'Debit', 'Credit', 'Letter']}
            links={{ AccountNumber: ({ AccountNumber }) => linesOf(at, { account: String(AccountNumber) }) }}
          />
        </>
      ),
    };
  },
});
