import { describe, expect, it } from 'vitest';
import { openBook } from '../../../src/services/assets/engine/asset-book.ts';
import { allocateRetirement } from '../../../src/services/assets/engine/batch-allocation.ts';
import type { PlanBook } from '../../../src/services/assets/engine/plan-book.ts';
import { runPlan } from '../../../src/services/assets/engine/run-plan.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import { addDays, addMonths, dayNumber, type PlainDate } from '../../../src/services/kernel/dates.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { anyAsset, anyCreditNotes, anyDay, anyExercises, anyPlan, cents } from './arbitrary.ts';
import { draftOf } from './folder.ts';
import { type ScheduleLine, type SimulationResult, simulateAsset } from './simulate.ts';

const runs = () => ({ numRuns: sized(12, 80, 200) });
const sum = (lines: readonly ScheduleLine[]): bigint => lines.reduce((total, line) => total + cents(line.Annuity), 0n);
const bothPlans = (result: SimulationResult) => [result.Economic, result.Fiscal];

const withNotes = anyAsset.chain((asset) => anyCreditNotes(asset).map((CreditNotes) => ({ ...asset, CreditNotes })));

const run = ({ plan, stop }: PlanBook, day: number): bigint => BigInt(runPlan(plan, Math.min(day, stop)));

describe('any asset', () => {
  it('has plans that sum to their base, never go below zero, and a balance of 145 that ends at zero', {
    tags: 'sized',
  }, () => {
    fc.assert(
      fc.property(anyAsset, (asset) => {
        const result = simulateAsset(asset);
        for (const lines of bothPlans(result)) {
          expect(sum(lines)).toBe(cents(asset.AcquisitionValue));
          for (const line of lines) {
            expect(cents(line.NetBookValue)).toBeGreaterThanOrEqual(0n);
            expect(cents(line.Annuity)).toBeGreaterThanOrEqual(0n);
          }
        }
        for (const row of result.Derogatory) expect(cents(row.Balance)).toBeGreaterThanOrEqual(0n);
        expect(result.Derogatory.at(-1)?.Balance).toBe('0.00');
      }),
      runs(),
    );
  });

  it('ends with what it costs net of its credit notes, whatever they do', { tags: 'sized' }, () => {
    fc.assert(
      fc.property(withNotes, (asset) => {
        const result = simulateAsset(asset);
        const credited = asset.CreditNotes.reduce((total, note) => total + cents(note.AmountExcludingTax), 0n);
        for (const lines of bothPlans(result)) {
          expect(sum(lines)).toBe(cents(asset.AcquisitionValue) - credited);
          expect(lines.at(-1)?.NetBookValue).toBe('0.00');
        }
        for (const line of result.Economic) expect(cents(line.NetBookValue)).toBeGreaterThanOrEqual(0n);
      }),
      runs(),
    );
  });

  it('takes the whole cost from the books at its exit, and closes account 145', { tags: 'sized' }, () => {
    const sold = fc.tuple(withNotes, fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 10_000_000 }));
    fc.assert(
      fc.property(sold, ([asset, after, price]) => {
        const date = addDays(asset.DeploymentDate, after);
        const SaleAmount = (price / 100).toFixed(2);
        const credited = asset.CreditNotes.filter((note) => note.EffectiveDate <= date);
        const result = simulateAsset({
          ...asset,
          CreditNotes: credited,
          Retirement: { Type: 'Sale', Date: date, SaleAttributes: { SaleAmount } },
        });
        const exit = result.Retirement;
        if (!exit) throw new Error('no retirement');
        const net =
          cents(asset.AcquisitionValue) - credited.reduce((total, note) => total + cents(note.AmountExcludingTax), 0n);
        expect(sum(result.Economic) + cents(exit.EconomicNetBookValue)).toBe(net);
        expect(sum(result.Fiscal) + cents(exit.FiscalNetBookValue)).toBe(net);
        // The tax gain is the economic one plus the balance taken back, less what the books had in advance (C11).
        const ahead = cents(exit.FiscalCumulated) - cents(exit.EconomicCumulated);
        expect(cents(exit.GainOrLossAmount)).toBe(cents(exit.EconomicGainOrLoss) + ahead);
        expect(cents(exit.Balance145Reversed)).toBe(ahead > 0n ? ahead : 0n);
        expect(cents(exit.ShortTermGainOrLossAmount) + cents(exit.LongTermGainOrLossAmount)).toBe(
          cents(exit.GainOrLossAmount),
        );
        const allowances = result.Derogatory.reduce((total, row) => total + cents(row.Allowance), 0n);
        const reversals = result.Derogatory.reduce((total, row) => total + cents(row.Reversal), 0n);
        expect(allowances).toBe(reversals);
        const addBacks = result.Derogatory.reduce((total, row) => total + cents(row.AddBack), 0n);
        expect(result.Derogatory.reduce((total, row) => total + cents(row.LaterDeduction), 0n)).toBe(addBacks);
      }),
      runs(),
    );
  });

  it('has figures that do not depend on which exercises are asked, nor in what order things are given', {
    tags: 'sized',
  }, () => {
    const asked = fc.tuple(withNotes, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(asked, ([asset, from, count]) => {
        const whole = simulateAsset(asset);
        // Asking for later exercises only: twelve-month ones are assumed before, so start after the odd first one.
        const Exercises = asset.Exercises.slice(from, from + count);
        const CreditNotes = [...asset.CreditNotes].reverse();
        const part = simulateAsset({ ...asset, CreditNotes, Exercises: [...Exercises].reverse() });
        const starts = new Set<string>(Exercises.map((exercise) => exercise.Start));
        const same = asset.Exercises[0]?.End && asset.Exercises[0].End < asset.AcquisitionDate;
        if (from === 0 || same) expect(part.Economic).toEqual(whole.Economic.filter((line) => starts.has(line.Start)));
      }),
      runs(),
    );
  });

  it('reads at closings, at its exit and before, what its plan posts by then', { tags: 'sized' }, () => {
    const sold = fc.tuple(withNotes, fc.integer({ min: 0, max: 3000 }), anyDay(18_000, 6000));
    fc.assert(
      fc.property(sold, ([asset, days, other]) => {
        const { facts } = draftOf(asset);
        const exit = addDays(facts.deploymentDate, days);
        const exercises = asset.Exercises.map(({ Start, End }) => ({ start: Start, end: End }));
        const retirement = retirementFrom({ type: 'Scrapping', date: exit });
        for (const book of [
          openBook(facts, exercises, [other]),
          openBook({ ...facts, retirement }, exercises, [other]),
        ])
          for (const posted of [book.economic, book.fiscal])
            for (const day of [...book.calendar.exercises.map(({ end }) => end), exit, other]) {
              expect(posted.at(day)).toBe(run(posted, dayNumber(day)));
              expect(posted.before(day)).toBe(run(posted, dayNumber(day) - 1));
            }
      }),
      runs(),
    );
  });

  it('has windows that add up to its exercises and to each other (C21)', { tags: 'sized' }, () => {
    const cut = fc.tuple(withNotes, fc.uniqueArray(anyDay(18_000, 6000), { minLength: 2, maxLength: 8 }));
    fc.assert(
      fc.property(cut, ([asset, days]) => {
        const sorted = [...days].sort();
        const Windows = sorted.slice(1).map((End, index) => ({ Start: addDays(sorted[index] ?? End, 1), End }));
        const { Windows: windows } = simulateAsset({ ...asset, Windows });
        for (const [index, window] of windows.entries()) {
          expect(cents(window.Past) + cents(window.Current)).toBe(cents(window.Cumulated));
          const next = windows[index + 1];
          if (next && asset.AcquisitionDate <= window.End) expect(next.Past).toBe(window.Cumulated);
        }
        const exercises = simulateAsset({ ...asset, Windows: asset.Exercises });
        for (const [index, window] of exercises.Windows.entries()) {
          expect(window.Current).toBe(exercises.Economic[index]?.Annuity);
          expect(window.Cumulated).toBe(exercises.Economic[index]?.Cumulated);
          expect(window.Vnc).toBe(exercises.Economic[index]?.NetBookValue);
        }
      }),
      runs(),
    );
  });

  it('gets its plan back to the cent when a credit note is updated then deleted', { tags: 'sized' }, () => {
    const noted = anyAsset.chain((asset) => fc.tuple(fc.constant(asset), anyCreditNotes(asset), anyCreditNotes(asset)));
    fc.assert(
      fc.property(noted, ([asset, notes, others]) => {
        const original = simulateAsset(asset);
        simulateAsset({ ...asset, CreditNotes: notes });
        const updated = simulateAsset({ ...asset, CreditNotes: others });
        expect(simulateAsset({ ...asset, CreditNotes: [...others].reverse() })).toEqual(updated);
        expect(simulateAsset({ ...asset, CreditNotes: [] })).toEqual(original);
      }),
      runs(),
    );
  });
});

describe('events that change a cent', () => {
  const smallNote = fc.tuple(anyAsset, fc.integer({ min: 0, max: 3000 }));

  it('leave every figure of a declining plan as it is, and a linear one within the rounding of the cut', {
    tags: 'sized',
  }, () => {
    fc.assert(
      fc.property(smallNote, ([asset, after]) => {
        const plain = simulateAsset(asset);
        const note = { EffectiveDate: addDays(asset.AcquisitionDate, after), AmountExcludingTax: '0.01', VatRate: 20 };
        const noted = simulateAsset({ ...asset, CreditNotes: [note] });
        for (const plan of ['Economic', 'Fiscal'] as const)
          for (const [index, line] of noted[plan].entries()) {
            const difference = cents(line.Cumulated) - cents(plain[plan][index]?.Cumulated ?? '0.00');
            expect(difference >= -31n && difference <= 30n).toBe(true);
          }
      }),
      runs(),
    );
  });
});

describe('takeover, revision, impairment', () => {
  it('ends at the base whatever is taken over', { tags: 'sized' }, () => {
    const taken = fc.tuple(anyAsset, anyPlan, fc.integer({ min: 0, max: 100 }), fc.integer({ min: -100, max: 2500 }));
    fc.assert(
      fc.property(taken, ([asset, plan, percent, after]) => {
        const amount = (cents(asset.AcquisitionValue) * BigInt(percent)) / 100n;
        const Amount = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
        const EndDate = addDays(asset.DeploymentDate, after);
        const result = simulateAsset({
          ...asset,
          Amortization: { EconomicAttributes: { ...plan, PastAmortization: { Amount, EndDate } } },
        });
        expect(sum(result.Economic) + amount).toBe(cents(asset.AcquisitionValue));
        expect(result.Economic.at(-1)?.NetBookValue).toBe('0.00');
      }),
      runs(),
    );
  });

  it('ends at the base whatever the remaining duration becomes', { tags: 'sized' }, () => {
    const revised = fc.tuple(anyAsset, fc.integer({ min: -400, max: 4000 }), fc.integer({ min: 1, max: 120 }));
    fc.assert(
      fc.property(revised, ([asset, after, MonthCount]) => {
        const EffectiveDate = addDays(asset.DeploymentDate, after);
        const result = simulateAsset({ ...asset, Revisions: [{ EffectiveDate, Duration: { MonthCount } }] });
        expect(sum(result.Economic)).toBe(cents(asset.AcquisitionValue));
        expect(result.Economic.at(-1)?.NetBookValue).toBe('0.00');
        expect(result.Fiscal).toEqual(simulateAsset(asset).Fiscal);
      }),
      runs(),
    );
  });

  it('takes an impairment out of the books only', { tags: 'sized' }, () => {
    const impaired = fc.tuple(anyAsset, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 100 }));
    fc.assert(
      fc.property(impaired, ([asset, after, percent]) => {
        const date = addDays(asset.DeploymentDate, after);
        const plain = simulateAsset({ ...asset, Windows: [{ Start: date, End: date }] });
        const net = cents(plain.Windows[0]?.Vnc ?? '0.00');
        const Amount = Number((net * BigInt(percent)) / 100n) / 100;
        const result = simulateAsset({ ...asset, Impairments: [{ Date: date, Amount: Amount.toFixed(2) }] });
        expect(sum(result.Economic) + cents(Amount.toFixed(2))).toBeGreaterThanOrEqual(0n);
        expect(result.Economic.at(-1)?.NetBookValue).toBe('0.00');
        expect(result.Fiscal).toEqual(plain.Fiscal);
      }),
      runs(),
    );
  });
});

describe('allocation', () => {
  it('loses no cent and keeps the order of size', { tags: 'sized' }, () => {
    const batch = fc.record({
      total: fc.bigInt({ min: 0n, max: 10n ** 13n }),
      weights: fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(batch, ({ total, weights }) => {
        fc.pre(weights.some((weight) => weight > 0n));
        const assets = weights.map((weight) => ({
          netAcquisitionValue: weight,
          economicCumulated: weight,
          economicNetBookValue: weight,
        }));
        const totals = { saleAmount: total, vatToPay: total / 3n, vatToReceive: undefined };
        for (const method of ['AssetAmount', 'AmortizationAmount', 'VNC'] as const) {
          const shares = allocateRetirement(method, totals, assets);
          expect(shares.reduce((left, { saleAmount }) => left - saleAmount, total)).toBe(0n);
          expect(shares.reduce((left, { vatToPay }) => left - (vatToPay ?? 0n), total / 3n)).toBe(0n);
          for (const [index, weight] of weights.entries()) {
            const exact = shares[index]?.saleAmount ?? 0n;
            const all = weights.reduce((a, b) => a + b, 0n);
            const floor = (total * weight) / all;
            expect(exact === floor || exact === floor + 1n).toBe(true);
          }
        }
      }),
      runs(),
    );
  });
});

describe('odd calendars', () => {
  it('carries a plan over any closings without losing a day', { tags: 'sized' }, () => {
    fc.assert(
      fc.property(anyAsset, anyExercises, (asset, Exercises) => {
        const result = simulateAsset({ ...asset, Exercises });
        expect(sum(result.Economic)).toBe(cents(asset.AcquisitionValue));
        const last = result.Economic.findIndex((line) => line.NetBookValue === '0.00' && line.Cumulated !== '0.00');
        const end = addMonths(asset.DeploymentDate, 12 * 16) as PlainDate;
        expect(result.Economic[last]?.Start && result.Economic[last].Start <= end).toBe(true);
      }),
      runs(),
    );
  });
});
