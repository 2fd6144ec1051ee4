/** What a search of the allocation is asked for. */
import * as z from 'zod';
import { JOURNAL_TYPES } from '../../../services/ledger/store.ts';
import { DIRECTIONS } from '../../../services/vat/allocation/filter.ts';
import { SOURCE_TYPES } from '../../../services/vat/allocation/sources.ts';
import { amount, day, identifier, line } from '../../operation/fields.ts';
import { fields } from '../../operation/wire.ts';

const ids = () => z.array(identifier()).max(10_000).optional();

/** A field of the specification about something that the ledger does not hold: refused under its name. */
const absent = (what: string) => z.null({ error: `the ledger holds no ${what}: leave it out` }).optional();

export const Filter = fields({
  AmountAbove: amount().optional().describe('Euros, whichever the side'),
  AmountBelow: amount().optional(),
  EntryLineLabel: line(200).optional().describe('Part of it, case and accents apart'),
  EntryLineLabelStartWith: line(200).optional(),
  JournalId: identifier().optional(),
  HasAttachedFile: absent('file of an entry'),
  AccountStartWith: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  AccountKey: fields({ AccountId: identifier(), SubAccountId: identifier().nullish() }).optional(),
  WithAccounts: z
    .array(
      fields({ AccountId: identifier(), SubAccountId: identifier().nullish(), WithDescendant: z.boolean().optional() }),
    )
    .max(1000)
    .optional()
    .describe('Entries that have a line on one of these; descendants: sub-accounts, and accounts whose number goes on'),
  BalancedAccount: z.boolean().optional().describe('Whether all the lines of the account sum to nought'),
  JournalType: z.enum(JOURNAL_TYPES).optional(),
  WithoutJournalType: z.enum(JOURNAL_TYPES).optional(),
  AmountDirections: z.array(z.enum(DIRECTIONS)).min(1).max(2).optional(),
  CreationDate: absent('day of creation'),
  DocRef: line(200).optional().describe('Part of it, case and accents apart'),
  CreatedBefore: absent('day of creation'),
  EntrySource: z.enum(SOURCE_TYPES).optional().describe('SourceType of the lines'),
  FileId: absent('file of an entry'),
  WithAxisId: absent('axis'),
  WithoutAxisId: absent('axis'),
  WithTagId: absent('tag'),
  WithoutTagId: absent('tag'),
  AccountIds: ids(),
  SubAccountIds: ids(),
  LetteringCreatedAfter: day().optional(),
  LetteringCreatedBefore: day().optional(),
  UnletteredAt: day().optional().describe('Not lettered yet that day'),
  EntryLineSourceId: identifier().optional().describe('SourceId of the lines'),
  LetterId: identifier().optional().describe('MatchedId of a group'),
  EntryIds: ids(),
});
