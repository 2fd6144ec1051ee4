import * as z from 'zod';
import { matchDocuments } from '../../../services/banking/transactions/supporting-documents/match.ts';
import {
  remainingAmounts,
  transactionsOfDocument,
} from '../../../services/banking/transactions/supporting-documents/remaining.ts';
import { identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { ComplementedTransactionShape, complementedTable, complementedToWire, euros } from '../complement/wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/documents';

const DocIds = z.array(identifier()).max(10_000).describe('At most 10,000');

export const bankDocumentRemaining = defineOperation({
  id: 'bank.document.remaining',
  ref: 'C30',
  summary: { en: 'What is left of documents', fr: 'Ce qui reste des pièces justificatives' },
  description:
    'By document identifier. Amount is null, and RemainingAmount 0, as long as nobody has said the amount of the document. One identifier that the folder does not have fails the call.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/remaining-amounts` },
  cli: { examples: ['taxops bank document remaining --folder 1 --doc-ids 4 --doc-ids 5'] },
  params: EnterprisePath,
  body: z.strictObject({ DocIds }),
  output: z
    .record(
      z.string(),
      z.object({
        Amount: z.number().nullable(),
        RemainingAmount: z.number(),
        AssociatedAmountByTransactionId: z.record(z.string(), z.number()),
      }),
    )
    .meta({ id: 'DocumentRemainingAmounts' }),
  errors: ['FolderNotFound', 'SupportingDocumentNotFound'],
  view: (found) => [
    {
      kind: 'table',
      columns: [
        { name: 'DocumentId', type: 'number' },
        { name: 'Amount', type: 'amount' },
        { name: 'RemainingAmount', type: 'amount' },
        { name: 'TransactionIds' },
      ],
      rows: Object.entries(found).map(([id, { Amount, RemainingAmount, AssociatedAmountByTransactionId }]) => [
        id,
        Amount?.toFixed(2),
        RemainingAmount.toFixed(2),
        Object.keys(AssociatedAmountByTransactionId).join(', '),
      ]),
    },
  ],
  run: async (ctx, { enterpriseId, body }) => {
    const found = await remainingAmounts(ctx, enterpriseId, body.DocIds);
    return Object.fromEntries(
      found.map(({ documentId, amount, remaining, associated }) => [
        String(documentId),
        {
          Amount: amount === null ? null : euros(amount),
          RemainingAmount: euros(remaining),
          AssociatedAmountByTransactionId: Object.fromEntries(
            [...associated].map(([transactionId, cents]) => [String(transactionId), euros(cents)]),
          ),
        },
      ]),
    );
  },
});

export const bankDocumentTransactions = defineOperation({
  id: 'bank.document.transactions',
  ref: 'C31',
  summary: { en: 'List the transactions of a document', fr: 'Lister les mouvements d’une pièce justificative' },
  description: 'By day, hidden and deleted ones included: they still account for a part of the document.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ROUTE}/{docId}/transactions` },
  cli: { args: ['docId'], examples: ['taxops bank document transactions 4 --folder 1'] },
  params: EnterprisePath.extend({ docId: identifier().describe('Supporting document') }),
  output: z.array(ComplementedTransactionShape),
  errors: ['FolderNotFound', 'SupportingDocumentNotFound'],
  view: (transactions) => complementedTable(transactions),
  run: async (ctx, { enterpriseId, docId }) => {
    const found = await transactionsOfDocument(ctx, enterpriseId, docId);
    return complementedToWire(found, ctx.language);
  },
});

export const bankDocumentMatch = defineOperation({
  id: 'bank.document.match',
  summary: { en: 'Match documents with transactions', fr: 'Rapprocher pièces et mouvements' },
  description:
    'Proposes, for each document with an amount left, the transaction of the same remaining amount, from 10 days before the document to 120 days after: 50 points, 40 more when the label names the counterparty (20 for some of its words), 10 when it was paid within 35 days (5 otherwise). Certain: the counterparty speaks for it and nothing else has as many points. With Apply the certain ones are associated, and their reasons kept.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/match` },
  cli: { examples: ['taxops bank document match --folder 1', 'taxops bank document match --folder 1 --apply true'] },
  params: EnterprisePath,
  body: z.strictObject({
    Apply: z.boolean().default(false).describe('Associate the certain ones'),
    DocumentIds: z.array(identifier()).max(10_000).optional().describe('These documents only'),
  }),
  output: z.array(
    z
      .object({
        DocumentId: z.int(),
        TransactionId: z.int(),
        AssociatedAmount: z.number(),
        Score: z.int(),
        IsCertain: z.boolean(),
        IsAssociated: z.boolean(),
        Reasons: z.array(z.string()),
      })
      .meta({ id: 'DocumentMatch' }),
  ),
  errors: ['FolderNotFound', 'SupportingDocumentNotFound'],
  view: (matches) => [
    {
      kind: 'table',
      columns: [
        { name: 'DocumentId', type: 'number' },
        { name: 'TransactionId', type: 'number' },
        { name: 'Amount', type: 'amount' },
        { name: 'Score', type: 'number' },
        { name: 'IsCertain' },
        { name: 'IsAssociated' },
      ],
      rows: matches.map((match) => [
        match.DocumentId,
        match.TransactionId,
        match.AssociatedAmount.toFixed(2),
        match.Score,
        match.IsCertain,
        match.IsAssociated,
      ]),
    },
    ...matches.map(({ DocumentId, TransactionId, Reasons }) => ({
      kind: 'text' as const,
      text: `${DocumentId} – ${TransactionId}: ${Reasons.join('; ')}`,
    })),
  ],
  run: async (ctx, { enterpriseId, body }) => {
    const proposals = await matchDocuments(ctx, enterpriseId, { apply: body.Apply, documentIds: body.DocumentIds });
    return proposals.map((proposal) => ({
      DocumentId: proposal.documentId,
      TransactionId: proposal.transactionId,
      AssociatedAmount: euros(proposal.amount),
      Score: proposal.score,
      IsCertain: proposal.isCertain,
      IsAssociated: proposal.isAssociated,
      Reasons: proposal.reasons.map((reason) => reason[ctx.language]),
    }));
  },
});
