/** An entry as the audit log keeps it: what it was before a person changed it, and after. */
import type { Knex } from 'knex';
import { type Change, logChanges } from '../audit/change.ts';
import { formatAmount } from '../kernel/money.ts';
import type { Entry } from './entries.ts';

/** Of a longer entry the number of its lines and their sum say which it was. */
const MOST_LINES = 100;

const told = ({ id, journalCode, number, date, validationDate, lines }: Entry) => ({
  id,
  journal: journalCode,
  number,
  date,
  validationDate,
  lines:
    lines.length > MOST_LINES
      ? lines.length
      : lines.map(({ accountNumber, subAccountCode, label, docRef, debit, credit }) => ({
          account: accountNumber,
          ...(subAccountCode !== null && { subAccount: subAccountCode }),
          label,
          ...(docRef !== '' && { docRef }),
          debit: formatAmount(debit),
          credit: formatAmount(credit),
        })),
});

interface EntryChange {
  readonly before?: Entry | undefined;
  readonly after?: Entry | undefined;
}

const ACTIONS = { 'true,true': 'update', 'true,false': 'delete', 'false,true': 'insert' } as const;

/** Says what became of an entry, in the transaction that does it. */
export function logEntry(trx: Knex.Transaction, folderId: number, { before, after }: EntryChange): Promise<void> {
  const action = ACTIONS[`${before !== undefined},${after !== undefined}` as keyof typeof ACTIONS];
  const change: Change = { ...(before && { before: told(before) }), ...(after && { after: told(after) }) };
  return logChanges(trx, { folderId, table: 'entry', action, changes: [change] });
}

/** Entries that became final on a day. */
export const logValidations = (
  trx: Knex.Transaction,
  folderId: number,
  { drafts, validationDate }: { readonly drafts: readonly Entry[]; readonly validationDate: string },
): Promise<void> =>
  logChanges(trx, {
    folderId,
    table: 'entry',
    action: 'update',
    changes: drafts.map(({ id }) => ({ before: { id, validationDate: null }, after: { id, validationDate } })),
  });
