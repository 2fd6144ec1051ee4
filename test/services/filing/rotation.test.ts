/** A change of keys: every encrypted column of the transmission opens with the new key alone. */
import { expect, it } from 'vitest';
import { DECLARATION_SEALED } from '../../../src/services/declarations/sealed-columns.ts';
import { readDeclaredValues } from '../../../src/services/declarations/sending/declared-values.ts';
import { declarationFiler } from '../../../src/services/declarations/sending/filer.ts';
import { standingFiling } from '../../../src/services/filing/filings.ts';
import { fetchNotice } from '../../../src/services/filing/notices.ts';
import { filingPiece } from '../../../src/services/filing/pieces.ts';
import { FILING_COLUMNS } from '../../../src/services/filing/sealed-columns.ts';
import { reseal } from '../../../src/services/secrets/reseal.ts';
import { secretBox } from '../../../src/services/secrets/secret-box.ts';
import { testDatabase } from '../../support/database.ts';
import { END, world } from './world.ts';

const db = await testDatabase();
const COLUMNS = [...FILING_COLUMNS, ...DECLARATION_SEALED];
const OLD = '00'.repeat(32);
const NEW = '11'.repeat(32);
const FACTS = { rof: 'IS2' };

it('reaches every row, once', async () => {
  const { ctx, b, declare, newFolder, send } = world(db);
  const folders: number[] = [];
  for (let rank = 0; rank < 3; rank++) folders.push(await newFolder());
  for (const folder of folders) {
    await declare(folder, 'Liasse', END, { facts: FACTS });
    await send(folder);
  }
  const reference = { account: 'acc', number: '1', kind: 'Acs' } as const;
  b.pieces.push({ reference, content: Buffer.from('x').toString('base64') });
  await fetchNotice(ctx, [declarationFiler], reference);
  const both = secretBox(`${NEW},${OLD}`);
  const columns = await db
    .knex('information_schema.columns')
    .where({ table_schema: 'public', data_type: 'bytea' })
    .orderBy('table_name')
    .pluck('table_name');
  for (const column of COLUMNS) {
    const { rows, changed } = await reseal(db.knex, both, column);
    expect([column.table, changed]).toEqual([column.table, rows]);
    expect((await reseal(db.knex, both, column)).changed).toBe(0);
  }
  expect(columns.filter((table) => table !== 'rate_bucket')).toEqual(
    expect.arrayContaining(COLUMNS.map(({ table }) => table)),
  );
  const renewed = { ...ctx, secrets: async () => secretBox(NEW) };
  for (const folder of folders) {
    const ids = await db.knex('declaration').where({ folder_id: folder }).pluck('id');
    const filing = await standingFiling(db.knex, { folderId: folder, owner: 'Declaration', ids });
    const piece = filing && (await filingPiece(renewed, filing, 'Sent'));
    expect(piece?.content.toString('latin1')).toContain('<XmlEdi');
    expect((await readDeclaredValues(renewed, { folderId: folder, type: 'Liasse', end: END })).facts).toEqual(FACTS);
  }
});
