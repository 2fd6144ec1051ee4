/** What an import of statements says at its end: the counters of each file, and where the work goes on. */

import type { TakenFile } from '../services/banking/feeds/sources/summary.ts';
import { searchComplemented } from '../services/banking/transactions/complementary/search.ts';
import { getFolder } from '../services/folders/folders.ts';
import type { Context } from '../services/operation/context.ts';
import type { Tally } from './job.ts';

type Outcome = TakenFile['accounts'][number]['outcome'];

export const countersByFile = (files: readonly TakenFile[]): Tally => ({
  title: { en: 'Files', fr: 'Fichiers' },
  rows: files.map(({ source, name, state, refusalCode, statementsCreated, transactionsCreated, accounts }) => {
    const counted = (outcome: Outcome) => accounts.filter((account) => account.outcome === outcome).length;
    return {
      Source: source,
      FileName: name,
      State: refusalCode ?? state,
      TotalAccountsInFile: accounts.length,
      ImportedAccountsCount: counted('Imported'),
      StatementsCreated: statementsCreated,
      TransactionsCreated: transactionsCreated,
      AccountsNotMatched: counted('NotMatched'),
      AccountsWithInactiveEnterprise: counted('InactiveEnterprise'),
      AccountsWithoutGenericAccount: counted('WithoutGenericAccount'),
      AccountsInError: counted('InError'),
    };
  }),
});

/** Only their number is wanted. */
const TO_JUSTIFY = {
  toJustify: true,
  withRemainingAmount: true,
  pageNumber: 1,
  pageSize: 1,
  ...({ sortField: 'Date', sortDirection: 'Descending' } as const),
};

/** Folders that received transactions, with the command that shows what is left to do about them. */
export async function leftToJustify(ctx: Context, files: readonly TakenFile[]): Promise<Tally> {
  const received = new Map<number, number>();
  for (const { folderId, transactions } of files.flatMap(({ accounts }) => accounts)) {
    if (folderId !== null && transactions > 0) received.set(folderId, (received.get(folderId) ?? 0) + transactions);
  }
  const rows = [...received].map(async ([folderId, transactions]) => ({
    EnterpriseId: folderId,
    Name: (await getFolder(ctx, folderId)).name,
    TransactionsCreated: transactions,
    ToJustify: (await searchComplemented(ctx, { folderId, ...TO_JUSTIFY })).totalCount,
    Next: `taxops bank complement search --folder ${folderId} --to-justify true --with-remaining-amount true --sort-fields Date --sort-direction Descending`,
  }));
  return { title: { en: 'Left to justify', fr: 'Reste à justifier' }, rows: await Promise.all(rows) };
}
