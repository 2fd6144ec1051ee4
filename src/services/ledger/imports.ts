/** The files that changed the ledger of a folder. */
import type { Database } from '../db/database.ts';
import { getFolder } from '../folders/folders.ts';
import type { ImportStatus, StoredReport } from './import/report.ts';
import { type Page, type Paging, readPage } from './page.ts';
import { type ImportRow, imports } from './store.ts';

export interface LedgerImport {
  readonly id: number;
  readonly exerciseId: number;
  readonly fileName: string;
  readonly sha256: string;
  /** UTC instant. */
  readonly importedAt: string;
  readonly status: ImportStatus;
  readonly report: StoredReport;
}

function fromRow({ id, exercise_id, file_name, sha256, imported_at, report }: ImportRow): LedgerImport {
  const stored = report as StoredReport;
  return {
    id,
    exerciseId: exercise_id,
    fileName: file_name,
    sha256,
    importedAt: imported_at,
    status: stored.Status,
    report: stored,
  };
}

/** Latest first. Throws FolderNotFound. */
export async function listImports(db: Database, folderId: number, paging: Paging): Promise<Page<LedgerImport>> {
  await getFolder(db, folderId);
  const query = imports(db.knex).where({ folder_id: folderId }).select('*');
  return readPage(query, (page) => page.orderBy('id', 'desc'), paging, fromRow);
}
