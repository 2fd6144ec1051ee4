import * as z from 'zod';
import { type CellOrigin, ORIGINS } from '../../services/declarations/returns/annexes/explain.ts';
import { explainLiasseCell } from '../../services/declarations/sending/explain.ts';
import type { Block } from '../operation/operation.ts';
import { choice, euros, maybe, text } from '../operation/outputs.ts';
import { computed } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { instantDay } from './fields.ts';

const written = (value: bigint | string | undefined): string | undefined =>
  value === undefined ? value : String(value);

export const Explanation = z.object({
  Form: text('Formulaire'),
  Cell: text('Case'),
  Label: text('Libellé'),
  Value: computed(maybe(text('Valeur')), ({ value }: CellOrigin) => written(value)),
  Origin: choice(ORIGINS, 'Origine'),
  Formula: maybe(text('Formule')),
  Operands: z.array(
    z.object({
      Cell: text('Case'),
      Value: computed(maybe(text('Valeur')), ({ value }: CellOrigin['operands'][number]) => written(value)),
    }),
  ),
  Parts: z.array(
    z.object({
      Kind: choice(['account', 'asset', 'lastYear', 'loan', 'rounding'], 'Nature'),
      Name: text('N°'),
      Label: text('Libellé'),
      Amount: euros('Montant'),
    }),
  ),
});

export const formAndCell = () =>
  z.string().regex(/^\d{4}[A-Za-z]*\.[A-Za-z]{2}$/, 'form and cell: 2054.KS; what a code means: taxops explain');

export const declarationExplain = declarationOperation({
  id: 'declaration.explain',
  summary: { en: 'Say where a cell of the liasse comes from', fr: 'Dire d’où vient une case de la liasse' },
  description:
    'Typed, carried from the year before, read from accounts or assets, or computed from other cells: each account and asset with its amount, each cell of the formula with its value. As the liasse would be built now.',
  http: { method: 'GET', path: '/explanations/{cell}' },
  cli: {
    args: ['cell'],
    examples: ['taxops declaration explain 2054.KS --folder 12 --end-date 2025-12-31'],
  },
  params: { cell: formAndCell().describe('2054.KS') },
  query: z.object({ endDate: instantDay() }),
  output: Explanation,
  view: explanationView,
  errors: ['PeriodUnknown', 'ValuesMissing', 'CellNotThere'],
  run: (ctx, { folderId, cell, endDate: end }) => explainLiasseCell(ctx, { folderId, end }, cell),
});

export function* explanationView({
  Form,
  Cell,
  Label,
  Value,
  Origin,
  Formula,
  Operands,
  Parts,
}: z.output<typeof Explanation>): Generator<Block> {
  yield {
    kind: 'text',
    text: `${Form}.${Cell}  ${Label}  ${Value ?? '-'}  ${Origin}${Formula ? `  = ${Formula}` : ''}`,
  };
  if (Operands.length > 0)
    yield {
      kind: 'table',
      columns: [{ name: 'Cell' }, { name: 'Value', type: 'amount' }],
      rows: Operands.map((operand) => [operand.Cell, operand.Value]),
    };
  if (Parts.length > 0)
    yield {
      kind: 'table',
      columns: [{ name: 'Kind' }, { name: 'Name' }, { name: 'Label' }, { name: 'Amount', type: 'amount' }],
      rows: Parts.map((part) => [part.Kind, part.Name, part.Label, part.Amount]),
    };
}
