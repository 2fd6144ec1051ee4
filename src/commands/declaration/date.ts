import * as z from 'zod';
import { periodsOf } from '../../services/declarations/obligations.ts';
import { parisMidnight } from '../../services/kernel/paris-time.ts';
import { defineOperation } from '../operation/operation.ts';
import { FolderPath, instantDay, refuseReversed } from './fields.ts';

export const dateList = defineOperation({
  id: 'declaration.date.list',
  ref: 'A14',
  summary: { en: 'List the declaration periods of a window', fr: 'Lister les périodes de déclaration d’une fenêtre' },
  description:
    'One pair of start and end per period that meets the window: exercises for the liasse, quarters for the advances.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/tax-declarations/accounting-folders/{accountingFolderId}/declaration-dates' },
  cli: { examples: ['taxops declaration date list --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'] },
  params: FolderPath,
  query: z.object({ StartDate: instantDay(), EndDate: instantDay() }),
  output: z.array(z.array(z.string().meta({ format: 'date-time' }))),
  errors: ['FolderNotFound'],
  view: function* (pairs) {
    const rows = pairs.map(([start = '', end = '']) => [start, end]);
    yield { kind: 'table', columns: [{ name: 'StartDate' }, { name: 'EndDate' }], rows };
  },
  run: async (ctx, { accountingFolderId, StartDate: start, EndDate: end }) => {
    refuseReversed(start, end, 'EndDate');
    const periods = await periodsOf(ctx, accountingFolderId, { start, end });
    return periods.map((period) => [parisMidnight(period.start), parisMidnight(period.end)]);
  },
});
