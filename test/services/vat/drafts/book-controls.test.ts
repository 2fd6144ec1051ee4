/** Controls that need the books (T02 to T04, T07) or the regime of the folder (T05): each is computed on a stored return. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import type { VatCategory, VatEntry, VatLine } from '../../../../src/services/vat/engine/model.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { violatedControls } from '../../../../src/services/vat/procedures/validation.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { ledger } from '../ledgers.ts';
import { storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let folders = 0;

/** `411000 12000, 706000 -10000`: debit less credit, in cents. */
const entry = (entryId: number, date: string, text: string): VatEntry => ({
  entryId,
  journal: 'OD',
  date,
  lines: text.split(', ').map((one, at): VatLine => {
    const [accountNumber = '', net = '0'] = one.split(' ');
    const amount = BigInt(net);
    return {
      lineId: at + 1,
      accountNumber,
      debit: amount > 0n ? amount : 0n,
      credit: amount < 0n ? -amount : 0n,
    };
  }),
});

const INVOICE = entry(1, '2026-01-10', '411000 12000, 706000 -10000, 445710 -2000');

async function opened(entries: readonly VatEntry[], exigibility: 'OnDebits' | 'OnReceipts' = 'OnDebits') {
  folders += 1;
  const { id } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  const account = { accountNumber: '706000', label: '', category: 'VT_PREST', rate: '_20', exigibility } as const;
  await storeLedger(db.knex, id, { ...ledger(entries), accounts: [account] });
  const january = { beginDate: day('2026-01-01'), endDate: day('2026-01-31') };
  const group = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...january });
  return { folderId: id, procedureId: group.procedures[0]?.id ?? 0 };
}

async function found({ folderId, procedureId }: Awaited<ReturnType<typeof opened>>) {
  const all = await violatedControls(ctx, folderId, procedureId);
  return all.map(({ code, zones, severity, message }) =>
    [code, severity, ...zones, /\(.*\)/.exec(message.en)?.[0]].filter(Boolean).join(' '),
  );
}

eachOf(
  [
    ['a return that agrees with its books', [INVOICE], []],
    [
      'tax far from its base',
      [entry(1, '2026-01-10', '411000 121000, 706000 -100000, 445710 -21000')],
      ['T02 warning FP GP'],
    ],
    [
      'a credit in the books that no return carries',
      [INVOICE, entry(2, '2026-01-12', '445670 4050, 471000 -4050')],
      ['T03 warning HD (44567: 40.50, HD: 0.00)'],
    ],
    [
      'collected tax without operation',
      [INVOICE, entry(2, '2026-01-12', '512000 500, 445710 -500')],
      ['T04 warning GH (4457 4452: 25.00, CA3: 20.00)'],
    ],
    ['an entry that closed the return on a credit', [INVOICE, entry(2, '2026-01-31', '445670 4000, 445660 -4000')], []],
    ['an entry that closed the return', [INVOICE, entry(2, '2026-01-31', '445710 2000, 445510 -2000')], []],
    ['other taxes of an annex', [INVOICE, entry(2, '2026-01-12', '635800 500, 445780 -500')], []],
  ] as const,
  4,
)('%s', async (_, entries, expected) => {
  expect(await found(await opened(entries))).toEqual(expected);
});

it('tax that waits for its payment is not missing', async () => {
  const made = await opened([INVOICE], 'OnReceipts');
  expect((await openReturn(ctx, made.folderId, made.procedureId)).procedure.computed_boxes).toEqual({
    '3310CA3': { KF: 'X' },
  });
  expect(await found(made)).toEqual([]);
});

it('a form that the regime of the folder does not know is refused, until the regime is mended', async () => {
  const made = await opened([INVOICE]);
  const become = (vat_system: string) => db.knex('folder').where({ id: made.folderId }).update({ vat_system });
  await become('Simplified');
  expect(await found(made)).toEqual(['T05 blocking']);
  await become('MiniReal');
  expect(await found(made)).toEqual([]);
});

it('a yearly return of a farm on which no tax is typed says what the books hold', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'FERME', vatSystem: 'SimplifiedFarm' });
  await storeLedger(db.knex, id, { ...ledger([INVOICE]), accounts: [] });
  const year = { beginDate: day('2026-01-01'), endDate: day('2026-12-31') };
  const group = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...year });
  const made = { folderId: id, procedureId: group.procedures[0]?.id ?? 0 };
  expect(await found(made)).toEqual(['T04 warning ES (4457 4452: 20.00, 3517-AGR: 0.00)']);
  for (const [zone, value] of [
    ['DK', 100],
    ['EK', 20],
  ] as const)
    await setBox(ctx, id, made.procedureId, { form: '3517AGRSD', zone, value });
  expect(await found(made)).toEqual([]);
});

it('a yearly return says that what it declares excludes the simplified regime', async () => {
  const year = { beginDate: day('2026-01-01'), endDate: day('2026-12-31') };
  const declaring = async (category: VatCategory) => {
    folders += 1;
    const { id } = await createFolder(ctx, undefined, { name: `SIMPLE ${folders}`, vatSystem: 'Simplified' });
    const account = { accountNumber: '607000', label: '', category, rate: '_20' } as const;
    const bought = entry(1, '2026-02-05', '607000 50000, 401000 -50000');
    await storeLedger(db.knex, id, { ...ledger([bought]), accounts: [account] });
    const group = await assistGroup(ctx, id, { procedureType: 'Liquidation', ...year });
    return found({ folderId: id, procedureId: group.procedures[0]?.id ?? 0 });
  };
  expect(await declaring('AUTOLIQ_ACQUI_INTRACOM')).toEqual(['T07 warning EN FN']);
  expect(await declaring('AUTOLIQ_IMPORTATION')).toEqual(['T07 warning EN FN']);
  expect(await declaring('AUTOLIQ_PREST_INTRACOM')).toEqual([]);
});

it('tax that was typed away is missing', async () => {
  const made = await opened([INVOICE]);
  for (const [zone, value] of [
    ['FP', 75],
    ['GP', 15],
  ] as const)
    await setBox(ctx, made.folderId, made.procedureId, { form: '3310CA3', zone, value });
  expect(await found(made)).toEqual([
    expect.stringContaining('224 blocking'),
    'T04 warning GH (4457 4452: 20.00, CA3: 15.00)',
  ]);
});
