/** Settings of lines of a ledger that was read from a file: what a new file removes takes its settings along. */
import { expect, it } from 'vitest';
import { acknowledge } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import {
  importLineConfigurations,
  listLineConfigurations,
  saveLineConfiguration,
} from '../../../../src/services/vat/lines/line-configurations.ts';
import { EXIGIBILITIES, LINE_SOURCES, LINE_STATUSES } from '../../../../src/services/vat/lines/store.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { type Entry, importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db, { language: 'fr' });
const take = importer(db);

const invoice = (number: number): Entry => ({
  number,
  date: '02-01',
  lines: ['411000/C1 120', '706000 -100', '445710 -20'],
});
const folderId = (await take([invoice(1), invoice(2)])).applied?.folderId ?? 0;
const sales = await db.knex('entry_line').where({ folder_id: folderId, debit_cents: 0, credit_cents: 10000 });
const [first, second] = sales.map(({ id, entry_id }) => ({ lineId: id as number, entryId: entry_id as number }));
if (!first || !second) throw new Error('the ledger has two sales');

it('a line that comes twice counts twice, and its last words stand', async () => {
  const result = await importLineConfigurations(ctx, folderId, [
    { ...first, vatRate: '_20' },
    { ...first, vatRate: '_10', vatCategory: null },
    { ...second, vatCategory: 'VT_PREST' },
    { entryId: first.entryId, lineId: second.lineId },
  ]);
  expect(result).toMatchObject({ totalImported: 2, totalUpdated: 1, totalErrors: 1 });
  expect(result.errors).toEqual([
    `Écriture ${first.entryId}, ligne ${second.lineId} : L’écriture ${first.entryId} n’a pas de ligne ${second.lineId}.`,
  ]);
  expect(await listLineConfigurations(ctx, folderId, { entryIds: [first.entryId] })).toMatchObject([
    { ...first, vatRate: '_10', vatCategory: null, source: 'FecImport' },
  ]);
});

it('a rate that the category of the account does not bear is refused, with a category of its own it is taken', async () => {
  const bad = { ...second, vatCategory: null, vatRate: '_009' };
  const refused = { code: 'VatCombinationInvalid' };
  await expect(saveLineConfiguration(ctx, folderId, bad)).rejects.toMatchObject(refused);
  expect(await importLineConfigurations(ctx, folderId, [bad])).toMatchObject({ totalErrors: 1, totalUpdated: 0 });
  const taken = await saveLineConfiguration(ctx, folderId, { ...bad, vatCategory: 'VT_PREST_CORSE' });
  expect(taken).toMatchObject({ vatRate: '_009', vatCategory: 'VT_PREST_CORSE' });
  await saveLineConfiguration(ctx, folderId, { ...second, vatRate: null, vatCategory: 'VT_PREST' });
});

it('a line that a filed return declares keeps its category, its rate and its exigibility', async () => {
  const { applied } = await take([{ ...invoice(1), lines: ['411000/C1 120', '707000 -100', '445710 -20'] }], {
    name: `${siren(2)}FEC20241231.txt`,
  });
  const folder = applied?.folderId ?? 0;
  const february = { beginDate: '2024-02-01' as never, endDate: '2024-02-29' as never };
  const group = await assistGroup(ctx, folder, { procedureType: 'Liquidation', ...february });
  const [sale] = await db.knex('entry_line').where({ folder_id: folder, credit_cents: 10000 });
  const line = { entryId: sale.entry_id as number, lineId: sale.id as number };
  await saveLineConfiguration(ctx, folder, { ...line, vatCategory: 'AUTRE_OP_IMP' });
  await acknowledge(ctx, folder, group.procedures[0]?.id ?? 0, { numeroPiece: '1', codeRetour: '00' });
  const refused = { code: 'LineAlreadyDeclared' };
  for (const change of [{ vatCategory: 'VT_PREST' }, { vatRate: '_10' }, { exigibility: 'OnReceipts' }] as const)
    await expect(saveLineConfiguration(ctx, folder, { ...line, ...change })).rejects.toMatchObject(refused);
  expect(await importLineConfigurations(ctx, folder, [{ ...line, vatRate: '_10' }])).toMatchObject({ totalErrors: 1 });
  await saveLineConfiguration(ctx, folder, { ...line, vatCategory: 'AUTRE_OP_IMP' });
});

it('a line is Declared while a return that counts declares it, and what the list says of it may be given back', async () => {
  const { applied } = await take([{ ...invoice(1), lines: ['411000/C1 120', '707000 -100', '445710 -20'] }], {
    name: `${siren(3)}FEC20241231.txt`,
  });
  const folder = applied?.folderId ?? 0;
  const february = { beginDate: '2024-02-01' as never, endDate: '2024-02-29' as never };
  const group = await assistGroup(ctx, folder, { procedureType: 'Liquidation', ...february });
  const [sale] = await db.knex('entry_line').where({ folder_id: folder, credit_cents: 10000 });
  const line = { entryId: sale.entry_id as number, lineId: sale.id as number };
  const id = group.procedures[0]?.id ?? 0;
  const status = async () => (await listLineConfigurations(ctx, folder))[0]?.status;
  expect(await saveLineConfiguration(ctx, folder, { ...line, vatRate: '_20' })).toMatchObject({ status: 'Draft' });
  await getProcedure(ctx, folder, id); // computed, not filed
  expect(await status()).toBe('Draft');
  await acknowledge(ctx, folder, id, { numeroPiece: '1', codeRetour: '00' });
  expect(await status()).toBe('Declared');
  const given = { ...line, vatRate: '_20', status: 'Declared' } as const;
  expect(await importLineConfigurations(ctx, folder, [given])).toMatchObject({ totalErrors: 0, totalUpdated: 1 });
  expect(await saveLineConfiguration(ctx, folder, given)).toMatchObject({ status: 'Declared' });
  await db.knex('vat_procedure').where({ folder_id: folder, id }).update({ status: 'Rejected' });
  expect(await status()).toBe('Draft');
});

it('edits of one line at once are whole, each of them', async () => {
  const edits = [
    { ...first, vatRate: '_055', exigibility: 'OnDebits', customVatRate: '5.5' },
    { ...first, vatRate: '_10', exigibility: 'OnReceipts', customVatRate: '10' },
  ] as const;
  await Promise.all(edits.map((edit) => saveLineConfiguration(ctx, folderId, edit)));
  const [saved] = await listLineConfigurations(ctx, folderId, { lineIds: [first.lineId] });
  expect(edits.map(({ vatRate, exigibility, customVatRate }) => [vatRate, exigibility, customVatRate])).toContainEqual([
    saved?.vatRate,
    saved?.exigibility,
    saved?.customVatRate,
  ]);
});

it('every value of every list is stored', async () => {
  const values = [
    ...EXIGIBILITIES.map((exigibility) => ({ exigibility })),
    ...LINE_SOURCES.map((source) => ({ source })),
    ...LINE_STATUSES.map((status) => ({ status })),
  ];
  for (const value of values)
    expect(await saveLineConfiguration(ctx, folderId, { ...second, ...value })).toMatchObject(value);
});

it('a line that leaves the ledger has no setting left', async () => {
  await take([invoice(2)], { replace: true });
  const left = await db.knex('vat_line_configuration').where({ folder_id: folderId });
  expect(left.map(({ line_id }) => line_id)).toEqual([second.lineId]);
});
