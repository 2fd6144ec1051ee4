import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../../../src/services/vat/engine/elements.ts';
import type { VatFolder, VatLedger, VatLine } from '../../../../src/services/vat/engine/model.ts';
import { account, cents, entry, FOLDER, heldBy, type LineText, ledger, shown, told } from './ledger.ts';

const DAY = '2026-05-04';
const accounts = [
  account('701000 VT_PREST _20'),
  account('702000 VT_PREST _10'),
  account('703000 VT_PREST _055'),
  account('707000 VT_PREST - OnDebits'),
  account('706000 VT_PREST _20 OnReceipts'),
  account('445712 - _20'),
  account('445713 - _10'),
  account('607000 AUTOLIQ_ACQUI_INTRACOM _20'),
  account('608000 AUTOLIQ_PREST_INTRACOM _10'),
  account('218000 AUTOLIQ_ACQUI_INTRACOM_IMMO _20'),
  account('601000 AUTOLIQ_IMPORTATION _055'),
  account('606000 DED_AUTRES - OnDebits'),
  account('709000 REGUL_OPERATION_IMP'),
];
const read = (lines: readonly LineText[], rest: Partial<VatLedger> = {}) =>
  elementsOf(ledger([entry(1, DAY, ...lines)], { accounts, ...rest }));
const folder = (fields: Partial<VatFolder>): Partial<VatLedger> => ({ folder: { ...FOLDER, ...fields } });

type Case = readonly [string, readonly LineText[], readonly string[], (readonly string[])?];
const named = (cases: readonly Case[]) =>
  cases.map(([name, lines, elements, issues = []]) => ({ name, lines, elements, issues }));

describe('taxed sales', () => {
  it.each(
    named([
      [
        'give the tax lines to the group of their rate',
        ['411000 D 2300', '701000 C 1000', '702000 C 1000', '445712 C 200', '445713 C 100'],
        ['1/2 Due VT_PREST _20 1000.00 200.00', '1/3 Due VT_PREST _10 1000.00 100.00'],
      ],
      [
        'give a line without rate what each base bears, the largest taking the rest',
        ['411000 D 2316.51', '701000 C 2000.00', '703000 C 300.00', '445710 C 416.51'],
        ['1/2 Due VT_PREST _20 2000.00 400.01', '1/3 Due VT_PREST _055 300.00 16.50'],
      ],
      [
        'give it to the groups that have no tax line of their own',
        ['411000 D 1', '701000 C 5000', '702000 C 1000', '445712 C 999', '445710 C 101'],
        ['1/2 Due VT_PREST _20 5000.00 999.00', '1/3 Due VT_PREST _10 1000.00 101.00'],
      ],
      [
        'give it to the largest when all have one',
        ['411000 D 1', '701000 C 500', '702000 C 1000', '445712 C 100', '445713 C 100', '445710 C 7'],
        ['1/2 Due VT_PREST _20 500.00 100.00', '1/3 Due VT_PREST _10 1000.00 107.00'],
      ],
      [
        'share the tax over the lines of a rate, the largest taking the gap',
        ['411000 D 1', '701000 C 0.10', '701000 C 0.30', '701000 C 0.10', '445712 C 0.11'],
        ['1/2 Due VT_PREST _20 0.10 0.02', '1/3 Due VT_PREST _20 0.30 0.07', '1/4 Due VT_PREST _20 0.10 0.02'],
      ],
      [
        'take the rate of the only tax line',
        ['411000 D 1', '707000 C 100', '445712 C 33'],
        ['1/2 Due VT_PREST _20 100.00 33.00'],
      ],
      [
        'take the one legal rate that fits',
        ['411000 D 1', '707000 C 60', '707000 C 40', '445710 C 5.52'],
        ['1/2 Due VT_PREST _055 60.00 3.31', '1/3 Due VT_PREST _055 40.00 2.21'],
      ],
      [
        'look at the tax that the other groups leave',
        ['411000 D 1', '701000 C 1000', '707000 C 100', '445710 C 210'],
        ['1/2 Due VT_PREST _20 1000.00 200.00', '1/3 Due VT_PREST _10 100.00 10.00'],
      ],
      ['stay out when no rate fits', ['411000 D 1', '707000 C 100', '445710 C 5.53'], [], ['RateUnknown 707000 1']],
      ['stay out when several fit', ['411000 D 1', '707000 C 0.10', '445710 C 0.01'], [], ['RateUnknown 707000 1']],
      ['wait for their invoice while it is to be made', ['418100 D 480', '701000 C 400', '445870 C 80'], []],
      ['wait while they are received in advance', ['701000 D 640', '487000 C 640'], []],
      ['wait while a credit note is to be made', ['701000 D 100', '445870 D 20', '419800 C 120'], []],
      [
        'are declared of an invoice that is received in advance in part',
        ['411000 D 120', '701000 C 100', '487000 C 20'],
        ['1/2 Due VT_PREST _20 100.00 0.00'],
        ['NoVatLine 701000 1'],
      ],
      [
        'bear no tax without a tax line',
        ['411000 D 100', '701000 C 100'],
        ['1/2 Due VT_PREST _20 100.00 0.00'],
        ['NoVatLine 701000 1'],
      ],
      [
        'are negative in a credit note',
        ['411000 C 120', '701000 D 100', '445710 D 20'],
        ['1/2 Due VT_PREST _20 -100.00 -20.00'],
      ],
      [
        'have the rates that the line distributes',
        [
          '411000 D 1',
          [
            '707000 C 300',
            {
              distributions: [
                { rate: '_20', taxExcluded: cents('200'), tax: cents('40') },
                { rate: '_10', taxExcluded: cents('100'), tax: cents('10') },
              ],
            },
          ],
          '701000 C 500',
          '445710 C 150',
        ],
        [
          '1/2 Due VT_PREST _20 200.00 40.00',
          '1/2 Due VT_PREST _10 100.00 10.00',
          '1/3 Due VT_PREST _20 500.00 100.00',
        ],
      ],
      [
        'are what a tax line alone says',
        ['411000 D 1', '445712 C 20', '445710 C 5'],
        ['1/2 Due VT_PREST _20 100.00 20.00'],
        ['TaxWithoutBase 445710 1'],
      ],
      ['stay out when only guessed without a tax line', ['411000 D 100', '752000 C 100'], []],
    ]),
  )('$name', ({ lines, elements, issues }) => {
    const book = read(lines);
    expect(shown(book.elements).map((one) => one.replace(' by settlement', ''))).toEqual(elements);
    expect(told(book.issues)).toEqual(issues);
  });

  it('are held where the books hold their tax', () => {
    const lines = ['411000 D 1', '701000 C 2', '701000 C 1', '445712 C 0.40', '445712 C 0.21'];
    expect(heldBy(read(lines).elements)).toEqual(['4: 0.27', '5: 0.14', '4: 0.13', '5: 0.07']);
    const pool = ['411000 D 1', '701000 C 1000', '702000 C 1000', '445710 C 150', '445711 C 150'];
    expect(heldBy(read(pool).elements)).toEqual(['4: 100.00', '5: 100.00', '4: 50.00', '5: 50.00']);
  });

  it('overseas are VT_PREST_DOM when a tax line stands alone', () => {
    const lines = [['445710 C 8.50', { rate: '_085' }] as const];
    expect(shown(read(lines, folder({ territory: 'Overseas' })).elements)).toEqual([
      '1/1 Due VT_PREST_DOM _085 100.00 8.50',
    ]);
  });

  it('leave out the lines declared by hand, after the sharing', () => {
    const lines: LineText[] = ['411000 D 1', ['701000 C 100', { isDeclared: true }], '701000 C 100', '445712 C 41'];
    expect(shown(read(lines).elements)).toEqual(['1/3 Due VT_PREST _20 100.00 20.50']);
  });
});

describe('purchases', () => {
  it.each(
    named([
      [
        'deduct each line of tax, with the base when it is alone',
        ['606000 D 80', '606000 D 20', '445660 D 20', '401000 C 120'],
        ['1/3 Deductible DED_AUTRES Unknown 100.00 20.00 HB'],
      ],
      [
        'have no base when there are several',
        ['606000 D 100', ['445660 D 15', { rate: '_20' }], '445620 D 5', '401000 C 120'],
        ['1/2 Deductible DED_AUTRES _20 0.00 15.00 HB', '1/3 Deductible DED_IMMO Unknown 0.00 5.00 HA'],
      ],
      [
        'go where their category says',
        [
          ['445660 D 1', { category: 'AUTRE_TVA_A_DEDUIRE' }],
          ['445660 D 2', { category: 'REGUL_TVA_DED' }],
          ['445660 C 3', { category: 'REGUL_TVA_DED' }],
          ['445660 D 4', { category: 'REPORT_TVA' }],
          ['445660 D 5', { category: 'NOT_DECLARABLE' }],
        ],
        [
          '1/1 Deductible AUTRE_TVA_A_DEDUIRE Unknown 0.00 1.00 HC',
          '1/2 Deductible REGUL_TVA_DED Unknown 0.00 2.00 HC',
          '1/3 Deductible REGUL_TVA_DED Unknown 0.00 -3.00 GG',
        ],
      ],
      [
        'owe and deduct a reverse charge that the books do not show',
        ['607000 D 100', '401000 C 100'],
        [
          '1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00',
          '1/1 Deductible AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00 HB',
        ],
      ],
      [
        'owe what the books say, shared by base and rate',
        ['607000 D 100', '608000 D 100', '445200 C 30.01', '445660 D 30.01', '401000 C 200'],
        [
          '1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.01',
          '1/1 Deductible AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.01 HB',
          '1/2 Due AUTOLIQ_PREST_INTRACOM _10 100.00 10.00',
          '1/2 Deductible AUTOLIQ_PREST_INTRACOM _10 100.00 10.00 HB',
        ],
      ],
      [
        'deduct nothing when the books only owe',
        ['607000 D 100', '445200 C 20', '401000 C 80'],
        ['1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00'],
      ],
      [
        'deduct as far as the tax due, and the rest as ordinary tax',
        ['607000 D 100', '606000 D 50', '445660 D 30', '401000 C 180'],
        [
          '1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00',
          '1/1 Deductible AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00 HB',
          '1/3 Deductible DED_AUTRES Unknown 50.00 10.00 HB',
        ],
      ],
      [
        'take the lines of their zone first',
        ['607000 D 100', '218000 D 200', '445660 D 50', '445620 D 15', '401000 C 1'],
        [
          '1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00',
          '1/1 Deductible AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00 HB',
          '1/2 Due AUTOLIQ_ACQUI_INTRACOM_IMMO _20 200.00 40.00',
          '1/2 Deductible AUTOLIQ_ACQUI_INTRACOM_IMMO _20 200.00 40.00 HA',
          '1/3 Deductible DED_AUTRES Unknown 0.00 5.00 HB',
        ],
      ],
      [
        'repeat the tax of imports',
        ['601000 D 1000', '401000 C 1000'],
        [
          '1/1 Due AUTOLIQ_IMPORTATION _055 1000.00 55.00',
          '1/1 Deductible AUTOLIQ_IMPORTATION _055 1000.00 55.00 HB+HF',
        ],
      ],
      [
        'owe the tax of a category that is due alone, and deduct it as ordinary tax',
        [['606000 D 100', { category: 'ACHAT_ELEC', rate: '_20' }], '445660 D 20', '401000 C 100', '445200 C 20'],
        ['1/1 Due ACHAT_ELEC _20 100.00 20.00', '1/2 Deductible DED_AUTRES Unknown 0.00 20.00 HB'],
      ],
      [
        'repeat the tax of imports that are due alone',
        [['606000 D 100', { category: 'IMPORT_AUTOLIQ', rate: '_055' }], '445660 D 5.50', '401000 C 105.50'],
        ['1/1 Due IMPORT_AUTOLIQ _055 100.00 5.50', '1/2 Deductible DED_AUTRES Unknown 0.00 5.50 HB+HF'],
      ],
      [
        'are what a line of tax due alone says',
        ['445200 C 20', '445660 D 20', '445300 C 10'],
        [
          '1/1 Due ACQUI_INTRACOM _20 100.00 20.00',
          '1/2 Deductible DED_AUTRES Unknown 0.00 20.00 HB+HF',
          '1/3 Due IMPORT_AUTOLIQ _20 50.00 10.00',
        ],
      ],
      [
        'are negative in a credit note',
        ['607000 C 100', '445200 D 20', '445660 C 20', '401000 D 100'],
        [
          '1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 -100.00 -20.00',
          '1/1 Deductible AUTOLIQ_ACQUI_INTRACOM _20 -100.00 -20.00 HB',
        ],
      ],
    ]),
  )('$name', ({ lines, elements, issues }) => {
    const book = read(lines);
    expect(shown(book.elements)).toEqual(elements);
    expect(told(book.issues)).toEqual(issues);
  });

  it('are deducted by the coefficient, element by element, and regularised output tax whole', () => {
    const lines = ['607000 D 100', '606000 D 50', '445660 D 30.01'];
    const half = folder({ deductionCoefficient: 85n });
    expect(shown(read(lines, half).elements)).toEqual([
      '1/1 Due AUTOLIQ_ACQUI_INTRACOM _20 100.00 20.00',
      '1/1 Deductible AUTOLIQ_ACQUI_INTRACOM _20 100.00 17.00 HB',
      '1/3 Deductible DED_AUTRES Unknown 50.00 8.51 HB',
    ]);
    expect(heldBy(read(lines, half).elements)).toEqual(['3: 17.00', '3: 8.51']);
    expect(shown(read(['709000 D 10', '445710 D 2', '411000 C 12'], half).elements)).toEqual([
      '1/1 Due REGUL_OPERATION_IMP Unknown 10.00 2.00 HC+HH',
    ]);
  });

  it('charge the normal rate of the territory when nothing says it', () => {
    const lines = [['622000 D 100', { category: 'AUTOLIQ_PREST_INTRACOM' }] as const, '401000 C 100'];
    expect(shown(read(lines).elements)[0]).toBe('1/1 Due AUTOLIQ_PREST_INTRACOM _20 100.00 20.00');
    expect(shown(read(lines, folder({ territory: 'Overseas' })).elements)[0]).toBe(
      '1/1 Due AUTOLIQ_PREST_INTRACOM _085 100.00 8.50',
    );
  });
});

describe('untaxed operations', () => {
  it.each([
    ['707000 C 100', 'EXPORT_HORS_UE', '100.00'],
    ['707000 D 100', 'EXPORT_HORS_UE', '-100.00'],
    ['607000 D 100', 'ACHATS_FRANCHISE', '100.00'],
    ['607000 D 100', 'IMPORT_RFS_PETR', '100.00'],
    ['607000 D 100', 'AUTRE_OP_NON_IMP', '-100.00'],
  ])('%s of %s is %s', (line, category, base) => {
    expect(shown(read([[line, { category }]]).elements)).toEqual([`1/1 Due ${category} _0 ${base} 0.00`]);
  });
});

describe('exigibility', () => {
  const sale = (fields: Partial<VatLine>, account411 = '411000/X'): LineText[] => [
    `${account411} D 120`,
    ['701000 C 100', fields],
    '445712 C 20',
  ];
  const thirdParties = [
    { accountNumber: '411000', subAccount: 'X', exigibilityMode: 'OnDebits' as const },
    { accountNumber: '411000', exigibilityMode: 'OnReceipts' as const },
    { accountNumber: '411000', subAccount: 'N', exigibilityMode: 'NotLiable' as const },
  ];

  it.each([
    ['OnDebits', [], '411000/X', 'OnDebits', []],
    ['OnReceipts', thirdParties, '411000/X', 'OnReceipts', []],
    ['Mixed', thirdParties, '411000/X', 'OnDebits', []],
    ['Mixed', thirdParties, '411000/Y', 'OnReceipts', []],
    ['Mixed', thirdParties, '411000/N', undefined, []],
    ['Mixed', [], '411000/X', 'OnReceipts', []],
    ['Unknown', thirdParties, '411000/X', 'OnDebits', []],
    ['Unknown', [], '411000/X', 'OnDebits', ['MissingConfiguration 701000 1']],
    ['NotLiable', [], '411000/X', undefined, ['TaxWithoutBase 445712 1']],
  ] as const)('%s is, with %j, for %s, %s', (exigibility, settings, customer, expected, issues) => {
    const book = read(sale({ exigibility }, customer), { thirdParties: settings, accounts: accounts.slice(0, 1) });
    expect(book.elements[0]?.exigibility).toBe(expected);
    expect(told(book.issues)).toEqual(issues);
  });

  it.each([
    ['a third party', ['411000 D 120', '706000 C 100', '445712 C 20'], true],
    ['cash', ['512000 D 120', '706000 C 100', '445712 C 20'], false],
    ['cash with a third party', ['512000 D 60', '411000 D 60', '706000 C 100', '445712 C 20'], false],
    ['no third party', ['471000 D 120', '706000 C 100', '445712 C 20'], false],
    ['third parties that cancel', ['411000 D 120', '411000 C 120', '706000 C 100', '445712 C 20'], false],
  ])('on receipts with %s waits for a settlement: %s', (_, lines, waits) => {
    expect(read(lines).elements.map(({ bySettlement }) => bySettlement)).toEqual([waits]);
  });

  it.each([
    ['the largest purchase', ['606000 D 10', '611000 D 90', '445660 D 20', '401000 C 120'], true],
    ['another largest purchase', ['606000 D 90', '611000 D 10', '445660 D 20', '401000 C 120'], false],
    ['the tax account', ['611000 D 90', ['445660 D 20', { exigibility: 'OnDebits' }], '401000 C 120'], false],
    ['nothing', ['445660 D 20', '401000 C 20'], false],
  ] as const)('of deductible tax is that of %s', (_, lines, waits) => {
    expect(read(lines).elements.map(({ bySettlement }) => bySettlement)).toEqual([waits]);
  });
});

describe('advances', () => {
  const advances = [account('419100 - _20'), account('419200'), account('409100 - _20'), ...accounts];

  it('kept tax included close to the cent, by third party and rate, in the order of dates', () => {
    const entries = [
      entry(3, '2026-03-01', '419100/X D 100.00', '411000/X C 100.00'),
      entry(1, '2026-01-01', '512000 D 33.33', '419100/X C 33.33'),
      entry(2, '2026-02-01', '512000 D 66.67', '419100/X C 66.67', '419100/Y C 10.00'),
    ];
    expect(shown(elementsOf(ledger(entries, { accounts: advances })).elements)).toEqual([
      '1/2 Advance VT_PREST _20 27.77 5.56',
      '2/2 Advance VT_PREST _20 55.56 11.11',
      '2/3 Advance VT_PREST _20 8.33 1.67',
      '3/1 Advance VT_PREST _20 -83.33 -16.67',
    ]);
  });

  it('paid are deducted, and need a rate', () => {
    const lines = ['409100/F D 120', '512000 C 120', '419200 C 10'];
    const book = read(lines, { accounts: advances, ...folder({ deductionCoefficient: 50n }) });
    expect(shown(book.elements)).toEqual(['1/1 Deductible DED_AUTRES _20 100.00 10.00 HB']);
    expect(told(book.issues)).toEqual([]);
    expect(told(read(['419100 C 10', '512000 D 10'], { accounts: [] }).issues)).toEqual(['RateUnknown 419100 1']);
  });

  it('kept without their tax are sales of their entry, due on their date when alone', () => {
    const excluded = { accounts: advances, ...folder({ advancePaymentMode: 'TaxExcluded' }) };
    const alone = ['411000/X D 1200', '419100/X C 1000', '445710 C 200'];
    expect(shown(read(alone, excluded).elements)).toEqual(['1/2 Due VT_PREST _20 1000.00 200.00']);
    const taken = ['411000/X D 4800', '419100/X D 1000', '706000 C 5000', '445710 C 800'];
    expect(shown(read(taken, excluded).elements)).toEqual([
      '1/2 Due VT_PREST _20 -1000.00 -200.00 by settlement',
      '1/3 Due VT_PREST _20 5000.00 1000.00 by settlement',
    ]);
    const paid = ['409100/F D 1000', '445660 D 200', '401000/F C 1200'];
    expect(shown(read(paid, excluded).elements)).toEqual(['1/2 Deductible DED_AUTRES Unknown 1000.00 200.00 HB']);
  });
});

it('leaves opening and closing entries out of everything', () => {
  const one = entry(1, DAY, '411000 D 120', '701000 C 100', '445712 C 20');
  for (const journalType of ['Opening', 'Closing'])
    expect(elementsOf(ledger([{ ...one, journalType }], { accounts })).elements).toEqual([]);
});
