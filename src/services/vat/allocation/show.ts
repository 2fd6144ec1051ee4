/** The entry of one line, with the VAT of its lines. */
import { ledgerErrors } from '../../ledger/errors.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { readVatBooks, seenFrom } from './context.ts';
import { type AllocationEntry, readAllocation } from './entries.ts';

export interface LineKey {
  readonly entryId: number;
  readonly lineId: number;
}

/** Throws FolderNotFound, EntryNotFound, EntryLineNotFound. */
export async function getAllocation(
  ctx: Context,
  folderId: number,
  { entryId, lineId }: LineKey,
): Promise<AllocationEntry> {
  const seen = await seenFrom(ctx, folderId);
  const books = await readVatBooks(ctx, folderId);
  const read = await (await ctx.db()).transaction((trx) =>
    readAllocation(trx, books, { folderId, entryIds: [entryId], seen }),
  );
  const [entry] = read;
  if (!entry) throw ledgerErrors.EntryNotFound({ folderId, entryId });
  if (!entry.lines.some(({ id }) => id === lineId)) throw vatErrors.EntryLineNotFound({ folderId, entryId, lineId });
  return entry;
}
