import * as z from 'zod';
import { PROPOSALS, type Proposal, proposalOf } from '../../../services/vat/procedures/proposal.ts';
import { identifier } from '../../operation/fields.ts';
import { choice, euros, flag, int } from '../../operation/outputs.ts';
import { computed } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';

export const vatFormProposal = vatOperation({
  id: 'vat.form.proposal',
  ref: 'D48',
  summary: {
    en: 'Show the refund or the instalment that a VAT return calls for',
    fr: 'Montrer le remboursement ou l’acompte qu’appelle une déclaration de TVA',
  },
  description:
    'Credit: the credit of a CA3 reaches the minimum of a refund (760 euros, 150 when the period ends in December, none for a member of a consolidation group), that of a CA12 reaches 150 euros, and nothing was asked; CreditAmount is what would be carried. Deposit: the folder pays provisional or paid-leave instalments, DepositRate percent of what this return pays; after a CA12 the next 3514 (55 %, then 40 % of line 57), after a farm return the next 3525-BIS (a fifth), none when the tax of the year is under 1,000 euros. taxops vat form follow-up makes what is proposed.',
  http: { method: 'GET', path: '/procedures/{procedureId}/proposal' },
  cli: { args: ['procedureId'], examples: ['taxops vat form proposal 4 --folder 1'] },
  params: { procedureId: identifier().describe('VAT return') },
  output: z.object({
    ShouldPropose: computed(flag('À proposer'), ({ kind }: Proposal) => kind !== 'None'),
    Kind: choice(PROPOSALS, 'Nature'),
    CurrentPaidAmount: euros('Payé'),
    DepositAmount: euros('Acompte'),
    DepositRate: int('Taux de l’acompte'),
    CreditAmount: euros('Crédit'),
  }),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => proposalOf(ctx, folderId, procedureId),
});
