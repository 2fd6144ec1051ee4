/** Files are dropped, looked at, then imported by a click; what was imported is taken back by another. */
import { type Answer, definePage, type Visit } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Form } from './parts/form.tsx';
import { Value } from './parts/state.tsx';
import { Listing } from './parts/table.tsx';
import { address, useWord } from './parts/view.ts';
import { wordsOf } from './texts.ts';

export const imports = definePage({
  path: '/imports',
  title: 'imports',
  operations: [
    'folder.show',
    'intake.check',
    'intake.list',
    'ledger.imports',
    'ledger.undo',
    'bank.statement.imports',
    'bank.statement.undo',
    'asset.imports',
    'asset.undo',
  ],
  render: async (visit) => {
    const { call, query, language } = visit;
    const { folder } = query;
    const lately = await call('intake.list', { limit: 20 });
    const own = folder ? await ofFolder(visit, folder) : undefined;
    return {
      ...(own && { crumbs: own.crumbs }),
      body: (
        <>
          <p>{wordsOf.importsAbout[language]}</p>
          <Dropped {...{ folder }} />
          <h2>{wordsOf.lookedAt[language]}</h2>
          <Listing
            of={lately}
            columns={['CreatedAt', 'ExpiresAt']}
            actions={({ Id }) => <a href={address(`/imports/${Id}`, { folder })}>{namesIn(lately, Id)}</a>}
            empty={wordsOf.noneLookedAt[language]}
          />
          {own && <Past folder={folder ?? ''} {...own} />}
        </>
      ),
    };
  },
});

/** Where files are dropped, of any folder or of one. */
export function Dropped({ folder }: { folder: string | undefined }) {
  const word = useWord();
  return (
    <Form
      run="intake.check"
      fixed={{ accountingFolderId: folder }}
      after={address('/imports/:Id', { folder })}
      button={word('look')}
    />
  );
}

interface PastImports {
  readonly ledgers: Answer;
  readonly statements: Answer;
  readonly assets: Answer;
}

async function ofFolder(
  { call, params, language }: Visit<'folder.show' | 'ledger.imports' | 'bank.statement.imports' | 'asset.imports'>,
  folder: string,
) {
  const { crumbs } = await inFolder({ call, params: { ...params, folder }, language });
  const [ledgers, statements, assets] = await Promise.all([
    call('ledger.imports', { accountingFolderId: folder, limit: 20 }),
    call('bank.statement.imports', { enterpriseId: folder }),
    call('asset.imports', { accountingFolderId: folder, limit: 20 }),
  ]);
  return { crumbs, ledgers, statements, assets };
}

interface Given {
  readonly Id: string;
  readonly Files: readonly { readonly File: string }[];
}

/** The names of files that were given together. */
function namesIn({ result }: Answer, id: unknown): string {
  const { Items } = result as { readonly Items: readonly Given[] };
  const files = Items.find(({ Id }) => Id === id)?.Files ?? [];
  return files.map(({ File }) => File).join(', ');
}

/** What was imported into a folder, each with the button that takes it back. */
function Past({ folder, ledgers, statements, assets }: PastImports & { folder: string }) {
  const word = useWord();
  return (
    <>
      <h2>{word('ledgerFiles')}</h2>
      <Listing
        of={ledgers}
        columns={['ImportedAt', 'FileName', 'Status', 'Entries.Added', 'Entries.Changed', 'Entries.Removed']}
        cells={{ Status: ({ Status }) => <Value of={Status} /> }}
        actions={({ Id }) => (
          <Form run="ledger.undo" fixed={{ accountingFolderId: folder, importId: Id }} button={word('undo')} />
        )}
      />
      <h2>{word('statementFiles')}</h2>
      <Listing
        of={statements}
        columns={['ImportedAt', 'FileName', 'Accounts', 'Statements']}
        actions={({ Id }) => <Form run="bank.statement.undo" fixed={{ importId: Id }} button={word('undo')} />}
      />
      <h2>{word('assetFiles')}</h2>
      <Listing
        of={assets}
        columns={['ImportedAt', 'FileName', 'Lines', 'Assets']}
        actions={({ Id }) => (
          <Form run="asset.undo" fixed={{ accountingFolderId: folder, importId: Id }} button={word('undo')} />
        )}
      />
    </>
  );
}
