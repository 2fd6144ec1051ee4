/** What only a test filed counts, but not in production. */
import { expect, it } from 'vitest';
import { countingDeclarations, countingRecords } from '../../../src/services/declarations/standing.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { defaultSettings, testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const production = testContext(db, {
  settings: { ...defaultSettings, channelEnvironment: { value: 'prod', source: 'default' } },
});

const RETURNS = `
  insert into declaration (folder_id, id, channel, source_type, status, type, period_end, said, stamps, created_at, updated_at)
    overriding system value
    select :folderId, n, 'ChannelB', 'Platform', case n when 4 then 'Deleted' else 'Sent' end, 'IS2571', '2025-12-31', '{}', '{}',
      now(), now() from generate_series(1, 4) n;
  insert into filing (folder_id, owner_kind, owner_id, channel, kind, period_end, reference, siren, form, is_test, sha256, state,
      attempted_at)
    select :folderId, 'Declaration', owner, 'ChannelB', 'IS2571', '2025-12-31', reference, '732829320', '2571', is_test, 'x',
      'Sent', now()
    from (values (1, 'A', true), (2, 'B', true), (2, 'C', false)) t (owner, reference, is_test);`;

it('a declaration that left as a test only is none in production; records of many folders agree with those of one', async () => {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'ALPHA' });
  await db.knex.raw(RETURNS.replaceAll(':folderId', String(folderId)));
  const since = '2025-12-31' as never;
  for (const [context, expected] of [
    [ctx, [1, 2, 3]],
    [production, [2, 3]],
  ] as const) {
    const one = await countingDeclarations(context, folderId);
    const many = await countingRecords(context, [folderId, 9999], since);
    for (const all of [one, many]) expect(all.map(({ id }) => id).sort()).toEqual(expected);
  }
  expect((await countingRecords(ctx, [folderId], since))[0]).toMatchObject({
    folderId,
    type: 'IS2571',
    status: 'Sent',
    end: '2025-12-31',
    ignoreWhenRejected: false,
  });
  expect(await countingRecords(ctx, [folderId], '2026-01-01' as never)).toEqual([]);
});
