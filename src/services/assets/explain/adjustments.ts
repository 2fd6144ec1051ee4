/** Why the figures around the plans are what they are: derogatory, grants, deductions, 151 octies, vehicle taxes. */
import { isLeapYear } from '../../kernel/dates.ts';
import { times } from '../../kernel/money.ts';
import { ratio } from '../../kernel/ratio.ts';
import type { AssetBook } from '../engine/asset-book.ts';
import { askedExercises, exerciseOf } from '../engine/asset-book.ts';
import { type DeductionRow, exerciseShare } from '../engine/deductions.ts';
import { balancesOf, type DerogatoryRow } from '../engine/derogatory.ts';
import { grantShare } from '../engine/grants.ts';
import type { Octies151Row } from '../engine/octies-151.ts';
import { extraPlan, type OverAmortizationRow } from '../engine/over-amortization.ts';
import { planParts } from '../engine/plan-book.ts';
import { co2Tariff, daysOfUse, pollutantTariff, type VehicleTaxRow } from '../engine/vehicle-taxes.ts';
import type { AssetStudy } from '../simulation/study.ts';
import { type Explanation, explain, money } from './explanation.ts';
import { annuityExplanation, cumulatedExplanation } from './plans.ts';

export function explainDerogatory({ book }: AssetStudy, row: DerogatoryRow, position: number): Explanation[] {
  const at = `Derogatory[${row.end}]`;
  const index = book.first + position;
  const { balance, excess } = balancesOf(book, index);
  const exit = book.exit === index ? 'the exit takes the balance back' : undefined;
  const inputs = { balanceBefore: balance.before, balanceAfter: balance.after, exit };
  const excessInputs = { excessBefore: excess.before, excessAfter: excess.after, exit };
  const [from, to, left] = [balance.before, balance.after, balance.kept].map(money);
  const [fromExcess, toExcess, leftExcess] = [excess.before, excess.after, excess.kept].map(money);
  const arithmetic = balance.kept === 0n ? '0.00' : `max(${cumulatedDifference(book, index)}, 0)`;
  return [
    explain(`${at}.Balance`, 'derogatory', inputs, [arithmetic, row.balance]),
    explain(`${at}.Allowance`, 'derogatory', inputs, [`max(${to} - ${from}, 0)`, row.allowance]),
    explain(`${at}.Reversal`, 'derogatory', inputs, [`max(${from} - ${to}, 0) + ${to} - ${left}`, row.reversal]),
    explain(`${at}.AddBack`, 'addBack', excessInputs, [`max(${toExcess} - ${fromExcess}, 0)`, row.addBack]),
    explain(`${at}.LaterDeduction`, 'addBack', excessInputs, [
      `max(${fromExcess} - ${toExcess}, 0) + ${toExcess} - ${leftExcess}`,
      row.laterDeduction,
    ]),
  ];
}

const cumulatedDifference = ({ economic, fiscal }: AssetBook, index: number): string =>
  `${money(fiscal.cumulated(index))} - ${money(economic.cumulated(index))}`;

export function explainOverAmortization(book: AssetBook, rows: readonly OverAmortizationRow[]): Explanation[] {
  const extra = extraPlan(book);
  if (!extra) return [];
  const parts = planParts(extra.plan, extra.stop);
  return rows.flatMap((row, position) => {
    const at = `OverAmortization[${row.end}]`;
    const index = book.first + position;
    const base = row.remaining + row.cumulated;
    return [
      annuityExplanation(`${at}.Annuity`, extra, { parts: parts, index: index }, 'overAmortization'),
      cumulatedExplanation(`${at}.Cumulated`, extra, index),
      explain(`${at}.Remaining`, 'overAmortization', { base }, [
        `${money(base)} - ${money(row.cumulated)}`,
        row.remaining,
      ]),
    ];
  });
}

export function explainGrants(book: AssetBook): Explanation[] {
  const { grants } = book.facts;
  if (grants.length === 0) return [];
  return askedExercises(book).flatMap((index) => {
    const at = `Grants[${exerciseOf(book, index).end}]`;
    const shares = grants.map((grant) => ({ grant, ...grantShare(book, grant, index) }));
    const inputs = Object.fromEntries(shares.map(({ grant, pace }) => [grant.name, pace]));
    const shareOf = shares.map(({ taken, before }) => `${money(taken)} - ${money(before)}`).join(' + ');
    const left = shares.map(({ grant, taken }) => `${money(grant.amount)} - ${money(taken)}`).join(' + ');
    const sum = (field: 'share' | 'remaining') => shares.reduce((total, share) => total + share[field], 0n);
    return [
      explain(`${at}.Share`, 'grant', inputs, [shareOf, sum('share')]),
      explain(`${at}.Remaining`, 'grant', inputs, [left, sum('remaining')]),
    ];
  });
}

export function explainDeduction(book: AssetBook, row: DeductionRow, position: number): Explanation[] {
  const at = `NonDeductible[${row.end}]`;
  const { annuity, price, limit, nonDeductible, privateShare } = row;
  const limited = limit !== undefined && price > limit;
  const surplus = limited ? `round(${money(annuity)} × (${money(price)} - ${money(limit)}) / ${money(price)})` : '0.00';
  const deductible = `${money(annuity)} - ${money(nonDeductible)} - ${money(privateShare)}`;
  return [
    ...(limit === undefined ? [] : [explain(`${at}.Limit`, 'carLimit', vehicleInputs(book), [money(limit), limit])]),
    explain(`${at}.Amount`, 'carLimit', { annuity, price, limit }, [surplus, nonDeductible]),
    privateExplanation(`${at}.PrivateShare`, book, row, book.first + position),
    explain(`${at}.Deductible`, 'carLimit', { annuity, nonDeductible, privateShare }, [deductible, row.deductible]),
  ];
}

const vehicleInputs = ({ facts: { vehicle, acquisitionDate, deductibilityLimit } }: AssetBook) => ({
  acquisitionDate,
  co2: vehicle?.co2,
  firstCirculation: vehicle?.firstCirculation,
  limitOfUser: deductibilityLimit,
});

function privateExplanation(figure: string, book: AssetBook, row: DeductionRow, index: number): Explanation {
  const portion = book.facts.privatePortion;
  const rest = row.annuity - row.nonDeductible;
  if (!portion) return explain(figure, 'privatePortion', {}, ['0.00', row.privateShare]);
  const { numerator, denominator } = portion.mode === 'Percent' ? portion.ratio : exerciseShare(book, index);
  const amount = portion.mode === 'Percent' ? rest : portion.amount;
  const arithmetic = `min(round(${money(amount)} × ${numerator} / ${denominator}), ${money(rest)})`;
  return explain(figure, 'privatePortion', { mode: portion.mode, deductibleBefore: rest }, [
    arithmetic,
    row.privateShare,
  ]);
}

export function explainOcties({ facts }: AssetBook, row: Octies151Row): Explanation[] {
  const at = `Octies151[${row.end}]`;
  const { octies151 } = facts;
  if (!octies151) return [];
  const { amount, alreadyReintegrated } = octies151;
  const { rest, left } = row.spread;
  const inputs = { amount, alreadyReintegrated, equalParts: left };
  const before = row.share + row.remaining;
  const part = `round(${money(rest)} / ${left})`;
  const isPart = row.share === times(rest, ratio(1, left), 'halfUp');
  return [
    explain(`${at}.Share`, 'octies151', inputs, [isPart ? part : money(row.share), row.share]),
    explain(`${at}.Remaining`, 'octies151', inputs, [`${money(before)} - ${money(row.share)}`, row.remaining]),
  ];
}

export function explainVehicleTaxes({ facts }: AssetBook, row: VehicleTaxRow): Explanation[] {
  const { vehicle } = facts;
  if (!vehicle) return [];
  const days = daysOfUse(facts, row.year);
  const of = isLeapYear(row.year) ? 366 : 365;
  const taxes = [
    ['Co2', 'co2Tax', co2Tariff(facts, vehicle, row.year), row.co2],
    ['Pollutant', 'pollutantTax', pollutantTariff(vehicle, row.year), row.pollutant],
  ] as const;
  return taxes.flatMap(([field, rule, tariff, tax]) => {
    if (tariff === undefined || tax === undefined) return [];
    const inputs = { tariff, co2: vehicle.co2, energy: vehicle.energy, daysOfUse: days };
    return [explain(`VehicleTaxes[${row.year}].${field}`, rule, inputs, [`round(${tariff} × ${days} / ${of})`, tax])];
  });
}
