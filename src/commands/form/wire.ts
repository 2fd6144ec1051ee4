/** A form as on paper, in an answer. */
import * as z from 'zod';
import type { PaperCell, PaperSection, PaperValue } from '../../services/forms/paper/paper.ts';
import { flag, maybe, text, words } from '../operation/outputs.ts';
import { coded, computed, headed } from '../operation/wire.ts';

/** Whole euros as an integer; days, marks and texts as text. */
const Value = coded(headed(z.union([z.int(), z.string()]), 'Valeur'), (value: PaperValue) =>
  typeof value === 'bigint' ? Number(value) : value,
);

const Cell = z.object({
  Column: words('Colonne'),
  Zone: text('Zone').describe('As sent; blank for last year and the change'),
  Code: text('Code').describe('As printed'),
  Value: maybe(Value),
  IsTyped: flag('Saisie'),
  IsTypedOver: computed(flag('Forcée'), ({ isTypedOver = false }: PaperCell) => isTypedOver),
});

const Row = z.object({
  Line: text('Ligne'),
  Label: words('Libellé'),
  IsTotal: flag('Total'),
  Cells: z.array(Cell),
});

const rowsOf = ({ columns, rows }: PaperSection) =>
  rows.map((row) => ({
    ...row,
    cells: row.cells.flatMap((cell, place) => {
      const column = columns[place]?.name;
      return cell && column ? [{ ...cell, column }] : [];
    }),
  }));

export const PaperFormShape = z
  .object({
    Form: text('Formulaire'),
    Title: words('Intitulé'),
    Sections: z.array(
      z.object({ Title: maybe(words('Cadre')), Rows: computed(headed(z.array(Row), 'Lignes'), rowsOf) }),
    ),
  })
  .meta({ id: 'PaperForm' });
