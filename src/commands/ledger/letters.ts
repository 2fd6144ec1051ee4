import * as z from 'zod';
import { listLetterGroups } from '../../services/ledger/lettering.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { date, eurosText, flag, int, maybe, text } from '../operation/outputs.ts';
import { from, headed } from '../operation/wire.ts';
import { accountPrefixes, ledgerOperation } from './wire.ts';

const LetterGroupShape = z
  .object({
    Id: int('Id').describe('Identifier of its first line'),
    ExerciseId: int('Exercice'),
    AccountId: int('N° compte'),
    AccountNumber: text('Compte'),
    SubAccountId: maybe(int('N° sous-compte')),
    SubAccountCode: maybe(text('Sous-compte')),
    Letter: text('Lettre'),
    Date: maybe(date('Date')),
    Balance: eurosText('Solde'),
    IsPartial: flag('Partiel'),
    EntryLineIds: from('lineIds', headed(z.array(z.int()), 'Lignes')),
  })
  .meta({ id: 'LetterGroup' });

export const ledgerLetters = ledgerOperation({
  id: 'ledger.letters',
  summary: { en: 'List the lettering groups of a folder', fr: 'Lister les lettrages d’un dossier' },
  description: 'Lines of one account, or sub-account, of one exercise with the same code. Partial: not balanced.',
  http: { method: 'GET', path: '/letter-groups' },
  cli: { examples: ['taxops ledger letters --folder 12 --account 411 --partial'] },
  query: z.object({
    exerciseId: identifier().optional().describe('One exercise; all of them unless given'),
    account: accountPrefixes,
    partial: z.boolean().optional().describe('true: groups that do not balance; false: those that do'),
    ...paging,
  }),
  output: pageOf(LetterGroupShape),
  columns: ['AccountNumber', 'SubAccountCode', 'Letter', 'Date', 'Balance', 'IsPartial', 'EntryLineIds'],
  run: (ctx, { folderId, exerciseId, account, partial, page, limit }) =>
    listLetterGroups(ctx, folderId, { exerciseId, accounts: account, isPartial: partial }, { page, limit }),
});
