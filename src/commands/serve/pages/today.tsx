import { definePage, type Visit } from './page.ts';
import { declarationAt } from './parts/folder.ts';
import { State } from './parts/state.tsx';
import { Listing, listIn, type Row, rows } from './parts/table.tsx';
import { address, dayOf, useWord } from './parts/view.ts';
import { type Word, wordsOf } from './texts.ts';

/** Where a line leads, and what is done there. */
type Step = readonly [href: string, word: Word];

const folderAt = ({ FolderId }: Row): string => `/folders/${FolderId}`;

/** Of VAT the page of its return; a declaration is sent, corrected or followed on its own. */
function filing(row: Row, word: Word): Step {
  if (row.ProcedureId !== null) return [`${folderAt(row)}/vat/${row.ProcedureId}`, 'goOnWith'];
  if (/^\d/.test(String(row.Subject))) return [`${folderAt(row)}/vat`, 'prepare'];
  return [declarationAt(row.FolderId, row.Subject, row.EndDate), word];
}

const STEPS: Readonly<Record<string, (row: Row) => Step>> = {
  Late: (row) => filing(row, 'send'),
  Rejected: (row) => filing(row, 'correctIt'),
  ToSend: (row) => filing(row, 'send'),
  Waiting: (row) => filing(row, 'follow'),
  JobFailed: ({ RunId }) => [RunId === null ? '/jobs' : `/jobs/runs/${RunId}`, 'retry'],
  ToReconcile: (row) => [`${folderAt(row)}/bank/${row.AccountId}/reconcile`, 'reconcile'],
  StatementMissing: ({ FolderId }) => [address('/imports', { folder: String(FolderId) }), 'import'],
  StatementGap: (row) => [`${folderAt(row)}/bank`, 'seeGaps'],
  AssetAlert: (row) => [
    address(`${folderAt(row)}/assets`, {
      hasAlert: 'true',
      startDate: String(row.StartDate),
      endDate: String(row.EndDate),
    }),
    'seeAlerts',
  ],
};

const stepOf = (row: Row): Step => STEPS[String(row.Kind)]?.(row) ?? [folderAt(row), 'open'];

/** What is counted in the lines of a kind. */
const COUNTED: Readonly<Record<string, Word>> = {
  ToReconcile: 'countTransactions',
  StatementMissing: 'countDays',
  StatementGap: 'countGaps',
  AssetAlert: 'countAssets',
  JobFailed: 'countItems',
};

export const today = definePage({
  path: '/',
  title: 'today',
  operations: ['today.list', 'folder.overview'],
  render: async (visit) => {
    const { call, query, language } = visit;
    const list = await call('today.list', { page: query.page, kind: query.kind });
    const counts = rows(listIn(list, 'Counts'));
    if (counts.length === 0) return { body: <Nothing next={await nextDeadline(visit)} /> };
    return {
      body: (
        <>
          <Kinds {...{ counts }} here={query.kind} />
          <Listing
            of={list}
            columns={['Kind', 'Folder', 'Subject', 'EndDate', 'Due', 'Count']}
            cells={{
              Kind: ({ Kind }) => <State of={Kind} />,
              Count: ({ Kind, Count }) => {
                const counted = COUNTED[String(Kind)];
                return counted && `${Count} ${wordsOf[counted][language]}`;
              },
            }}
            links={{ Folder: folderAt, Subject: (row) => stepOf(row)[0] }}
            actions={(row) => {
              const [href, word] = stepOf(row);
              return (
                <a class="button" {...{ href }}>
                  {wordsOf[word][language]}
                </a>
              );
            }}
          />
        </>
      ),
    };
  },
});

/** How much there is of each kind; one of them alone on a click. */
function Kinds({ counts, here }: { counts: readonly Row[]; here: string | undefined }) {
  const word = useWord();
  return (
    <nav class="tools" aria-label={word('byState')}>
      {counts.map(({ Kind, Count }) => (
        <a href={address('/', { kind: String(Kind) })} aria-current={Kind === here ? 'true' : undefined}>
          <State of={Kind} /> {Count}
        </a>
      ))}
      {here && <a href="/">{word('all')}</a>}
    </nav>
  );
}

type Next = Visit<'folder.overview'>;

async function nextDeadline({ call, language }: Next) {
  const [first] = rows(await call('folder.overview', { isActive: true, sort: 'NextDue', limit: 1 }));
  if (typeof first?.NextDue !== 'string') return undefined;
  return { day: dayOf(first.NextDue, language), form: String(first.NextForm), name: String(first.Name), id: first.Id };
}

function Nothing({ next }: { next: Awaited<ReturnType<typeof nextDeadline>> }) {
  const word = useWord();
  return (
    <div class="note none">
      <p>{word('nothingToday')}</p>
      {next && (
        <p>
          {word('nextDeadline')} <strong>{next.day}</strong>, {next.form},{' '}
          <a href={`/folders/${next.id}`}>{next.name}</a>
        </p>
      )}
      <p>
        <a class="button" href="/deadlines">
          {word('deadlines')}
        </a>
      </p>
    </div>
  );
}
