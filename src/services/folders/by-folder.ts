import { groupBy } from '../kernel/group-by.ts';

/** Rows of many folders, in their order, each with those of its folder. */
export const byFolder = <T extends { readonly folderId: number }>(rows: readonly T[]): Map<number, T[]> =>
  groupBy(rows, ({ folderId }) => folderId);
