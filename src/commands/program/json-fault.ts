/** What is wrong with a JSON text and where, without the excerpt of it that the parser adds: that may be confidential. */
export const jsonFault = (error: unknown): string => (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '');
