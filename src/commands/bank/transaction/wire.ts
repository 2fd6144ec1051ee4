/** Transaction views, criteria and pages in wire names, for every operation that gives transactions. */
import * as z from 'zod';
import type { PagedResult } from '../../../services/banking/transactions/page.ts';
import type { BankTransaction } from '../../../services/banking/transactions/view.ts';
import { formatAmount, parseAmount } from '../../../services/kernel/money.ts';
import { day, dayText, identifier, numeral } from '../../operation/fields.ts';
import { toWire } from '../../operation/wire.ts';
import { BankEntryShape } from '../reconcile/entry.ts';

/** Fields of a transaction view; the variant with complementary data adds its own. */
export const TRANSACTION = {
  Id: z.int(),
  OperationDate: dayText(),
  ValueDate: dayText().nullable(),
  CreationDate: z.string().meta({ format: 'date-time' }),
  Label: z.string(),
  Description: z.string().nullable(),
  Amount: z.number(),
  IsDeleted: z.boolean(),
  AccountId: z.int(),
  OperationCode: z.string().nullable(),
  CurrencyCode: z.string(),
  FxCurrencyCode: z.string().nullable(),
  FxRate: z.number().nullable(),
  FxAmount: z.number().nullable(),
  FxDate: dayText().nullable(),
  IsSynchronized: z.boolean(),
  BankEntry: BankEntryShape.nullable(),
  PaymentInformationViewModel: z
    .object({
      PaymentDate: dayText().nullable(),
      PaymentMode: z.string().nullable(),
      NatureOperation: z.string().nullable(),
      PaymentClientId: z.string().nullable(),
    })
    .nullable(),
};

export const TransactionShape = z.object(TRANSACTION).meta({ id: 'BankTransaction' });
export type TransactionWire = z.output<typeof TransactionShape>;

export const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

export const transactionToWire = (transaction: BankTransaction): TransactionWire => ({
  Id: transaction.id,
  OperationDate: transaction.operationDate,
  ValueDate: transaction.valueDate,
  CreationDate: transaction.createdAt,
  Label: transaction.label,
  Description: transaction.description,
  Amount: Number(transaction.amount),
  IsDeleted: transaction.isDeleted,
  AccountId: transaction.accountId,
  OperationCode: transaction.operationCode,
  CurrencyCode: transaction.currencyCode,
  FxCurrencyCode: transaction.fxCurrencyCode,
  FxRate: numberOrNull(transaction.fxRate),
  FxAmount: numberOrNull(transaction.fxAmount),
  FxDate: transaction.fxDate,
  IsSynchronized: transaction.isSynchronized,
  BankEntry: transaction.entry && toWire(BankEntryShape, transaction.entry),
  PaymentInformationViewModel: transaction.payment && {
    PaymentDate: transaction.payment.date,
    PaymentMode: transaction.payment.mode,
    NatureOperation: transaction.payment.natureOperation,
    PaymentClientId: transaction.payment.clientId,
  },
});

const textOrAmount = () =>
  z
    .string()
    .max(200)
    .refine((text) => !/\p{Cc}/u.test(text), { error: 'it has control characters' })
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

export const listCriteria = <Q extends { readonly searchTextOrAmount?: string | undefined }>({
  searchTextOrAmount,
  ...query
}: Q) => ({ ...query, textOrAmount: searchTextOrAmount });

/** A signed amount of any number of decimals, as a decimal string. */
const signedAmount = () =>
  numeral((text) => {
    const units = parseAmount(text, SCALE);
    return units === undefined ? undefined : formatAmount(units, SCALE);
  }, 'not an amount: write 1234.56');

const SCALE = 9;

/** Criteria of the searches (16, 21) and exports (22). */
export const SEARCH_BODY = {
  AccountId: identifier().nullish(),
  BeginDate: day().nullish().describe('First day'),
  EndDate: day().nullish().describe('Last day'),
  TextOrAmount: textOrAmount().nullish(),
};

export const AMOUNT_BOUNDS = {
  AmountGreaterThanOrEqualTo: signedAmount().nullish().describe('Signed, as the amounts are'),
  AmountLessThanOrEqualTo: signedAmount().nullish().describe('Signed, as the amounts are'),
};

export const IsSynchronized = z.boolean().nullish();
export const SortDirection = z.enum(['Ascending', 'Descending']);

/** PageNumber and PageSize with the defaults of the specification. */
export const PAGE = {
  PageNumber: z.int().min(1).max(1_000_000).default(1).describe('From 1'),
  PageSize: z.int().min(1).max(1000).default(10),
};

interface SearchWire {
  readonly AccountId?: number | null | undefined;
  readonly BeginDate?: string | null | undefined;
  readonly EndDate?: string | null | undefined;
  readonly TextOrAmount?: string | null | undefined;
  readonly IsSynchronized?: boolean | null | undefined;
  readonly AmountGreaterThanOrEqualTo?: string | null | undefined;
  readonly AmountLessThanOrEqualTo?: string | null | undefined;
}

/** The criteria under the names of the domain; null asks for nothing. */
export const searchCriteria = (body: SearchWire) => ({
  accountId: body.AccountId ?? undefined,
  beginDate: body.BeginDate ?? undefined,
  endDate: body.EndDate ?? undefined,
  textOrAmount: body.TextOrAmount ?? undefined,
  isSynchronized: body.IsSynchronized ?? undefined,
  amountAtLeast: body.AmountGreaterThanOrEqualTo ?? undefined,
  amountAtMost: body.AmountLessThanOrEqualTo ?? undefined,
});

export const pagedShape = <T extends z.ZodType>(item: T) =>
  z.object({
    Items: z.array(item),
    PageNumber: z.int(),
    PageSize: z.int(),
    TotalCount: z.int(),
    PageCount: z.int(),
    HasPreviousPage: z.boolean(),
    HasNextPage: z.boolean(),
  });

/** For people: where a page stands, and how to ask for the next one. */
export const pageNote = (page: z.output<ReturnType<typeof pagedShape>>): string =>
  `${page.PageNumber} / ${page.PageCount} (${page.TotalCount})${page.HasNextPage ? `, --page-number ${page.PageNumber + 1}` : ''}`;

export const pagedToWire = <T, W>(paged: PagedResult<T>, toWire: (item: T) => W) => ({
  Items: paged.items.map(toWire),
  PageNumber: paged.pageNumber,
  PageSize: paged.pageSize,
  TotalCount: paged.totalCount,
  PageCount: paged.pageCount,
  HasPreviousPage: paged.hasPreviousPage,
  HasNextPage: paged.hasNextPage,
});
