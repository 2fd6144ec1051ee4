/** Shapes of the ledger on the wire that several of its operations share. */
import * as z from 'zod';
import { ACCOUNTING_FOLDER } from '../folder/family.ts';
import { amount, day, identifier } from '../operation/fields.ts';
import { folderOperation } from '../operation/folder-operation.ts';
import { date, eurosText, int, maybe, text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';

/** Declares an operation on the ledger of a folder. */
export const ledgerOperation = folderOperation(ACCOUNTING_FOLDER);

/** A text that people write; what a FEC cannot hold is cleaned where it is stored. */
export const typed = (about: string, max: number) => z.string().trim().min(1).max(max).describe(about);

/** Bounds of a report: an exercise, the last one unless given, or days of one. */
export const period = {
  exerciseId: identifier().optional().describe('The last exercise unless given'),
  from: day().optional().describe('First day, inside one exercise'),
  to: day().optional().describe('Last day, inside the same exercise'),
};

export const PERIOD_ERRORS = ['ExerciseNotFound', 'FolderWithoutExercise', 'LedgerPeriodInvalid'];

export const accountPrefixes = z
  .array(z.string().min(1).max(50))
  .optional()
  .describe('Beginnings of account numbers: 411, 7');

export const letteredOnly = z.boolean().optional().describe('true: lines with a letter; false: those still open');

/** What lines are looked for by. */
export const lineFilter = {
  exerciseId: identifier().optional().describe('One exercise; all of them unless given'),
  from: day().optional().describe('First day'),
  to: day().optional().describe('Last day'),
  account: accountPrefixes,
  journal: z.array(z.string().max(50)).optional().describe('Journal codes'),
  search: z.string().min(1).max(100).optional().describe('Part of the label or reference, case and accents apart'),
  minAmount: amount().optional().describe('Smallest amount of a line'),
  maxAmount: amount().optional().describe('Largest amount of a line'),
  lettered: letteredOnly,
};

interface Bounds {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
}

/** Bounds that nothing lies between: an empty list would read as if there were no such lines. */
export function refuseInverted({ from: first, to, minAmount, maxAmount }: Bounds, ctx: z.RefinementCtx): void {
  if (first !== undefined && to !== undefined && to < first)
    ctx.addIssue({ code: 'custom', message: 'comes before the first day', path: ['to'] });
  if (minAmount !== undefined && maxAmount !== undefined && maxAmount < minAmount)
    ctx.addIssue({ code: 'custom', message: 'is less than the smallest amount', path: ['maxAmount'] });
}

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

export const ExercisePeriod = z.object({
  Id: int('Id'),
  StartDate: from('start', date('Début')),
  EndDate: from('end', date('Fin')),
});

/** Days of a report: null is from the first line of the exercise, to its last. */
export const PERIOD = { Exercise: ExercisePeriod, From: maybe(date('Du')), To: maybe(date('Au')) };

export const EntryLineShape = z
  .object({
    Id: int('Id'),
    EntryId: int('Écriture'),
    Date: date('Date'),
    JournalCode: text('Journal'),
    AccountId: int('N° compte'),
    AccountNumber: text('Compte'),
    AccountLabel: text('Intitulé'),
    SubAccountId: maybe(int('N° sous-compte')),
    SubAccountCode: maybe(text('Sous-compte')),
    Label: text('Libellé'),
    DocRef: text('Pièce'),
    DocDate: maybe(date('Date pièce')),
    Debit: eurosText('Débit'),
    Credit: eurosText('Crédit'),
    Letter: maybe(text('Lettre')),
    LetterDate: maybe(date('Lettré le')),
    CurrencyCode: from('currency', maybe(text('Devise'))),
    CurrencyAmount: maybe(eurosText('Montant en devise')),
    Extra: z.record(z.string(), z.string()).nullable().describe('Columns of the file beyond the legal ones'),
  })
  .meta({ id: 'EntryLine' });
