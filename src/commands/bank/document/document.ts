import * as z from 'zod';
import { addDocuments } from '../../../services/banking/transactions/supporting-documents/add.ts';
import { associationsOf } from '../../../services/banking/transactions/supporting-documents/associations.ts';
import { attachDocuments } from '../../../services/banking/transactions/supporting-documents/attach.ts';
import {
  changeDocument,
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments,
} from '../../../services/banking/transactions/supporting-documents/documents.ts';
import { transactionsOfEntry } from '../../../services/banking/transactions/supporting-documents/of-entry.ts';
import { identifier, pageOf, paging } from '../../operation/fields.ts';
import { date, decimal, file, int, text } from '../../operation/outputs.ts';
import { headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { ComplementaryData } from '../complement/wire.ts';
import { AddedDocumentShape, DocumentDetailShape, DocumentShape, FACTS_QUERY, FactsBody } from './wire.ts';

const ROUTE = '/documents';
const ONE = `${ROUTE}/{documentId}`;

const DocumentPath = { documentId: identifier().describe('Supporting document') };

/** Above what is stored, so that a document slightly too large is refused by its name. */
const MOST_SENT_BYTES = 16 * 1024 * 1024;

/** What files that are added may be refused for. */
const ADD_ERRORS = [
  'DocumentFileMissing',
  'DocumentTypeRefused',
  'DocumentNameInvalid',
  'DocumentTooLarge',
  'XmlRefused',
  'DocumentFileChanged',
  'DocumentContradicted',
  'FileUnreadable',
] as const;

export const bankDocumentAdd = bankOperation({
  id: 'bank.document.add',
  summary: { en: 'Add supporting documents', fr: 'Ajouter des pièces justificatives' },
  description:
    'PDF, JPEG, PNG, or an invoice in XML (Factur-X, UBL), judged by what the file holds; 10 MiB at most each. All files are stored or none. They are encrypted; the same bytes in a folder are one document, marked IsKnown: sent again with facts that it lacked, it gets them; with other facts than it has, it is refused. The facts given are those of every file; an invoice in XML tells those that are not given: total, currency, date, and the party that is not the folder.',
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops bank document add facture.pdf --folder 1 --amount 120.00 --counter-party "Papeterie Lune" --effectif-date 2026-03-02',
    ],
  },
  query: z.object(FACTS_QUERY),
  files: { many: true, description: 'Documents', bytes: MOST_SENT_BYTES },
  output: z.array(AddedDocumentShape),
  columns: ['Id', 'FileName', 'ContentType', 'Amount', 'IsKnown'],
  errors: ADD_ERRORS,
  idempotent: false,
  run: (ctx, { folderId, files, effectifDate: effectiveDate, ...facts }) =>
    addDocuments(ctx, folderId, files, { ...facts, effectiveDate }),
});

export const bankDocumentAttach = bankOperation({
  id: 'bank.document.attach',
  summary: { en: 'Justify a transaction by documents', fr: 'Justifier un mouvement par des pièces' },
  description:
    'Adds the files as bank document add does and associates them with the transaction, beside those it has. A document that does not say its amount is taken to be of what is left of the transaction.',
  http: { method: 'POST', path: '/transactions/{transactionId}/documents', status: 201 },
  cli: { args: ['transactionId'], examples: ['taxops bank document attach 12 facture.pdf --folder 1'] },
  params: { transactionId: identifier().describe('Transaction') },
  files: { many: true, description: 'Documents', bytes: MOST_SENT_BYTES },
  output: ComplementaryData,
  errors: ['BankTransactionUnknown', ...ADD_ERRORS, 'NothingLeftToAssociate'],
  idempotent: false,
  run: (ctx, { folderId, transactionId, files }) => attachDocuments(ctx, folderId, transactionId, files),
});

const BookedShape = z
  .object({
    TransactionId: int('N° mouvement'),
    AccountId: int('N° compte'),
    Date: date('Date'),
    Label: text('Libellé'),
    Amount: decimal('Montant'),
    Documents: headed(z.array(z.object({ DocumentId: int('N° pièce'), FileName: text('Pièce') })), 'Pièces'),
  })
  .meta({ id: 'EntryBankTransaction' });

export const bankDocumentOfEntry = bankOperation({
  id: 'bank.document.of-entry',
  summary: {
    en: 'From an entry to its bank transactions and their documents',
    fr: 'D’une écriture à ses mouvements bancaires et à leurs pièces',
  },
  description: 'None for an entry that no transaction is linked to.',
  http: { method: 'GET', path: '/entries/{entryId}/documents' },
  cli: { args: ['entryId'], examples: ['taxops bank document of-entry 1042 --folder 1'] },
  params: { entryId: identifier() },
  output: z.array(BookedShape),
  run: (ctx, { folderId, entryId }) => transactionsOfEntry(ctx, folderId, entryId),
});

export const bankDocumentList = bankOperation({
  id: 'bank.document.list',
  summary: { en: 'List the supporting documents of a folder', fr: 'Lister les pièces justificatives d’un dossier' },
  description: 'The newest first. RemainingAmount is what no transaction accounts for yet.',
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank document list --folder 1 --with-remaining-amount true'] },
  query: z.object({
    search: z.string().max(100).optional().describe('Part of the name or of the counterparty'),
    withRemainingAmount: z.boolean().optional().describe('Whether something is left to associate'),
    ...paging,
  }),
  output: pageOf(DocumentShape).meta({ id: 'SupportingDocumentPage' }),
  columns: ['Id', 'FileName', 'CounterParty', 'EffectifDate', 'Amount', 'RemainingAmount'],
  run: (ctx, { folderId, page, limit, ...filter }) => listDocuments(ctx, folderId, filter, { page, limit }),
});

export const bankDocumentShow = bankOperation({
  id: 'bank.document.show',
  summary: { en: 'Show a supporting document', fr: 'Montrer une pièce justificative' },
  description: 'With the transactions it is associated with, and why when the program associated them.',
  http: { method: 'GET', path: ONE },
  cli: { args: ['documentId'], examples: ['taxops bank document show 4 --folder 1'] },
  params: DocumentPath,
  output: DocumentDetailShape,
  errors: ['SupportingDocumentNotFound'],
  run: async (ctx, { folderId, documentId }) => ({
    ...(await getDocument(ctx, folderId, documentId)),
    associations: await associationsOf(ctx, folderId, documentId),
  }),
});

export const bankDocumentDownload = bankOperation({
  id: 'bank.document.download',
  summary: { en: 'Download a supporting document', fr: 'Télécharger une pièce justificative' },
  description: 'Byte for byte as it was sent, checked against its SHA-256.',
  http: { method: 'GET', path: `${ONE}/content` },
  cli: { args: ['documentId'], examples: ['taxops bank document download 4 --folder 1 --output facture.pdf'] },
  params: DocumentPath,
  output: file('application/pdf', 'image/jpeg', 'image/png', 'application/xml'),
  errors: ['SupportingDocumentNotFound'],
  audited: true,
  run: (ctx, { folderId, documentId }) => downloadDocument(ctx, folderId, documentId),
});

export const bankDocumentUpdate = bankOperation({
  id: 'bank.document.update',
  summary: { en: 'Change the facts of a supporting document', fr: 'Modifier les données d’une pièce justificative' },
  description:
    'Fields that are left out keep their value, null empties one. The amount stays at or above what transactions account for; the currency stays while any does.',
  http: { method: 'PATCH', path: ONE },
  cli: {
    args: ['documentId'],
    examples: ['taxops bank document update 4 --folder 1 --amount 120.00 --effectif-date 2026-03-02'],
  },
  params: DocumentPath,
  body: FactsBody,
  output: DocumentShape,
  errors: ['SupportingDocumentNotFound', 'AssociationExceedsDocument', 'SupportingDocumentInUse'],
  run: (ctx, { folderId, documentId, body }) => changeDocument(ctx, folderId, documentId, body),
});

export const bankDocumentDelete = bankOperation({
  id: 'bank.document.delete',
  summary: { en: 'Delete a supporting document', fr: 'Supprimer une pièce justificative' },
  description: 'Only a document that no transaction is associated with, and that no VAT procedure group names.',
  http: { method: 'DELETE', path: ONE, status: 204 },
  cli: { args: ['documentId'], examples: ['taxops bank document delete 4 --folder 1 --yes'], confirm: true },
  params: DocumentPath,
  output: z.void(),
  errors: ['SupportingDocumentNotFound', 'SupportingDocumentInUse', 'SupportingDocumentOfReturn'],
  run: (ctx, { folderId, documentId }) => deleteDocument(ctx, folderId, documentId),
});
