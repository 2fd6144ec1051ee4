/** Drafts computed from the stored ledger: the same figures as the simulation, which reads every entry. */
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { createFolder, updateFolder } from '../../../../src/services/folders/folders.ts';
import { within } from '../../../../src/services/operation/within.ts';
import { setAdvanceMode } from '../../../../src/services/vat/configuration/advance-mode.ts';
import { computeDraft, openReturn, recomputeDraft } from '../../../../src/services/vat/drafts/draft.ts';
import { storedBoxes } from '../../../../src/services/vat/drafts/previous.ts';
import { readShares } from '../../../../src/services/vat/drafts/share-store.ts';
import { readReturn } from '../../../../src/services/vat/drafts/stored-return.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { bumpWatch } from '../../../../src/services/vat/drafts/watch.ts';
import type { VatLedger } from '../../../../src/services/vat/engine/model.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { deleteProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { type ProcedureRow, procedures } from '../../../../src/services/vat/procedures/store.ts';
import type { PreviousProcedure } from '../../../../src/services/vat/return/inputs.ts';
import { simulateVat } from '../../../../src/services/vat/simulate.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { anyLedger } from '../engine/arbitrary.ts';
import { input, ledger, period, sale } from '../ledgers.ts';
import { storedLedger, storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
const QUARTERS = [period('2026-01-01', '2026-03-31'), period('2026-04-01', '2026-06-30')] as const;
let folders = 0;

async function folderOf({ folder }: VatLedger): Promise<number> {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'MiniReal' });
  await db
    .knex('folder')
    .where({ id })
    .update({ deduction_coefficient: Number(folder.deductionCoefficient) / 100 });
  await setAdvanceMode(ctx, id, folder.advancePaymentMode);
  return id;
}

async function open(folderId: number, { startDate, endDate }: (typeof QUARTERS)[number]) {
  const group = await assistGroup(ctx, folderId, {
    procedureType: 'Liquidation',
    beginDate: day(startDate),
    endDate: day(endDate),
  });
  return group.procedures[0]?.id ?? 0;
}

const move = (folderId: number, id: number, status: ProcedureRow['status']) =>
  db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status });
  });

const changed = (ledger: VatLedger, place: number, kind: 'removed' | 'lettered' | 'doubled'): VatLedger => ({
  ...ledger,
  entries: ledger.entries.flatMap((entry, at) => {
    if (at !== place) return [entry];
    if (kind === 'removed') return [];
    const lines = entry.lines.map((line) =>
      kind === 'lettered'
        ? { ...line, letter: line.letter === 'A' ? undefined : 'A' }
        : { ...line, debit: line.debit * 2n, credit: line.credit * 2n },
    );
    return [{ ...entry, lines }];
  }),
});

it(
  'a return, and the one after it when the books changed behind the first, are those of the simulation',
  { tags: 'sized' },
  () =>
    fc.assert(
      fc.asyncProperty(
        anyLedger,
        fc.nat(11),
        fc.constantFrom('removed' as const, 'lettered' as const, 'doubled' as const),
        async (ledger, place, kind) => {
          const folderId = await folderOf(ledger);
          const [first, second] = QUARTERS;
          const stored = await storeLedger(db.knex, folderId, ledger);
          const q1 = await open(folderId, first);
          const one = await openReturn(ctx, folderId, q1);
          const [expected] = simulateVat(input({ ledger: storedLedger(ledger), periods: [first] })).returns;
          expect(one.procedure.computed_boxes).toEqual(storedBoxes(expected?.filled.forms ?? new Map()));
          await move(folderId, q1, 'Sent');

          const after = changed(ledger, place, kind);
          const touched = ledger.entries[place];
          if (touched) {
            const { entryId } = touched;
            await stored.replace(
              entryId,
              after.entries.find((entry) => entry.entryId === entryId),
            );
          }
          const q2 = await open(folderId, second);
          const two = await openReturn(ctx, folderId, q2);
          const previous: PreviousProcedure = {
            form: '3310CA3',
            startDate: first.startDate,
            endDate: first.endDate,
            status: 'Sent',
            boxes: expected?.filled.forms.get('3310CA3') ?? new Map(),
            declaredLines: (expected?.shares ?? []).map(({ element, toDeclare }) => ({ ...element, ...toDeclare })),
          };
          const body = input({ ledger: storedLedger(after), periods: [second], previousProcedures: [previous] });
          const [then] = simulateVat(body).returns;
          expect(two.procedure.computed_boxes).toEqual(storedBoxes(then?.filled.forms ?? new Map()));
          expect((await openReturn(ctx, folderId, q1)).procedure).toMatchObject({
            computed_boxes: one.procedure.computed_boxes,
          });
        },
      ),
      { numRuns: sized(2, 30), endOnFailure: true },
    ),
);

it('a draft is computed again only when something changed', async () => {
  const ledger: VatLedger = fc
    .sample(anyLedger, { numRuns: 40, seed: 7 })
    .find(({ entries }) => entries.length > 8) as VatLedger;
  const folderId = await folderOf(ledger);
  await storeLedger(db.knex, folderId, ledger);
  const id = await open(folderId, QUARTERS[0]);
  const { procedure } = await openReturn(ctx, folderId, id);
  expect((await openReturn(ctx, folderId, id)).procedure.computed_at).toBe(procedure.computed_at);
  await db.knex('entry_line').where({ folder_id: folderId }).update({ letter: null });
  expect((await openReturn(ctx, folderId, id)).procedure.computed_version).not.toBe(procedure.computed_version);
  const shares = await readShares(db.knex, { folderId, procedureId: id });
  await recomputeDraft(ctx, folderId, id);
  expect(await readShares(db.knex, { folderId, procedureId: id })).toEqual(shares);
});

/** Runs `change` elsewhere once the transaction has read from `table`. */
function afterRead(trx: Knex.Transaction, table: string, change: () => Promise<unknown>): void {
  const client = trx.client as { query: (connection: unknown, query: { readonly sql: string }) => Promise<unknown> };
  const query = client.query.bind(client);
  client.query = async (connection, asked) => {
    const answer = await query(connection, asked);
    if (asked.sql.includes(`from "${table}"`)) {
      client.query = query;
      await change();
    }
    return answer;
  };
}

it.each(['vat_watch', 'folder'])(
  'settings that change while a draft is computed, once %s is read, leave it stale and not stored as fresh',
  async (table) => {
    const folderId = await folderOf(ledger([sale(1, '2026-02-04')]));
    await storeLedger(db.knex, folderId, ledger([sale(1, '2026-02-04')]));
    const id = await open(folderId, QUARTERS[0]);
    const before = await openReturn(ctx, folderId, id);
    const change = () => updateFolder(ctx, folderId, { territory: 'Overseas' });
    await db.transaction(async (trx) => {
      afterRead(trx, table, change);
      await computeDraft(within(ctx, trx), trx, before);
    });
    const { procedure } = await openReturn(ctx, folderId, id);
    await recomputeDraft(ctx, folderId, id);
    expect(procedure.computed_boxes).toEqual((await readReturn(ctx, folderId, id)).procedure.computed_boxes);
    expect(procedure.computed_boxes).not.toEqual(before.procedure.computed_boxes);
  },
);

it('what a rejected return declared is declared again by the next one', { tags: 'long' }, async () => {
  const ledger = fc.sample(anyLedger, { numRuns: 40, seed: 7 }).find(({ entries }) => entries.length > 8) as VatLedger;
  const folderId = await folderOf(ledger);
  await storeLedger(db.knex, folderId, ledger);
  const q1 = await open(folderId, QUARTERS[0]);
  await openReturn(ctx, folderId, q1);
  await move(folderId, q1, 'Sent');
  const q2 = await open(folderId, QUARTERS[1]);
  const after = (await openReturn(ctx, folderId, q2)).procedure.computed_boxes;
  await move(folderId, q1, 'Rejected');
  const alone = simulateVat(input({ ledger: storedLedger(ledger), periods: [QUARTERS[1]] })).returns[0];
  expect((await openReturn(ctx, folderId, q2)).procedure.computed_boxes).toEqual(
    storedBoxes(alone?.filled.forms ?? new Map()),
  );
  await move(folderId, q1, 'Accepted');
  expect((await openReturn(ctx, folderId, q2)).procedure.computed_boxes).toEqual(after);
});

it('shares go with their return, and none stands without one', { tags: 'long' }, async () => {
  const ledger = fc.sample(anyLedger, { numRuns: 40, seed: 7 }).find(({ entries }) => entries.length > 8) as VatLedger;
  const folderId = await folderOf(ledger);
  await storeLedger(db.knex, folderId, ledger);
  const [kept, deleted] = [await open(folderId, QUARTERS[0]), await open(folderId, QUARTERS[1])];
  for (const id of [kept, deleted]) await openReturn(ctx, folderId, id);
  const countOf = async (id: number) => (await readShares(db.knex, { folderId, procedureId: id })).length;
  const before = await countOf(kept);
  expect(await countOf(deleted)).toBeGreaterThan(0);
  await deleteProcedure(ctx, folderId, deleted);
  expect([await countOf(kept), await countOf(deleted)]).toEqual([before, 0]);
  const orphan = db
    .knex('vat_share')
    .where({ folder_id: folderId, procedure_id: kept })
    .update({ procedure_id: deleted });
  await expect(orphan).rejects.toThrow('vat_procedure');
});

it('a draft that is computed again writes the lines of which a share changed, and no others', async () => {
  const entry = (entryId: number, tax: bigint) => ({
    ...sale(entryId, '2026-02-03'),
    lines: [
      { lineId: 1, accountNumber: '512000', debit: 10_000n + tax, credit: 0n },
      { lineId: 2, accountNumber: '707000', debit: 0n, credit: 10_000n },
      { lineId: 3, accountNumber: '445710', debit: 0n, credit: tax },
    ],
  });
  const sales = { accountNumber: '707000', label: '', category: 'VT_PREST', rate: '_20' };
  const books = { ...ledger([1, 2, 3].map((id) => entry(id, 2000n))), accounts: [sales] };
  const folderId = await folderOf(books);
  const stored = await storeLedger(db.knex, folderId, books);
  const id = await open(folderId, QUARTERS[0]);
  const places = async () => {
    await openReturn(ctx, folderId, id);
    const rows = await db.knex('vat_share').where({ folder_id: folderId }).orderBy('entry_id');
    return rows.map((row) => `${row.entry_id} at ${row.position}: ${row.tax_cents}`);
  };
  expect(await places()).toEqual(['1 at 0: 2000', '2 at 1: 2000', '3 at 2: 2000']);
  await bumpWatch(db.knex, folderId);
  expect(await places()).toEqual(['1 at 0: 2000', '2 at 1: 2000', '3 at 2: 2000']);
  await stored.replace(2, entry(2, 1900n));
  expect(await places()).toEqual(['1 at 0: 2000', '2 at 3: 1900', '3 at 2: 2000']);
  await stored.replace(3);
  expect(await places()).toEqual(['1 at 0: 2000', '2 at 3: 1900']);
});
