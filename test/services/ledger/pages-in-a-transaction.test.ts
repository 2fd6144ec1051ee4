/** A connection takes one query at a time: the two of a page wait for each other in a transaction, and only there. */
import { expect, it } from 'vitest';
import { sideBySide } from '../../../src/services/db/side-by-side.ts';
import { listLetterGroups } from '../../../src/services/ledger/lettering.ts';
import { listLines } from '../../../src/services/ledger/lines.ts';
import { within } from '../../../src/services/operation/within.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { importer, SALES } from './books.ts';

const db = await testDatabase();
const folderId = (await importer(db)(SALES)).applied?.folderId ?? 0;
const PAGE = { page: 1, limit: 2 };

it.each([
  ['lines', (ctx: ReturnType<typeof testContext>) => listLines(ctx, folderId, {}, PAGE)],
  ['letters', (ctx: ReturnType<typeof testContext>) => listLetterGroups(ctx, folderId, {}, PAGE)],
])('a page of %s asks one query after the other', async (_, list) => {
  const page = await db.transaction(async (trx) => {
    let open = 0;
    let most = 0;
    trx.on('query', () => {
      open += 1;
      most = Math.max(most, open);
    });
    trx.on('query-response', () => {
      open -= 1;
    });
    const found = await list(within(testContext(db), trx));
    expect(most).toBe(1);
    return found;
  });
  expect(page).toEqual(await list(testContext(db)));
});

it('two queries outside a transaction answer in their own order', async () => {
  const of = (value: number) => db.knex.select(db.knex.raw('? ::int as value', [value]));
  expect(await sideBySide(of(1), of(2))).toEqual([[{ value: 1 }], [{ value: 2 }]]);
});
