/** Controls of the annexes against the register, the VAT returns and the other forms, on the worked example. */
import { expect, it } from 'vitest';
import { liasse } from '../../../../src/services/declarations/sending/contents.ts';
import { subjectOf } from '../../../../src/services/declarations/sending/subject.ts';
import { declaredVat } from '../../../../src/services/declarations/sending/vat-declared.ts';
import type { Declared } from '../../../../src/services/forms/declared.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { testDatabase } from '../../../support/database.ts';
import { END, world } from '../../filing/world.ts';
import { example, TYPED } from './annex-example.ts';

const db = await testDatabase();
const { ctx, declare } = world(db);
const YEAR = { start: '2024-01-01' as PlainDate, end: END };

const DEFINITION = {
  vats: 1,
  category: 'Tva',
  nature: 'Declaration',
  type: 'Liquidation',
  principal_form: '3310CA3',
  identification_form: 'T-IDENTIF',
  annexe: [],
  principal_form_code: '',
  identification_form_code: '',
  annexe_form_codes: [],
  activation_date: '2020-01-01',
  structure_activation_date: '2020-01-01',
  is_agricultural: false,
};

interface Sent {
  readonly begin_date: string;
  readonly end_date: string;
  readonly boxes: object;
  readonly typed?: object;
  readonly status?: string;
}

/** A VAT return as it is stored. */
async function sent(folder_id: number, { begin_date, end_date, boxes, typed = {}, status = 'Sent' }: Sent) {
  const [definition] = await db.knex('vat_procedure_definition').insert(DEFINITION).returning('id');
  const [group] = await db
    .knex('vat_procedure_group')
    .insert({
      folder_id,
      definition_id: definition.id,
      category: 'Tva',
      begin_date,
      end_date,
      document_name: 'TVA',
      form_snapshot: JSON.stringify({ principal: { form: '3310CA3', millesime: 24, formVersion: 1 } }),
      created_at: ctx.clock.now(),
    })
    .returning('id');
  await db.knex('vat_procedure').insert({
    folder_id,
    group_id: group.id,
    status,
    type: 'Manual',
    is_from_assistant: false,
    created_at: ctx.clock.now(),
    computed_boxes: JSON.stringify({ '3310CA3': boxes }),
    typed_boxes: JSON.stringify({ '3310CA3': typed }),
  });
}

const FIRST = { begin_date: '2024-01-01', end_date: '2024-09-30' };
const LAST = { begin_date: '2024-10-01', end_date: '2024-12-31' };

async function found(folderId: number, code: string, forms: Declared = {}): Promise<string[]> {
  await declare(folderId, 'Liasse', END, {
    forms: { ...TYPED, ...forms },
    facts: { capitalPaidAndHeldByPersons: true },
  });
  const { findings } = await liasse(await subjectOf(ctx, { folderId, type: 'Liasse', end: END }));
  return findings.filter((one) => one.code === code).map(({ about, message }) => `${about} ${message.en}`);
}

it('A13: compares VAT with the returns that cover the year, and with no others', async () => {
  const folder = await example(db, ctx);
  await sent(folder, { ...FIRST, boxes: { GH: 20_000, HB: 10_000 } });
  expect(await declaredVat(ctx, folder, YEAR)).toBeUndefined();
  expect(await found(folder, 'A13')).toEqual([]);
  await sent(folder, { ...LAST, boxes: { GH: 1, HB: 1 }, status: 'Draft' });
  expect(await declaredVat(ctx, folder, YEAR)).toBeUndefined();
  await sent(folder, { ...LAST, boxes: { GH: 99, HB: 6_560 }, typed: { GH: 12_000 } });
  expect(await declaredVat(ctx, folder, YEAR)).toEqual({ gross: 32_000n, deducted: 16_560n });
  expect(await found(folder, 'A13')).toEqual([]);
  await db.knex('vat_procedure').where({ folder_id: folder, typed_boxes: '{"3310CA3": {"GH": 12000}}' }).update({
    typed_boxes: '{"3310CA3": {"GH": 12006, "HB": 6550}}',
  });
  expect(await found(folder, 'A13')).toEqual([
    expect.stringContaining('(32000 against 32006, 5 apart at most)'),
    expect.stringContaining('(16560 against 16550, 5 apart at most)'),
  ]);
});

it('A16: the lines of 2059-A are what left 2054 and 2055', { tags: 'long' }, async () => {
  const folder = await example(db, ctx);
  expect(await found(folder, 'A16')).toEqual([]);
  const line = { HA: 'Van', HB: '2022-01-01', HC: 19_000, HE: 10_000, HH: 10_500, HK: 1500 };
  expect(await found(folder, 'A16', { '2059A': { lines: [line] } })).toEqual([
    expect.stringContaining(
      '2059A.HC original value 19000, 2054.RK General total, disposal 20000, exits without an asset 0 (19000 against',
    ),
    expect.stringContaining('(10000 against 11000, 12 apart at most). Retire the asset'),
  ]);
});

it('A17: what was sold without an asset that says so is reported, with what to do', { tags: 'long' }, async () => {
  const folder = await example(db, ctx);
  expect(await found(folder, 'A17')).toEqual([]);
  await db.knex('asset').where({ folder_id: folder }).delete();
  expect(await found(folder, 'A17')).toEqual([
    expect.stringMatching(/^2053 775: 10500 .*taxops asset retirement create/),
  ]);
  const line = { HA: 'Van', HB: '2022-01-01', HC: 20_000, HE: 11_000, HH: 10_500, HK: 1500 };
  expect(await found(folder, 'A17', { '2059A': { lines: [line] } })).toEqual([]);
});

it('A25: a turnover above 152,500 is not nil, and one establishment files no 1330-CVAE', { tags: 'long' }, async () => {
  const folder = await example(db, ctx);
  expect(await found(folder, 'A25')).toEqual([expect.stringContaining('neither KA says')]);
  expect(await found(folder, 'A25', { '2059E': { cells: { DB: 'X', KA: 'X' } } })).toHaveLength(1);
  const cvae = { '2059E': { cells: { KA: 'X' } }, '1330CVAE': { cells: { AB: 10, AC: 60_000 } } };
  expect(await found(folder, 'A25', cvae)).toEqual([
    expect.stringContaining('files no 1330-CVAE, which is not so: 2059E.KA'),
  ]);
});

it('A24: holders have no more than all the shares, and the percentage of what they have', {
  tags: 'long',
}, async () => {
  const folder = await example(db, ctx);
  const holders = (lines: object[], cells: object) => ({ '2059F': { lines, cells } }) as Declared;
  const company = { GA: '732829320 MERLAN SAS', GD: '600', GR: '60' };
  const person = { BA: 'MME MERLAN Anne', BD: '333', BR: '33,3' };
  const all = { GT: '1', GU: '600', GV: '2', GW: '400' };
  expect(await found(folder, 'A24', holders([{ ...company, ...person }], all))).toEqual([]);
  expect(await found(folder, 'A24', holders([company, { ...person, BR: '33,32' }], all))).toEqual([
    '2059F MME MERLAN Anne: the percentage is not that of the shares among all the shares (GU + GW).',
  ]);
  expect(
    await found(folder, 'A24', holders([company, { ...person, BR: '41' }], { ...all, GU: '599', GW: '0' })),
  ).toEqual([
    '2059F The holders have more shares than 2059F.GU says.',
    '2059F The holders have more shares than 2059F.GW says.',
    '2059F The percentages of the holders add up to more than 100.',
    expect.stringContaining('MERLAN SAS'),
    expect.stringContaining('MERLAN Anne'),
  ]);
});
