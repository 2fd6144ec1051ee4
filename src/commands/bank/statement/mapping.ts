/** How the columns of the CSV of an account are read. */
import * as z from 'zod';
import { getMapping, setMapping, unsetMapping } from '../../../services/banking/statements/csv/mappings.ts';
import { identifier } from '../../operation/fields.ts';
import { maybe } from '../../operation/outputs.ts';
import { headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { CsvMappingSchema, csvMappingBody } from './mapping-wire.ts';

const PATH = '/accounts/{bankAccountId}/csv-mapping';
const params = { bankAccountId: identifier() };

export const bankStatementMappingShow = bankOperation({
  id: 'bank.statement.mapping.show',
  summary: { en: 'Show how the CSV of an account is read', fr: 'Voir comment le CSV d’un compte est lu' },
  description: 'Null until an import guessed it, or a person set it.',
  http: { method: 'GET', path: PATH },
  cli: { examples: ['taxops bank statement mapping show --folder 1 --bank-account 2'] },
  params,
  output: z.object({ Mapping: headed(maybe(CsvMappingSchema), 'Correspondance') }).meta({ id: 'AccountCsvMapping' }),
  errors: ['BankAccountNotFound'],
  run: async (ctx, { folderId, bankAccountId }) => ({ mapping: await getMapping(ctx, folderId, bankAccountId) }),
});

export const bankStatementMappingSet = bankOperation({
  id: 'bank.statement.mapping.set',
  summary: { en: 'Say how the CSV of an account is read', fr: 'Dire comment le CSV d’un compte est lu' },
  description:
    'For the next imports. Columns are named by their headings, or by #1, #2 … where the file has none; lines before the headings, totals and empty lines are passed over.',
  http: { method: 'PUT', path: PATH },
  cli: {
    examples: ['taxops bank statement mapping set --folder 1 --bank-account 2 --body mapping.json'],
  },
  params,
  body: csvMappingBody,
  output: CsvMappingSchema,
  errors: ['BankAccountNotFound', 'MappingIncomplete'],
  run: (ctx, { folderId, bankAccountId, body }) => setMapping(ctx, folderId, bankAccountId, body),
});

export const bankStatementMappingUnset = bankOperation({
  id: 'bank.statement.mapping.unset',
  summary: {
    en: 'Guess anew how the CSV of an account is read',
    fr: 'Deviner à nouveau comment le CSV d’un compte est lu',
  },
  http: { method: 'DELETE', path: PATH },
  cli: { examples: ['taxops bank statement mapping unset --folder 1 --bank-account 2'] },
  params,
  output: z.void(),
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, bankAccountId }) => unsetMapping(ctx, folderId, bankAccountId),
});
