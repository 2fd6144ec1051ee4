/** What every page of a folder has: its name above it, and where else one goes from there. */
import type { Answer, Crumb, Visit } from '../page.ts';
import { wordsOf } from '../texts.ts';
import { one, type Row, rows } from './table.tsx';
import { address } from './view.ts';

export interface InFolder {
  readonly folderId: string;
  readonly name: string;
  readonly at: string;
  readonly crumbs: readonly Crumb[];
}

/** Throws FolderNotFound for the folders of others. */
export async function inFolder({
  call,
  params,
  language,
}: Pick<Visit<'folder.show'>, 'call' | 'params' | 'language'>): Promise<InFolder & { readonly folder: Answer }> {
  const folderId = params.folder ?? '';
  const folder = await call('folder.show', { accountingFolderId: folderId });
  const name = String(one(folder).Name);
  const at = `/folders/${folderId}`;
  const crumbs: Crumb[] = [
    ['/folders', wordsOf.folders[language]],
    [at, name],
  ];
  return { folderId, name, at, crumbs, folder };
}

/** The last exercise of a folder; the year under way where there is none. */
export function lastOf(exercises: Answer, today: string): { readonly startDate: string; readonly endDate: string } {
  const last = rows(exercises)
    .toSorted((a, b) => String(a.EndDate).localeCompare(String(b.EndDate)))
    .at(-1);
  const year = today.slice(0, 4);
  return { startDate: String(last?.StartDate ?? `${year}-01-01`), endDate: String(last?.EndDate ?? `${year}-12-31`) };
}

/** The page of a declaration, or of a VAT return. */
export const declarationAt = (folder: unknown, type: unknown, end: unknown): string =>
  `/folders/${folder}/declarations/${type}/${end}`;

/** The lines that an amount is made of. */
export const linesOf = (at: string, query: Readonly<Record<string, string | number | undefined | null>>): string =>
  address(`${at}/lines`, query);

/** The assets with alerts of a line of `folder.overview`, over the exercise that it counts them in. */
export const alertsAt = ({ Id, AlertsFrom, AlertsTo }: Row): string =>
  address(`/folders/${Id}/assets`, { hasAlert: 'true', startDate: AlertsFrom as string, endDate: AlertsTo as string });

/** The day that it is in Paris at the midnight that a declaration says. */
export const midnightDay = (instant: unknown): string =>
  typeof instant === 'string' && !Number.isNaN(Date.parse(instant))
    ? new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })
    : '';
