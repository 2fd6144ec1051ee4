/** What each code of a control of returns and payments stands for (`control-codes.tsv`), whatever prints it. */
import type { ControlLevel } from '../../forms/controls.ts';
import type { Labels } from '../../kernel/errors.ts';
import { readTable } from '../../kernel/package-file.ts';

export interface ControlCode {
  readonly code: string;
  /** The most that it can be: some of its cases warn only. */
  readonly level: ControlLevel;
  readonly rule: Labels;
  readonly next: Labels;
}

const COLUMNS = ['code', 'level', 'en', 'fr', 'next_en', 'next_fr'] as const;

/** In the order of the table. */
export const controlCodes = (): ControlCode[] =>
  readTable('src/services/declarations/returns/control-codes.tsv', COLUMNS).map(
    ({ code, level, en, fr, next_en, next_fr }) => ({
      code,
      level: level === 'error' ? 'error' : 'warning',
      rule: { en, fr },
      next: { en: next_en, fr: next_fr },
    }),
  );
