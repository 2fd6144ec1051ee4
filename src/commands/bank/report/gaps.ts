/** Where statements are missing in what bank accounts should hold: as a field, and in a sentence with what to do. */
import * as z from 'zod';
import type { FoundGap } from '../../../services/banking/report/figures.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import type { Block } from '../../operation/operation.ts';
import { date, eurosText } from '../../operation/outputs.ts';
import { computed, headed } from '../../operation/wire.ts';

const GapShape = z.object({
  FromDate: computed(date('Du'), ({ from }: FoundGap) => from.date),
  ToDate: computed(date('Au'), ({ to }: FoundGap) => to.date),
  Difference: eurosText('Écart').describe('What the balance changes by in the gap, in no transaction'),
});

export const missingStatements = () => headed(z.array(GapShape), 'Trous');

const SENTENCE = {
  en: (from: string, to: string, difference: string) =>
    `no statement from ${from} to ${to}, between which the balance changes by ${difference}. Look: taxops bank statement gaps, then import what is missing: taxops bank statement import`,
  fr: (from: string, to: string, difference: string) =>
    `pas de relevé du ${from} au ${to}, entre lesquels le solde varie de ${difference}. Voyez : taxops bank statement gaps, puis importez ce qui manque : taxops bank statement import`,
} as const;

/** `about`: the account. */
export const gapBlocks = (about: string, gaps: readonly z.output<typeof GapShape>[], language: Language): Block[] =>
  gaps.map(({ FromDate, ToDate, Difference }) => ({
    kind: 'text',
    text: `${about}${language === 'fr' ? ' :' : ':'} ${SENTENCE[language](FromDate, ToDate, Difference)}`,
  }));
