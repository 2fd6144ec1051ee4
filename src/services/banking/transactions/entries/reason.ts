/** The evidence for a link between a transaction and an entry, kept with the link and written in both languages. */
import type { Labels } from '../../../kernel/errors.ts';

export const REASONS = [
  'Amount',
  'Sum',
  'Cents',
  'Fee',
  'Typing',
  'Days',
  'Label',
  'Reference',
  'Lettering',
  'Only',
  'Unnamed',
  'Round',
  'OtherName',
  'OtherReference',
  'Namesake',
  'Repeat',
  'Rival',
  'Difference',
  'Part',
  'Rule',
  'Hand',
] as const;

export interface Reason {
  readonly kind: (typeof REASONS)[number];
  /** What it adds to the score, of 100; below zero for what speaks against the link. */
  readonly points: number;
  /** Days apart, words in common, the reference, the rule: what the sentence is about. */
  readonly detail: string;
}

const SENTENCES: Readonly<Record<Reason['kind'], Labels>> = {
  Amount: { en: 'same amount', fr: 'même montant' },
  Sum: { en: 'amounts that add up: {detail}', fr: 'montants dont la somme est juste : {detail}' },
  Cents: { en: 'amounts that differ by cents', fr: 'montants à quelques centimes près' },
  Fee: { en: 'the bank kept a fee', fr: 'la banque a retenu une commission' },
  Typing: { en: 'amount typed with a mistake', fr: 'montant saisi avec une faute de frappe' },
  Days: { en: 'days apart: {detail}', fr: 'jours d’écart : {detail}' },
  Label: { en: 'labels share {detail}', fr: 'libellés communs : {detail}' },
  Reference: { en: 'same reference, {detail}', fr: 'même référence, {detail}' },
  Lettering: {
    en: 'its counterpart is lettered with {detail}, which the bank names',
    fr: 'sa contrepartie est lettrée avec {detail}, que la banque cite',
  },
  Only: { en: 'no other line fits', fr: 'aucune autre ligne ne convient' },
  Unnamed: { en: 'nothing in common but the day', fr: 'rien de commun que le jour' },
  Round: { en: 'round amounts, which add up by chance', fr: 'montants ronds, dont la somme est vite juste' },
  OtherName: { en: 'names differ', fr: 'noms différents' },
  OtherReference: {
    en: 'the bank names another reference, {detail}',
    fr: 'la banque cite une autre référence, {detail}',
  },
  Namesake: { en: 'others have that name too', fr: 'd’autres portent aussi ce nom' },
  Repeat: {
    en: 'the amount comes back under this name, and lines of it are missing',
    fr: 'ce montant revient sous ce nom, et il en manque des lignes',
  },
  Rival: { en: 'another link is nearly as likely', fr: 'un autre lien est presque aussi probable' },
  Difference: { en: 'the difference has no entry', fr: 'l’écart n’a pas d’écriture' },
  Part: { en: 'pays a part of {detail}', fr: 'règle une partie de {detail}' },
  Rule: { en: 'written by rule {detail}', fr: 'écrite par la règle {detail}' },
  Hand: { en: 'set by hand', fr: 'posé à la main' },
};

export const reasonText = ({ kind, detail }: Reason): Labels => ({
  en: SENTENCES[kind].en.replace('{detail}', detail),
  fr: SENTENCES[kind].fr.replace('{detail}', detail),
});
