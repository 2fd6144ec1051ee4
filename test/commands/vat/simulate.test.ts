import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { pdfPages } from '../../support/pdf.ts';
import { type Answer, answerOf, blocksOf, lines, MAY, posted, simulate, workedExample } from './simulation.ts';

describe('the worked example', async () => {
  const answer = await simulate(workedExample());
  const [may, june] = answer.Periods;

  it('is right to the cent in May', () => {
    expect(may.Boxes).toEqual({
      _3310CA3: {
        CA: 716,
        KH: 251,
        FP: 667,
        GP: 133,
        FB: 300,
        GB: 17,
        GH: 150,
        HB: 70,
        HD: 41,
        HG: 111,
        KA: 39,
        ND: 39,
        KE: 39,
      },
    });
    expect(may.Exact._3310CA3).toEqual({
      CA: '716.67',
      KH: '250.50',
      FP: '667.17',
      GP: '133.43',
      FB: '300.00',
      GB: '16.50',
      HB: '70.10',
    });
    expect(may.Adjustments).toEqual([{ Zone: 'CA', Amount: -1 }]);
    expect(may.Trace._3310CA3.FP).toEqual([
      { EntryId: 1, LineId: 2, AccountNumber: '706000', Amount: '416.67' },
      { EntryId: 4, LineId: 1, AccountNumber: '622600', Amount: '250.50' },
    ]);
    expect(may.Lines[0]).toMatchObject({
      EntryId: 1,
      LineId: 2,
      TaxExcludedToDeclare: '416.67',
      VatAmountToDeclare: '83.33',
      VatAmountDeferred: '156.67',
      PriorPeriodVatAmount: '0.00',
    });
    expect(posted(may)).toEqual([
      'D 445710 99.83',
      'D 445200 50.10',
      'C 445660 70.10',
      'C 445670 41.00',
      'C 445510 39.00',
      'D 658000 0.17',
    ]);
    expect(may.Refund).toEqual({ Minimum: 760, Maximum: 0, Allowed: false });
    expect(may.FilingDeadline).toBe('2026-06-22');
    expect(may.Controls).toEqual([]);
  });

  it('chains June to May', () => {
    expect(june.Boxes._3310CA3).toEqual({ CA: 783, FP: 783, GP: 157, GH: 157, KA: 157, ND: 157, KE: 157 });
    expect(posted(june)).toEqual(['D 445710 156.67', 'C 445510 157.00', 'D 658000 0.33']);
    expect(june.Lines).toMatchObject([{ VatAmountDeclared: '83.33', VatAmountToDeclare: '156.67' }]);
    expect(june.FilingDeadline).toBe('2026-07-21');
    expect(answer.Validation).toEqual({ IsValid: true, MissingCategoryAccounts: [], InvalidCombinations: [] });
    expect(answer.Issues).toEqual([]);
  });

  it('does not depend on the order of what is given', async () => {
    const shuffled = workedExample();
    for (const list of [shuffled.Accounts, shuffled.Entries]) list.reverse();
    for (const entry of shuffled.Entries) entry.Lines.reverse();
    expect(await simulate(shuffled)).toEqual(answer);
  });

  it('sums the trace of every zone to its exact amount', () => {
    for (const { Exact, Trace } of [may, june]) {
      for (const [zone, exact] of Object.entries(Exact._3310CA3)) {
        const cents = Trace._3310CA3[zone].map((one: Answer) => Math.round(Number(one.Amount) * 100));
        expect(cents.reduce((sum: number, one: number) => sum + one, 0)).toBe(Math.round(Number(exact) * 100));
      }
    }
  });
});

describe('what a body may leave out', () => {
  it('computes an empty month as nil', async () => {
    const { Periods, Validation } = await simulate({ Periods: [MAY] });
    expect(Periods[0]).toMatchObject({ Form: '_3310CA3', Boxes: { _3310CA3: { KF: 'X' } }, Exact: {}, Lines: [] });
    expect(Periods[0]).toMatchObject({ FilingDeadline: '2026-06-22', Controls: [] });
    expect(Validation.IsValid).toBe(true);
  });

  it('numbers entries and lines by their place', async () => {
    const Entries = [{ Date: '2026-05-04', Lines: lines('D 512000 1200.00, C 707000 1000.00, C 445710 200.00') }];
    const { Periods } = await simulate({
      Periods: [MAY],
      Entries,
      Accounts: [{ AccountNumber: '707000', VatRate: '_20' }],
    });
    expect(Periods[0].Trace._3310CA3.FP).toEqual([
      { EntryId: 1, LineId: 2, AccountNumber: '707000', Amount: '1000.00' },
    ]);
  });

  it('lists accounts whose category misses, and categories that do not bear their rate', async () => {
    const Accounts = [
      { AccountNumber: '707000', VatCategory: null, VatRate: '_20' },
      { AccountNumber: '708000', VatCategory: null },
      { AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_085' },
      { AccountNumber: '607000', VatCategory: 'DED_AUTRES', VatRate: '_085' },
    ];
    const Entries = [{ Date: '2026-05-04', Lines: lines('D 512000 1200.00, C 707000 1000.00, C 445710 200.00') }];
    const { Validation } = await simulate({ Periods: [MAY], Entries, Accounts });
    expect(Validation).toEqual({
      IsValid: false,
      MissingCategoryAccounts: [{ AccountNumber: '707000' }],
      InvalidCombinations: [{ AccountNumber: '706000', VatRate: '_085', Category: 'VT_PREST' }],
    });
  });
});

describe('other forms', () => {
  const last = {
    Form: '_3517SCA12',
    StartDate: '2025-01-01',
    EndDate: '2025-12-31',
    Boxes: { VA: 8437, RE: 100, RC: 250 },
  };
  const notice = (month: string, more: object = {}) =>
    simulate({
      Form: '_3514',
      Periods: [{ StartDate: `2026-${month}-01`, EndDate: `2026-${month}-31`, ...more }],
      PreviousProcedures: [last],
    });

  it.each([
    ['07', {}, { HA: 4640, HB: 100, HC: 4540 }],
    ['12', {}, { HA: 3375, HB: 100, HC: 3275 }],
    ['07', { HA: 60 }, { HA: 60, HB: 60 }],
    ['07', { IA: 10, IB: 900, ID: 800 }, { IA: 10, IB: 900, IC: 890, ID: 800 }],
    ['07', { HB: 0 }, { HA: 4640, HC: 4640 }],
  ])('3514 of month %s with %j typed', async (month, typed, boxes) => {
    const { Periods } = await notice(month, { UserBoxes: { _3514: typed } });
    expect(Periods[0].Boxes).toEqual({ _3514: boxes });
    expect(Periods[0].ClosingEntry).toBeNull();
  });

  it('says what could be asked for an event, without an amount yet', async () => {
    const { Periods } = await notice('07', {
      UserBoxes: { _3514: { IB: 4000, ID: 800 } },
      Refund: { Reason: 'Event' },
    });
    expect(Periods[0].Refund).toEqual({ Minimum: 0, Maximum: 4000, Allowed: true });
  });

  it('carries the credit of the last CA12', async () => {
    const Periods = [{ StartDate: '2026-01-01', EndDate: '2026-12-31' }];
    const answer = await simulate({ Form: '_3517SCA12', Periods, PreviousProcedures: [last] });
    expect(answer.Periods[0].Boxes._3517SCA12).toEqual({ KA: 250, KD: 250, LB: 250, NC: 250, RA: 250, RC: 250 });
    expect(answer.Periods[0]).toMatchObject({
      Carried: { Credit: 250, RefundAsked: 0, ToPay: 0, InstalmentBase: 0 },
      Refund: { Minimum: 150, Maximum: 250, Allowed: true },
      FilingDeadline: '2027-05-04',
    });
  });

  it.each([
    ['_3515SD', { BE: 500, BB: 400, CA: 300 }, { BC: 100, CB: 400, DA: 400, DB: 500, DD: 100 }],
    ['_3525BIS', { BB: 400, BC: 150 }, { BD: 250 }],
    [
      '_3517AGRSD',
      { DK: 1000, EK: 200, FB: 50, HA: 20, LF: 7 },
      { ES: 200, FF: 50, GA: 150, JA: 130, NA: 130, NB: 7, NC: 137 },
    ],
  ])('%s with %j typed', async (Form, typed, computed) => {
    const Periods = [{ StartDate: '2026-01-01', EndDate: '2026-03-31', UserBoxes: { [Form]: typed } }];
    const answer = await simulate({ Form, Periods });
    expect(answer.Periods[0].Boxes).toEqual({ [Form]: { ...typed, ...computed } });
    expect(answer.Periods[0].Controls).toEqual([]);
  });

  it('sums the sectors of a 3310-TER', async () => {
    const typed = { BM: ['A', 'B'], CM: [100, 50], DM: [100, 20], HM: [30, 0], KM: [10, 45] };
    const { Periods } = await simulate({ Periods: [{ ...MAY, UserBoxes: { _3310TER: { ...typed, AB: 80 } } }] });
    expect(Periods[0].Boxes._3310TER).toEqual({
      ...typed,
      AB: 80,
      DL: 120,
      FM: [100, 20],
      FL: 120,
      HL: 30,
      JM: [30, 0],
      JL: 30,
      KL: 55,
      MM: [10, 45],
      ML: 55,
      PM: [40, 45],
      PL: 85,
      QN: [60, 0],
      QL: 60,
      RN: [0, 25],
      RL: 25,
      QM: 35,
    });
  });
});

describe('mode Check', () => {
  it('gives the controls of the boxes given, and nothing else', async () => {
    const boxes = { CA: 100, FP: 100, GP: 20, HH: 5, HC: 4 };
    const check = (more: object) =>
      simulate({ Mode: 'Check', Periods: [MAY], Boxes: { _3310CA3: { ...boxes, ...more } } });
    const codes = async (more: object) => (await check(more)).Controls.map(({ Code }: Answer) => Code);
    expect(Object.keys(await check({}))).toEqual(['Controls']);
    expect(await codes({})).toEqual(['051', '140']);
    expect(await codes({ GH: 20, HG: 4, KA: 16, ND: 16, KE: 16 })).toEqual(['051', '140']);
    expect(await codes({ GH: 21, HG: 4, KA: 16, ND: 16, KE: 16 })).toEqual(['051', '140', '156', '156']);
    expect((await check({})).Controls[0]).toEqual({
      Code: '051',
      Form: '_3310CA3',
      Zones: ['HH', 'HC'],
      Severity: 'blocking',
      Message: 'Of-which amount exceeds line 21',
    });
  });

  it.each([
    ['2026-12-31', []],
    ['2027-01-01', [{ Code: '178', Form: '_3310CA3', Zones: [], Severity: 'blocking' }]],
  ])('a period of more than twelve months is said, once: until %s', async (EndDate, expected) => {
    const Boxes = { _3310CA3: { CA: 100, FP: 100, GP: 20 }, _3310TER: { AB: 50 } };
    const Periods = [{ StartDate: '2026-01-01', EndDate }];
    const { Controls } = await simulate({ Mode: 'Check', Periods, Boxes });
    const long = Controls.filter(({ Code }: Answer) => Code === '178');
    expect(long).toEqual(expected.map((one) => expect.objectContaining(one)));
  });
});

describe('at a terminal', () => {
  const drawn = async (params: object, language: 'en' | 'fr' = 'en') => {
    const blocks = await blocksOf(workedExample(), params, language);
    return blocks.map((block) =>
      block.kind === 'text' ? block.text : block.rows.map((row) => row.join('|')).join('\n'),
    );
  };

  it('shows the form with its frames, lines, codes and totals', async () => {
    const [head, ...may] = await drawn({});
    expect(head).toBe('3310CA3  VAT return  2026-05-01 - 2026-05-31, due on 2026-06-22');
    expect(may.slice(0, 8)).toEqual([
      'A. Taxed operations',
      'A1|Sales and services|0979|716\nA3|Services bought from a taxable person not established (283-2)|0044|251',
      'B. Gross tax',
      '08|Mainland, normal rate 20 %|0207|667|133\n09|Mainland, reduced rate 5.5 %|0105|300|17\n16|Total gross tax due|||150',
      'B. Deductible tax',
      '20|Deductible tax on other goods and services|0702|70\n22|Credit carried from line 27 of the last return|8001|41\n23|Total deductible tax||111',
      'Result',
      'TD|Tax due|8900|39\n28|Net tax due|8901|39\n32|Total to pay|9992|39',
    ]);
    expect(await drawn({}, 'fr')).toContain('B. TVA déductible');
  });

  it('says that the yearly return of farms is typed', async () => {
    const { Entries, Accounts } = workedExample();
    const blocks = await blocksOf({ Form: '_3517AGRSD', Periods: [MAY], Entries, Accounts }, {}, 'fr');
    expect(blocks.at(-1)).toMatchObject({ text: expect.stringMatching(/^! Rien des écritures .* agricole/) });
  });

  it('explains a line by the entry lines behind it, a total by its boxes', async () => {
    const [base, lines] = await drawn({ explain: '08' }, 'fr');
    expect(base).toContain('3310CA3 08 FP  Métropole, taux normal : base = 667 (667,17)');
    expect(lines).toBe('2026-05-04|VT|1||411000 ALFA|706000|416.67\n2026-05-15|HA|4||401000 EIRE|622600|250.50');
    const [, parts] = await drawn({ explain: 'gh' });
    expect(parts).toBe('08|GP|Mainland, normal rate: tax|133\n09|GB|Mainland, reduced rate: tax|17');
  });

  it('puts receipts beside debits', async () => {
    const [, may] = await drawn({ compare: true });
    expect(may?.split('\n')[0]).toBe('A1|Sales and services|416|1500|-1084');
    expect(may).toContain('A3|Services bought from a taxable person not established (283-2)|251|251|0');
  });
});

describe('as a file', () => {
  const answered = simulate(workedExample()).then(({ Periods }) => Periods as Answer[]);

  it('a PDF holds the figures of each form, marks what is typed and is a draft', async () => {
    const pages = pdfPages(await fileOf(workedExample(), 'pdf'));
    const [may, june] = await answered;
    const text = pages.flat().join('\n');
    for (const { Boxes } of [may, june])
      for (const amount of Object.values(Boxes._3310CA3))
        if (typeof amount === 'number')
          expect(text.replaceAll('\u00a0', '')).toMatch(new RegExp(`\\|${amount}(\\||$)`, 'm'));
    expect(text).toContain('08|Métropole, taux normal 20 %|0207|667|133');
    expect(text).toContain('3310CA3  Taxe sur la valeur ajoutée et taxes assimilées (CA3)  01/05/2026 - 31/05/2026');
    expect(pages.at(-1)?.join('\n')).toContain(`Page ${pages.length} sur ${pages.length}`);
  });

  it('a workbook has a sheet per form and period, whose totals are formulas of it', async () => {
    const book = new exceljs.Workbook();
    await book.xlsx.load((await fileOf(workedExample(), 'xlsx')) as never);
    const [may, june] = await answered;
    expect(book.worksheets.map(({ name }) => name)).toEqual(['3310CA3', '3310CA3 (2)']);
    for (const [index, { Boxes }] of [may, june].entries()) {
      const found = totalsOf(book.worksheets[index] as exceljs.Worksheet);
      for (const [line, zone] of [
        ['16', 'GH'],
        ['23', 'HG'],
      ] as const) {
        const { formula, result } = found.get(line) as exceljs.CellFormulaValue;
        expect([formula, result ?? 0]).toEqual([expect.stringMatching(/^MAX\(0,[D-F]\d+/), Boxes._3310CA3[zone] ?? 0]);
      }
    }
  });
});

async function fileOf(body: unknown, as: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await answerOf(body, { as })).content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The last value of each line that holds one, by line. */
function totalsOf(sheet: exceljs.Worksheet): Map<string, exceljs.CellValue> {
  const found = new Map<string, exceljs.CellValue>();
  sheet.eachRow((row) => {
    row.eachCell((cell) => {
      const { value } = row.getCell(1);
      if (typeof cell.value !== 'string') found.set(String(value), cell.value);
    });
  });
  return found;
}
