/** A bank with folders and accounts, whose statement files are written and imported in a line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ibanFromRib } from '../../../../src/services/banking/accounts/iban.ts';
import { type ImportOptions, importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import type { Database } from '../../../../src/services/db/database.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import type { Context } from '../../../../src/services/operation/context.ts';
import { asReader, testContext } from '../../../support/context.ts';
import { temporaryFolder } from '../../../support/scratch.ts';
import { type StatementDraft, writeCfonb120 } from '../../../support/write-120.ts';

export const day = (text: string): PlainDate => `2026-${text}` as PlainDate;

/** An account number of an invented bank. */
export const account = (number: number, currencyCode = 'EUR', decimals = 2): StatementDraft['account'] => ({
  bankCode: '98765',
  branchCode: '00042',
  accountNumber: String(number).padStart(11, '0'),
  currencyCode,
  decimals,
});

export const ibanOf = ({ bankCode, branchCode, accountNumber }: StatementDraft['account']): string =>
  ibanFromRib(bankCode, branchCode, accountNumber) ?? '';

/** `label` on `date` for so many units. */
export type Move = readonly [date: string, units: number, label: string];

/** A statement of account 1 from one balance to what the movements give. */
export const statement = (
  from: readonly [date: string, units: number],
  to: string | readonly [date: string, units: number],
  moves: readonly Move[],
  own = account(1),
): StatementDraft => ({
  account: own,
  start: { date: day(from[0]), units: from[1] },
  end: typeof to === 'string' ? { date: day(to) } : { date: day(to[0]), units: to[1] },
  movements: moves.map(([date, units, label]) => ({
    operationDate: day(date),
    valueDate: day(date),
    units,
    label,
    operationCode: '05',
  })),
});

export interface World {
  readonly ctx: Context;
  readonly folder: string;
  /** A new folder of the firm. */
  newFolder(): Promise<number>;
  /** Writes a file of these statements. */
  write(name: string, statements: readonly StatementDraft[]): { name: string; path: string };
  /** Writes and imports, making accounts in the folder. */
  give(
    folderId: number,
    statements: readonly StatementDraft[],
    options?: ImportOptions,
  ): ReturnType<typeof importStatementFile>;
  /** Transactions of a folder as `date label amount`, sorted, twins repeated. */
  moves(folderId: number): Promise<string[]>;
  /** Everything that banking holds of a folder but its events. */
  snapshot(folderId: number): Promise<unknown>;
}

export function bankWorld(db: Database): World {
  const ctx = testContext(db);
  const folder = temporaryFolder('bank');
  let files = 0;
  const write = (name: string, statements: readonly StatementDraft[]) => {
    const path = join(folder, `${files++}-${name}`);
    writeFileSync(path, writeCfonb120(statements));
    return { name, path };
  };
  return {
    ctx,
    folder,
    write,
    newFolder: async () => (await createFolder(asReader(db), undefined, { name: 'ALPHA' })).id,
    give: (folderId, statements, options) =>
      importStatementFile(ctx, write('releve.txt', statements), { folderId, createsAccounts: true, ...options }),
    moves: async (folderId) => {
      const rows = await db
        .knex('bank_transaction')
        .select('operation_date', 'label', 'amount')
        .where({ folder_id: folderId })
        .orderBy(['operation_date', 'label', 'amount', 'id']);
      return rows.map(({ operation_date, label, amount }) => `${operation_date.slice(5)} ${label} ${amount}`);
    },
    snapshot: async (folderId) => {
      const tables = ['bank_account', 'statement_file', 'bank_statement', 'bank_statement_source', 'bank_transaction'];
      const held = [...tables, 'bank_sighting'].map(async (table) => {
        const { rows } = await db.knex.raw(`select t::text as row from ?? t where folder_id = ? order by 1`, [
          table,
          folderId,
        ]);
        return [table, rows.map(({ row }: { row: string }) => row)];
      });
      return Object.fromEntries(await Promise.all(held));
    },
  };
}
