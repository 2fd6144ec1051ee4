/** What the forms of the result and of company tax are called in French, and how they are divided. */
import type { Labels } from '../../kernel/errors.ts';
import { readTable } from '../../kernel/package-file.ts';
import type { Cell } from '../cell-table.ts';

const HERE = 'src/services/forms/paper';

/** `place`: blank for any cell, `2572.PT` for one, `2059C` for those of a form, `column` for the heading of a column. */
const labels = new Map(
  readTable(`${HERE}/labels.tsv`, ['place', 'en', 'fr']).map(({ place, en, fr }) => [`${place} ${en}`, fr]),
);

/** `cell` blank: the title of the form; else the first cell of a section. */
const headings = new Map(
  readTable(`${HERE}/headings.tsv`, ['form', 'cell', 'en', 'fr']).map(({ form, cell, en, fr }) => [
    `${form}.${cell}`,
    { en, fr },
  ]),
);

/** English where no French is written down; a test says for which forms. */
export const labelOf = ({ form, cell, label }: Pick<Cell, 'form' | 'cell' | 'label'>): Labels => ({
  en: label,
  fr: labels.get(`${form}.${cell} ${label}`) ?? said(form, label) ?? composed(form, label) ?? label,
});

/** A form may mean another thing by the words of others. */
const said = (form: string, words: string) => labels.get(`${form} ${words}`) ?? labels.get(` ${words}`);

/** `Special depreciation: Land`: each part has its words. */
function composed(form: string, label: string): string | undefined {
  const parts = label.split(': ').map((part) => said(form, part));
  return parts.includes(undefined) ? undefined : parts.join(' : ');
}

export const columnName = (column: string): Labels => ({ en: column, fr: labels.get(`column ${column}`) ?? column });

export const titleOf = (form: string): Labels => headings.get(`${form}.`) ?? { en: form, fr: form };

/** The heading of the section that begins with a cell. */
export const headingAt = (form: string, cell: string): Labels | undefined => headings.get(`${form}.${cell}`);
