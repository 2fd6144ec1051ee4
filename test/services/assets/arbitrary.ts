/** Random assets for property tests, as simulation bodies. */

import { addDays, addMonths, fromDayNumber, type PlainDate } from '../../../src/services/kernel/dates.ts';
import fc from '../../support/property.ts';

const FIRST = 18_000; // 2019-04-14
const amountText = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export const anyDay = (from = FIRST, span = 1500): fc.Arbitrary<PlainDate> =>
  fc.integer({ min: from, max: from + span }).map(fromDayNumber);

export const anyAmount = fc.integer({ min: 100, max: 500_000_000 });

const prorata = fc.constantFrom('Days', 'ActualDays', 'Months', 'None');

/** Contiguous exercises from well before any asset to well after its end, the first one of odd length. */
export const anyExercises = fc
  .record({ month: fc.integer({ min: 0, max: 11 }), first: fc.integer({ min: 1, max: 24 }), midMonth: fc.boolean() })
  .map(({ month, first, midMonth }) => {
    const opening = addDays(addMonths('2017-01-01' as PlainDate, month), midMonth ? 14 : 0);
    const lengths = [first, ...Array.from({ length: 30 }, () => 12)];
    let start = opening;
    return lengths.map((length) => {
      const end = addDays(addMonths(start, length), -1);
      const exercise = { Start: start, End: end };
      start = addDays(end, 1);
      return exercise;
    });
  });

export interface AnyAsset {
  readonly AcquisitionValue: string;
  readonly AcquisitionDate: PlainDate;
  readonly DeploymentDate: PlainDate;
  readonly Amortization: Record<string, unknown>;
  readonly Exercises: readonly { Start: PlainDate; End: PlainDate }[];
}

const linearPlan = fc
  .record({ months: fc.integer({ min: 1, max: 120 }), prorata })
  .map(({ months, prorata: ProrataTemporis }) => ({ Duration: { MonthCount: months }, ProrataTemporis }));

const decliningPlan = fc
  .record({ years: fc.integer({ min: 3, max: 12 }), Coefficient: fc.constantFrom('1.25', '1.75', '2.25', '1') })
  .map(({ years, Coefficient }) => ({ Duration: { YearCount: years }, Mode: 'Declining', Coefficient }));

export const anyPlan = fc.oneof(linearPlan, decliningPlan);

/** An asset with an economic plan and a tax plan of its own. */
export const anyAsset: fc.Arbitrary<AnyAsset> = fc
  .record({
    cents: anyAmount,
    date: anyDay(),
    wait: fc.integer({ min: 0, max: 200 }),
    economic: anyPlan,
    fiscal: anyPlan,
    exercises: anyExercises,
  })
  .map(({ cents, date, wait, economic, fiscal, exercises }) => ({
    AcquisitionValue: amountText(cents),
    AcquisitionDate: date,
    DeploymentDate: addDays(date, wait),
    Amortization: {
      AmortizationCalculationMethod: 'EconomicAndFiscal',
      EconomicAttributes: economic,
      FiscalAttributes: fiscal,
    },
    Exercises: exercises,
  }));

/** Credit notes on distinct dates from the acquisition on, together below the value. */
export const anyCreditNotes = (
  asset: AnyAsset,
): fc.Arbitrary<{ EffectiveDate: PlainDate; AmountExcludingTax: string; VatRate: number }[]> =>
  fc
    .uniqueArray(fc.record({ after: fc.integer({ min: 0, max: 3000 }), part: fc.integer({ min: 1, max: 30 }) }), {
      maxLength: 3,
      selector: ({ after }) => after,
    })
    .map((notes) =>
      notes.map(({ after, part }) => ({
        EffectiveDate: addDays(asset.AcquisitionDate, after),
        AmountExcludingTax: amountText(Math.floor((Number(asset.AcquisitionValue) * part) / 1)),
        VatRate: 20,
      })),
    );

/** Cents of an amount text. */
export const cents = (text: string): bigint => BigInt(text.replace('.', ''));
