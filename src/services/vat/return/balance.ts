/**
 * Operations against the bases of their rates (control 224). Each line is rounded on its own, so that the sums may differ
 * by a few euros: the largest operation line takes the gap. A larger one is a wrong mapping, which the control shows.
 */
import { euros } from './inputs.ts';

interface Group {
  readonly operations: readonly string[];
  readonly bases: readonly string[];
}

const GROUPS: readonly Group[] = [
  {
    operations: ['CA', 'CB', 'KH', 'CC', 'CF', 'CG'],
    bases: ['FP', 'FB', 'FR', 'FM', 'FN', 'BQ', 'BP', 'NN', 'BS', 'BF', 'BE', 'MF', 'MG', 'FC'],
  },
  { operations: ['DK', 'KV'], bases: ['LB', 'LD', 'LF', 'LH', 'LK', 'LM'] },
  { operations: ['CH'], bases: ['GS', 'GU'] },
];

/** The widest gap that rounding explains, in euros. */
const WIDEST = 5n;

export interface Adjustment {
  readonly zone: string;
  readonly amount: bigint;
}

/** What to add to operation lines; a group of which a box was typed stays as it is. */
export const adjustmentsOf = (boxes: ReadonlyMap<string, bigint>, isTyped: (zone: string) => boolean): Adjustment[] =>
  GROUPS.flatMap(({ operations, bases }) => {
    if ([...operations, ...bases].some(isTyped)) return [];
    const total = (zones: readonly string[]) => zones.reduce((sum, zone) => sum + euros(boxes, zone), 0n);
    const gap = total(bases) - total(operations);
    if (gap === 0n || gap > WIDEST || gap < -WIDEST) return [];
    const [first = '', ...others] = operations;
    const largest = others.reduce((best, zone) => (euros(boxes, zone) > euros(boxes, best) ? zone : best), first);
    return [{ zone: largest, amount: gap }];
  });
