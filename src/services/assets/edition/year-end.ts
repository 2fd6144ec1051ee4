/** The editions of an exercise that has ended, as a set: what a firm prints at each closing. */
import type { ProducedFile } from '../../documents/produced-files.ts';
import { today } from '../../kernel/clock.ts';
import type { Context } from '../../operation/context.ts';
import type { Exercise } from '../engine/calendar.ts';
import { readBasis } from '../register/basis.ts';
import { assets } from '../register/store.ts';
import { EDITIONS, exportEdition } from './export-edition.ts';

/** The last exercise of the folder that is over; undefined without one, or without assets. Throws FolderNotFound. */
export async function lastClosing(ctx: Context, folderId: number): Promise<Exercise | undefined> {
  const db = await ctx.db();
  const { exercises } = await readBasis(ctx, folderId);
  const present = today(ctx);
  const over = exercises.filter(({ end }) => end < present).at(-1);
  const first = over && (await assets(db.knex).where({ folder_id: folderId }).first('id'));
  return first ? over : undefined;
}

/** Every edition of an exercise, as PDF. Throws FolderNotFound, FileUnwritable. */
export async function exportYearEnd(ctx: Context, folderId: number, window: Exercise): Promise<ProducedFile[]> {
  const files: ProducedFile[] = [];
  for (const edition of EDITIONS)
    files.push(await exportEdition(ctx, folderId, { edition, window, exportType: 'Pdf' }));
  return files;
}
