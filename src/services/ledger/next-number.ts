/** The number an entry written here takes: the one after the highest of its sequence. */
import type { Knex } from 'knex';
import type { FileLayout } from './import/layout.ts';
import { entries, imports } from './store.ts';

/**
 * The sequence is that of the file the exercise was read from: one for all journals, or one each. Where all lines bear
 * the same number, so does the new entry, or the next reading would cut entries elsewhere. Under the ledger's lock.
 */
export async function nextNumber(
  trx: Knex.Transaction,
  folderId: number,
  exerciseId: number,
  journalId: number,
): Promise<string> {
  const inExercise = { folder_id: folderId, exercise_id: exerciseId };
  const file = await imports(trx).where(inExercise).orderBy('id', 'desc').first();
  const layout = file?.layout as FileLayout | undefined;
  const scope = layout?.isNumberedByJournal ? { ...inExercise, journal_id: journalId } : inExercise;
  const ofJournal = await entries(trx)
    .where({ ...inExercise, journal_id: journalId })
    .orderBy('rank', 'desc')
    .first();
  const model = ofJournal ?? (await entries(trx).where(scope).orderBy('rank', 'desc').first());
  if (!model) return '1';
  if (layout?.grouping === 'running-balance') return model.number;
  const { prefix, width } = shapeOf(model.number);
  const [highest] = await entries(trx)
    .where(scope)
    .whereRaw("starts_with(number, ?) and substr(number, ?) ~ '^[0-9]{1,18}$'", [prefix, prefix.length + 1])
    .select({ value: trx.raw('max(substr(number, ?)::bigint)', [prefix.length + 1]) });
  const next = BigInt((highest as { value?: bigint } | undefined)?.value ?? 0n) + 1n;
  return prefix + String(next).padStart(width, '0');
}

/** What comes before the integer that ends a number, and the digits of that integer: `VE-0012` is `VE-` and 4. */
function shapeOf(number: string): { prefix: string; width: number } {
  const digits = /\d{1,18}$/.exec(number)?.[0] ?? '';
  return digits === ''
    ? { prefix: `${number}-`, width: 1 }
    : { prefix: number.slice(0, -digits.length), width: digits.length };
}
