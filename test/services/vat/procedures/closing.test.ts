/** The closing entry of a return that was filed: written once, taken back when the return is rejected. */
import { expect, it } from 'vitest';
import type { FilingRow } from '../../../../src/services/filing/filings.ts';
import { createCompany } from '../../../../src/services/folders/companies.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import type { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { postEntry } from '../../../../src/services/ledger/posted-entry.ts';
import { readSources } from '../../../../src/services/vat/allocation/sources.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import type { VatLedger } from '../../../../src/services/vat/engine/model.ts';
import { acknowledge, setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { vatFiler } from '../../../../src/services/vat/filing/filer.ts';
import { registerVatNotice } from '../../../../src/services/vat/filing/notices.ts';
import { canClose, closeReturn } from '../../../../src/services/vat/procedures/closing.ts';
import { companyGroups } from '../../../../src/services/vat/procedures/company-groups.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { type ProcedureRow, procedures } from '../../../../src/services/vat/procedures/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { anyLedger } from '../engine/arbitrary.ts';
import { account, entry, ledger } from '../engine/ledger.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-06-01T10:00:00.000Z' } });
const day = (text: string) => text as never;
let folders = 0;

/** Entries that the program writes come after those of the books. */
async function numberFrom(folderId: number): Promise<void> {
  await db.knex('ledger').insert({ folder_id: folderId }).onConflict().ignore();
  await db.knex('ledger').where({ folder_id: folderId }).update({ next_entry_id: 9000, next_line_id: 900_000 });
}

/** A return of the first quarter with something to close. */
async function returnToClose(): Promise<{ readonly folderId: number; readonly procedureId: number }> {
  folders += 1;
  const { id: folderId } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'MiniReal' });
  const ledgers = fc.sample(anyLedger, { numRuns: 40, seed: 7 });
  await storeLedger(db.knex, folderId, ledgers.find(({ entries }) => entries.length > 8) as VatLedger);
  await db.knex('entry').where({ folder_id: folderId }).update({ is_manual: false });
  await numberFrom(folderId);
  const period = { beginDate: day('2026-01-01'), endDate: day('2026-03-31') };
  const { procedures: made } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  return { folderId, procedureId: made[0]?.id ?? 0 };
}

const move = (folderId: number, id: number, change: Pick<ProcedureRow, 'status'> & Partial<ProcedureRow>) =>
  db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, change);
  });

/** Balance of each line, by account, of the entries that were written here. */
const written = (folderId: number): Promise<{ number: string; debit_cents: bigint; credit_cents: bigint }[]> =>
  db
    .knex('entry as e')
    .joinRaw('join entry_line l on l.folder_id = e.folder_id and l.entry_id = e.id')
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'e.folder_id': folderId, 'e.is_manual': true })
    .orderBy(['e.id', 'l.rank'])
    .select('a.number', 'l.debit_cents', 'l.credit_cents');

it('is shown of a draft, written once it is sent, once, and balanced', async () => {
  const { folderId, procedureId } = await returnToClose();
  const shown = await closeReturn(ctx, folderId, { procedureId, dryRun: true });
  expect(shown).toMatchObject({ entryId: null, date: '2026-03-31' });
  const close = () => closeReturn(ctx, folderId, { procedureId, dryRun: false });
  await expect(close()).rejects.toMatchObject({ code: 'ClosingEntryNotAllowed' });
  expect(await written(folderId)).toEqual([]);
  await setSentDate(ctx, folderId, procedureId, day('2026-04-19'));
  expect(await getProcedure(ctx, folderId, procedureId)).toMatchObject({
    status: 'Sent',
    sentDate: '2026-04-19',
    sendingChannel: 'Manual',
  });
  const closing = await close();
  expect(closing).toEqual({ ...shown, entryId: closing.entryId });
  const lines = await written(folderId);
  expect(lines.map(({ number, debit_cents: debit, credit_cents: credit }) => [number, debit, credit])).toEqual(
    shown.lines.map(({ accountNumber, debit, credit }) => [accountNumber, debit, credit]),
  );
  expect(lines.reduce((sum, one) => sum + one.debit_cents - one.credit_cents, 0n)).toBe(0n);
  const sources = await readSources(db.knex, folderId, [{ id: closing.entryId ?? 0, isManual: true }]);
  expect([...sources.values()]).toEqual([{ type: 'Vat', id: procedureId }]);
  await expect(close()).rejects.toMatchObject({ code: 'ClosingEntryWritten' });
});

it.each([
  ['a return on which nothing is declared', { procedureType: 'Liquidation' }],
  ['a form that no entry closes', { procedureType: 'Deposit', form: '3515SD' }],
] as const)('there is none to write for %s', async (_, wanted) => {
  folders += 1;
  const company = await createCompany(ctx, { name: `Cabinet ${folders}` });
  const own = { name: `DELTA ${folders}`, vatSystem: 'RealNormal' } as const;
  const { id: folderId } = await createFolder(ctx, company.id, own);
  await storeLedger(db.knex, folderId, ledger([]));
  const period = { beginDate: day('2026-05-01'), endDate: day('2026-05-31') };
  const { procedures: made } = await assistGroup(ctx, folderId, { ...wanted, ...period });
  const procedureId = made[0]?.id ?? 0;
  const sent = await setSentDate(ctx, folderId, procedureId, day('2026-06-01'));
  const { items } = await companyGroups(ctx, { companyId: company.id, page: 1, pageSize: 50 });
  const listed = items.flatMap((group) => group.procedures);
  expect([sent, ...listed].map((item) => [item.status, canClose(item)])).toEqual([
    ['Sent', false],
    ['Sent', false],
  ]);
  const closing = closeReturn(ctx, folderId, { procedureId, dryRun: false });
  await expect(closing).rejects.toMatchObject({ code: 'ClosingEntryNotAllowed' });
});

it('says which accounts it would move beyond what the books hold: they may have such an entry already', async () => {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'GAMMA', vatSystem: 'RealNormal' });
  const books = ledger([entry(1, '2026-05-04', '411000/ALFA D 1200.00', '706000 C 1000.00', '445710 C 200.00')], {
    accounts: [account('706000 VT_PREST _20 OnDebits')],
  });
  await storeLedger(db.knex, folderId, books);
  await numberFrom(folderId);
  const period = { beginDate: day('2026-05-01'), endDate: day('2026-05-31') };
  const { procedures: made } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const show = () => closeReturn(ctx, folderId, { procedureId: made[0]?.id ?? 0, dryRun: true });
  const { exceeding: none, ...closing } = await show();
  expect([none, closing.lines.length]).toEqual([[], 2]);
  const lines = closing.lines.map((line) => ({ ...line, accountLabel: line.label }));
  await db.transaction((trx) => postEntry(trx, folderId, { ...closing, label: 'TVA de mai', lines }));
  expect((await show()).exceeding).toEqual([{ accountNumber: '445710', balance: 0n, afterEntry: 20_000n }]);
});

it('is not written of a deposit in test mode', async () => {
  const { folderId, procedureId } = await returnToClose();
  await getProcedure(ctx, folderId, procedureId);
  await move(folderId, procedureId, { status: 'Sent', test_mode: true });
  await expect(closeReturn(ctx, folderId, { procedureId, dryRun: false })).rejects.toMatchObject({
    code: 'ClosingEntryNotAllowed',
  });
});

eachOf([false, true], 1)('is taken back when the return is rejected; validated: %s', async (isValidated) => {
  const { folderId, procedureId } = await returnToClose();
  await setSentDate(ctx, folderId, procedureId, day('2026-04-19'));
  const { entryId } = await closeReturn(ctx, folderId, { procedureId, dryRun: false });
  if (isValidated)
    await db.knex('entry').where({ folder_id: folderId, id: entryId }).update({ validation_date: '2026-04-20' });
  await move(folderId, procedureId, { status: 'Rejected' });
  expect(await getProcedure(ctx, folderId, procedureId)).toMatchObject({ status: 'Rejected', closingEntryId: null });
  const sums = new Map<string, bigint>();
  for (const one of await written(folderId))
    sums.set(one.number, (sums.get(one.number) ?? 0n) + one.debit_cents - one.credit_cents);
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  expect(sums.size > 0).toBe(isValidated);
});

it('is written on the first open day when its exercise is closed', { tags: 'long' }, async () => {
  const { folderId, procedureId } = await returnToClose();
  await setSentDate(ctx, folderId, procedureId, day('2026-04-19'));
  await db.knex('exercise').where({ folder_id: folderId }).update({ is_closed: true });
  await db.knex('exercise').insert({ folder_id: folderId, start_date: '2027-01-01', end_date: '2027-12-31' });
  expect(await closeReturn(ctx, folderId, { procedureId, dryRun: false })).toMatchObject({ date: '2027-01-01' });
});

const OBSTACLES = {
  DateOutsideExercises: (folderId: number) =>
    db.knex('exercise').where({ folder_id: folderId }).update({ start_date: '2026-04-01' }),
  ExerciseClosed: (folderId: number) => db.knex('exercise').where({ folder_id: folderId }).update({ is_closed: true }),
  AccountNotActive: (folderId: number) =>
    db.knex('account').where({ folder_id: folderId }).update({ valid_to: '2026-01-31' }),
} as const;

it.each(Object.keys(OBSTACLES) as (keyof typeof OBSTACLES)[])(
  'is not written where the books do not take it: %s',
  async (code) => {
    const { folderId, procedureId } = await returnToClose();
    await setSentDate(ctx, folderId, procedureId, day('2026-04-19'));
    await OBSTACLES[code](folderId);
    const closing = closeReturn(ctx, folderId, { procedureId, dryRun: false });
    await expect(closing).rejects.toMatchObject({ code });
    expect(await written(folderId)).toEqual([]);
    expect(await getProcedure(ctx, folderId, procedureId)).toMatchObject({ closingEntryId: null });
  },
);

it('a return whose day is recorded takes its number afterwards, and another one when it was mistyped', async () => {
  const { folderId, procedureId } = await returnToClose();
  const filed = await setSentDate(ctx, folderId, procedureId, day('2026-04-19'));
  const answer = async (numeroPiece: string, codeRetour = '00') =>
    acknowledge(ctx, folderId, procedureId, { numeroPiece, codeRetour });
  const kept = { status: 'Sent', sentDate: '2026-04-19', sentAt: filed.sentAt, sendingChannel: 'Manual' };
  expect(await answer('2604190001')).toMatchObject({ ...kept, numeroPiece: '2604190001', codeRetour: '00' });
  expect(await answer('2604190002')).toMatchObject({ ...kept, numeroPiece: '2604190002' });
  const { entryId } = await closeReturn(ctx, folderId, { procedureId, dryRun: false });
  expect(entryId).not.toBeNull();
  expect(await answer('2604190002', '14')).toMatchObject({ status: 'Rejected', closingEntryId: null });
});

it('a notice decides a return filed by hand: it takes no number after it, and the refusal names what shows it', async () => {
  const { folderId, procedureId } = await returnToClose();
  await setSentDate(ctx, folderId, procedureId, day('2026-04-19'));
  const notice = { typeAccuse: 'Ars', codeRetour: '00', rawXml: '<avis/>' } as const;
  await registerVatNotice(ctx, folderId, { ...notice, numeroAds: '2604190001' });
  const answer = { numeroPiece: '2604190001', codeRetour: '00' };
  expect(await acknowledge(ctx, folderId, procedureId, answer)).toMatchObject({ status: 'Accepted' });
  const refused = await acknowledge(ctx, folderId, procedureId, answer).catch((error: unknown) => error);
  const shows = `taxops vat procedure show ${procedureId} --folder ${folderId}`;
  expect(refused).toMatchObject({ code: 'ProcedureNotInDraftStatus' });
  for (const language of ['en', 'fr'] as const) expect((refused as TaxopsError).hint(language)).toContain(shows);
});

it('a code other than 00 rejects what was filed elsewhere, and declares nothing', async () => {
  const { folderId, procedureId } = await returnToClose();
  const item = await acknowledge(ctx, folderId, procedureId, { numeroPiece: '2604190001', codeRetour: '14' });
  expect(item).toMatchObject({ status: 'Rejected', numeroPiece: '2604190001', codeRetour: '14' });
});

/** As a deposit of it that arrived, or was refused later. */
async function deposit(folderId: number, procedureId: number, change: Partial<ProcedureRow> = {}): Promise<void> {
  await getProcedure(ctx, folderId, procedureId);
  await move(folderId, procedureId, { status: 'Sending', test_mode: false, wants_closing_entry: true, ...change });
  const filing = { ...FILING, folder_id: folderId, owner_id: procedureId, is_test: change.test_mode === true };
  const outcome = { outcome: 'sent', receipt: { numeroAds: 'A1' } } as const;
  await db.transaction((trx) => vatFiler.settled(trx, filing, outcome, ctx.clock.now()));
}

const FILING = {
  owner_kind: 'VatProcedure',
  state: 'Sending',
  channel: 'ChannelB',
  sha256: 'ab'.repeat(32),
} as FilingRow;

it('is written with the deposit that asked for it, and taken back when that is rejected', async () => {
  const { folderId, procedureId } = await returnToClose();
  await deposit(folderId, procedureId);
  const shown = await closeReturn(ctx, folderId, { procedureId, dryRun: true });
  expect(await getProcedure(ctx, folderId, procedureId)).toMatchObject({
    status: 'Sent',
    closingEntryId: shown.entryId,
  });
  expect((await written(folderId)).length).toBe(shown.lines.length);
  await move(folderId, procedureId, { status: 'Rejected' });
  expect([await written(folderId), (await getProcedure(ctx, folderId, procedureId)).closingEntryId]).toEqual([
    [],
    null,
  ]);
});

it.each<[string, Partial<ProcedureRow>]>([
  ['in test mode', { test_mode: true }],
  ['that did not ask for it', { wants_closing_entry: false }],
])('is not written with a deposit %s', async (_, change) => {
  const { folderId, procedureId } = await returnToClose();
  await deposit(folderId, procedureId, change);
  expect(await written(folderId)).toEqual([]);
});

it('that the books forbid undoes no deposit', async () => {
  const { folderId, procedureId } = await returnToClose();
  await db.knex('exercise').where({ folder_id: folderId }).update({ is_closed: true });
  await deposit(folderId, procedureId);
  expect(await written(folderId)).toEqual([]);
  const procedure = await getProcedure(ctx, folderId, procedureId);
  expect([procedure.status, canClose(procedure)]).toEqual(['Sent', true]);
});
