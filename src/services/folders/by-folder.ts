import { grouped } from '../kernel/grouped.ts';

/** Rows of many folders, in their order, each with those of its folder. */
export const byFolder = <T extends { readonly folderId: number }>(rows: readonly T[]): Map<number, T[]> =>
  grouped(rows, ({ folderId }) => folderId);
