import { describe, expect, it } from 'vitest';
import {
  type ComplementCriteria,
  type ComplementOrder,
  complementedByIds,
  searchComplemented,
} from '../../../../../src/services/banking/transactions/complementary/search.ts';
import { updateComplement } from '../../../../../src/services/banking/transactions/complementary/update.ts';
import { transactionsOfDocument } from '../../../../../src/services/banking/transactions/supporting-documents/remaining.ts';
import { testDatabase } from '../../../../support/database.ts';
import { complementWorld } from './world.ts';

const db = await testDatabase();
const world = complementWorld(db);
const { ctx } = world;

describe('transactions with complementary data', async () => {
  const { folderId, ids } = await world.folderWith([
    ['03-03', -10_000, 'Énergie'],
    ['03-04', -5000, 'eau'],
    ['03-05', 7000, 'CLIENT'],
    ['03-06', -1, 'Zut'],
  ]);
  const [energy = 0, water = 0, client = 0, odd = 0] = ids;
  const documentId = await world.document(folderId, { amount: 15_000n });
  await updateComplement(ctx, folderId, energy, { documents: [{ documentId, associated: 4000n }] });
  await updateComplement(ctx, folderId, water, { documents: [{ documentId, associated: 5000n }] });
  await updateComplement(ctx, folderId, client, { toJustify: false });
  await db.knex('bank_transaction').where({ id: odd }).update({ is_synchronized: false });

  const found = async (criteria: Partial<ComplementCriteria & ComplementOrder>) =>
    (
      await searchComplemented(ctx, {
        folderId,
        pageNumber: 1,
        pageSize: 50,
        sortField: 'None',
        sortDirection: 'Ascending',
        ...criteria,
      })
    ).items.map(({ id }) => id);

  it.each<[Partial<ComplementCriteria & ComplementOrder>, number[]]>([
    [{}, ids as number[]],
    [{ toJustify: true }, [energy, water, odd]],
    [{ toJustify: false }, [client]],
    [{ withRemainingAmount: true }, [energy, client, odd]],
    [{ withRemainingAmount: false }, [water]],
    [{ toJustify: true, withRemainingAmount: true, textOrAmount: 'ENER' }, [energy]],
    [{ isSynchronized: false }, [odd]],
    [{ sortField: 'Label' }, [client, water, energy, odd]],
    [{ sortField: 'ToJustify' }, [client, energy, water, odd]],
    [{ sortField: 'ToJustify', sortDirection: 'Descending' }, [odd, water, energy, client]],
    [{ sortField: 'Synchronized' }, [odd, energy, water, client]],
    [{ sortField: 'Amount', amountAtMost: '-0.01' }, [energy, water, odd]],
  ])('%j', async (criteria, expected) => expect(await found(criteria)).toEqual(expected));

  it('are counted over all pages', async () => {
    const order = { sortField: 'Date', sortDirection: 'Ascending' } as const;
    const page = { pageNumber: 2, pageSize: 2, toJustify: true };
    expect(await searchComplemented(ctx, { folderId, ...order, ...page })).toMatchObject({
      totalCount: 3,
      pageCount: 2,
      hasPreviousPage: true,
      hasNextPage: false,
      items: [{ id: odd }],
    });
  });

  it('come with what remains of them', async () => {
    const shown = await complementedByIds(ctx, folderId, [water, energy, 999_999]);
    expect(shown.map(({ id, complementaryData: data }) => [id, data.remaining, data.status])).toEqual([
      [energy, '60.00', 'PartlyJustified'],
      [water, '0.00', 'Justified'],
    ]);
  });

  it('are those of their document, deleted or not', async () => {
    await db.knex('bank_transaction').where({ id: water }).update({ is_deleted: true });
    const shown = await transactionsOfDocument(ctx, folderId, documentId);
    expect(shown.map(({ id, complementaryData }) => [id, complementaryData.messages.map(({ type }) => type)])).toEqual([
      [energy, ['Info']],
      [water, ['Error']],
    ]);
    await db.knex('bank_transaction').where({ id: water }).update({ is_deleted: false });
  });
});
