/** A ledger of the engine written into the database as it is: its identifiers are those of the rows. */
import type { Knex } from 'knex';
import type { VatAccount, VatEntry, VatLedger } from '../../../../src/services/vat/engine/model.ts';

export interface StoredLedger {
  /** Takes an entry out, or puts another in its place; the others are not touched. */
  replace(entryId: number, entry?: VatEntry): Promise<void>;
}

/** One exercise, 2026; lines are numbered in the folder, not in their entry (`storedLedger`). */
export async function storeLedger(knex: Knex, folderId: number, ledger: VatLedger): Promise<StoredLedger> {
  const accounts = await accountsOf(knex, folderId, ledger);
  for (const account of ledger.accounts)
    await configure(knex, folderId, { account, id: accounts.id(account.accountNumber) });
  for (const entry of ledger.entries) await storeEntry(knex, folderId, { entry, accounts });
  return {
    async replace(entryId, entry) {
      await knex('entry_line').where({ folder_id: folderId, entry_id: entryId }).delete();
      await knex('entry').where({ folder_id: folderId, id: entryId }).delete();
      if (entry) await storeEntry(knex, folderId, { entry, accounts });
    },
  };
}

const keyOf = (entryId: number, lineId: number): number => entryId * 100 + lineId;

/** The ledger with lines numbered as they are stored. */
export const storedLedger = (ledger: VatLedger): VatLedger => ({
  ...ledger,
  entries: ledger.entries.map((entry) => ({
    ...entry,
    lines: entry.lines.map((line) => ({ ...line, lineId: keyOf(entry.entryId, line.lineId) })),
  })),
});

interface Accounts {
  readonly exerciseId: number;
  readonly journalId: number;
  readonly id: (number: string) => number;
  readonly subId: (number: string, code: string | undefined) => number | null;
}

async function accountsOf(knex: Knex, folderId: number, { entries, accounts }: VatLedger): Promise<Accounts> {
  const exercise = { folder_id: folderId, start_date: '2026-01-01', end_date: '2026-12-31' };
  const [{ id: exerciseId }] = await ensure(knex, 'exercise', ['folder_id', 'end_date'], [exercise]);
  const journal = { folder_id: folderId, code: 'OD', label: 'OD', type: 'Miscellaneous' };
  const [{ id: journalId }] = await ensure(knex, 'journal', ['folder_id', 'code'], [journal]);
  const lines = entries.flatMap((entry) => entry.lines);
  const numbers = [...new Set([...lines, ...accounts].map(({ accountNumber }) => accountNumber))];
  const rows = numbers.map((number) => ({ folder_id: folderId, number, label: '' }));
  const ids = new Map(
    (await ensure(knex, 'account', ['folder_id', 'number'], rows)).map((row) => [row.number, row.id]),
  );
  const subs = [
    ...new Set(lines.filter(({ subAccount }) => subAccount).map((line) => `${line.accountNumber} ${line.subAccount}`)),
  ];
  const subRows = subs.map((key) => {
    const [number = '', code = ''] = key.split(' ');
    return { folder_id: folderId, account_id: ids.get(number), code, label: code };
  });
  const made = await ensure(knex, 'sub_account', ['folder_id', 'account_id', 'code'], subRows);
  const subIds = new Map(made.map((row) => [`${row.account_id} ${row.code}`, row.id as number]));
  return {
    exerciseId,
    journalId,
    id: (number) => ids.get(number) ?? 0,
    subId: (number, code) => (code === undefined ? null : (subIds.get(`${ids.get(number)} ${code}`) ?? null)),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table of a test
async function ensure(knex: Knex, table: string, keys: string[], rows: object[]): Promise<any[]> {
  if (rows.length === 0) return [];
  return knex(table).insert(rows).onConflict(keys).merge().returning('*');
}

async function configure(
  knex: Knex,
  folderId: number,
  { account, id }: { readonly account: VatAccount; readonly id: number },
): Promise<void> {
  const row = {
    folder_id: folderId,
    account_id: id,
    exigibility: account.exigibility ?? null,
    vat_category: account.category ?? null,
    vat_rate: account.rate ?? null,
    include_unlettered_payments: account.includeUnletteredPayments ?? null,
  };
  await knex('vat_account_setting').insert(row).onConflict(['folder_id', 'account_id', 'sub_account_id']).merge();
}

async function storeEntry(
  knex: Knex,
  folderId: number,
  { entry, accounts }: { readonly entry: VatEntry; readonly accounts: Accounts },
): Promise<void> {
  const shared = {
    folder_id: folderId,
    exercise_id: accounts.exerciseId,
    journal_id: accounts.journalId,
    entry_date: entry.date,
  };
  await knex('entry').insert({ ...shared, id: entry.entryId, rank: entry.entryId, number: `${entry.entryId}` });
  await knex('entry_line').insert(
    entry.lines.map((line) => ({
      ...shared,
      id: keyOf(entry.entryId, line.lineId),
      entry_id: entry.entryId,
      rank: line.lineId,
      account_id: accounts.id(line.accountNumber),
      sub_account_id: accounts.subId(line.accountNumber, line.subAccount),
      debit_cents: line.debit,
      credit_cents: line.credit,
      letter: line.letter ?? null,
      label: '',
      doc_ref: '',
    })),
  );
}
