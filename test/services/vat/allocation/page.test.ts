/** A page holds what the whole order holds there, however little of the books was looked at first. */
import { beforeAll, expect } from 'vitest';
import { firstLines, foundLines, orderOf, SORTS } from '../../../../src/services/vat/allocation/filter.ts';
import { type Found, pageOf, type Sorted } from '../../../../src/services/vat/allocation/page.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const load = importer(db);
let [folderId, accountIds]: [number, number[]] = [0, []];

beforeAll(async () => {
  const entries = Array.from({ length: 40 }, (_, at) => {
    const amount = ((at * 7) % 11) - 5 || 9;
    return {
      number: at + 1,
      date: `0${1 + ((at * 5) % 7)}-1${at % 4}`,
      ...(at % 3 === 0 && { letter: 'CAB'[(at % 9) / 3] as string }),
      lines: [`41100${at % 2}/C${at % 5} ${amount}`, `706000 ${-amount}`],
    };
  });
  const { applied } = await load(entries, { name: `${siren(3)}FEC20241231.txt` });
  folderId = applied?.folderId ?? 0;
  accountIds = await db.knex('account').where({ folder_id: folderId }).whereLike('number', '411%').pluck('id');
});

/** Of each account, so many that the lines looked at are 2 of each end, or all. */
const ACCOUNTS = { 'a few': 1500, all: 2 };
const orders = SORTS.flatMap((sortBy) =>
  [false, true].flatMap((sortDesc) =>
    Object.entries(ACCOUNTS).map(([seen, accounts]) => ({ sortBy, sortDesc, seen, accounts })),
  ),
);

eachOf(orders, (_, at) => at % 4 === 0)(
  'by $sortBy, descending $sortDesc, $seen looked at',
  async ({ sortBy, sortDesc, accounts }) => {
    await db.knex.transaction(async (trx) => {
      const filter = { amountAbove: 100n };
      const within = { folderId, numbers: new Map() };
      const find: Found['find'] = (part) => foundLines(trx, within, accountIds, { filter, part });
      const firstByDay: Found['firstByDay'] = (descends, count) =>
        firstLines(trx, folderId, accountIds, { descends, count });
      const ordered = find()
        .joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id')
        .orderByRaw(orderOf(sortBy, sortDesc));
      const ids: number[] = await ordered.pluck('l.id');
      for (const [page, limit] of [
        [1, 1],
        [1, 3],
        [3, 3],
        [2, 20],
        [9, 20],
        [1, 400],
      ] as const) {
        const search: Sorted = { sortBy, sortDesc, page, limit };
        const { total, lines } = await pageOf(trx, { folderId, accounts, isWhole: false, find, firstByDay }, search);
        expect(lines.map(({ id }) => id)).toEqual(ids.slice((page - 1) * limit, page * limit));
        expect(total).toBe(ids.length);
      }
      expect(ids.length).toBeGreaterThan(30);
    });
  },
);
