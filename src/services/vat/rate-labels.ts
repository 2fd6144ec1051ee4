/** Codes of rates with what a person reads. */
import type { Labels } from '../kernel/errors.ts';
import { formatRatio } from '../kernel/ratio.ts';
import type { VatRate } from './engine/model.ts';
import { RATES } from './rates.ts';

export interface Labelled {
  readonly code: string;
  readonly label: Labels;
}

const OTHERS: Readonly<Record<VatRate, Labels>> = {
  MultipleRates: { en: 'Several rates', fr: 'Plusieurs taux' },
  Unknown: { en: 'Unknown', fr: 'Inconnu' },
};

/** `_055` is `5.5%`, `5,5 %`. */
export function labelledRate(code: VatRate): Labelled {
  const rate = RATES.get(code);
  const percentage = rate && formatRatio(rate, 100n);
  const label = percentage ? { en: `${percentage}%`, fr: `${percentage.replace('.', ',')} %` } : OTHERS[code];
  return { code, label: label ?? { en: code, fr: code } };
}
