/**
 * What the readers find wrong or worth saying: a stable kind, a severity, the place, and a sentence with what to do.
 * Messages hold no bytes of a record but the codes of an account that disagree: findings end in logs.
 */
import type { Language } from '../../../kernel/errors.ts';
import { type FindingKind, kindOf, type MessageKey, type MessageParams, messageText, severityOf } from './messages.ts';

/** Where in the file: record and line counted from 1, the column of the field's first character likewise. */
export interface Place {
  readonly record: number;
  /** Null in formats that are not made of lines. */
  readonly line: number | null;
}

/** A total that does not agree, as decimal strings: difference = stated - computed. */
export interface Disagreement {
  readonly computed: string;
  readonly stated: string;
  readonly difference: string;
}

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: 'error' | 'warning';
  readonly message: MessageKey;
  readonly params: MessageParams;
  /** Null when the finding is about the whole file. */
  readonly place: Place | null;
  /** Number of the statement (CFONB 120) or sequence (CFONB 240) in the file, from 1. */
  readonly group: number | null;
  readonly field: string | null;
  readonly position: number | null;
  readonly disagreement: Disagreement | null;
}

export interface FindingDetails {
  readonly params?: MessageParams;
  readonly place?: Place;
  readonly group?: number | null;
  readonly field?: { readonly name: string; readonly at: number };
  readonly disagreement?: Disagreement;
}

/** So many findings of one kind are kept; all are counted. */
export const KEPT_PER_KIND = 1000;

export class FindingLog {
  readonly findings: Finding[] = [];
  readonly counts = new Map<FindingKind, number>();
  errors = 0;

  add(message: MessageKey, details: FindingDetails = {}): void {
    const kind = kindOf(message);
    const severity = severityOf(kind);
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    if (severity === 'error') this.errors += 1;
    if (count <= KEPT_PER_KIND) this.findings.push(finding(kind, severity, message, details));
  }
}

const finding = (
  kind: FindingKind,
  severity: Finding['severity'],
  message: MessageKey,
  details: FindingDetails,
): Finding => ({
  kind,
  severity,
  message,
  params: details.params ?? {},
  place: details.place ?? null,
  group: details.group ?? null,
  field: details.field?.name ?? null,
  position: details.field ? details.field.at + 1 : null,
  disagreement: details.disagreement ?? null,
});

/** The sentence of a finding: what is wrong, then what to do. */
export const findingText = (finding: Finding, language: Language = 'en'): string =>
  messageText(finding.message, finding.params, language);

/** A finding with its sentence in the place of the key. */
export type WordedFinding = Omit<Finding, 'message'> & { readonly message: string };

export const wordedFinding = (finding: Finding, language: Language): WordedFinding => ({
  ...finding,
  message: findingText(finding, language),
});
