/** The assistant of a return: what it edits is what a whole computation gives, and nothing is half written. */
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { formatRatio } from '../../../../src/services/kernel/ratio.ts';
import { readEntries } from '../../../../src/services/ledger/entries.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { within } from '../../../../src/services/operation/within.ts';
import { readLetters } from '../../../../src/services/vat/allocation/letters.ts';
import { readAssistantBooks } from '../../../../src/services/vat/assistant/books.ts';
import { changeElements, changeRate } from '../../../../src/services/vat/assistant/change-elements.ts';
import { editing } from '../../../../src/services/vat/assistant/edit.ts';
import { elementId, elementKey } from '../../../../src/services/vat/assistant/elements.ts';
import { readAssistantEntries } from '../../../../src/services/vat/assistant/entries.ts';
import { outside } from '../../../../src/services/vat/assistant/lists.ts';
import { letteredWith } from '../../../../src/services/vat/assistant/payments.ts';
import { changeEntries, ignoreEntries } from '../../../../src/services/vat/assistant/send-entries.ts';
import { listEntries, listPayments, showResult } from '../../../../src/services/vat/assistant/show.ts';
import { updateInvoice } from '../../../../src/services/vat/assistant/update-invoice.ts';
import { openReturn, recomputeDraft } from '../../../../src/services/vat/drafts/draft.ts';
import { recomputeEntries } from '../../../../src/services/vat/drafts/recompute-entries.ts';
import { readShares } from '../../../../src/services/vat/drafts/share-store.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { bumpWatch } from '../../../../src/services/vat/drafts/watch.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { PROCEDURE_STATUSES, type ProcedureRow, procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const load = importer(db);
const day = (text: string) => text as never;

const ENTRIES = [
  { date: '01-10', letter: 'A', lines: ['411000/C1 120', '706000 -100', '445710 -20'] },
  { date: '01-11', letter: 'A', lines: ['411000/C1 240', '706000 -200', '445710 -40'] },
  { date: '01-12', letter: 'A', lines: ['512000 150', '411000/C1 -150'] },
  { date: '01-13', lines: ['401000/F1 -120', '607000 60', '606000 40', '445660 20'] },
  { date: '01-14', lines: ['411000/C2 360', '706000 -300', '445710 -60'] },
  { date: '02-12', letter: 'A', lines: ['512000 30', '411000/C1 -30'] },
];

async function opened(name: string, place: number) {
  const folder = { name, siren: siren(place), vatSystem: 'RealNormal' as const, department: '69' };
  const { id: folderId } = await createFolder(ctx, undefined, folder);
  const numbered = ENTRIES.slice(0, place === 1 ? 6 : 1).map((entry, index) => ({ ...entry, number: index + 1 }));
  await load(numbered, { name: `${siren(place)}FEC20241231.txt` });
  const period = { beginDate: day('2024-01-01'), endDate: day('2024-01-31') };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  return { folderId, procedureId: group.procedures[0]?.id ?? 0 };
}

let one = { folderId: 0, procedureId: 0 };
let other = { folderId: 0, procedureId: 0 };

beforeAll(async () => {
  other = await opened('BETA', 2);
  one = await opened('ALPHA', 1);
});

const PAGE = { page: 1, limit: 100, withIgnored: false };
const sales = async () => (await listEntries(ctx, { ...one, ...PAGE, type: 'Sale' })).items;
const elementAt = async (lineId: number) =>
  (await sales()).flatMap(({ vatElements }) => vatElements).find(({ entryLineId }) => entryLineId === lineId);

/** All that an edit may write. */
const stored = async () => {
  const own = { folder_id: one.folderId };
  const { procedure } = await openReturn(ctx, one.folderId, one.procedureId);
  return {
    boxes: procedure.computed_boxes,
    shares: await readShares(db.knex, one),
    settings: await db
      .knex('vat_line_configuration')
      .where(own)
      .orderBy('line_id')
      .select('line_id', 'vat_rate', 'vat_category'),
    leftOut: await db.knex('vat_left_out').where(own).orderBy('entry_id'),
  };
};

/** The same as when all of the return is computed. */
async function expectWhole() {
  const { boxes, shares } = await stored();
  const whole = await recomputeDraft(ctx, one.folderId, one.procedureId);
  await db.knex('vat_watch').where({ folder_id: one.folderId }).increment('version', 1);
  const { procedure } = await recomputeDraft(ctx, one.folderId, one.procedureId);
  expect(boxes).toEqual(procedure.computed_boxes);
  expect(shares).toEqual(await readShares(db.knex, one));
  expect(whole.procedure.computed_boxes).toEqual(boxes);
}

it('an element is known by its line, its side and its rate', () => {
  const key = { lineId: 1_000_000, side: 'Deductible', rate: '_055' } as const;
  expect(elementKey(elementId(key))).toEqual(key);
  expect(elementKey(63)).toBeUndefined();
});

describe('lists', () => {
  it('hold each entry once, on pages that say how many there are', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listEntries(ctx, { ...one, page, limit: 1, withIgnored: false, type: 'Sale' })),
    );
    expect(pages.map(({ items, total }) => [items.map(({ entryId }) => entryId), total])).toEqual([
      [[1], 3],
      [[2], 3],
      [[5], 3],
      [[], 3],
    ]);
    const { items } = await listEntries(ctx, { ...one, ...PAGE, type: 'Purchase' });
    expect(items.map(({ entryId, taxIncludedAmount, vatAmount }) => [entryId, taxIncludedAmount, vatAmount])).toEqual([
      [4, 12000n, 2000n],
    ]);
  });

  it('say how much of an entry is settled, exactly, with its payments', async () => {
    const [first, second] = await sales();
    expect([first, second].map((entry) => formatRatio(entry?.declarationRatio as never))).toEqual(['1', '0.125']);
    const { items } = await listPayments(ctx, { ...one, page: 1, limit: 100 });
    expect(items.map(({ payment, invoice }) => [payment.entryId, payment.taxIncludedAmount, invoice.entryId])).toEqual([
      [3, 15000n, 1],
      [3, 15000n, 2],
    ]);
    const result = await showResult(ctx, { ...one, ...PAGE });
    expect(result.items.entries[1]).toMatchObject({
      paymentEntryIds: [3],
      invoiceEntryIds: [2, 1],
      paymentEntryId: 3,
      vatToReport: 500n,
    });
    expect(result.items.payments.map(({ entryId }) => entryId)).toEqual([3]);
  });
});

describe('an edit gives what a whole computation gives', () => {
  it('of the rate of one element, and of categories', { tags: 'long' }, async () => {
    const element = await elementAt(2);
    const changed = await changeRate(ctx, one, { id: element?.id ?? 0, vatRate: '_10' });
    expect(changed).toMatchObject({ vatRate: '_10', category: 'VT_PREST' });
    await expectWhole();
    await changeElements(ctx, one, [{ id: element?.id ?? 0, category: 'LIVR_SOI_MEME', vatRate: '_20' }]);
    await expectWhole();
  });

  it('of entries that are taken out, ignored, and taken back', async () => {
    const [out] = await changeEntries(ctx, one, { entryIds: [2], toSend: false });
    expect(out).toMatchObject({ entryId: 2, toSend: false, vatToReport: 0n });
    await expectWhole();
    await ignoreEntries(ctx, one, { type: 'Sale', entryIds: [1, 2] });
    expect((await sales()).map(({ entryId }) => entryId)).toEqual([5]);
    await expectWhole();
    const back = await changeEntries(ctx, one, { entryIds: [2, 1], toSend: true });
    expect(back.map(({ entryId, toSend, isIgnored }) => [entryId, toSend, isIgnored])).toEqual([
      [2, true, false],
      [1, true, false],
    ]);
    await expectWhole();
  });

  it('of an invoice that comes back with another category', { tags: 'long' }, async () => {
    const before = (await sales()).find(({ entryId }) => entryId === 2);
    if (!before) throw new Error('entry 2 is a sale');
    const given = { ...before, declarationRatio: Number(formatRatio(before.declarationRatio)) };
    const after = await updateInvoice(ctx, one, {
      ...given,
      vatElements: before.vatElements.map(({ id, vatRate }) => ({ id, vatRate, category: 'LIVR_SOI_MEME' })),
    });
    expect(after.vatElements.map(({ category, userCategory }) => [category, userCategory])).toEqual([
      ['LIVR_SOI_MEME', 'LIVR_SOI_MEME'],
    ]);
    await expectWhole();
    const again = { ...after, declarationRatio: given.declarationRatio };
    await expect(updateInvoice(ctx, one, { ...again, label: 'Another' })).rejects.toMatchObject({
      code: 'AssistantEntryDiffers',
      params: { fields: 'Label' },
    });
  });

  it('an amount given otherwise than it was shown is refused by name, and none is passed over', async () => {
    const before = (await sales()).find(({ entryId }) => entryId === 2);
    if (!before) throw new Error('entry 2 is a sale');
    const given = { ...before, declarationRatio: Number(formatRatio(before.declarationRatio)) };
    const element = (change: object) => ({ vatElements: before.vatElements.map((each) => ({ ...each, ...change })) });
    const line = (change: object) => ({
      vatRatedEntryLines: before.vatRatedEntryLines.map((each) => ({ ...each, ...change })),
    });
    const differing: readonly (readonly [object, string])[] = [
      [element({ vatAmount: 1n }), 'VatElements.VatAmount'],
      [
        element({ taxExcludedAmount: 1n, taxIncludedAmount: 1n }),
        'VatElements.TaxExcludedAmount, VatElements.TaxIncludedAmount',
      ],
      [element({ userCategory: 'CESSION_IMMO' }), 'VatElements.UserCategory'],
      [element({ alreadyDeclared: true }), 'VatElements.AlreadyDeclared'],
      [line({ creditAmount: 1n }), 'VatRatedEntryLines.CreditAmount'],
      [line({ vatRatesRepartition: [{ vatRate: '_10', amount: 5n }] }), 'VatRatedEntryLines.VatRatesRepartition'],
      [line({ id: 0 }), 'VatRatedEntryLines.Id'],
      [{ isIgnored: true }, 'IsIgnored'],
    ];
    for (const [change, fields] of differing)
      await expect(updateInvoice(ctx, one, { ...given, ...change } as never), fields).rejects.toMatchObject({
        code: 'AssistantEntryDiffers',
        params: { fields },
      });
    await updateInvoice(ctx, one, {
      ...given,
      ...element({ category: 'LIVR_SOI_MEME', userCategory: 'LIVR_SOI_MEME' }),
    });
  });

  it('only what is lettered with the entry is computed again', async () => {
    const undone = new Error('undone');
    let mended: string[] = [];
    const books = await readAssistantBooks(ctx, await openReturn(ctx, one.folderId, one.procedureId));
    const trial = db.transaction(async (trx) => {
      const own = () => trx('vat_share').where({ folder_id: one.folderId });
      await own().update({ account_number: 'wrong', digest: 'wrong' });
      await recomputeEntries(within(ctx, trx), trx, { ...books, isCurrent: true }, [1]);
      mended = (await own().whereNot({ account_number: 'wrong' })).map(({ line_id, side }) => `${line_id} ${side}`);
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
    expect(mended.sort()).toEqual(['2 Due', '5 Due']);
  });
});

it('an edit computes all of a draft whose books changed while it was opened', async () => {
  const before = await stored();
  const { id = 0 } = (await elementAt(2)) ?? {};
  const line = { folder_id: one.folderId, id: 12 };
  const { credit_cents: booked } = await db.knex('entry_line').where(line).first();
  const change = (cents: bigint) => db.knex('entry_line').where(line).update({ credit_cents: cents });
  const late = {
    ...ctx,
    db: async () => ({
      ...db,
      transaction: async (work: never) => {
        await change(booked + 1000n);
        return db.transaction(work);
      },
    }),
  } as typeof ctx;
  await changeRate(late, one, { id, vatRate: '_20' });
  const after = await stored();
  expect(after.shares).not.toEqual(before.shares);
  await bumpWatch(db.knex, one.folderId);
  expect(after).toEqual(await stored());
  await change(booked);
});

it('an edit asks the database some 70 times, whatever the number of exercises', async () => {
  for (const year of [2021, 2022, 2023])
    await createExercise(ctx, one.folderId, { start: day(`${year}-01-01`), end: day(`${year}-12-31`) });
  const { id = 0 } = (await elementAt(2)) ?? {};
  const query = vi.spyOn(pg.Client.prototype as { query: (...args: unknown[]) => unknown }, 'query');
  await changeRate(ctx, one, { id, vatRate: '_20' });
  const statements = query.mock.calls.length;
  query.mockRestore();
  expect(statements).toBeLessThanOrEqual(75);
});

describe('nothing is written', () => {
  const FOREIGN = 999;
  const bad: readonly (readonly [string, () => Promise<unknown>, string, string | undefined])[] = [
    [
      'an entry that is nowhere',
      () => ignoreEntries(ctx, one, { type: 'Sale', entryIds: [1, FOREIGN] }),
      'EntryNotFound',
      '[1]',
    ],
    [
      'an entry of another folder',
      () => ignoreEntries(ctx, other, { type: 'Sale', entryIds: [1, 5] }),
      'EntryNotFound',
      '[1]',
    ],
    [
      'an entry of another list',
      () => ignoreEntries(ctx, one, { type: 'Purchase', entryIds: [4, 1] }),
      'EntryNotInReturn',
      '[1]',
    ],
    ['a payment', () => changeEntries(ctx, one, { entryIds: [1, 3], toSend: false }), 'EntryNotInReturn', '[1]'],
    ['what is not due', () => changeEntries(ctx, one, { entryIds: [4, 5], toSend: true }), 'VatEntryNotDue', '[1]'],
    [
      'a category of the other side',
      () => changeEntries(ctx, one, { entryIds: [4, 1], toSend: false, category: 'DED_IMMO' }),
      'VatCategoryNotPossible',
      '[1]',
    ],
    [
      'an unknown element after a good one',
      () =>
        changeElements(ctx, one, [
          { id: elementId({ lineId: 2, side: 'Due', rate: '_20' }), category: 'VT_PREST' },
          { id: 64, category: 'VT_PREST' },
        ]),
      'VatElementNotFound',
      '[1]',
    ],
    [
      'a rate that the category does not bear',
      () => changeRate(ctx, one, { id: elementId({ lineId: 2, side: 'Due', rate: '_20' }), vatRate: '_085' }),
      'VatCombinationInvalid',
      undefined,
    ],
  ];
  it.each(bad)('for %s', async (_title, act, code, path) => {
    const before = await stored();
    const refusal = await act().then(
      () => undefined,
      (error: { code: string; issues?: readonly { path: string }[] }) => error,
    );
    expect([refusal?.code, refusal?.issues?.[0]?.path]).toEqual([code, path]);
    expect(await stored()).toEqual(before);
  });
});

const EDITS: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
  changeElements: (id) => changeElements(ctx, one, [{ id, category: 'VT_PREST' }]),
  changeRate: (id) => changeRate(ctx, one, { id, vatRate: '_20' }),
  changeEntries: () => changeEntries(ctx, one, { entryIds: [1], toSend: false }),
  ignoreEntries: () => ignoreEntries(ctx, one, { type: 'Sale', entryIds: [1] }),
  editing: () => editing(ctx, one, async () => [1]),
  updateInvoice: async () => {
    const [entry] = await sales();
    return entry && updateInvoice(ctx, one, { ...entry, declarationRatio: 1 });
  },
};

describe('a return that left Draft', () => {
  const set = (status: ProcedureRow['status']) =>
    db.transaction(async (trx) => {
      const row = await procedures(trx).where({ folder_id: one.folderId, id: one.procedureId }).forUpdate().first();
      if (row) await moveReturn(trx, row, { status });
    });
  const table = PROCEDURE_STATUSES.filter((status) => status !== 'Draft').flatMap((status) =>
    Object.keys(EDITS).map((edit) => [status, edit] as const),
  );

  eachOf(table, (_, at) => at % 6 === 0)('%s refuses %s, and is still shown', async (status, edit) => {
    await set(status);
    const before = await stored();
    const { id = 0 } = (await elementAt(2)) ?? {};
    await expect(EDITS[edit]?.(id)).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus' });
    expect(await stored()).toEqual(before);
    await set('Draft');
  });
});

it('what a return that was sent declared no longer changes', async () => {
  await openReturn(ctx, one.folderId, one.procedureId);
  await db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: one.folderId, id: one.procedureId }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });
  const period = { beginDate: day('2024-02-01'), endDate: day('2024-02-29') };
  const group = await assistGroup(ctx, one.folderId, { procedureType: 'Liquidation', ...period });
  const next = { folderId: one.folderId, procedureId: group.procedures[0]?.id ?? 0 };
  const { items } = await listEntries(ctx, { ...next, ...PAGE });
  const partly = items.find(({ entryId }) => entryId === 2);
  expect(partly).toMatchObject({ vatAlreadyReported: 500n, vatElements: [{ alreadyDeclared: true }] });
  const id = partly?.vatElements[0]?.id ?? 0;
  await expect(changeElements(ctx, next, [{ id, category: 'LIVR_SOI_MEME' }])).rejects.toMatchObject({
    code: 'LineAlreadyDeclared',
  });
});

it('reads what it is made of, in a transaction or not', async () => {
  const books = await readAssistantBooks(ctx, await openReturn(ctx, one.folderId, one.procedureId));
  expect(await outside(db.knex, books, { entryIds: [1, 3] })).toEqual([3]);
  expect(await letteredWith(db.knex, books, [1])).toMatchObject([
    { otherId: 2, isDocument: true },
    { otherId: 3, isDocument: false },
  ]);
  const letters = await readLetters(db.knex, one.folderId, await readEntries(db.knex, one.folderId, [1, 4]));
  expect([...letters.values()].map(({ letter, balance }) => [letter, balance])).toEqual([['A', 18000n]]);
  expect((await readAssistantEntries(db.knex, books, [3, 1])).map(({ entryId }) => entryId)).toEqual([3, 1]);
});
