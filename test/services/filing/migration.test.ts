/** What was filed before owners were known keeps its rows, its guards and its encryption. */
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/services/db/database.ts';
import { standingFiling } from '../../../src/services/filing/filings.ts';
import { filingPiece, noticePieces } from '../../../src/services/filing/pieces.ts';
import { secretBox } from '../../../src/services/secrets/secret-box.ts';
import { testContext } from '../../support/context.ts';
import { MIGRATIONS, testDatabaseSettings } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const BEFORE = '0012_filing_owners.js';

/** The migrations as they were before. */
function formerMigrations(): string {
  const folder = temporaryFolder('former');
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < BEFORE))
    copyFileSync(join(MIGRATIONS, file), join(folder, file));
  return folder;
}

const box = secretBox('00'.repeat(32));

/** A declaration whose first filing the channel lost and whose second one was rejected; one that is being sent. */
const FILED = `
  insert into company (id, name) overriding system value values (1, 'CABINET');
  insert into folder (id, company_id, name) overriding system value values (7, 1, 'ALPHA');
  insert into declaration (folder_id, id, channel, source_type, status, type, period_end, said, stamps, created_at, updated_at)
    overriding system value
    select 7, n, 'ChannelB', 'Platform', 'Rejected', 'Liasse', '2024-12-31', '{}', '{}', now(), now() from (values (1), (2)) t (n);
  insert into filing (folder_id, id, declaration_id, channel, type, period_end, reference, siren, form, is_test, sha256, state, numero_ads, attempted_at)
    overriding system value values
    (7, 11, 1, 'ChannelB', 'Liasse', '2024-12-31', 'INFENT11', '732829320', 'Liasse', true, 'x', 'Lost', null, '2025-03-01T09:00:00Z'),
    (7, 12, 1, 'ChannelB', 'Liasse', '2024-12-31', 'INFENT12', '732829320', 'Liasse', true, 'x', 'Sent', '0001', '2025-03-01T10:00:00Z'),
    (7, 13, 2, 'ChannelA', 'IS2572', '2024-12-31', 'INFENT13', '732829320', '2572', false, 'x', 'Sending', null, '2025-03-05T10:00:00Z');`;

const OLD_PIECE = `
  insert into piece (folder_id, id, declaration_id, filing_id, kind, form, content_type, sha256, sealed, created_at)
    overriding system value values (7, :id, 1, :filing, :kind, 'document', 'application/xml', :kind, :sealed, '2025-03-02T10:00:00Z')`;

it('moves filings and pieces to their owners', { tags: 'long' }, async () => {
  const settings = await testDatabaseSettings(false);
  const former = await openDatabase({ ...settings, migrations: formerMigrations(), schema: 'apply' });
  await former.knex.raw(FILED);
  for (const [id, filing, kind] of [
    [21, 12, 'Sent'],
    [22, null, 'Ars'],
    [23, null, 'Edi'],
  ] as const) {
    const sealed = box.seal(`content of ${kind}`, `piece 7 1 ${kind} document ${kind}`);
    await former.knex.raw(OLD_PIECE, { id, filing, kind, sealed });
  }
  await former.close();

  const db = await openDatabase({ ...settings, schema: 'apply' });
  try {
    const rows = await db.knex('filing').orderBy('id');
    expect(rows.map(({ id, owner_kind, owner_id, kind, state }) => [id, owner_kind, owner_id, kind, state])).toEqual([
      [11, 'Declaration', 1, 'Liasse', 'Lost'],
      [12, 'Declaration', 1, 'Liasse', 'Sent'],
      [13, 'Declaration', 2, 'IS2572', 'Sending'],
    ]);
    const filing = await standingFiling(db.knex, { folderId: 7, owner: 'Declaration', ids: [1] });
    if (!filing) throw new Error('nothing stands');
    expect(filing).toMatchObject({ id: 12, is_test: true, numero_ads: '0001' });
    const ctx = testContext(db, { secrets: async () => box });
    expect((await filingPiece(ctx, filing, 'Sent'))?.content.toString()).toBe('content of Sent');
    expect((await noticePieces(ctx, filing)).map(({ content }) => content.toString())).toEqual(['content of Ars']);
    expect(await db.knex('piece').where({ kind: 'Edi' }).pluck('filing_id')).toEqual([null]);
    const again =
      db.knex.raw(`insert into filing (folder_id, owner_kind, owner_id, channel, kind, period_end, reference,
      siren, form, is_test, sha256, state, attempted_at)
      select folder_id, owner_kind, owner_id, channel, kind, '2025-12-31', 'INFENT14', siren, form, is_test, sha256, state,
      attempted_at from filing where id = 13`);
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'filing_open' });
  } finally {
    await db.close();
  }
});
