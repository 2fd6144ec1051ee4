/** Forms as a document for people: which firm and company, what period, how far the declaration is, then every form. */

import type { PaperForm } from '../forms/paper/paper.ts';
import type { Language } from '../kernel/errors.ts';
import { FileResult } from '../kernel/stream.ts';
import type { PdfCover } from './pdf-page.ts';
import { plainFileName } from './produced-files.ts';

export interface FormDocument {
  readonly title: string;
  /** Firm, company, period, state: one line each. */
  readonly lines: readonly string[];
  /** Left of every page's foot. */
  readonly foot: string;
  /** Top of every page but the first. */
  readonly head?: string | undefined;
  /** The moment of the document, `YYYY-MM-DDTHH:MM:SSZ`: the same content gives the same bytes. */
  readonly createdAt: string;
  readonly language: Language;
  /** Across every page while the declaration is not accepted. */
  readonly mark?: string | undefined;
  readonly cover?: PdfCover | undefined;
  readonly forms: readonly PaperForm[];
  /** Texts after the forms, a page each. */
  readonly texts?: readonly string[] | undefined;
}

export const FORM_FORMATS = ['pdf', 'xlsx', 'html'] as const;
export type FormFormat = (typeof FORM_FORMATS)[number];

interface Format {
  readonly type: string;
  readonly writer: () => Promise<(document: FormDocument) => AsyncIterable<Uint8Array>>;
}

/** Writers are loaded when they write: most calls of what may answer a document ask for none. */
const FORMATS: Readonly<Record<FormFormat, Format>> = {
  pdf: { type: 'application/pdf', writer: async () => (await import('./form-pdf.ts')).formPdf },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    writer: async () => (await import('./form-xlsx.ts')).formXlsx,
  },
  html: { type: 'text/html; charset=utf-8', writer: async () => (await import('./form-html.ts')).formHtml },
};

export const FORM_MEDIA = FORM_FORMATS.map((format) => FORMATS[format].type.replace(/;.*/, ''));

/** `name` without extension. */
export const formFile = (document: FormDocument, format: FormFormat, name: string): FileResult =>
  new FileResult(`${plainFileName(name)}.${format}`, FORMATS[format].type, written(document, format));

async function* written(document: FormDocument, format: FormFormat): AsyncGenerator<Uint8Array> {
  const write = await FORMATS[format].writer();
  yield* write(document);
}
