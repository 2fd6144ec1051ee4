/** Framing by account of what returns leave: the credit carried, the refund asked, the tax to pay. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import type { AccountBalance } from '../../../../src/services/ledger/balances.ts';
import { setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { framingByAccount } from '../../../../src/services/vat/framing/framing.ts';
import { isResult, NO_POSTING, resultOf } from '../../../../src/services/vat/framing/result-accounts.ts';
import { closeReturn } from '../../../../src/services/vat/procedures/closing.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { followUp } from '../../../../src/services/vat/procedures/follow-up.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { account, entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-12-01T10:00:00.000Z' } });
const day = (text: string) => text as never;

const SALES = { accounts: [account('707000 VT_PREST _20 OnDebits')] };
const BOOKS = [
  entry(1001, '2026-05-12', '606300 D 4500.00', '445660 D 900.00', '401000/PAPYRUS C 5400.00'),
  entry(1002, '2026-06-12', '411000/BETA D 120.00', '707000 C 100.00', '445710 C 20.00'),
  entry(1003, '2026-07-12', '411000/BETA D 1200.00', '707000 C 1000.00', '445710 C 200.00'),
];

async function world(books = BOOKS) {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'RealNormal' });
  await storeLedger(db.knex, folderId, ledger(books, SALES));
  const open = async (month: string) => {
    const period = { beginDate: day(`2026-${month}-01`), endDate: day(`2026-${month}-${month === '06' ? 30 : 31}`) };
    const made = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
    return made.procedures[0]?.id ?? 0;
  };
  const close = async (procedureId: number) => {
    await setSentDate(ctx, folderId, procedureId, day('2026-08-19'));
    await closeReturn(ctx, folderId, { procedureId, dryRun: false });
  };
  const grid = async (procedureId: number, startDate?: string) => {
    const from = startDate === undefined ? {} : { startDate: day(startDate) };
    const { rows, messages } = await framingByAccount(ctx, folderId, { procedureId, ...from });
    const accounts = rows.flatMap(({ children }) => children).filter(({ id }) => isResult(id));
    return {
      accounts: accounts.map(({ id, cells }) => `${id}: ${cells.Closing} ${cells.ExpectedClosing} ${cells.Gap}`),
      messages: messages.map(({ en }) => en),
    };
  };
  return { folderId, open, close, grid };
}

it('44567 holds line 27, 44583 the refund asked, 44551 the tax to pay, whether their entries are written or not', async () => {
  const { folderId, open, close, grid } = await world();
  const may = await open('05');
  expect(await grid(may)).toEqual({ accounts: ['445670: 0.00 900.00 0.00'], messages: [] });
  await close(may);
  expect(await grid(may)).toEqual({ accounts: ['445670: 0.00 900.00 0.00'], messages: [] });
  const june = await open('06');
  await followUp(ctx, folderId, june, { amount: 80_000n });
  const asked = ['445670: 900.00 80.00 0.00', '445830: 0.00 800.00 0.00'];
  expect(await grid(june)).toEqual({ accounts: asked, messages: [] });
  await close(june);
  const july = await open('07');
  const due = ['445670: 80.00 0.00 0.00', '445830: 800.00 800.00 0.00', '445510: 0.00 -120.00 0.00'];
  expect(await grid(july)).toEqual({ accounts: due, messages: [] });
  const together = ['445670: 80.00 0.00 0.00', '445830: 800.00 800.00 0.00', '445510: 0.00 -120.00 0.00'];
  expect(await grid(july, '2026-05-01')).toEqual({ accounts: together, messages: [] });
});

it('a credit in the books that the return does not carry is said', async () => {
  const taken = entry(1004, '2026-04-30', '445670 D 300.00', '512000 C 300.00');
  const { open, grid } = await world([taken, ...BOOKS]);
  expect(await grid(await open('06'))).toEqual({
    accounts: ['445670: 300.00 0.00 300.00', '445510: 0.00 -20.00 0.00'],
    messages: ['445670: a gap of 300.00 with what returns carry and post.'],
  });
});

it('what is paid of the tax due is no gap, what nothing explains is one', () => {
  const balance = { accountNumber: '445510', opening: -50n, debit: 50n, credit: 120n } as AccountBalance;
  const posting = { ...NO_POSTING, all: { debit: 0n, credit: 120n } };
  expect(resultOf(balance, posting)).toEqual({ expected: -120n, gap: 0n });
  expect(resultOf({ ...balance, credit: 130n }, posting)?.gap).toBe(-10n);
  expect(resultOf({ ...balance, accountNumber: '445810', credit: 0n }, posting)?.gap).toBe(0n);
  expect(resultOf({ ...balance, accountNumber: '445710' }, posting)).toBeUndefined();
});
