/** Bad input about returns: refused by name, and nothing of it is written. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { closeReturn } from '../../../../src/services/vat/procedures/closing.ts';
import { assistGroup, createGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { createDefinition } from '../../../../src/services/vat/procedures/definitions.ts';
import { followUp } from '../../../../src/services/vat/procedures/follow-up.ts';
import { deleteGroup, listGroups } from '../../../../src/services/vat/procedures/groups.ts';
import { keptPdf, makePdf } from '../../../../src/services/vat/procedures/return-pdf.ts';
import { createTemplate, getTemplate, listTemplates } from '../../../../src/services/vat/procedures/templates.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { pdfPages } from '../../../support/pdf.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let folders = 0;

interface World {
  readonly folderId: number;
  /** A CA3 of March 2025 with a credit of 900. */
  readonly id: number;
}

async function world(): Promise<World> {
  folders += 1;
  const { id: folderId } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  await db.knex('exercise').insert({ folder_id: folderId, start_date: '2025-01-01', end_date: '2025-12-31' });
  const id = await open({ folderId, id: 0 }, '2025-03-01', '2025-03-31');
  await setBox(ctx, folderId, id, { form: '3310CA3', zone: 'HB', value: 900 });
  return { folderId, id };
}

async function open({ folderId }: World, beginDate: string, endDate: string): Promise<number> {
  const period = { beginDate: day(beginDate), endDate: day(endDate) };
  return (await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period })).procedures[0]?.id ?? 0;
}

const box = ({ folderId, id }: World, form: string, zone: string, value: unknown) =>
  setBox(ctx, folderId, id, { form, zone, value: value as never });
const ask = ({ folderId, id }: World, amount: bigint) => followUp(ctx, folderId, id, { amount });

it('a refund of which the return cannot be made is not asked on the CA3 either', async () => {
  const one = await world();
  await db.knex.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
    create trigger refuse before insert on vat_procedure for each row when (new.form = '3519') execute function refuse()`);
  await expect(ask(one, 80_000n)).rejects.toThrow('full');
  await db.knex.raw('drop trigger refuse on vat_procedure; drop function refuse');
  const { refund } = await db.knex('vat_procedure').where({ folder_id: one.folderId, id: one.id }).first();
  expect(refund).toBeNull();
  await ask(one, 80_000n);
});

const DEFINITION = {
  vats: 3,
  category: 'TVA',
  nature: 'Declaration',
  type: 'Appendix',
  principalForm: 'Inconnu',
  principalFormCode: 'ABC',
  identificationForm: 'T-IDENTIF',
  identificationFormCode: 'T-IDENTIF',
  activationDate: day('2021-01-01'),
  expirationDate: null,
  isAgricultural: false,
} as const;

async function withoutForm({ folderId }: World) {
  const { id: procedureDefinitionId } = await createDefinition(ctx, { ...DEFINITION, annexe: [] });
  const period = { beginDate: day('2025-05-01'), endDate: day('2025-05-31') };
  return createGroup(ctx, folderId, { documentName: 'ABC', procedureDefinitionId, category: 'Tva', ...period });
}

async function unknownZone() {
  const [template] = (await listTemplates(ctx)).filter(({ form }) => form === '3514');
  const before = await getTemplate(ctx, template?.id ?? 0);
  return createTemplate(ctx, { ...before, formVersion: undefined, content: '{"Rows": [{"Zone": "ZZ"}]}' });
}

async function askedAndSent(one: World) {
  const refund = await ask(one, 80_000n);
  await setSentDate(ctx, one.folderId, refund, day('2025-04-19'));
  return ask(one, 80_000n);
}

const REFUSED: readonly (readonly [string, string, (one: World) => Promise<unknown>])[] = [
  ['a period of 13 months', 'PeriodTooLong', (one) => open(one, '2025-04-01', '2026-04-30')],
  ['a period before the folder', 'PeriodInvalid', (one) => open(one, '2024-11-01', '2024-11-30')],
  ['a period that ends before it starts', 'PeriodInvalid', (one) => open(one, '2025-06-30', '2025-06-01')],
  ['overlapping forms', 'PeriodAlreadyDeclared', (one) => open(one, '2025-03-31', '2025-04-30')],
  ['a box of another form', 'BoxUnknown', (one) => box(one, '3517SCA12', 'EW', 1)],
  ['a box that no form has', 'BoxUnknown', (one) => box(one, '3310CA3', 'ZZ', 1)],
  ['decimals in a box', 'AmountNotWhole', (one) => box(one, '3310CA3', 'CA', '12.50')],
  ['a total typed', 'BoxIsComputed', (one) => box(one, '3310CA3', 'GH', 1)],
  ['a result typed', 'BoxIsComputed', (one) => box(one, '3310CA3', 'KE', 1)],
  ['a refund above the credit', 'RefundInvalid', (one) => ask(one, 90_100n)],
  ['a refund under the minimum', 'RefundInvalid', (one) => ask(one, 75_900n)],
  ['a refund with cents', 'AmountNotWhole', (one) => ask(one, 80_050n)],
  ['a refund of nothing', 'RefundInvalid', (one) => ask(one, 0n)],
  ['a template with an unknown zone', 'BoxUnknown', unknownZone],
  ['the group of a return deleted', 'ProcedureGroupNotEmpty', groupDeleted],
  ['the closing entry of a draft', 'ClosingEntryNotAllowed', ({ folderId, id }) => close(folderId, id)],
];

const close = (folderId: number, procedureId: number) => closeReturn(ctx, folderId, { procedureId, dryRun: false });

async function groupDeleted({ folderId }: World) {
  const [group] = await listGroups(ctx, folderId);
  return deleteGroup(ctx, folderId, group?.id ?? 0);
}

it('why a period is refused is said in words, with the return that stands in its way', async () => {
  const one = await world();
  const early = await open(one, '2024-11-01', '2024-11-30').catch((error) => error);
  expect(early.text('en')).toBe(
    'A period cannot be used: from 2024-11-01 to 2024-11-30 it is before 2025-01-01, the first day of the first exercise.',
  );
  expect(early.text('fr')).toMatch(/elle précède le .*2025.*, premier jour du premier exercice\.$/);
  const twice = await open(one, '2025-03-01', '2025-03-31').catch((error) => error);
  const command = `taxops vat procedure delete ${one.id} --folder ${one.folderId}`;
  expect([twice.hint('en'), twice.hint('fr')]).toEqual([
    expect.stringContaining(command),
    expect.stringContaining(command),
  ]);
});

const TABLES = ['vat_procedure', 'vat_procedure_group', 'vat_share', 'entry', 'account'];

/** All that is written of the folder, and the templates. */
async function written({ folderId }: World): Promise<string> {
  const rows = [];
  for (const table of TABLES) rows.push(await db.knex(table).where({ folder_id: folderId }).orderByRaw('1, 2, 3'));
  rows.push(await db.knex('vat_form_template').orderBy('id'));
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

it.each(REFUSED)('%s is refused: %s', async (_, code, act) => {
  const one = await world();
  await listTemplates(ctx);
  const before = await written(one);
  await expect(act(one)).rejects.toMatchObject({ code });
  expect(await written(one)).toBe(before);
});

it.each([
  ['a definition of a form without boxes', 'NotSupportedProcedureType', withoutForm],
  ['a refund asked again once it is sent', 'PeriodAlreadyDeclared', askedAndSent],
])('%s is refused: %s', async (_, code, act) => {
  const one = await world();
  await expect(act(one)).rejects.toMatchObject({ code });
  const groups = await listGroups(ctx, one.folderId);
  expect(groups.map(({ beginDate }) => beginDate)).toEqual(['2025-03-01']);
});

it('pages that hold a script are drawn without it', async () => {
  const { folderId, id } = await world();
  const wishes = { headerFooterEnableOnCover: false, htmlFiles: ['<script>alert(1)</script><p>Note</p>'] };
  await makePdf(ctx, folderId, id, wishes);
  const { content } = await keptPdf(ctx, folderId, id);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const text = pdfPages(Buffer.concat(chunks)).flat().join('\n');
  expect(text).toContain('Note');
  expect(text).not.toContain('alert');
});
