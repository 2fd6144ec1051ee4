import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../../../../src/services/kernel/dates.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { anyAsset, anyCreditNotes, cents } from '../arbitrary.ts';
import { body, declining, plan, twoPlans, years } from '../sample.ts';
import { type ExerciseEntryLines, simulateAsset } from '../simulate.ts';

/** Balance of each account over every entry, debit positive. Each entry must balance. */
function ledger(exercises: readonly ExerciseEntryLines[], into = new Map<string, bigint>()): Map<string, bigint> {
  for (const { Start, End, Entries } of exercises)
    for (const { Date: date, Lines, Operation } of Entries) {
      expect(`${Operation} ${date >= Start && date <= End}`).toBe(`${Operation} true`);
      const total = Lines.reduce((sum, line) => sum + cents(line.Debit) - cents(line.Credit), 0n);
      expect(`${Operation} ${total}`).toBe(`${Operation} 0`);
      for (const { Account, Debit, Credit } of Lines)
        into.set(Account, (into.get(Account) ?? 0n) + cents(Debit) - cents(Credit));
    }
  return into;
}

/** `date operation: account debit/-credit ...` of one exercise. */
const written = (exercise: ExerciseEntryLines | undefined): string[] =>
  (exercise?.Entries ?? []).map(
    ({ Date: date, Operation, Lines }) =>
      `${date} ${Operation}: ${Lines.map((line) => `${line.Account} ${cents(line.Debit) > 0n ? line.Debit : `-${line.Credit}`}`).join(', ')}`,
  );

describe('entries', () => {
  it('of an asset with everything, sold in 2025', () => {
    const input = {
      ...twoPlans(40_000, '2023-01-01', plan(5), declining(5, '1.75')),
      FixedAssetAccount: '2154',
      DeductibleVat: 8000,
      Exercises: years(2023, 2026),
      CreditNotes: [{ EffectiveDate: '2024-01-01', AmountExcludingTax: 1000, VatRate: 20 }],
      Impairments: [{ Date: '2024-12-31', Amount: 3000 }],
      Transfers: [{ TransferDate: '2024-07-01', Account: '2155' }],
      Grants: [{ Amount: 5000, Grant: { GrantDate: '2023-02-01' } }],
      Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: 22_000, Type: 'TaxedPrice' } },
    };
    const { Entries } = simulateAsset(input);
    expect(Entries.map(written)).toEqual([
      [
        '2023-01-01 Acquisition: 2154 40000.00, 44562 8000.00, 404 -48000.00',
        '2023-02-01 GrantAwarded: 441 5000.00, 131 -5000.00',
        '2023-12-31 Amortization: 68112 8000.00, 28154 -8000.00',
        '2023-12-31 DerogatoryAllowance: 68725 6000.00, 145 -6000.00',
        '2023-12-31 GrantShare: 139 1750.00, 777 -1750.00',
      ],
      [
        '2024-01-01 CreditNote: 404 1200.00, 2154 -1000.00, 44562 -200.00',
        '2024-07-01 Transfer: 2155 39000.00, 28154 8000.00, 2154 -39000.00, 28155 -8000.00',
        '2024-12-31 Impairment: 68162 3000.00, 29155 -3000.00',
        '2024-12-31 Amortization: 68112 7750.00, 28155 -7750.00',
        '2024-12-31 DerogatoryAllowance: 68725 1000.00, 145 -1000.00',
        '2024-12-31 GrantShare: 139 1166.67, 777 -1166.67',
      ],
      [
        '2025-05-20 Amortization: 68112 2625.00, 28155 -2625.00',
        '2025-05-20 DerogatoryReversal: 145 7000.00, 78725 -7000.00',
        '2025-05-20 GrantShare: 139 2083.33, 747 -2083.33',
        '2025-05-20 GrantUsedUp: 131 5000.00, 139 -5000.00',
        '2025-05-20 Sale: 462 26400.00, 757 -22000.00, 44571 -4400.00',
        '2025-05-20 ImpairmentRecovery: 29155 3000.00, 78162 -3000.00',
        '2025-05-20 Retirement: 28155 18375.00, 657 20625.00, 2155 -39000.00',
      ],
      [],
    ]);
    const balances = ledger(Entries);
    for (const account of ['2154', '2155', '28154', '28155', '29155', '145', '131', '139'])
      expect(`${account} ${balances.get(account)}`).toBe(`${account} 0`);
  });

  it('of a transfer take all that is posted, whatever components leave later or left earlier', () => {
    const transferred = (TransferDate: string) => {
      const input = body(12_000, '2022-01-01', plan(10), {
        FixedAssetAccount: '2154',
        Exercises: years(2022, 2032),
        Transfers: [{ TransferDate, Account: '2155' }],
        Decomposition: {
          DecompositionDate: '2025-07-01',
          CreatedComponents: [{ Label: 'Engine', AcquisitionValue: 6000, AmortizationDurationInYears: 5 }],
        },
      });
      return written(simulateAsset(input).Entries[3]).find((line) => line.includes('Transfer'));
    };
    expect(transferred('2025-03-01')).toBe(
      '2025-03-01 Transfer: 2155 12000.00, 28154 3600.00, 2154 -12000.00, 28155 -3600.00',
    );
    expect(transferred('2025-09-01')).toBe(
      '2025-09-01 Transfer: 2155 6000.00, 28154 1500.00, 2154 -6000.00, 28155 -1500.00',
    );
  });

  it('of the same sale in an exercise opened before 2025 keep the former accounts', () => {
    const input = body(10_000, '2023-01-01', plan(5), {
      FixedAssetAccount: '2154',
      Exercises: [
        { Start: '2023-01-01', End: '2024-06-30' },
        { Start: '2024-07-01', End: '2025-06-30' },
      ],
      Retirement: { Type: 'Sale', Date: '2025-03-31', SaleAttributes: { SaleAmount: 6000 } },
    });
    expect(written(simulateAsset(input).Entries[1]).slice(1)).toEqual([
      '2025-03-31 Sale: 462 6000.00, 775 -6000.00',
      '2025-03-31 Retirement: 28154 4500.00, 675 5500.00, 2154 -10000.00',
    ]);
  });

  it('of a scrapping amortize the net value first when asked', () => {
    const input = body(10_000, '2024-01-01', plan(5), {
      FixedAssetAccount: { Account: '2183' },
      Exercises: years(2025, 2025),
      Retirement: {
        Type: 'Scrapping',
        Date: '2025-12-31',
        DisposalAttributes: { DepreciationAccountingMethod: 'ExceptionalAmortization' },
      },
    });
    expect(written(simulateAsset(input).Entries[0]).slice(1)).toEqual([
      '2025-12-31 Amortization: 6871 6000.00, 28183 -6000.00',
      '2025-12-31 Retirement: 28183 10000.00, 2183 -10000.00',
    ]);
  });

  it('of a taxed sale collect VAT to the nearest cent', () => {
    const SaleAttributes = { SaleAmount: '100.03', Type: 'TaxedPrice' }; // 20.006
    const sold = body(10_000, '2025-01-01', plan(5), { FixedAssetAccount: '2154', Exercises: years(2025, 2025) });
    const { Entries } = simulateAsset({ ...sold, Retirement: { Type: 'Sale', Date: '2025-12-31', SaleAttributes } });
    expect(written(Entries[0])).toContain('2025-12-31 Sale: 462 120.04, 757 -100.03, 44571 -20.01');
  });

  it('of VAT at the exit, of self delivery and of contribution', () => {
    const sold = (Type: string, AcquisitionMethod: string) =>
      simulateAsset({
        ...body(10_000, '2025-01-01', plan(5), {
          DeductibleVat: 1000,
          NonDeductibleVat: 500,
          Exercises: years(2025, 2025),
        }),
        AcquisitionMethod,
        FixedAssetAccount: '2154',
        Retirement: { Type: 'Sale', Date: '2025-12-31', SaleAttributes: { SaleAmount: 1, Type } },
      }).Entries[0];
    const exempt = written(sold('Exempt', 'SelfDelivery'));
    expect([exempt[0], exempt.at(-1)]).toEqual([
      '2025-01-01 Acquisition: 2154 10000.00, 722 -10000.00',
      '2025-12-31 VatToPay: 657 800.00, 44571 -800.00',
    ]);
    const taxed = written(sold('TaxedPrice', 'Contribution'));
    expect([taxed[0], taxed.at(-1)]).toEqual([
      '2025-01-01 Acquisition: 2154 10000.00, 44562 1000.00, 4561 -11000.00',
      '2025-12-31 VatToReceive: 44562 400.00, 657 -400.00',
    ]);
  });

  it('of a decomposition move cost and amortization, and components carry their own', () => {
    const input = body(80_000, '2022-01-01', plan(10), {
      FixedAssetAccount: '2131',
      Exercises: years(2022, 2032),
      Decomposition: {
        DecompositionDate: '2025-01-01',
        CreatedComponents: [
          { Label: 'lift', AmortizationDurationInYears: 4, AcquisitionValue: 20_000, Account: '2135' },
        ],
      },
    });
    const { Entries, Components } = simulateAsset(input);
    expect(written(Entries[3])).toEqual([
      '2025-01-01 Decomposition: 2135 20000.00, 28131 6000.00, 2131 -20000.00, 28135 -6000.00',
      '2025-12-31 Amortization: 68112 6000.00, 28131 -6000.00',
    ]);
    const balances = ledger(Components[0]?.Entries ?? [], ledger(Entries));
    const left = ['2131', '28131', '2135', '28135'].map((account) => balances.get(account));
    expect(left).toEqual([60_000_00n, -60_000_00n, 20_000_00n, -20_000_00n]);
  });

  it('balance and leave nothing of any asset behind its exit', { tags: 'sized' }, () => {
    const any = anyAsset.chain((asset) =>
      fc.tuple(fc.constant(asset), anyCreditNotes(asset), fc.integer({ min: 1, max: 4000 }), fc.boolean()),
    );
    fc.assert(
      fc.property(any, ([asset, CreditNotes, after, isTransferred]) => {
        const day = { Start: asset.DeploymentDate, End: asset.DeploymentDate };
        const net = simulateAsset({ ...asset, CreditNotes, Windows: [day] }).Windows[0]?.Vnc ?? '0.00';
        const exit = addDays(asset.DeploymentDate, after);
        const TransferDate = addMonths(asset.AcquisitionDate, 5);
        const result = simulateAsset({
          ...asset,
          CreditNotes: CreditNotes.filter((note) => note.EffectiveDate <= exit),
          FixedAssetAccount: '2154',
          DeductibleVat: 10,
          Transfers: isTransferred && TransferDate <= exit ? [{ TransferDate, Account: '2183' }] : [],
          Grants: [{ Amount: 100, Grant: { GrantDate: asset.AcquisitionDate } }],
          Impairments: [{ Date: asset.DeploymentDate, Amount: cents(net) > 0n ? 0.01 : 0 }],
          Retirement: { Type: 'Sale', Date: exit, SaleAttributes: { SaleAmount: 5 } },
        });
        const balances = ledger(result.Entries);
        for (const account of ['2154', '2183', '28154', '28183', '29154', '29183', '145', '131', '139'])
          expect(`${account} ${balances.get(account) ?? 0n}`).toBe(`${account} 0`);
      }),
      { numRuns: sized(10, 150) },
    );
  });
});
