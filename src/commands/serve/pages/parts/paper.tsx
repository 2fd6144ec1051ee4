/** A form as printed: its sections, its lines, and in each column what a page draws of a cell. */
import type { Child } from 'hono/jsx';
import { useView, useWord } from './view.ts';

export interface PaperCell {
  readonly Column: string;
  readonly Zone: string;
  readonly Code: string;
  readonly Value: number | string | null;
  readonly IsTyped: boolean;
}

export interface PaperRow<Cell extends PaperCell = PaperCell> {
  readonly Line: string;
  readonly Label: string;
  readonly IsTotal: boolean;
  readonly Cells: readonly Cell[];
}

export interface Paper<Cell extends PaperCell = PaperCell> {
  readonly Form: string;
  readonly Title: string;
  readonly Sections: readonly { readonly Title: string | null; readonly Rows: readonly PaperRow<Cell>[] }[];
}

interface PaperProps<Cell extends PaperCell> {
  readonly paper: Paper<Cell>;
  readonly draw: (cell: Cell) => Child;
}

export function PaperPart<Cell extends PaperCell>({ paper, draw }: PaperProps<Cell>) {
  return (
    <>
      <h2>
        {paper.Form} <span class="count">{paper.Title}</span>
      </h2>
      {paper.Sections.map(({ Title, Rows }) => (
        <section class="wide paper" aria-label={Title ?? paper.Form} tabindex={0}>
          <SectionTable title={Title} rows={Rows} {...{ draw }} />
        </section>
      ))}
    </>
  );
}

interface SectionProps<Cell extends PaperCell> extends Pick<PaperProps<Cell>, 'draw'> {
  readonly title: string | null;
  readonly rows: readonly PaperRow<Cell>[];
}

/** Lines have a column of their own where the form numbers them. */
function SectionTable<Cell extends PaperCell>({ title, rows, draw }: SectionProps<Cell>) {
  const word = useWord();
  const columns = [...new Set(rows.flatMap(({ Cells }) => Cells.map(({ Column }) => Column)))];
  const isNumbered = rows.some(({ Line }) => Line !== '');
  return (
    <table>
      {title && <caption>{title}</caption>}
      <thead>
        <tr>
          {isNumbered && <th scope="col">{word('formLine')}</th>}
          <th scope="col">{word('formLabel')}</th>
          {columns.map((column) => (
            <th scope="col" class="amount">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ Line, Label, IsTotal, Cells }) => (
          <tr class={IsTotal ? 'total' : undefined}>
            {isNumbered && <td>{Line}</td>}
            <td class="sentence">{Label}</td>
            {columns.map((column) => (
              <td class="amount">{Cells.filter(({ Column }) => Column === column).map(draw)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface OpenerProps extends Pick<PaperCell, 'Value' | 'IsTyped'> {
  readonly href: string;
  readonly title?: string;
  readonly isOpen?: boolean;
}

/** The value of a cell, which opens what it is made of; what was typed is marked. */
export function CellOpener({ Value: value, IsTyped, href, title, isOpen }: OpenerProps) {
  return (
    <a {...{ href, title }} class={IsTyped ? 'typed' : undefined} aria-current={isOpen ? 'true' : undefined}>
      {useCellText(value) ?? '·'}
      {IsTyped && '*'}
    </a>
  );
}

/** Whole euros as people write them. */
export function useCellText(value: PaperCell['Value']): string | null {
  const { language } = useView();
  return typeof value === 'number' ? value.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB') : value;
}
