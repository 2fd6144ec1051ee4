/** Rows of many folders, in their order, each with those of its folder. */
export function byFolder<T extends { readonly folderId: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.folderId);
    if (group) group.push(row);
    else groups.set(row.folderId, [row]);
  }
  return groups;
}
