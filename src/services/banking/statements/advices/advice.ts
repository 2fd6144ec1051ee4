/** What a bank tells of a movement beside its statement, whatever the format. */
import { hash } from 'node:crypto';
import type { PlainDate } from '../../../kernel/dates.ts';
import type { Movement } from '../cfonb/movement.ts';
import type { ReturnedOperation, SequenceHead } from '../cfonb/sequence.ts';
import { foldLabel } from '../fingerprint.ts';

export interface Advice {
  readonly operationCode: string;
  readonly day: PlainDate;
  /** Signed minor units: what the account gains. */
  readonly units: number;
  /** Of the sequence that it is part of: banks book either. */
  readonly totalUnits: number;
  readonly decimals: number;
  readonly currency: string;
  readonly party: string | null;
  readonly partyIban: string | null;
  readonly text: string;
  readonly reference: string | null;
  readonly rejectCode: string | null;
  /** The operation that came back. */
  readonly originDay: PlainDate | null;
  readonly originReference: string | null;
}

/** Undefined for an entry that could not be read, which is a finding. */
export function adviceOfEntry(entry: Movement): Advice | undefined {
  const { operationDate: day, units, decimals, operationCode, reference, rejectCode } = entry;
  if (day === null || units === null) return undefined;
  return {
    operationCode,
    day,
    units,
    totalUnits: units,
    decimals,
    currency: entry.currencyCode,
    party: entry.counterpartyName,
    partyIban: entry.counterpartyIban,
    text: [entry.label, ...entry.details.map(({ text }) => text)].filter(Boolean).join(' '),
    reference,
    rejectCode,
    originDay: null,
    originReference: null,
  };
}

/** Operations that take money from the client: direct debits and bills that it pays, and those of its own that came back. */
const TAKEN = new Set(['40', '41', '61', '70', '71', '80', '81', '82', '84', '85', '86', '88']);

/** Undefined for a notice without amount, such as a corrected account. */
export function adviceOfReturned(
  { operationCode, account }: SequenceHead,
  returned: ReturnedOperation,
  total: number,
): Advice | undefined {
  const { settlementDate: day, units, labels, extras } = returned;
  if (day === null || !units) return undefined;
  const sign = TAKEN.has(operationCode) ? -1 : 1;
  return {
    operationCode,
    day,
    units: sign * units,
    totalUnits: sign * total,
    decimals: account.decimals,
    currency: account.currencyCode,
    party: returned.counterpartyName,
    partyIban: returned.counterpartyIban,
    text: labels.join(' '),
    reference: extras.PresenterReference ?? null,
    rejectCode: returned.rejectCode,
    originDay: returned.initialSettlementDate,
    originReference: returned.initialReference,
  };
}

/** What a bank repeats from one file to the next; the total is of the file. */
export function adviceFingerprint({ totalUnits, ...advice }: Advice): string {
  const own = { ...advice, party: foldLabel(advice.party ?? ''), text: foldLabel(advice.text) };
  return hash('sha256', JSON.stringify(own), 'hex').slice(0, 32);
}
