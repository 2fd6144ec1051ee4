/**
 * What speaks for a transaction having paid a document. Candidates have the amount that is left of the document and lie
 * within the window of days; beyond that:
 *
 * | sign                                                          | points |
 * |---------------------------------------------------------------|--------|
 * | the amount is what is left of the document                    | 50     |
 * | every word of the counterparty is in the transaction          | 40     |
 * | some word of it is                                            | 20     |
 * | paid up to 35 days after the document (30 days, some slack)   | 10     |
 * | paid later or a little before, within the window              | 5      |
 *
 * A pair is certain when the counterparty speaks for it and no other pair of the same document or transaction has as
 * many points.
 */
import type { Labels } from '../../../kernel/errors.ts';
import { type Cents, formatAmount } from '../../../kernel/money.ts';

export interface Candidate {
  readonly documentId: number;
  readonly transactionId: number;
  readonly amount: Cents;
  readonly counterParty: string | null;
  /** Label and counterparty of the transaction, without case or accents; the counterparty likewise. */
  readonly foldedText: string;
  readonly foldedCounterParty: string;
  /** From the document to the payment; null when the document has no date. */
  readonly days: number | null;
}

export interface Match extends Candidate {
  readonly score: number;
  readonly reasons: readonly Labels[];
  readonly isCertain: boolean;
}

/** Days before and after the document's date. */
export const WINDOW = { before: 10, after: 120 } as const;

/** Every candidate with its reasons, each document and each transaction at most once: the best pairs first. */
export function bestMatches(candidates: readonly Candidate[]): Match[] {
  const scored = candidates.map(score).sort(byScore);
  const [documents, transactions] = [bestTwo(scored, 'documentId'), bestTwo(scored, 'transactionId')];
  const [takenDocuments, takenTransactions] = [new Set<number>(), new Set<number>()];
  const matches: Match[] = [];
  for (const { namesParty, ...pair } of scored) {
    if (takenDocuments.has(pair.documentId) || takenTransactions.has(pair.transactionId)) continue;
    takenDocuments.add(pair.documentId);
    takenTransactions.add(pair.transactionId);
    const rivals = [documents.get(pair.documentId), transactions.get(pair.transactionId)];
    const isBest = rivals.every((scores) => scores?.[0] === pair.score && scores[1] !== pair.score);
    matches.push({ ...pair, isCertain: namesParty && isBest });
  }
  return matches;
}

interface Scored extends Omit<Match, 'isCertain'> {
  readonly namesParty: boolean;
}

const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score ||
  Math.abs(a.days ?? WINDOW.after) - Math.abs(b.days ?? WINDOW.after) ||
  a.documentId - b.documentId ||
  a.transactionId - b.transactionId;

/** The two highest scores of each document, or transaction. */
function bestTwo(scored: readonly Scored[], key: 'documentId' | 'transactionId'): ReadonlyMap<number, number[]> {
  const best = new Map<number, number[]>();
  for (const pair of scored) {
    const known = best.get(pair[key]);
    if (!known) best.set(pair[key], [pair.score]);
    else if (known.length < 2) known.push(pair.score);
  }
  return best;
}

interface Sign {
  readonly points: number;
  readonly reason: Labels;
}

function score(candidate: Candidate): Scored {
  const party = partySign(candidate);
  const signs = [amountSign(candidate), party, daySign(candidate)].filter((sign) => sign !== undefined);
  return {
    ...candidate,
    score: signs.reduce((sum, { points }) => sum + points, 0),
    reasons: signs.map(({ reason }) => reason),
    namesParty: party !== undefined,
  };
}

const amountSign = ({ amount }: Candidate): Sign => ({
  points: 50,
  reason: {
    en: `the amount is what is left of the document (${formatAmount(amount)})`,
    fr: `le montant est celui qui reste sur la pièce (${formatAmount(amount)})`,
  },
});

/** Words that half of all companies have in their names. */
const COMMON = new Set(
  'sarl sas sasu sa eurl sci snc ste societe ets etablissements groupe france les des and the'.split(' '),
);

function partySign({ counterParty, foldedCounterParty, foldedText }: Candidate): Sign | undefined {
  const words = foldedCounterParty.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2 && !COMMON.has(word));
  const text = new Set(foldedText.split(/[^\p{L}\p{N}]+/u));
  const found = words.filter((word) => text.has(word));
  if (found.length === 0) return undefined;
  return found.length === words.length
    ? { points: 40, reason: { en: `the label names ${counterParty}`, fr: `le libellé nomme ${counterParty}` } }
    : {
        points: 20,
        reason: {
          en: `the label has ${found.join(' ')}, of ${counterParty}`,
          fr: `le libellé contient ${found.join(' ')}, de ${counterParty}`,
        },
      };
}

const SOON = 35;

function daySign({ days }: Candidate): Sign | undefined {
  if (days === null) return undefined;
  const apart = Math.abs(days);
  const several = apart > 1 ? 's' : '';
  const [where, placed] = days < 0 ? ['before', 'avant'] : ['after', 'après'];
  const reason = {
    en: apart === 0 ? 'paid on the day of the document' : `paid ${apart} day${several} ${where} the document`,
    fr: apart === 0 ? 'payé le jour de la pièce' : `payé ${apart} jour${several} ${placed} la pièce`,
  };
  return { points: days >= 0 && days <= SOON ? 10 : 5, reason };
}
