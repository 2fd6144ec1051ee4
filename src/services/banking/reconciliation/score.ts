/**
 * How likely a line of the books is to be a transaction, in points of 100. The amount is exact or there is no candidate.
 *
 * | points | for |
 * |---|---|
 * | 40 | the same amount |
 * | 0 to 20 | days apart: two points less a day |
 * | 0 to 15 | words that the labels share, of those of the shorter one; words of every bank label do not count |
 * | 15 | the bank names the document of the line, or one of the invoices that its counterpart is lettered with |
 * | 10 | nothing else fits either of them; of those that are near in days, when this one is |
 */
import type { Candidate } from '../comparison/match.ts';
import type { BankMovement, BooksMovement } from '../comparison/sides.ts';
import { foldLabel } from '../statements/fingerprint.ts';
import type { Reason } from './reason.ts';

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

/** A text ready to be compared many times. */
export interface Words {
  readonly words: ReadonlySet<string>;
  /** Letters and digits alone, where references are looked for whatever separates their parts. */
  readonly compact: string;
}

export function wordsOf(label: string, details = ''): Words {
  const parts = foldLabel(label)
    .split(/[^A-Z0-9]+/)
    .filter((part) => part.length > 2 && /[A-Z]/.test(part) && !COMMON.has(part));
  return { words: new Set(parts), compact: compactOf(`${label} ${details}`) };
}

const compactOf = (text: string): string => foldLabel(text).replace(/[^A-Z0-9]/g, '');

/** Shorter references are found in any label. */
const SHORTEST_REFERENCE = 5;

/** A reference as it is looked for; undefined when it would be found anywhere. */
export function referenceOf(text: string): string | undefined {
  const compact = compactOf(text);
  return compact.length >= SHORTEST_REFERENCE && /\d{2}/.test(compact) ? compact : undefined;
}

export interface Evidence {
  readonly bank: Words;
  readonly books: Words;
  /** Document of the line, then invoices lettered with its counterpart, as they are written. */
  readonly references: readonly string[];
  /** Neither the transaction nor the line has another candidate. */
  readonly isOnly: boolean;
}

/** What speaks for a candidate; the score is the sum of the points. */
export function reasonsFor(
  { days, books }: Pick<Candidate<BankMovement, BooksMovement>, 'days' | 'books'>,
  evidence: Evidence,
): Reason[] {
  const shared = [...evidence.bank.words].filter((word) => evidence.books.words.has(word));
  const shorter = Math.min(evidence.bank.words.size, evidence.books.words.size);
  const reference = evidence.references.find((text) => isNamed(text, evidence.bank));
  const all: Reason[] = [
    { kind: 'Amount', points: AMOUNT, detail: '' },
    { kind: 'Days', points: Math.max(0, SAME_DAY - POINTS_A_DAY * days), detail: String(days) },
    {
      kind: 'Label',
      points: shorter === 0 ? 0 : Math.floor((WORDS * shared.length) / shorter),
      detail: shared.join(' '),
    },
    {
      kind: reference === books.docRef ? 'Reference' : 'Lettering',
      points: reference === undefined ? 0 : REFERENCE,
      detail: reference ?? '',
    },
    { kind: 'Only', points: evidence.isOnly ? ONLY : 0, detail: '' },
  ];
  return all.filter(({ points }) => points > 0);
}

function isNamed(reference: string, { compact }: Words): boolean {
  const wanted = referenceOf(reference);
  return wanted !== undefined && compact.includes(wanted);
}

export const scoreOf = (reasons: readonly Reason[]): number => reasons.reduce((sum, { points }) => sum + points, 0);
