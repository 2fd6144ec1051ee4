/** A text that no schema reads, as it can be stored; undefined when it is none. */
export const cleanText = (value: unknown, most: number): string | undefined =>
  typeof value === 'string'
    ? value
        .slice(0, most)
        .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
        .trim() || undefined
    : undefined;
