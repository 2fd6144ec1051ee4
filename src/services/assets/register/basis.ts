/** What the figures of a folder's assets stand on besides the assets: its exercises and its tax on the result. */
import { getFolder } from '../../folders/folders.ts';
import { today } from '../../kernel/clock.ts';
import { addDays, addMonths, type PlainDate } from '../../kernel/dates.ts';
import { type Exercise as LedgerExercise, readExercises } from '../../ledger/exercises.ts';
import type { Context, Reader } from '../../operation/context.ts';
import { civilYears, coverDays, type Exercise } from '../engine/calendar.ts';
import type { TaxRegime } from '../value-sets.ts';

export interface FolderBasis {
  readonly folderId: number;
  /** Those of the ledger, oldest first; gaps are filled. They go on virtually before and after (see `openBook`). */
  readonly exercises: readonly Exercise[];
  /** Those of the ledger that are closed: what they posted does not change. */
  readonly closed: readonly LedgerExercise[];
  readonly taxRegime: TaxRegime;
  /** Changes when figures do: kept beside them. */
  readonly signature: string;
}

/** Throws FolderNotFound. */
export async function readBasis(ctx: Reader, folderId: number): Promise<FolderBasis> {
  const folder = await getFolder(ctx, folderId);
  const known = await readExercises((await ctx.db()).knex, folderId);
  return { folderId, ...groundOf(folder, known), closed: known.filter(({ isClosed }) => isClosed) };
}

/** Raised when a rule changes what figures or alerts say: what an earlier release kept is then computed anew. */
const RULES = 2;

/** The same from a folder and its exercises, as they were read. */
export function groundOf(
  folder: { readonly taxRegime: string | null },
  known: readonly Exercise[],
): Pick<FolderBasis, 'exercises' | 'taxRegime' | 'signature'> {
  const exercises = withoutGaps(known);
  const taxRegime = folder.taxRegime === 'IncomeTax' ? 'IncomeTax' : 'CorporationTax';
  const signature = [`rules ${RULES}`, taxRegime, ...exercises.map(({ start, end }) => `${start}/${end}`)].join(' ');
  return { exercises, taxRegime, signature };
}

/** The exercises with twelve-month ones (the last one shorter) where the ledger has none between two. */
function withoutGaps(exercises: readonly Exercise[]): Exercise[] {
  const filled: Exercise[] = [];
  for (const { start, end } of exercises) {
    for (let last = filled.at(-1); last && addDays(last.end, 1) < start; last = filled.at(-1))
      filled.push(fillerAfter(last.end, start));
    filled.push({ start, end });
  }
  return filled;
}

function fillerAfter(previousEnd: PlainDate, next: PlainDate): Exercise {
  const start = addDays(previousEnd, 1);
  const whole = addDays(addMonths(start, 12), -1);
  const before = addDays(next, -1);
  return { start, end: whole < before ? whole : before };
}

/** The exercise that holds a day: of the ledger, or one that goes on before or after; a civil year without any. */
export function exerciseHolding({ exercises }: Pick<FolderBasis, 'exercises'>, day: PlainDate): Exercise {
  const known = exercises.length > 0 ? coverDays(exercises, day, day) : civilYears(day, day);
  const found = known.find(({ start, end }) => start <= day && day <= end);
  if (!found) throw new Error(`no exercise holds ${day}`);
  return found;
}

/** The exercise under way. Throws FolderNotFound. */
export const presentExercise = async (ctx: Context, folderId: number): Promise<Exercise> =>
  exerciseHolding(await readBasis(ctx, folderId), today(ctx));
