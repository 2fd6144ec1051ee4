import * as z from 'zod';
import { addDocuments } from '../../../services/banking/transactions/supporting-documents/add.ts';
import { associationsOf } from '../../../services/banking/transactions/supporting-documents/associations.ts';
import {
  changeDocument,
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments,
} from '../../../services/banking/transactions/supporting-documents/documents.ts';
import { identifier, pageOf, paging } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { file } from '../../operation/outputs.ts';
import { EnterprisePath } from '../account/account.ts';
import { euros } from '../complement/wire.ts';
import {
  AddedDocumentShape,
  DocumentDetailShape,
  DocumentShape,
  documentToWire,
  FACTS_BODY,
  FACTS_QUERY,
} from './wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/documents';
const ONE = `${ROUTE}/{documentId}`;

const DocumentPath = EnterprisePath.extend({ documentId: identifier().describe('Supporting document') });

/** Above what is stored, so that a document slightly too large is told by its name. */
const MOST_SENT_BYTES = 16 * 1024 * 1024;

export const bankDocumentAdd = defineOperation({
  id: 'bank.document.add',
  summary: { en: 'Add supporting documents', fr: 'Ajouter des pièces justificatives' },
  description:
    'PDF, JPEG, PNG, or an invoice in XML (Factur-X, UBL), judged by what the file holds; 10 MiB at most each. All files are stored or none. They are encrypted; the same bytes in a folder are one document, told by IsKnown: sent again with facts that nobody had told, it gets them; with other facts than it has, it is refused. The facts given are those of every file; an invoice in XML tells those that are not given: total, currency, date, and the party that is not the folder.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops bank document add facture.pdf --folder 1 --amount 120.00 --counter-party "Papeterie Lune" --effectif-date 2026-03-02',
    ],
  },
  params: EnterprisePath,
  query: z.object(FACTS_QUERY),
  files: { many: true, description: 'Documents', bytes: MOST_SENT_BYTES },
  output: z.array(AddedDocumentShape),
  columns: ['Id', 'FileName', 'ContentType', 'Amount', 'IsKnown'],
  errors: [
    'FolderNotFound',
    'DocumentFileMissing',
    'DocumentTypeRefused',
    'DocumentNameInvalid',
    'DocumentTooLarge',
    'XmlRefused',
    'DocumentFileChanged',
    'DocumentContradicted',
    'FileUnreadable',
  ],
  run: async (ctx, { enterpriseId, files, effectifDate, ...facts }) => {
    const added = await addDocuments(ctx, enterpriseId, files, { ...facts, effectiveDate: effectifDate });
    return added.map((document) => ({ ...documentToWire(document), IsKnown: document.isKnown }));
  },
});

export const bankDocumentList = defineOperation({
  id: 'bank.document.list',
  summary: { en: 'List the supporting documents of a folder', fr: 'Lister les pièces justificatives d’un dossier' },
  description: 'The newest first. RemainingAmount is what no transaction accounts for yet.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank document list --folder 1 --with-remaining-amount true'] },
  params: EnterprisePath,
  query: z.object({
    search: z.string().max(100).optional().describe('Part of the name or of the counterparty'),
    withRemainingAmount: z.boolean().optional().describe('Whether something is left to associate'),
    ...paging,
  }),
  output: pageOf(DocumentShape).meta({ id: 'SupportingDocumentPage' }),
  columns: ['Id', 'FileName', 'CounterParty', 'EffectifDate', 'Amount', 'RemainingAmount'],
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId, page, limit, ...filter }) => {
    const { items, total } = await listDocuments(ctx, enterpriseId, { ...filter, page, limit });
    const HasMore = page * limit < total;
    return { Items: items.map(documentToWire), Page: page, Limit: limit, TotalItems: total, HasMore };
  },
});

export const bankDocumentShow = defineOperation({
  id: 'bank.document.show',
  summary: { en: 'Show a supporting document', fr: 'Montrer une pièce justificative' },
  description: 'With the transactions it is associated with, and why when the program associated them.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ONE },
  cli: { args: ['documentId'], examples: ['taxops bank document show 4 --folder 1'] },
  params: DocumentPath,
  output: DocumentDetailShape,
  errors: ['FolderNotFound', 'SupportingDocumentNotFound'],
  run: async (ctx, { enterpriseId, documentId }) => {
    const document = await getDocument(ctx, enterpriseId, documentId);
    const associations = await associationsOf(ctx, enterpriseId, documentId);
    return {
      ...documentToWire(document),
      Associations: associations.map(({ transactionId, associated, isAutoAssociated, reasons }) => ({
        TransactionId: transactionId,
        AssociatedAmount: euros(associated),
        IsAutoAssociated: isAutoAssociated,
        Reasons: reasons.map((reason) => reason[ctx.language]),
      })),
    };
  },
});

export const bankDocumentDownload = defineOperation({
  id: 'bank.document.download',
  summary: { en: 'Download a supporting document', fr: 'Télécharger une pièce justificative' },
  description: 'Byte for byte as it was sent, checked against its SHA-256.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ONE}/content` },
  cli: { args: ['documentId'], examples: ['taxops bank document download 4 --folder 1 --output facture.pdf'] },
  params: DocumentPath,
  output: file('application/pdf', 'image/jpeg', 'image/png', 'application/xml'),
  errors: ['FolderNotFound', 'SupportingDocumentNotFound'],
  audited: true,
  run: (ctx, { enterpriseId, documentId }) => downloadDocument(ctx, enterpriseId, documentId),
});

export const bankDocumentUpdate = defineOperation({
  id: 'bank.document.update',
  summary: { en: 'Change the facts of a supporting document', fr: 'Modifier les données d’une pièce justificative' },
  description:
    'Fields that are left out keep their value, null empties one. The amount stays at or above what transactions account for; the currency stays while any does.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'PATCH', path: ONE },
  cli: {
    args: ['documentId'],
    examples: ['taxops bank document update 4 --folder 1 --amount 120.00 --effectif-date 2026-03-02'],
  },
  params: DocumentPath,
  body: z.strictObject(FACTS_BODY),
  output: DocumentShape,
  errors: ['FolderNotFound', 'SupportingDocumentNotFound', 'AssociationExceedsDocument', 'SupportingDocumentInUse'],
  run: async (ctx, { enterpriseId, documentId, body }) =>
    documentToWire(
      await changeDocument(ctx, enterpriseId, documentId, {
        counterParty: body.CounterParty,
        amount: body.Amount,
        effectiveDate: body.EffectifDate,
        currencyCode: body.CurrencyCode,
      }),
    ),
});

export const bankDocumentDelete = defineOperation({
  id: 'bank.document.delete',
  summary: { en: 'Delete a supporting document', fr: 'Supprimer une pièce justificative' },
  description: 'Only a document that no transaction is associated with.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'DELETE', path: ONE, status: 204 },
  cli: { args: ['documentId'], examples: ['taxops bank document delete 4 --folder 1 --yes'], confirm: true },
  params: DocumentPath,
  output: z.undefined(),
  errors: ['FolderNotFound', 'SupportingDocumentNotFound', 'SupportingDocumentInUse'],
  run: async (ctx, { enterpriseId, documentId }) => {
    await deleteDocument(ctx, enterpriseId, documentId);
    return undefined;
  },
});
