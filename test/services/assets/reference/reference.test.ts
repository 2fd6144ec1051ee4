/** Schedules as the program computes them, and as the rules have them, derived apart. */
import { expect, it } from 'vitest';
import { addDays, addMonths, type PlainDate } from '../../../../src/services/kernel/dates.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { anyAmount, cents } from '../arbitrary.ts';
import { simulateAsset } from '../simulate.ts';
import {
  balancesOf145,
  type DecliningPlan,
  decliningAnnuities,
  type Exercise,
  type Held,
  type LinearPlan,
  linearAnnuities,
} from './plans.ts';

type Plan = LinearPlan | DecliningPlan;

const linear: fc.Arbitrary<LinearPlan> = fc
  .record({ months: fc.integer({ min: 1, max: 120 }), prorata: fc.constantFrom('Days', 'ActualDays', 'Months') })
  .map(({ months, prorata }) => ({ Mode: 'Linear', Duration: { MonthCount: months }, ProrataTemporis: prorata }));
const declining: fc.Arbitrary<DecliningPlan> = fc
  .integer({ min: 3, max: 12 })
  .map((years) => ({ Mode: 'Declining', Duration: { YearCount: years }, Coefficient: coefficientOf(years) }));

const coefficientOf = (years: number) => (years < 5 ? '1.25' : years < 7 ? '1.75' : '2.25');

/** Of whole months; the first of any length to two years. */
const exercises = fc.record({ month: fc.nat(11), first: fc.integer({ min: 1, max: 24 }) }).map(({ month, first }) => {
  let start = addMonths('2018-01-01' as PlainDate, month);
  return [first, ...Array(20).fill(12)].map((length: number): Exercise => {
    const next = addMonths(start, length);
    const exercise = { Start: start, End: addDays(next, -1) };
    start = next;
    return exercise;
  });
});

const asset = fc.record({
  exercises,
  base: anyAmount.map(BigInt),
  after: fc.nat(1400),
  wait: fc.oneof(fc.constant(0), fc.nat(90)),
  held: fc.option(fc.nat(2500)),
  economic: fc.oneof(linear, declining),
  fiscal: fc.oneof(linear, declining),
});
type Drawn = typeof asset extends fc.Arbitrary<infer A> ? A : never;

function heldOf({ exercises: all, base, after, wait, held }: Drawn): Held {
  const acquired = addDays((all[0]?.Start ?? '') as PlainDate, after);
  const deployed = addDays(acquired, wait);
  return { base, acquired, deployed, retired: held === null ? undefined : addDays(deployed, held), exercises: all };
}

const bodyOf = ({ economic, fiscal }: Drawn, { base, acquired, deployed, retired, exercises: all }: Held) => ({
  AcquisitionValue: `${base / 100n}.${`${base % 100n}`.padStart(2, '0')}`,
  AcquisitionDate: acquired,
  DeploymentDate: deployed,
  Exercises: all,
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    EconomicAttributes: economic,
    FiscalAttributes: fiscal,
  },
  ...(retired && { Retirement: { Type: 'Sale', Date: retired, SaleAttributes: { SaleAmount: '1.00' } } }),
});

const annuitiesOf = (plan: Plan, held: Held): bigint[] =>
  plan.Mode === 'Linear' ? linearAnnuities(plan, held) : decliningAnnuities(plan, held);

/** At each closing; where the program has no row there is nothing. */
const told = (held: Held, rows: readonly { readonly End: string }[], amountOf: (row: never) => string): bigint[] =>
  held.exercises.map(({ End }) => {
    const row = rows.find((one) => one.End === End);
    return row ? cents(amountOf(row as never)) : 0n;
  });

it('annuities of both plans, and the balance of account 145, are those of the second derivation', {
  tags: 'sized',
}, () => {
  fc.assert(
    fc.property(asset, (drawn) => {
      const held = heldOf(drawn);
      const { Economic, Fiscal, Derogatory } = simulateAsset(bodyOf(drawn, held));
      const [economic, fiscal] = [annuitiesOf(drawn.economic, held), annuitiesOf(drawn.fiscal, held)];
      const annuityOf = ({ Annuity }: { readonly Annuity: string }) => Annuity;
      expect(told(held, Economic, annuityOf)).toEqual(economic);
      expect(told(held, Fiscal, annuityOf)).toEqual(fiscal);
      const balances = told(held, Derogatory, ({ Balance }: { readonly Balance: string }) => Balance);
      expect(balances).toEqual(balancesOf145(economic, fiscal, held));
    }),
    { numRuns: sized(100, 3_000, 30_000) },
  );
});
