/** Invented lives of an account, and the statements a bank may cut them into. */

import fc from '../../../support/property.ts';
import type { StatementDraft } from '../../../support/write-120.ts';
import { type Move, statement } from './world.ts';

export interface Life {
  /** Statements in files: together they may show everything, overlap, or leave holes. */
  readonly files: readonly (readonly StatementDraft[])[];
  /** All movements, sorted as `World.moves` gives them. */
  readonly truth: readonly string[];
}

interface Day {
  /** Movements of each part of the day. */
  readonly parts: readonly (readonly (readonly [label: string, units: number])[])[];
}

const dayText = (index: number): string => `03-${String(index + 2).padStart(2, '0')}`;

const moveOf = (amounts: readonly number[]) => fc.tuple(fc.constantFrom('TICKET', 'CAFE'), fc.constantFrom(...amounts));

const someDays = (amounts: readonly number[]): fc.Arbitrary<readonly Day[]> =>
  fc.array(
    fc.record({ parts: fc.array(fc.array(moveOf(amounts), { maxLength: 3 }), { minLength: 1, maxLength: 3 }) }),
    { minLength: 1, maxLength: 5 },
  );

/** A stretch of parts, as one statement. `sameDay`: the bank dates the old balance on the first day it shows. */
function cut(days: readonly Day[], sameDay: boolean) {
  const parts = days.flatMap((day, index) =>
    day.parts.map((moves, part) => ({
      day: index,
      isFirst: part === 0,
      moves: moves.map(([label, units]): Move => [dayText(index), units, label]),
    })),
  );
  const balance = (to: number) =>
    parts.slice(0, to).reduce((sum, { moves }) => sum + moves.reduce((all, [, units]) => all + units, 0), 0);
  return (from: number, to: number): StatementDraft => {
    const [first, last] = [parts[from], parts[to - 1]];
    const start = (first?.day ?? 0) - (first?.isFirst && !sameDay ? 1 : 0);
    const moves = parts.slice(from, to).flatMap((part) => part.moves);
    return statement([dayText(start), balance(from)], dayText(last?.day ?? 0), moves);
  };
}

/** Where each day begins among the parts, and the end. */
function bounds(days: readonly Day[]): number[] {
  const at = [0];
  for (const { parts } of days) at.push((at.at(-1) ?? 0) + parts.length);
  return at;
}

/** For every day, whether it comes whole or in parts; then stretches of whole days beside it. */
export function aLife(amounts: readonly number[], isWhole: boolean): fc.Arbitrary<Life> {
  const shape = fc.record({
    days: someDays(amounts),
    sameDay: fc.boolean(),
    inParts: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    left: fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
    stretches: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 3 }),
    owners: fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }),
  });
  return shape.map(({ days, sameDay, inParts, left, stretches, owners }) => {
    const at = bounds(days);
    const make = cut(days, sameDay);
    const daily = days.flatMap(({ parts }, index) => {
      const from = at[index] ?? 0;
      if (!inParts[index]) return [make(from, from + parts.length)];
      return parts.map((_, part) => make(from + part, from + part + 1));
    });
    const kept = daily.filter((_, index) => isWhole || !left[index]);
    const long = stretches.flatMap(([a, b]) => {
      const [from, to] = [at[Math.min(a, b)], at[Math.max(a, b) + 1]];
      return from === undefined || to === undefined ? [] : [make(from, to)];
    });
    const files: StatementDraft[][] = [[], [], [], []];
    for (const [index, draft] of [...kept, ...long].entries()) files[owners[index] ?? 0]?.push(draft);
    const truth = days.flatMap(({ parts }, index) =>
      parts.flat().map(([label, units]) => `${dayText(index)} ${label} ${(units / 100).toFixed(2)}`),
    );
    return { files: files.filter((file) => file.length > 0), truth: truth.sort() };
  });
}
