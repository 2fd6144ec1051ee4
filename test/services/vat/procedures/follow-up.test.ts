/** The refund and the instalments that returns call for. */
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { besideOf } from '../../../../src/services/vat/drafts/beside.ts';
import { computedOf } from '../../../../src/services/vat/drafts/computed.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { paidInstalments } from '../../../../src/services/vat/drafts/instalments.ts';
import { countedReturns } from '../../../../src/services/vat/drafts/previous.ts';
import { draftOf } from '../../../../src/services/vat/filing/draft.ts';
import { setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { followUp } from '../../../../src/services/vat/procedures/follow-up.ts';
import { nextInstalment } from '../../../../src/services/vat/procedures/instalments.ts';
import { deleteProcedure, existingReturns, getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { proposalOf } from '../../../../src/services/vat/procedures/proposal.ts';
import { asksFirst, refundBeside, returnBeside } from '../../../../src/services/vat/procedures/refunds.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { lastReturn } from '../../../../src/services/vat/return/carried-in.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-12-01T10:00:00.000Z' } });
const day = (text: string) => text as never;
let folders = 0;

const folderOf = async (vatSystem: 'RealNormal' | 'Simplified' | 'SimplifiedFarm') => {
  folders += 1;
  return (await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem })).id;
};

interface Wanted {
  readonly form?: string;
  readonly beginDate: string;
  readonly endDate: string;
  readonly depositNumber?: number;
}

async function open(folderId: number, { form, beginDate, endDate, depositNumber }: Wanted): Promise<number> {
  const period = { beginDate: day(beginDate), endDate: day(endDate), depositNumber };
  const procedureType = form === '3519' ? 'Refund' : depositNumber === undefined ? 'Liquidation' : 'Deposit';
  const { procedures } = await assistGroup(ctx, folderId, { procedureType, form, ...period });
  return procedures[0]?.id ?? 0;
}

const type = async (folderId: number, id: number, [form, zone, value]: readonly [string, string, number | string]) => {
  await setBox(ctx, folderId, id, { form, zone, value });
};

const boxesOf = async (folderId: number, id: number, form: string) =>
  (await getProcedure(ctx, folderId, id)).boxes?.[form] ?? {};
const findingsOf = async (folderId: number, id: number) =>
  (computedOf((await openReturn(ctx, folderId, id)).procedure)?.findings ?? []).map(({ code }) => code);

const MARCH = { beginDate: '2025-03-01', endDate: '2025-03-31' };
const APRIL = { beginDate: '2025-04-01', endDate: '2025-04-30' };

/** A CA3 with a credit of 900. */
async function credited(folderId: number, period = MARCH): Promise<number> {
  const id = await open(folderId, period);
  await type(folderId, id, ['3310CA3', 'HB', 900]);
  return id;
}

const ask = (folderId: number, id: number, amount: bigint, correspondenceText?: string) =>
  followUp(ctx, folderId, id, { amount, correspondenceText });

describe('the refund of a CA3', () => {
  it('is a return of its own, which the CA3 no longer carries', async () => {
    const folderId = await folderOf('RealNormal');
    const id = await credited(folderId);
    const refund = await ask(folderId, id, 80_000n, ' Facture 12 ');
    expect(await boxesOf(folderId, id, '3310CA3')).toMatchObject({ JA: 900, JB: 800, JC: 100 });
    expect(await boxesOf(folderId, refund, '3519')).toEqual({ DN: 800, DD: 'X', DI: 'X', FK: 'X', FJ: 'Facture 12' });
    expect([...(await draftOf(ctx, folderId, id)).forms.keys()]).toEqual(['3310CA3']);
    const own = await draftOf(ctx, folderId, refund);
    expect([own.form, [...own.forms.keys()], own.millesimeOf('3519')]).toEqual(['3519', ['3519'], 25]);
    // The applicant, and the account that a first request needs.
    expect(await findingsOf(folderId, refund)).toEqual(['100', '230']);
    expect(await findingsOf(folderId, id)).toEqual([]);
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({ kind: 'None' });
    expect(
      await existingReturns(ctx, folderId, {
        startDate: day('2025-03-01'),
        endDate: day('2025-03-31'),
        forms: ['3519', '3310CA3'],
      }),
    ).toEqual({ draftForms: ['3519', '3310CA3'], sentForms: [] });
  });

  it('follows the CA3, and ends with it', async () => {
    const folderId = await folderOf('RealNormal');
    const id = await credited(folderId);
    const refund = await ask(folderId, id, 80_000n);
    await type(folderId, refund, ['3519', 'DN', 799]);
    expect(await findingsOf(folderId, refund)).toContain('156');
    await expect(type(folderId, refund, ['3310CA3', 'HB', 1])).rejects.toMatchObject({ code: 'BoxUnknown' });
    const { group } = await openReturn(ctx, folderId, id);
    expect([(await refundBeside(db.knex, { group }))?.id, (await returnBeside(db.knex, { group }))?.id]).toEqual([
      refund,
      id,
    ]);
    await expect(ask(folderId, id, 80_000n)).rejects.toMatchObject({ code: 'PeriodAlreadyDeclared' });
    await deleteProcedure(ctx, folderId, refund);
    expect(await boxesOf(folderId, id, '3310CA3')).not.toHaveProperty('JB');
    expect(await ask(folderId, id, 90_000n)).toBeGreaterThan(refund);
  });

  it('is asked for the first time once', async () => {
    const folderId = await folderOf('RealNormal');
    const first = await ask(folderId, await credited(folderId), 80_000n);
    await setSentDate(ctx, folderId, first, day('2025-04-19'));
    expect(await asksFirst(db.knex, folderId)).toBe(false);
    const second = await ask(folderId, await credited(folderId, APRIL), 80_000n);
    expect(await boxesOf(folderId, second, '3519')).toMatchObject({ DK: 'X' });
    await type(folderId, second, ['3519', 'DI', 'X']);
    expect(await findingsOf(folderId, second)).toContain('FirstRequestTwice');
  });

  it('made apart goes with the CA3 of its period', async () => {
    const folderId = await folderOf('RealNormal');
    const id = await credited(folderId);
    await type(folderId, id, ['3310CA3', 'JB', 800]);
    expect(await boxesOf(folderId, id, '3519')).toEqual({ DN: 800 });
    const refund = await open(folderId, { form: '3519', ...MARCH });
    await type(folderId, refund, ['3519', 'DN', 800]);
    expect(await findingsOf(folderId, refund)).not.toContain('156');
    expect(await boxesOf(folderId, id, '3519')).toEqual({});
  });

  eachOf(
    [
      ['0', 0n, 'RefundInvalid', { control: '219' }],
      ['more than the credit', 90_100n, 'RefundInvalid', { control: '131' }],
      ['less than the minimum', 75_900n, 'RefundInvalid', { control: '225' }],
      ['a part of a euro', 80_050n, 'AmountNotWhole', {}],
    ],
    1,
  )('of %s is refused, and nothing is written', async (_, amount, code, params) => {
    const folderId = await folderOf('RealNormal');
    const id = await credited(folderId);
    const before = await getProcedure(ctx, folderId, id);
    await expect(ask(folderId, id, amount)).rejects.toMatchObject({ code, params });
    expect(await getProcedure(ctx, folderId, id)).toEqual(before);
  });

  it('is not asked of a return that left', async () => {
    const folderId = await folderOf('RealNormal');
    const id = await credited(folderId);
    await setSentDate(ctx, folderId, id, day('2025-04-19'));
    await expect(ask(folderId, id, 80_000n)).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus' });
  });
});

describe('the year of the simplified regime', () => {
  const YEAR = { beginDate: '2025-01-01', endDate: '2025-12-31' };

  it('has instalments of 55 and 40 percent of line 57 the year after', async () => {
    const folderId = await folderOf('Simplified');
    const id = await open(folderId, YEAR);
    await type(folderId, id, ['3517SCA12', 'FF', 8437]);
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({
      kind: 'Deposit',
      depositRate: 55,
      depositAmount: 464_000n,
    });
    await setSentDate(ctx, folderId, id, day('2026-05-05'));
    const counted = await countedReturns(db.knex, folderId);
    expect(lastReturn(counted, '3517SCA12', '2026-01-01')?.boxes.get('VA')).toBe(8437n);
    const july = await ask(folderId, id, 464_000n, 'Acompte');
    expect(await boxesOf(folderId, july, '3514')).toMatchObject({ HA: 4640, HC: 4640, CB: 'Acompte' });
    expect(await proposalOf(ctx, folderId, july)).toMatchObject({
      kind: 'Deposit',
      depositRate: 40,
      depositAmount: 337_500n,
    });
    const december = await ask(folderId, july, 337_500n);
    expect(await nextInstalment(db.knex, await openReturn(ctx, folderId, december))).toBeUndefined();
    expect(await proposalOf(ctx, folderId, december)).toMatchObject({ kind: 'None' });
    await expect(ask(folderId, december, 1n)).rejects.toMatchObject({ code: 'AmountNotWhole' });
    await expect(ask(folderId, december, 100n)).rejects.toMatchObject({ code: 'NotSupportedProcedureType' });
  });

  it.each([
    [1000, 'Deposit', 550],
    [1001, 'Deposit', 551], // 550.55
    [999, 'None', undefined],
  ])('of a tax of %d proposes %s', async (tax, kind, instalment) => {
    const folderId = await folderOf('Simplified');
    const id = await open(folderId, YEAR);
    await type(folderId, id, ['3517SCA12', 'FF', tax]);
    await setSentDate(ctx, folderId, id, day('2026-05-05'));
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({ kind });
    const july = await open(folderId, { beginDate: '2026-01-01', endDate: '2026-12-31', depositNumber: 1 });
    expect((await boxesOf(folderId, july, '3514')).HA).toBe(instalment);
  });

  it('sets its excess off against the next instalments once', { tags: 'long' }, async () => {
    const folderId = await folderOf('Simplified');
    const id = await open(folderId, YEAR);
    for (const [zone, value] of Object.entries({ FF: 1400, MD: 1600, RE: 200 }))
      await type(folderId, id, ['3517SCA12', zone, value]);
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({ kind: 'Deposit', depositAmount: 77_000n });
    await setSentDate(ctx, folderId, id, day('2026-05-05'));
    const july = await ask(folderId, id, 77_000n);
    expect(await boxesOf(folderId, july, '3514')).toMatchObject({ HA: 770, HB: 200, HC: 570 });
    await setSentDate(ctx, folderId, july, day('2026-07-21'));
    const december = await ask(folderId, july, 56_000n);
    const boxes = await boxesOf(folderId, december, '3514');
    expect([boxes, boxes.HB]).toMatchObject([{ HA: 560, HC: 560 }, undefined]);
  });

  it('once it left with an excess that it carries, is followed by an instalment', { tags: 'long' }, async () => {
    const folderId = await folderOf('Simplified');
    const id = await open(folderId, YEAR);
    for (const [zone, value] of Object.entries({ FF: 1400, MD: 1600 }))
      await type(folderId, id, ['3517SCA12', zone, value]);
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({ kind: 'Credit', creditAmount: 20_000n });
    await setSentDate(ctx, folderId, id, day('2026-05-05'));
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({ kind: 'Deposit', depositAmount: 77_000n });
    const july = await ask(folderId, id, 77_000n);
    expect(await boxesOf(folderId, july, '3514')).toMatchObject({ HA: 770, HC: 770 });
  });

  it('an instalment that nobody typed is that of its own month', { tags: 'long' }, async () => {
    const folderId = await folderOf('Simplified');
    const id = await open(folderId, YEAR);
    await type(folderId, id, ['3517SCA12', 'FF', 8437]);
    await setSentDate(ctx, folderId, id, day('2026-05-05'));
    const next = { form: '3514', beginDate: '2026-01-01', endDate: '2026-12-31' };
    expect(await boxesOf(folderId, await open(folderId, { ...next, depositNumber: 1 }), '3514')).toMatchObject({
      HA: 4640,
    });
    expect(await boxesOf(folderId, await open(folderId, { ...next, depositNumber: 2 }), '3514')).toMatchObject({
      HA: 3375,
    });
  });

  it('deducts the instalments that the books paid, and asks its refund on its annex', { tags: 'long' }, async () => {
    const folderId = await folderOf('Simplified');
    const books = ledger([
      entry(1, '2026-01-01', '445810 D 50.00', '512000 C 50.00'),
      entry(2, '2026-07-20', '445810 D 400.40', '512000 C 400.40'),
      entry(3, '2026-12-18', '445810 D 300.00', '512000 C 300.00'),
      entry(4, '2026-12-31', '445510 D 9.00', '445810 C 9.00'),
    ]);
    await storeLedger(db.knex, folderId, books);
    await db.knex('entry_line').where({ folder_id: folderId, entry_id: 1 }).update({ label: 'Reprise des soldes' });
    const id = await open(folderId, { beginDate: '2026-01-01', endDate: '2026-12-31' });
    const paid = await db.transaction(async (trx) => {
      const opened = await openReturn(ctx, folderId, id);
      const { instalments } = await besideOf(trx, opened);
      expect(instalments).toEqual(await paidInstalments(trx, opened));
      return instalments.map(({ month, paidAmount }) => [month, paidAmount]);
    });
    expect(paid).toEqual([
      ['2026-07', 400n],
      ['2026-12', 300n],
    ]);
    expect(await boxesOf(folderId, id, '3517SCA12')).toMatchObject({ MD: 400, MF: 300, MM: 700, UB: '2026', NB: 700 });
    expect(await proposalOf(ctx, folderId, id)).toMatchObject({ kind: 'Credit', creditAmount: 70_000n });
    expect(await ask(folderId, id, 50_000n, 'Trop versé')).toBe(id);
    expect(await boxesOf(folderId, id, '3517SCA12')).toMatchObject({ RB: 500, RC: 200 });
    expect(await boxesOf(folderId, id, '3517DDR')).toMatchObject({ AD: 500, AH: 'X' });
  });
});

it('a farm pays a fifth of the tax of its year, four times', { tags: 'long' }, async () => {
  const folderId = await folderOf('SimplifiedFarm');
  const id = await open(folderId, { beginDate: '2025-01-01', endDate: '2025-12-31' });
  await type(folderId, id, ['3517AGRSD', 'EK', 5000]);
  await setSentDate(ctx, folderId, id, day('2026-05-05'));
  const spring = await ask(folderId, id, 100_000n);
  expect(await boxesOf(folderId, spring, '3525BIS')).toMatchObject({ BB: 1000, BD: 1000 });
  expect(await proposalOf(ctx, folderId, spring)).toMatchObject({
    kind: 'Deposit',
    depositRate: 20,
    depositAmount: 100_000n,
  });
});

it('tax of a paid-leave month calls for the notice of the next one', async () => {
  const folderId = await folderOf('RealNormal');
  const id = await open(folderId, MARCH);
  await type(folderId, id, ['3310CA3', 'KS', 101]);
  await type(folderId, id, ['3310CA3', 'AA', 'X']);
  const notice = await ask(folderId, id, 8100n);
  expect(await boxesOf(folderId, notice, '3515SD')).toMatchObject({ CA: 81, CB: 81 });
});
