/** A return as its assistant looks at it: the accounts of the folder, and the lines that no element stands for yet. */
import type { Context } from '../../operation/context.ts';
import { type BookAccounts, bookAccounts } from '../books/vat-accounts.ts';
import { vatFolderOf } from '../books/vat-folder.ts';
import { readAdvanceMode } from '../configuration/advance-mode.ts';
import { type Basis, readBookBasis } from '../configuration/basis.ts';
import type { MissingLine } from '../drafts/book-facts.ts';
import { factsOf } from '../drafts/computed.ts';
import type { OpenReturn } from '../drafts/stored-return.ts';
import type { VatFolder } from '../engine/model.ts';

/** A line without a rate: it stays out of the return until it has one. */
export interface PendingLine extends MissingLine {
  readonly type: 'Purchase' | 'Sale';
}

export interface AssistantBooks {
  readonly opened: OpenReturn;
  readonly vatFolder: VatFolder;
  readonly basis: Basis;
  readonly accounts: BookAccounts;
  readonly pending: readonly PendingLine[];
}

export async function readAssistantBooks(ctx: Context, opened: OpenReturn): Promise<AssistantBooks> {
  const { folder } = opened;
  const vatFolder = vatFolderOf(folder, await readAdvanceMode((await ctx.db()).knex, folder.id));
  const basis = await readBookBasis(ctx, folder.id);
  return booksOf(opened, { vatFolder, basis, accounts: bookAccounts(basis, vatFolder) });
}

/** With the return as it is by now. */
export function booksOf(
  opened: OpenReturn,
  { vatFolder, basis, accounts }: Pick<AssistantBooks, 'vatFolder' | 'basis' | 'accounts'>,
): AssistantBooks {
  const pending = factsOf(opened.procedure).missingLines.map((line): PendingLine => {
    const isSale = accounts.byId.get(line.accountId)?.number.startsWith('7') === true;
    return { ...line, type: isSale ? 'Sale' : 'Purchase' };
  });
  return { opened, vatFolder, basis, accounts, pending };
}
