/** Which operation goes in which state, and what a return that left Draft answers whatever happens behind it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import type { VatLedger } from '../../../../src/services/vat/engine/model.ts';
import { acknowledge, attachFile, setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import {
  elementData,
  fieldTotals,
  getSnapshot,
  recomputeSnapshot,
  regenerateSnapshot,
} from '../../../../src/services/vat/procedures/elements.ts';
import { recordReference } from '../../../../src/services/vat/procedures/reference.ts';
import { PROCEDURE_STATUSES, procedures } from '../../../../src/services/vat/procedures/store.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { validateReturn } from '../../../../src/services/vat/procedures/validation.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import fc from '../../../support/property.ts';
import { storeLedger } from '../drafts/stored-ledger.ts';
import { anyLedger } from '../engine/arbitrary.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let folderId = 0;
let folders = 0;

type Status = (typeof PROCEDURE_STATUSES)[number];

const open = async (folder: number, beginDate: string, endDate: string): Promise<number> => {
  const period = { beginDate: day(beginDate), endDate: day(endDate) };
  const { procedures: made } = await assistGroup(ctx, folder, { procedureType: 'Liquidation', ...period });
  return made[0]?.id ?? 0;
};

const setStatus = (id: number, status: Status) =>
  procedures(db.knex).where({ folder_id: folderId, id }).update({ status });

beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'MiniReal' })).id;
  await db.knex('supporting_document').insert({
    folder_id: folderId,
    id: 1,
    file_name: 'ca3.pdf',
    content_type: 'application/pdf',
    byte_size: 1,
    sha256: 'a',
    currency: 'EUR',
    created_at: '2026-03-01T06:00:00Z',
    updated_at: '2026-03-01T06:00:00Z',
  });
});

const DRAFT: readonly Status[] = ['Draft'];

const OPERATIONS: Readonly<Record<string, readonly [readonly Status[], (id: number) => Promise<unknown>]>> = {
  recompute: [DRAFT, (id) => recomputeSnapshot(ctx, folderId, id)],
  regenerate: [DRAFT, (id) => regenerateSnapshot(ctx, folderId, id)],
  attach: [
    ['Draft', 'Sending', 'SendUncertain', 'Sent', 'Transmitted', 'Accepted'],
    (id) => attachFile(ctx, folderId, id, { fileSendId: 1, fileName: 'ca3.pdf' }),
  ],
  'sent-date': [DRAFT, (id) => setSentDate(ctx, folderId, id, day('2025-02-19'))],
  acknowledge: [['Draft', 'Sending'], (id) => acknowledge(ctx, folderId, id, { numeroPiece: '1', codeRetour: '00' })],
  reference: [DRAFT, (id) => recordReference(ctx, folderId, id, { '3310CA3': { CA: 1 } })],
};

const CASES = Object.keys(OPERATIONS).flatMap((name) => PROCEDURE_STATUSES.map((status) => [name, status] as const));

it.each(CASES)('%s of a return that is %s', async (name, status) => {
  const id = await open(folderId, '2025-01-01', '2025-01-31');
  await setStatus(id, status);
  const before = await procedures(db.knex).where({ folder_id: folderId, id }).first();
  const [allowed = [], run] = OPERATIONS[name] ?? [];
  if (allowed.includes(status)) await run?.(id);
  else {
    await expect(run?.(id)).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus', params: { status } });
    expect(await procedures(db.knex).where({ folder_id: folderId, id }).first()).toEqual(before);
  }
  await setStatus(id, 'Cancelled');
});

/** A ledger with something to declare in the first quarter. */
async function storedFolder(): Promise<number> {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `BETA ${folders}`, vatSystem: 'MiniReal' });
  const ledgers = fc.sample(anyLedger, { numRuns: 40, seed: 7 });
  await storeLedger(db.knex, id, ledgers.find(({ entries }) => entries.length > 8) as VatLedger);
  return id;
}

const answersOf = async (folder: number, id: number) => ({
  data: await elementData(ctx, folder, id),
  snapshot: await getSnapshot(ctx, folder, id),
  totals: await fieldTotals(ctx, folder, id),
  report: await validateReturn(ctx, folder, id),
});

describe('a return', () => {
  it('that left Draft answers the same, whatever happens to the books', async () => {
    const folder = await storedFolder();
    const id = await open(folder, '2026-01-01', '2026-03-31');
    const before = await answersOf(folder, id);
    expect(before.snapshot.elements).not.toEqual([]);
    await db.transaction(async (trx) => {
      const row = await procedures(trx).where({ folder_id: folder, id }).forUpdate().first();
      if (row) await moveReturn(trx, row, { status: 'Sent' });
    });
    await db.knex('vat_account_setting').where({ folder_id: folder }).delete();
    await db.knex('account').where({ folder_id: folder }).update({ label: 'Renommé' });
    await db.knex('entry_line').where({ folder_id: folder }).update({ debit_cents: 0, credit_cents: 0 });
    expect(await answersOf(folder, id)).toEqual(before);
  });

  it('shows the sums of its shares, and their totals are its exact boxes', async () => {
    const folder = await storedFolder();
    const id = await open(folder, '2026-01-01', '2026-03-31');
    const { elements } = await getSnapshot(ctx, folder, id);
    const taken = await db
      .knex('vat_share')
      .where({ folder_id: folder, procedure_id: id, is_taken: true })
      .sum({ base: 'declare_base_cents', tax: 'declare_tax_cents' })
      .first();
    const sum = (of: (one: (typeof elements)[number]) => bigint) => elements.reduce((all, one) => all + of(one), 0n);
    expect([sum((one) => one.taxExcludedAmount), sum((one) => one.taxAmount)].map(String)).toEqual([
      `${taken?.base}`,
      `${taken?.tax}`,
    ]);
    const { exact } = await elementData(ctx, folder, id);
    const totals = (await fieldTotals(ctx, folder, id)).map(
      ({ field, totalTaxExcludedAmount, totalVatAmount }) => [field, totalTaxExcludedAmount + totalVatAmount] as const,
    );
    expect(Object.fromEntries(totals)).toEqual(exact['3310CA3']);
  });

  it('keeps its typed boxes when it is computed again, and loses none to a regeneration', async () => {
    const folder = await storedFolder();
    const id = await open(folder, '2026-01-01', '2026-03-31');
    const { boxes } = await elementData(ctx, folder, id);
    await regenerateSnapshot(ctx, folder, id);
    expect((await elementData(ctx, folder, id)).boxes).toEqual({});
    await recomputeSnapshot(ctx, folder, id);
    expect((await elementData(ctx, folder, id)).boxes).toEqual(boxes);
    await setBox(ctx, folder, id, { form: '3310CA3', zone: 'KS', value: 12 });
    await recomputeSnapshot(ctx, folder, id);
    expect(await elementData(ctx, folder, id)).toMatchObject({ typedBoxes: { '3310CA3': { KS: 12 } } });
    await expect(regenerateSnapshot(ctx, folder, id)).rejects.toMatchObject({ code: 'ManualEntriesPresent' });
    expect(await elementData(ctx, folder, id)).toMatchObject({ boxes: { '3310CA3': { KS: 12 } } });
  });
});
