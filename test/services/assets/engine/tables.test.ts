/** One test per row of the dated tables. */
import { describe, expect, it } from 'vitest';
import {
  isAmortizableAccount,
  isFinancialAccount,
  isFixedAssetAccount,
  isForAutomaticCreation,
} from '../../../../src/services/assets/engine/account-families.ts';
import {
  accountConfiguration,
  amortizationAccount,
  impairmentAccount,
  pickAccount,
  roleAccount,
  transferAccount,
} from '../../../../src/services/assets/engine/accounts.ts';
import type { AssetFacts, Vehicle } from '../../../../src/services/assets/engine/asset-facts.ts';
import { carLimit } from '../../../../src/services/assets/engine/car-limits.ts';
import { isLegalCoefficient, legalCoefficient } from '../../../../src/services/assets/engine/coefficients.ts';
import { ENERGY_TYPES } from '../../../../src/services/assets/engine/energy-types.ts';
import { RETIREMENT_KINDS } from '../../../../src/services/assets/engine/retirement-types.ts';
import { usualYears } from '../../../../src/services/assets/engine/usual-durations.ts';
import { CO2_SCALES } from '../../../../src/services/assets/engine/vehicle-tax-scales.ts';
import { co2Tariff, pollutantTariff, sliced } from '../../../../src/services/assets/engine/vehicle-taxes.ts';
import { simulationFacts } from '../../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { ratio } from '../../../../src/services/kernel/ratio.ts';
import { body, plan } from '../sample.ts';
import { parseSimulation } from '../simulate.ts';

const date = (text: string) => text as PlainDate;

describe('declining coefficients', () => {
  it.each([
    ['2025-01-01', 36, 125],
    ['2025-01-01', 48, 125],
    ['2025-01-01', 59, 125],
    ['2025-01-01', 60, 175],
    ['2025-01-01', 72, 175],
    ['2025-01-01', 73, 225],
    ['2025-01-01', 120, 225],
    ['2001-01-01', 60, 175],
    ['2000-12-31', 36, 150],
    ['2000-12-31', 60, 200],
    ['2000-12-31', 84, 250],
    ['2008-12-03', 60, 175],
    ['2008-12-04', 48, 175],
    ['2009-06-30', 60, 225],
    ['2009-12-31', 84, 275],
    ['2010-01-01', 84, 225],
  ])('acquired %s over %i months: %i hundredths', (acquired, months, hundredths) => {
    expect(legalCoefficient(months, date(acquired))).toEqual(ratio(hundredths, 100));
  });

  it('none under 3 years', () => expect(legalCoefficient(35, date('2025-01-01'))).toBeUndefined());

  it('research equipment may keep 1.5, 2 and 2.5; other figures are outside the law', () => {
    expect(isLegalCoefficient(ratio(2), 60, date('2025-01-01'))).toBe(true);
    expect(isLegalCoefficient(ratio(225, 100), 60, date('2025-01-01'))).toBe(false);
    expect(isLegalCoefficient(ratio(125, 100), 24, date('2025-01-01'))).toBe(false);
  });
});

const vehicle: Vehicle = {
  registered: undefined,
  firstCirculation: undefined,
  co2: undefined,
  fiscalPower: undefined,
  euroStandard: undefined,
  energy: undefined,
  tvsType: 'Unknown',
};

const facts = (acquired: string, more: Partial<Vehicle>): AssetFacts => ({
  ...simulationFacts(parseSimulation(body(40_000, acquired, plan(5)))),
  vehicle: { ...vehicle, ...more },
});

describe('limits of passenger cars', () => {
  it.each([
    ['2005-12-31', 'NEDC', 300, 18_300],
    ['2006-01-01', 'NEDC', 200, 18_300],
    ['2016-12-31', 'NEDC', 201, 9900],
    ['2016-12-31', 'NEDC', 10, 18_300],
    ['2017-01-01', 'NEDC', 19, 30_000],
    ['2017-06-01', 'NEDC', 20, 20_300],
    ['2017-06-01', 'NEDC', 59, 20_300],
    ['2017-06-01', 'NEDC', 60, 18_300],
    ['2017-06-01', 'NEDC', 155, 18_300],
    ['2017-12-31', 'NEDC', 156, 9900],
    ['2018-06-01', 'NEDC', 150, 18_300],
    ['2018-06-01', 'NEDC', 151, 9900],
    ['2019-06-01', 'NEDC', 140, 18_300],
    ['2019-06-01', 'NEDC', 141, 9900],
    ['2020-06-01', 'NEDC', 135, 18_300],
    ['2020-06-01', 'NEDC', 136, 9900],
    ['2021-06-01', 'NEDC', 130, 18_300],
    ['2026-06-01', 'NEDC', 131, 9900],
    ['2026-06-01', 'NEDC', 59, 20_300],
    ['2020-06-01', 'WLTP', 19, 30_000],
    ['2020-06-01', 'WLTP', 20, 20_300],
    ['2020-06-01', 'WLTP', 49, 20_300],
    ['2020-06-01', 'WLTP', 50, 18_300],
    ['2020-06-01', 'WLTP', 165, 18_300],
    ['2020-06-01', 'WLTP', 166, 9900],
    ['2021-01-01', 'WLTP', 160, 18_300],
    ['2026-01-01', 'WLTP', 161, 9900],
    ['2026-01-01', 'WLTP', 0, 30_000],
  ])('acquired %s, %s, %i g: %i', (acquired, regime, co2, limit) => {
    const firstCirculation = date(regime === 'WLTP' ? '2020-03-01' : '2005-01-01');
    expect(carLimit(facts(acquired, { firstCirculation, co2 }))).toBe(BigInt(limit) * 100n);
  });

  it('an old car keeps 18 300 whatever it emits', () => {
    const limitOf = (acquired: string, firstCirculation: string) =>
      carLimit(facts(acquired, { firstCirculation: date(firstCirculation), co2: 280 }));
    expect(limitOf('2010-01-01', '2004-06-01')).toBe(18_300_00n);
    expect([limitOf('2016-12-31', '2004-06-01'), limitOf('2016-12-31', '2004-06-02')]).toEqual([18_300_00n, 9_900_00n]);
    expect(limitOf('2017-01-01', '2004-06-01')).toBe(9_900_00n);
  });

  it('the regime follows first circulation, then registration, then acquisition', () => {
    expect(carLimit(facts('2021-06-01', { co2: 131 }))).toBe(18_300_00n);
    expect(carLimit(facts('2021-06-01', { co2: 131, registered: date('2020-02-29') }))).toBe(9_900_00n);
  });

  it('a car acquired before 2020 is NEDC whatever its later papers say', () => {
    expect(carLimit(facts('2019-06-01', { co2: 141, registered: date('2020-03-01') }))).toBe(9_900_00n);
  });

  it('none for utility vehicles, taxis and rental, nor for unknown emissions', () => {
    for (const tvsType of ['NotConcerned', 'ExemptActivity', 'ShortTermRental'] as const)
      expect(carLimit(facts('2025-01-01', { co2: 150, tvsType }))).toBeUndefined();
    expect(carLimit(facts('2025-01-01', {}))).toBeUndefined();
    expect(carLimit(facts('2025-01-01', { energy: 'EL' }))).toBe(30_000_00n);
  });

  it('the limit of the user wins', () => {
    expect(carLimit({ ...facts('2025-01-01', { co2: 10 }), deductibilityLimit: 12_345n })).toBe(12_345n);
  });
});

describe('taxes on vehicles', () => {
  it.each([
    [2024, 'WLTP', 14, 0],
    [2024, 'WLTP', 100, 41 + 16 + 96 + 20],
    [2025, 'WLTP', 9, 0],
    [2025, 'WLTP', 10, 1],
    [2025, 'WLTP', 100, 193],
    [2025, 'WLTP', 171, 41 + 16 + 96 + 80 + 200 + 1000 + 1200 + 65],
    [2026, 'WLTP', 100, 213],
    [2026, 'WLTP', 4, 0],
    [2025, 'NEDC', 41, 34],
    [2025, 'NEDC', 141, 34 + 14 + 78 + 68 + 160 + 850 + 960 + 65],
    [2025, 'fiscalPower', 3, 5250],
    [2025, 'fiscalPower', 7, 5250 + 7500 + 4250],
    [2025, 'fiscalPower', 16, 5250 + 7500 + 17_000 + 25_000 + 6250],
    [2026, 'fiscalPower', 16, 6000 + 9000 + 18_000 + 26_250 + 6500],
  ])('%i, %s, %i: %i', (year, method, measure, tariff) => {
    const scale = CO2_SCALES.find((row) => row.year === year && row.method === method);
    expect(scale && sliced(scale, measure)).toBe(tariff);
  });

  it('every scale has one rate more than limits', () => {
    for (const { upTo, rates } of CO2_SCALES) expect(rates).toHaveLength(upTo.length + 1);
  });

  it.each([
    [2024, { energy: 'EL' }, 0],
    [2025, { energy: 'H2' }, 0],
    [2025, { energy: 'ES', euroStandard: 6 }, 100],
    [2025, { energy: 'EE', euroStandard: 5 }, 100],
    [2025, { energy: 'ES', euroStandard: 4 }, 500],
    [2025, { energy: 'GO', euroStandard: 6 }, 500],
    [2025, { energy: 'GL' }, 500],
    [2025, { energy: 'ES' }, undefined],
    [2025, {}, undefined],
    [2026, { energy: 'GO' }, undefined],
    [2025, { energy: 'GO', tvsType: 'ExemptActivity' }, 0],
    [2025, { tvsType: 'ExemptElectric' }, 0],
  ] as const)('pollutants in %i of %o: %s', (year, more, tariff) => {
    expect(pollutantTariff({ ...vehicle, ...more }, year)).toBe(tariff);
  });

  it('electric, disabled and rental vehicles pay no CO2 tax', () => {
    const tariff = (more: Partial<Vehicle>) => co2Tariff(facts('2024-01-01', more), { ...vehicle, ...more }, 2025);
    expect(tariff({ energy: 'EL', co2: 0 })).toBe(0);
    expect(tariff({ tvsType: 'ExemptDisability', co2: 120 })).toBe(0);
    expect(tariff({ tvsType: 'ShortTermRental', co2: 120 })).toBe(0);
    expect(tariff({ fiscalPower: 7 })).toBe(17_000);
    expect(tariff({})).toBeUndefined();
  });
});

describe('accounts', () => {
  it.each([
    ['bookValueOfSold', '2154', '675', '657'],
    ['bookValueOfSold', '205', '675', '657'],
    ['bookValueOfSold', '261', '6756', '6671'],
    ['saleProceeds', '2154', '775', '757'],
    ['saleProceeds', '271', '7756', '7671'],
    ['grantShare', '2154', '777', '747'],
    ['grant', '2154', '131', '131'],
    ['grantInIncome', '2154', '139', '139'],
    ['grantReceivable', '2154', '441', '441'],
    ['derogatory', '2154', '145', '145'],
    ['derogatoryAllowance', '2154', '68725', '68725'],
    ['derogatoryReversal', '2154', '78725', '78725'],
    ['allowance', '2154', '68112', '68112'],
    ['allowance', '205', '68111', '68111'],
    ['allowanceReversal', '2154', '78112', '78112'],
    ['allowanceReversal', '205', '78111', '78111'],
    ['exceptionalAllowance', '2154', '6871', '6871'],
    ['impairmentAllowance', '2154', '68162', '68162'],
    ['impairmentAllowance', '207', '68161', '68161'],
    ['impairmentAllowance', '261', '68662', '68662'],
    ['impairmentReversal', '2154', '78162', '78162'],
    ['impairmentReversal', '207', '78161', '78161'],
    ['impairmentReversal', '261', '78662', '78662'],
    ['ownWork', '2154', '722', '722'],
    ['ownWork', '203', '721', '721'],
    ['contribution', '2154', '4561', '4561'],
    ['supplier', '2154', '404', '404'],
    ['receivable', '2154', '462', '462'],
    ['deductibleVat', '2154', '44562', '44562'],
    ['collectedVat', '2154', '44571', '44571'],
  ] as const)('%s of %s: %s, from 2025 %s', (role, account, before, since) => {
    expect(roleAccount(role, account, date('2024-12-31'))).toBe(before);
    expect(roleAccount(role, account, date('2025-01-01'))).toBe(since);
  });

  it.each([
    ['2154', '28154', '29154'],
    ['215400', '281540', '291540'],
    ['218000', '281800', '291800'],
    ['21540001', '281540001', '291540001'],
  ])('of the amortization and impairment of %s, as long as it', (account, amortized, impaired) => {
    expect([amortizationAccount(account), impairmentAccount(account)]).toEqual([amortized, impaired]);
  });

  it('of an asset, for B1', () => {
    expect(accountConfiguration('2182', date('2025-01-01'))).toEqual({
      retirementAccount: '657',
      transferAccount: '2182',
      amortizationAccount: '28182',
      amortizationDegorationAccount: '145',
      amortizationDotationAccount: '68112',
      amortizationDotationExceptionalAccount: '6871',
      amortizationDotationDerogationAccount: '68725',
      amortizationRecoveryDerogationAccount: '78725',
      depreciationProvisionAccount: '29182',
      depreciationDotationAccount: '68162',
      depreciationDotationRecoveryAccount: '78162',
      grantAccount: '131',
      shareAccount: '747',
      investmentAccount: '139',
      receivableAccount: '462',
    });
  });

  it.each([
    ['2313', '213'],
    ['231', '21'],
    ['2325', '205'],
    ['237', '20'],
    ['238', '21'],
    ['2154', '2154'],
  ])('in progress %s goes to %s', (from, to) => expect(transferAccount(from)).toBe(to));

  it('pick the wanted one whatever pads it, else the nearest parent', () => {
    expect(pickAccount('28154', ['281000', '281540', '2815'])).toBe('281540');
    expect(pickAccount('28154', ['281000', '281500'])).toBe('281500');
    expect(pickAccount('68725', ['68', '6872000'])).toBe('6872000');
    expect(pickAccount('657', ['675', '6'])).toBeUndefined();
  });

  it.each([
    ['203', true, true],
    ['206', true, false],
    ['207', true, false],
    ['205000', true, true],
    ['211', true, false],
    ['2114', true, true],
    ['2154', true, true],
    ['2185', true, false],
    ['22', true, false],
    ['229', false, false],
    ['2313', true, false],
    ['237', true, false],
    ['261', true, false],
    ['269', false, false],
    ['274', true, false],
    ['279', false, false],
    ['28154', false, false],
    ['2915', false, false],
    ['606', false, false],
  ])('%s: asset %s, amortizable %s', (account, isAsset, isAmortizable) => {
    expect(isFixedAssetAccount(account)).toBe(isAsset);
    expect(isAmortizableAccount(account)).toBe(isAmortizable);
    expect(isForAutomaticCreation(account)).toBe(isAmortizable);
  });

  it('26 and 27 are financial', () =>
    expect(['261', '274', '2154'].map(isFinancialAccount)).toEqual([true, true, false]));
});

describe('energies and retirements', () => {
  it.each([
    [1, 'ES'],
    [2, 'GO'],
    [3, 'EL'],
    [4, 'H2'],
    [5, 'EH'],
    [6, 'EE'],
    [7, 'GH'],
    [8, 'GL'],
    [9, 'GP'],
    [10, 'GN'],
    [11, 'FE'],
    [12, 'EG'],
    [13, 'EN'],
    [14, 'FL'],
    [15, 'FH'],
    [99, 'AUTRE'],
  ])('energy %i is %s', (id, code) => {
    expect(ENERGY_TYPES.find((type) => type.id === id)?.code).toBe(code);
    expect(ENERGY_TYPES).toHaveLength(16);
  });

  it.each([
    ['Sale', 'price', 'sale'],
    ['Contribution', 'contributionValue', 'sale'],
    ['Exchange', 'valueReceived', 'sale'],
    ['Expropriation', 'indemnity', 'sale'],
    ['Scrapping', 'none', 'disposal'],
    ['Destruction', 'indemnity', 'disposal'],
    ['Theft', 'indemnity', 'disposal'],
    ['PrivateWithdrawal', 'marketValue', 'sale'],
    ['Donation', 'marketValue', 'disposal'],
  ])('%s: %s, %s', (type, price, attributes) => {
    expect(RETIREMENT_KINDS.find((kind) => kind.type === type)).toMatchObject({ price, attributes });
    expect(RETIREMENT_KINDS).toHaveLength(9);
  });

  it.each([
    ['2131', 20, 50],
    ['2135', 10, 20],
    ['2154', 5, 10],
    ['2182', 4, 5],
    ['2183', 3, 10],
    ['205', 1, 5],
    ['203', 1, 5],
  ])('usual years of %s: %i to %i', (account, least, most) =>
    expect(usualYears(account)).toMatchObject({ least, most }),
  );
});
