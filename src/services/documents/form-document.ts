/** Forms as a document for people: which firm and company, what period, how far the declaration is, then every form. */

import type { PaperForm } from '../forms/paper/paper.ts';
import type { Language } from '../kernel/errors.ts';
import { FileResult } from '../kernel/stream.ts';
import { formHtml } from './form-html.ts';
import { formPdf } from './form-pdf.ts';
import { formXlsx } from './form-xlsx.ts';
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

const FORMATS: Readonly<
  Record<FormFormat, { readonly type: string; readonly write: (document: FormDocument) => AsyncIterable<Uint8Array> }>
> = {
  pdf: { type: 'application/pdf', write: formPdf },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: formXlsx },
  html: { type: 'text/html; charset=utf-8', write: formHtml },
};

export const FORM_MEDIA = FORM_FORMATS.map((format) => FORMATS[format].type.replace(/;.*/, ''));

/** `name` without extension. */
export function formFile(document: FormDocument, format: FormFormat, name: string): FileResult {
  const { type, write } = FORMATS[format];
  return new FileResult(`${plainFileName(name)}.${format}`, type, write(document));
}
