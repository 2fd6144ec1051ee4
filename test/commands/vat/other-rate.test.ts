/** Lines that bear another rate than the one at which a return declared them. */
import { describe, expect, it } from 'vitest';
import { type Answer, lines, MAY, posted, simulate } from './simulation.ts';

const JUNE = { StartDate: '2026-06-01', EndDate: '2026-06-30' };
const APRIL = { StartDate: '2026-04-01', EndDate: '2026-04-30' };

/** A sale of April on account 707000, declared in April as `_20 100.00 20.00`, several with commas. */
const body = (account: object, entry: string, declared: string, more: object = {}): Answer => ({
  Periods: [MAY, JUNE],
  Accounts: [{ AccountNumber: '707000', Exigibility: 'OnDebits', ...account }],
  Entries: [{ EntryId: 1, Date: '2026-04-10', Lines: lines(entry) }],
  PreviousProcedures: [{ ...APRIL, Boxes: {}, DeclaredLines: declared.split(', ').map(declaredLine) }],
  ...more,
});

function declaredLine(text: string): Answer {
  const [VatRate, TaxExcludedAmount, VatAmount] = text.split(' ');
  return { EntryId: 1, LineId: 2, VatRate, TaxExcludedAmount, VatAmount };
}

async function boxesOf(given: Answer): Promise<Answer[]> {
  const { Periods } = await simulate(given);
  expect(Periods.flatMap(({ Controls }: Answer) => Controls)).toEqual([]);
  return Periods.map(({ Boxes }: Answer) => Boxes._3310CA3);
}

const TAXED = 'D 411000 120.00, C 707000 100.00, C 445710 20.00';
const UNTAXED = 'D 411000 100.00, C 707000 100.00';

describe('what was declared at a rate that the line bears no more', () => {
  it.each<[string, Answer, object]>([
    [
      'a lower rate',
      body(
        { VatCategory: 'VT_PREST', VatRate: '_10' },
        'D 411000 110.00, C 707000 100.00, C 445710 10.00',
        '_20 100.00 20.00',
      ),
      { CA: 100, CE: 100, FR: 100, GR: 10, GH: 10, HC: 20, HH: 20, HG: 20, JA: 10, JC: 10 },
    ],
    [
      'one rate in place of two',
      body({ VatCategory: 'VT_PREST', VatRate: '_20' }, TAXED, '_20 60.00 12.00, _10 40.00 4.00'),
      { CA: 40, CE: 40, FP: 40, GP: 8, GH: 8, HC: 4, HH: 4, HG: 4, KA: 4, ND: 4, KE: 4 },
    ],
    [
      'a sale that became an export',
      body({ VatCategory: 'EXPORT_HORS_UE' }, UNTAXED, '_20 100.00 20.00'),
      { CE: 100, DA: 100, HC: 20, HH: 20, HG: 20, JA: 20, JC: 20 },
    ],
    [
      'an export that became a sale',
      body({ VatCategory: 'VT_PREST', VatRate: '_20' }, TAXED, '_0 100.00 0.00'),
      { CA: 100, DE: 100, FP: 100, GP: 20, GH: 20, KA: 20, ND: 20, KE: 20 },
    ],
    [
      'an export overseas that was a sale',
      body({ VatCategory: 'EXPORT_HORS_UE' }, UNTAXED, '_085 100.00 8.50', { Folder: { Territory: 'Overseas' } }),
      { CE: 100, DA: 100, HC: 9, HH: 9, HG: 9, JA: 9, JC: 9 },
    ],
  ])('is taken back at that rate, once: %s', async (_, given, may) => {
    const [first, second] = await boxesOf(given);
    const credit = first.JC;
    expect(first).toEqual(may);
    expect(second).toEqual(credit ? { HD: credit, HG: credit, JA: credit, JC: credit } : { KF: 'X' });
  });

  it('leaves no tax to the rounding of the closing entry', async () => {
    const { Periods } = await simulate(body({ VatCategory: 'EXPORT_HORS_UE' }, UNTAXED, '_20 100.00 20.00'));
    expect(posted(Periods[0])).toEqual(['C 445870 20.00', 'D 445670 20.00']);
    const { TaxExcludedToDeclare, VatAmountToDeclare, VatAmountDeclared, PriorPeriodVatAmount } = Periods[0].Lines[1];
    expect([TaxExcludedToDeclare, VatAmountToDeclare, VatAmountDeclared, PriorPeriodVatAmount]).toEqual([
      '-100.00',
      '-20.00',
      '20.00',
      '-20.00',
    ]);
  });

  it('is nothing when only the rate of the account was set anew', async () => {
    const given = body({ VatCategory: 'VT_PREST', VatRate: '_10' }, TAXED, '_20 100.00 20.00');
    expect(await boxesOf(given)).toEqual([{ KF: 'X' }, { KF: 'X' }]);
  });

  it('counts for the rest of a line of which a part was paid', async () => {
    const given = body(
      { VatCategory: 'VT_PREST', VatRate: '_10', Exigibility: 'OnReceipts' },
      'D 411000 120.00 Letter=A, C 707000 100.00, C 445710 20.00',
      '_20 33.33 6.67',
    );
    const paid = { EntryId: 2, Date: '2026-05-10', Lines: lines('D 512000 120.00, C 411000 120.00 Letter=A') };
    const { Periods } = await simulate({ ...given, Entries: [...given.Entries, paid] });
    expect(Periods[0].Exact._3310CA3).toEqual({ CA: '66.67', FR: '66.67', GR: '13.33' });
  });
});
