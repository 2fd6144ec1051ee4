import * as z from 'zod';
import { periodsOf } from '../../services/declarations/obligations.ts';
import { parisDayText } from '../../services/kernel/paris-time.ts';
import { declarationOperation } from './declaration-operation.ts';
import { instantDay, refuseReversed } from './fields.ts';

export const dateList = declarationOperation({
  id: 'declaration.date.list',
  ref: 'A14',
  summary: { en: 'List the declaration periods of a window', fr: 'Lister les périodes de déclaration d’une fenêtre' },
  description:
    'One pair of start and end per period that meets the window: exercises for the liasse, quarters for the advances.',
  http: { method: 'GET', path: '/declaration-dates' },
  cli: { examples: ['taxops declaration date list --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'] },
  query: z.object({ StartDate: instantDay(), EndDate: instantDay() }),
  output: z.array(z.array(z.string().meta({ format: 'date-time' }))),
  view: function* (pairs) {
    const rows = pairs.map(([start = '', end = '']) => [start, end]);
    yield {
      kind: 'table',
      columns: [
        { name: 'StartDate', fr: 'Début' },
        { name: 'EndDate', fr: 'Fin' },
      ],
      rows,
    };
  },
  run: async (ctx, { folderId, StartDate: start, EndDate: end }) => {
    refuseReversed(start, end, 'EndDate');
    const periods = await periodsOf(ctx, folderId, { start, end });
    return periods.map((period) => [parisDayText(period.start), parisDayText(period.end)]);
  },
});
