import * as z from 'zod';
import { undoBookedImport } from '../../../services/banking/books/undo-import.ts';
import { listImports, listStatements, type StoredStatement } from '../../../services/banking/statements/list.ts';
import { day, identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { flag, int, moment, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { STATEMENT, statementTable } from './at-wire.ts';

const Statement = z
  .object({
    ...STATEMENT,
    Movements: int('Mouvements'),
    Balanced: from('isBalanced', flag('Équilibré')),
    ImportIds: z.array(int()).describe('Imports whose files carry it'),
  })
  .meta({ id: 'BankStatement' });

export const bankStatementList = bankOperation({
  id: 'bank.statement.list',
  summary: { en: 'List the stored statements', fr: 'Lister les relevés enregistrés' },
  http: { method: 'GET', path: '/statements' },
  cli: {
    examples: ['taxops bank statement list --folder 1', 'taxops bank statement list --folder 1 --account 3 --json'],
  },
  query: z.object({
    accountId: identifier().optional(),
    beginDate: day().optional().describe('Statements that end on this day or later'),
    endDate: day().optional().describe('Statements that begin on this day or earlier'),
  }),
  output: z.array(Statement),
  errors: ['BankAccountNotFound'],
  view: (_wire, _language, found) => statementTable(found as readonly StoredStatement[]),
  run: (ctx, { folderId, ...filter }) => listStatements(ctx, folderId, filter),
});

const Import = z
  .object({
    Id: int('Id'),
    FileName: text('Fichier'),
    ImportedAt: moment('Importé le'),
    Accounts: int('Comptes'),
    Statements: int('Relevés').describe('Of this folder'),
    IsComplete: flag('Complet').describe('Nothing of the file was left out'),
    Sha256: text('SHA-256'),
  })
  .meta({ id: 'StatementImportSummary' });

export const bankStatementImports = bankOperation({
  id: 'bank.statement.imports',
  summary: { en: 'List the statement files imported', fr: 'Lister les fichiers de relevés importés' },
  http: { method: 'GET', path: '/statement-files' },
  cli: { examples: ['taxops bank statement imports --folder 1'] },
  output: z.array(Import),
  columns: ['Id', 'FileName', 'ImportedAt', 'Accounts', 'Statements', 'IsComplete'],
  run: (ctx, { folderId }) => listImports(ctx, folderId),
});

export const bankStatementUndo = defineOperation({
  id: 'bank.statement.undo',
  summary: { en: 'Undo the import of a statement file', fr: 'Annuler l’import d’un fichier de relevés' },
  description:
    'Accounts become what they would be had the file never come: what other files show too stays, accounts that the import made go when nothing else came into them. Refused when an entry written from a transaction that would go is definitive; drafts written from it are deleted; of entries that were in the ledger, validated or not, only the links go.',
  policy: { right: 'write', of: 'visible' },
  http: { method: 'DELETE', path: '/api/banking/statement-files/{importId}' },
  cli: {
    args: ['importId'],
    examples: ['taxops bank statement undo 7', 'taxops bank statement undo 7 --yes --json'],
    confirm: true,
  },
  params: z.object({ importId: identifier().describe('ImportId of the import') }),
  output: z
    .object({
      ImportId: int('Import'),
      StatementsRemoved: int('Relevés supprimés'),
      TransactionsRemoved: int('Mouvements supprimés'),
      AccountsRemoved: int('Comptes supprimés'),
      EntriesRemoved: int('Brouillons supprimés').describe('Drafts written from transactions that are gone'),
      LinksRemoved: int('Liens supprimés').describe('Of transactions that are gone to entries of the ledger'),
    })
    .meta({ id: 'StatementImportUndone' }),
  errors: ['StatementImportNotFound', 'TransactionLocked', 'LedgerFolderInactive', 'PeriodReconciled'],
  run: (ctx, { importId }) => undoBookedImport(ctx, importId),
});
