import * as z from 'zod';
import { FRAMING_GRIDS, STALE_REASONS } from '../../../services/vat/framing/cell-store.ts';
import { listCells, setCell, unsetCell } from '../../../services/vat/framing/cells.ts';
import { amount, day, identifier, line } from '../../operation/fields.ts';
import { choice, date, euros, maybe, moment, text } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';

const http = { path: '/procedures/{procedureId}/framing-cells' } as const;
const params = { procedureId: identifier().describe('VAT return') };
const grid = () => z.enum(FRAMING_GRIDS).describe('Grid by rate, or by account balance');
const startDate = () => day().optional().describe('First day of the grid; that of the return unless given');
const rowIdentifier = () => line(200).describe('As the grid gives it, such as "Due _20 VT_PREST 706000"');
const columnIdentifier = () => line(40).describe('As the grid gives it, such as Base');

const Cell = z.object({
  Grid: choice(FRAMING_GRIDS, 'Cadrage'),
  StartDate: date('Du'),
  RowIdentifier: from('rowId', text('Ligne')),
  ColumnIdentifier: from('columnId', text('Colonne')),
  Amount: from('typedCents', euros('Saisi')),
  ComputedAmount: from('computedCents', euros('Calculé à la saisie')),
  CurrentAmount: from('currentCents', maybe(euros('Calculé'))),
  StaleReason: maybe(choice(STALE_REASONS, 'Périmé')),
  Comment: text('Justification'),
  TypedAt: moment('Saisi le'),
  TypedBy: maybe(text('Par')),
});
const columns = ['RowIdentifier', 'ColumnIdentifier', 'Amount', 'ComputedAmount', 'CurrentAmount', 'Comment'];

export const vatFormFramingCellList = vatOperation({
  id: 'vat.form.framing.cell.list',
  summary: { en: 'List the amounts typed on framing grids', fr: 'Lister les montants saisis sur les cadrages' },
  description:
    'ComputedAmount is what the books gave when the amount was typed, CurrentAmount what they give now: where they differ the cell is stale, and stays. Once the return left Draft nothing moves any more.',
  http: { method: 'GET', ...http },
  cli: { args: ['procedureId'], examples: ['taxops vat form framing cell list 4 --folder 1'] },
  params,
  output: z.array(Cell),
  columns: ['Grid', ...columns, 'StaleReason'],
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => listCells(ctx, folderId, procedureId),
});

export const vatFormFramingCellSet = vatOperation({
  id: 'vat.form.framing.cell.set',
  summary: { en: 'Type an amount over one of a framing grid', fr: 'Saisir un montant sur un cadrage' },
  description:
    'Of an account: Base and AccountedVat by rate; Opening, Debit and Credit by account. Sums, theory and gaps follow; the return does not. Typed again over a stale cell, it is stale no more. AddRow adds a row for an account of the folder; it is gone when its last amount is taken back.',
  http: { method: 'PUT', ...http },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat form framing cell set 4 --folder 1 --grid ByRate --row-identifier "Due _20 VT_PREST 706000" --column-identifier Base --amount 1250 --comment "Avoir à établir"',
      'taxops vat form framing cell set 4 --folder 1 --grid ByRate --row-identifier "Due _20 VT_PREST 708500" --column-identifier Base --amount 300 --comment "Port à facturer" --add-row',
    ],
  },
  params,
  body: fields({
    Grid: grid(),
    StartDate: startDate(),
    RowIdentifier: rowIdentifier(),
    ColumnIdentifier: columnIdentifier(),
    Amount: amount(),
    Comment: line(500).describe('Why the amount of the books does not stand'),
    AddRow: z.boolean().optional().describe('Add the row of an account that the books do not bring into the grid'),
  }),
  output: Cell,
  errors: [
    'ProcedureNotFound',
    'ProcedureNotInDraftStatus',
    'PeriodInvalid',
    'FramingCellNotFound',
    'FramingCellComputed',
    'FramingRowInvalid',
    'LedgerPeriodInvalid',
  ],
  run: (ctx, { folderId, procedureId, body }) => setCell(ctx, folderId, procedureId, body),
});

export const vatFormFramingCellUnset = vatOperation({
  id: 'vat.form.framing.cell.unset',
  summary: { en: 'Take back an amount typed on a framing grid', fr: 'Retirer un montant saisi sur un cadrage' },
  http: { method: 'DELETE', ...http, status: 204 },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat form framing cell unset 4 --folder 1 --grid ByRate --row-identifier "Due _20 VT_PREST 706000" --column-identifier Base --yes',
    ],
    confirm: true,
  },
  params,
  query: z.object({
    grid: grid(),
    startDate: startDate(),
    rowIdentifier: rowIdentifier(),
    columnIdentifier: columnIdentifier(),
  }),
  output: z.void(),
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'FramingCellNotTyped'],
  run: (ctx, { folderId, procedureId, ...cell }) => unsetCell(ctx, folderId, procedureId, cell),
});
