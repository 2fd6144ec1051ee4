import { describe, expect, it } from 'vitest';
import {
  createChart,
  createChartAccount,
  getChartAccount,
  linkFolder,
  listChartAccounts,
  listCharts,
  ownerOfChart,
} from '../../../src/services/charts/charts.ts';
import { createCompany } from '../../../src/services/folders/companies.ts';
import { createFolder, getFolder } from '../../../src/services/folders/folders.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const firm = await createCompany(ctx, { name: 'Cabinet Alpha' });
const rival = await createCompany(ctx, { name: 'Cabinet Bêta' });
const folder = await createFolder(ctx, firm.id, { name: 'ALPHA' });
const base = await createChart(ctx, { companyId: firm.id, name: 'Plan' });
const extended = await createChart(ctx, { companyId: firm.id, chartOfAccountId: base.id, name: 'Plan' });
const foreign = await createChart(ctx, { companyId: rival.id, name: 'Plan' });
const onBase = { kind: 'chart', chartId: base.id } as const;
const onExtended = { kind: 'extendedChart', chartId: extended.id } as const;

describe('charts', () => {
  it('belong to one firm, each kind under its own name', async () => {
    expect(await ownerOfChart(ctx, 'chart', base.id)).toBe(firm.id);
    expect(await ownerOfChart(ctx, 'extendedChart', base.id)).toBeUndefined();
    expect((await listCharts(ctx, 'extendedChart')).map(({ id }) => id)).toEqual([extended.id]);
    const user = { kind: 'user', userId: 'u', clientId: 'c', companyId: rival.id } as const;
    const stranger = { ...ctx, actor: { ...user, folders: new Set<number>(), rights: new Set(['read'] as const) } };
    expect((await listCharts(stranger, 'chart')).map(({ id }) => id)).toEqual([foreign.id]);
  });

  it('extend only a chart of the same firm', async () => {
    const extending = (chartOfAccountId: number) =>
      createChart(ctx, { companyId: firm.id, chartOfAccountId, name: 'X' });
    await expect(extending(foreign.id)).rejects.toMatchObject({ code: 'ChartNotFound' });
    await expect(extending(extended.id)).rejects.toMatchObject({ code: 'ChartNotFound' });
  });

  it('that extend another have its accounts and theirs, no number twice', async () => {
    const [sales] = [await createChartAccount(ctx, onBase, { number: '70', label: 'Ventes' })];
    const works = await createChartAccount(ctx, onExtended, { number: '704', label: 'Travaux' });
    expect((await listChartAccounts(ctx, onExtended)).map(({ id }) => id)).toEqual([sales.id, works.id]);
    expect((await listChartAccounts(ctx, onBase)).map(({ id }) => id)).toEqual([sales.id]);
    await expect(createChartAccount(ctx, onExtended, { number: '70', label: 'X' })).rejects.toMatchObject({
      code: 'ChartAccountNumberTaken',
    });
    await expect(getChartAccount(ctx, onBase, works.id)).rejects.toMatchObject({ code: 'ChartAccountNotFound' });
  });

  it('are followed by the folders of their firm, one at a time', async () => {
    expect(await linkFolder(ctx, onExtended, folder.id)).toEqual({
      folderId: folder.id,
      chartId: base.id,
      extendedChartId: extended.id,
    });
    expect(await linkFolder(ctx, onBase, folder.id)).toMatchObject({ chartId: base.id, extendedChartId: null });
    expect((await getFolder(ctx, folder.id)).chartId).toBe(base.id);
    const toForeign = linkFolder(ctx, { kind: 'chart', chartId: foreign.id }, folder.id);
    await expect(toForeign).rejects.toMatchObject({ code: 'ChartNotFound' });
  });
});
