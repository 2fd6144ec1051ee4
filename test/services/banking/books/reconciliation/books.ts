/** A folder with a bank account, its statements and a ledger for 2026. */
import type { Database } from '../../../../../src/services/db/database.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { parseAmount } from '../../../../../src/services/kernel/money.ts';
import { createAccount } from '../../../../../src/services/ledger/accounts.ts';
import type { Entry } from '../../../../../src/services/ledger/entries.ts';
import { createExercise } from '../../../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../../../src/services/ledger/journals.ts';
import type { NewEntry } from '../../../../../src/services/ledger/place-entry.ts';
import { createSubAccount } from '../../../../../src/services/ledger/sub-accounts.ts';
import { createEntry } from '../../../../../src/services/ledger/write-entries.ts';
import { asReader } from '../../../../support/context.ts';
import { bankWorld, day, type Move, statement, type World } from '../../statements/world.ts';

export interface BookWorld extends World {
  /** A folder with exercise 2026, journals BQ and OD, a short chart, and one statement of these movements. */
  booked(moves: readonly Move[]): Promise<Booked>;
}

export interface Booked {
  readonly folderId: number;
  readonly accountId: number;
  readonly exerciseId: number;
  /** Identifier of the transaction of this label. */
  transaction(label: string): Promise<number>;
  /** `401000/F1 -60.00` : account, sub-account or not, debit or, negative, credit. */
  enter(date: string, label: string, lines: readonly string[], change?: Partial<NewEntry>): Promise<Entry>;
}

const CHART = ['512000', '512100', '401000', '411000', '445660', '445710', '606000', '627000', '706000', '580000'];

export function bookWorld(db: Database): BookWorld {
  const world = bankWorld(db);
  const booked = async (moves: readonly Move[]): Promise<Booked> => {
    const folderId = await world.newFolder();
    const { id: exerciseId } = await createExercise(asReader(db), folderId, { start: day('01-01'), end: day('12-31') });
    await createJournal(asReader(db), folderId, { code: 'BQ', label: 'Banque', type: 'Bank' });
    await createJournal(asReader(db), folderId, { code: 'OD', label: 'Divers' });
    for (const number of CHART) {
      const { id } = await createAccount(asReader(db), folderId, { number, label: `Compte ${number}` });
      if (number.startsWith('4')) await createSubAccount(asReader(db), folderId, id, { code: 'F1', label: 'Tiers F1' });
    }
    await world.give(folderId, [statement(['01-01', 100_000], '12-31', moves)]);
    const { id: accountId } = await db.knex('bank_account').where({ folder_id: folderId }).first();
    return {
      folderId,
      accountId,
      exerciseId,
      transaction: async (label) =>
        (await db.knex('bank_transaction').where({ folder_id: folderId, label }).first('id')).id,
      enter: (date, label, lines, change = {}) =>
        createEntry(asReader(db), folderId, {
          journal: 'BQ',
          date: day(date) as PlainDate,
          label,
          lines: lines.map(toLine),
          ...change,
        }),
    };
  };
  return { ...world, booked };
}

function toLine(text: string) {
  const [place = '', amount = '', letter] = text.split(' ');
  const [account = '', subAccount] = place.split('/');
  const cents = parseAmount(amount) ?? 0n;
  return { account, subAccount, debit: cents > 0n ? cents : 0n, credit: cents < 0n ? -cents : 0n, letter };
}
