/** Tables as one HTML file that needs nothing else: its style is inside, it links to nothing and it runs nothing. */
import {
  cellForPeople,
  type DocumentTable,
  sectionsOf,
  type TableColumn,
  type TableDocument,
  type TableRow,
  TableSums,
  TOTAL_WORDS,
} from './table.ts';

export const STYLE = `body{font:14px/1.4 system-ui,sans-serif;margin:2rem;color:#1b1b1b}h1{margin:0 0 .3rem}p.lines{margin:0 0 1.5rem;color:#555}
table{border-collapse:collapse;margin:0 0 2rem}th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:left;white-space:nowrap}
thead th{position:sticky;top:0;background:#f2f4f7}.n{text-align:right;font-variant-numeric:tabular-nums}
tr.s td{background:#f8f9fb;font-weight:600}tr.t td{font-weight:600;border-top:2px solid #888}
figure{display:inline-block;margin:0 1rem 1.5rem 0;vertical-align:top}figcaption{max-width:300px;font-size:12px}
@media print{body{margin:0;font-size:9px}thead{display:table-header-group}@page{size:A4 landscape}}`;

/** `figures` are written after the tables as they are: the caller escapes what they hold. */
export async function* tableHtml(document: TableDocument, figures?: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const { title, lines, foot, createdAt, language, tables } = document;
  yield Buffer.from(
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
      `<style>${STYLE}</style></head>\n<body><h1>${escapeHtml(title)}</h1><p class="lines">${lines.map(escapeHtml).join('<br>')}</p>\n`,
  );
  for (const table of tables) yield* htmlTable(table, document);
  for await (const figure of figures ?? []) yield Buffer.from(figure);
  yield Buffer.from(`<p class="lines">${escapeHtml(foot)} - ${createdAt.slice(0, 10)}</p></body></html>\n`);
}

async function* htmlTable(
  { name, columns, batches }: DocumentTable,
  { language }: TableDocument,
): AsyncGenerator<Uint8Array> {
  const classes = columns.map(({ type }) => (type === 'amount' || type === 'number' ? ' class="n"' : ''));
  const headers = columns.map(({ header }, index) => `<th${classes[index]}>${escapeHtml(header)}</th>`);
  yield Buffer.from(`<h2>${escapeHtml(name)}</h2>\n<table><thead><tr>${headers.join('')}</tr></thead><tbody>\n`);
  const whole = new TableSums(columns);
  const line = (cells: readonly string[], kind = '') =>
    `<tr${kind}>${cells.map((cell, index) => `<td${classes[index]}>${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  for await (const section of sectionsOf(batches)) {
    const sums = new TableSums(columns);
    if (section.name !== '')
      yield Buffer.from(`<tr class="s"><td colspan="${columns.length}">${escapeHtml(section.name)}</td></tr>\n`);
    for await (const rows of section.rows) yield Buffer.from(rows.map((row) => line(cells(row))).join(''));
    if (section.name !== '') yield Buffer.from(line(sums.row(section.name, language), ' class="t"'));

    function cells(row: TableRow): string[] {
      sums.add(row);
      whole.add(row);
      return columns.map((column: TableColumn, index) => cellForPeople(row[index] ?? '', column, language));
    }
  }
  if (columns.some(({ isSummed }) => isSummed))
    yield Buffer.from(line(whole.row(TOTAL_WORDS[language].total, language), ' class="t"'));
  yield Buffer.from('</tbody></table>\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
