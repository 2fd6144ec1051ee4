/** Cases of the computation of VAT without a database. */
import { readFileSync } from 'node:fs';
import type { Area, BadCase, GoodCase } from '../requests.ts';

const worked = JSON.parse(readFileSync('fixtures/vat/worked-example.json', 'utf8'));
const MAY = { StartDate: '2026-05-01', EndDate: '2026-05-31' };

const lines = (text: string) =>
  text.split(', ').map((one, index) => {
    const [side, AccountNumber, amount] = one.split(' ');
    return { LineId: index + 1, AccountNumber, [side === 'D' ? 'Debit' : 'Credit']: amount };
  });
const sale = (EntryId: number, text: string, day = '2026-05-04') => ({ EntryId, Date: day, Lines: lines(text) });

const EDI = {
  Test: false,
  Reference: 'INFENT000042',
  Writer: { Siret: '77788899100018', Name: 'Cabinet Test', Street: '4 rue des Lilas', PostCode: '69002', Town: 'Lyon' },
  Declarant: { Name: 'Martin', Street: '2 quai de Test', PostCode: '20000', Town: 'Ajaccio', Rof: 'TVA2' },
};

/** What the worked example does not give: everything else that a body may say. */
const full = {
  Folder: {
    Siren: '552081317',
    Department: '75',
    TaxpayerKind: 'SoleTrader',
    FamilyName: 'Martin',
    VatSystem: 'MiniReal',
    Territory: 'Corsica',
    AdvancePaymentMode: 'TaxExcluded',
    DeductionCoefficient: '0.85',
    VatDeadlineDay: 17,
  },
  Form: '_3310CA3',
  Mode: 'Compute',
  AutoFillRates: true,
  Edi: EDI,
  Periods: [
    {
      ...MAY,
      PreparedOn: '2026-06-10',
      UserBoxes: { _3310CA3: { KS: 5, CB: 7 }, _3310A: { ND: 1000, QC: ['Vals'], QD: [3], QB: [2] } },
      Payments: [{ Iban: 'FR7630001007941234567890185', Bic: 'BDFEFRPP', Amount: '2207.00', Reference: 'MAY' }],
    },
    {
      StartDate: '2026-06-01',
      EndDate: '2026-06-30',
      Refund: {
        Amount: 800,
        Reason: 'Event',
        Establishment: 'NonEu',
        Mode: 'Credit',
        CreationDate: '2020-01-01',
        EventDate: '2026-06-30',
        Comment: 'Closing',
        Iban: 'FR7630001007941234567890185',
        Bic: 'BDFEFRPP',
        Holder: 'Martin',
        Applicant: { Name: 'Martin', Quality: 'Owner', Place: 'Ajaccio' },
        Representative: { Name: 'Ann', Quality: 'Agent', Place: 'Paris' },
      },
    },
  ],
  Accounts: [
    {
      AccountNumber: '707000',
      Label: 'Ventes',
      VatCategory: 'VT_PREST',
      VatRate: '_20',
      Exigibility: 'Mixed',
      IncludeUnletteredPayments: true,
    },
    { AccountNumber: '701000', VatCategory: 'VT_PREST', VatRate: '_085' },
    { AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'Mixed' },
    { AccountNumber: '445669', VatCategory: 'AUTRE_TVA_A_DEDUIRE' },
    { AccountNumber: '708000', VatCategory: null, VatRate: '_20', Exigibility: 'OnDebits' },
  ],
  ThirdParties: [
    { AccountNumber: '411000', SubAccount: 'ALFA', ExigibilityMode: 'OnReceipts', IncludeUnletteredPayments: true },
  ],
  Entries: [
    {
      EntryId: 1,
      Journal: 'VT',
      JournalType: 'Sales',
      Date: '2026-05-04',
      Label: 'Facture',
      Lines: [
        {
          LineId: 1,
          AccountNumber: '411000',
          SubAccount: 'BETA',
          Label: 'Beta',
          Debit: '12000.00',
          Letter: 'A',
          LetterDate: '2026-05-05',
        },
        {
          LineId: 2,
          AccountNumber: '707000',
          Credit: '10000.00',
          VatRate: '_20',
          VatCategory: 'VT_PREST',
          Exigibility: 'OnDebits',
          VatRateDistributions: [{ VatRate: '_20', TaxExcludedAmount: '10000.00', VatAmount: '2000.00' }],
          IsDeclared: false,
        },
        { LineId: 3, AccountNumber: '445710', Credit: '2000.00' },
      ],
    },
    sale(2, 'D 512000 1200.00, C 708000 1000.00, C 445710 200.00'),
    sale(3, 'D 411000 100.00, C 701000 92.17, C 445710 7.83'),
    sale(4, 'D 411000 100.00, C 708100 100.00'),
    sale(5, 'D 606300 5000.00, D 445660 1000.00, C 401000 6000.00', '2026-06-04'),
    sale(6, 'D 411000 240.00, C 708000 200.00, C 445710 40.00', '2026-06-04'),
    sale(7, 'D 708000 500.00, D 445710 100.00, C 411000 600.00', '2026-06-05'),
    sale(8, 'C 445669 12.00, D 512000 12.00'),
    {
      EntryId: 9,
      Date: '2026-05-06',
      Lines: [
        { AccountNumber: '411000', SubAccount: 'ALFA', Debit: '120.00' },
        ...lines('C 706000 100.00, C 445710 20.00').map(({ LineId, ...line }) => ({ ...line, LineId: LineId + 1 })),
      ],
    },
  ],
  PreviousProcedures: [
    {
      Form: '_3310CA3',
      StartDate: '2026-04-01',
      EndDate: '2026-04-30',
      Status: 'Accepted',
      Boxes: { JC: 8 },
      DeclaredLines: [
        { EntryId: 2, LineId: 2, Side: 'Due', VatRate: '_20', TaxExcludedAmount: '10.00', VatAmount: '2.00' },
      ],
    },
  ],
};

/** Boxes that nothing balances: a control, and a negative that no box takes. */
const check = {
  Mode: 'Check',
  Periods: [MAY],
  Boxes: { _3310CA3: { CA: 100 } },
};

const yearly = {
  Form: '_3517SCA12',
  Periods: [
    {
      StartDate: '2026-01-01',
      EndDate: '2026-12-31',
      Instalments: [{ Month: '2026-07', PaidAmount: '100.00', RemainingAmount: 5 }],
    },
  ],
  Entries: [sale(1, 'D 709000 100.00, D 445710 20.00, C 411000 120.00')],
  Accounts: [{ AccountNumber: '709000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnDebits' }],
};

/** Paid by two accounts, in a file for test. */
const paid = {
  Folder: { Siren: '732829320' },
  Edi: { ...EDI, Test: true, Declarant: { ...EDI.Declarant, Rof: undefined } },
  Entries: [sale(1, 'D 411000 1200.00, C 707000 1000.00, C 445710 200.00')],
  Accounts: [{ AccountNumber: '707000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnDebits' }],
  Periods: [
    {
      ...MAY,
      Payments: [
        { Iban: 'FR1420041010050500013M02606', Bic: 'PSSTFRPPXXX', Amount: '150.00', Reference: 'MAY' },
        { Iban: 'FR7630001007941234567890185', Bic: 'BDFEFRPP', Amount: '50.00' },
      ],
    },
  ],
};

const good: readonly GoodCase[] = [
  ['vat.simulate', { body: worked }],
  ['vat.simulate', { body: full }],
  ['vat.simulate', { body: check }],
  ['vat.simulate', { body: yearly }],
  ['vat.simulate', { params: { explain: '08' }, body: worked }],
  ['vat.simulate', { params: { explain: 'GH' }, body: worked }],
  ['vat.simulate', { params: { compare: true }, body: worked }],
  ['vat.simulate', { params: { as: 'html' }, body: worked }],
  ['vat.simulate', { body: paid }],
];

const body = (change: object) => ({ body: { Periods: [MAY], ...change } });
const typed = (zones: object) => body({ Periods: [{ ...MAY, UserBoxes: { _3310CA3: zones } }] });
const bad: readonly BadCase[] = (
  [
    ['PeriodInvalid', body({ Periods: [{ StartDate: '2026-05-31', EndDate: '2026-05-01' }] })],
    ['PeriodsOverlap', body({ Periods: [MAY, MAY] })],
    ['PeriodAlreadyDeclared', body({ PreviousProcedures: [MAY] })],
    ['EntryIdTwice', body({ Entries: [sale(1, 'D 512000 0.00'), sale(1, 'D 512000 0.00')] })],
    ['EntryNotBalanced', body({ Entries: [sale(1, 'D 512000 1.00')] })],
    ['AmountInvalid', body({ Entries: [sale(1, 'D 512000 1.001')] })],
    ['ValueUnknown', body({ Folder: { VatSystem: 'realnormal' } })],
    [
      'DistributionsDoNotSum',
      body({
        Entries: [
          {
            Date: '2026-05-04',
            Lines: [
              {
                AccountNumber: '707000',
                Credit: '1.00',
                VatRateDistributions: [{ VatRate: '_20', TaxExcludedAmount: '2.00', VatAmount: '0.40' }],
              },
              { AccountNumber: '512000', Debit: '1.00' },
            ],
          },
        ],
      }),
    ],
    ['BoxUnknown', typed({ ZZ: 1 })],
    ['BoxIsComputed', typed({ GH: 1 })],
    ['AmountNotWhole', typed({ HA: '1.50' })],
    ['BoxNotFound', { ...body({}), params: { explain: 'ZZ' } }],
    ['EdiInvalid', body({ Edi: {} })],
    ['PaymentsInvalid', body({ Periods: [{ ...MAY, Payments: [{ Amount: '1.00' }] }] })],
  ] as const
).map(([code, input]) => ['vat.simulate', code, input]);

export const vatSimulation: Area = { operations: ['vat.simulate'], good, bad };
