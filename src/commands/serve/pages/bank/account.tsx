/** The transactions of a bank account, those to justify first: balance after each, category, documents dropped on a line. */
import { type Answer, definePage, type Visit } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { Filters, Form } from '../parts/form.tsx';
import { Picture } from '../parts/picture.tsx';
import { Money } from '../parts/state.tsx';
import { Listing, type Row, rows } from '../parts/table.tsx';
import { address, dayOf, useView, useWord, withParameter } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';

const INPUTS = ['beginDate', 'endDate', 'searchTextOrAmount', 'toJustify', 'order'] as const;

interface Worked {
  readonly Id: number;
  readonly OperationDate: string;
  readonly Label: string;
  readonly Amount: number;
  readonly CategoryId: number | null;
  readonly ToJustify: boolean;
  readonly Remaining: number;
  readonly Documents: readonly { readonly DocumentId: number; readonly FileName: string }[];
}

export const bankAccount = definePage({
  path: '/folders/:folder/bank/:account',
  title: 'bank',
  operations: [
    'folder.show',
    'bank.summary',
    'bank.balance.chart',
    'bank.category.list',
    'bank.complement.of-account',
    'bank.complement.set-category',
    'bank.complement.patch',
    'bank.reconcile.list',
    'bank.reconcile.unset',
    'bank.rule.undo',
    'bank.document.attach',
  ],
  render: async (visit) => {
    const { call, params, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const { account = '' } = params;
    const { beginDate, endDate, searchTextOrAmount, toJustify, order, page } = query;
    const own = { enterpriseId: folderId };
    const asked = { ...own, bankAccountId: account, beginDate, endDate, searchTextOrAmount, toJustify, order, page };
    const [summary, list, categories] = await Promise.all([
      call('bank.summary', { ...own, accountId: account, beginDate, endDate }),
      call('bank.complement.of-account', asked),
      call('bank.category.list', own),
    ]);
    const { Items } = list.result as { readonly Items: readonly Worked[] };
    const chosen = Items.find(({ Id }) => String(Id) === query.at);
    const link = chosen && (await linkOf(visit, { ...own, accountId: account }, chosen));
    const [known] = rows(summary);
    return {
      title: String(known?.Account ?? wordsOf.bank[language]),
      crumbs: [...crumbs, [`${at}/bank`, wordsOf.bank[language]]],
      body: (
        <>
          <Listing
            of={summary}
            columns={['Opening', 'Income', 'Expense', 'Closing', 'Unreconciled', 'ToJustify', 'ToJustifyAmount']}
            links={{ Unreconciled: () => `${at}/bank/${account}/reconcile` }}
          />
          <details>
            <summary>{wordsOf.overTime[language]}</summary>
            <Picture of="bank.balance.chart" input={{ ...own, accountId: account }} alt={wordsOf.overTime[language]} />
          </details>
          <Filters
            of="bank.complement.of-account"
            ask={INPUTS}
            values={query}
            types={{ beginDate: 'date', endDate: 'date' }}
          />
          {chosen && <Chosen {...{ own, at, account, chosen, categories, link }} />}
          <Transactions {...{ own, at, list, items: Items, chosen }} />
        </>
      ),
    };
  },
});

type Own = Readonly<{ enterpriseId: string }>;

interface TransactionsProps {
  readonly own: Own;
  readonly at: string;
  readonly list: Answer;
  readonly items: readonly Worked[];
  readonly chosen: Worked | undefined;
}

function Transactions({ own, at, list, items, chosen }: TransactionsProps) {
  const view = useView();
  const word = useWord();
  const open = ({ Id }: Row) => `${withParameter(view, 'at', String(Id))}#chosen`;
  const itemOf = ({ Id }: Row) => items.find((item) => item.Id === Id);
  return (
    <Listing
      of={list}
      columns={[
        'OperationDate',
        'Label',
        'Amount',
        'Balance',
        'Category',
        { name: 'Documents', fr: 'Pièces' },
        'Remaining',
      ]}
      links={{ Label: open }}
      cells={{
        Amount: (row) => <Amount of={row} at={at} />,
        Balance: ({ Balance }) => <Money of={Balance} />,
        Category: (row) => <a href={open(row)}>{row.Category ?? '–'}</a>,
        Documents: (row) => <Documents {...{ own }} of={itemOf(row)} />,
        Remaining: (row) => (itemOf(row)?.ToJustify ? <Money of={Number(row.Remaining)} /> : word('notToJustify')),
      }}
      isHere={({ Id }) => Id === chosen?.Id}
    />
  );
}

/** It opens the entry that books it. */
function Amount({ of: { Amount: amount, EntryId }, at }: { of: Row; at: string }) {
  return EntryId ? (
    <a href={`${at}/entries/${EntryId}`}>
      <Money of={amount} />
    </a>
  ) : (
    <Money of={amount} />
  );
}

/** Those it has, and where one more is dropped: a file let go on the line goes there too. */
function Documents({ own, of }: { own: Own; of: Worked | undefined }) {
  const word = useWord();
  const { url } = useView();
  if (!of) return null;
  return (
    <>
      {of.Documents.map(({ DocumentId, FileName }) => (
        <a href={address('/get/bank.document.download', { ...own, documentId: DocumentId })}>{FileName}</a>
      ))}
      {of.ToJustify && of.Remaining > 0 && (
        <details class="attach">
          <summary>{word('addDocument')}</summary>
          <Form
            run="bank.document.attach"
            fixed={{ ...own, transactionId: of.Id }}
            button={word('add')}
            after={`${url.pathname}${url.search}`}
          />
        </details>
      )}
    </>
  );
}

interface Owner extends Own {
  readonly accountId: string;
}

/** What books the transaction, among those of its day. */
async function linkOf({ call }: Visit<'bank.reconcile.list'>, own: Owner, { Id, OperationDate: day }: Worked) {
  const found = rows(await call('bank.reconcile.list', { ...own, beginDate: day, endDate: day, limit: 500 }));
  return found.find(({ TransactionId }) => TransactionId === Id);
}

interface ChosenProps {
  readonly own: Own;
  readonly at: string;
  readonly account: string;
  readonly chosen: Worked;
  readonly link: Row | undefined;
  readonly categories: Answer;
}

/** What can be said of the transaction that was chosen. */
function Chosen({ own, at, account, chosen, categories, link }: ChosenProps) {
  const { language } = useView();
  const word = useWord();
  const { Id, OperationDate, Label, Amount, CategoryId, ToJustify } = chosen;
  const of = { ...own, transactionId: Id };
  const choices = rows(categories).map((row): [string, string] => [String(row.Id), String(row.Name)]);
  return (
    <section id="chosen" class="panel">
      <h2>
        {dayOf(OperationDate, language)} {Label} <Money of={Amount} />
      </h2>
      <div class="tools">
        <Form
          run="bank.complement.set-category"
          fixed={of}
          ask={['CategoryId']}
          held={{ CategoryId }}
          choices={{ CategoryId: choices }}
          button={word('keep')}
        />
        <Form
          run="bank.complement.patch"
          fixed={{ ...of, ToJustify: String(!ToJustify) }}
          button={word(ToJustify ? 'needsNone' : 'needsOne')}
        />
        {link ? (
          <Booked {...{ own, link }} />
        ) : (
          <a class="button" href={address(`${at}/bank/${account}/reconcile`, { at: Id })}>
            {word('reconcile')}
          </a>
        )}
      </div>
    </section>
  );
}

/** What books it, and how that is taken back: the entry goes with the link where it was written from the transaction. */
function Booked({ own, link: { TransactionId: id, Origin } }: { own: Own; link: Row }) {
  const word = useWord();
  if (Origin === 'Generated')
    return <Form run="bank.rule.undo" fixed={{ ...own, TransactionIds: id }} button={word('deleteWritten')} />;
  return <Form run="bank.reconcile.unset" fixed={{ ...own, transactionId: id }} button={word('unlink')} />;
}
