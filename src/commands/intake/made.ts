/** What an import made of a file, read from its report: that is what can be taken back. */
import type { Made } from '../../services/intake/looked-file.ts';
import type { FileReport } from '../import/files.ts';

interface LedgerReport {
  readonly Files: readonly {
    readonly Applied: { readonly FolderId: number; readonly ImportId: number | null } | null;
  }[];
}

interface StatementReport {
  readonly ImportId: number | null;
  readonly Accounts: readonly { readonly EnterpriseId: number | null }[];
}

interface AssetReport {
  readonly ImportId: number | null;
}

/** `folderId`: where the files were imported, of those that name none. */
export function madeBy({ kind, report }: FileReport, folderId: number | undefined): readonly Made[] {
  if (report === null) return [];
  if (kind === 'Assets') return ofAssets(report as AssetReport, folderId);
  if (kind === 'Ledger') return (report as LedgerReport).Files.flatMap(({ Applied }) => ofLedger(Applied));
  if (kind === 'Statement') return ofStatements(report as StatementReport);
  return [];
}

const ofLedger = (applied: LedgerReport['Files'][number]['Applied']): Made[] =>
  applied?.ImportId ? [{ folderId: applied.FolderId, importId: applied.ImportId }] : [];

const ofAssets = ({ ImportId }: AssetReport, folderId: number | undefined): Made[] =>
  ImportId === null || folderId === undefined ? [] : [{ folderId, importId: ImportId }];

/** One import, whatever the number of folders that have a part of it. */
function ofStatements({ ImportId, Accounts }: StatementReport): Made[] {
  const folderId = Accounts.find(({ EnterpriseId }) => EnterpriseId !== null)?.EnterpriseId ?? null;
  return ImportId === null ? [] : [{ folderId, importId: ImportId }];
}
