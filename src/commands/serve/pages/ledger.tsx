/** From a balance to the lines of an account, from a line to its entry, from the entry to its piece. */
import { forPeople } from '../../render/table.ts';
import { type Answer, definePage } from './page.ts';
import { inFolder, linesOf } from './parts/folder.ts';
import { Filters } from './parts/form.tsx';
import { Listing, listIn, one, type Row, rows } from './parts/table.tsx';
import { address, useWord } from './parts/view.ts';
import { wordsOf } from './texts.ts';

const COLUMNS = ['AccountNumber', 'AccountLabel', 'OpeningBalance', 'Debit', 'Credit', 'DebitBalance', 'CreditBalance'];
const AMOUNTS = ['Debit', 'Credit', 'DebitBalance', 'CreditBalance'] as const;
const PERIOD = ['exerciseId', 'from', 'to'] as const;
const DAYS = { from: 'date', to: 'date' } as const;

/** The days that a report is of, as its title says them. */
function titled(word: string, of: Row, language: 'en' | 'fr'): string {
  const days = [of.From ?? of['Exercise.StartDate'], of.To ?? of['Exercise.EndDate']];
  return `${word} ${days.map((day) => forPeople(day, 'day', language)).join(' – ')}`;
}

/** The general ledger of one account. */
const accountAt = (at: string, number: unknown, query: Readonly<Record<string, string | number | undefined>>): string =>
  address(`${at}/ledger/${encodeURIComponent(String(number))}`, query);

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
    const exercise = known['Exercise.Id'] as number | undefined;
    const open = ({ AccountNumber }: Row) => accountAt(at, AccountNumber, { exerciseId: exercise, from, to });
    const ofClass = ({ Class }: Row) => address(`${at}/ledger`, { exerciseId, from, to, account: String(Class) });
    return {
      crumbs,
      title: titled(wordsOf.ledger[language], known, language),
      body: (
        <>
          <Filters of="ledger.balance" ask={[...PERIOD, 'account']} values={query} types={DAYS} />
          <Listing
            of={listIn(balance, 'Items')}
            columns={COLUMNS}
            links={{
              AccountNumber: open,
              AccountLabel: open,
              ...Object.fromEntries(
                AMOUNTS.map((name) => [name, (row: Row) => (Number(row[name]) === 0 ? undefined : open(row))]),
              ),
            }}
          />
          <h2>{wordsOf.classes[language]}</h2>
          <Listing of={listIn(balance, 'Classes')} links={{ Class: ofClass, Balance: ofClass }} isPart />
        </>
      ),
    };
  },
});

export const general = definePage({
  path: '/folders/:folder/ledger/:number',
  title: 'generalLedger',
  operations: ['folder.show', 'ledger.general'],
  render: async (visit) => {
    const { call, params, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const { number = '' } = params;
    const { exerciseId, from, to, lettered, page = '1' } = query;
    const own = { accountingFolderId: folderId, account: number };
    const found = await call('ledger.general', { ...own, exerciseId, from, to, lettered, page, limit: 50 });
    const [first] = rows(found);
    const entry = ({ EntryId }: Row) => `${at}/entries/${EntryId}`;
    return {
      crumbs: [...crumbs, [address(`${at}/ledger`, { exerciseId, from, to }), wordsOf.ledger[language]]],
      title: titled(`${number} ${first?.AccountLabel ?? ''}`, one(found), language),
      body: (
        <>
          <Filters of="ledger.general" ask={[...PERIOD, 'lettered']} values={query} types={DAYS} />
          <Listing
            of={found}
            columns={['Date', 'JournalCode', 'EntryNumber', 'DocRef', 'Label', 'Letter', 'Debit', 'Credit', 'Balance']}
            links={{ Date: entry, EntryNumber: entry, DocRef: entry, Label: entry, Debit: entry, Credit: entry }}
          />
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
            ask={[...PERIOD, 'account', 'journal', 'search', 'minAmount', 'maxAmount']}
            values={query}
            types={DAYS}
          />
          <Listing
            of={list}
            columns={['Date', 'JournalCode', 'AccountNumber', 'Label', 'DocRef', 'Debit', 'Credit', 'Letter']}
            links={{
              Date: entry,
              Label: entry,
              Debit: entry,
              Credit: entry,
              AccountNumber: ({ AccountNumber }) => accountAt(at, AccountNumber, {}),
            }}
          />
        </>
      ),
    };
  },
});

export const entry = definePage({
  path: '/folders/:folder/entries/:entry',
  title: 'entry',
  operations: ['folder.show', 'entry.show', 'bank.document.of-entry'],
  render: async (visit) => {
    const { call, params, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const [shown, booked] = await Promise.all([
      call('entry.show', { accountingFolderId: folderId, entryId: params.entry }),
      call('bank.document.of-entry', { enterpriseId: folderId, entryId: params.entry }),
    ]);
    const { Number: number, Label, Date: day, DocRef, ValidationDate, ExerciseId } = one(shown);
    const exerciseId = ExerciseId as number | undefined;
    return {
      crumbs: [...crumbs, [address(`${at}/ledger`, { exerciseId }), wordsOf.ledger[language]]],
      title: [number ?? params.entry, Label].join(' '),
      body: (
        <>
          <p class="note">
            {[day, ValidationDate]
              .map((one) => forPeople(one, 'day', language))
              .filter(Boolean)
              .join(' · ')}{' '}
            {DocRef && <a href={linesOf(at, { search: String(DocRef) })}>{DocRef}</a>}
          </p>
          <Listing
            of={listIn(shown, 'Lines')}
            columns={['AccountNumber', 'AccountLabel', 'Label', 'Debit', 'Credit', 'Letter']}
            links={{ AccountNumber: ({ AccountNumber }) => accountAt(at, AccountNumber, { exerciseId }) }}
          />
          <h2>{wordsOf.pieces[language].replace(/\s*:$/, '')}</h2>
          <Pieces {...{ at, folderId, booked }} />
        </>
      ),
    };
  },
});

interface Booked {
  readonly TransactionId: number;
  readonly Documents: readonly { readonly DocumentId: number; readonly FileName: string }[];
}

/** The movements of the bank that the entry books, each with the documents that justify it. */
function Pieces({ at, folderId, booked }: { at: string; folderId: string; booked: Answer }) {
  const word = useWord();
  const documentsOf = ({ TransactionId }: Row) =>
    (booked.result as readonly Booked[]).find((one) => one.TransactionId === TransactionId)?.Documents ?? [];
  return (
    <Listing
      of={booked}
      columns={['Date', 'Label', 'Amount', { name: 'Documents', fr: 'Pièces' }]}
      links={{ Label: ({ AccountId, TransactionId }) => `${at}/bank/${AccountId}?at=${TransactionId}#chosen` }}
      cells={{
        Documents: (row) =>
          documentsOf(row).map(({ DocumentId, FileName }) => (
            <a href={address('/get/bank.document.download', { enterpriseId: folderId, documentId: DocumentId })}>
              {FileName}
            </a>
          )),
      }}
      empty={word('noPiece')}
    />
  );
}
