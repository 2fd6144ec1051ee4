import * as z from 'zod';
import { foldedText } from '../../services/kernel/folded-text.ts';
import { type Instant, parisDay } from '../../services/kernel/paris-time.ts';
import { chartAt } from '../../services/ledger/chart.ts';
import { day } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { text } from '../operation/outputs.ts';

const ChartAccountShape = z
  .object({
    Number: text('Numéro'),
    Label: text('Libellé'),
    System: text('Système').describe('Accounting system that asks for it'),
  })
  .meta({ id: 'ChartAccount' });

export const accountChart = defineOperation({
  id: 'account.chart',
  summary: { en: 'Show the general chart of accounts (PCG)', fr: 'Montrer le plan comptable général' },
  description: 'The chart changed for exercises opened from 1 January 2025: the opening day tells which one applies.',
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/accounting/chart-of-accounts' },
  cli: {
    examples: ['taxops account chart --account 445', 'taxops account chart --opening 2024-01-01 --search cession'],
  },
  query: z.object({
    opening: day().optional().describe('Opening day of the exercise; today unless given'),
    account: z.string().max(10).optional().describe('Beginning of the number'),
    search: z.string().max(100).optional().describe('Part of the label'),
  }),
  output: z.array(ChartAccountShape),
  run: async (ctx, { opening, account = '', search = '' }) =>
    [...chartAt(opening ?? parisDay(ctx.clock.now() as Instant)).values()].filter(
      ({ number, label }) => number.startsWith(account) && foldedText(label).includes(foldedText(search)),
    ),
});
