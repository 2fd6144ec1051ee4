/** The findings of one check: the first 1,000 of each code are kept, all are counted. */
import type { Language } from '../../kernel/errors.ts';
import {
  codeOf,
  type FecCode,
  type MessageKey,
  type MessageParams,
  messageText,
  type PlainCode,
  type Severity,
  severityOf,
} from './codes.ts';

/** Findings kept per code; the counters hold the full number. */
export const MAX_FINDINGS_PER_CODE = 1000;

export interface FecFinding {
  readonly code: FecCode;
  readonly severity: Severity;
  /** From 1, header included; null when the finding is about the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
}

export class FindingLog {
  readonly #strict: boolean;
  readonly #language: Language;
  readonly #kept: FecFinding[] = [];
  readonly #counts = new Map<FecCode, number>();

  constructor(strict: boolean, language: Language) {
    this.#strict = strict;
    this.#language = language;
  }

  /** Adds a finding whose message is the plain wording of its code, `{column}` filled with the column. */
  add(code: PlainCode, line: number | null, column: string | null = null): void {
    this.report(code, line, column, () => (column === null ? {} : { column }));
  }

  /** Adds a finding with the named wording; its parameters are asked for only when the finding is kept. */
  report(key: MessageKey, line: number | null, column: string | null, params: () => MessageParams): void {
    const code = codeOf(key);
    if (this.hasRoom(code)) {
      const message = messageText(key, params(), this.#language);
      this.#kept.push({ code, severity: severityOf(code, this.#strict), line, column, message });
    }
    this.countMore(code, 1);
  }

  /** Adds `count` findings of one code on consecutive lines, in time bounded by what is kept. */
  addRun(code: PlainCode, firstLine: number, count: number): void {
    let added = 0;
    while (added < count && this.hasRoom(code)) this.add(code, firstLine + added++);
    this.countMore(code, count - added);
  }

  /** Counts findings that are not kept. */
  countMore(code: FecCode, count: number): void {
    if (count > 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  /** Whether another finding of the code would be kept. */
  hasRoom(code: FecCode): boolean {
    return (this.#counts.get(code) ?? 0) < MAX_FINDINGS_PER_CODE;
  }

  get refused(): boolean {
    return [...this.#counts.keys()].some((code) => severityOf(code, this.#strict) === 'error');
  }

  /** By line (whole-file findings first), then code, then the order found (the sort is stable). */
  sorted(): FecFinding[] {
    return this.#kept.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || compareText(a.code, b.code));
  }

  /** Full number of findings per code, codes in order, absent codes left out. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => compareText(a, b)));
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
