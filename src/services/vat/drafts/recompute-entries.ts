/** A change of some entries: their shares are computed again with those of all that their letters go with, no others. */
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import { readVatEntries } from '../books/entries.ts';
import { type BookAccounts, bookAccounts } from '../books/vat-accounts.ts';
import { vatFolderOf } from '../books/vat-folder.ts';
import { getAdvanceMode } from '../configuration/advance-mode.ts';
import { readBookBasis } from '../configuration/basis.ts';
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

/**
 * In the transaction that changed the entries; `opened` is the draft, locked, as it was up to date before. Its boxes are
 * summed again when it is opened. Where an entry moves third parties that are counted as a whole (advances, payments
 * without letter), all of the draft is computed.
 */
export async function recomputeEntries(
  ctx: Context,
  trx: Knex.Transaction,
  opened: OpenReturn,
  entryIds: readonly number[],
): Promise<void> {
  const { folder, procedure } = opened;
  const basis = await readBookBasis(ctx, folder.id);
  const vatFolder = vatFolderOf(folder, (await getAdvanceMode(ctx, folder.id)).mode);
  const concerned = await concernedBy(trx, opened, { entryIds, accounts: bookAccounts(basis, vatFolder), vatFolder });
  if (!concerned) return computeDraft(ctx, trx, opened);
  const previous = await countedReturns(trx, folder.id);
  const wanted = { opened, vatFolder, previous, everything: false, entryIds: concerned };
  const { shares, leftOut, issues } = await bookShares(trx, basis, wanted);
  const taken = takenBy(shares, { form: formOf(opened), folder: vatFolder, endDate: opened.group.end_date });
  const made = { all: [...shares, ...leftOut], taken: new Set(taken), leftOut: new Set(leftOut) };
  const owner = { folderId: folder.id, procedureId: procedure.id };
  await writeShares(trx, owner, made, await storedRows(trx, owner, concerned));
  const facts = await bookFacts(ctx, trx, { opened, basis, shares, issues });
  const computed = computedOf(procedure);
  const { version } = await watchOf(trx, folder.id);
  await procedures(trx)
    .where({ folder_id: folder.id, id: procedure.id })
    .update({
      ...(computed && { computed: encodeExact(merged(computed, { issues, facts }, new Set(concerned))) }),
      shares_version: version,
    });
}

interface Asked {
  readonly entryIds: readonly number[];
  readonly accounts: BookAccounts;
  readonly vatFolder: VatFolder;
}

/** The entries with all that is lettered with them, and with those; undefined when letters do not say it. */
async function concernedBy(trx: Knex.Transaction, opened: OpenReturn, asked: Asked): Promise<number[] | undefined> {
  const { accounts, vatFolder } = asked;
  const hasAdvances = vatFolder.advancePaymentMode === 'TaxIncluded';
  const wanted = { windows: [], endDate: opened.group.end_date, hasAdvances };
  let found = [...asked.entryIds];
  for (;;) {
    const entries = await readVatEntries(trx, opened.folder.id, accounts, { ...wanted, entryIds: found });
    if (isCountedAsWhole(entries, accounts, hasAdvances)) return undefined;
    if (entries.length <= found.length) return found;
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
