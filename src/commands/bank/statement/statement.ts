import * as z from 'zod';
import { undoBookedImport } from '../../../services/banking/books/undo-import.ts';
import {
  listImports,
  listStatements,
  type StatementImport,
  type StoredStatement,
} from '../../../services/banking/statements/list.ts';
import { day, identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { detailsOf, withDetails } from '../report/for-people.ts';
import { STATEMENT, statementTable, statementToWire } from './at-wire.ts';

const Statement = z
  .object({
    ...STATEMENT,
    Movements: z.int(),
    Balanced: z.boolean(),
    ImportIds: z.array(z.int()).describe('Imports whose files carry it'),
  })
  .meta({ id: 'BankStatement' });

const toWire = (statement: StoredStatement): z.output<typeof Statement> => ({
  ...statementToWire(statement),
  Movements: statement.movements,
  Balanced: statement.isBalanced,
  ImportIds: [...statement.importIds],
});

export const bankStatementList = defineOperation({
  id: 'bank.statement.list',
  summary: { en: 'List the stored statements', fr: 'Lister les relevés enregistrés' },
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/statements' },
  cli: {
    examples: ['taxops bank statement list --folder 1', 'taxops bank statement list --folder 1 --account 3 --json'],
  },
  params: EnterprisePath,
  query: z.object({
    accountId: identifier().optional(),
    beginDate: day().optional().describe('Statements that end on this day or later'),
    endDate: day().optional().describe('Statements that begin on this day or earlier'),
  }),
  output: z.array(Statement),
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  view: (statements) => statementTable(detailsOf<readonly StoredStatement[]>(statements) ?? []),
  run: async (ctx, { enterpriseId, ...filter }) => {
    const statements = await listStatements(await ctx.db(), { folderId: enterpriseId, ...filter });
    return withDetails(statements.map(toWire), statements);
  },
});

const Import = z
  .object({
    Id: z.int(),
    FileName: z.string(),
    ImportedAt: z.string().meta({ format: 'date-time' }),
    Accounts: z.int(),
    Statements: z.int().describe('Of this folder'),
    IsComplete: z.boolean().describe('Nothing of the file was left out'),
    Sha256: z.string(),
  })
  .meta({ id: 'StatementImportSummary' });

const importWire = (found: StatementImport): z.output<typeof Import> => ({
  Id: found.id,
  FileName: found.fileName,
  ImportedAt: found.importedAt,
  Accounts: found.totalAccounts,
  Statements: found.statements,
  IsComplete: found.isComplete,
  Sha256: found.sha256,
});

export const bankStatementImports = defineOperation({
  id: 'bank.statement.imports',
  summary: { en: 'List the statement files imported', fr: 'Lister les fichiers de relevés importés' },
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/statement-files' },
  cli: { examples: ['taxops bank statement imports --folder 1'] },
  params: EnterprisePath,
  output: z.array(Import),
  errors: ['FolderNotFound'],
  columns: ['Id', 'FileName', 'ImportedAt', 'Accounts', 'Statements', 'IsComplete'],
  run: async (ctx, { enterpriseId }) => (await listImports(await ctx.db(), enterpriseId)).map(importWire),
});

export const bankStatementUndo = defineOperation({
  id: 'bank.statement.undo',
  summary: { en: 'Undo the import of a statement file', fr: 'Annuler l’import d’un fichier de relevés' },
  description:
    'Accounts become what they would be had the file never come: what other files show too stays, accounts that the import made go when nothing else came into them. Refused when a transaction that would go is booked by a definitive entry; the drafts written from it are deleted; of entries that were in the ledger only the links go.',
  policy: { right: 'write', of: 'visible' },
  http: { method: 'DELETE', path: '/api/banking/statement-files/{importId}' },
  cli: {
    args: ['importId'],
    examples: ['taxops bank statement undo 7', 'taxops bank statement undo 7 --yes --json'],
    confirm: true,
  },
  params: z.object({ importId: identifier().describe('ImportId of the import') }),
  output: z
    .object({ ImportId: z.int(), StatementsRemoved: z.int(), TransactionsRemoved: z.int(), AccountsRemoved: z.int() })
    .meta({ id: 'StatementImportUndone' }),
  errors: ['StatementImportNotFound', 'TransactionLocked', 'LedgerFolderInactive'],
  run: async (ctx, { importId }) => {
    const undone = await undoBookedImport(ctx, importId);
    return {
      ImportId: importId,
      StatementsRemoved: undone.statementsRemoved,
      TransactionsRemoved: undone.transactionsRemoved,
      AccountsRemoved: undone.accountsRemoved,
    };
  },
});
