/** VAT that a person says a return declares: what all returns declare of an invoice is its VAT, never twice. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { distribute, markDeclared, setRates } from '../../../../src/services/vat/allocation/change.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { bindImposed, readImposed, withImposed } from '../../../../src/services/vat/drafts/imposed.ts';
import { readShares } from '../../../../src/services/vat/drafts/share-store.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { freeImposed } from '../../../../src/services/vat/lines/store.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { deleteProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { type ProcedureRow, procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { account, entry, ledger } from '../engine/ledger.ts';
import { storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const MONTHS = [1, 2, 3, 4].map((month) => ({
  beginDate: `2026-0${month}-01` as never,
  endDate: `2026-0${month}-${['31', '28', '31', '30'][month - 1]}` as never,
}));
const ACCOUNTS = [
  account('706000 VT_PREST _20 OnReceipts'),
  account('707000 VT_PREST _10 OnReceipts'),
  account('604000 DED_AUTRES - OnReceipts'),
  account('606000 DED_AUTRES - OnReceipts'),
];
let folders = 0;

/** Entry 1: a sale of 1,300.00 with 220.00 of VAT; 2: purchases of 200.00 with 40.00. Then payments, by month and cents. */
async function folderOf(payments: readonly (readonly [month: number, amount: bigint])[], isCreditNote = false) {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  const [d, c] = isCreditNote ? ['C', 'D'] : ['D', 'C'];
  const paid = payments.map(([month, amount], place) => {
    const text = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
    const day = `2026-0${month}-2${place}`;
    return entry(3 + place, day, `512000 ${d} ${text}`, `411000/C1 ${c} ${text} A`);
  });
  const entries = [
    entry(
      1,
      '2026-01-05',
      `411000/C1 ${d} 1520.00 A`,
      `706000 ${c} 900.00`,
      `707000 ${c} 400.00`,
      `445710 ${c} 220.00`,
    ),
    entry(2, '2026-01-06', `401000/F1 ${c} 240.00 B`, `604000 ${d} 150.00`, `606000 ${d} 50.00`, `445660 ${d} 40.00`),
    ...paid,
    entry(9, '2026-04-03', `401000/F1 ${d} 240.00 B`, `512000 ${c} 240.00`),
  ];
  const stored = await storeLedger(db.knex, id, ledger(entries, { accounts: ACCOUNTS }));
  return { id, stored, entries };
}

async function open(folderId: number, month: number): Promise<number> {
  const period = MONTHS[month - 1];
  if (!period) throw new Error(`no month ${month}`);
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  return group.procedures[0]?.id ?? 0;
}

const move = (folderId: number, id: number, status: ProcedureRow['status']) =>
  db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status });
  });

/** What the return declares of an entry: base and tax. */
async function declaredOf(folderId: number, procedureId: number, entryId: number): Promise<[bigint, bigint]> {
  await openReturn(ctx, folderId, procedureId);
  const own = (await readShares(db.knex, { folderId, procedureId })).filter(
    ({ element }) => element.entryId === entryId,
  );
  return [
    own.reduce((sum, { toDeclare }) => sum + toDeclare.taxExcluded, 0n),
    own.reduce((sum, { toDeclare }) => sum + toDeclare.tax, 0n),
  ];
}

const SALE = { entryId: 1, lineId: 101 };
const WHOLE = [
  { vatRate: '_20', htAmount: 90_000n },
  { vatRate: '_10', htAmount: 40_000n },
];
const impose = (folderId: number, vat: bigint, procedureId?: number) => {
  const sign = vat < 0n ? -1n : 1n;
  const distributions = WHOLE.map((one) => ({ ...one, htAmount: one.htAmount * sign }));
  return distribute(ctx, folderId, { ...SALE, vatAmountToDeclare: vat, procedureId, distributions });
};

it(
  'what is declared over all returns sums to the VAT of the invoice, whatever was imposed on one of them',
  { tags: 'sized' },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 22_000n }),
        fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.bigInt({ min: 1n, max: 151_999n })),
        fc.boolean(),
        fc.boolean(),
        async (amount, [first, second, part], isNamed, isCreditNote) => {
          const payments = [
            [first, part],
            [second, 152_000n - part],
          ] as const;
          const { id } = await folderOf(payments, isCreditNote);
          const sign = isCreditNote ? -1n : 1n;
          const declared: [bigint, bigint][] = [];
          for (const month of [1, 2, 3, 4]) {
            const procedureId = await open(id, month);
            if (month === 1) {
              const line = await impose(id, sign * amount, isNamed ? procedureId : undefined);
              expect(line.vatAmountToDeclare).toBe(sign * amount);
            }
            declared.push(await declaredOf(id, procedureId, 1));
            await move(id, procedureId, 'Sent');
          }
          // Of no return, the whole is what payments make due in the end: the line follows them.
          const followsPayments = amount === 22_000n && !isNamed;
          if (!followsPayments) expect(declared[0]?.[1]).toBe(sign * amount);
          expect(declared.filter(([, tax]) => tax * sign < 0n)).toEqual([]);
          expect(declared.reduce((sum, [, tax]) => sum + tax, 0n)).toBe(sign * 22_000n);
          expect(declared.reduce((sum, [base]) => sum + base, 0n)).toBe(sign * 130_000n);
        },
      ),
      { numRuns: sized(2, 15, 40), endOnFailure: true },
    ),
);

it('of purchases, the tax lines of the entry are declared; the other purchases follow the payments', async () => {
  const { id } = await folderOf([]);
  const january = await open(id, 1);
  const purchase = { entryId: 2, lineId: 202, procedureId: january };
  const distributions = [{ vatRate: '_20', htAmount: 15_000n }];
  const beyond = distribute(ctx, id, { ...purchase, vatAmountToDeclare: 3001n, distributions });
  await expect(beyond).rejects.toMatchObject({ code: 'AmountBeyondVat' });
  const line = await distribute(ctx, id, { ...purchase, vatAmountToDeclare: 2500n, distributions });
  expect(line.vatAmountToDeclare).toBe(2500n);
  expect((await declaredOf(id, january, 2))[1]).toBe(2500n);
  await move(id, january, 'Sent');
  const april = await open(id, 4);
  expect((await declaredOf(id, april, 2))[1]).toBe(1500n);
});

it('later returns do not take it back when a payment bounces', { tags: 'long' }, async () => {
  const { id, stored } = await folderOf([[1, 50_000n]]);
  const january = await open(id, 1);
  await impose(id, 10_000n, january);
  expect((await declaredOf(id, january, 1))[1]).toBe(10_000n);
  await move(id, january, 'Sent');
  await stored.replace(3);
  const february = await open(id, 2);
  expect(await declaredOf(id, february, 1)).toEqual([0n, 0n]);
});

it('what payments make due is not imposed: the line follows them; a changed rate takes an amount away', {
  tags: 'long',
}, async () => {
  const { id } = await folderOf([[1, 152_000n]]);
  const january = await open(id, 1);
  const imposed = () => db.knex('vat_line_configuration').where({ folder_id: id }).whereNotNull('imposed_vat_cents');
  await impose(id, 22_000n, january);
  expect(await imposed()).toEqual([]);
  await impose(id, 21_000n, january);
  expect(await imposed()).toHaveLength(2);
  await setRates(ctx, id, [{ ...SALE, vatRate: '_20' }]);
  expect(await imposed()).toEqual([]);
});

it('an amount is freed by entry, of purchases too: the line follows the payments again', { tags: 'long' }, async () => {
  const { id } = await folderOf([]);
  const january = await open(id, 1);
  const purchase = { entryId: 2, lineId: 202, procedureId: january };
  await distribute(ctx, id, {
    ...purchase,
    vatAmountToDeclare: 2500n,
    distributions: [{ vatRate: '_20', htAmount: 15_000n }],
  });
  await db.transaction((trx) => freeImposed(trx, id, [1]));
  expect((await declaredOf(id, january, 2))[1]).toBe(2500n);
  await db.transaction((trx) => freeImposed(trx, id, [2]));
  expect((await declaredOf(id, january, 2))[1]).toBe(0n);
});

it('an amount for a return that is deleted is for the next one; a named return cannot declare a later invoice', {
  tags: 'long',
}, async () => {
  const { id } = await folderOf([]);
  const january = await open(id, 1);
  await impose(id, 5000n, january);
  const february = await open(id, 2);
  expect((await declaredOf(id, february, 1))[1]).toBe(0n);
  await deleteProcedure(ctx, id, january);
  expect((await declaredOf(id, february, 1))[1]).toBe(5000n);
  await move(id, february, 'Sent');
  const march = await open(id, 3);
  expect((await declaredOf(id, march, 1))[1]).toBe(0n);
  await move(id, february, 'Rejected');
  expect((await declaredOf(id, march, 1))[1]).toBe(0n);
  await move(id, february, 'Accepted');
  await expect(impose(id, 1n)).rejects.toMatchObject({ code: 'LineAlreadyDeclared' });
});

it('a return that ends before the invoice declares nothing of it', { tags: 'long' }, async () => {
  const { id } = await folderOf([]);
  const group = { beginDate: '2025-12-01' as never, endDate: '2025-12-31' as never };
  await db.knex('exercise').insert({ folder_id: id, start_date: '2025-01-01', end_date: '2025-12-31' });
  const { procedures: made } = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...group });
  await expect(impose(id, 1n, made[0]?.id)).rejects.toMatchObject({ code: 'AmountBeyondVat' });
  const line = await markDeclared(ctx, id, { ...SALE, isDeclared: true });
  expect(line.isAlreadyDeclared).toBe(true);
  expect(withImposed([], [], { folder: ledger([]).folder, accounts: [], entries: [], startDate: '' })).toEqual([]);
  await db.transaction(async (trx) => {
    await trx.raw('create temp table vat_candidate (id integer) on commit drop');
    expect(await readImposed(trx, id)).toEqual([]);
    expect(await bindImposed(trx, id, 0)).toBe(0);
  });
});
