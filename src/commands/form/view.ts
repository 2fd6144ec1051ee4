/** A form at a terminal, as on paper. */
import { type GridColumn, gridOf, notesOf, type PaperForm, paperTitle } from '../../services/forms/paper/paper.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Block, Column } from '../operation/operation.ts';

const TYPES: Readonly<Record<GridColumn['kind'], NonNullable<Column['type']>>> = {
  line: 'text',
  code: 'text',
  label: 'sentence',
  text: 'sentence',
  amount: 'amount',
};

/** `about`: beside the name of the form, such as its deadline. */
export function* paperView(form: PaperForm, language: Language, about = ''): Generator<Block> {
  yield { kind: 'text', text: `${paperTitle(form, language)}${about}` };
  for (const section of form.sections) {
    const { columns, rows } = gridOf(section, language);
    if (section.title) yield { kind: 'text', text: section.title[language] };
    yield {
      kind: 'table',
      columns: columns.map(({ name, kind }) => ({ name: name.en, fr: name.fr, type: TYPES[kind] })),
      rows: rows.map(({ texts, cells }) =>
        texts.map((text, index) => (columns[index]?.kind === 'amount' ? String(cells[index]?.value ?? '') : text)),
      ),
      underlined: rows.flatMap(({ isTotal }, index) => (isTotal ? [index] : [])),
    };
  }
  for (const note of notesOf(form)) yield { kind: 'text', text: note[language] };
}
