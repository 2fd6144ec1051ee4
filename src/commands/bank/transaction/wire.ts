/** Transactions, their criteria and pages on the wire, for every operation that gives transactions. */
import * as z from 'zod';
import type { PagedResult } from '../../../services/banking/transactions/page.ts';
import { formatAmount, parseAmount } from '../../../services/kernel/money.ts';
import { day, identifier, numeral } from '../../operation/fields.ts';
import { date, decimal, flag, int, maybe, moment, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { BankEntryShape } from '../reconcile/entry.ts';

/** Fields of a transaction; the variant with complementary data adds its own. */
export const TRANSACTION = {
  Id: int('Id'),
  OperationDate: date('Date'),
  ValueDate: maybe(date('Valeur')),
  CreationDate: from('createdAt', moment()),
  Label: text('Libellé'),
  Description: maybe(text('Description')),
  Amount: decimal('Montant'),
  IsDeleted: flag(),
  AccountId: int('N° compte'),
  OperationCode: maybe(text('Opération')),
  CurrencyCode: text('Devise'),
  FxCurrencyCode: maybe(text()),
  FxRate: maybe(decimal()),
  FxAmount: maybe(decimal()),
  FxDate: maybe(date()),
  IsSynchronized: flag(),
  BankEntry: from('entry', maybe(BankEntryShape)),
  PaymentInformationViewModel: from(
    'payment',
    maybe(
      z.object({
        PaymentDate: maybe(date()),
        PaymentMode: maybe(text()),
        NatureOperation: maybe(text()),
        PaymentClientId: maybe(text()),
      }),
    ),
  ),
};

export const TransactionShape = z.object(TRANSACTION).meta({ id: 'BankTransaction' });

/** What may be left out or null, which then asks for nothing. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const textOrAmount = () =>
  z
    .string()
    .max(200)
    .refine((typed) => !/\p{Cc}/u.test(typed), { error: 'it has control characters' })
    .describe('Part of the label, or an amount');

/** Criteria of the listings (15, 20). */
export const LIST_QUERY = {
  accountId: identifier().optional(),
  beginDate: day().optional().describe('First day'),
  endDate: day().optional().describe('Last day'),
  searchTextOrAmount: textOrAmount().optional(),
  page: z.int().min(1).max(1_000_000).optional().describe('Page, from 1'),
  size: z.int().min(1).max(10_000).optional().describe('Transactions a page'),
};

/** A signed amount of any number of decimals, as a decimal string. */
const signedAmount = () =>
  numeral((typed) => {
    const units = parseAmount(typed, SCALE);
    return units === undefined ? undefined : formatAmount(units, SCALE);
  }, 'not an amount: write 1234.56');

const SCALE = 9;

/** Criteria of the searches (16, 21) and exports (22). */
export const SEARCH_BODY = {
  AccountId: optional(identifier()),
  BeginDate: optional(day()).describe('First day'),
  EndDate: optional(day()).describe('Last day'),
  TextOrAmount: optional(textOrAmount()),
};

export const AMOUNT_BOUNDS = {
  AmountGreaterThanOrEqualTo: from('amountAtLeast', optional(signedAmount()).describe('Signed, as the amounts are')),
  AmountLessThanOrEqualTo: from('amountAtMost', optional(signedAmount()).describe('Signed, as the amounts are')),
};

export const IsSynchronized = optional(z.boolean());
export const SortDirection = z.enum(['Ascending', 'Descending']);

/** PageNumber and PageSize with the defaults of the specification. */
export const PAGE = {
  PageNumber: z.int().min(1).max(1_000_000).default(1).describe('From 1'),
  PageSize: z.int().min(1).max(1000).default(10),
};

export const pagedShape = <T extends z.ZodType>(item: T) =>
  z.object({
    Items: z.array(item),
    PageNumber: int(),
    PageSize: int(),
    TotalCount: int(),
    PageCount: int(),
    HasPreviousPage: flag(),
    HasNextPage: flag(),
  });

/** For people: where a page stands, and how to ask for the next one. */
export const pageNote = ({ pageNumber, pageCount, totalCount, hasNextPage }: Omit<PagedResult<unknown>, 'items'>) =>
  `${pageNumber} / ${pageCount} (${totalCount})${hasNextPage ? `, --page-number ${pageNumber + 1}` : ''}`;
