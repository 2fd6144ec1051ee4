/** The rules of the engine one by one, on books of one asset: what each computes, and what it refuses. */
import { describe, expect, it } from 'vitest';
import { assetAlerts, describeAlert } from '../../../../src/services/assets/engine/alerts.ts';
import { isAmortizableOn } from '../../../../src/services/assets/engine/amortizable.ts';
import { openBook } from '../../../../src/services/assets/engine/asset-book.ts';
import { actualValue, makePlans, startDate } from '../../../../src/services/assets/engine/asset-plans.ts';
import {
  creditedBy,
  economicBase,
  fiscalBase,
  impairedBy,
  netAcquisitionValue,
  splitOffBy,
} from '../../../../src/services/assets/engine/bases.ts';
import { checkFacts, checkImpairments, checkWindows, viewDate } from '../../../../src/services/assets/engine/checks.ts';
import { checkDecomposition, componentResults } from '../../../../src/services/assets/engine/components.ts';
import { accountingEntries } from '../../../../src/services/assets/engine/entries.ts';
import { retirementEntries } from '../../../../src/services/assets/engine/entries-retirement.ts';
import { entry } from '../../../../src/services/assets/engine/entry.ts';
import { ledgerOf } from '../../../../src/services/assets/engine/entry-accounts.ts';
import { checkGrants, grantRows } from '../../../../src/services/assets/engine/grants.ts';
import { firstBelowMinimum } from '../../../../src/services/assets/engine/minimum-linear.ts';
import { octies151Rows } from '../../../../src/services/assets/engine/octies-151.ts';
import { extraPlan, overAmortizationRows } from '../../../../src/services/assets/engine/over-amortization.ts';
import { PlanBook, planParts } from '../../../../src/services/assets/engine/plan-book.ts';
import { planEvents, splitEvent } from '../../../../src/services/assets/engine/plan-events.ts';
import { productionClock } from '../../../../src/services/assets/engine/production-clock.ts';
import { retirementResult, salePrice } from '../../../../src/services/assets/engine/retirement.ts';
import { isBuilding, vatAdjustment, yearsLeft } from '../../../../src/services/assets/engine/vat-adjustment.ts';
import { simulationFacts } from '../../../../src/services/assets/simulation/facts.ts';
import { resultOf, scheduleLines } from '../../../../src/services/assets/simulation/result.ts';
import { studyAsset } from '../../../../src/services/assets/simulation/study.ts';
import { dayNumber, type PlainDate } from '../../../../src/services/kernel/dates.ts';
import { body, declining, plan, twoPlans, years } from '../sample.ts';
import { parseSimulation } from '../simulate.ts';

const day = (text: string) => text as PlainDate;
const over = { Exercises: years(2024, 2026) };

/** 10,000 over five years from 1 January 2024, seen over three of them. */
const machine = (more: object = {}) =>
  body(10_000, '2024-01-01', plan(5), { ...over, FixedAssetAccount: '2154', ...more });
const factsOf = (input: object) => simulationFacts(parseSimulation(input));
const bookOf = (input: object) => openBook(factsOf(input), parseSimulation(input).exercises, []);
const studyOf = (input: object) => studyAsset(factsOf(input), parseSimulation(input).exercises, []);

const credit = { CreditNotes: [{ EffectiveDate: '2025-01-01', AmountExcludingTax: 1000, VatRate: 20 }] };
const sold = (more: object = {}) => ({
  Retirement: { Type: 'Sale', Date: '2025-12-31', SaleAttributes: { SaleAmount: 7000, ...more } },
});
const parts = (more: object = {}) => ({
  Decomposition: {
    CreatedComponents: [{ Label: 'Moteur', AmortizationDurationInYears: 2, AcquisitionValue: 4000 }],
    ...more,
  },
});

describe('values', () => {
  it('are net of credit notes, components and impairments by a date', () => {
    const facts = factsOf(machine({ ...credit, ...parts({ DecompositionDate: '2026-01-01' }) }));
    expect([creditedBy(facts, day('2024-12-31')), creditedBy(facts, day('2025-01-01'))]).toEqual([0n, 1000_00n]);
    expect([splitOffBy(facts, day('2025-12-31')), splitOffBy(facts, day('2026-01-01'))]).toEqual([0n, 4000_00n]);
    expect(netAcquisitionValue(facts, day('2026-01-01'))).toBe(5000_00n);
    const impaired = factsOf(
      machine({
        Impairments: [
          { Date: '2025-06-30', Amount: 300 },
          { Date: '2026-06-30', Amount: -100 },
        ],
      }),
    );
    expect(['2025-01-01', '2025-12-31', '2026-12-31'].map((date) => impairedBy(impaired, day(date)))).toEqual([
      0n,
      300_00n,
      200_00n,
    ]);
  });

  it('amortized by the books leave the residual value out, unless a base is stated', () => {
    const facts = factsOf(machine({ ResidualValue: 2000 }));
    const terms = facts.economic;
    if (!terms) throw new Error('a plan');
    expect([economicBase(facts, terms), fiscalBase(facts, terms)]).toEqual([8000_00n, 10_000_00n]);
    expect(economicBase(facts, { ...terms, base: 1n })).toBe(1n);
  });

  it.each([
    [{ IsAmortizable: false }, false],
    [{}, true],
    [{ Amortization: undefined, FixedAssetAccount: '211' }, false],
    [{ Amortization: undefined, FixedAssetAccount: '2154' }, true],
  ])('%j: amortizable %s', (more, expected) => {
    expect(isAmortizableOn(factsOf(machine(more)), day('2024-12-31'))).toBe(expected);
  });
});

describe('plans', () => {
  it.each([
    [plan(5, { DateType: 'Acquisition' }), '2024-01-01'],
    [plan(5), '2024-03-01'],
    [declining(5, '1.75'), '2024-01-01'],
    [plan(5, { DateType: 'Custom' }), '2024-02-10'],
  ])('%j starts on %s', (economic, expected) => {
    const attributes = {
      EconomicAttributes: economic,
      EffectiveDate: '2024-02-10',
      AmortizationCalculationMethod: 'EconomicOnly',
    };
    const facts = factsOf(machine({ DeploymentDate: '2024-03-01', Amortization: attributes }));
    expect(facts.economic && startDate(facts, facts.economic)).toBe(expected);
  });

  it('of an asset that is not amortized are of nothing', () => {
    const { facts, calendar } = bookOf(machine({ IsAmortizable: false }));
    expect(makePlans(facts, calendar)).toMatchObject({ derogates: false, economic: { base: 0 } });
  });

  it('give a component its share of what is left the day before', () => {
    const { facts, calendar } = bookOf(machine());
    expect(actualValue(4000_00n, facts, makePlans(facts, calendar).economic, day('2025-01-01'))).toBe(3200_00n);
  });

  it('post by exercise until they stop', () => {
    const { economic, facts } = bookOf(machine());
    const stopped = new PlanBook(economic.plan, day('2025-06-30'));
    expect([0, 1, 2].map((index) => economic.annuity(index))).toEqual([2000_00n, 2000_00n, 2000_00n]);
    expect([0, 1, 2].map((index) => stopped.cumulated(index))).toEqual([2000_00n, 3000_00n, 3000_00n]);
    expect(stopped.at(day('2024-06-30'))).toBe(1000_00n);
    expect(planParts(economic.plan, dayNumber(facts.acquisitionDate) + 400).length).toBeGreaterThan(0);
  });

  it('take their events in one order, and refuse a revision that changes nothing', () => {
    const { facts, calendar } = bookOf(machine({ ...credit, Impairments: [{ Date: '2024-06-30', Amount: 300 }] }));
    const scope = { revised: true, impaired: true };
    expect(
      planEvents(facts, calendar, { ...scope, remainingOf: () => undefined }, []).map(({ day: at, baseChange }) => [
        at,
        baseChange,
      ]),
    ).toEqual([
      [dayNumber(day('2025-01-01')), -1000_00],
      [dayNumber(day('2025-01-01')), -300_00],
    ]);
    expect(splitEvent(factsOf(machine(parts())), 1n, 1n)).toEqual([]);
    const empty = {
      ...facts,
      revisions: [{ date: day('2025-01-01'), type: 'Base' as const, months: 1, base: undefined }],
    };
    expect(() => planEvents(empty, calendar, { ...scope, remainingOf: () => 1 }, [])).toThrow(
      expect.objectContaining({ code: 'RevisionWithoutChange' }),
    );
  });

  it('count time in units of production, in proportion inside a period', () => {
    const { calendar } = bookOf(machine());
    const period = { start: day('2024-01-01'), end: day('2024-12-31'), units: 240 };
    const clock = productionClock(calendar, { total: 1000, periods: [period] });
    const at = ['2023-12-31', '2024-06-30', '2024-12-31', '2025-06-30'].map((date) =>
      clock.endOf(dayNumber(day(date))),
    );
    expect(at).toEqual([0, 120, 240, 240]);
    expect(() => productionClock(calendar, { total: 1, periods: [period, period] })).toThrow(
      expect.objectContaining({ code: 'ProductionUnitsMissing' }),
    );
  });
});

describe('beside the plans', () => {
  it('an extra deduction of 40 % follows the duration of the books', () => {
    const asset = machine({
      Amortization: {
        AmortizationCalculationMethod: 'EconomicOnly',
        EconomicAttributes: plan(5, { OverAmortization: { Percentage: 40 } }),
      },
    });
    expect(overAmortizationRows(bookOf(asset)).map(({ annuity, remaining }) => [annuity, remaining])).toEqual([
      [800_00n, 3200_00n],
      [800_00n, 2400_00n],
      [800_00n, 1600_00n],
    ]);
    expect(overAmortizationRows(bookOf({ ...asset, ...sold() }))[1]?.remaining).toBe(0n);
    expect(extraPlan(bookOf(machine()))).toBeUndefined();
  });

  it.each([
    [{ Amount: 1000 }, [200_00n, 200_00n, 200_00n]],
    [{ Amount: 1000, SpreadingDurationInExercises: 2 }, [500_00n, 500_00n, 0n]],
    [{ Amount: 1000, AlreadyReintegratedPortion: 200 }, [0n, 200_00n, 200_00n]],
  ])('a contributed gain is spread: %j', (octies, shares) => {
    const asset = twoPlans(10_000, '2024-01-01', plan(5), plan(5, { Octies151: octies }), over);
    expect(octies151Rows(bookOf(asset)).map(({ share }) => share)).toEqual(shares);
    expect(octies151Rows(bookOf(machine()))).toEqual([]);
  });

  it('a grant goes to income at the pace of the asset, or in equal parts', () => {
    const shares = (link: object, more: object = {}) =>
      grantRows(bookOf(machine({ Grants: [{ Grant: { Name: 'Région' }, Amount: 1000, ...link }], ...more }))).map(
        ({ share }) => share,
      );
    expect(shares({})).toEqual([200_00n, 200_00n, 200_00n]);
    expect(shares({ StaggeringYears: 4 })).toEqual([0n, 250_00n, 250_00n]);
    expect(shares({}, sold())).toEqual([200_00n, 800_00n, 0n]);
    expect(() =>
      checkGrants([
        { name: 'Région', amount: 2n, available: 1n, date: undefined, past: undefined, staggeringYears: undefined },
      ]),
    ).toThrow(expect.objectContaining({ code: 'GrantAmountNotAvailable' }));
  });

  it('amortization below the linear plan shows its first closing', () => {
    const slow = plan(5, { PastAmortization: { Amount: 100, EndDate: '2024-12-31' } });
    expect(firstBelowMinimum(bookOf(body(10_000, '2024-01-01', slow, over)))).toBe('2024-12-31');
    expect(firstBelowMinimum(bookOf(machine()))).toBeUndefined();
  });
});

describe('components', () => {
  it('without a date live from the origin, with one from there', () => {
    const [undated] = componentResults(bookOf(machine(parts({ ExerciseStart: '2025-01-01' }))), []);
    expect(undated).toMatchObject({ pastAmortization: 2000_00n, difference: 1200_00n, isDated: false });
    const dated = machine(parts({ DecompositionDate: '2025-01-01' }));
    expect(componentResults(bookOf(dated), [])[0]).toMatchObject({
      actualValue: 3200_00n,
      isDated: true,
      from: '2025-01-01',
    });
    expect(componentResults(bookOf(machine()), [])).toEqual([]);
  });

  it.each([
    ['3.58', 43],
    ['0.33', 4],
    ['3.666666', 44],
    [2.5, 30],
  ])('last the whole months nearest to %s years', (AmortizationDurationInYears, months) => {
    const CreatedComponents = [{ AmortizationDurationInYears, AcquisitionValue: 4000 }];
    const { decomposition } = factsOf(machine(parts({ CreatedComponents })));
    expect(decomposition?.components.map((component) => component.months)).toEqual([months]);
  });

  it.each([
    ['ComponentsExceedParent', { CreatedComponents: [{ AmortizationDurationInYears: 2, AcquisitionValue: 10_000 }] }],
    ['ComponentWithoutValue', { CreatedComponents: [{ AmortizationDurationInYears: 2, AcquisitionValue: 0 }] }],
    ['ComponentsDoNotSumToParent', { UpdatedFixedAsset: { AcquisitionValue: 1 } }],
    ['DecompositionBeforeDeployment', { DecompositionDate: '2023-12-31' }],
  ])('are refused: %s', (code, more) => {
    expect(() => checkDecomposition(factsOf(machine(parts(more))))).toThrow(expect.objectContaining({ code }));
  });
});

describe('checks', () => {
  it.each([
    ['ResidualValueExceedsCost', { ResidualValue: 10_001 }],
    ['DeploymentBeforeAcquisition', { DeploymentDate: '2023-12-31' }],
    ['RetirementBeforeDeployment', { Retirement: { Date: '2023-06-30' } }],
    ['CreditNoteAfterRetirement', { ...credit, Retirement: { Date: '2024-06-30' } }],
    ['ImpairmentBeforeAcquisition', { Impairments: [{ Date: '2023-12-31', Amount: 1 }] }],
  ])('refuse %s', (code, more) => {
    expect(() => checkFacts(factsOf(machine()))).not.toThrow();
    expect(() => checkFacts(factsOf(machine(more)))).toThrow(expect.objectContaining({ code }));
  });

  it('refuse an impairment above what is left, a recovery above what was booked, a window that ends before it starts', () => {
    const impaired = (Amount: number) => () =>
      checkImpairments(bookOf(machine({ Impairments: [{ Date: '2024-12-31', Amount }] })));
    expect(impaired(8000)).not.toThrow();
    expect(impaired(8000.01)).toThrow(expect.objectContaining({ code: 'ImpairmentExceedsNetValue' }));
    expect(impaired(-1)).toThrow(expect.objectContaining({ code: 'ImpairmentRecoveryExceedsImpairment' }));
    const recovered = (Amount: number) => () =>
      checkImpairments(
        bookOf(
          machine({
            Impairments: [
              { Date: '2024-12-31', Amount: 1200 },
              { Date: '2025-12-31', Amount },
            ],
          }),
        ),
      );
    // 10,000 over 5 years: 6,800 at the end of 2024, 5,100 of 6,000 a year later.
    expect(recovered(-900)).not.toThrow();
    expect(recovered(-900.01)).toThrow(expect.objectContaining({ code: 'ImpairmentRecoveryExceedsNetValue' }));
    const goodwill = (account: number) => () =>
      checkImpairments(
        bookOf(
          machine({
            FixedAssetAccount: { AccountNumber: account },
            IsAmortizable: false,
            Impairments: [
              { Date: '2024-12-31', Amount: 1200 },
              { Date: '2025-12-31', Amount: -0.01 },
            ],
          }),
        ),
      );
    expect(goodwill(206000)).not.toThrow();
    expect(goodwill(207000)).toThrow(expect.objectContaining({ code: 'GoodwillImpairmentIsFinal' }));
    expect(() => checkWindows([{ start: day('2025-01-02'), end: day('2025-01-01') }])).toThrow();
    expect(viewDate(bookOf(machine()))).toBe('2026-12-31');
  });

  it('refuse to take back what was booked while the asset was goodwill, whatever account it went to since', () => {
    const moved = (from: string, to: string, impairments: readonly [string, number][]) => () =>
      checkImpairments(
        bookOf(
          machine({
            FixedAssetAccount: { AccountNumber: from },
            IsAmortizable: false,
            Transfers: [{ TransferDate: '2025-01-01', Account: to }],
            Impairments: impairments.map(([on, Amount]) => ({ Date: on, Amount })),
          }),
        ),
      );
    const final = expect.objectContaining({ code: 'GoodwillImpairmentIsFinal' });
    const ofBefore: [string, number] = ['2024-12-31', 1200];
    expect(moved('207000', '206000', [ofBefore, ['2025-12-31', -0.01]])).toThrow(final);
    expect(moved('206000', '207000', [ofBefore, ['2025-12-31', -0.01]])).toThrow(final);
    expect(moved('206000', '205000', [ofBefore, ['2025-12-31', -1200]])).not.toThrow();
    // What the other account lost since may come back, and no more.
    const both = (back: number): [string, number][] => [ofBefore, ['2025-06-30', 300], ['2025-12-31', back]];
    expect(moved('207000', '206000', both(-300))).not.toThrow();
    expect(moved('207000', '206000', both(-300.01))).toThrow(final);
    expect(moved('207000', '206000', both(-1500.01))).toThrow(
      expect.objectContaining({ code: 'ImpairmentRecoveryExceedsImpairment' }),
    );
  });
});

describe('an exit', () => {
  it('gives its net values and its gain, and entries that balance', () => {
    const book = bookOf(machine(sold()));
    const result = retirementResult(book);
    expect(result).toMatchObject({
      saleAmount: 7000_00n,
      netValue: 10_000_00n,
      economicCumulated: 4000_00n,
      economicNetBookValue: 6000_00n,
      total: 1000_00n,
      shortTerm: 1000_00n,
      longTerm: 0n,
    });
    expect(retirementResult(bookOf(machine()))).toBeUndefined();
    if (!result) throw new Error('an exit');
    const entries = retirementEntries(result, book, ledgerOf(book, 1));
    expect(entries.map(({ operation }) => operation)).toEqual(['Sale', 'Retirement']);
    expect(retirementEntries(result, book, ledgerOf(book, 0))).toEqual([]);
    expect(salePrice({ ...result.retirement, type: 'Scrapping' })).toBe(0n);
  });

  it.each([
    ['TaxedPrice', { toPay: 0n, toReceive: 300_00n }],
    ['Exempt', { toPay: 1200_00n, toReceive: 0n }],
    ['Unknown', { toPay: 0n, toReceive: 0n }],
  ] as const)('%s regularises VAT over five years', (Type, expected) => {
    const facts = factsOf(machine({ DeductibleVat: 2000, NonDeductibleVat: 500, ...sold({ Type }) }));
    if (!facts.retirement) throw new Error('an exit');
    expect(yearsLeft(facts, facts.retirement)).toEqual({ numerator: 3n, denominator: 5n });
    expect(vatAdjustment(facts, facts.retirement)).toEqual(expected);
  });

  it.each([
    [{ nature: 'Immeuble', account: '2154' }, true],
    [{ nature: 'Aucun', account: '2131' }, true],
    [{ nature: 'Aucun', account: '2154' }, false],
  ] as const)('%j is a building: %s', (facts, expected) => expect(isBuilding(facts)).toBe(expected));
});

describe('entries', () => {
  it('balance, change side below zero, and are none of zero', () => {
    const date = day('2024-12-31');
    expect(entry(date, 'Amortization', [['681', 5n]], [['281', 5n]])[0]?.lines).toEqual([
      { account: '681', label: 'Dotation aux amortissements', debit: 5n, credit: 0n },
      { account: '281', label: 'Dotation aux amortissements', debit: 0n, credit: 5n },
    ]);
    expect(entry(date, 'Amortization', [['681', -5n]], [['281', -5n]])[0]?.lines[0]).toMatchObject({
      debit: 0n,
      credit: 5n,
    });
    expect(entry(date, 'Amortization', [['681', 0n]], [['281', 0n]])).toEqual([]);
    expect(() => entry(date, 'Amortization', [['681', 1n]], [])).toThrow(RangeError);
  });

  it('stand on the accounts of their exercise and its closing', () => {
    const book = bookOf(machine(sold()));
    const ledger = ledgerOf(book, 1);
    expect([ledger.closing, ledgerOf(book, 0).closing, ledger.account(day('2025-01-01'))]).toEqual([
      '2025-12-31',
      '2024-12-31',
      '2154',
    ]);
    expect(['2024-12-31', '2025-06-30', '2026-01-01'].map((date) => ledger.holds(day(date)))).toEqual([
      false,
      true,
      false,
    ]);
    expect([ledgerOf(book, 0), ledger].map(({ role }) => role('bookValueOfSold', day('2025-01-01')))).toEqual([
      '675',
      '657',
    ]);
    const written = accountingEntries({ ...studyOf(machine()), book: bookOf(machine()) });
    expect(written.map(({ entries }) => entries.map(({ operation }) => operation))).toEqual([
      ['Acquisition', 'Amortization'],
      ['Amortization'],
      ['Amortization'],
    ]);
  });
});

describe('a study', () => {
  it('has lines of both plans, and alerts in two languages', () => {
    const study = studyOf(machine());
    expect(
      scheduleLines(study.book, 'economic').map(({ annuity, cumulated, netBookValue }) => [
        annuity,
        cumulated,
        netBookValue,
      ]),
    ).toEqual([
      [2000_00n, 2000_00n, 8000_00n],
      [2000_00n, 4000_00n, 6000_00n],
      [2000_00n, 6000_00n, 4000_00n],
    ]);
    expect(resultOf(study, 'en').economic).toEqual(resultOf(study, 'fr').fiscal);
    const missing = bookOf(machine({ Amortization: undefined }));
    const [alert] = assetAlerts(missing, [], day('2024-12-31'));
    if (!alert) throw new Error('an alert');
    expect(describeAlert(alert, 'fr').message).not.toBe(describeAlert(alert, 'en').message);
    expect(assetAlerts(study.book, [], day('2024-12-31')).filter(({ isCritical }) => isCritical)).toEqual([]);
  });
});
