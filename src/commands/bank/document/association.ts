import * as z from 'zod';
import type { ComplementedTransaction } from '../../../services/banking/transactions/complementary/view.ts';
import { matchDocuments } from '../../../services/banking/transactions/supporting-documents/match.ts';
import {
  remainingAmounts,
  transactionsOfDocument,
} from '../../../services/banking/transactions/supporting-documents/remaining.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { identifier } from '../../operation/fields.ts';
import { euros, flag, int, maybe, words } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { ComplementedTransactionShape, complementedTable } from '../complement/wire.ts';

const ROUTE = '/documents';

const DocIds = z.array(identifier()).max(10_000).describe('At most 10,000');

export const bankDocumentRemaining = bankOperation({
  id: 'bank.document.remaining',
  ref: 'C30',
  summary: { en: 'What is left of documents', fr: 'Ce qui reste des pièces justificatives' },
  description:
    'By document identifier. Amount is null, and RemainingAmount 0, as long as the amount of the document is not known. One identifier that the folder does not have fails the call.',
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/remaining-amounts` },
  cli: { examples: ['taxops bank document remaining --folder 1 --doc-ids 4 --doc-ids 5'] },
  body: fields({ DocIds }),
  output: z
    .record(
      z.string(),
      z.object({
        Amount: maybe(euros('Montant')),
        RemainingAmount: from('remaining', euros('Reste')),
        AssociatedAmountByTransactionId: from('associated', z.record(z.string(), euros())),
      }),
    )
    .meta({ id: 'DocumentRemainingAmounts' }),
  errors: ['SupportingDocumentNotFound'],
  view: (_found, _language, remainders) => [
    {
      kind: 'table',
      columns: [
        { name: 'DocumentId', fr: 'Pièce', type: 'number' },
        { name: 'Amount', fr: 'Montant', type: 'amount' },
        { name: 'RemainingAmount', fr: 'Reste', type: 'amount' },
        { name: 'TransactionIds', fr: 'Mouvements' },
      ],
      rows: Object.entries(remainders).map(([id, { amount, remaining, associated }]) => [
        id,
        amount === null || amount === undefined ? null : formatAmount(amount),
        formatAmount(remaining),
        Object.keys(associated).join(', '),
      ]),
    },
  ],
  run: (ctx, { folderId, body }) => remainingAmounts(ctx, folderId, body.docIds),
});

export const bankDocumentTransactions = bankOperation({
  id: 'bank.document.transactions',
  ref: 'C31',
  summary: { en: 'List the transactions of a document', fr: 'Lister les mouvements d’une pièce justificative' },
  description: 'By day, hidden and deleted ones included: they still account for a part of the document.',
  http: { method: 'GET', path: `${ROUTE}/{docId}/transactions` },
  cli: { args: ['docId'], examples: ['taxops bank document transactions 4 --folder 1'] },
  params: { docId: identifier().describe('Supporting document') },
  output: z.array(ComplementedTransactionShape),
  errors: ['SupportingDocumentNotFound'],
  view: (_transactions, _language, origin) => complementedTable(origin as readonly ComplementedTransaction[]),
  run: (ctx, { folderId, docId }) => transactionsOfDocument(ctx, folderId, docId),
});

export const bankDocumentMatch = bankOperation({
  id: 'bank.document.match',
  summary: { en: 'Match documents with transactions', fr: 'Rapprocher pièces et mouvements' },
  description:
    'Proposes, for each document with an amount left, the transaction of the same remaining amount, from 10 days before the document to 120 days after: 50 points, 40 more when the label names the counterparty (20 for some of its words), 10 when it was paid within 35 days (5 otherwise). Certain: the counterparty speaks for it and nothing else has as many points. With Apply the certain ones are associated, and their reasons kept.',
  http: { method: 'POST', path: `${ROUTE}/match` },
  cli: { examples: ['taxops bank document match --folder 1', 'taxops bank document match --folder 1 --apply true'] },
  body: fields({
    Apply: z.boolean().default(false).describe('Associate the certain ones'),
    DocumentIds: z.array(identifier()).max(10_000).optional().describe('These documents only'),
  }),
  output: z.array(
    z
      .object({
        DocumentId: int('Pièce'),
        TransactionId: int('Mouvement'),
        AssociatedAmount: from('amount', euros()),
        Score: int('Points'),
        IsCertain: flag('Certain'),
        IsAssociated: flag('Associé'),
        Reasons: z.array(words()),
      })
      .meta({ id: 'DocumentMatch' }),
  ),
  errors: ['SupportingDocumentNotFound'],
  view: (matches, _language, proposals) => [
    {
      kind: 'table',
      columns: [
        { name: 'DocumentId', type: 'number' },
        { name: 'TransactionId', type: 'number' },
        { name: 'Amount', fr: 'Montant', type: 'amount' },
        { name: 'Score', type: 'number' },
        { name: 'IsCertain' },
        { name: 'IsAssociated' },
      ],
      rows: proposals.map(({ documentId, transactionId, amount, score, isCertain, isAssociated }) => [
        documentId,
        transactionId,
        formatAmount(amount),
        score,
        isCertain,
        isAssociated,
      ]),
    },
    ...matches.map(({ DocumentId, TransactionId, Reasons }) => ({
      kind: 'text' as const,
      text: `${DocumentId} – ${TransactionId}: ${Reasons.join('; ')}`,
    })),
  ],
  run: (ctx, { folderId, body }) => matchDocuments(ctx, folderId, body),
});
