/** Views whose cells are not fields as they are answered. */
import { describe, expect, it } from 'vitest';
import { assetEntryPost } from '../../../src/commands/asset/entry.ts';
import { viewDeletion } from '../../../src/commands/folder/delete.ts';
import { viewRemoval } from '../../../src/commands/ledger/removal-wire.ts';
import type { Block } from '../../../src/commands/operation/operation.ts';
import { auditList } from '../../../src/commands/operator/audit.ts';

const tablesOf = (blocks: Iterable<unknown> | AsyncIterable<unknown> | undefined) =>
  [...(blocks as Iterable<Block>)].flatMap((block) => (block.kind === 'table' ? [block] : []));

describe('the audit log', () => {
  const issued = { user: 'anne', client: 'cabinet', folders: '1,2', rights: 'read', expiresIn: 3600 };
  const line = { Id: 1, At: '2026-11-28T10:00:00Z', Actor: 'root', Operation: 'operator.token.issue', FolderId: null };
  const changed = { rows: 1, table: 'folder', action: 'insert', changes: [{ after: { id: 3 } }] };
  const Items = [
    { ...line, Outcome: 'done', Details: issued },
    { ...line, Outcome: 'changed', Details: changed },
    { ...line, Outcome: 'ExerciseNotFound', Details: null },
  ];
  const shown = (language: 'en' | 'fr') =>
    tablesOf(auditList.view?.({ Items, Next: null } as never, language, {} as never))[0]?.rows.map((row) =>
      row.slice(-2),
    );

  it('says for whom a token is, with which rights and for how long', () =>
    expect(shown('en')).toEqual([
      ['done', 'User: anne, Client: cabinet, Folders: 1,2, Rights: read, Expires in: 3600'],
      ['changed', 'Rows: 1, Table: folder, Action: insert'],
      ['ExerciseNotFound', ''],
    ]));

  it('says so in French', () =>
    expect(shown('fr')).toEqual([
      ['fait', 'pour : anne, client : cabinet, dossiers : 1,2, droits : read, durée en secondes : 3600'],
      ['modifié', 'lignes : 1, table : folder, action : insert'],
      ['ExerciseNotFound', ''],
    ]));
});

describe('entries of assets that were written', () => {
  const sides = [
    { Account: '681120', Exists: true, Debit: '500.00', Credit: '0.00' },
    { Account: '281540', Exists: true, Debit: '0.00', Credit: '500.00' },
  ];
  const entry = { Date: '2025-12-31', Operation: 'Amortization', Label: 'Dotation', AssetIds: [1], Lines: sides };
  const shown = (Differs: readonly unknown[], LedgerOnly: readonly unknown[] = [], Awaited: readonly unknown[] = []) =>
    tablesOf(
      assetEntryPost.view?.(
        { Written: [{ ...entry, State: 'Missing', EntryId: 7 }], Differs, Awaited, LedgerOnly } as never,
        'fr',
        {} as never,
      ),
    ).map(({ rows }) => rows);

  it('have a row for each line, beside the number of the entry; what differs has its state', () => {
    const written = [
      ['2025-12-31', 7, 'Dotation', '681120', '500.00', '0.00'],
      ['', '', '', '281540', '0.00', '500.00'],
    ];
    expect(shown([])).toEqual([written]);
    const [, differing] = shown([{ ...entry, State: 'Differs' }]);
    expect(differing?.[0]).toEqual(['2025-12-31', 'Differs', 'Dotation', '681120', '500.00', '0.00']);
  });

  it('are followed by those whose document has still to come', () => {
    const [, awaited] = shown([], [], [{ ...entry, State: 'Missing' }]);
    expect(awaited?.[0]).toEqual(['2025-12-31', 'Missing', 'Dotation', '681120', '500.00', '0.00']);
  });

  it('stand apart from those that the ledger alone has', () => {
    const [, beside] = shown([], [{ EntryId: 5, Date: '2025-12-31', Lines: sides }]);
    expect(beside).toEqual([
      ['2025-12-31', 5, '681120', '500.00', '0.00'],
      ['', '', '281540', '0.00', '500.00'],
    ]);
  });
});

it('what goes with an exercise begins with its days, as they are', () => {
  const Exercise = { StartDate: '2024-01-01', EndDate: '2024-12-31' };
  const removal = { Exercise, Hanging: { Entries: 6 }, Unlettered: [], Archive: { Address: '/tmp/1.txt' } };
  const [days, , archive] = [...viewRemoval(removal as never, 'fr')];
  expect(days).toEqual({ kind: 'text', text: '2024-01-01 – 2024-12-31' });
  expect(archive).toEqual({ kind: 'text', text: 'Archive : /tmp/1.txt' });
});

it('what goes with a folder begins with its name as it is, and the law’s last day is a day', () => {
  const deletion = { Folder: { Id: 1, Name: 'ALPHA Conseil' }, Contents: { KeepUntil: '2034-12-31', BeingSent: [] } };
  const [name, table] = [...viewDeletion({ ...deletion, Archive: null } as never, 'fr')];
  expect(name).toEqual({ kind: 'text', text: '1 ALPHA Conseil' });
  expect(table).toMatchObject({ columns: [{ name: 'KeepUntil', type: 'day' }], rows: [['2034-12-31']] });
});
