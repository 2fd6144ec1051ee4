/** A text inside a pattern of LIKE: its own wildcards are letters like others. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
