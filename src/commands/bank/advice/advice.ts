/** What banks tell of movements beside their statements. */
import * as z from 'zod';
import { listAdvices } from '../../../services/banking/statements/advices/list.ts';
import { amountText, day, identifier, pageOf, paging } from '../../operation/fields.ts';
import { date, int, maybe, text } from '../../operation/outputs.ts';
import { headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

const AdviceShape = z
  .object({
    Id: int('N°'),
    AccountId: int('N° compte'),
    Format: text('Format'),
    OperationCode: text('Opération'),
    Date: date('Date'),
    Amount: headed(amountText().describe('What the account gains'), 'Montant'),
    Total: amountText().describe('Of the sequence that it is part of'),
    CurrencyCode: text('Devise'),
    Party: maybe(text('Tiers')),
    PartyIban: maybe(text('IBAN du tiers')),
    Text: text('Libellé'),
    Reference: maybe(text('Référence')),
    RejectCode: maybe(text('Code rejet')),
    RejectLabel: maybe(text('Motif')),
    OriginalDate: maybe(date('Date d’origine')),
    OriginalReference: maybe(text('Référence d’origine')),
    TransactionId: maybe(int('Mouvement')).describe('That books it, alone or with the rest of its sequence'),
    CreditId: maybe(int('Crédit d’origine')).describe('That the operation which came back was part of'),
  })
  .meta({ id: 'BankAdvice' });

export const bankAdviceList = bankOperation({
  id: 'bank.advice.list',
  summary: {
    en: 'List advices: camt.054 and returned operations',
    fr: 'Lister les avis : camt.054 et opérations restituées',
  },
  description:
    'What files of camt.054 and CFONB 240 say, each beside the transaction that books it and, of an operation that came back, the credit that it was part of. They make no transaction; their names and references count when links are proposed.',
  http: { method: 'GET', path: '/advices' },
  cli: { examples: ['taxops bank advice list --folder 1', 'taxops bank advice list --folder 1 --account 3 --json'] },
  query: z.object({
    accountId: identifier().optional(),
    beginDate: day().optional(),
    endDate: day().optional(),
    ...paging,
  }),
  output: pageOf(AdviceShape),
  columns: ['Date', 'OperationCode', 'Amount', 'Party', 'RejectLabel', 'TransactionId', 'CreditId'],
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, ...filter }) => listAdvices(ctx, folderId, filter),
});
