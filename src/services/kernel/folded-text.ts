/** Lower case without accents: `Réunion` is `reunion`. What people typed is compared under it. */
export const foldedText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
