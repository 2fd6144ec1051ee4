/** What a return calls for next, and the pieces that its snapshot and its closing entry are made of. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { openDay } from '../../../../src/services/ledger/posted-entry.ts';
import { NO_FACTS } from '../../../../src/services/vat/drafts/book-facts.ts';
import { accountIn } from '../../../../src/services/vat/drafts/computed.ts';
import { declaredElements } from '../../../../src/services/vat/drafts/declared-elements.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { proposalOf } from '../../../../src/services/vat/procedures/proposal.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let folders = 0;

async function returnWith(month: string, boxes: Readonly<Record<string, number | string>>) {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  const period = { beginDate: day(`2025-${month}-01`), endDate: day(`2025-${month}-28`) };
  const { procedures } = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...period });
  for (const [zone, value] of Object.entries(boxes))
    await setBox(ctx, id, procedures[0]?.id ?? 0, { form: '3310CA3', zone, value });
  return proposalOf(ctx, id, procedures[0]?.id ?? 0);
}

eachOf(
  [
    ['a credit under the minimum', '03', { HB: 759 }, { kind: 'None', creditAmount: 0n }],
    ['a credit that reaches it', '03', { HB: 760 }, { kind: 'Credit', creditAmount: 76_000n }],
    ['in December, a smaller one', '12', { HB: 150 }, { kind: 'Credit', creditAmount: 15_000n }],
    ['one of which a refund is asked', '03', { HB: 900, JB: 800 }, { kind: 'None' }],
    ['one of a member of a consolidation group', '03', { HB: 10, HJ: 'X' }, { kind: 'Credit', creditAmount: 1000n }],
    ['tax to pay', '03', { KS: 101 }, { kind: 'None', currentPaidAmount: 10_100n }],
    [
      'tax of a paid-leave month',
      '03',
      { KS: 101, AA: 'X' },
      { kind: 'Deposit', depositAmount: 8100n, depositRate: 80 },
    ],
  ] as const,
  3,
)('%s', async (_, month, boxes, expected) => {
  expect(await returnWith(month, boxes)).toMatchObject(expected);
});

it('the instalment of a paid-leave month is 80 %, to the nearest euro', async () => {
  const amounts = [101, 103].map(async (KS) => (await returnWith('03', { KS, AA: 'X' })).depositAmount);
  expect(await Promise.all(amounts)).toEqual([8100n, 8200n]); // 80.80 and 82.40
});

it('an entry goes to the first open day when its own exercise is closed', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'BETA' });
  const { id: exerciseId } = await createExercise(ctx, id, { start: day('2025-01-01'), end: day('2025-12-31') });
  await createExercise(ctx, id, { start: day('2026-01-01'), end: day('2026-12-31') });
  expect(await openDay(db.knex, id, day('2025-03-31'))).toBe('2025-03-31');
  await db.knex('exercise').where({ folder_id: id, id: exerciseId }).update({ is_closed: true });
  expect(await openDay(db.knex, id, day('2025-03-31'))).toBe('2026-01-01');
});

it('tax due and tax deducted of one account are two elements', () => {
  const element = { accountNumber: '607', category: 'AUTOLIQ_PREST_INTRACOM', rate: '_20' };
  const toDeclare = { taxExcluded: 100n, tax: 20n };
  const sums = declaredElements([
    { element, toDeclare },
    { element, toDeclare },
    { element: { ...element, deductibleZones: ['HB'] }, toDeclare },
  ] as never);
  expect(sums.map(({ taxExcluded, tax }) => [taxExcluded, tax])).toEqual([
    [200n, 40n],
    [100n, 20n],
  ]);
  expect(accountIn(NO_FACTS, '607')).toEqual({ accountId: null, subAccountId: null, accountName: '607' });
});
