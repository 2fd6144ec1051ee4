/** Deviations of real files: each reads exactly as the file without it, with a warning at most. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXTURES, kinds, lines, put, readAll, statement, type WholeFile } from './support.ts';

const WORKED = await readAll(readFileSync(join(FIXTURES, 'good/worked-example.cfonb')));
const fixture = (name: string): Promise<WholeFile> =>
  readAll(readFileSync(join(FIXTURES, 'deviation', `${name}.cfonb`)));

describe('line breaks, padding and encoding', () => {
  it.each([
    'no-line-break',
    'lf',
    'cr',
    'extra-cr',
    'no-last-line-break',
    'blank-lines',
    'bom-and-dos-end',
    'dos-end-without-line-break',
    'acute-and-grave-overpunch',
    'acute-and-grave-overpunch-utf8',
    'letter-in-position-21',
  ])('%s changes nothing', async (name) => expect(await fixture(name)).toEqual(WORKED));

  it.each(['trimmed', 'padded-beyond'])('%s changes nothing and is reported', async (name) => {
    const { statements, findings } = await fixture(name);
    expect(statements).toEqual(WORKED.statements);
    expect(kinds(findings)).toEqual([1, 2, 3, 4, 5].map((record) => `PADDED_RECORD@${record}`));
  });

  it('a blank entry number is none', async () => {
    const { statements } = await fixture('blank-entry-number');
    expect(statements[0]?.movements.map(({ entryNumber }) => entryNumber)).toEqual([null, null, null]);
  });

  it('accents read the same in both encodings, trimmed or without line breaks too', async () => {
    const latin1 = await fixture('latin1-accents');
    const [first] = latin1.statements[0]?.movements ?? [];
    expect(first?.label).toBe("Café de l'Été & Cie");
    expect(first?.details.map(({ text }) => text)).toEqual(["Dîner d'équipe à Orléans, prévu et payé", 'É'.repeat(70)]);
    for (const name of ['utf8-accents', 'utf8-accents-trimmed', 'utf8-accents-no-line-break']) {
      expect((await fixture(name)).statements).toEqual(latin1.statements);
    }
  });

  it('characters beyond ISO-8859-1 are kept', async () => {
    const { statements } = await fixture('utf8-beyond-latin1');
    expect(statements[0]?.movements[0]?.label).toBe('Sœurs & frères – 19,99 €');
  });

  it('ISO-8859-1 that looks like UTF-8 stays what its length says', async () => {
    const { statements, findings } = await readAll(lines(statement([{ label: 'CAFÃ© DU COIN' }])));
    expect(statements[0]?.movements[0]?.label).toBe('CAFÃ© DU COIN');
    expect(findings).toEqual([]);
  });

  it('a trimmed UTF-8 complement of 120 bytes is read as the UTF-8 its file is', async () => {
    const records = statement([
      { label: 'Été', details: [{ qualifier: 'LCC', text: `${'É'.repeat(2)}${'X'.repeat(68)}` }] },
    ]);
    const trimmed = Buffer.from(lines(records.map((record) => record.trimEnd())), 'utf8');
    const { statements } = await readAll(trimmed);
    expect(statements[0]?.movements[0]?.details[0]?.text).toBe(`ÉÉ${'X'.repeat(68)}`);
  });

  it('a record of exact length that is none in UTF-8 is ISO-8859-1, in a file that begins as UTF-8', async () => {
    const records = statement([{ label: 'CAFÃ© DU COIN', reference: 'A-REFERENCE-16-X' }]);
    const { statements, findings } = await readAll(`\u00ef\u00bb\u00bf${lines(records)}`);
    expect(statements[0]?.movements[0]?.label).toBe('CAFÃ© DU COIN');
    expect(findings).toEqual([]);
  });

  it('control characters are blanks in text', async () => {
    const { statements } = await fixture('control-characters');
    expect(statements[0]?.movements[1]?.label).toBe('CB LIB AIR E DU PARC');
  });

  it('mixed line breaks in one file', async () => {
    const records = statement([{}, {}, {}, {}]);
    const breaks = ['\r', '\n', '\r\n', '\r\r\n', '\n\n', ''];
    const { statements, findings } = await readAll(records.map((record, index) => record + breaks[index]).join(''));
    expect([statements[0]?.movements.length, statements[0]?.tail.balanced, findings]).toEqual([4, true, []]);
  });

  it('files joined end to end without a line break between them', async () => {
    const one = lines(statement([{}]))
      .trimEnd()
      .padEnd(364);
    const { statements, findings } = await readAll(one + one);
    expect([statements.length, kinds(findings)]).toEqual([2, ['CONTINUITY_GAP@4']]);
    const other = lines(
      statement([{}], { bankCode: '91234' }).map((record, at) => (at === 0 ? record : record.trimEnd())),
    );
    const joined = await readAll(one + other);
    expect(joined.statements.map(({ tail }) => tail.balanced)).toEqual([true, true]);
    expect(kinds(joined.findings)).toEqual(['PADDED_RECORD@5', 'PADDED_RECORD@6']);
  });

  it('files joined end to end that begin with a byte-order mark', async () => {
    const bom = '\u00ef\u00bb\u00bf';
    const one = `${bom}${lines(statement([]))}`;
    const { statements, findings } = await readAll(one + one + bom);
    expect([statements.length, findings.length]).toEqual([2, 1]);
  });

  it('1A inside a trimmed record is a blank', async () => {
    const [first = '', second = '', third = ''] = statement([{ label: 'VIR\u001aSEPA' }]);
    const { statements } = await readAll(lines([first, second.slice(0, 110), third]));
    expect(statements[0]?.movements[0]?.label).toBe('VIR SEPA');
  });

  it.each([121, 132, 240, 4000, 4096, 5000, 300_000])('lines padded to %i characters', async (width) => {
    const { statements, findings } = await readAll(lines(statement([{}]).map((record) => record.padEnd(width))));
    expect([statements[0]?.tail.balanced, kinds(findings)]).toEqual([
      true,
      ['PADDED_RECORD@1', 'PADDED_RECORD@2', 'PADDED_RECORD@3'],
    ]);
  });

  it('text after five thousand blanks is not lost in silence', async () => {
    const [first = '', second = '', third = ''] = statement([{}]);
    const { statements, findings } = await readAll(lines([first, `${second.padEnd(5000)}X`, third]));
    expect(kinds(findings)).toEqual(['PADDED_RECORD@2', 'RECORD_LENGTH@2']);
    expect(statements[0]?.tail.balanced).toBe(false);
    const onBalance = await readAll(lines([`${first.padEnd(5000)}X`, second, third]));
    expect(onBalance.statements.map(({ tail }) => tail.balanced)).toEqual([false]);
  });

  it('a megabyte of blanks before the first record', async () => {
    const { statements } = await readAll(`${' '.repeat(1_000_000)}\n\n${lines(statement([{}]))}`);
    expect(statements[0]?.tail.balanced).toBe(true);
  });

  it.each([103, 104, 105, 119])('a movement of %i characters', async (length) => {
    const [first = '', second = '', third = ''] = statement([{}]);
    const { statements, findings } = await readAll(lines([first, second.slice(0, length), third]));
    expect(kinds(findings)).toEqual([length < 104 ? 'RECORD_LENGTH@2' : 'PADDED_RECORD@2']);
    expect(statements[0]?.tail.balanced).toBe(length >= 104);
  });

  it.each([47, 48, 50])('a complement of %i characters', async (length) => {
    const [first = '', second = '', third = '', fourth = ''] = statement([
      { details: [{ qualifier: 'LIB', text: '' }] },
    ]);
    const { statements, findings } = await readAll(lines([first, second, third.slice(0, length), fourth]));
    expect(kinds(findings)).toEqual([length < 48 ? 'RECORD_LENGTH@3' : 'PADDED_RECORD@3']);
    expect(statements[0]?.movements[0]?.details).toEqual(length < 48 ? [] : [{ qualifier: 'LIB', text: '' }]);
  });

  it.each(['X', ' '])('a character too many in the middle (%j) is never taken for padding', async (character) => {
    const [first = '', second = '', third = ''] = statement([{ reference: 'A-REFERENCE-16-X' }]);
    for (const record of [second, second.slice(0, 104).padEnd(120)]) {
      const { findings } = await readAll(lines([first, record.slice(0, 60) + character + record.slice(60), third]));
      expect(kinds(findings)).toEqual(['RECORD_LENGTH@2']);
    }
  });
});

describe('fields', () => {
  it('take currency and decimals from the first movement when the balances leave them blank', async () => {
    const { statements, findings } = await fixture('blank-currency-on-balances');
    expect(findings).toEqual([]);
    expect(statements.map(({ head }) => [head.account.currencyCode, head.account.decimals])).toEqual([
      ['XPF', 0],
      ['EUR', 2],
      ['EUR', 2],
    ]);
  });

  it('take them from the new balance when there is no movement', async () => {
    const [first = '', last = ''] = statement([], { currencyCode: 'TND', decimals: 3 });
    const { statements, findings } = await readAll(lines([put(first, 17, '    '), last]));
    expect([statements[0]?.head.account.currencyCode, statements[0]?.head.account.decimals]).toEqual(['TND', 3]);
    expect(findings).toEqual([]);
  });

  it('blank currency is not let pass on a movement', async () => {
    const [first = '', second = '', third = ''] = statement([{}]);
    const { findings } = await readAll(lines([first, put(second, 17, '    '), third]));
    expect(kinds(findings)).toEqual(['ACCOUNT_MISMATCH@2']);
  });

  it('ignore text on balances and keep the period', async () => {
    expect((await fixture('text-on-balances')).findings).toEqual([]);
    const { statements } = await fixture('period-on-old-balance');
    expect(statements[0]?.head.period).toEqual({ start: '2026-03-03', end: '2026-03-03' });
    expect((await fixture('text-on-balances')).statements[0]?.head.period).toBeNull();
  });

  it('keep qualifiers as they are', async () => {
    const { statements, findings } = await fixture('odd-qualifiers');
    expect(statements[0]?.movements[0]?.details.map(({ qualifier }) => qualifier)).toEqual([
      '   ',
      'L B',
      'N.1',
      'LCK',
      'LIB',
    ]);
    expect(kinds(findings)).toEqual(['UNKNOWN_QUALIFIER@4', 'UNKNOWN_QUALIFIER@5', 'UNKNOWN_QUALIFIER@6']);
  });

  it('keep identical movements', async () => {
    const { statements } = await fixture('identical-movements');
    const [first, second] = statements[0]?.movements ?? [];
    expect({ ...second, record: first?.record }).toEqual(first);
  });

  it('let the day of the old balance pass, and tell other days outside', async () => {
    expect((await fixture('same-day-as-old-balance')).findings).toEqual([]);
    expect(kinds((await fixture('dates-outside')).findings)).toEqual([
      'DATE_OUTSIDE_STATEMENT@2',
      'DATE_OUTSIDE_STATEMENT@4',
    ]);
  });

  it('tell a new balance before its old balance', async () => {
    const [first = '', last = ''] = statement([]);
    const { findings } = await readAll(lines([first, put(last, 35, '010326')]));
    expect(kinds(findings)).toEqual(['DATE_OUTSIDE_STATEMENT@2']);
  });

  it('read lower-case currencies as upper case', async () => {
    const { statements, findings } = await readAll(lines(statement([{}], { currencyCode: 'eur' })));
    expect([statements[0]?.head.account.currencyCode, findings]).toEqual(['EUR', []]);
  });

  it('make no IBAN of an account that is no RIB', async () => {
    const { statements } = await readAll(lines(statement([], { accountNumber: '1234' })));
    expect(statements[0]?.head.account).toMatchObject({ accountNumber: '1234', iban: null });
  });
});
