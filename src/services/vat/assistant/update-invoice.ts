/** An invoice as a person gives it back: what the assistant may change of it is taken, the rest must be what the books say. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { formatRatio } from '../../kernel/ratio.ts';
import type { Context } from '../../operation/context.ts';
import type { VatCategory, VatRate } from '../engine/model.ts';
import { vatErrors } from '../errors.ts';
import { applyChanges, type ElementChange } from './change-elements.ts';
import { editing, refuseOthers } from './edit.ts';
import type { AssistantElement } from './elements.ts';
import { type AssistantEntry, type RatedLine, readAssistantEntries } from './entries.ts';
import { refuseNotDue, send } from './send-entries.ts';
import type { AssistantAsked } from './show.ts';

/** What of an element follows from the books: given, it is as it was shown. */
type ElementShown = Pick<
  AssistantElement,
  'taxExcludedAmount' | 'vatAmount' | 'taxIncludedAmount' | 'userCategory' | 'alreadyDeclared'
>;
type LineShown = Pick<RatedLine, 'creditAmount' | 'debitAmount' | 'vatRatesRepartition'>;
type Given<Shown> = { readonly [Name in keyof Shown]?: Shown[Name] | undefined };

interface ElementGiven extends Given<ElementShown> {
  readonly id: number;
  readonly category: VatCategory | null;
  readonly vatRate: VatRate;
}

export interface InvoiceGiven {
  readonly entryId: number;
  readonly toSend: boolean;
  readonly date: PlainDate;
  readonly account: { readonly accountId: number; readonly subAccountId?: number | null | undefined };
  readonly label: string;
  readonly journal: string;
  readonly taxExcludedAmount: Cents;
  readonly taxIncludedAmount: Cents;
  readonly vatAmount: Cents;
  readonly isCategorized: boolean;
  /** Of six decimals, as it is shown. */
  readonly declarationRatio: number;
  readonly reference?: string | null | undefined;
  readonly isIgnored?: boolean | undefined;
  readonly vatElements: readonly ElementGiven[];
  readonly vatRatedEntryLines?: readonly ({ readonly id?: number | undefined } & Given<LineShown>)[] | undefined;
}

/**
 * Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, EntryNotFound, EntryNotInReturn,
 * AssistantEntryDiffers, VatElementNotFound, VatEntryNotDue, LineAlreadyDeclared, VatCategoryUnknown,
 * VatCategoryNotPossible, VatCombinationInvalid.
 */
export async function updateInvoice(ctx: Context, asked: AssistantAsked, given: InvoiceGiven): Promise<AssistantEntry> {
  const { entryId, toSend } = given;
  const [entry] = await editing(
    ctx,
    asked,
    async (opened) => {
      await refuseOthers(opened, [entryId]);
      const [before] = await readAssistantEntries(opened.trx, opened.books, [entryId]);
      if (!before) throw vatErrors.EntryNotInReturn({ entryId, ...asked });
      refuseDifferent(before, given);
      await applyChanges(opened, changesOf(before, given, asked));
      if (toSend !== before.toSend) await send(opened, [entryId], toSend);
      return [entryId];
    },
    (after) => {
      if (toSend) refuseNotDue(after, [entryId]);
    },
  );
  if (!entry) throw vatErrors.EntryNotInReturn({ entryId, ...asked });
  return entry;
}

const SAME = [
  'date',
  'label',
  'journal',
  'taxExcludedAmount',
  'taxIncludedAmount',
  'vatAmount',
  'isCategorized',
] as const;

/** Throws AssistantEntryDiffers. */
function refuseDifferent(before: AssistantEntry, given: InvoiceGiven): void {
  const fields: string[] = SAME.filter((name) => given[name] !== before[name]);
  const { accountId, subAccountId } = before.account;
  if (given.account.accountId !== accountId || (given.account.subAccountId ?? null) !== subAccountId)
    fields.push('account');
  if (typeof given.reference === 'string' && given.reference !== before.reference) fields.push('reference');
  if (given.declarationRatio !== Number(formatRatio(before.declarationRatio))) fields.push('declarationRatio');
  if (given.isIgnored !== undefined && given.isIgnored !== before.isIgnored) fields.push('isIgnored');
  fields.push(...differentElements(before, given), ...differentLines(before, given));
  const names = [...new Set(fields)].map((name) =>
    name.replace(/^[a-z]|(?<=\.)[a-z]/g, (letter) => letter.toUpperCase()),
  );
  if (names.length > 0) throw vatErrors.AssistantEntryDiffers({ entryId: before.entryId, fields: names.join(', ') });
}

const ELEMENT_SHOWN = ['taxExcludedAmount', 'vatAmount', 'taxIncludedAmount', 'alreadyDeclared'] as const;

/** An amount of an element is no edit: its rate and its category are. One that is not of the entry is refused later. */
function differentElements({ vatElements }: AssistantEntry, given: InvoiceGiven): string[] {
  const known = new Map(vatElements.map((one) => [one.id, one]));
  return given.vatElements.flatMap((one) => {
    const before = known.get(one.id);
    if (!before) return [];
    const names: string[] = ELEMENT_SHOWN.filter((name) => one[name] !== undefined && one[name] !== before[name]);
    if (![undefined, before.userCategory, one.category].includes(one.userCategory)) names.push('userCategory');
    return names.map((name) => `vatElements.${name}`);
  });
}

const LINE_SHOWN = ['creditAmount', 'debitAmount', 'vatRatesRepartition'] as const;

/** Lines that are left out stay as they are. */
function differentLines({ vatRatedEntryLines }: AssistantEntry, given: InvoiceGiven): string[] {
  const known = new Map(vatRatedEntryLines.map((line) => [line.id, line]));
  return (given.vatRatedEntryLines ?? []).flatMap((one) => {
    const before = one.id === undefined ? undefined : known.get(one.id);
    if (!before) return ['vatRatedEntryLines.id'];
    return LINE_SHOWN.filter((name) => one[name] !== undefined && !isSame(one[name], before[name])).map(
      (name) => `vatRatedEntryLines.${name}`,
    );
  });
}

type Shown = LineShown[keyof LineShown];

const isSame = (one: Shown, other: Shown): boolean =>
  typeof one === 'bigint' || typeof other === 'bigint'
    ? one === other
    : one.length === other.length &&
      one.every(({ vatRate, amount }, at) => vatRate === other[at]?.vatRate && amount === other[at].amount);

/** What is not as it was. Throws VatElementNotFound: also for an element of another entry. */
function changesOf({ vatElements }: AssistantEntry, given: InvoiceGiven, asked: AssistantAsked): ElementChange[] {
  const known = new Map(vatElements.map((one) => [one.id, one]));
  return given.vatElements.flatMap(({ id, category, vatRate }) => {
    const one = known.get(id);
    if (!one) throw vatErrors.VatElementNotFound({ id, ...asked });
    const changed = {
      ...(category !== null && category !== one.category && { category }),
      ...(vatRate !== one.vatRate && { vatRate }),
    };
    return Object.keys(changed).length > 0 ? [{ id, ...changed }] : [];
  });
}
