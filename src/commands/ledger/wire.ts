/** Shapes of the ledger on the wire that several of its operations share. */
import * as z from 'zod';
import { formatAmount } from '../../services/kernel/money.ts';
import type { Exercise } from '../../services/ledger/exercises.ts';
import type { EntryLine } from '../../services/ledger/lines.ts';
import type { Page } from '../../services/ledger/page.ts';
import { amount, amountText, day, dayText, identifier } from '../operation/fields.ts';

/** Start of every route of a folder's ledger. */
export const FOLDER_ROUTE = '/api/accounting/accounting-folders/{accountingFolderId}';

export const FolderPath = z.object({ accountingFolderId: identifier() });

/** A text that people write; what a FEC cannot hold is cleaned where it is stored. */
export const text = (about: string, max: number) => z.string().trim().min(1).max(max).describe(about);

export const toWirePage = <T, W>({ items, page, limit, total }: Page<T>, toWire: (item: T) => W) => ({
  Items: items.map(toWire),
  Page: page,
  Limit: limit,
  TotalItems: total,
  HasMore: page * limit < total,
});

/** Bounds of a report: an exercise, the last one unless told, or days of one. */
export const period = {
  exerciseId: identifier().optional().describe('The last exercise unless given'),
  from: day().optional().describe('First day, inside one exercise'),
  to: day().optional().describe('Last day, inside the same exercise'),
};

export const accountPrefixes = z
  .array(z.string().min(1).max(50))
  .optional()
  .describe('Beginnings of account numbers: 411, 7');

/** What lines are looked for by. */
export const lineFilter = {
  exerciseId: identifier().optional(),
  from: day().optional().describe('First day'),
  to: day().optional().describe('Last day'),
  account: accountPrefixes,
  journal: z.array(z.string().max(50)).optional().describe('Journal codes'),
  search: z.string().min(1).max(100).optional().describe('Part of the label or reference, case and accents apart'),
  minAmount: amount().optional().describe('Smallest amount of a line'),
  maxAmount: amount().optional().describe('Largest amount of a line'),
  lettered: z.boolean().optional(),
};

interface WireFilter {
  readonly account?: string[] | undefined;
  readonly journal?: string[] | undefined;
  readonly lettered?: boolean | undefined;
}

/** The filter under the names of the domain. */
export const toFilter = <F extends WireFilter>({ account, journal, lettered, ...rest }: F) => ({
  ...rest,
  accounts: account,
  journalCodes: journal,
  isLettered: lettered,
});

export const ExercisePeriod = z.object({ Id: z.int(), StartDate: dayText(), EndDate: dayText() });
export const toExercisePeriod = ({ id, start, end }: Exercise) => ({ Id: id, StartDate: start, EndDate: end });

export const EntryLineShape = z
  .object({
    Id: z.int(),
    EntryId: z.int(),
    Date: dayText(),
    JournalCode: z.string(),
    AccountId: z.int(),
    AccountNumber: z.string(),
    AccountLabel: z.string(),
    SubAccountId: z.int().nullable(),
    SubAccountCode: z.string().nullable(),
    Label: z.string(),
    DocRef: z.string(),
    DocDate: dayText().nullable(),
    Debit: amountText(),
    Credit: amountText(),
    Letter: z.string().nullable(),
    LetterDate: dayText().nullable(),
    CurrencyCode: z.string().nullable(),
    CurrencyAmount: amountText().nullable(),
    Extra: z.record(z.string(), z.string()).nullable().describe('Columns of the file beyond the legal ones'),
  })
  .meta({ id: 'EntryLine' });

export const toWireLine = (line: EntryLine) => ({
  Id: line.id,
  EntryId: line.entryId,
  Date: line.date,
  JournalCode: line.journalCode,
  AccountId: line.accountId,
  AccountNumber: line.accountNumber,
  AccountLabel: line.accountLabel,
  SubAccountId: line.subAccountId,
  SubAccountCode: line.subAccountCode,
  Label: line.label,
  DocRef: line.docRef,
  DocDate: line.docDate,
  Debit: formatAmount(line.debit),
  Credit: formatAmount(line.credit),
  Letter: line.letter,
  LetterDate: line.letterDate,
  CurrencyCode: line.currency,
  CurrencyAmount: line.currencyAmount === null ? null : formatAmount(line.currencyAmount),
  Extra: line.extra === null ? null : { ...line.extra },
});
