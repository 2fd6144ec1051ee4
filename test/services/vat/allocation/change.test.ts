/** Changes of the VAT of lines: what a return declares follows them, what a filed return declared no longer changes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { calculateLine, processReturn } from '../../../../src/services/vat/allocation/calculate.ts';
import { declareLine, distribute, markDeclared, setRates } from '../../../../src/services/vat/allocation/change.ts';
import { readVatBooks } from '../../../../src/services/vat/allocation/context.ts';
import { readAllocation } from '../../../../src/services/vat/allocation/entries.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { readShares } from '../../../../src/services/vat/drafts/share-store.ts';
import { lockDraft } from '../../../../src/services/vat/drafts/stored-return.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { watchOf } from '../../../../src/services/vat/drafts/watch.ts';
import { LineBook } from '../../../../src/services/vat/lines/line-book.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const load = importer(db);
const day = (text: string) => text as never;
let folderId = 0;
let procedureId = 0;

beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA', siren: siren(1), vatSystem: 'RealNormal' })).id;
  const entries = [
    { date: '01-10', lines: ['411000/C1 330', '707000 -200', '707100 -100', '445710 -30'] },
    { date: '01-13', lines: ['401000/F1 -120', '607000 60', '606000 40', '445660 20'] },
    { date: '02-28', lines: ['622600 1900', '445860 380', '408100 -2280'] },
    { date: '01-31', lines: ['707000 -400', '445870 -80', '418100 480'] },
    { date: '02-15', lines: ['411000/C1 120', '707000 -100', '445710 -20'] },
  ];
  const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }));
  await load(numbered, { name: `${siren(1)}FEC20241231.txt` });
  const period = { beginDate: day('2024-01-01'), endDate: day('2024-01-31') };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  procedureId = group.procedures[0]?.id ?? 0;
});

const declared = async () => {
  await openReturn(ctx, folderId, procedureId);
  const shares = await readShares(db.knex, { folderId, procedureId });
  return shares.map(({ element, toDeclare }) => `${element.lineId} ${element.rate} ${toDeclare.tax}`);
};

const rates = [
  { vatRate: '_20', htAmount: 0n },
  { vatRate: '_10', htAmount: 30000n },
];

it('a rate that the category of an account does not bear is refused, and nothing of it is saved', async () => {
  const place = { entryId: 1, lineId: 1 };
  const spread = { ...place, vatAmountToDeclare: 0n, distributions: [{ vatRate: '_085', htAmount: 30000n }] };
  await expect(distribute(ctx, folderId, spread)).rejects.toMatchObject({ code: 'VatCombinationInvalid' });
  await expect(setRates(ctx, folderId, [{ ...place, vatRate: '_0' }])).rejects.toMatchObject({
    code: 'VatCombinationInvalid',
    issues: [{ path: '[0]' }],
  });
  expect(await db.knex('vat_line_configuration').where({ folder_id: folderId })).toEqual([]);
});

describe('a return', () => {
  it('declares a line at the rates that it is spread over, on the operations of its entry', async () => {
    const change = { entryId: 1, lineId: 1, vatAmountToDeclare: 3000n };
    const line = await distribute(ctx, folderId, { ...change, distributions: rates.slice(1) });
    expect(line).toMatchObject({ taxExcludedAmount: 30000n, vatAmount: 3000n, uniqueVatRate: '_10' });
    expect((await declared()).filter((text) => /^[23] /.test(text))).toEqual(['2 _10 2000', '3 _10 1000']);
  });

  it('does not declare what is taken out of it, until it is put back', async () => {
    const before = await declared();
    const { version } = await watchOf(db.knex, folderId);
    for (const lineId of [1, 5]) {
      const entryId = lineId === 1 ? 1 : 2;
      const out = await declareLine(ctx, folderId, { entryId, lineId, procedureId, shouldDeclare: false });
      expect(out).toMatchObject({ vatAmountToDeclare: 0n, canUndeclare: false });
    }
    expect(await declared()).toEqual([]);
    expect((await watchOf(db.knex, folderId)).version).toBe(version + 2n);
    for (const lineId of [1, 5]) {
      const entryId = lineId === 1 ? 1 : 2;
      await declareLine(ctx, folderId, { entryId, lineId, procedureId, shouldDeclare: true });
    }
    expect(await declared()).toEqual(before);
  });

  it('takes in no line of a later day, which it could not declare', async () => {
    const [line] = await db.knex('entry_line').where({ folder_id: folderId, entry_id: 5 }).orderBy('id');
    const later = { entryId: 5, lineId: line?.id ?? 0, procedureId };
    const taken = declareLine(ctx, folderId, { ...later, shouldDeclare: true });
    await expect(taken).rejects.toMatchObject({ code: 'VatEntryNotDue' });
  });

  it('does not declare what is marked by hand', { tags: 'long' }, async () => {
    const before = await declared();
    const mark = (isDeclared: boolean) => markDeclared(ctx, folderId, { entryId: 2, lineId: 5, isDeclared });
    expect(await mark(true)).toMatchObject({ isAlreadyDeclared: true, canUndeclare: true, isVatEditable: false });
    expect((await declared()).filter((text) => text.startsWith('8 '))).toEqual([]);
    expect(await mark(false)).toMatchObject({ isAlreadyDeclared: false });
    expect(await declared()).toEqual(before);
  });
});

it('the expense of an invoice to come has no VAT that a rate may set', async () => {
  const [entry] = await db.transaction(async (trx) =>
    readAllocation(trx, await readVatBooks(ctx, folderId), { folderId, entryIds: [3], seen: undefined }),
  );
  expect(entry?.lines.map(({ isVatEditable }) => isVatEditable)).toEqual([false, false, false]);
  const setting = setRates(ctx, folderId, [{ entryId: 3, lineId: entry?.lines[0]?.id ?? 0, vatRate: '_20' }]);
  await expect(setting).rejects.toMatchObject({ code: 'LineWithoutVat' });
});

it('several rates are set all or nothing, and the failure names its index', async () => {
  const before = await db.knex('vat_line_configuration').orderBy('line_id');
  const changes = [
    { entryId: 1, lineId: 2, vatRate: '_20' },
    { entryId: 1, lineId: 4, vatRate: '_20' },
  ];
  await expect(setRates(ctx, folderId, changes)).rejects.toMatchObject({
    code: 'LineWithoutVat',
    issues: [{ path: '[1]' }],
  });
  expect(await db.knex('vat_line_configuration').orderBy('line_id')).toEqual(before);
});

it('a return is computed line by line; a dry run, and what is the same, writes nothing', async () => {
  const stored = () => db.knex('vat_line_configuration').orderBy('line_id');
  await db.knex('vat_line_configuration').where({ entry_id: 2 }).delete();
  const before = await stored();
  expect(await calculateLine(ctx, folderId, { entryId: 2, lineId: 5, dryRun: true })).toMatchObject({
    isSuccessful: true,
    entryLine: { vatAmount: 2000n },
  });
  expect(await stored()).toEqual(before);
  expect(await processReturn(ctx, folderId, procedureId)).toMatchObject({ totalProcessed: 2, successCount: 2 });
  const after = await stored();
  expect(after.filter(({ source }) => source === 'Automatic').map((row) => row.vat_to_declare_cents)).toEqual([
    1200n,
    800n,
  ]);
  await processReturn(ctx, folderId, procedureId);
  expect(await stored()).toEqual(after);
});

it('what a return that was filed declared no longer changes, nor does that return', async () => {
  await openReturn(ctx, folderId, procedureId);
  await db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id: procedureId }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });
  const place = { entryId: 1, lineId: 1 };
  const line = { ...place, vatAmountToDeclare: 0n, distributions: rates };
  const refusals: readonly (readonly [() => Promise<unknown>, string])[] = [
    [() => declareLine(ctx, folderId, { ...place, procedureId, shouldDeclare: false }), 'ProcedureNotInDraftStatus'],
    [() => distribute(ctx, folderId, { ...line, procedureId }), 'ProcedureNotInDraftStatus'],
    [() => db.transaction((trx) => lockDraft(trx, folderId, procedureId)), 'ProcedureNotInDraftStatus'],
    [() => processReturn(ctx, folderId, procedureId), 'ProcedureNotInDraftStatus'],
    [() => markDeclared(ctx, folderId, { ...place, isDeclared: true }), 'LineAlreadyDeclared'],
    [() => declareLine(ctx, folderId, { ...place, shouldDeclare: true }), 'LineAlreadyDeclared'],
    [() => setRates(ctx, folderId, [{ ...place, vatRate: '_20' }]), 'LineAlreadyDeclared'],
  ];
  for (const [act, code] of refusals) await expect(act()).rejects.toMatchObject({ code });
});

it('a line is looked up with its entry before anything is changed', () =>
  db.transaction(async (trx) => {
    const place = { entryId: 1, lineId: 5 };
    const book = await LineBook.open(trx, folderId, [place]);
    expect(() => book.check(place)).toThrow(expect.objectContaining({ code: 'EntryLineNotFound' }));
    expect(book.changed()).toEqual([]);
  }));
