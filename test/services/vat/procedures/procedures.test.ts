/** Periods with their returns: what is frozen, what may go, what may not overlap. */
import { beforeAll, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { reopenProcedure } from '../../../../src/services/vat/filing/reopen.ts';
import { assistGroup, createGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { createDefinition, listDefinitions } from '../../../../src/services/vat/procedures/definitions.ts';
import { getGroup, listGroups } from '../../../../src/services/vat/procedures/groups.ts';
import { refuseOverlap } from '../../../../src/services/vat/procedures/overlap.ts';
import {
  deleteProcedure,
  existingReturns,
  getProcedure,
  procedureTemplates,
} from '../../../../src/services/vat/procedures/procedures.ts';
import { formNames } from '../../../../src/services/vat/procedures/seeds.ts';
import { hasSentReturn } from '../../../../src/services/vat/procedures/sent-returns.ts';
import { PROCEDURE_STATUSES } from '../../../../src/services/vat/procedures/store.ts';
import {
  createTemplate,
  getTemplate,
  listTemplates,
  readFormDays,
  servingAmong,
  updateTemplate,
} from '../../../../src/services/vat/procedures/templates.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
const month = (text: string) => ({ beginDate: day(`${text}-01`), endDate: day(`${text}-28`) });
let folderId = 0;
beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'MiniReal' })).id;
});

const open = (text: string) => assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...month(text) });
const setStatus = (id: number, status: string) =>
  db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ status });

it('a rejected return is not opened again beside the one that took its place', async () => {
  const [first] = (await open('2031-03')).procedures;
  const refund = {
    folder_id: folderId,
    group_id: first?.groupId,
    form: '3519',
    type: 'Manual',
    status: 'Rejected',
    is_from_assistant: false,
  };
  const insert = () =>
    db
      .knex('vat_procedure')
      .insert({ ...refund, created_at: ctx.clock.now() })
      .returning('id');
  const [asked] = await insert();
  await setStatus(first?.id ?? 0, 'Rejected');
  const second = await open('2031-03');
  const reopen = (id = 0) => reopenProcedure(ctx, folderId, id);
  const form = (code: string) => ({ code: 'PeriodAlreadyDeclared', params: { form: code } });
  await expect(reopen(first?.id)).rejects.toMatchObject(form('3310CA3'));
  await deleteProcedure(ctx, folderId, second.procedures[0]?.id ?? 0);
  expect(await reopen(first?.id)).toMatchObject({ status: 'Draft' });
  const [again] = await insert();
  expect(await reopen(asked?.id)).toMatchObject({ status: 'Draft' });
  await expect(reopen(again?.id)).rejects.toMatchObject(form('3519'));
});

it('a day is declared once by a form, in a folder; next to it, and by another form, is free', async () => {
  await open('2032-03');
  const refused = (beginDate: string, endDate: string, more: { form?: string; folder?: number } = {}) => {
    const { form = '3310CA3', folder = folderId } = more;
    const declared = { form, beginDate: day(beginDate), endDate: day(endDate), depositNumber: null };
    return refuseOverlap(db.knex as never, folder, declared).then(
      () => false,
      ({ code }) => code === 'PeriodAlreadyDeclared',
    );
  };
  expect(await refused('2032-02-01', '2032-02-29')).toBe(false);
  expect(await refused('2032-02-01', '2032-03-01')).toBe(true);
  expect(await refused('2032-03-28', '2032-04-30')).toBe(true);
  expect(await refused('2032-03-29', '2032-04-30')).toBe(false);
  expect(await refused('2032-03-01', '2032-03-28', { form: '3517SCA12' })).toBe(false);
  const { id: folder } = await createFolder(ctx, undefined, { name: 'BETA', vatSystem: 'MiniReal' });
  expect(await refused('2032-03-01', '2032-03-28', { folder })).toBe(false);
});

it('every form has a template for each of its years, and every definition its forms', async () => {
  const [templates, definitions] = [await listTemplates(ctx), await listDefinitions(ctx)];
  const forms = new Set(templates.map(({ form }) => form));
  expect([...forms].sort()).toEqual([...formNames().keys()].sort());
  expect(
    definitions.flatMap(({ principalFormCode, annexeFormCodes }) => [principalFormCode, ...annexeFormCodes]),
  ).toEqual(
    expect.arrayContaining(['3310CA3', '3519', '3517SCA12', '3517AGRSD', '3514', '3515SD', '3525BIS', '3517DDR']),
  );
  expect(definitions.every(({ principalFormCode }) => forms.has(principalFormCode))).toBe(true);
});

/** A new one as the program's first, without end. */
const oneDefinition = async () => {
  const [first] = await listDefinitions(ctx);
  if (!first) throw new Error('no definition comes with the program');
  const { id: _, seed: __, structureActivationDate: ___, ...rest } = first;
  return { ...rest, expirationDate: null };
};

it.each([
  [{}, ['3310CA3', '3514', '3515SD', '3517AGRSD', '3517SCA12', '3519', '3525BIS']],
  [{ nature: 'Declaration', isAgricultural: true }, ['3517AGRSD', '3525BIS']],
  [{ nature: 'Declaration', isAgricultural: false }, ['3310CA3', '3514', '3515SD', '3517SCA12']],
  [{ nature: 'Remboursement' }, ['3519']],
  [{ type: 'Deposit', vatSystemId: 3 }, ['3514']],
] as const)('the definitions of %j are those of %j', async (filter, forms) => {
  const found = (await listDefinitions(ctx, filter)).map(({ principalFormCode }) => principalFormCode);
  expect([...new Set(found)].sort()).toEqual(forms);
});

it('activeOnly looks at the window, open where a day is left out, and at today without one', async () => {
  const past = { ...(await oneDefinition()), activationDate: day('2020-01-01') };
  const { id } = await createDefinition(ctx, { ...past, expirationDate: day('2020-12-31') });
  const future = await createDefinition(ctx, { ...past, activationDate: day('2031-01-01') });
  const among = async (filter: object) =>
    (await listDefinitions(ctx, { activeOnly: true, ...filter })).filter((one) => [id, future.id].includes(one.id));
  expect(await among({})).toEqual([]);
  expect((await among({ endDate: day('2020-06-30') })).map((one) => one.id)).toEqual([id]);
  expect((await among({ beginDate: day('2030-01-01') })).map((one) => one.id)).toEqual([future.id]);
  const forms = async (filter: object) =>
    (await listTemplates(ctx, { activeOnly: true, ...filter })).map(({ form, millesime }) => `${form} ${millesime}`);
  expect(await forms({ endDate: day('2022-12-31') })).toEqual(expect.arrayContaining(['3310CA3 21', '3310CA3 22']));
  for (const list of [listDefinitions, listTemplates])
    await expect(list(ctx, { beginDate: day('2024-02-01'), endDate: day('2024-01-01') })).rejects.toMatchObject({
      code: 'PeriodInvalid',
    });
});

it('today is the day in Paris', async () => {
  const eve = testContext(db, { clock: { now: () => '2020-12-31T23:30:00.000Z' } });
  const { id } = await createDefinition(ctx, { ...(await oneDefinition()), activationDate: day('2021-01-01') });
  expect((await listDefinitions(eve, { activeOnly: true })).map((one) => one.id)).toContain(id);
});

it('a form of which no box is known is listed, and never filed', async () => {
  const tic = (await listTemplates(ctx)).filter(({ form }) => form === '3310TIC');
  expect(tic.map(({ content }) => content)).toEqual(Array(6).fill('{"Rows":[]}'));
  const definition = {
    vats: 3,
    category: 'TVA',
    nature: 'Declaration',
    type: 'Appendix',
    principalForm: '3310-TIC',
    principalFormCode: '3310TIC',
    identificationForm: 'T-IDENTIF',
    identificationFormCode: 'T-IDENTIF',
    activationDate: day('2021-01-01'),
    expirationDate: null,
    isAgricultural: false,
  } as const;
  const { id } = await createDefinition(ctx, { ...definition, annexe: [] });
  const group = { documentName: 'TIC', procedureDefinitionId: id, category: 'Tva', ...month('2024-05') };
  await expect(createGroup(ctx, folderId, group)).rejects.toMatchObject({ code: 'NotSupportedProcedureType' });
  const procedureId = (await open('2024-05')).procedures[0]?.id ?? 0;
  const box = { form: '3310TIC', zone: 'CA', value: 1 };
  await expect(setBox(ctx, folderId, procedureId, box)).rejects.toMatchObject({ code: 'BoxUnknown' });
});

it('the forms of a return are the newest that serve the end of its period, and stay', async () => {
  const group = await open('2025-02');
  expect(group.formSnapshot.principal).toEqual({ form: '3310CA3', millesime: 25, formVersion: 1 });
  expect((await open('2031-02')).formSnapshot.principal.millesime).toBe(26);
  const [procedure] = group.procedures;
  const [principal] = await procedureTemplates(ctx, folderId, { procedureId: procedure?.id ?? 0 });
  const before = await getTemplate(ctx, principal?.id ?? 0);
  const after = await updateTemplate(ctx, before.id, { ...before, name: '3310-CA3 corrigé' });
  expect(after).toMatchObject({ name: '3310-CA3 corrigé', millesime: 25, formVersion: 2 });
  expect(await getTemplate(ctx, before.id)).toEqual(before);
  const frozen = await procedureTemplates(ctx, folderId, { procedureId: procedure?.id ?? 0 });
  expect(frozen.map(({ id }) => id)).toContain(before.id);
  expect(frozen.map(({ id }) => id)).not.toContain(after.id);
  expect((await open('2025-03')).formSnapshot.principal.formVersion).toBe(2);
});

it('a new year of a form serves from its own day, and drafts of it serve nothing', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'GAMMA' });
  const of = async (beginDate: string, endDate: string) =>
    (await assistGroup(ctx, id, { procedureType: 'Deposit', beginDate: day(beginDate), endDate: day(endDate) }))
      .formSnapshot.principal;
  const year = {
    name: '3515-SD 27',
    periodBeginDate: day('2027-01-01'),
    periodEndDate: null,
    formActivationDate: day('2027-02-01'),
    content: '{"Rows": [{"Zone": "BC"}]}',
    type: 'Web',
    isDraft: false,
  } as const;
  expect(await createTemplate(ctx, year)).toMatchObject({ form: '3515SD', millesime: 27, formVersion: 1 });
  expect(await createTemplate(ctx, { ...year, isDraft: true })).toMatchObject({ formVersion: 2 });
  expect(await of('2027-01-01', '2027-01-31')).toEqual({ form: '3515SD', millesime: 26, formVersion: 1 });
  expect(await of('2027-02-01', '2027-02-28')).toEqual({ form: '3515SD', millesime: 27, formVersion: 1 });
});

it('a template that no return uses changes in place', async () => {
  const [template] = (await listTemplates(ctx)).filter(({ form, millesime }) => form === '3514' && millesime === 21);
  if (!template) throw new Error('no template of 3514');
  const after = await updateTemplate(ctx, template.id, { ...template, periodEndDate: day('2021-12-31') });
  expect(after).toEqual({ ...template, periodEndDate: '2021-12-31', expired: true });
  const known = await readFormDays(db.knex);
  const serving = (endDate: string) => servingAmong(known, ['3514'], day(endDate)).map(({ millesime }) => millesime);
  expect([serving('2021-12-31'), serving('2022-01-01')]).toEqual([[21], [22]]);
  const onItsLastDay = testContext(db, { clock: { now: () => '2021-12-31T10:00:00.000Z' } });
  expect(await getTemplate(onItsLastDay, template.id)).toMatchObject({ expired: false });
  // It would serve no period, and say nothing.
  const backwards = { ...template, periodEndDate: day('2020-12-31') };
  await expect(updateTemplate(ctx, template.id, backwards)).rejects.toMatchObject({ code: 'PeriodInvalid' });
  await expect(createTemplate(ctx, { ...backwards, formVersion: 9 })).rejects.toMatchObject({ code: 'PeriodInvalid' });
});

it('an instalment is opened once, by hand or with the assistant, whatever its number; those of a year side by side', async () => {
  const folder = (await createFolder(ctx, undefined, { name: 'GAMMA', vatSystem: 'Simplified' })).id;
  const [definition] = (await listDefinitions(ctx)).filter(({ principalFormCode }) => principalFormCode === '3514');
  const days = (begin: string, end: string) => ({ beginDate: day(`2026-${begin}`), endDate: day(`2026-${end}`) });
  const assisted = (period: ReturnType<typeof days>, depositNumber: number) =>
    assistGroup(ctx, folder, { procedureType: 'Deposit', form: '3514', ...period, depositNumber });
  const [year, july, december] = [days('01-01', '12-31'), days('07-01', '07-31'), days('12-01', '12-31')];
  const byHand = { documentName: '3514', procedureDefinitionId: definition?.id ?? 0, category: 'AcompteCA12' };
  const refused = { code: 'PeriodAlreadyDeclared', params: { form: '3514' } };
  await assisted(year, 1);
  await expect(createGroup(ctx, folder, { ...byHand, ...july })).rejects.toMatchObject(refused);
  await assisted(december, 2);
  await expect(assisted(december, 1)).rejects.toMatchObject(refused);
  await expect(createGroup(ctx, folder, { ...byHand, ...december })).rejects.toMatchObject(refused);
  await expect(assisted(year, 2)).rejects.toMatchObject(refused);
});

it('two openings of one period at once: one is refused', async () => {
  const both = await Promise.allSettled([open('2025-05'), open('2025-05')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'PeriodAlreadyDeclared' } });
});

eachOf(PROCEDURE_STATUSES, 2)('a return goes as a draft or when it was rejected: %s', async (status) => {
  const text = `2026-${String(PROCEDURE_STATUSES.indexOf(status) + 1).padStart(2, '0')}`;
  const id = (await open(text)).procedures[0]?.id ?? 0;
  await setStatus(id, status);
  expect(await hasSentReturn(db.knex, folderId)).toBe(['Sent', 'Transmitted', 'Accepted'].includes(status));
  const going = deleteProcedure(ctx, folderId, id);
  if (status === 'Draft' || status === 'Rejected') await going;
  else {
    await expect(going).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus', params: { status } });
    expect(await getProcedure(ctx, folderId, id)).toMatchObject({ id, status });
  }
  await setStatus(id, 'Cancelled');
});

it('what is rejected or cancelled lets its period be declared again, and is no draft nor sent', async () => {
  for (const status of ['Rejected', 'Cancelled']) {
    const group = await open('2027-02');
    await setStatus(group.procedures[0]?.id ?? 0, status);
  }
  const query = { startDate: day('2027-02-10'), endDate: day('2027-02-10'), forms: ['3310CA3', '3519'] };
  expect(await existingReturns(ctx, folderId, query)).toEqual({ draftForms: [], sentForms: [] });
  const { procedures } = await open('2027-02');
  expect(await existingReturns(ctx, folderId, query)).toEqual({ draftForms: ['3310CA3'], sentForms: [] });
  await setStatus(procedures[0]?.id ?? 0, 'Sent');
  expect(await existingReturns(ctx, folderId, query)).toEqual({ draftForms: [], sentForms: ['3310CA3'] });
});

eachOf(PROCEDURE_STATUSES, 2)('a box is typed on a draft only: %s', async (status) => {
  const text = `2029-${String(PROCEDURE_STATUSES.indexOf(status) + 1).padStart(2, '0')}`;
  const id = (await open(text)).procedures[0]?.id ?? 0;
  await setStatus(id, status);
  const typing = setBox(ctx, folderId, id, { form: '3310CA3', zone: 'HC', value: '120' });
  if (status === 'Draft') expect(await typing).toMatchObject({ typedBoxes: { '3310CA3': { HC: 120 } } });
  else await expect(typing).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus', params: { status } });
});

it('a box that is emptied leaves nothing behind', async () => {
  const id = (await open('2030-02')).procedures[0]?.id ?? 0;
  const box = { form: '3310CA3', zone: 'HB' };
  const typed = await setBox(ctx, folderId, id, { ...box, value: 12 });
  expect(typed.boxes).toEqual({ '3310CA3': { HB: 12, HG: 12, JA: 12, JC: 12 } });
  expect(await setBox(ctx, folderId, id, box)).toMatchObject({ boxes: { '3310CA3': { KF: 'X' } }, typedBoxes: {} });
});

it('typed boxes stand over computed ones', async () => {
  const { procedures, id: groupId } = await open('2028-02');
  await db
    .knex('vat_procedure')
    .where({ folder_id: folderId, id: procedures[0]?.id })
    .update({
      computed_boxes: { '3310CA3': { CA: 100, FP: 100, KA: 20, KE: 15 } },
      typed_boxes: { '3310CA3': { CA: 200 }, '3310A': { KA: 3 } },
    });
  const [procedure] = (await getGroup(ctx, folderId, groupId)).procedures;
  expect(procedure).toMatchObject({ declaredAmount: 2000n, paidAmount: 1500n });
  expect(procedure?.boxes).toEqual({ '3310CA3': { CA: 200, FP: 100, KA: 20, KE: 15 }, '3310A': { KA: 3 } });
});

it('a group by hand holds one Manual return; another folder has none of them', async () => {
  const other = await createFolder(ctx, undefined, { name: 'BETA' });
  const group = await createGroup(ctx, other.id, {
    documentName: 'CA12 2025',
    procedureDefinitionId: 3,
    category: 'Tva',
    beginDate: day('2025-01-01'),
    endDate: day('2025-12-31'),
  });
  expect(group).toMatchObject({ formType: 'Liquidation', periodType: 'Yearly', procedures: [{ type: 'Manual' }] });
  expect(await listGroups(ctx, other.id)).toHaveLength(1);
  await expect(getProcedure(ctx, folderId, group.procedures[0]?.id ?? 0)).rejects.toMatchObject({
    code: 'ProcedureNotFound',
  });
});
