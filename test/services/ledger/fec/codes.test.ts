/** One case at least per code that must report it, and a near miss that must not. */
import { describe, expect, it } from 'vitest';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import type { FecOptions } from '../../../../src/services/ledger/fec/check.ts';
import { FEC_CODES, type FecCode } from '../../../../src/services/ledger/fec/codes.ts';
import { check, entry, type Fields, fecText, HEADER, LEGAL_NAME, line, places } from './fec-text.ts';

interface Case {
  readonly code: FecCode;
  readonly name: string;
  readonly content: string | Uint8Array;
  /** `line` or `line column` of each report of the code; none for a near miss. */
  readonly at: readonly string[];
  readonly options?: FecOptions;
  readonly fileName?: string;
}

const plain = fecText(entry());
const one = (fields: Record<string, string>, first: Record<string, string> = {}) => fecText(entry(fields, first));
const swapped = [HEADER[1] ?? '', HEADER[0] ?? '', ...HEADER.slice(2)];
const without = (...names: string[]) => HEADER.filter((name) => !names.includes(name));
const sided = HEADER.map((name) => (name === 'Debit' ? 'Montant' : name === 'Credit' ? 'Sens' : name));
const sidedText = (first: string, second: string) =>
  fecText(
    [
      line({ Montant: '10,00', Sens: first }),
      line({ Montant: '10,00', Sens: second, CompteNum: '606000', CompteLib: 'Achats' }),
    ],
    { header: sided },
  );
const amount = (text: string) => fecText(entry({ Debit: '', Credit: '' }, { Debit: text, Credit: text }));
const date = (text: string) => one({}, { PieceDate: text });
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const letter = (fields: Record<string, string>) => line({ CompteNum: '411000', CompteLib: 'Clients', ...fields });
const padded = (extra: (index: number) => string) =>
  plain
    .split('\r\n')
    .map((text, index) => (text === '' ? '' : text + extra(index)))
    .join('\r\n');
/** Each field in quotes, those of the lines alone when the header is left out. */
const quoted = (text: string, from = 0) =>
  text
    .split('\r\n')
    .map((each, index) => (index < from ? each : each.replace(/[^\t]+/g, '"$&"')))
    .join('\r\n');
const opening = { JournalCode: 'AN', JournalLib: 'À nouveaux', EcritureDate: '20240101' };
const numbered = (...numbers: string[]) => fecText(numbers.flatMap((EcritureNum) => entry({ EcritureNum })));
const inJournal = (JournalCode: string, EcritureNum: string, more = {}) =>
  entry({ JournalCode, JournalLib: JournalCode, EcritureNum, ...more });
/** Five entries of a journal in each of the months, numbered without a gap whatever is missing. */
const monthly = (JournalCode: string, months: readonly string[], count = 5) =>
  months.flatMap((month) =>
    Array.from({ length: count }, () => inJournal(JournalCode, '', { EcritureDate: `${month}15` })).flat(),
  );
const months = (from: number, to: number, without: readonly number[] = []) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .filter((month) => !without.includes(month))
    .map((month) => `2024${String(month).padStart(2, '0')}`);
const renumbered = (lines: readonly Fields[]) =>
  fecText(lines.map((fields, at) => ({ ...fields, EcritureNum: String(Math.floor(at / 2) + 1) })));
const opened = entry(opening);
const YEAR = months(1, 12);

const CASES: readonly Case[] = [
  { code: 'FEC001', name: 'another name', content: plain, at: ['file'], fileName: 'export.txt' },
  { code: 'FEC001', name: 'an impossible day', content: plain, at: ['file'], fileName: '732829320FEC20241331.txt' },
  { code: 'FEC001', name: 'eight digits', content: plain, at: ['file'], fileName: '73282932FEC20241231.txt' },
  {
    code: 'FEC001',
    name: 'lower case, a part, another extension',
    content: plain,
    at: [],
    fileName: '732829320fec20241231_1.CSV',
  },
  { code: 'FEC001', name: 'no extension', content: plain, at: [], fileName: '732829320FEC20241231' },
  { code: 'FEC002', name: 'eight fields', content: 'a\tb\tc\td\te\tf\tg\th\r\n', at: ['1'] },
  { code: 'FEC002', name: 'semicolons', content: fecText(entry(), { separator: ';' }), at: ['1'] },
  { code: 'FEC002', name: 'UTF-16 without a mark', content: Buffer.from(plain, 'utf16le'), at: ['1'] },
  { code: 'FEC002', name: 'gzip', content: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), at: ['1'] },
  { code: 'FEC002', name: 'a first line without end', content: 'x'.repeat(200_000), at: ['1'] },
  { code: 'FEC002', name: 'lines without a header', content: plain.slice(plain.indexOf('\n') + 1), at: ['1'] },
  { code: 'FEC002', name: 'every field in quotes', content: quoted(plain), at: ['1'] },
  { code: 'FEC002', name: 'every field of the lines in quotes', content: quoted(plain, 1), at: ['1'] },
  { code: 'FEC002', name: 'a label in quotes', content: one({ EcritureLib: '"Achat"' }), at: [] },
  { code: 'FEC002', name: 'pipes', content: fecText(entry(), { separator: '|' }), at: [] },
  { code: 'FEC002', name: 'nine fields', content: `${HEADER.slice(0, 9).join('\t')}\r\n`, at: [] },
  {
    code: 'FEC003',
    name: 'no ValidDate',
    content: fecText(entry(), { header: without('ValidDate') }),
    at: ['1 ValidDate'],
  },
  { code: 'FEC003', name: 'no Credit', content: fecText(entry(), { header: without('Credit') }), at: ['1 Credit'] },
  {
    code: 'FEC003',
    name: 'Montant without Sens',
    content: fecText(entry(), { header: sided.filter((name) => name !== 'Sens') }),
    at: ['1 Sens'],
  },
  {
    code: 'FEC003',
    name: 'cash columns missing',
    content: plain,
    at: ['1 DateRglt', '1 ModeRglt', '1 NatOp'],
    options: { form: 'BA-cash' },
  },
  { code: 'FEC003', name: 'Montant and Sens', content: sidedText('D', 'C'), at: [] },
  {
    code: 'FEC003',
    name: 'case and accents',
    content: plain.replace('Credit', 'CRÉDIT').replace('Debit', 'débit'),
    at: [],
  },
  { code: 'FEC004', name: 'a column more', content: fecText(entry(), { header: [...HEADER, 'Site'] }), at: ['1 Site'] },
  {
    code: 'FEC004',
    name: 'DateRglt in the general form',
    content: fecText(entry(), { header: [...HEADER, 'DateRglt'] }),
    at: ['1 DateRglt'],
  },
  {
    code: 'FEC004',
    name: 'Montant and Sens beside Debit and Credit',
    content: fecText(entry(), { header: [...HEADER, 'Montant', 'Sens'] }),
    at: ['1 Montant', '1 Sens'],
  },
  { code: 'FEC004', name: 'no column more', content: plain, at: [] },
  { code: 'FEC005', name: 'two columns swapped', content: fecText(entry(), { header: swapped }), at: ['1 JournalLib'] },
  {
    code: 'FEC005',
    name: 'an extra column between',
    content: fecText(entry(), { header: ['Site', ...HEADER] }),
    at: [],
  },
  { code: 'FEC006', name: 'a vertical tab', content: one({}, { EcritureLib: 'a\x0bb' }), at: ['2 EcritureLib'] },
  {
    code: 'FEC006',
    name: 'in the header',
    content: fecText(entry(), { header: [...HEADER, 'Si\x01te'] }),
    at: ['1'],
  },
  { code: 'FEC006', name: 'end-of-file byte of DOS', content: `${plain}\x1a`, at: ['4 JournalCode'] },
  { code: 'FEC006', name: 'NUL is dropped', content: one({}, { EcritureLib: 'a\0b' }), at: [] },
  {
    code: 'FEC006',
    name: 'a tab in a file with pipes',
    content: fecText(entry({ EcritureLib: 'a\tb' }), { separator: '|' }),
    at: [],
  },
  { code: 'FEC007', name: 'header only', content: fecText([]), at: ['file'] },
  { code: 'FEC007', name: 'an empty file', content: '', at: ['file'] },
  { code: 'FEC007', name: 'line ends only', content: '\r\n\r\n', at: ['file'] },
  { code: 'FEC007', name: 'one line', content: fecText([line({})]), at: [] },
  { code: 'FEC008', name: 'Debit twice', content: fecText(entry(), { header: [...HEADER, 'DÉBIT'] }), at: ['1 Debit'] },
  {
    code: 'FEC008',
    name: 'an extra column twice',
    content: fecText(entry(), { header: [...HEADER, 'Site', 'site'] }),
    at: ['1 Site'],
  },
  { code: 'FEC008', name: 'all different', content: plain, at: [] },
  { code: 'FEC009', name: 'byte 92', content: latin1(one({ EcritureLib: 'L\x92achat' })), at: ['file'] },
  { code: 'FEC009', name: 'ISO 8859-15', content: latin1(one({ EcritureLib: '10 \xa4' })), at: [] },
  { code: 'FEC009', name: 'UTF-8 made of such bytes', content: one({ EcritureLib: 'À É ’' }), at: [] },
  {
    code: 'FEC010',
    name: 'a field less',
    content: plain.replace('\t\t\r\n', '\t\r\n').replace('Idevise\t', 'Idevise'),
    at: ['2'],
  },
  { code: 'FEC010', name: 'a tab in a label', content: plain.replace(/Achat(?=\t100,00\t0)/, 'Ac\that'), at: ['3'] },
  {
    code: 'FEC010',
    name: 'a separator more on one line, first',
    content: padded((index) => (index === 1 ? '\t' : '')),
    at: ['2'],
  },
  {
    code: 'FEC010',
    name: 'a separator more on one line, last',
    content: padded((index) => (index === 2 ? '\t' : '')),
    at: ['3'],
  },
  {
    code: 'FEC010',
    name: 'two separators more on every line',
    content: padded((index) => (index > 0 ? '\t\t' : '')),
    at: ['2', '3'],
  },
  {
    code: 'FEC010',
    name: 'a value after the last column',
    content: padded((index) => (index === 1 ? '\tx' : '\t')),
    at: ['2'],
  },
  {
    code: 'FEC010',
    name: 'the header alone lacks its separator',
    content: padded((index) => (index > 0 ? '\tx' : '')),
    at: ['2', '3'],
  },
  {
    code: 'FEC010',
    name: 'some lines without the separator of the header',
    content: padded((index) => (index === 2 ? '' : '\t')),
    at: ['3'],
  },
  { code: 'FEC010', name: 'a huge line', content: `${plain}${'x'.repeat(70_000)}`, at: ['4'] },
  { code: 'FEC010', name: 'a separator more everywhere', content: padded((index) => (index > 0 ? '\t' : '')), at: [] },
  {
    code: 'FEC010',
    name: 'a tab in a file with pipes',
    content: fecText(entry({ EcritureLib: 'a\tb' }), { separator: '|' }),
    at: [],
  },
  { code: 'FEC011', name: 'LF LF', content: plain.replaceAll('\r\n', '\n').replace('\n', '\n\n'), at: ['2'] },
  { code: 'FEC011', name: 'CRLF CRLF at the end', content: `${plain}\r\n`, at: ['4'] },
  { code: 'FEC011', name: 'CR CR', content: `${plain.replaceAll('\r\n', '\r')}\r`, at: ['4'] },
  { code: 'FEC011', name: 'before the header', content: `\n\n${plain}`, at: ['1', '2'] },
  { code: 'FEC011', name: 'spaces only', content: `${plain}  \r\n`, at: ['4'] },
  { code: 'FEC011', name: 'CR CR LF is one end', content: plain.replaceAll('\r\n', '\r\r\n'), at: [] },
  { code: 'FEC011', name: 'no end on the last line', content: plain.trimEnd(), at: [] },
  { code: 'FEC011', name: 'NUL after the last line', content: `${plain}\0\0\0`, at: [] },
  { code: 'FEC012', name: 'on the header and the lines', content: padded(() => '\t'), at: ['1'] },
  { code: 'FEC012', name: 'on the header only', content: padded((index) => (index === 0 ? '\t' : '')), at: ['1'] },
  { code: 'FEC012', name: 'on all lines', content: padded((index) => (index > 0 ? '\t' : '')), at: ['file'] },
  { code: 'FEC012', name: 'on some lines', content: padded((index) => (index === 1 ? '\t' : '')), at: [] },
  { code: 'FEC020', name: 'no label', content: one({}, { EcritureLib: ' ' }), at: ['2 EcritureLib'] },
  { code: 'FEC020', name: 'no number', content: one({}, { EcritureNum: '' }), at: ['2 EcritureNum'] },
  { code: 'FEC020', name: 'a date of zeros', content: one({}, { EcritureDate: '00000000' }), at: ['2 EcritureDate'] },
  { code: 'FEC020', name: 'no account', content: one({}, { CompteNum: '' }), at: ['2 CompteNum'] },
  { code: 'FEC020', name: 'no account label', content: one({}, { CompteLib: '' }), at: ['2 CompteLib'] },
  {
    code: 'FEC020',
    name: 'no account, commercial form',
    content: one({}, { CompteNum: '' }),
    at: [],
    options: { form: 'commercial' },
  },
  {
    code: 'FEC021',
    name: 'no piece',
    content: one({}, { PieceRef: '', PieceDate: '' }),
    at: ['2 PieceRef', '2 PieceDate'],
  },
  {
    code: 'FEC021',
    name: 'no journal',
    content: one({ JournalCode: '', JournalLib: '' }),
    at: ['2 JournalCode', '2 JournalLib', '3 JournalCode', '3 JournalLib'],
    options: { form: 'commercial' },
  },
  { code: 'FEC021', name: 'a draft', content: one({}, { ValidDate: '' }), at: ['2 ValidDate'] },
  {
    code: 'FEC021',
    name: 'a no-break space is blank',
    content: one({}, { PieceRef: '\u00a0\u202f' }),
    at: ['2 PieceRef'],
  },
  { code: 'FEC021', name: 'all filled', content: plain, at: [] },
  { code: 'FEC030', name: '30 February', content: date('20240230'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: '29 February of another year', content: date('20230229'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: 'month 13', content: date('2024-13-01'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: 'two-digit year', content: date('15/01/24'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: 'eight digits in no order', content: date('15132024'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: 'mixed separators', content: date('2024-01/15'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: 'a word', content: date('hier'), at: ['2 PieceDate'] },
  { code: 'FEC030', name: '29 February', content: date('20240229'), at: [] },
  ...[
    '2024-01-15',
    '2024/01/15',
    '15/01/2024',
    '15-01-2024',
    '15.01.2024',
    '2024.01.15',
    '15012024',
    '2024-01-15 10:30',
    '15/01/2024 10:30:59',
    '2024-01-15T00:00:00Z',
    '20240115 00:00:00',
  ].map((text): Case => ({ code: 'FEC031', name: text, content: date(text), at: ['2 PieceDate'] })),
  { code: 'FEC031', name: 'the legal form', content: date('20240115'), at: [] },
  {
    code: 'FEC032',
    name: 'after the end',
    content: fecText([...entry({ EcritureDate: '20250101' }), ...entry({ EcritureNum: '2' })]),
    at: ['2 EcritureDate', '3 EcritureDate'],
  },
  {
    code: 'FEC035',
    name: 'every entry after the twelve months that the name tells',
    content: fecText([
      ...entry({ EcritureDate: '20250101' }),
      ...entry({ EcritureNum: '2', EcritureDate: '20250201' }),
    ]),
    at: ['file EcritureDate'],
  },
  {
    code: 'FEC035',
    name: 'every entry before them',
    content: one({ EcritureDate: '20231231' }),
    at: ['file EcritureDate'],
  },
  { code: 'FEC035', name: 'one entry inside', content: plain, at: [] },
  {
    code: 'FEC035',
    name: 'none, but a person gave the closing',
    content: one({ EcritureDate: '20250101' }),
    at: [],
    options: { closing: '2024-12-31' as never },
  },
  { code: 'FEC032', name: 'last day', content: one({ EcritureDate: '20241231' }), at: [] },
  {
    code: 'FEC032',
    name: '24 months before the end',
    content: fecText([...entry({ EcritureDate: '20230101' }), ...entry({ EcritureNum: '2' })]),
    at: [],
  },
  {
    code: 'FEC032',
    name: 'more than 24 months before the end',
    content: fecText([...entry({ EcritureDate: '20221231' }), ...entry({ EcritureNum: '2' })]),
    at: ['2 EcritureDate', '3 EcritureDate'],
  },
  {
    code: 'FEC032',
    name: 'before the opening journal',
    content: fecText([...entry({ EcritureDate: '20231215' }), ...entry({ ...opening, EcritureNum: '2' })]),
    at: ['2 EcritureDate', '3 EcritureDate'],
  },
  {
    code: 'FEC032',
    name: 'before the opening option',
    content: plain,
    at: ['2 EcritureDate', '3 EcritureDate'],
    options: { opening: '2024-02-01' as never },
  },
  {
    code: 'FEC032',
    name: 'closing unknown',
    content: one({ EcritureDate: '20500101' }),
    at: [],
    fileName: 'export.txt',
  },
  {
    code: 'FEC032',
    name: 'closing from the option',
    content: plain,
    at: ['2 EcritureDate', '3 EcritureDate'],
    options: { closing: '2023-12-31' as never },
    fileName: 'export.txt',
  },
  { code: 'FEC033', name: 'year 1899', content: date('18991231'), at: ['2 PieceDate'] },
  { code: 'FEC033', name: 'year 2100', content: date('21000101'), at: ['2 PieceDate'] },
  { code: 'FEC033', name: 'year 1900', content: date('19000101'), at: [] },
  { code: 'FEC033', name: 'year 2099', content: date('20991231'), at: [] },
  {
    code: 'FEC034',
    name: 'validated the day before',
    content: one({ ValidDate: '20240114' }),
    at: ['2 ValidDate', '3 ValidDate'],
  },
  { code: 'FEC034', name: 'validated the same day', content: one({ ValidDate: '20240115' }), at: [] },
  { code: 'FEC040', name: 'a dot', content: amount('1234.56'), at: ['2 Debit', '2 Credit'] },
  { code: 'FEC040', name: 'one dot before three decimals', content: amount('1.234'), at: ['2 Debit', '2 Credit'] },
  { code: 'FEC040', name: 'a comma', content: amount('1234,56'), at: [] },
  { code: 'FEC040', name: 'a dot and a comma', content: amount('1.234,56'), at: [] },
  ...[
    '1.234,56',
    '1,234.56',
    '1 234,56',
    '1\u00a0234,56',
    '1\u202f234,56',
    '1.234.567',
    '1,234,567',
    '-1 234,56',
    '1 234,56-',
  ].map((text): Case => ({ code: 'FEC041', name: text, content: amount(text), at: ['2 Debit', '2 Credit'] })),
  {
    code: 'FEC041',
    name: 'a no-break space of ISO 8859-15',
    content: latin1(amount('1\xa0234,56')),
    at: ['2 Debit', '2 Credit'],
  },
  { code: 'FEC041', name: 'leading zeros and outer spaces', content: amount(' 0000001234,56 '), at: [] },
  ...['abc', '1,5E3', '-', ',', '12€', '- 12', '-12-', '+-12', "1'234,56", '0x10', '1e3'].map(
    (text): Case => ({ code: 'FEC042', name: text, content: amount(text), at: ['2 Debit', '2 Credit'] }),
  ),
  { code: 'FEC042', name: 'beyond the limit', content: amount('10000000000000,00'), at: ['2 Debit', '2 Credit'] },
  {
    code: 'FEC042',
    name: 'a currency amount',
    content: one({}, { Montantdevise: 'x', Idevise: 'USD' }),
    at: ['2 Montantdevise'],
  },
  ...['+12,00', '12,00-', '-12,00', '12,00+', '0000000012,00', ',50', '12', '12,', '', '9999999999999,99'].map(
    (text): Case => ({ code: 'FEC042', name: `“${text}” is a number`, content: amount(text), at: [] }),
  ),
  { code: 'FEC043', name: 'both sides', content: amount('5,00'), at: ['2'] },
  { code: 'FEC043', name: 'one side', content: plain, at: [] },
  { code: 'FEC044', name: 'negative', content: one({}, { Credit: '', Debit: '-100,00' }), at: ['2 Debit'] },
  { code: 'FEC044', name: 'sign last', content: one({}, { Credit: '', Debit: '100,00-' }), at: ['2 Debit'] },
  { code: 'FEC044', name: 'minus zero', content: one({}, { Debit: '-0,00' }), at: [] },
  {
    code: 'FEC044',
    name: 'a negative currency amount',
    content: one({}, { Montantdevise: '-5,00', Idevise: 'USD' }),
    at: [],
  },
  { code: 'FEC045', name: 'a third decimal', content: amount('1,005'), at: ['2 Debit', '2 Credit'] },
  { code: 'FEC045', name: 'zeros after the cents', content: amount('1,0000'), at: [] },
  { code: 'FEC046', name: 'X', content: sidedText('X', 'C'), at: ['2 Sens'] },
  { code: 'FEC046', name: 'a blank', content: sidedText('', 'C'), at: ['2 Sens'] },
  { code: 'FEC046', name: 'a space after the sign', content: sidedText('+ 1', '-1'), at: ['2 Sens'] },
  { code: 'FEC046', name: 'one without a sign', content: sidedText('1', '-1'), at: ['2 Sens'] },
  { code: 'FEC046', name: '+1 and -1', content: sidedText('+1', '-1'), at: [] },
  { code: 'FEC046', name: 'lower case and spaces', content: sidedText(' d ', 'c'), at: [] },
  { code: 'FEC047', name: 'zeros', content: fecText([...entry(), line({})]), at: ['4'] },
  { code: 'FEC047', name: 'blanks', content: fecText([...entry(), line({ Debit: '', Credit: '' })]), at: ['4'] },
  { code: 'FEC047', name: 'an unreadable amount', content: amount('x'), at: ['3'] },
  { code: 'FEC047', name: 'one side', content: plain, at: [] },
  { code: 'FEC050', name: 'two digits', content: one({}, { CompteNum: '40' }), at: ['2 CompteNum'] },
  { code: 'FEC050', name: 'letters', content: one({}, { CompteNum: 'FOUR1' }), at: ['2 CompteNum'] },
  { code: 'FEC050', name: 'three digits then letters', content: one({}, { CompteNum: '401DUPONT' }), at: [] },
  {
    code: 'FEC051',
    name: 'two labels, once',
    content: fecText([...entry(), ...entry({ EcritureNum: '2', CompteLib: 'Autre' }), ...entry({ EcritureNum: '3' })]),
    at: ['4 CompteLib', '5 CompteLib'],
  },
  { code: 'FEC051', name: 'one label', content: fecText([...entry(), ...entry({ EcritureNum: '2' })]), at: [] },
  { code: 'FEC052', name: 'number without label', content: one({}, { CompAuxNum: 'F1' }), at: ['2 CompAuxLib'] },
  { code: 'FEC052', name: 'label without number', content: one({}, { CompAuxLib: 'Durand' }), at: ['2 CompAuxNum'] },
  { code: 'FEC052', name: 'both', content: one({}, { CompAuxNum: 'F1', CompAuxLib: 'Durand' }), at: [] },
  {
    code: 'FEC053',
    name: 'on a charge',
    content: one({ CompAuxNum: 'F1', CompAuxLib: 'Durand' }),
    at: ['3 CompAuxNum'],
  },
  { code: 'FEC053', name: 'on class 4', content: one({}, { CompAuxNum: 'F1', CompAuxLib: 'Durand' }), at: [] },
  { code: 'FEC060', name: 'one cent', content: one({}, { Credit: '100,01' }), at: ['2'] },
  {
    code: 'FEC060',
    name: 'two errors that cancel are both shown',
    content: fecText([...entry({}, { Credit: '90,00' }), ...entry({ EcritureNum: '2' }, { Credit: '110,00' })]),
    at: ['2', '4'],
  },
  { code: 'FEC060', name: 'a line that cannot be read hides the sum', content: amount('x'), at: [] },
  {
    code: 'FEC060',
    name: 'two dates',
    content: fecText([...entry({}, { EcritureDate: '20240116' }), ...entry({ EcritureNum: '2' })]),
    at: [],
  },
  {
    code: 'FEC060',
    name: 'two journals',
    content: fecText([...entry({}, { JournalCode: 'AC' }), ...entry({ EcritureNum: '2' })]),
    at: [],
  },
  {
    code: 'FEC060',
    name: 'one number for all, a rest in a journal',
    content: fecText([
      ...inJournal('A', '0'),
      ...inJournal('B', '0'),
      line({ JournalCode: 'B', EcritureNum: '0', Debit: '5,00' }),
    ]),
    at: ['6'],
  },
  { code: 'FEC061', name: 'one cent', content: one({}, { Credit: '100,01' }), at: ['file'] },
  {
    code: 'FEC061',
    name: 'errors that cancel',
    content: fecText([...entry({}, { Credit: '90,00' }), ...entry({ EcritureNum: '2' }, { Credit: '110,00' })]),
    at: [],
  },
  {
    code: 'FEC063',
    name: 'a day that cannot be read on one line of three',
    content: fecText([line({ EcritureDate: '20240230', Debit: '0,00' }), ...entry(), ...entry({ EcritureNum: '2' })]),
    at: [],
  },
  {
    code: 'FEC063',
    name: 'a gap that only lines of the wrong width fill',
    content: numbered('1', '2', '3').replaceAll('\t2\t2024', '\t\t2\t2024'),
    at: [],
  },
  {
    code: 'FEC060',
    name: 'a separator in the label of the journal of one line',
    content: fecText([...entry(), ...entry({ EcritureNum: '2' }, { JournalLib: 'Op\térations' })]),
    at: [],
  },
  {
    code: 'FEC072',
    name: 'a line of the group has the wrong width',
    content: fecText([
      letter({ Debit: '1,00', EcritureLet: 'A' }),
      letter({ Credit: '1,00', EcritureLet: 'A', EcritureLib: 'a\tb' }),
    ]),
    at: [],
  },
  { code: 'FEC063', name: 'a gap', content: numbered('1', '2', '4'), at: ['6 EcritureNum'] },
  {
    code: 'FEC063',
    name: 'a gap per prefix',
    content: numbered('VE-1', 'AC-1', 'VE-2', 'AC-3'),
    at: ['8 EcritureNum'],
  },
  {
    code: 'FEC063',
    name: 'a number twice, at two dates',
    content: fecText([...entry(), ...entry({ EcritureDate: '20240116' }), ...entry({ EcritureNum: '2' })]),
    at: ['4 EcritureNum'],
  },
  {
    code: 'FEC063',
    name: 'a number three times is one finding',
    content: fecText([
      ...['15', '16', '17'].flatMap((day) => entry({ EcritureDate: `202401${day}` })),
      ...entry({ EcritureNum: '2' }),
    ]),
    at: ['4 EcritureNum'],
  },
  {
    code: 'FEC063',
    name: 'a number twice in a sequence of the file',
    content: fecText([
      ...inJournal('A', '1'),
      ...inJournal('B', '2'),
      ...inJournal('A', '3'),
      ...inJournal('B', '3'),
      ...inJournal('A', '4'),
      ...inJournal('B', '5'),
    ]),
    at: ['8 EcritureNum'],
  },
  {
    code: 'FEC063',
    name: 'a gap in one journal of several',
    content: fecText([
      ...inJournal('A', '1'),
      ...inJournal('B', '1'),
      ...inJournal('A', '2'),
      ...inJournal('B', '2'),
      ...inJournal('A', '3'),
      ...inJournal('B', '4'),
    ]),
    at: ['12 EcritureNum'],
  },
  { code: 'FEC063', name: 'no trailing integer, once', content: numbered('A', 'B'), at: ['2 EcritureNum'] },
  {
    code: 'FEC063',
    name: 'one number for all',
    content: fecText([...inJournal('A', '0'), ...inJournal('B', '0')]),
    at: ['file EcritureNum'],
  },
  {
    code: 'FEC063',
    name: 'across journals, out of order',
    content: fecText([...inJournal('B', '2'), ...inJournal('A', '1'), ...inJournal('A', '3')]),
    at: [],
  },
  { code: 'FEC063', name: 'leading zeros', content: numbered('ANO000000009', 'ANO000000010', 'ANO000000011'), at: [] },
  { code: 'FEC063', name: 'one number, one journal, one date', content: fecText(entry({ EcritureNum: '0' })), at: [] },
  {
    code: 'FEC064',
    name: 'one sequence per journal',
    content: fecText([...inJournal('A', '1'), ...inJournal('B', '1'), ...inJournal('A', '2'), ...inJournal('B', '2')]),
    at: ['file'],
  },
  {
    code: 'FEC064',
    name: 'one sequence for the file',
    content: fecText([...inJournal('A', '1'), ...inJournal('B', '2')]),
    at: [],
  },
  {
    code: 'FEC064',
    name: 'no fewer breaks per journal',
    content: fecText([...inJournal('A', '1'), ...inJournal('B', '2'), ...inJournal('A', '4'), ...inJournal('B', '4')]),
    at: [],
  },
  {
    code: 'FEC064',
    name: 'an entry over two journals',
    content: fecText([...entry({}, { JournalCode: 'AC' }), ...entry({ EcritureNum: '2' })]),
    at: [],
  },
  {
    code: 'FEC065',
    name: 'an earlier ValidDate',
    content: fecText([...entry(), ...entry({ EcritureNum: '2', ValidDate: '20240130' })]),
    at: ['4 ValidDate'],
  },
  {
    code: 'FEC065',
    name: 'a draft counts by its date',
    content: fecText([...entry(), ...entry({ EcritureNum: '2', ValidDate: '' })]),
    at: ['4 ValidDate'],
  },
  {
    code: 'FEC065',
    name: 'an earlier EcritureDate, validated later',
    content: fecText([...entry(), ...entry({ EcritureNum: '2', EcritureDate: '20240110' })]),
    at: [],
  },
  {
    code: 'FEC066',
    name: 'opening journal last',
    content: fecText([...entry(), ...entry({ ...opening, EcritureNum: '2' })]),
    at: ['4'],
  },
  {
    code: 'FEC066',
    name: 'opening journal in two places',
    content: fecText([...entry(opening), ...entry({ EcritureNum: '2' }), ...entry({ ...opening, EcritureNum: '3' })]),
    at: ['6'],
  },
  {
    code: 'FEC066',
    name: '"nouveau" on the first day, last',
    content: fecText([
      ...entry(),
      ...entry({ EcritureDate: '20240101', EcritureNum: '2', EcritureLib: 'REPORT A NOUVEAU' }),
    ]),
    at: ['4'],
  },
  {
    code: 'FEC066',
    name: 'opening journal first',
    content: fecText([...entry(opening), ...entry({ EcritureNum: '2' })]),
    at: [],
  },
  {
    code: 'FEC066',
    name: '"nouveau" on another day',
    content: fecText([
      ...entry(),
      ...entry({ EcritureDate: '20240116', EcritureNum: '2', EcritureLib: 'Nouveau client' }),
    ]),
    at: [],
  },
  {
    code: 'FEC066',
    name: '"nouveau" elsewhere than in the opening journal',
    content: fecText([
      ...entry(opening),
      ...entry({ EcritureNum: '2' }),
      ...entry({ EcritureDate: '20240101', EcritureNum: '3', EcritureLib: 'à nouveau' }),
    ]),
    at: [],
  },
  {
    code: 'FEC066',
    name: '"nouveau" on the first day of a year begun in March, last',
    content: fecText([
      ...entry({ EcritureDate: '20240305' }),
      ...entry({ EcritureDate: '20240301', EcritureNum: '2', PieceRef: 'A NOUVEAU' }),
    ]),
    at: ['4'],
  },
  {
    code: 'FEC067',
    name: 'a journal without April, the numbers going on',
    content: renumbered([...opened, ...monthly('VE', months(1, 12, [4])), ...monthly('AC', YEAR)]),
    at: ['34 EcritureDate'],
  },
  {
    code: 'FEC067',
    name: 'without the first month of an exercise that is opened',
    content: renumbered([...opened, ...monthly('VE', months(2, 12)), ...monthly('AC', YEAR)]),
    at: ['4 EcritureDate'],
  },
  {
    code: 'FEC067',
    name: 'without the last month',
    content: renumbered([...opened, ...monthly('VE', months(1, 11)), ...monthly('AC', YEAR)]),
    at: ['104 EcritureDate'],
  },
  {
    code: 'FEC067',
    name: 'a file up to September, a journal without April and not yet in September',
    content: renumbered([...opened, ...monthly('VE', months(1, 8, [4])), ...monthly('AC', months(1, 9))]),
    at: ['34 EcritureDate'],
  },
  {
    code: 'FEC067',
    name: 'a first month of few lines',
    content: renumbered([...opened, ...monthly('VE', ['202401'], 1), ...monthly('VE', months(2, 12, [7]))]),
    at: ['56 EcritureDate'],
  },
  { code: 'FEC067', name: 'every month', content: renumbered([...opened, ...monthly('VE', YEAR)]), at: [] },
  {
    code: 'FEC067',
    name: 'a month of few lines is chance',
    content: renumbered([
      ...opened,
      ...monthly('VE', months(1, 11, [4, 6])),
      ...monthly('VE', ['202406', '202412'], 4),
    ]),
    at: [],
  },
  {
    code: 'FEC067',
    name: 'a rest of two months',
    content: renumbered([...opened, ...monthly('VE', months(1, 12, [7, 8])), ...monthly('AC', YEAR)]),
    at: [],
  },
  {
    code: 'FEC067',
    name: 'a rest in the last month and in another',
    content: renumbered([...opened, ...monthly('VE', months(1, 11, [7])), ...monthly('AC', YEAR)]),
    at: [],
  },
  {
    code: 'FEC067',
    name: 'the month that a running exercise has not reached in this journal',
    content: renumbered([...opened, ...monthly('VE', months(1, 10)), ...monthly('AC', months(1, 11))]),
    at: [],
  },
  {
    code: 'FEC067',
    name: 'five months',
    content: renumbered([...opened, ...monthly('VE', months(1, 5, [3]))]),
    at: [],
  },
  {
    code: 'FEC067',
    name: 'the first month of a company, whose file opens with nothing',
    content: renumbered([...monthly('VE', months(2, 12)), ...monthly('AC', YEAR)]),
    at: [],
  },
  {
    code: 'FEC067',
    name: 'a last month that the exercise ends in the middle of',
    content: renumbered([...opened, ...monthly('VE', months(1, 11)), ...monthly('AC', YEAR)]),
    at: [],
    options: { closing: '2024-12-20' as PlainDate },
  },
  { code: 'FEC070', name: 'a letter without date', content: one({}, { EcritureLet: 'A' }), at: ['2 DateLet'] },
  {
    code: 'FEC070',
    name: 'a date of zeros',
    content: one({}, { EcritureLet: 'A', DateLet: '00000000' }),
    at: ['2 DateLet'],
  },
  { code: 'FEC070', name: 'both', content: one({}, { EcritureLet: 'A', DateLet: '20240120' }), at: [] },
  { code: 'FEC071', name: 'a date without letter', content: one({}, { DateLet: '20240120' }), at: ['2 DateLet'] },
  { code: 'FEC071', name: 'neither', content: plain, at: [] },
  {
    code: 'FEC072',
    name: 'one account of a balanced pair',
    content: one({ EcritureLet: 'A', DateLet: '20240120' }),
    at: ['2 EcritureLet', '3 EcritureLet'],
  },
  {
    code: 'FEC072',
    name: 'the case of the code counts',
    content: fecText([letter({ Debit: '1,00', EcritureLet: 'AA' }), letter({ Credit: '1,00', EcritureLet: 'aa' })]),
    at: ['2 EcritureLet', '3 EcritureLet'],
  },
  {
    code: 'FEC072',
    name: 'two sub-accounts',
    content: fecText([
      letter({ Debit: '1,00', EcritureLet: 'A', CompAuxNum: 'X' }),
      letter({ Credit: '1,00', EcritureLet: 'A', CompAuxNum: 'Y' }),
    ]),
    at: ['2 EcritureLet', '3 EcritureLet'],
  },
  {
    code: 'FEC072',
    name: 'sum zero',
    content: fecText([letter({ Debit: '1,00', EcritureLet: 'A' }), letter({ Credit: '1,00', EcritureLet: 'A' })]),
    at: [],
  },
  {
    code: 'FEC073',
    name: 'before the oldest line',
    content: fecText([
      letter({ Debit: '1,00', EcritureLet: 'A' }),
      letter({ Credit: '1,00', EcritureLet: 'A', DateLet: '20240114' }),
    ]),
    at: ['3 DateLet'],
  },
  {
    code: 'FEC073',
    name: 'on the day of the oldest line',
    content: fecText([
      letter({ Debit: '1,00', EcritureLet: 'A', DateLet: '20240115' }),
      letter({ Credit: '1,00', EcritureLet: 'A', EcritureDate: '20240301', DateLet: '20240115' }),
    ]),
    at: [],
  },
  { code: 'FEC080', name: 'amount without currency', content: one({}, { Montantdevise: '5,00' }), at: ['2 Idevise'] },
  { code: 'FEC080', name: 'currency without amount', content: one({}, { Idevise: 'EUR' }), at: ['2 Montantdevise'] },
  { code: 'FEC080', name: 'a zero amount without currency', content: one({}, { Montantdevise: '0,00' }), at: [] },
  {
    code: 'FEC090',
    name: 'closed',
    content: fecText([
      ...entry(),
      ...entry(
        { EcritureNum: '2', EcritureDate: '20241231', CompteNum: '120000' },
        { CompteNum: '606000', CompteLib: 'Achats' },
      ),
    ]),
    at: ['file'],
  },
  {
    code: 'FEC090',
    name: 'one account closed of two',
    content: fecText([
      ...entry(),
      ...entry({ EcritureNum: '2', CompteNum: '120000' }, { CompteNum: '606000' }),
      ...entry({ EcritureNum: '3' }, { CompteNum: '706000' }),
    ]),
    at: [],
  },
  { code: 'FEC090', name: 'no movement', content: fecText([line({ CompteNum: '606000' })]), at: [] },
  {
    code: 'FEC091',
    name: 'a wrong key in the name',
    content: plain,
    at: ['file'],
    fileName: '732829321FEC20241231.txt',
  },
  { code: 'FEC091', name: 'a wrong key in the option', content: plain, at: ['file'], options: { siren: '123456789' } },
  {
    code: 'FEC091',
    name: 'the option wins',
    content: plain,
    at: [],
    options: { siren: '732829320' },
    fileName: '732829321FEC20241231.txt',
  },
  {
    code: 'FEC099',
    name: 'more than the memory given',
    content: fecText(Array.from({ length: 2000 }, (_, index) => entry({ EcritureNum: `N${index}` })).flat()),
    at: ['256'],
    options: { memoryLimit: 4096 },
  },
  { code: 'FEC099', name: 'enough memory', content: plain, at: [] },
];

describe('each code', () => {
  it.each(CASES)('$code: $name', async ({ code, content, at, options, fileName }) => {
    const result = await check(content, options, fileName ?? LEGAL_NAME);
    const found = places(result)
      .filter((place) => place.startsWith(code))
      .map((place) => place.slice(code.length + 1));
    expect(found).toEqual(at);
    expect(result.counts[code] ?? 0).toBe(at.length);
  });

  it('does not ask for a name or for options when the options say all', async () => {
    const told = { siren: '732829320', closing: '2024-12-31' as PlainDate };
    const [message] = (await check(plain, told, 'export.txt')).findings
      .filter((finding) => finding.code === 'FEC001')
      .map((finding) => finding.message);
    expect(message).toMatch(/It is read as that of 732829320, closed on 2024-12-31, as the options say\.$/);
  });

  it('names the journal, the month and what is usual', async () => {
    const lines = [...opened, ...monthly('VE', months(1, 12, [4])), ...monthly('AC', YEAR)];
    const { findings, verdict } = await check(renumbered(lines), { language: 'fr' });
    const [found] = findings.filter(({ code }) => code === 'FEC067');
    expect([verdict, found?.severity, found?.message]).toEqual([
      'Accepted',
      'warning',
      'Le journal VE n’a aucune ligne en 2024-04, alors qu’il en a au moins 10 chaque autre mois. Exportez de nouveau l’exercice avec ce mois, ou vérifiez que rien n’y a été passé.',
    ]);
  });

  it('says once that there is no header, not what each column of it lacks', async () => {
    const { counts, verdict } = await check(plain.slice(plain.indexOf('\n') + 1), {}, LEGAL_NAME);
    expect([verdict, counts]).toEqual(['Refused', { FEC002: 1 }]);
  });

  it('has a case that reports it and one that does not', () => {
    // Of what was there before: continuity.test.ts, letters/change.test.ts.
    const ofTheLedger = ['FEC092', 'FEC093', 'FEC094', 'FEC095', 'FEC096'];
    for (const code of Object.keys(FEC_CODES).filter((name) => !ofTheLedger.includes(name))) {
      const cases = CASES.filter((one) => one.code === code);
      expect([code, cases.some((one) => one.at.length > 0), cases.some((one) => one.at.length === 0)]).toEqual([
        code,
        true,
        true,
      ]);
    }
  });
});
