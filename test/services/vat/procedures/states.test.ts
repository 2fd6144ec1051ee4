/** Which operation goes in which state, and what a return that left Draft answers whatever happens behind it. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { processReturn } from '../../../../src/services/vat/allocation/calculate.ts';
import { declareLine, distribute } from '../../../../src/services/vat/allocation/change.ts';
import { changeRate } from '../../../../src/services/vat/assistant/change-elements.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import type { VatLedger } from '../../../../src/services/vat/engine/model.ts';
import { acknowledge, attachFile, setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { reopenProcedure } from '../../../../src/services/vat/filing/reopen.ts';
import { sendProcedure } from '../../../../src/services/vat/filing/send.ts';
import { setCell, unsetCell } from '../../../../src/services/vat/framing/cells.ts';
import { framingByAccount, framingByRate } from '../../../../src/services/vat/framing/framing.ts';
import type { GridRow } from '../../../../src/services/vat/framing/grid.ts';
import { closeReturn } from '../../../../src/services/vat/procedures/closing.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import {
  elementData,
  fieldTotals,
  getSnapshot,
  recomputeSnapshot,
  regenerateSnapshot,
} from '../../../../src/services/vat/procedures/elements.ts';
import { explainReturn } from '../../../../src/services/vat/procedures/explain-return.ts';
import { followUp } from '../../../../src/services/vat/procedures/follow-up.ts';
import { deleteProcedure, getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { proposalOf } from '../../../../src/services/vat/procedures/proposal.ts';
import { recordReference } from '../../../../src/services/vat/procedures/reference.ts';
import { PROCEDURE_STATUSES, procedures } from '../../../../src/services/vat/procedures/store.ts';
import { returnDocument, storedPaper } from '../../../../src/services/vat/procedures/stored-paper.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { validateReturn } from '../../../../src/services/vat/procedures/validation.ts';
import { frozenForms } from '../../../../src/services/vat/procedures/versions.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
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
  await db.knex('exercise').insert({ folder_id: folderId, start_date: '2025-01-01', end_date: '2025-12-31' });
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

type Run = (id: number) => Promise<unknown>;
/** In which states it goes; the code where it does not; the code where it does and something else lacks. */
type Rule = readonly [allowed: readonly Status[], run: Run, refused?: string, lacking?: string];
const place = { entryId: 1, lineId: 1 };
const typedCell = { grid: 'ByRate', rowIdentifier: 'Due _20', columnIdentifier: 'Base' } as const;

const OPERATIONS: Readonly<Record<string, Rule>> = {
  recompute: [DRAFT, (id) => recomputeSnapshot(ctx, folderId, id)],
  regenerate: [DRAFT, (id) => regenerateSnapshot(ctx, folderId, id)],
  attach: [
    ['Draft', 'Sending', 'SendUncertain', 'Sent', 'Transmitted', 'Accepted'],
    (id) => attachFile(ctx, folderId, id, { fileSendId: 1, fileName: 'ca3.pdf' }),
  ],
  'sent-date': [DRAFT, (id) => setSentDate(ctx, folderId, id, day('2025-02-19'))],
  acknowledge: [['Draft', 'Sending'], (id) => acknowledge(ctx, folderId, id, { numeroPiece: '1', codeRetour: '00' })],
  reference: [DRAFT, (id) => recordReference(ctx, folderId, id, { '3310CA3': { CA: 1 } })],
  'box set': [DRAFT, (id) => setBox(ctx, folderId, id, { form: '3310CA3', zone: 'HC', value: 5 })],
  'framing cell set': [
    DRAFT,
    (id) => setCell(ctx, folderId, id, { ...typedCell, amount: 0n, comment: 'Justifié' }),
    'ProcedureNotInDraftStatus',
    'FramingCellNotFound',
  ],
  'framing cell unset': [
    DRAFT,
    (id) => unsetCell(ctx, folderId, id, typedCell),
    'ProcedureNotInDraftStatus',
    'FramingCellNotTyped',
  ],
  'follow-up': [DRAFT, (id) => followUp(ctx, folderId, id, { amount: 80_000n })],
  delete: [['Draft', 'Rejected'], (id) => deleteProcedure(ctx, folderId, id)],
  process: [DRAFT, (id) => processReturn(ctx, folderId, id)],
  declare: [
    DRAFT,
    (id) => declareLine(ctx, folderId, { ...place, procedureId: id, shouldDeclare: false }),
    'ProcedureNotInDraftStatus',
    'EntryNotFound',
  ],
  distribute: [
    DRAFT,
    (id) => distribute(ctx, folderId, { ...place, procedureId: id, vatAmountToDeclare: 0n, distributions: [] }),
    'ProcedureNotInDraftStatus',
    'EntryNotFound',
  ],
  assistant: [
    DRAFT,
    (id) => changeRate(ctx, { folderId, procedureId: id }, { id: 1, vatRate: '_20' }),
    'ProcedureNotInDraftStatus',
    'VatElementNotFound',
  ],
  close: [
    ['Sent', 'Transmitted', 'Accepted'],
    (id) => closeReturn(ctx, folderId, { procedureId: id, dryRun: false }),
    'ClosingEntryNotAllowed',
  ],
  reopen: [['Rejected'], (id) => reopenProcedure(ctx, folderId, id), 'ProcedureNotRejected'],
  send: [
    DRAFT,
    (id) =>
      sendProcedure(ctx, folderId, { procedureId: id, isTest: true, wantsClosingEntry: false, channel: 'ChannelB' }),
    'ProcedureNotInDraftStatus',
    'EdiInvalid',
  ],
};

/** What has no effect without a credit. */
const CREDITED: readonly string[] = ['follow-up', 'close'];

/** All that an operation could have written of the folder. */
async function written(): Promise<unknown[]> {
  const tables = ['vat_procedure', 'vat_procedure_group', 'vat_left_out', 'vat_line_configuration', 'entry', 'filing'];
  return Promise.all(tables.map((table) => db.knex(table).where({ folder_id: folderId }).orderByRaw('1, 2')));
}

const ALL = Object.keys(OPERATIONS).flatMap((name) => PROCEDURE_STATUSES.map((status) => [name, status] as const));

afterEach(() => procedures(db.knex).where({ folder_id: folderId }).update({ status: 'Cancelled' }));

/** The fast run tries each operation where it goes, and some of the refusals. */
eachOf(ALL, ([name, status], at) => Boolean(OPERATIONS[name]?.[0].includes(status)) || at % 18 === 0)(
  '%s of a return that is %s',
  async (name, status) => {
    const id = await open(folderId, '2025-01-01', '2025-01-31');
    if (CREDITED.includes(name)) await setBox(ctx, folderId, id, { form: '3310CA3', zone: 'HB', value: 900 });
    await recomputeSnapshot(ctx, folderId, id);
    await setStatus(id, status);
    const before = await written();
    const [allowed = [], run, code = 'ProcedureNotInDraftStatus', lacking] = OPERATIONS[name] ?? [];
    if (allowed.includes(status) && !lacking) await run?.(id);
    else {
      const expected = allowed.includes(status) ? lacking : code;
      await expect(run?.(id)).rejects.toMatchObject({ code: expected });
      if (!allowed.includes(status)) expect(await written()).toEqual(before);
    }
  },
);

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

/** What people read of a return: its form, its figures explained, its grids, what follows from it. */
async function paperOf(folder: number, id: number) {
  const paper = await storedPaper(ctx, folder, id);
  const { deadlines: _, areEntriesValidated: __, ...item } = await getProcedure(ctx, folder, id);
  const zones = Object.keys(item.boxes?.['3310CA3'] ?? {});
  const figures = [];
  for (const zone of zones) figures.push(...(await explainReturn(ctx, folder, id, zone)));
  const procedureId = id;
  return {
    item,
    document: await returnDocument(ctx, paper),
    // Where a line stands in the books is read there.
    explained: figures.map(({ lines, ...figure }) => ({
      ...figure,
      lines: lines.map(({ lineId, amount, accountNumber }) => [lineId, amount, accountNumber]),
    })),
    byAccount: await framingByAccount(ctx, folder, { procedureId }),
    byRate: cellsIn((await framingByRate(ctx, folder, { procedureId })).rows),
    proposal: await proposalOf(ctx, folder, id),
    closing: (await closeReturn(ctx, folder, { procedureId, dryRun: true })).lines,
    forms: (await frozenForms(ctx, folder, id)).forms,
  };
}

const cellsIn = (rows: readonly GridRow[]): unknown[] =>
  rows.flatMap(({ id, cells, children }) => [[id, cells], ...cellsIn(children)]);

const filed = (folder: number, id: number) =>
  db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folder, id }).forUpdate().first();
    const sent = { sent_at: '2026-04-19T06:00:00.000Z', sending_channel: 'Manual' } as const;
    if (row) await moveReturn(trx, row, { ...sent, status: 'Sent' });
  });

/** All that stands behind a return. */
async function changeEverythingBehind(folder: number): Promise<void> {
  const of = (table: string) => db.knex(table).where({ folder_id: folder });
  await of('vat_account_setting').delete();
  await db.knex.raw(`update account set label = 'Renommé', number = number || '9' where folder_id = ?`, [folder]);
  await of('entry_line').update({ debit_cents: 0, credit_cents: 0, letter: null });
  await of('entry_line').delete();
  await of('entry').delete();
  const change = { name: 'GAMMA', vat_system: 'Simplified', territory: 'Corsica', deduction_coefficient: 0.5 };
  await db.knex('folder').where({ id: folder }).update(change);
  await db.knex('company').update({ name: 'Cabinet Delta' });
}

describe('a return', () => {
  it('that left Draft answers the same, whatever happens to the books', async () => {
    const folder = await storedFolder();
    const id = await open(folder, '2026-01-01', '2026-03-31');
    const before = await answersOf(folder, id);
    expect(before.snapshot.elements).not.toEqual([]);
    await filed(folder, id);
    const papers = await paperOf(folder, id);
    expect(papers.explained.flatMap(({ lines }) => lines)).not.toEqual([]);
    expect([papers.document.mark, papers.document.lines.at(-1)]).toEqual([
      undefined,
      'Déposée par un autre moyen le 19/04/2026',
    ]);
    await changeEverythingBehind(folder);
    expect(await answersOf(folder, id)).toEqual(before);
    expect(await paperOf(folder, id)).toEqual(papers);
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
