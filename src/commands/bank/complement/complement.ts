import * as z from 'zod';
import { ORDERS, transactionsOfAccount } from '../../../services/banking/transactions/complementary/of-account.ts';
import {
  COMPLEMENT_SORTS,
  type ComplementSortField,
  complementedByIds,
  listComplemented,
  searchComplemented,
} from '../../../services/banking/transactions/complementary/search.ts';
import { updateComplement } from '../../../services/banking/transactions/complementary/update.ts';
import type { ComplementedTransaction } from '../../../services/banking/transactions/complementary/view.ts';
import { showComplement } from '../../../services/banking/transactions/complementary/view.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import { identifier, pageOf, paging } from '../../operation/fields.ts';
import { date, decimal, euros, flag, int, maybe, text } from '../../operation/outputs.ts';
import { fields, from, headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import {
  AMOUNT_BOUNDS,
  IsSynchronized,
  LIST_QUERY,
  optional,
  PAGE,
  pagedShape,
  pageNote,
  SEARCH_BODY,
  SortDirection,
} from '../transaction/wire.ts';
import {
  ComplementaryData,
  ComplementBody,
  ComplementedTransactionShape,
  complementedTable,
  STATUSES,
} from './wire.ts';

const ROUTE = '/complementary-data';
const OF_TRANSACTION = '/transactions/{transactionId}/complementary-data';

const TransactionPath = { transactionId: identifier().describe('Transaction') };

export const bankComplementList = bankOperation({
  id: 'bank.complement.list',
  ref: 'C20',
  summary: {
    en: 'List transactions with their complementary data',
    fr: 'Lister les mouvements avec leurs données complémentaires',
  },
  description: `As bank transaction list does, up to 100,000 without pages. ${STATUSES}`,
  http: { method: 'GET', path: `${ROUTE}/transactions` },
  cli: { examples: ['taxops bank complement list --folder 1 --begin-date 2026-03-01 --end-date 2026-03-31'] },
  query: z.object(LIST_QUERY),
  output: z.array(ComplementedTransactionShape),
  errors: ['BankAccountNotFound', 'PeriodInverted', 'TooManyTransactions'],
  view: (_transactions, _language, origin) => complementedTable(origin as readonly ComplementedTransaction[]),
  run: (ctx, { folderId, searchTextOrAmount: textOrAmount, ...query }) =>
    listComplemented(ctx, { folderId, textOrAmount, ...query }),
});

export const SORT_FIELDS = Object.keys(COMPLEMENT_SORTS) as [ComplementSortField, ...ComplementSortField[]];

export const bankComplementSearch = bankOperation({
  id: 'bank.complement.search',
  ref: 'C21',
  summary: {
    en: 'Search transactions with their complementary data, by pages',
    fr: 'Rechercher des mouvements avec leurs données complémentaires, par pages',
  },
  description: `What is left to justify: --to-justify true --with-remaining-amount true. ${STATUSES} WithRemainingAmount asks whether a cent or more remains. PageSize is at most 1000.`,
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/transactions/search` },
  cli: {
    examples: [
      'taxops bank complement search --folder 1 --to-justify true --with-remaining-amount true --sort-fields Date --sort-direction Descending',
    ],
  },
  body: fields({
    ...PAGE,
    ...SEARCH_BODY,
    SortFields: from('sortField', z.enum(SORT_FIELDS)),
    SortDirection,
    ToJustify: optional(z.boolean()),
    WithRemainingAmount: optional(z.boolean()).describe('Whether a cent or more remains to justify'),
    IsSynchronized,
    ...AMOUNT_BOUNDS,
  }),
  output: pagedShape(ComplementedTransactionShape).meta({ id: 'BankTransactionWithComplementaryDataPage' }),
  errors: ['BankAccountNotFound', 'PeriodInverted', 'AmountsInverted'],
  view: (_page, _language, page) => complementedTable(page.items as readonly ComplementedTransaction[], pageNote(page)),
  run: (ctx, { folderId, body }) => searchComplemented(ctx, { folderId, ...body }),
});

const WorkedShape = z
  .object({
    Id: int('Id'),
    OperationDate: date('Date'),
    ValueDate: maybe(date('Valeur')),
    Label: text('Libellé'),
    Amount: decimal('Montant'),
    CurrencyCode: text('Devise'),
    Balance: maybe(decimal('Solde')).describe('After the transaction; null as long as no bank gave one'),
    CategoryId: maybe(int('N° catégorie')),
    Category: maybe(text('Catégorie')),
    ToJustify: flag('À justifier'),
    Remaining: decimal('Reste à justifier').describe('What no document accounts for, without sign'),
    Documents: headed(
      z.array(
        z.object({
          DocumentId: int('N° pièce'),
          FileName: text('Pièce'),
          AssociatedAmount: from('associated', euros('Montant')),
        }),
      ),
      'Pièces',
    ),
    EntryId: maybe(int('Écriture')).describe('The entry that books it'),
  })
  .meta({ id: 'BankWorkedTransaction' });

const { beginDate, endDate, searchTextOrAmount } = LIST_QUERY;

export const bankComplementOfAccount = bankOperation({
  id: 'bank.complement.of-account',
  summary: {
    en: 'Go through the transactions of an account, those to justify first',
    fr: 'Parcourir les mouvements d’un compte, ceux à justifier d’abord',
  },
  description:
    'With the balance after each, its category, its documents and its entry. Within what is to justify and the rest, the latest first; order Day is by day alone.',
  http: { method: 'GET', path: `${ROUTE}/accounts/{bankAccountId}` },
  cli: { examples: ['taxops bank complement of-account --folder 1 --bank-account 3 --to-justify true'] },
  params: { bankAccountId: identifier() },
  query: z.object({
    beginDate,
    endDate,
    searchTextOrAmount,
    toJustify: z.boolean().optional().describe('Only those that lack a document'),
    order: z.enum(ORDERS).default('ToJustifyFirst'),
    ...paging,
  }),
  output: pageOf(WorkedShape).meta({ id: 'BankWorkedTransactionPage' }),
  columns: ['Id', 'OperationDate', 'Label', 'Amount', 'Balance', 'Category', 'Remaining'],
  errors: ['BankAccountNotFound', 'PeriodInverted'],
  run: (ctx, { bankAccountId: accountId, searchTextOrAmount: textOrAmount, ...wanted }) =>
    transactionsOfAccount(ctx, { accountId, textOrAmount, ...wanted }),
});

export const bankComplementByIds = bankOperation({
  id: 'bank.complement.by-ids',
  ref: 'C27',
  summary: {
    en: 'Get transactions with complementary data by identifiers',
    fr: 'Obtenir des mouvements et leurs données complémentaires par identifiants',
  },
  description:
    'By day. Identifiers that the folder does not have are left out, as are hidden and deleted transactions.',
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/transactions/by-ids` },
  cli: { examples: ['taxops bank complement by-ids --folder 1 --transaction-ids 12 --transaction-ids 15'] },
  body: fields({ TransactionIds: z.array(identifier()).max(10_000).describe('At most 10,000') }),
  output: z.array(ComplementedTransactionShape),
  view: (_transactions, _language, origin) => complementedTable(origin as readonly ComplementedTransaction[]),
  run: (ctx, { folderId, body }) => complementedByIds(ctx, folderId, body.transactionIds),
});

export const bankComplementShow = bankOperation({
  id: 'bank.complement.show',
  ref: 'C24',
  summary: {
    en: 'Show the complementary data of a transaction',
    fr: 'Montrer les données complémentaires d’un mouvement',
  },
  description: `A hidden or deleted transaction is not found here; listings give it when asked. ${STATUSES} IsLettered: the counterpart of its accounting entry is lettered. CanBeDeleted: people entered the transaction, no document hangs on it and its entry may still change. CanBeAutoAssociatedWithDocument: a cent or more is left to justify. Messages tell what to look at (Info, Warning, Error): documents or VAT above the amount, documents of a deleted transaction or of several third parties, what is left.`,
  http: { method: 'GET', path: OF_TRANSACTION },
  cli: { args: ['transactionId'], examples: ['taxops bank complement show 12 --folder 1'] },
  params: TransactionPath,
  output: ComplementaryData,
  errors: ['BankTransactionUnknown'],
  run: (ctx, { folderId, transactionId }) => showComplement(ctx, folderId, transactionId),
});

const UPDATE_ERRORS = [
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
  bankOperation({
    id: `bank.complement.${verb}`,
    ref,
    summary,
    description,
    right: 'write',
    http: { method, path: OF_TRANSACTION },
    cli: {
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
    run: (ctx, { folderId, transactionId, body }) => updateComplement(ctx, folderId, transactionId, body),
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

export const bankComplementSetCategory = bankOperation({
  id: 'bank.complement.set-category',
  ref: 'C29',
  summary: { en: 'Set the category of a transaction', fr: 'Donner une catégorie à un mouvement' },
  description:
    'Null takes the category off. Without VAT lines by hand, the VAT line of the category’s rate is made: the VAT within the amount, rounded half up to the cent; it goes with the category.',
  http: { method: 'PUT', path: `${OF_TRANSACTION}/category` },
  cli: { args: ['transactionId'], examples: ['taxops bank complement set-category 12 --folder 1 --category 3'] },
  params: TransactionPath,
  body: fields({ CategoryId: identifier().nullable() }),
  output: ComplementaryData,
  errors: ['BankTransactionUnknown', 'CategoryNotFound'],
  run: (ctx, { folderId, transactionId, body }) => updateComplement(ctx, folderId, transactionId, body),
});
