/** CFONB 240: the layout of every operation code, and the controls of a sequence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RETURNED_OPERATIONS } from '../../../../../src/services/banking/statements/cfonb/returned-operations.ts';
import { FIXTURES, kinds, lines, put, readAll, type WholeFile } from './support.ts';

const CLIENT = '987650004200012345678';
const OTHER = '912340010020000000322';
const OTHER_IBAN = 'FR7691234001002000000032297';
const CLIENT_IBAN = 'FR7698765000420001234567895';

const record = (parts: readonly (readonly [number, string])[]): string =>
  parts.reduce((line, [position, text]) => put(line, position, text), ' '.repeat(240));
const header = (code: string, more: readonly (readonly [number, string])[] = []): string =>
  record([[1, '31000001'], [9, code], [11, '050326'], [17, 'E'], [22, CLIENT], [43, 'CABINET ALPHA'], ...more]);
const total = (code: string, sequence: number, cents: number): string =>
  record([
    [1, `39${String(sequence).padStart(6, '0')}`],
    [9, code],
    [11, '060326'],
    [22, CLIENT],
    [229, String(cents).padStart(12, '0')],
  ]);
const detail = (code: string, parts: readonly (readonly [number, string])[], sequence = 2, cents = 12_345): string =>
  record([
    [1, `34${String(sequence).padStart(6, '0')}`],
    [9, code],
    [11, '040326'],
    [17, 'E'],
    [229, String(cents).padStart(12, '0')],
    ...parts,
  ]);

/** A detail whose every byte from 22 to 228 is filled: positions 22-42 the client, 78-98 the other party. */
const full = (code: string, more: readonly (readonly [number, string])[]): string =>
  detail(code, [[22, CLIENT], [43, 'PARTY-ONE'], [78, OTHER], [99, 'PARTY-TWO'], ...more]);

const FIRST = { counterpartyName: 'PARTY-ONE', counterpartyIban: CLIENT_IBAN };
const SECOND = { counterpartyName: 'PARTY-TWO', counterpartyIban: OTHER_IBAN };
const LABELS_32 = [
  [153, 'L'.repeat(32)],
  [185, 'M'.repeat(32)],
] as const;
const LABELS_31 = [
  [153, 'L'.repeat(31)],
  [184, 'M'.repeat(31)],
] as const;
const REJECT = [...LABELS_31, [215, '020326'], [221, 'INITIA'], [227, '20']] as const;
const REJECTED = {
  labels: ['L'.repeat(31), 'M'.repeat(31)],
  initialSettlementDate: '2026-03-02',
  initialReference: 'INITIA',
  rejectCode: '20',
};
const PAID = { ...FIRST, labels: ['L'.repeat(32), 'M'.repeat(32)], rejectCode: null, initialReference: null };
const COMMON = [
  [67, 'ISSUER'],
  [123, 'REFERE'],
  [129, 'B'.repeat(24)],
] as const;
const BANK = { PresenterReference: 'REFERE', BankLabel: 'B'.repeat(24) };
const ISSUED = { IssuerNumber: 'ISSUER', ...BANK };
const CORRECTED = { CorrectedBankCode: '98765', CorrectedBranchCode: '00042', CorrectedAccountNumber: '00012345678' };
const TELE = [
  [153, '0503'],
  [157, 'CPOPCPOPCPOP'],
  [169, 'ARCHIV'],
] as const;
const TELE_READ = { ValidationDay: '0503', Cpop: 'CPOPCPOPCPOP', ArchiveNumber: 'ARCHIV' };
const ABROAD = [
  [67, '001250'],
  [129, 'USD'],
  [132, '000001000,50'],
  [144, 'TX'],
  [146, '02000'],
  [151, 'US'],
] as const;
const ABROAD_READ = {
  PresenterReference: 'REFERE',
  Commission: '12.50',
  OriginalCurrencyCode: 'USD',
  OriginalAmount: '1000.50',
  VatRate: '02000',
  SendingBankCountry: 'US',
};

type Parts = readonly (readonly [number, string])[];

/** One row per code: what is put in the record, and what must be read. */
const ROWS: readonly (readonly [code: string, parts: Parts, read: object, extras: object])[] = [
  ['20', [...COMMON, ...LABELS_32], PAID, BANK],
  ['21', [...COMMON, ...REJECT], { ...SECOND, ...REJECTED }, BANK],
  ['22', [...COMMON, ...LABELS_32], PAID, ISSUED],
  ['23', [...COMMON, [185, CLIENT]], { ...SECOND, labels: [], rejectCode: null }, { ...BANK, ...CORRECTED }],
  ['24', [...COMMON, ...REJECT], { ...SECOND, ...REJECTED }, ISSUED],
  ['27', [...COMMON, ...LABELS_32, [217, '1']], PAID, { ...BANK, DelayInstruction: '1' }],
  ['28', [...COMMON, ...LABELS_32, [217, '2']], PAID, { ...BANK, DelayInstruction: '2' }],
  [
    '33',
    [...COMMON, [153, 'FILE-REFERENC'], [186, '00012345']],
    { ...FIRST, labels: [] },
    { ...ISSUED, FileReference: 'FILE-REFERENC', AplAmount: '123.45' },
  ],
  ['40', [...COMMON, ...LABELS_32], { counterpartyName: null, counterpartyIban: null, labels: [] }, {}],
  [
    '41',
    [
      [43, OTHER],
      [64, '1234567'],
      [71, 'C'.repeat(24)],
      [203, '21'],
      [205, '22'],
    ],
    { counterpartyName: null, counterpartyIban: OTHER_IBAN, rejectCode: '21' },
    { ChequeNumber: '1234567', Cmc7: 'C'.repeat(24), SecondRejectCode: '22' },
  ],
  [
    '61',
    [
      [67, '310326'],
      [123, 'LONGREFE'],
      [131, '010326'],
      [137, 'E'],
      [138, 'A'],
      [139, 'DRAWER-REF'],
      [149, 'DRAWEE-REF'],
      [159, '150226'],
      [165, '999999998'],
      [174, '888888884'],
      [201, '000000050000'],
      [213, '280226'],
      [219, 'ORIGINAL'],
      [227, '73'],
    ],
    { ...SECOND, initialSettlementDate: '2026-02-28', initialReference: 'ORIGINAL', rejectCode: '73' },
    {
      DueDate: '2026-03-31',
      PresenterReference: 'LONGREFE',
      EntryDate: '2026-03-01',
      EntryCode: 'E',
      Acceptance: 'A',
      DrawerReference: 'DRAWER-REF',
      DraweeReference: 'DRAWEE-REF',
      CreationDate: '2026-02-15',
      DraweeSiren: '999999998',
      DrawerSiren: '888888884',
      InitialAmount: '500.00',
    },
  ],
  [
    '63',
    [
      [67, '310326'],
      [123, 'LONGREFE'],
      [190, CLIENT],
    ],
    { ...SECOND, labels: [] },
    { DueDate: '2026-03-31', PresenterReference: 'LONGREFE', ...CORRECTED },
  ],
  [
    '70',
    [...COMMON, ...LABELS_32],
    PAID,
    { IssuerNumber: 'ISSUER', ProcessingCentre: 'RE', BankLabel: BANK.BankLabel },
  ],
  [
    '71',
    [...COMMON, ...REJECT, [221, '    42']],
    { ...SECOND, ...REJECTED, initialReference: null },
    { ...ISSUED, ProcessingCentre: '42' },
  ],
  ['73', [...COMMON, ...LABELS_32], PAID, BANK],
  [
    '75',
    [...COMMON, ...LABELS_32],
    PAID,
    { IssuerNumber: 'ISSUER', ProcessingCentre: 'RE', BankLabel: BANK.BankLabel },
  ],
  ['76', [...COMMON, ...LABELS_32], PAID, BANK],
  ['77', [...COMMON, [129, ' '.repeat(24)], ...LABELS_32, ...ABROAD], PAID, ABROAD_READ],
  ['78', [...COMMON, ...LABELS_32], PAID, BANK],
  ['79', [...COMMON, [129, ' '.repeat(24)], ...LABELS_32, ...ABROAD], PAID, ABROAD_READ],
  ['80', [...COMMON, ...LABELS_32], PAID, ISSUED],
  ['81', [...COMMON, ...REJECT], { ...SECOND, ...REJECTED }, ISSUED],
  ['82', [...COMMON, ...LABELS_32], PAID, ISSUED],
  ['83', [...COMMON, [185, CLIENT]], { ...SECOND, labels: [], rejectCode: null }, { ...ISSUED, ...CORRECTED }],
  ['84', [...COMMON, ...REJECT], { ...SECOND, ...REJECTED }, ISSUED],
  ['85', [...COMMON, ...LABELS_32], PAID, ISSUED],
  [
    '86',
    [...COMMON, ...TELE, [175, 'CREDITOR-N'], [217, 'F'], [218, '42']],
    { ...FIRST, labels: [] },
    { ...ISSUED, ...TELE_READ, CreditorName: 'CREDITOR-N', BalanceOfPayments: 'F', ProcessingCentre: '42' },
  ],
  [
    '88',
    [...COMMON, ...TELE, [175, 'CREDITOR9'], [184, 'M'.repeat(31)], [215, '020326'], [225, '42'], [227, '64']],
    {
      ...SECOND,
      labels: ['M'.repeat(31)],
      initialSettlementDate: '2026-03-02',
      initialReference: null,
      rejectCode: '64',
    },
    { ...ISSUED, ...TELE_READ, CreditorName: 'CREDITOR9', ProcessingCentre: '42' },
  ],
];

const read = (code: string, ...details: readonly string[]): Promise<WholeFile> =>
  readAll(lines([header(code), ...details, total(code, details.length + 2, details.length * 12_345)]));

describe('operation codes', () => {
  it('are all in the table below', () => expect(ROWS.map(([code]) => code)).toEqual([...RETURNED_OPERATIONS.keys()]));

  it.each(ROWS)('%s is read by its own layout', async (code, parts, fields, extras) => {
    const { sequences, findings } = await read(code, full(code, parts));
    expect(findings).toEqual([]);
    const [operation] = sequences[0]?.records ?? [];
    expect(operation).toMatchObject({ sequence: 2, settlementDate: '2026-03-04', units: 12_345, ...fields });
    expect(operation?.extras).toEqual(extras);
  });

  it.each(ROWS)('%s may have nothing but its amount', async (code) => {
    const { sequences, findings } = await read(code, detail(code, []));
    expect(findings).toEqual([]);
    expect(sequences[0]?.records[0]).toMatchObject({
      counterpartyName: null,
      labels: [],
      rejectCode: null,
      extras: {},
    });
  });

  it.each([...RETURNED_OPERATIONS.values()])('$code has its labels', async ({ code, label }) => {
    const { sequences, findings } = await readAll(lines([header(code), total(code, 2, 0)]));
    expect(findings).toEqual([]);
    expect(sequences[0]).toMatchObject({ head: { operation: { code, label } }, tail: { total: 0, balanced: true } });
    for (const words of [label.fr, label.en]) expect(words).toMatch(/^[A-Z].+[^\s]$/);
  });

  it('an unknown one is read by the common columns, with a warning', async () => {
    const { sequences, findings } = await read('99', full('99', COMMON));
    expect(kinds(findings)).toEqual(['UNKNOWN_OPERATION_CODE@1']);
    expect(sequences[0]?.head.operationCode).toBe('99');
    expect(sequences[0]?.records[0]).toMatchObject({ ...FIRST, extras: BANK });
    expect(sequences[0]?.tail.balanced).toBe(true);
  });

  it('60 is a statement of bills and is not read, the others are', async () => {
    const bills = [header('60'), detail('60', []), record([[1, '3600000360']]), total('60', 4, 12_345)];
    const { sequences, findings } = await readAll(lines([...bills, header('20'), total('20', 2, 0), ...bills]));
    expect(kinds(findings)).toEqual(['NOT_CFONB@1', 'NOT_CFONB@7']);
    expect(sequences).toHaveLength(1);
  });

  it('fields that are not what they should be stay as they are', async () => {
    const { sequences } = await read(
      '61',
      detail('61', [
        [67, '310226'],
        [131, '000000'],
        [201, '00000050000X'],
      ]),
    );
    expect(sequences[0]?.records[0]?.extras).toEqual({ DueDate: '310226', InitialAmount: '00000050000X' });
  });
});

describe('sequences', () => {
  const two = [detail('20', [], 2), detail('20', [], 3)];
  const sound = [header('81'), detail('81', []), total('81', 3, 12_345)];
  const good = [header('20'), ...two, total('20', 4, 24_690)];
  const change = (index: number, position: number, text: string): string[] =>
    good.map((line, at) => (at === index ? put(line, position, text) : line));

  it('hold their account, holder, dates and total', async () => {
    const { sequences } = await readAll(lines(good));
    expect(sequences[0]).toMatchObject({
      head: { number: 1, holderName: 'CABINET ALPHA', agreedDate: '2026-03-05', account: { iban: CLIENT_IBAN } },
      tail: { fileDate: '2026-03-06', total: 24_690, sum: 24_690n, records: 2, balanced: true },
    });
  });

  it('take currency and decimals from the header', async () => {
    const { sequences, findings } = await readAll(lines(change(0, 18, '3TND')));
    expect(findings).toEqual([]);
    expect(sequences[0]?.head.account).toMatchObject({ currencyCode: 'TND', decimals: 3 });
    expect(sequences[0]?.records[0]?.decimals).toBe(3);
  });

  it.each([
    ['total', change(3, 229, '000000024691'), ['TOTAL_MISMATCH@4'], 'Amount', 229],
    ['amount', change(1, 229, '0000001234 5'), ['BAD_AMOUNT@2'], 'Amount', 229],
    ['total that is no number', change(3, 229, '           X'), ['BAD_AMOUNT@4'], 'Amount', 229],
    ['settlement date', change(1, 11, '310226'), ['BAD_DATE@2'], 'Date', 11],
    ['date of the header', change(0, 11, '320126'), ['BAD_DATE@1'], 'Date', 11],
    ['sequence number', change(2, 3, '000004'), ['RECORD_ORDER@3', 'RECORD_ORDER@4'], 'Sequence', 3],
    ['sequence number of the header', change(0, 3, '000000'), ['RECORD_ORDER@1', 'RECORD_ORDER@2'], 'Sequence', 3],
    ['other operation', change(1, 9, '21'), ['RECORD_ORDER@2'], 'OperationCode', 9],
    ['other account', change(3, 22, '98764'), ['ACCOUNT_MISMATCH@4'], 'BankCode', 22],
    ['currency', change(0, 19, 'E1R'), ['ACCOUNT_MISMATCH@1'], 'CurrencyCode', 19],
    ['decimals', change(0, 18, 'X'), ['BAD_DECIMALS@1'], 'Decimals', 18],
  ])('a wrong %s is told, and the next sequence is sound', async (_, records, expected, name, position) => {
    const { sequences, findings } = await readAll(lines([...records, ...sound]));
    expect(kinds(findings)).toEqual(expected);
    expect(findings[0]).toMatchObject({ field: name, position, group: 1 });
    expect(sequences.map(({ tail }) => tail.balanced)).toEqual([false, true]);
  });

  it('compute totals exactly', async () => {
    const { findings } = await readAll(lines(change(3, 229, '000000024691')));
    expect(findings[0]?.disagreement).toEqual({ computed: '246.90', stated: '246.91', difference: '0.01' });
  });

  it.each([
    ['begins with 34', good.slice(1), ['RECORD_ORDER@1'], 1],
    ['begins with 39', good.slice(3), ['RECORD_ORDER@1'], 1],
    ['34 after 39', [...good, detail('20', [])], ['RECORD_ORDER@5'], 2],
    ['31 before 39', good.slice(0, 3), ['TOTAL_MISMATCH@4'], 2],
    ['a record of bills', [...good.slice(0, 2), put(two[1] ?? '', 1, '36'), ...good.slice(3)], ['UNKNOWN_RECORD@3'], 2],
    ['unknown record', [...good.slice(0, 2), 'JUNK', ...good.slice(2)], ['UNKNOWN_RECORD@3', 'RECORD_ORDER@4'], 2],
    ['header that names no account', [(good[0] ?? '').slice(0, 30)], ['RECORD_LENGTH@1'], 1],
    ['short header', [(good[0] ?? '').slice(0, 50), ...good.slice(1)], ['PADDED_RECORD@1'], 2],
    ['short detail', [...good.slice(0, 2), (two[1] ?? '').slice(0, 239), ...good.slice(3)], ['RECORD_LENGTH@3'], 2],
    ['short total', [...good.slice(0, 3), (good[3] ?? '').slice(0, 239)], ['RECORD_LENGTH@4'], 2],
    ['long detail', [...good.slice(0, 3), `${good[3]}X`], ['RECORD_LENGTH@4'], 2],
  ])('%s', async (_, records, expected, count) => {
    const { sequences, findings } = await readAll(lines([...records, ...sound]));
    expect(kinds(findings)).toEqual(expected);
    expect(sequences).toHaveLength(count);
    expect(sequences.at(-1)?.tail.balanced).toBe(true);
  });

  it('a file that ends in one is reported', async () => {
    const { sequences, findings } = await readAll(lines([...sound, ...good.slice(0, 2)]));
    expect(kinds(findings)).toEqual(['TOTAL_MISMATCH@5']);
    expect(sequences[1]?.tail).toMatchObject({ total: null, fileDate: null, balanced: false, records: 1 });
  });

  it('read alike without line breaks, padded, or with trimmed headers', async () => {
    const expected = (await readAll(lines(good))).sequences;
    expect((await readAll(good.join(''))).sequences).toEqual(expected);
    const padded = await readAll(lines(good.map((line) => line.padEnd(250))));
    expect(padded.sequences).toEqual(expected);
    const trimmed = await readAll(lines(good.map((line) => line.trimEnd())));
    expect(trimmed.sequences).toEqual(expected);
    expect(kinds(trimmed.findings)).toEqual(['PADDED_RECORD@1']);
  });

  it('stop at the size limit', async () => {
    const { sequences, findings } = await readAll(lines([...sound, ...good]), { maxBytes: 242 * 4 + 5 });
    expect(kinds(findings)).toEqual(['TOO_LARGE@4']);
    expect(sequences.map(({ tail }) => tail.balanced)).toEqual([true, false]);
  });

  it('a total that disagrees in the wild is an error of its sequence only', async () => {
    const { sequences } = await readAll(readFileSync(join(FIXTURES, 'returned/error-total-mismatch.cfonb')));
    expect(sequences.map(({ tail }) => tail.balanced)).toEqual([false, true]);
  });
});
