import { describe, expect, it } from 'vitest';
import { allBoxes, vatEdition, vatForms } from '../../../src/services/forms/vat-boxes.ts';
import { controlRows, vatFindings } from '../../../src/services/forms/vat-controls.ts';
import { type BoxValue, fillForms, type VatFacts } from '../../../src/services/forms/vat-sheets.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';

/** `3310CA3 KB 5 BC X; 3519 DN 800`: values are whole euros or texts, and lists of them with commas. */
function formsOf(text: string): Map<string, Map<string, BoxValue>> {
  const scalar = (value: string) => (/^\d+$/.test(value) && !/^20\d\d$/.test(value) ? BigInt(value) : value);
  const read = (value: string): BoxValue => (value.includes(',') ? value.split(',').map(scalar) : scalar(value));
  return new Map(
    text.split('; ').map((one) => {
      const [form = '', ...words] = one.split(' ');
      const boxes = words.flatMap((zone, index) =>
        index % 2 === 0 ? [[zone, read(words[index + 1] ?? '')] as const] : [],
      );
      return [form, new Map(boxes)];
    }),
  );
}

const facts = (endDate = '2026-05-31', previousCredit = -1): VatFacts => ({
  edition: vatEdition(endDate),
  parameters: {
    december: ratio(endDate.slice(5, 7) === '12' ? 1 : 0),
    startYear: ratio(2026),
    endYear: ratio(2026),
    previousCredit: ratio(previousCredit),
    turnedTax: ratio(0),
  },
});

const codes = (text: string, of = facts(), testsTotals = false) =>
  vatFindings(formsOf(text), of, testsTotals).map(({ code }) => code);

/** Boxes that violate nothing, by form. */
const REFUND = '3519 DN 800 DD X DI X FJ List FK X DG Ann AA IBAN';
const YEARLY = '3517DDR AA 200 AC 200 AD 200 AF Ann AH X';

describe('controls of VAT forms', () => {
  it('has a condition in every row that a form can violate', () => {
    const without = controlRows().filter(({ condition, level }) => condition === '' && level !== 'deposit');
    expect(without.map(({ code }) => code)).toEqual(['212', 'T02', 'T03', 'T04', 'T05', 'T07']);
  });

  it('names boxes that exist, and every code that a box names has a row', () => {
    const zones = new Set(allBoxes().map(({ form, zone }) => `${form}.${zone}`));
    for (const { forms, condition } of controlRows()) {
      for (const form of forms.split(' ').filter((one) => one !== '' && one !== '*')) {
        for (const [, other, zone] of condition.matchAll(/(?:(\d{4}\w*)\.)?\b([A-Z]{2})\b/g)) {
          expect(zones).toContain(`${other ?? form}.${zone}`);
        }
      }
    }
    const known = new Set(controlRows().map(({ code }) => code));
    for (const box of allBoxes()) for (const code of box.controls) expect(known).toContain(code);
  });

  it('has conditions that read, of every form', () => {
    for (const form of vatForms()) expect(() => codes(form, facts(), true), form).not.toThrow();
  });

  it.each([
    '3310CA3 KF X',
    '3310CA3 CA 100 FP 100 GP 20 GH 20 KA 20',
    '3310CA3 CC 100 FP 100 GP 20 GJ 20 GH 20',
    REFUND,
    YEARLY,
    '3514 HA 100 HB 40 HC 60',
    '3514 IA 10 IB 900 IC 890 ID 800',
    '3515SD CA 100 BD 20',
    '3525BIS BE X',
    '3517SCA12 EW 100 FW 20 HB 0',
    '3517SCA12 EW 5000 FW 1000 HB 10 MD 5 TB X UB 2026 MA 5',
    '3517AGRSD DK 100 EK 20',
    '3310TER CM 0,100 AB 100 QM 5',
  ])('finds nothing in %s', (text) => expect(codes(text)).toEqual([]));

  it.each([
    ['013', '3310CA3 KB 5'],
    ['034', '3517SCA12 EW 5000 FW 1000 HB 11'],
    ['038 117', '3310CA3 CC 100 FP 100 GP 20'],
    ['042', '3310CA3 KF X CA 100 FP 100 GP 20'],
    ['042', '3517SCA12 SD X EW 100 FW 20'],
    ['042', '3517AGRSD ND X DK 100 EK 20'],
    ['042', '3525BIS BE X BB 4'],
    ['049', '3310CA3 BC X BA Note'],
    ['051 140', '3310CA3 HH 5 HC 4'],
    ['100', REFUND.replace(' DG Ann', '')],
    ['100 202 207', YEARLY.replace('AD 200', 'AD 0').replace('AC 200', 'AC 0').replace('AF Ann', 'AD 1')],
    ['101', '3525BIS BB 4 BC 5'],
    ['103', REFUND.replace('DD X', 'DF X')],
    ['104', `${REFUND} DK X`],
    ['106', YEARLY.replace(' AH X', '')],
    ['111', '3310CA3 CA 100 FP 100'],
    ['111', '3310CA3 CB 1 MG 1'],
    ['111', '3310A ND 100'],
    ['112', '3310CA3 GP 20'],
    ['112', '3517SCA12 FW 20'],
    ['115', '3515SD CA 10 BD 20'],
    ['116', '3310CA3 HB 5 HE 100'],
    ['116', '3310TER CM 5,101'],
    ['116', '3517SCA12 EW 100 FW 20 JB 101'],
    ['116', '3517AGRSD DK 100 EK 20 FG 101'],
    ['117', '3310CA3 CA 100 FC 100 GC 21'],
    ['117', '3517SCA12 EG 100 FG 21'],
    ['121', '3310CA3 CC 100 FP 100 GP 20 GJ 20 GH 19'],
    ['124', '3517SCA12 EW 100 FW 20 MD 5 MA 5'],
    ['126', `${REFUND} DE X`],
    ['128', '3310CA3 BC X HB 5'],
    ['128', '3514 HA 5 CC X'],
    ['129', '3517SCA12 EW 100 FW 20 MD 5 TB X'],
    ['131', '3310CA3 JA 10 KJ 3 JB 8'],
    ['131', '3517AGRSD FA 10 MA 10 MB 11'],
    ['132 204', '3517SCA12 JA 10 RA 10 RB 9 RE 2'],
    ['134', '3517SCA12 EW 100 FW 20 MD 5 TB X UB 2024'],
    ['135', '3517AGRSD DP 100 EP 20'],
    ['140', '3310CA3 HH 5 HC 5'],
    ['148', REFUND.replace(' FJ List', '')],
    ['149', REFUND.replace(' DI X', '')],
    ['200', REFUND.replace(' DD X', '')],
    ['201', '3514'],
    ['202 207', YEARLY.replace('AD 200', 'AD 201')],
    ['204', '3517SCA12 JA 10 RA 10 RB 9'],
    ['205', '3310CA3 HF 5 HG 4'],
    ['207', YEARLY.replace('AD 200', 'AD 150')],
    ['208', '3517DDR AB 300 AC 300 AD 300 AF Ann AH X; 3517SCA12 JA 100 LB 100'],
    ['213', '3514 HA 5 HB 6'],
    ['214', '3514 IA 900 IB 900'],
    ['215', '3514 IA 10 IB 900 IC 890 ID 759'],
    ['215', '3514 IA 10 IB 900 IC 890 ID 891'],
    ['216', '3514 DE X'],
    ['217', '3514 HA 5 IA 10 IB 900'],
    ['219', REFUND.replace('DN 800', 'DN 0')],
    ['221', REFUND.replace(' FK X', '')],
    ['221', `${REFUND} FL X`],
    ['222', '3310TER QM 5'],
    ['223', REFUND.replace('DI X', 'DJ X')],
    ['223', `${YEARLY} BB X`],
    ['224', '3310CA3 CA 106 FP 100 GP 20'],
    ['224', '3310CA3 DK 106 LB 100 LC 20'],
    ['224', '3310CA3 CH 106 GS 100 GT 20'],
    ['225', REFUND.replace('DN 800', 'DN 759')],
    ['225', '3517DDR AA 149 AC 149 AD 149 AF Ann AH X'],
    ['124 226', '3517SCA12 EW 100 FW 20 MD 5 UB 2026 MA 5'],
    ['227', REFUND.replace('DN 800', 'DN 1000000000')],
    ['229', '3517SCA12 SC 1000000'],
    ['230', REFUND.replace(' AA IBAN', '')],
    ['231', '3310A RF 100 QZ 34 RB 11'],
    ['231', '3517SCA12 AS 100 AL 34 AM 1'],
    ['232', '3310A MS 100 LT 2'],
    ['233', '3310A PJ Sète,Pau PH 5'],
    ['233', '3310A QC Vals,Vichy QD 5,4 QB 3'],
  ])('finds %s in %s', (found, text) => expect([...new Set(codes(text))]).toEqual(found.split(' ')));

  it('only warns of a base whose tax rounds to 0', () => {
    const severity = (text: string) =>
      vatFindings(formsOf(text), facts(), false).map((one) => [one.code, one.severity]);
    expect(severity('3310CA3 CA 2 FP 2')).toEqual([['111', 'warning']]);
    expect(severity('3310CA3 CA 3 FP 3')).toEqual([['111', 'blocking']]);
  });

  it('takes 150 as the minimum of December', () => {
    const refund = (amount: number) => codes(REFUND.replace('800', String(amount)), facts('2026-12-31'));
    expect(refund(150)).toEqual([]);
    expect(refund(149)).toEqual(['225']);
  });

  it('tests lines of older editions where they exist', () => {
    const old = facts('2021-05-31');
    expect(codes('3310CA3 CC 100 CD 101 GJ 20 FP 100 GP 20 GH 20', old)).toEqual(['136']);
    expect(codes('3517SCA12 EP 100 FP 20 EQ 21', old)).toEqual(['137']);
  });

  it('compares line 22 with the last return, when there is one', () => {
    expect(codes('3310CA3 HD 41', facts('2026-05-31', 40))).toEqual(['T01']);
    expect(codes('3310CA3 HD 41', facts('2026-05-31', 41))).toEqual([]);
    expect(codes('3310CA3 HD 41')).toEqual([]);
  });

  it('tests every total when asked to', () => {
    const wrong = '3310CA3 CA 100 FP 100 GP 20 GH 21 KA 20 ND 20 KE 20';
    expect(codes(wrong)).toEqual([]);
    const findings = vatFindings(formsOf(wrong), facts(), true);
    expect(findings.map(({ code, zones }) => [code, ...zones])).toEqual([
      ['156', 'GH'],
      ['156', 'KA'],
    ]);
    const sectors = '3310TER DM 10,20 EM 1,0 FM 11,21 QN 11,21';
    const zones = vatFindings(formsOf(sectors), facts(), true).flatMap((one) => one.zones);
    expect(zones).toEqual(['DL', 'EL', 'FM', 'FL', 'QN', 'QL', 'QM'].filter((zone) => zones.includes(zone)));
    expect(zones).toContain('FM');
  });

  it('finds no wrong total in what it filled, whatever was typed', () => {
    for (const form of vatForms()) {
      const typed = [...(vatEdition('2026-12-31').get(form)?.values() ?? [])]
        .filter(({ formula, type }) => !formula && type === 'MOA')
        .map((box, index) => [box.zone, box.repeats ? [BigInt(index), 7n] : BigInt(index * 3)] as const);
      const forms = fillForms(new Map([[form, new Map(typed)]]), facts());
      expect(
        vatFindings(forms, facts(), true).filter(
          ({ code, zones }) => code === '156' && !['DN', 'AD'].includes(zones[0] ?? ''),
        ),
      ).toEqual([]);
    }
  });
});
