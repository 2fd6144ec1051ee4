/** Faults of a statement: where each is reported, that it is reported once, and that reading goes on. */
import { describe, expect, it } from 'vitest';
import { KEPT_PER_KIND } from '../../../../../src/services/banking/statements/cfonb/findings.ts';
import { kinds, lines, put, readAll, readChunks, readSkipping, statement } from './support.ts';

/** 1: 01, 2: 04, 3: 05, 4: 04, 5: 07. */
const FIVE = statement([{ details: [{ qualifier: 'LIB', text: 'X' }] }, { units: -40 }]);
const SOUND = statement([{}], { accountNumber: '00055555555' });

const change = (record: number, position: number, text: string): string[] =>
  FIVE.map((line, index) => (index === record - 1 ? put(line, position, text) : line));

describe('fields of a record', () => {
  it.each([
    ['amount of the old balance', 1, 91, 'X', ['BAD_AMOUNT@1'], 'Amount', 91],
    ['amount of a movement', 2, 104, '5', ['BAD_AMOUNT@2'], 'Amount', 91],
    ['amount of the new balance', 5, 100, ' ', ['BAD_AMOUNT@5'], 'Amount', 91],
    ['date of the old balance', 1, 35, '310226', ['BAD_DATE@1'], 'Date', 35],
    ['no date of the old balance', 1, 35, '      ', ['BAD_DATE@1'], 'Date', 35],
    ['booking date', 2, 35, '300226', ['BAD_DATE@2'], 'OperationDate', 35],
    ['no booking date', 2, 35, '000000', ['BAD_DATE@2'], 'OperationDate', 35],
    ['value date', 2, 43, '000026', ['BAD_DATE@2'], 'ValueDate', 43],
    ['date of a complement', 3, 35, '991399', ['BAD_DATE@3'], 'OperationDate', 35],
    ['date of the new balance', 5, 35, '31/02/', ['BAD_DATE@5'], 'Date', 35],
    ['decimals of the old balance', 1, 20, 'X', ['BAD_DECIMALS@1'], 'Decimals', 20],
    ['decimals of a movement', 2, 20, ' ', ['BAD_DECIMALS@2'], 'Decimals', 20],
    ['other decimals of a movement', 2, 20, '3', ['BAD_DECIMALS@2'], 'Decimals', 20],
    ['other decimals of the new balance', 5, 20, '0', ['BAD_DECIMALS@5'], 'Decimals', 20],
    ['currency of the old balance', 1, 17, '12', ['ACCOUNT_MISMATCH@1'], 'CurrencyCode', 17],
    ['bank of a movement', 2, 7, '4', ['ACCOUNT_MISMATCH@2'], 'BankCode', 3],
    ['branch of a complement', 3, 12, '1', ['ACCOUNT_MISMATCH@3'], 'BranchCode', 12],
    ['currency of a movement', 4, 17, 'USD', ['ACCOUNT_MISMATCH@4'], 'CurrencyCode', 17],
    ['account of the new balance', 5, 32, 'Z', ['ACCOUNT_MISMATCH@5'], 'AccountNumber', 22],
  ])('%s', async (_, record, position, text, expected, field, at) => {
    const { statements, findings } = await readAll(lines([...change(record, position, text), ...SOUND]));
    expect(kinds(findings)).toEqual(expected);
    expect(findings[0]).toMatchObject({ severity: 'error', field, position: at, group: 1, place: { line: record } });
    expect(statements.map(({ tail }) => tail.balanced)).toEqual([false, true]);
    expect(statements[0]?.movements).toHaveLength(2);
  });

  it('what is unreadable is null, the rest stays', async () => {
    const { statements } = await readAll(lines(change(2, 104, '5')));
    expect(statements[0]?.movements.map(({ units }) => units)).toEqual([null, -40]);
    expect(statements[0]?.tail.sum).toBeNull();
  });

  it.each([
    ['position 21', 2, 21, 'E'],
    ['internal code of a complement', 3, 8, 'ABCD'],
    ['reserved positions', 2, 80, 'XX'],
    ['reserved positions of a balance', 1, 41, 'SOLDE'],
  ])('%s is not compared', async (_, record, position, text) =>
    expect((await readAll(lines(change(record, position, text)))).findings).toEqual([]),
  );
});

describe('balance', () => {
  it('gives what was computed, stated and the difference', async () => {
    const { findings, statements } = await readAll(lines(change(5, 91, '0000000010006A')));
    expect(findings).toMatchObject([
      {
        kind: 'BALANCE_MISMATCH',
        position: 91,
        place: { record: 5 },
        disagreement: { computed: '1000.60', stated: '1000.61', difference: '0.01' },
      },
    ]);
    expect(statements[0]?.tail).toMatchObject({ balanced: false, sum: 60n });
  });

  it('is exact where doubles are not', async () => {
    const most = 99_999_999_999_999;
    const many = Array.from({ length: 200 }, (_, index) => ({ units: index % 2 === 0 ? most : -most }));
    expect((await readAll(lines(statement(many)))).findings).toEqual([]);
    const [first = '', second = '', last = ''] = statement([{ units: most - 100_000 }]);
    const { findings } = await readAll(lines([first, ...Array.from({ length: 1000 }, () => second), last]));
    expect(findings[0]?.disagreement?.computed).toBe('999999999000990.00');
  });

  it('counts the decimals of the currency', async () => {
    const { statements } = await readAll(lines(statement([{ units: -100_001 }], { currencyCode: 'TND', decimals: 3 })));
    expect(statements[0]?.tail.endBalance?.units).toBe(-1);
  });
});

describe('order', () => {
  const code = (line: string, text: string): string => put(line, 1, text);
  it.each([
    ['begins with 04', FIVE.slice(1), ['RECORD_ORDER@1'], 0],
    ['begins with 05', FIVE.slice(2), ['RECORD_ORDER@1'], 0],
    ['begins with 07', FIVE.slice(4), ['RECORD_ORDER@1'], 0],
    ['05 right after 01', [...FIVE.slice(0, 1), ...FIVE.slice(2)], ['RECORD_ORDER@2', 'BALANCE_MISMATCH@4'], 1],
    ['04 after 07', [...FIVE, FIVE[1] ?? '', FIVE[2] ?? ''], ['RECORD_ORDER@6'], 1],
    ['07 twice', [...FIVE, FIVE[4] ?? ''], ['RECORD_ORDER@6'], 1],
    ['01 twice', [FIVE[0] ?? '', ...FIVE], ['MISSING_NEW_BALANCE@2'], 2],
    ['no 07', FIVE.slice(0, 4), ['MISSING_NEW_BALANCE@5'], 1],
    ['only 01', FIVE.slice(0, 1), ['MISSING_NEW_BALANCE@2'], 1],
    ['02 in the middle', FIVE.map((line, index) => (index === 3 ? code(line, '02') : line)), ['UNKNOWN_RECORD@4'], 1],
    ['two runs outside', [...FIVE.slice(1, 3), ...FIVE, ...FIVE.slice(1, 4)], ['RECORD_ORDER@1', 'RECORD_ORDER@8'], 1],
  ])('%s', async (_, records, expected, count) => {
    const { statements, findings } = await readAll(lines([...records, ...SOUND]));
    expect(kinds(findings)).toEqual(expected);
    expect(statements).toHaveLength(count + 1);
    expect(statements.at(-1)?.tail.balanced).toBe(true);
  });

  it('a file that ends in a statement has no new balance there', async () => {
    const { statements, findings } = await readAll(lines([...SOUND, ...FIVE.slice(0, 4)]));
    expect(kinds(findings)).toEqual(['MISSING_NEW_BALANCE@7']);
    expect(statements.map(({ tail }) => tail.endBalance?.date ?? null)).toEqual(['2026-03-06', null]);
    expect(statements[1]?.movements).toHaveLength(2);
  });

  it('complements of a damaged movement do not go to the movement before it', async () => {
    const details = [{ qualifier: 'LIB', text: 'DU SECOND' }];
    const [first = '', one = '', two = '', complement = '', last = ''] = statement([{}, { details }]);
    const { statements, findings } = await readAll(lines([first, one, two.slice(0, 90), complement, last]));
    expect(kinds(findings)).toEqual(['RECORD_LENGTH@3']);
    expect(statements[0]?.movements.map(({ details }) => details)).toEqual([[]]);
  });

  it('complements of a damaged first movement are not shown again', async () => {
    const { findings } = await readAll(lines([FIVE[0] ?? '', (FIVE[1] ?? '').slice(0, 90), ...FIVE.slice(2)]));
    expect(kinds(findings)).toEqual(['RECORD_LENGTH@2']);
  });

  it('a movement of another account is reported once, not as a difference of balance too', async () => {
    const stray = statement([{ units: 77 }], { accountNumber: '00055555555' })[1] ?? '';
    const { statements, findings } = await readAll(lines([...FIVE.slice(0, 4), stray, ...FIVE.slice(4)]));
    expect(kinds(findings)).toEqual(['ACCOUNT_MISMATCH@5']);
    expect(statements[0]?.tail.balanced).toBe(false);
  });
});

describe('damaged balances', () => {
  it('a new balance of another account is reported once, not as a difference of balance too', async () => {
    const other = put(put(FIVE[4] ?? '', 32, 'Z'), 91, '0000000000007{');
    expect(kinds((await readAll(lines([...FIVE.slice(0, 4), other]))).findings)).toEqual(['ACCOUNT_MISMATCH@5']);
  });

  it('a damaged movement does not give the currency that the balances leave blank', async () => {
    const [first = '', second = '', third = '', last = ''] = statement([{}, {}]);
    const damaged = put(second, 17, 'USD').slice(0, 90);
    const { statements, findings } = await readAll(lines([put(first, 17, '    '), damaged, third, last]));
    expect(kinds(findings)).toEqual(['RECORD_LENGTH@2']);
    expect(statements[0]?.head.account.currencyCode).toBe('EUR');
  });

  it.each([
    ['01', ['RECORD_LENGTH@1']],
    [' 01', ['NOT_CFONB@-']],
    ['01/03/2026;CARTE', ['NOT_CFONB@-']],
    [' '.repeat(10_000), ['EMPTY_FILE@-']],
    ['\u00ef\u00bb\u00bf\r\n', ['EMPTY_FILE@-']],
  ])('a file of %j only', async (text, expected) => expect(kinds((await readAll(text)).findings)).toEqual(expected));

  it('an old balance that names its account opens its statement', async () => {
    const { statements, findings } = await readAll(lines([(FIVE[0] ?? '').slice(0, 60), ...FIVE.slice(1)]));
    expect(kinds(findings)).toEqual(['RECORD_LENGTH@1']);
    expect(statements[0]?.head).toMatchObject({
      account: { iban: 'FR7698765000420001234567895' },
      startBalance: { date: '2026-03-02', units: null },
    });
    expect(statements[0]?.tail.balanced).toBe(false);
  });

  it('its account is taken from the next record, so that one fault is reported once', async () => {
    const shifted = (FIVE[0] ?? '').slice(0, 24) + (FIVE[0] ?? '').slice(25);
    const { statements, findings } = await readAll(lines([shifted, ...FIVE.slice(1)]));
    expect(kinds(findings)).toEqual(['RECORD_LENGTH@1']);
    expect(statements[0]?.head.account.iban).toBe('FR7698765000420001234567895');
  });

  it('the statement after one without end has no gap to tell', async () => {
    const { findings } = await readAll(lines([...FIVE.slice(0, 4), ...FIVE]));
    expect(kinds(findings)).toEqual(['MISSING_NEW_BALANCE@5']);
  });
});

describe('data without line breaks', () => {
  const three = [...FIVE, ...SOUND, ...FIVE.map((line) => put(line, 32, '7'))];
  it.each([60, 119, 120, 121, 300, 361, 599])('a byte lost at %i costs one statement', async (at) => {
    const text = three.join('');
    const { statements, findings } = await readAll(text.slice(0, at) + text.slice(at + 1));
    expect(findings.length).toBeGreaterThan(0);
    expect(statements.at(-1)?.tail.balanced).toBe(true);
  });

  it('a byte too many costs one statement', async () => {
    const text = three.join('');
    const { statements, findings } = await readAll(`${text.slice(0, 300)}X${text.slice(300)}`);
    expect(findings.length).toBeGreaterThan(0);
    expect(statements.at(-1)?.tail.balanced).toBe(true);
  });

  it.each([1, 60, 119])('%i characters left over', async (length) => {
    const { findings } = await readAll(FIVE.join('') + 'X'.repeat(length));
    expect(kinds(findings)).toEqual(['RECORD_LENGTH@6']);
  });
});

describe('limits', () => {
  it('keeps a thousand findings of a kind and counts all', async () => {
    const records = statement(Array.from({ length: 1500 }, () => ({ operationCode: 'ZZ' })));
    const { findings, counts } = await readSkipping([Buffer.from(lines(records))]);
    expect([findings.length, counts.get('UNKNOWN_OPERATION_CODE')]).toEqual([KEPT_PER_KIND, 1500]);
  });

  it('stops at the size limit, and says so', async () => {
    const { statements, findings } = await readAll(lines([...SOUND, ...FIVE]), { maxBytes: 122 * 5 + 3 });
    expect(kinds(findings)).toEqual(['TOO_LARGE@5']);
    expect(statements.map(({ tail }) => [tail.balanced, tail.movements])).toEqual([
      [true, 1],
      [false, 1],
    ]);
    expect((await readAll(lines(FIVE), { maxBytes: 122 * 5 })).findings).toEqual([]);
  });

  it('stops at the limit of accounts', async () => {
    const { statements, findings } = await readAll(lines([...SOUND, ...SOUND, ...FIVE, ...SOUND]), { maxAccounts: 1 });
    expect(kinds(findings)).toEqual(['CONTINUITY_GAP@4', 'TOO_LARGE@7']);
    expect(statements).toHaveLength(2);
  });

  it('keeps so many complements of a movement', async () => {
    const details = Array.from({ length: 5 }, (_, index) => ({ qualifier: 'LIB', text: String(index) }));
    const { statements, findings } = await readAll(lines(statement([{ details }, { details }])), { maxComplements: 4 });
    expect(kinds(findings)).toEqual(['TOO_LARGE@7', 'TOO_LARGE@13']);
    expect(statements[0]?.movements.map(({ details }) => details.length)).toEqual([4, 4]);
    expect(statements[0]?.tail).toMatchObject({ complements: 10, balanced: false });
  });

  it.each(['0', '3', '01', '0\n1'])('a last line of %j is never completed from what was read before', async (rest) => {
    const bytes = Buffer.from(lines(FIVE, '\n') + rest);
    const whole = await readAll(bytes);
    expect(kinds(whole.findings)[0]).toBe(rest === '01' ? 'RECORD_LENGTH@6' : 'UNKNOWN_RECORD@6');
    for (let size = 1; size < 9; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, at * size + size),
      );
      expect(await readChunks(chunks)).toEqual(whole);
    }
  });

  it('a long file leaves nothing behind that could complete its last line', { tags: 'long' }, async () => {
    const records = lines(statement(Array.from({ length: 2400 }, (_, index) => ({ units: index }))), '\n');
    for (let blanks = 0; blanks < 122; blanks++) {
      const { groups, items, findings } = await readSkipping([Buffer.from(`${records}${' '.repeat(blanks)}\n0`)]);
      expect([groups, items, kinds(findings)]).toEqual([1, 2400, ['UNKNOWN_RECORD@2403']]);
    }
  });

  it('a huge line is one finding', { tags: 'long' }, async () => {
    const { statements, findings } = await readAll(
      lines([...FIVE.slice(0, 4), 'Z'.repeat(3_000_000), ...FIVE.slice(4)]),
    );
    expect(kinds(findings)).toEqual(['UNKNOWN_RECORD@5']);
    expect(statements[0]?.movements).toHaveLength(2);
  });
});
