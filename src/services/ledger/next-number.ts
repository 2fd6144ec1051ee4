/** The number an entry written here takes: the one after the highest of its sequence. */
import type { Knex } from 'knex';
import { entries, imports } from './store.ts';

/**
 * Numbers and ranks of entries written in one transaction, under the ledger's lock: a folder's entries are read once a
 * journal, not once an entry. Whoever is given one uses it.
 */
export interface Numbering {
  nextNumber(exerciseId: number, journalId: number): Promise<string>;
  /** Place in the order of the exercise. */
  nextRank(exerciseId: number): Promise<number>;
  /** To be called after an entry of a number of its own. */
  forget(): void;
}

export function numbering(trx: Knex.Transaction, folderId: number): Numbering {
  const sequences = new Map<string, Sequence>();
  const highest = new Map<string, bigint>();
  const ranks = new Map<number, number>();
  return {
    nextNumber: async (exerciseId, journalId) => {
      const sequence = await known(sequences, `${exerciseId}/${journalId}`, () =>
        sequenceOf(trx, folderId, exerciseId, journalId),
      );
      if (sequence.isConstant) return sequence.model;
      const { prefix, width } = shapeOf(sequence.model);
      const key = JSON.stringify([sequence.scope, prefix]);
      const next = (await known(highest, key, () => highestOf(trx, sequence.scope, prefix))) + 1n;
      highest.set(key, next);
      return prefix + String(next).padStart(width, '0');
    },
    nextRank: async (exerciseId) => {
      const rank = (await known(ranks, exerciseId, () => lastRank(trx, folderId, exerciseId))) + 1;
      ranks.set(exerciseId, rank);
      return rank;
    },
    forget: () => {
      sequences.clear();
      highest.clear();
    },
  };
}

async function known<K, V>(values: Map<K, V>, key: K, read: () => Promise<V>): Promise<V> {
  const value = values.get(key) ?? (await read());
  values.set(key, value);
  return value;
}

interface Sequence {
  /** Columns that the entries of one sequence share. */
  readonly scope: object;
  /** The number that shows how they are written. */
  readonly model: string;
  /** Every entry bears it. */
  readonly isConstant: boolean;
}

/**
 * The sequence is that of the file the exercise was read from: one for all journals, or one each. Where all lines bear
 * the same number, so does the new entry, or the next reading would cut entries elsewhere.
 */
async function sequenceOf(
  trx: Knex.Transaction,
  folderId: number,
  exerciseId: number,
  journalId: number,
): Promise<Sequence> {
  const inExercise = { folder_id: folderId, exercise_id: exerciseId };
  const file = await imports(trx).where(inExercise).orderBy('id', 'desc').first();
  const layout = file?.layout;
  const scope = layout?.isNumberedByJournal ? { ...inExercise, journal_id: journalId } : inExercise;
  const ofJournal = await entries(trx)
    .where({ ...inExercise, journal_id: journalId })
    .orderBy('rank', 'desc')
    .first();
  const last = ofJournal ?? (await entries(trx).where(scope).orderBy('rank', 'desc').first());
  const isConstant = layout?.grouping === 'running-balance';
  return { scope, model: last?.number ?? (isConstant ? '1' : '0'), isConstant };
}

async function highestOf(trx: Knex.Transaction, scope: object, prefix: string): Promise<bigint> {
  const [row] = await entries(trx)
    .where(scope)
    .whereRaw("starts_with(number, ?) and substr(number, ?) ~ '^[0-9]{1,18}$'", [prefix, prefix.length + 1])
    .select({ value: trx.raw('max(substr(number, ?)::bigint)', [prefix.length + 1]) });
  return BigInt((row as { value?: bigint } | undefined)?.value ?? 0n);
}

async function lastRank(trx: Knex.Transaction, folderId: number, exerciseId: number): Promise<number> {
  const [last] = await entries(trx).where({ folder_id: folderId, exercise_id: exerciseId }).max({ rank: 'rank' });
  return Number(last?.rank ?? -1);
}

/** What comes before the integer that ends a number, and the digits of that integer: `VE-0012` is `VE-` and 4. */
function shapeOf(number: string): { prefix: string; width: number } {
  const digits = /\d{1,18}$/.exec(number)?.[0] ?? '';
  return digits === ''
    ? { prefix: `${number}-`, width: 1 }
    : { prefix: number.slice(0, -digits.length), width: digits.length };
}
