/** How far an obligation is, the most pressing first; and what narrows those that are shown. */
export const STATES = ['Late', 'Rejected', 'ToSend', 'Waiting', 'Later', 'Done', 'Dismissed'] as const;

export type Filtered = Readonly<Record<string, string | undefined>>;
