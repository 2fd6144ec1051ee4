/** What stands at the head of every document of a folder: the firm, the folder, the period. */
import type { TableDocument } from '../../documents/table.ts';
import { getCompany } from '../../folders/companies.ts';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import type { Exercise } from '../engine/calendar.ts';

export interface Heading extends Pick<TableDocument, 'lines' | 'foot'> {
  readonly folderName: string;
}

/** Throws FolderNotFound. */
export async function documentHeading(
  ctx: Pick<Context, 'db' | 'language'>,
  folderId: number,
  window: Exercise,
): Promise<Heading> {
  const folder = await getFolder(ctx, folderId);
  const { name } = await getCompany(ctx, folder.companyId);
  const siren = folder.siren ? ` (SIREN ${folder.siren.replace(/(\d{3})(?=\d)/g, '$1 ')})` : '';
  return {
    folderName: folder.name,
    lines: [name, `${folder.name}${siren}`, periodText(window, ctx.language)],
    foot: `${name} - ${folder.name}`,
  };
}

const french = (day: PlainDate): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

const periodText = ({ start, end }: Exercise, language: Language): string =>
  language === 'fr' ? `Du ${french(start)} au ${french(end)}` : `From ${start} to ${end}`;
