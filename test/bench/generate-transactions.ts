/** Bank transactions of an invented firm, written straight into the table: no two runs differ. */
import type { Database } from '../../src/services/db/database.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { addDays } from '../../src/services/kernel/dates.ts';

/** xorshift32: the same numbers on every machine. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = [
  'bra',
  'cor',
  'dul',
  'fen',
  'gal',
  'hor',
  'jou',
  'kel',
  'lam',
  'mir',
  'nov',
  'pla',
  'ros',
  'til',
  'vé',
];
const KINDS = ['CB', 'CB', 'CB', 'VIR SEPA', 'VIR SEPA', 'PRLV SEPA', 'PRLV SEPA', 'CHEQUE', 'FRAIS', 'REMISE CB'];
const TOWNS = ['PARIS', 'LYON', 'LILLE', 'NANTES', 'BREST', 'NÎMES', 'METZ', 'TOURS'];
const FIRST_DAY = '2022-01-01' as PlainDate;

/** Years over which the transactions of a folder are spread. */
export const YEARS = 4;

const COLUMNS = [
  ...['folder_id', 'account_id', 'operation_date', 'value_date', 'amount_units', 'decimals', 'currency', 'label'],
  ...['operation_code', 'source_id', 'is_synchronized', 'is_hidden', 'is_deleted', 'created_at', 'updated_at'],
];

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

function labelOf(random: () => number): string {
  const name = [1, 2, 3].map(() => pick(SYLLABLES, random)).join('');
  const reference = Math.floor(random() * 1e6);
  return `${pick(KINDS, random)} ${name.toUpperCase()} ${pick(TOWNS, random)} ${reference}`;
}

function* rowsOf(folderId: number, accounts: readonly number[], count: number): Generator<readonly string[]> {
  const random = chance(folderId + 77);
  const now = '2026-01-01T00:00:00Z';
  for (let index = 0; index < count; index++) {
    const day = addDays(FIRST_DAY, Math.floor((index / count) * 365.25 * YEARS));
    const units = Math.floor(random() ** 3 * 1_000_000) * (random() < 0.7 ? -1 : 1);
    const flags = [random() < 0.9, random() < 0.01, random() < 0.01].map((flag) => (flag ? 't' : 'f'));
    yield [
      ...[String(folderId), String(pick(accounts, random)), day, day, String(units), '2', 'EUR', labelOf(random)],
      ...['05', String(index), ...flags, now, now],
    ];
  }
}

/** A folder's accounts and transactions. Returns the accounts. */
export async function fillTransactions(db: Database, folderId: number, count: number): Promise<readonly number[]> {
  const now = '2026-01-01T00:00:00Z';
  const bank = { provider: 'None', source_id: 'bench', name: 'Banque', created_at: now, updated_at: now };
  const [{ id: bankId }] = await db
    .knex('bank')
    .insert(bank)
    .onConflict(['provider', 'source_id'])
    .merge(['name'])
    .returning('id');
  const accounts: { id: number }[] = await db
    .knex('bank_account')
    .insert(
      [1, 2, 3, 4, 5].map((n) => ({
        folder_id: folderId,
        bank_id: bankId,
        provider: 'None',
        source_id: String(n),
        iban: `ACCOUNT ${n}`,
        currency: 'EUR',
        name: `Compte ${n}`,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning('id');
  const ids = accounts.map(({ id }) => id);
  await db.copyIn('bank_transaction', COLUMNS, rowsOf(folderId, ids, count));
  return ids;
}
