/** Lines of one file that name one asset: read again, the file would find one of them only. */

interface Referring {
  readonly line: number;
  readonly input: { readonly externalId?: string | undefined };
}

export interface RepeatedReference {
  readonly line: number;
  readonly reference: string;
  /** The line that has it first. */
  readonly first: number;
}

export function repeatedReferences(lines: readonly Referring[]): RepeatedReference[] {
  const firsts = new Map<string, number>();
  return lines.flatMap(({ line, input: { externalId: reference } }) => {
    if (!reference) return [];
    const first = firsts.get(reference);
    if (first !== undefined) return [{ line, reference, first }];
    firsts.set(reference, line);
    return [];
  });
}
