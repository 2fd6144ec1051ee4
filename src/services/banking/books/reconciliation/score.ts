/**
 * How likely a line of the books is to be a transaction, in points of 100. The amount is exact or there is no candidate.
 *
 * | points | for |
 * |---|---|
 * | 40 | the same amount |
 * | 0 to 20 | days apart: two points less a day |
 * | 0 to 15 | words and numbers that the labels share, of those of the shorter one; words of every bank label do not count |
 * | 15 | the bank names the document of the line, or one of the invoices that its counterpart is lettered with |
 * | 10 | nothing else fits either of them; of those that are near in days, when this one is |
 */
import { foldLabel } from '../../statements/fingerprint.ts';
import type { Reason } from '../../transactions/entries/reason.ts';

const AMOUNT = 40;
const SAME_DAY = 20;
const POINTS_A_DAY = 2;
/** Days that leave a point. */
export const NEAR = SAME_DAY / POINTS_A_DAY;
const WORDS = 15;
const REFERENCE = 15;
const ONLY = 10;

/** Words that banks write before what matters. */
const COMMON = new Set(
  `VIR VIREMENT VIRT SEPA RECU EMIS INST INSTANTANE PRLV PRELEVEMENT CHQ CHEQUE REMISE CARTE PAIEMENT PAIEMENTS FACTURE
   FACTURES REGLEMENT ECHEANCE DES LES LE LA DE DU ET EN PAR POUR SAS SARL SA EURL SCI MR MME NOTRE VOTRE REF`.split(
    /\s+/,
  ),
);

/** Numbers tell as words do, cheque `0007701` being `7701`; short ones and years do not. */
const NUMBER = /^(?!(19|20)\d\d$)\d{4,}$/;

/** A text ready to be compared many times. */
export interface Words {
  readonly words: ReadonlySet<string>;
  /** Letters and digits alone, where references are looked for whatever separates their parts. */
  readonly compact: string;
}

export function wordsOf(label: string, details = ''): Words {
  const parts = foldLabel(label)
    .split(/[^A-Z0-9]+/)
    .map((part) => part.replace(/^0+(?=\d+$)/, ''))
    .filter((part) => NUMBER.test(part) || (part.length > 2 && /[A-Z]/.test(part) && !COMMON.has(part)));
  return { words: new Set(parts), compact: compactOf(`${label} ${details}`) };
}

const compactOf = (text: string): string => foldLabel(text).replace(/[^A-Z0-9]/g, '');

/** Shorter references are found in any label. */
const SHORTEST_REFERENCE = 5;

/** A document or an invoice: as it is written, and as it is looked for. */
export interface Reference {
  readonly text: string;
  readonly compact: string;
}

/** The references that can be looked for: shorter ones, or without figures, would be found anywhere. */
export const referencesOf = (texts: readonly string[]): Reference[] =>
  texts
    .map((text) => ({ text, compact: compactOf(text) }))
    .filter(({ compact }) => compact.length >= SHORTEST_REFERENCE && /\d{2}/.test(compact));

export interface Evidence {
  readonly days: number;
  readonly bank: Words;
  readonly books: Words;
  /** Document of the line, then invoices lettered with its counterpart. */
  readonly references: readonly Reference[];
  /** Neither the transaction nor the line has another candidate. */
  readonly isOnly: boolean;
}

/** Points of each kind; asked for every candidate, so it makes as little as it can. */
function pointsOf({ days, bank, books, references, isOnly }: Evidence): Points {
  let shared = 0;
  for (const word of bank.words) if (books.words.has(word)) shared += 1;
  const shorter = Math.min(bank.words.size, books.words.size);
  return {
    amount: AMOUNT,
    days: Math.max(0, SAME_DAY - POINTS_A_DAY * days),
    words: shorter === 0 ? 0 : Math.floor((WORDS * shared) / shorter),
    reference: namedBy(bank, references) === undefined ? 0 : REFERENCE,
    only: isOnly ? ONLY : 0,
  };
}

interface Points {
  readonly amount: number;
  readonly days: number;
  readonly words: number;
  readonly reference: number;
  readonly only: number;
}

const namedBy = ({ compact }: Words, references: readonly Reference[]): Reference | undefined =>
  references.find((reference) => compact.includes(reference.compact));

export function scoreOf(evidence: Evidence): number {
  const { amount, days, words, reference, only } = pointsOf(evidence);
  return amount + days + words + reference + only;
}

/** What speaks for a candidate: the points are those of its score. */
export function reasonsFor(evidence: Evidence, docRef: string): Reason[] {
  const points = pointsOf(evidence);
  const shared = [...evidence.bank.words].filter((word) => evidence.books.words.has(word));
  const named = namedBy(evidence.bank, evidence.references)?.text ?? '';
  const all: Reason[] = [
    { kind: 'Amount', points: points.amount, detail: '' },
    { kind: 'Days', points: points.days, detail: String(evidence.days) },
    { kind: 'Label', points: points.words, detail: shared.join(' ') },
    { kind: named === docRef ? 'Reference' : 'Lettering', points: points.reference, detail: named },
    { kind: 'Only', points: points.only, detail: '' },
  ];
  return all.filter((reason) => reason.points > 0);
}
