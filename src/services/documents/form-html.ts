/** Forms as one HTML file that needs nothing else and runs nothing. */
import { gridOf, notesOf, type PaperForm, type PaperSection, paperTitle } from '../forms/paper/paper.ts';
import type { Language } from '../kernel/errors.ts';
import type { FormDocument } from './form-document.ts';
import { escapeHtml, STYLE } from './table-html.ts';

const MARKED = '.mark{color:#a33;font-weight:700;letter-spacing:.2em}h2{break-before:page}td{white-space:normal}';

export async function* formHtml(document: FormDocument): AsyncGenerator<Uint8Array> {
  const { title, lines, foot, createdAt, language, mark, forms, texts = [] } = document;
  yield Buffer.from(
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
      `<style>${STYLE}${MARKED}</style></head>\n<body><h1>${escapeHtml(title)}</h1>` +
      `${mark === undefined ? '' : `<p class="mark">${escapeHtml(mark)}</p>`}` +
      `<p class="lines">${lines.map(escapeHtml).join('<br>')}</p>\n`,
  );
  for (const form of forms) yield Buffer.from(formText(form, language));
  for (const text of texts) yield Buffer.from(`<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>\n`);
  yield Buffer.from(`<p class="lines">${escapeHtml(foot)} - ${createdAt.slice(0, 10)}</p></body></html>\n`);
}

function formText(form: PaperForm, language: Language): string {
  const sections = form.sections.map((section) => sectionText(section, language)).join('');
  const note = notesOf(form)
    .map((note) => `<p class="lines">${escapeHtml(note[language])}</p>\n`)
    .join('');
  return `<h2>${escapeHtml(paperTitle(form, language))}</h2>\n${sections}${note}`;
}

function sectionText(section: PaperSection, language: Language): string {
  const { columns, rows } = gridOf(section, language);
  const classes = columns.map(({ kind }) => (kind === 'amount' ? ' class="n"' : ''));
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts.map((text, index) => `<${tag}${classes[index]}>${escapeHtml(text)}</${tag}>`).join('');
  const head = cells(
    'th',
    columns.map(({ name }) => name[language]),
  );
  const lines = rows.map(({ texts, isTotal }) => `<tr${isTotal ? ' class="t"' : ''}>${cells('td', texts)}</tr>\n`);
  const title = section.title ? `<h3>${escapeHtml(section.title[language])}</h3>\n` : '';
  return `${title}<table><thead><tr>${head}</tr></thead><tbody>\n${lines.join('')}</tbody></table>\n`;
}
