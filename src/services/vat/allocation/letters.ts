/** The lettering groups that lines of entries belong to, as `listLetterGroups` identifies them. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Entry } from '../../ledger/entries.ts';

export interface Letter {
  /** Identifier of the first line of the group. */
  readonly id: number;
  readonly letter: string;
  readonly date: PlainDate | null;
  /** Debit less credit: not zero when the lettering is partial. */
  readonly balance: Cents;
}

/** By line. */
export type Letters = ReadonlyMap<number, Letter>;

/** Scanned once by account: codes have no index of their own. */
const GROUPS = `
  select min(l.id) as id, l.letter, max(l.letter_date) as date, sum(l.debit_cents - l.credit_cents)::bigint as balance,
         array_agg(l.id) filter (where l.entry_id = any(:entryIds::integer[])) as "lineIds"
  from unnest(:exercises::integer[], :accounts::integer[], :subs::integer[], :letters::text[]) k(exercise, account, sub, letter)
  join entry_line l on l.folder_id = :folderId and l.account_id = k.account and l.exercise_id = k.exercise
    and coalesce(l.sub_account_id, 0) = k.sub and l.letter = k.letter
  group by l.exercise_id, l.account_id, l.sub_account_id, l.letter`;

interface GroupRow extends Letter {
  readonly lineIds: readonly number[];
}

export async function readLetters(knex: Knex, folderId: number, entries: readonly Entry[]): Promise<Letters> {
  const lines = entries.flatMap((entry) => entry.lines).filter(({ letter }) => letter !== null);
  const keys = new Map(
    lines.map((line) => [`${line.exerciseId} ${line.accountId} ${line.subAccountId} ${line.letter}`, line]),
  );
  if (keys.size === 0) return new Map();
  const asked = [...keys.values()];
  const { rows }: { rows: GroupRow[] } = await knex.raw(GROUPS, {
    folderId,
    entryIds: entries.map(({ id }) => id),
    exercises: asked.map(({ exerciseId }) => exerciseId),
    accounts: asked.map(({ accountId }) => accountId),
    subs: asked.map(({ subAccountId }) => subAccountId ?? 0),
    letters: asked.map(({ letter }) => letter),
  });
  return new Map(rows.flatMap(({ lineIds, ...group }) => lineIds.map((id) => [id, group] as const)));
}
