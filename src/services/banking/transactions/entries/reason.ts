/** The evidence for a link between a transaction and an entry, kept with the link and written in both languages. */
import type { Labels } from '../../../kernel/errors.ts';

export const REASONS = ['Amount', 'Days', 'Label', 'Reference', 'Lettering', 'Only', 'Rule', 'Hand'] as const;

export interface Reason {
  readonly kind: (typeof REASONS)[number];
  /** What it adds to the score, of 100. */
  readonly points: number;
  /** Days apart, words in common, the reference, the rule: what the sentence is about. */
  readonly detail: string;
}

const SENTENCES: Readonly<Record<Reason['kind'], Labels>> = {
  Amount: { en: 'same amount', fr: 'même montant' },
  Days: { en: 'days apart: {detail}', fr: 'jours d’écart : {detail}' },
  Label: { en: 'labels share {detail}', fr: 'libellés communs : {detail}' },
  Reference: { en: 'same reference, {detail}', fr: 'même référence, {detail}' },
  Lettering: {
    en: 'its counterpart is lettered with {detail}, which the bank names',
    fr: 'sa contrepartie est lettrée avec {detail}, que la banque cite',
  },
  Only: { en: 'no other line fits', fr: 'aucune autre ligne ne convient' },
  Rule: { en: 'written by rule {detail}', fr: 'écrite par la règle {detail}' },
  Hand: { en: 'set by hand', fr: 'posé à la main' },
};

export const reasonText = ({ kind, detail }: Reason): Labels => ({
  en: SENTENCES[kind].en.replace('{detail}', detail),
  fr: SENTENCES[kind].fr.replace('{detail}', detail),
});
