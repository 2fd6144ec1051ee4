/** The forms in which a table leaves (B15): what they are called, and who writes them. Each is loaded when it is asked. */
import type { TableDocument } from '../../documents/table.ts';

export const EXPORT_TYPES = ['Html', 'Pdf', 'Csv', 'Excel', 'Platform'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export interface ExportFormat {
  readonly extension: string;
  readonly contentType: string;
  /** `figures` are pictures in HTML, for the format that shows some. */
  readonly write: (document: TableDocument, figures?: () => AsyncIterable<string>) => AsyncIterable<Uint8Array>;
}

/** Begins to load a writer only when its first byte is asked for. */
const lazily = <M>(
  load: () => Promise<M>,
  write: (module: M, ...given: Parameters<ExportFormat['write']>) => AsyncIterable<Uint8Array>,
) =>
  async function* (...given: Parameters<ExportFormat['write']>): AsyncGenerator<Uint8Array> {
    yield* write(await load(), ...given);
  };

export const EXPORT_FORMATS: Readonly<Record<ExportType, ExportFormat>> = {
  Html: {
    extension: 'html',
    contentType: 'text/html; charset=utf-8',
    write: lazily(
      () => import('../../documents/table-html.ts'),
      ({ tableHtml }, document, figures) => tableHtml(document, figures?.()),
    ),
  },
  Pdf: {
    extension: 'pdf',
    contentType: 'application/pdf',
    write: lazily(
      () => import('../../documents/table-pdf.ts'),
      ({ tablePdf }, document) => tablePdf(document),
    ),
  },
  Csv: {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8',
    write: lazily(
      () => import('../../documents/table-csv.ts'),
      ({ tableCsv }, document) => tableCsv(document),
    ),
  },
  Excel: {
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: lazily(
      () => import('../../documents/table-xlsx.ts'),
      ({ tableXlsx }, document) => tableXlsx(document),
    ),
  },
  Platform: {
    extension: 'json',
    contentType: 'application/json',
    write: lazily(
      () => import('../../documents/table-json.ts'),
      ({ tableJson }, document) => tableJson(document),
    ),
  },
};
