/** Files before they are imported: what each is and whose, its findings line by line; then what became of it. */
import { type Answer, definePage, type Visit } from './page.ts';
import { Fold } from './parts/fold.tsx';
import { Form } from './parts/form.tsx';
import { Hint } from './parts/hint.tsx';
import { State, Value } from './parts/state.tsx';
import { Listing, listIn, type Row, rows } from './parts/table.tsx';
import { address, dayOf, useView, useWord } from './parts/view.ts';
import { wordsOf } from './texts.ts';

interface Owner {
  readonly FolderId: number | null;
  readonly Folder: string | null;
  readonly Account: string | null;
  readonly StartDate: string | null;
  readonly EndDate: string | null;
  readonly Problem: string | null;
}

interface Looked {
  readonly Rank: number;
  readonly File: string;
  readonly Kind: string;
  readonly State: string;
  readonly Message: string | null;
  readonly FindingCount: number;
  readonly Owners: readonly Owner[];
  readonly Findings: readonly unknown[];
  readonly Columns: readonly { readonly Name: string; readonly Heading: string }[];
  readonly Place: { readonly FolderId: number; readonly AccountId: number | null } | null;
  readonly Made: readonly { readonly FolderId: number | null; readonly ImportId: number; readonly IsThere: boolean }[];
}

/** More folders than a person picks from a list. */
const MOST_FOLDERS = 200;

export const intake = definePage({
  path: '/imports/:intake',
  title: 'imports',
  operations: [
    'intake.show',
    'intake.import',
    'folder.list',
    'intake.place',
    'bank.account.create-manual',
    'bank.summary',
    'bank.statement.mapping.unset',
    'ledger.undo',
    'bank.statement.undo',
    'asset.undo',
  ],
  render: async (visit) => {
    const { call, params, query, language } = visit;
    const { intake: intakeId = '' } = params;
    const shown = await call('intake.show', { intakeId });
    const { Files } = shown.result as { readonly Files: readonly Looked[] };
    const unplaced = Files.filter(({ State: state }) => state === 'Unplaced');
    const chosen = Files.find(({ Rank }) => String(Rank) === query.file) ?? Files.find(hasFindings) ?? Files[0];
    const place = unplaced.length > 0 ? await placesOf(visit) : undefined;
    const here = address(`/imports/${intakeId}`, { folder: query.folder });
    const waiting = Files.filter(({ State: state }) => state === 'ToImport');
    return {
      crumbs: [['/imports', wordsOf.imports[language]]],
      body: (
        <>
          <FileList {...{ shown, files: Files, here, intakeId }} />
          {waiting.length > 1 && (
            <Form run="intake.import" fixed={{ intakeId }} button={wordsOf.importAll[language]} after={here} />
          )}
          {place && <Placing {...{ intakeId, unplaced, place, here }} />}
          {chosen && <Detail of={chosen} {...{ shown, intakeId, here }} />}
        </>
      ),
    };
  },
});

const hasFindings = ({ FindingCount }: Looked): boolean => FindingCount > 0;

interface ListProps {
  readonly shown: Answer;
  readonly files: readonly Looked[];
  readonly here: string;
  readonly intakeId: string;
}

/** One row a file: what it is, whose, how it stands, and the next thing to do with it. */
function FileList({ shown, files, here, intakeId }: ListProps) {
  const fileOf = ({ Rank }: Row) => files.find((file) => file.Rank === Rank);
  return (
    <Listing
      of={listIn(shown, 'Files')}
      columns={['File', 'Kind', 'Format', { name: 'Owners', fr: 'À qui' }, 'State', 'FindingCount', 'Message']}
      cells={{
        Kind: ({ Kind }) => <Value of={Kind} />,
        Owners: (row) => <Owners of={fileOf(row)?.Owners ?? []} />,
        State: ({ State: state }) => <State of={state} />,
        Message: (row) => <Said of={fileOf(row)} />,
      }}
      links={{ File: ({ Rank }) => withFile(here, Rank), FindingCount: ({ Rank }) => withFile(here, Rank) }}
      actions={(row) => <Actions of={fileOf(row)} {...{ here, intakeId }} />}
    />
  );
}

/** Whose a file is, is said on this page. */
function Said({ of }: { of: Looked | undefined }) {
  const word = useWord();
  if (of?.State === 'Unplaced') return <a href="#placing">{word('placing')}</a>;
  return of?.Message ? <Hint text={of.Message} /> : null;
}

const withFile = (here: string, rank: unknown): string =>
  `${here}${here.includes('?') ? '&' : '?'}file=${rank}#findings`;

/** Owners shown in a row: the file itself has them all. */
const MOST_OWNERS = 5;

function Owners({ of }: { of: readonly Owner[] }) {
  const { language } = useView();
  return (
    <>
      {of.slice(0, MOST_OWNERS).map(({ FolderId, Folder, Account, StartDate, EndDate, Problem }) => (
        <div>
          {FolderId ? <a href={`/folders/${FolderId}`}>{Folder}</a> : Folder} {Account}{' '}
          {[StartDate, EndDate]
            .map((day) => (day ? dayOf(day, language) : ''))
            .filter(Boolean)
            .join(' – ')}
          {Problem && <span class="fault">{Problem}</span>}
        </div>
      ))}
      {of.length > MOST_OWNERS && '…'}
    </>
  );
}

/** What takes back an import of a kind, and what it calls its folder, if it names one. */
const UNDO: Readonly<Record<string, readonly [run: string, folder?: string]>> & {
  readonly Statement: readonly [string];
} = {
  Ledger: ['ledger.undo', 'accountingFolderId'],
  Statement: ['bank.statement.undo'],
  Assets: ['asset.undo', 'accountingFolderId'],
};

function Actions({ of, here, intakeId }: { of: Looked | undefined; here: string; intakeId: string }) {
  const word = useWord();
  if (of?.State === 'ToImport')
    return <Form run="intake.import" fixed={{ intakeId, Ranks: of.Rank }} button={word('import')} after={here} />;
  const made = of?.Made.filter(({ IsThere }) => IsThere) ?? [];
  return (
    <>
      {made.map(({ FolderId, ImportId }) => {
        const [run, folder] = UNDO[of?.Kind ?? ''] ?? UNDO.Statement;
        return (
          <Form
            {...{ run }}
            fixed={{ ...(folder && { [folder]: FolderId }), importId: ImportId }}
            button={word('undo')}
            back={here}
          />
        );
      })}
    </>
  );
}

type Choices = readonly (readonly [value: string, text: string])[];

interface Places {
  readonly folder: string | undefined;
  readonly folders: Choices;
  readonly accounts: Choices;
}

/** The folders to choose from, and the bank accounts of the one that was chosen. */
async function placesOf({ call, query }: Visit<'folder.list' | 'bank.summary'>): Promise<Places> {
  const { folder } = query;
  const [folders, accounts] = await Promise.all([
    call('folder.list'),
    folder ? call('bank.summary', { enterpriseId: folder }) : undefined,
  ]);
  const named = (row: Row): readonly [string, string] => [String(row.Id), String(row.Name ?? row.Id)];
  const all = rows(folders);
  return {
    folder,
    folders: all.length > MOST_FOLDERS ? [] : all.map(named),
    accounts: accounts ? rows(accounts).map((row) => [String(row.AccountId), String(row.Account)]) : [],
  };
}

interface PlacingProps {
  readonly intakeId: string;
  readonly unplaced: readonly Looked[];
  readonly place: Places;
  readonly here: string;
}

/** First the folder; then, in it, the account of files that name none, or one that is made for those that nobody has. */
function Placing({ intakeId, unplaced, place: { folder, folders, accounts }, here }: PlacingProps) {
  const word = useWord();
  const nameless = unplaced.filter(({ Owners: { length } }) => length === 0);
  const strangers = unplaced.filter((file) => !nameless.includes(file));
  const isStatement = nameless.some(({ Kind }) => Kind === 'Statement');
  const fixed = { intakeId, AccountingFolderId: folder };
  return (
    <section id="placing">
      <h2>{word('placing')}</h2>
      <p class="note">{unplaced.map(({ File }) => File).join(', ')}</p>
      <form method="get" class="tools">
        <FolderField {...{ folder, folders }} />
        <button type="submit">{word('choose')}</button>
      </form>
      {folder && nameless.length > 0 && (
        <Form
          run="intake.place"
          fixed={{ ...fixed, Ranks: ranksOf(nameless) }}
          ask={isStatement && accounts.length > 0 ? ['AccountId'] : []}
          choices={{ AccountId: accounts }}
          button={word('look')}
          after={here}
        />
      )}
      {folder && isStatement && <OtherAccount {...{ folder, here }} isOnly={accounts.length === 0} />}
      {folder && strangers.length > 0 && (
        <Form
          run="intake.import"
          fixed={{ ...fixed, Ranks: ranksOf(strangers) }}
          ask={['CreateAccounts']}
          button={word('import')}
          after={here}
        />
      )}
    </section>
  );
}

const CREATE = 'bank.account.create-manual';

function OtherAccount({ folder, here, isOnly }: { folder: string; here: string; isOnly: boolean }) {
  const word = useWord();
  return (
    <Fold run="bank.account.create-manual" title={word('otherAccount')} isOpen={isOnly}>
      <Form run={CREATE} fixed={{ enterpriseId: folder }} ask={['BankName', 'Iban']} back={here} />
    </Fold>
  );
}

const ranksOf = (files: readonly Looked[]): readonly number[] => files.map(({ Rank }) => Rank);

/** By name, or by number in a firm that has too many of them for a list. */
function FolderField({ folder, folders }: Pick<Places, 'folder' | 'folders'>) {
  const word = useWord();
  if (folders.length === 0)
    return (
      <label>
        {word('folder')}
        <input name="folder" inputmode="numeric" value={folder} />
      </label>
    );
  return (
    <label>
      {word('folder')}
      <select name="folder">
        {folders.map(([value, text]) => (
          <option value={value} selected={value === folder}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What was found in one file, line by line. */
function Detail({ of, shown, intakeId, here }: Omit<ListProps, 'files'> & { of: Looked }) {
  const word = useWord();
  const findings = listIn({ ...shown, result: of }, 'Findings');
  return (
    <section id="findings">
      <h2>
        {of.File} <span class="count">{of.FindingCount}</span>
      </h2>
      {of.Columns.length > 0 && (
        <dl>
          {of.Columns.map(({ Name, Heading }) => (
            <>
              <dt>{Heading}</dt>
              <dd>
                <Value of={Name} />
              </dd>
            </>
          ))}
        </dl>
      )}
      {of.State === 'Refused' && of.Place && <Anew of={of} place={of.Place} {...{ intakeId, here }} />}
      <Listing
        of={findings}
        columns={['Line', 'Severity', 'Code', 'Field', 'Message']}
        cells={{ Severity: ({ Severity }) => <State of={Severity} /> }}
        empty={of.Message && of.State !== 'Done' ? <Said of={of} /> : word('noFinding')}
      />
    </section>
  );
}

interface AnewProps {
  readonly of: Looked;
  readonly place: NonNullable<Looked['Place']>;
  readonly intakeId: string;
  readonly here: string;
}

/** The columns that an account had may be those of another file: they are guessed anew, and the file is looked at again. */
function Anew({ of, place: { FolderId, AccountId }, intakeId, here }: AnewProps) {
  const word = useWord();
  return (
    <div class="tools">
      {AccountId !== null && (
        <Form
          run="bank.statement.mapping.unset"
          fixed={{ enterpriseId: FolderId, bankAccountId: AccountId }}
          after={here}
        />
      )}
      <Form
        run="intake.place"
        fixed={{ intakeId, Ranks: of.Rank, AccountingFolderId: FolderId, AccountId: AccountId ?? undefined }}
        button={word('look')}
        after={here}
      />
    </div>
  );
}
