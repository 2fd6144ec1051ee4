import * as z from 'zod';
import {
  COMPLEMENT_SORTS,
  type ComplementSortField,
  complementedByIds,
  listComplemented,
  searchComplemented,
} from '../../../services/banking/transactions/complementary/search.ts';
import { updateComplement } from '../../../services/banking/transactions/complementary/update.ts';
import { showComplement } from '../../../services/banking/transactions/complementary/view.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import { identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import {
  AMOUNT_BOUNDS,
  IsSynchronized,
  LIST_QUERY,
  listCriteria,
  PAGE,
  pagedShape,
  pagedToWire,
  pageNote,
  SEARCH_BODY,
  SortDirection,
  searchCriteria,
} from '../transaction/wire.ts';
import {
  ComplementaryData,
  ComplementBody,
  ComplementedTransactionShape,
  changeOf,
  complementedTable,
  complementedToWire,
  complementToWire,
  STATUSES,
} from './wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/complementary-data';
const OF_TRANSACTION = '/api/banking/enterprises/{enterpriseId}/transactions/{transactionId}/complementary-data';

const TransactionPath = EnterprisePath.extend({ transactionId: identifier().describe('Transaction') });

export const bankComplementList = defineOperation({
  id: 'bank.complement.list',
  ref: 'C20',
  summary: {
    en: 'List transactions with their complementary data',
    fr: 'Lister les mouvements avec leurs données complémentaires',
  },
  description: `As bank transaction list does, up to 100,000 without pages. ${STATUSES}`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ROUTE}/transactions` },
  cli: { examples: ['taxops bank complement list --folder 1 --begin-date 2026-03-01 --end-date 2026-03-31'] },
  params: EnterprisePath,
  query: z.object(LIST_QUERY),
  output: z.array(ComplementedTransactionShape),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'TooManyTransactions'],
  view: (transactions) => complementedTable(transactions),
  run: async (ctx, { enterpriseId, ...query }) => {
    const found = await listComplemented(ctx, { folderId: enterpriseId, ...listCriteria(query) });
    return complementedToWire(found, ctx.language);
  },
});

export const SORT_FIELDS = Object.keys(COMPLEMENT_SORTS) as [ComplementSortField, ...ComplementSortField[]];

export const bankComplementSearch = defineOperation({
  id: 'bank.complement.search',
  ref: 'C21',
  summary: {
    en: 'Search transactions with their complementary data, by pages',
    fr: 'Rechercher des mouvements avec leurs données complémentaires, par pages',
  },
  description: `What is left to justify: --to-justify true --with-remaining-amount true. ${STATUSES} WithRemainingAmount asks whether a cent or more remains. PageSize is at most 1000.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/transactions/search` },
  cli: {
    examples: [
      'taxops bank complement search --folder 1 --to-justify true --with-remaining-amount true --sort-fields Date --sort-direction Descending',
    ],
  },
  params: EnterprisePath,
  body: z.strictObject({
    ...PAGE,
    ...SEARCH_BODY,
    SortFields: z.enum(SORT_FIELDS),
    SortDirection,
    ToJustify: z.boolean().nullish(),
    WithRemainingAmount: z.boolean().nullish().describe('Whether a cent or more remains to justify'),
    IsSynchronized,
    ...AMOUNT_BOUNDS,
  }),
  output: pagedShape(ComplementedTransactionShape).meta({ id: 'BankTransactionWithComplementaryDataPage' }),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'AmountsInverted'],
  view: (page) => complementedTable(page.Items, pageNote(page)),
  run: async (ctx, { enterpriseId, body }) => {
    const paged = await searchComplemented(ctx, {
      folderId: enterpriseId,
      ...searchCriteria(body),
      toJustify: body.ToJustify ?? undefined,
      withRemainingAmount: body.WithRemainingAmount ?? undefined,
      pageNumber: body.PageNumber,
      pageSize: body.PageSize,
      sortField: body.SortFields,
      sortDirection: body.SortDirection,
    });
    const Items = complementedToWire(paged.items, ctx.language);
    return { ...pagedToWire(paged, () => undefined), Items };
  },
});

export const bankComplementByIds = defineOperation({
  id: 'bank.complement.by-ids',
  ref: 'C27',
  summary: {
    en: 'Get transactions with complementary data by identifiers',
    fr: 'Obtenir des mouvements et leurs données complémentaires par identifiants',
  },
  description:
    'By day. Identifiers that the folder does not have are left out, as are hidden and deleted transactions.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/transactions/by-ids` },
  cli: { examples: ['taxops bank complement by-ids --folder 1 --transaction-ids 12 --transaction-ids 15'] },
  params: EnterprisePath,
  body: z.strictObject({ TransactionIds: z.array(identifier()).max(10_000).describe('At most 10,000') }),
  output: z.array(ComplementedTransactionShape),
  errors: ['FolderNotFound'],
  view: (transactions) => complementedTable(transactions),
  run: async (ctx, { enterpriseId, body }) => {
    const found = await complementedByIds(ctx, enterpriseId, body.TransactionIds);
    return complementedToWire(found, ctx.language);
  },
});

export const bankComplementShow = defineOperation({
  id: 'bank.complement.show',
  ref: 'C24',
  summary: {
    en: 'Show the complementary data of a transaction',
    fr: 'Montrer les données complémentaires d’un mouvement',
  },
  description: `A hidden or deleted transaction is not found here; listings give it when asked. ${STATUSES} IsLettered: the counterpart of its accounting entry is lettered. CanBeDeleted: people entered the transaction, no document hangs on it and its entry may still change. CanBeAutoAssociatedWithDocument: a cent or more is left to justify. Messages tell what to look at (Info, Warning, Error): documents or VAT above the amount, documents of a deleted transaction or of several third parties, what is left.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: OF_TRANSACTION },
  cli: { args: ['transactionId'], examples: ['taxops bank complement show 12 --folder 1'] },
  params: TransactionPath,
  output: ComplementaryData,
  errors: ['FolderNotFound', 'BankTransactionUnknown'],
  run: async (ctx, { enterpriseId, transactionId }) =>
    complementToWire(await showComplement(ctx, enterpriseId, transactionId), ctx.language),
});

const UPDATE_ERRORS = [
  'FolderNotFound',
  'BankTransactionUnknown',
  'CategoryNotFound',
  'DocumentTwice',
  'SupportingDocumentNotFound',
  'DocumentCurrencyDiffers',
  'DocumentContradicted',
  'DocumentAmountMissing',
  'AssociationExceedsDocument',
  'AssociationExceedsTransaction',
  'NothingLeftToAssociate',
];

const UPDATE =
  'Fields that are left out keep their value, null empties one, a list replaces the whole list. Vat is a rate in percent. A document without AssociatedAmount gives as much as it and the transaction allow; CounterParty, Amount and EffectifDate complete what the document does not know yet and may not contradict it. No document accounts for more than its amount over all transactions, no transaction is given more than its own. A change of category without VAT lines by hand makes the line of that category’s rate. What changes nothing stores nothing. A hidden or deleted transaction is not found, but its documents can be taken off a deleted one, by an empty Documents beside ToJustify and nothing else.';

/** The specification gives the same change two forms. */
interface UpdateForm {
  readonly ref: string;
  readonly method: 'PUT' | 'PATCH';
  readonly summary: Labels;
  readonly description: string;
}
const updating = (verb: 'update' | 'patch', { ref, method, summary, description }: UpdateForm) =>
  defineOperation({
    id: `bank.complement.${verb}`,
    ref,
    summary,
    description,
    policy: { right: 'write', of: { folder: 'enterpriseId' } },
    http: { method, path: OF_TRANSACTION },
    cli: {
      path: ['bank', 'complement', verb],
      args: ['transactionId'],
      examples: [
        `taxops bank complement ${verb} 12 --folder 1 --to-justify false --comment "Virement interne"`,
        `taxops bank complement ${verb} 12 --folder 1 --body complement.json`,
      ],
    },
    params: TransactionPath,
    body: ComplementBody,
    output: ComplementaryData,
    errors: UPDATE_ERRORS,
    run: async (ctx, { enterpriseId, transactionId, body }) =>
      complementToWire(await updateComplement(ctx, enterpriseId, transactionId, changeOf(body)), ctx.language),
  });

export const bankComplementUpdate = updating('update', {
  ref: 'C25',
  method: 'PUT',
  summary: {
    en: 'Change the complementary data of a transaction',
    fr: 'Modifier les données complémentaires d’un mouvement',
  },
  description: UPDATE,
});

export const bankComplementPatch = updating('patch', {
  ref: 'C26',
  method: 'PATCH',
  summary: {
    en: 'Change the complementary data of a transaction (second form)',
    fr: 'Modifier les données complémentaires d’un mouvement (seconde forme)',
  },
  description: `Does exactly what the first form does: the specification gives two of them. ${UPDATE}`,
});

export const bankComplementSetCategory = defineOperation({
  id: 'bank.complement.set-category',
  ref: 'C29',
  summary: { en: 'Set the category of a transaction', fr: 'Donner une catégorie à un mouvement' },
  description:
    'Null takes the category off. Without VAT lines by hand, the VAT line of the category’s rate is made: the VAT within the amount, rounded half up to the cent; it goes with the category.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'PUT', path: `${OF_TRANSACTION}/category` },
  cli: { args: ['transactionId'], examples: ['taxops bank complement set-category 12 --folder 1 --category 3'] },
  params: TransactionPath,
  body: z.strictObject({ CategoryId: identifier().nullable() }),
  output: ComplementaryData,
  errors: ['FolderNotFound', 'BankTransactionUnknown', 'CategoryNotFound'],
  run: async (ctx, { enterpriseId, transactionId, body }) => {
    const change = { categoryId: body.CategoryId };
    return complementToWire(await updateComplement(ctx, enterpriseId, transactionId, change), ctx.language);
  },
});
