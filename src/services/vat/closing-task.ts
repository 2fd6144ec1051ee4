/** What remains to do once an exercise has ended: its yearly return, with the day it is due (D80). */
import { vatDeadline } from '../calendar/vat-deadline.ts';
import { getFolder } from '../folders/folders.ts';
import type { Folder } from '../folders/store.ts';
import { addDays, addMonths, type PlainDate } from '../kernel/dates.ts';
import { ledgerErrors } from '../ledger/errors.ts';
import { listExercises } from '../ledger/exercises.ts';
import type { Context } from '../operation/context.ts';
import { taxpayerKindOf } from './taxpayer.ts';

export interface ClosingTask {
  readonly folderId: number;
  readonly companyId: number;
  readonly closingDate: PlainDate;
  readonly deadline: PlainDate | null;
  /** Identifier of the exercise; null when no exercise of the folder ends on that day. */
  readonly exerciseId: number | null;
}

/** The closing of a day, or of the oldest exercise that is not closed. Throws FolderNotFound, FolderWithoutExercise. */
export async function closingTask(ctx: Context, folderId: number, closingDate?: PlainDate): Promise<ClosingTask> {
  const [folder, exercises] = [await getFolder(ctx, folderId), await listExercises(ctx, folderId)];
  const end = closingDate ?? (exercises.find(({ isClosed }) => !isClosed) ?? exercises.at(-1))?.end;
  if (end === undefined) throw ledgerErrors.FolderWithoutExercise({ folderId });
  return {
    folderId,
    companyId: folder.companyId,
    closingDate: end,
    deadline: deadlineOf(folder, end),
    exerciseId: exercises.find((one) => one.end === end)?.id ?? null,
  };
}

const isFarm = (folder: Folder): boolean => folder.vatSystem === 'SimplifiedFarm' || taxpayerKindOf(folder) === 'Farm';

/** That of the yearly return of VAT, whatever the system of the folder: twelve months that end on the day. */
function deadlineOf(folder: Folder, end: PlainDate): PlainDate | null {
  const year = { start: addDays(addMonths(end, -12), 1), end };
  return vatDeadline(isFarm(folder) ? '3517AGRSD' : '3517SCA12', year, { taxpayerKind: 'Company' }) ?? null;
}
