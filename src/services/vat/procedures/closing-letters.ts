/**
 * Letters of the entry that closes a return: each account that it clears, with the lines whose tax the return declares, or
 * the credit and the instalments that it uses. Only groups that balance to the cent are lettered: tax that is declared in
 * parts waits for the return that declares the last of it.
 */
import type { Knex } from 'knex';
import { type Instant, parisDay } from '../../kernel/paris-time.ts';
import { codesOfGroups } from '../../ledger/letters/change.ts';
import { applyLetters, recordLettering, takeBackLetters } from '../../ledger/letters/store.ts';
import { COUNTS } from '../drafts/previous.ts';

/** What a return uses of what stood there before: the credit carried, the instalments paid. */
const USED: readonly string[] = ['44567', '44581'];

interface ClosingLine {
  readonly id: number;
  readonly accountId: number;
  readonly number: string;
  readonly net: bigint;
}

interface Closed {
  readonly folderId: number;
  readonly procedureId: number;
  readonly entryId: number;
}

/** In the transaction that wrote the entry, which holds the ledger. `now`: an instant. */
export async function letterClosing(trx: Knex.Transaction, closed: Closed, now: string): Promise<void> {
  const { folderId, entryId } = closed;
  const own: ClosingLine[] = await trx({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.entry_id': entryId })
    .orderBy('l.id')
    .select({ id: 'l.id', accountId: 'l.account_id', number: 'a.number' })
    .select(trx.raw('l.debit_cents - l.credit_cents as net'));
  const groups: number[][] = [];
  for (const line of own) {
    const found = await clearedBy(trx, closed, line);
    if (found) groups.push([...found, line.id]);
  }
  if (groups.length === 0) return;
  const letters = await codesOfGroups(trx, folderId, groups);
  await applyLetters(trx, folderId, letters, parisDay(now as Instant));
  await recordLettering(trx, folderId, 'Set', { letters, at: now });
}

/** The first of these that the line balances. */
async function clearedBy(trx: Knex.Transaction, closed: Closed, line: ClosingLine): Promise<number[] | undefined> {
  const isUsed = USED.some((prefix) => line.number.startsWith(prefix)) && line.net < 0n;
  for (const candidates of isUsed ? [EARLIER] : [OF_RETURN, OF_RETURNS]) {
    const { rows }: { rows: { id: number; net: bigint }[] } = await trx.raw(
      `select l.id, l.debit_cents - l.credit_cents as net from entry_line l
        join entry_line own on own.folder_id = l.folder_id and own.id = :lineId
       where l.folder_id = :folderId and l.account_id = :accountId and l.exercise_id = own.exercise_id
         and l.letter is null and l.sub_account_id is null and l.id <> :lineId and ${candidates}
       order by l.entry_date, l.id`,
      { ...closed, accountId: line.accountId, lineId: line.id },
    );
    const sum = rows.reduce((all, { net }) => all + net, 0n);
    if (rows.length > 0 && sum === -line.net) return rows.map(({ id }) => id);
    const same = isUsed ? rows.findLast(({ net }) => net === -line.net) : undefined;
    if (same) return [same.id];
  }
  return undefined;
}

const HELD = `l.id in (select (h->>'lineId')::integer from vat_share s
  join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id, jsonb_array_elements(s.held) h
  where s.folder_id = :folderId and s.entry_date >= (
      select x.start_date from exercise x join entry_line c on c.folder_id = x.folder_id and c.exercise_id = x.id
      where x.folder_id = :folderId and c.id = :lineId)
    and s.is_taken and not s.is_left_out and s.declare_tax_cents <> 0`;
const OF_RETURN = `${HELD} and s.procedure_id = :procedureId)`;

/** Tax declared in parts, with the entries that closed the returns before. */
const OF_RETURNS = `(${HELD} and (${COUNTS} or p.id = :procedureId)) or l.entry_id in (
  select p.closing_entry_id from vat_procedure p where p.folder_id = :folderId and p.closing_entry_id is not null and ${COUNTS}))`;

const EARLIER = 'l.entry_date <= own.entry_date and l.entry_id <> :entryId and l.debit_cents > l.credit_cents';

/** In the transaction that takes the entry back: its letters go first, from all that they clear. */
export async function unletterClosing(trx: Knex.Transaction, folderId: number, entryId: number): Promise<void> {
  const acts: number[] = await trx('lettering_line as n')
    .joinRaw('join entry_line l on l.folder_id = n.folder_id and l.id = n.line_id')
    .joinRaw('join lettering t on t.folder_id = n.folder_id and t.id = n.lettering_id')
    .where({ 'n.folder_id': folderId, 'l.entry_id': entryId, 't.kind': 'Set', 't.undone_at': null })
    .distinct('n.lettering_id')
    .orderBy('n.lettering_id', 'desc')
    .pluck('n.lettering_id');
  for (const id of acts) {
    await takeBackLetters(trx, folderId, id);
    await trx('lettering').where({ folder_id: folderId, id }).update({ undone_at: trx.fn.now() });
  }
}
