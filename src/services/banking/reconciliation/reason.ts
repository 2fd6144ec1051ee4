/** What speaks for a link between a transaction and an entry, kept with the link and told in the reader's language. */
import type { Labels, Language } from '../../kernel/errors.ts';

export const REASONS = ['Amount', 'Days', 'Label', 'Reference', 'Only', 'Unlettered', 'Rule', 'Hand'] as const;

export interface Reason {
  readonly kind: (typeof REASONS)[number];
  /** What it adds to the score, of 100. */
  readonly points: number;
  /** Days apart, words in common, the reference, the rule: what the sentence is about. */
  readonly detail: string;
}

const SENTENCES: Readonly<Record<Reason['kind'], Labels>> = {
  Amount: { en: 'same amount, {detail}', fr: 'même montant, {detail}' },
  Days: { en: '{detail} days apart', fr: 'à {detail} jours' },
  Label: { en: 'labels share {detail}', fr: 'libellés communs : {detail}' },
  Reference: { en: 'same reference, {detail}', fr: 'même référence, {detail}' },
  Only: { en: 'no other line fits', fr: 'aucune autre ligne ne convient' },
  Unlettered: { en: 'the counterpart waits for lettering', fr: 'la contrepartie attend son lettrage' },
  Rule: { en: 'written by rule {detail}', fr: 'écrite par la règle {detail}' },
  Hand: { en: 'set by hand', fr: 'posé à la main' },
};

export const reasonText = ({ kind, detail }: Reason, language: Language): string =>
  SENTENCES[kind][language].replace('{detail}', detail);
