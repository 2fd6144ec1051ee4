/** A change of some entries: their shares are computed again with those of all that their letters go with, no others. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import { readVatEntries } from '../books/entries.ts';
import type { BookAccounts } from '../books/vat-accounts.ts';
import type { Basis } from '../configuration/basis.ts';
import type { VatEntry, VatFolder } from '../engine/model.ts';
import { procedures } from '../procedures/store.ts';
import { takenBy } from '../return/fill-return.ts';
import { type BookFacts, bookFacts } from './book-facts.ts';
import { bookShares } from './book-shares.ts';
import { type Computed, computedOf } from './computed.ts';
import { computeDraft } from './draft.ts';
import { encodeExact } from './exact-json.ts';
import { countedReturns } from './previous.ts';
import { storedRows, writeShares } from './share-store.ts';
import { formOf, type OpenReturn } from './stored-return.ts';
import { watchOf } from './watch.ts';

/** A draft that is locked, and what its folder was read as once its version was locked too. */
export interface Recomputed {
  readonly opened: OpenReturn;
  readonly basis: Basis;
  readonly accounts: BookAccounts;
  readonly vatFolder: VatFolder;
  /** Whether it was up to date before: else all of it is computed. */
  readonly isCurrent: boolean;
}

/**
 * In the transaction that changed the entries. Boxes are summed again when the draft is opened. Where an entry moves third
 * parties that are counted as a whole (advances, payments without letter), all of the draft is computed.
 */
export async function recomputeEntries(
  ctx: Context,
  trx: Knex.Transaction,
  recomputed: Recomputed,
  entryIds: readonly number[],
): Promise<OpenReturn> {
  const { opened, basis, vatFolder, isCurrent } = recomputed;
  const { folder, procedure } = opened;
  const found = isCurrent ? await concernedBy(trx, recomputed, entryIds) : undefined;
  if (!found) return computeDraft(ctx, trx, opened);
  const concerned = found.entryIds;
  const previous = await countedReturns(trx, folder.id);
  const wanted = { opened, vatFolder, previous, everything: false, ...found };
  const { shares, leftOut, issues } = await bookShares(trx, basis, wanted);
  const taken = takenBy(shares, { form: formOf(opened), folder: vatFolder, endDate: opened.group.end_date });
  const made = { all: [...shares, ...leftOut], taken: new Set(taken), leftOut: new Set(leftOut) };
  const owner = { folderId: folder.id, procedureId: procedure.id };
  await writeShares(trx, owner, made, await storedRows(trx, owner, concerned));
  const facts = await bookFacts(ctx, trx, { opened, basis, shares, issues });
  const computed = computedOf(procedure);
  const { version } = await watchOf(trx, folder.id);
  const [after = procedure] = await procedures(trx)
    .where({ folder_id: folder.id, id: procedure.id })
    .update({
      ...(computed && { computed: encodeExact(merged(computed, { issues, facts }, new Set(concerned))) }),
      shares_version: version,
    })
    .returning('*');
  return { ...opened, procedure: after };
}

interface Concerned {
  /** Those asked for among them, which the books may hold no more. */
  readonly entryIds: readonly number[];
  readonly entries: readonly VatEntry[];
}

/** The entries with all that is lettered with them, and with those; undefined when letters do not say it. */
async function concernedBy(
  trx: Knex.Transaction,
  { opened, accounts, vatFolder }: Recomputed,
  entryIds: readonly number[],
): Promise<Concerned | undefined> {
  const hasAdvances = vatFolder.advancePaymentMode === 'TaxIncluded';
  const wanted = { windows: [], endDate: opened.group.end_date, hasAdvances };
  let found = [...entryIds];
  for (;;) {
    const entries = await readVatEntries(trx, opened.folder.id, accounts, { ...wanted, entryIds: found });
    if (isCountedAsWhole(entries, accounts, hasAdvances)) return undefined;
    if (entries.length <= found.length) return { entryIds: found, entries };
    found = entries.map(({ entryId }) => entryId);
  }
}

function isCountedAsWhole(entries: readonly VatEntry[], accounts: BookAccounts, hasAdvances: boolean): boolean {
  if (accounts.unletteredSubAccounts.length > 0) return true;
  const whole = [...accounts.byId.values()].filter(
    ({ isAdvance, isThirdParty, takesUnlettered }) => (isAdvance && hasAdvances) || (isThirdParty && takesUnlettered),
  );
  const numbers = new Set(whole.map(({ number }) => number));
  return entries.some(({ lines }) => lines.some(({ accountNumber }) => numbers.has(accountNumber)));
}

/** What is said beside the boxes, with what is said now of the entries that were computed. */
function merged(
  computed: Computed,
  { issues, facts }: Pick<Computed, 'issues' | 'facts'>,
  concerned: ReadonlySet<number>,
): Computed {
  const isOther = ({ entryId }: { readonly entryId: number }) => !concerned.has(entryId);
  const before = computed.facts;
  const named = new Set(facts.configuration.map(({ accountId }) => accountId));
  const both: BookFacts = {
    ...facts,
    accounts: { ...before.accounts, ...facts.accounts },
    configuration: [...before.configuration.filter(({ accountId }) => !named.has(accountId)), ...facts.configuration],
    missingLines: [...before.missingLines.filter(isOther), ...facts.missingLines],
  };
  return { ...computed, issues: [...computed.issues.filter(isOther), ...issues], facts: both };
}
