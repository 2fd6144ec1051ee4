import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../../src/services/kernel/dates.ts';
import { memorySource } from '../../../../src/services/ledger/fec/byte-source.ts';
import { checkFec } from '../../../../src/services/ledger/fec/check.ts';
import { FEC_CODES, FEC_MESSAGES } from '../../../../src/services/ledger/fec/codes.ts';
import { usualExercise } from '../../../../src/services/ledger/fec/exercise.ts';
import { temporaryFolder } from '../../../support/scratch.ts';
import { check, entry, fecText, LEGAL_NAME, line, places, source } from './fec-text.ts';

const folder = temporaryFolder('fec');

const day = (text: string) => parsePlainDate(text);

describe('the figures', () => {
  it('are those of the worked example', async () => {
    const { verdict, findings, counts, figures } = await checkFec(
      new URL('../../../../fixtures/fec/worked-example.txt', import.meta.url).pathname,
      { fileName: LEGAL_NAME },
    );
    expect({ verdict, findings, counts }).toEqual({ verdict: 'Accepted', findings: [], counts: {} });
    expect(figures).toEqual({
      entries: 2,
      lines: 5,
      accounts: 4,
      subAccounts: 1,
      journals: 2,
      totalDebit: 240_000n,
      totalCredit: 240_000n,
      letterGroups: 1,
      partialLetterGroups: 0,
      siren: '732829320',
      exerciseStart: '2024-02-01',
      exerciseEnd: '2024-12-31',
    });
  });

  it('stay exact beyond the exact numbers of a double', async () => {
    const big = '9999999999999,99';
    const lines = Array.from({ length: 12 }, () => [line({ Debit: big }), line({ Credit: big })]).flat();
    const { figures } = await check(fecText(lines));
    expect(figures.totalDebit).toBe(11_999_999_999_999_988n);
    expect(figures.totalCredit).toBe(11_999_999_999_999_988n);
  });

  it('refuse sums of one entry beyond the exact integers', async () => {
    const result = await check(fecText(Array.from({ length: 10 }, () => line({ Debit: '9999999999999,99' }))));
    expect(places(result)).toContain('FEC099 11');
    expect(result.verdict).toBe('Refused');
  });
});

describe('the exercise', () => {
  const bounds = async (lines: Parameters<typeof fecText>[0], options = {}, name = LEGAL_NAME) => {
    const { figures } = await check(fecText(lines), options, name);
    return [figures.exerciseStart, figures.exerciseEnd];
  };
  const at = (EcritureDate: string, more = {}) => entry({ EcritureDate, ...more });
  const an = { JournalCode: 'AN', JournalLib: 'À nouveaux', EcritureNum: '9' };

  it.each([
    ['the month of the first entry', at('20240410'), {}, LEGAL_NAME, ['2024-04-01', '2024-12-31']],
    ['the opening journal', [...at('20240410'), ...at('20240301', an)], {}, LEGAL_NAME, ['2024-03-01', '2024-12-31']],
    [
      'the opening journal, later than other entries',
      [...at('20240110'), ...at('20240303', an)],
      {},
      LEGAL_NAME,
      ['2024-03-03', '2024-12-31'],
    ],
    ['the option', at('20240410'), { opening: day('2024-02-01') }, LEGAL_NAME, ['2024-02-01', '2024-12-31']],
    ['24 months', at('20230115'), {}, LEGAL_NAME, ['2023-01-01', '2024-12-31']],
    ['12 months when it would be 25', at('20221215'), {}, LEGAL_NAME, ['2024-01-01', '2024-12-31']],
    ['12 months when all entries are later', at('20250115'), {}, LEGAL_NAME, ['2024-01-01', '2024-12-31']],
    ['an end in mid-year', at('20230701'), {}, '732829320FEC20240630.txt', ['2023-07-01', '2024-06-30']],
    [
      'the closing option against the name',
      at('20230701'),
      { closing: day('2023-12-31') },
      LEGAL_NAME,
      ['2023-07-01', '2023-12-31'],
    ],
    ['unknown without a closing day', at('20230701'), {}, 'export.txt', [null, null]],
    [
      'the closing option alone',
      at('20230701'),
      { closing: day('2023-12-31') },
      'export.txt',
      ['2023-07-01', '2023-12-31'],
    ],
  ])('%s', async (_, lines, options, name, expected) => {
    expect(await bounds(lines, options, name)).toEqual(expected);
  });

  it.each([
    ['2025-02-28', '2024-03-01'],
    ['2024-02-29', '2023-03-01'],
    ['2024-06-15', '2023-06-16'],
  ])('of 12 months ending %s starts on %s', (end, start) => {
    expect(usualExercise(day(end), undefined)).toEqual({ start, end });
  });
});

describe('the findings', () => {
  it('come by line, then code, whole-file ones first', async () => {
    const lines = [...entry({ PieceRef: '', EcritureLib: '' }), ...entry({ EcritureNum: '3', Montantdevise: '1,00' })];
    expect(places(await check(fecText(lines), {}, 'export.txt'))).toEqual([
      'FEC001 file',
      'FEC020 2 EcritureLib',
      'FEC021 2 PieceRef',
      'FEC020 3 EcritureLib',
      'FEC021 3 PieceRef',
      'FEC063 4 EcritureNum',
      'FEC080 4 Idevise',
      'FEC080 5 Idevise',
    ]);
  });

  it('are kept up to 1,000 a code and all counted', async () => {
    const lines = Array.from({ length: 700 }, () => entry({ PieceRef: '' })).flat();
    const { findings, counts } = await check(`${fecText(lines)}${'\r\n'.repeat(100_000)}`);
    expect(counts.FEC021).toBe(1400);
    expect(counts.FEC011).toBe(100_000);
    const kept = (wanted: string) => findings.filter(({ code }) => code === wanted).map(({ line }) => line);
    expect(kept('FEC021')).toEqual(Array.from({ length: 1000 }, (_, index) => index + 2));
    expect(kept('FEC011')).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1402));
  });

  it('name the first lines outside the exercise, early ones included', async () => {
    const days = ['20240105', '20230101', '20230102'];
    const lines = days.flatMap((EcritureDate) => entry({ EcritureDate }));
    const many = [...Array.from({ length: 600 }, () => lines).flat(), ...entry({ EcritureDate: '19990101' })];
    const { findings, counts } = await check(fecText(many), { opening: parsePlainDate('2024-01-02') });
    expect(counts.FEC032).toBe(2402);
    const found = findings.filter(({ code }) => code === 'FEC032').map(({ line }) => line);
    expect(found).toEqual(Array.from({ length: 1000 }, (_, index) => 4 + Math.floor(index / 4) * 6 + (index % 4)));
  });

  it('name the first lines before the start found after reading', async () => {
    const early = ['20231220', '20231221'].flatMap((EcritureDate) => entry({ EcritureDate }));
    const opening = entry({ JournalCode: 'AN', JournalLib: 'À nouveaux', EcritureNum: '2', EcritureDate: '20240101' });
    const many = [...Array.from({ length: 600 }, () => early).flat(), ...opening];
    const { findings, counts, figures } = await check(fecText(many));
    expect([counts.FEC032, figures.exerciseStart]).toEqual([2400, '2024-01-01']);
    const found = findings.filter(({ code }) => code === 'FEC032').map(({ line }) => line);
    expect(found).toEqual(Array.from({ length: 1000 }, (_, index) => index + 2));
  });

  it('say the same thing in both languages, with every blank filled', async () => {
    const text = fecText([...entry({}, { Debit: '1.5', EcritureDate: '20250101' }), ...entry({ EcritureNum: '9' })]);
    const [en, fr] = [await check(text), await check(text, { language: 'fr' })];
    expect(en.findings.map(({ code, line }) => [code, line])).toEqual(
      fr.findings.map(({ code, line }) => [code, line]),
    );
    for (const { message } of [...en.findings, ...fr.findings]) expect(message).not.toMatch(/[{}]|undefined/);
    expect(fr.findings.find(({ code }) => code === 'FEC040')?.message).toContain('« 1.5 » en Debit a un point décimal');
  });

  it('have a wording in both languages, with the same blanks, and more than one sentence', () => {
    for (const [key, { en, fr, severity, strict }] of Object.entries(FEC_MESSAGES)) {
      const blanks = (text: string) => [...text.matchAll(/\{(\w+?)(?:Fr)?\}/g)].map(([, name]) => name).sort();
      expect([key, blanks(en)]).toEqual([key, blanks(fr)]);
      expect([key, /[.;:] \S/.test(en), /[.;:] \S/.test(fr)]).toEqual([key, true, true]);
      const [, rule] = Object.entries(FEC_CODES).find(([code]) => code === key.slice(0, 6)) ?? [];
      expect([key, rule]).toEqual([key, { severity, isStrict: strict !== '' }]);
    }
  });

  it('show at most 40 characters of the file', async () => {
    const { findings } = await check(fecText(entry({}, { Debit: 'x'.repeat(500) })));
    expect(findings.find(({ code }) => code === 'FEC042')?.message).toContain(`“${'x'.repeat(40)}…”`);
  });
});

describe('strict', () => {
  const strictCodes = ['FEC001', 'FEC005', 'FEC011', 'FEC021', 'FEC031', 'FEC040', 'FEC050'];

  it('turns exactly the codes of the rule into errors', async () => {
    const path = new URL('../../../../fixtures/fec/habits.txt', import.meta.url).pathname;
    const [usual, strict] = [await checkFec(path), await checkFec(path, { strict: true })];
    expect([usual.verdict, strict.verdict]).toEqual(['Accepted', 'Refused']);
    expect(usual.counts).toEqual(strict.counts);
    const errors = new Set(strict.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code));
    expect([...errors].sort()).toEqual(strictCodes);
    expect(
      Object.entries(FEC_CODES)
        .filter(([, { isStrict }]) => isStrict)
        .map(([code]) => code),
    ).toEqual(strictCodes);
  });

  it('leaves other warnings alone', async () => {
    const { verdict } = await check(fecText(entry({}, { CompAuxNum: 'F1' })), { strict: true });
    expect(verdict).toBe('Accepted');
  });
});

describe('what is no FEC', () => {
  it.each([
    ['a zip archive', Buffer.from('PK\x03\x04abc')],
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['HTML', Buffer.from('  <!doctype html>')],
    ['UTF-16 big endian', Buffer.from('\ufeffJournalCode', 'utf16le').swap16()],
    ['zeros', Buffer.alloc(1_000_000)],
    ['a number', Buffer.from('42')],
    ['a bank file', Buffer.from(`01${' '.repeat(118)}\r\n`)],
  ])('%s is refused with one reason', async (_, bytes) => {
    const { verdict, findings } = await check(bytes, {}, 'export.bin');
    expect(verdict).toBe('Refused');
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['FEC002', 'error']]);
  });

  it('is refused without being read to its end', async () => {
    let asked = 0;
    const endless = {
      ...memorySource(LEGAL_NAME, []),
      async *chunks() {
        for (;;) {
          asked++;
          yield Buffer.alloc(65_536, 0x41);
        }
      },
    };
    expect((await checkFec(endless)).verdict).toBe('Refused');
    expect(asked).toBeLessThan(5);
  });

  it('stops at a huge line', async () => {
    const text = `${fecText(entry())}${'a\t'.repeat(40_000)}\r\n${fecText(entry())}`;
    const { findings, figures } = await check(text);
    expect(findings.map(({ code, line }) => [code, line])).toEqual([['FEC010', 4]]);
    expect(figures.lines).toBe(2);
  });
});

describe('what a person reads', () => {
  it('is one finding with its remedy where each field stands in quotes', async () => {
    const { findings } = await check(fecText(entry()).replace(/[^\t\r\n]+/g, '"$&"'));
    expect(findings).toEqual([expect.objectContaining({ code: 'FEC002', message: expect.stringContaining('quotes') })]);
  });

  it('counts fields without a plural', async () => {
    const { findings } = await check(`${fecText(entry())}x\r\n`, { language: 'fr' });
    expect(findings[0]?.message).toMatch(/^Champs de la ligne : 1 ; de l’en-tête : 18\./);
  });

  it.each([
    ['first', 0],
    ['second', 1],
    ['last', 2],
  ])('is three entries where the day of the %s line of one cannot be read', async (_, bad) => {
    const three = ['60,00', '40,00'].map((Debit) => line({ CompteNum: '606000', CompteLib: 'Achats', Debit }));
    const lines = [line({ Credit: '100,00' }), ...three].map((fields, index) =>
      index === bad ? { ...fields, EcritureDate: '20240230' } : fields,
    );
    const { figures, counts } = await check(
      fecText([...lines, ...entry({ EcritureNum: '2' }), ...entry({ EcritureNum: '3' })]),
    );
    expect(figures.entries).toBe(3);
    expect(counts).toEqual({ FEC030: 1 });
  });
});

describe('expected failures', () => {
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'none',
      (error: { code: string }) => error.code,
    );

  it('name what cannot be opened', async () => {
    expect(await code(checkFec(join(folder, 'missing.txt')))).toBe('FileUnreadable');
    expect(await code(checkFec(folder))).toBe('FileUnreadable');
    expect(await code(checkFec('/dev/zero'))).toBe('FileUnreadable');
  });

  it('name the option', async () => {
    for (const options of [
      { siren: '12' },
      { closing: '2024-02-30' as never },
      { closing: '0001-01-01' as never },
      { opening: day('2025-01-01'), closing: day('2024-12-31') },
      { form: 'other' as never },
    ])
      expect(await code(checkFec(source(''), options))).toBe('FecOptionInvalid');
  });

  it('tell that the file changed under the check', async () => {
    const path = join(folder, LEGAL_NAME);
    writeFileSync(path, fecText(entry()));
    const checking = checkFec(path, { progress: () => writeFileSync(path, fecText([...entry(), ...entry()])) });
    expect(await code(checking)).toBe('FecFileChanged');
  });
});
