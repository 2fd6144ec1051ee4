import * as z from 'zod';
import { LACK_KINDS, vatLacks } from '../../../services/vat/status/lacks.ts';
import { choice, date, euros, int, maybe, text } from '../../operation/outputs.ts';
import { vatOperation } from '../vat-operation.ts';

const VatLack = z
  .object({
    Kind: choice(LACK_KINDS, 'Manque'),
    AccountId: maybe(int()),
    AccountNumber: maybe(text('Compte')),
    Label: text('Libellé').describe('Name of the account; form of a period'),
    BeginDate: maybe(date('Début')),
    EndDate: maybe(date('Fin')),
    DueDate: maybe(date('Échéance')),
    Count: maybe(int('Lignes')),
    Amount: maybe(euros('Montant')).describe('Debit less credit of the lines that are not lettered'),
    ProcedureId: maybe(int('Déclaration')),
    Remedy: text('Commande').describe('The command that mends it, or leads there'),
  })
  .meta({ id: 'VatLack' });

export const vatStatus = vatOperation({
  id: 'vat.status',
  summary: {
    en: 'List what a folder lacks for its VAT: categories, rates, letters, periods to file',
    fr: 'Lister ce qui manque à un dossier pour sa TVA : catégories, taux, lettrages, périodes à déclarer',
  },
  description:
    'Accounts that moved in the last open exercise without a category or without a rate; third parties with lines that bear no letter, whose receipts settle nothing; periods that have ended and are not filed, Late after their due date. Empty when nothing is to be done.',
  http: { method: 'GET', path: '/status' },
  cli: { examples: ['taxops vat status --folder 1'] },
  output: z.array(VatLack),
  columns: ['Kind', 'AccountNumber', 'Label', 'BeginDate', 'EndDate', 'DueDate', 'Count', 'Amount', 'Remedy'],
  run: (ctx, { folderId }) => vatLacks(ctx, folderId),
});
