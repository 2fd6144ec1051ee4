/** A deposit for every kind of VAT form. */
import type { BoxValue, FilledForms } from '../../../../src/services/forms/vat-sheets.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import type { VatDeposit } from '../../../../src/services/vat/filing/deposit.ts';

export const day = (text: string) => text as PlainDate;

/** Numbers are whole euros. */
type Boxes = Readonly<Record<string, Readonly<Record<string, number | string | readonly (number | string)[]>>>>;

const scalar = (value: number | string) => (typeof value === 'number' ? BigInt(value) : value);

export const forms = (boxes: Boxes): FilledForms =>
  new Map(
    Object.entries(boxes).map(([form, zones]) => [
      form,
      new Map(
        Object.entries(zones).map(([zone, value]): [string, BoxValue] => [
          zone,
          typeof value === 'object' ? value.map(scalar) : scalar(value),
        ]),
      ),
    ]),
  );

const ACCOUNT = { iban: 'FR14 2004 1010 0505 0001 3M02 606', bic: 'PSSTFRPPXXX', holder: 'SOCIETE TEST' };
export const payment = (euros: bigint, more = {}) => ({ ...ACCOUNT, amount: euros * 100n, ...more });

const march: VatDeposit = {
  isTest: true,
  reference: 'INFENT000042',
  writer: {
    identifier: '77788899100018',
    designation: 'CABINET TEST',
    address: { street: 'RUE DES LILAS', postCode: '69002', town: 'LYON' },
  },
  declarant: {
    identifier: '732829320',
    designation: 'SOCIETE TEST',
    address: { street: 'QUAI DE TEST', postCode: '69002', town: 'LYON' },
    rof: 'TVA1',
  },
  period: { start: day('2026-03-01'), end: day('2026-03-31') },
  principal: '3310CA3',
  millesimeOf: () => 26,
  forms: forms({
    '3310CA3': {
      CA: 12000,
      FP: 10000,
      GP: 2000,
      FR: 2000,
      GR: 200,
      GH: 2200,
      HA: 300,
      HB: 640,
      HG: 940,
      KA: 1260,
      ND: 1260,
      KE: 1260,
    },
  }),
  payments: [payment(1260n)],
};
const year = { start: day('2026-01-01'), end: day('2026-12-31') };

const refund = {
  amount: 7000n,
  iban: ACCOUNT.iban,
  bic: ACCOUNT.bic,
  holder: ACCOUNT.holder,
  applicant: { name: 'Ann Ténor', quality: 'Gérante', place: 'Lyon' },
  representative: { name: 'Bo Agent', quality: 'Mandataire', place: 'Paris' },
};

export const DEPOSITS = {
  'a CA3 with a payment': march,
  'a CA3 with two payments': { ...march, payments: [payment(1000n, { reference: 'TVA MARS' }), payment(260n)] },
  'a CA3 with nothing to declare': { ...march, forms: forms({ '3310CA3': { KF: 'X' } }), payments: [] },
  'a CA3 with annexes': {
    ...march,
    forms: forms({
      '3310TER': { AB: 85, BM: ['Bois', 'Prés'], CM: [80, 90], DM: [1000, 200], DL: 1200 },
      '3310A': { ND: 2000, FA: 20, HB: 20, QC: ['Vals', 'Vichy'], QB: [2, 0], DA: 'Parc 12 € ; « nœud »' },
      '3310CA3': {
        CA: 6200,
        FP: 6200,
        GP: 1240,
        GH: 1240,
        KA: 1240,
        ND: 1240,
        KB: 20,
        KE: 1260,
        BC: 'X',
        BA: 'a'.repeat(2560),
        DK: 0,
      },
    }),
  },
  'a CA3 with its refund': {
    ...march,
    refund,
    payments: [],
    forms: forms({
      '3519': {
        AA: refund.iban,
        DC: 'Bo Agent',
        DG: 'Ann Ténor',
        DF: 'X',
        DI: 'X',
        DL: '20200101',
        DN: 7000,
        FJ: 'F1, F2',
        FK: 'X',
      },
      '3310CA3': { CA: 6000, FP: 6000, GP: 1200, GH: 1200, HB: 8200, HG: 8200, JA: 7000, JB: 7000 },
    }),
  },
  'a refund alone': {
    ...march,
    principal: '3519',
    payments: [],
    forms: forms({
      '3519': {
        AA: `${refund.iban}, ${refund.bic}, ${refund.holder}`,
        DG: 'Ann Ténor, Gérante, Lyon',
        DD: 'X',
        DK: 'X',
        DN: 800,
        FK: 'X',
      },
    }),
  },
  'a CA12 with its refund': {
    ...march,
    refund,
    principal: '3517SCA12',
    period: year,
    payments: [],
    forms: forms({
      '3517DDR': { AA: 400, AC: 400, AD: 300, AE: 100, AF: 'Ann Ténor', AG: 300, AH: 'X' },
      '3517SCA12': {
        EW: 1000,
        FW: 200,
        FR: 200,
        GC: 200,
        HA: 600,
        HC: 600,
        KD: 600,
        LB: 400,
        NC: 400,
        RA: 400,
        RB: 300,
        RC: 100,
      },
    }),
  },
  'a CA12 with a payment': {
    ...march,
    principal: '3517SCA12',
    period: year,
    payments: [payment(200n)],
    forms: forms({ '3517SCA12': { EW: 1000, FW: 200, FR: 200, GC: 200, LA: 200, NA: 200, SA: 200, SC: 200 } }),
  },
  'a CA12 of a farm': {
    ...march,
    principal: '3517AGRSD',
    period: year,
    payments: [payment(200n)],
    forms: forms({ '3517AGRSD': { AE: 'X', DK: 1000, EK: 200, ES: 200, GA: 200, JA: 200, NA: 200, NC: 200 } }),
  },
  'an instalment of July': {
    ...march,
    principal: '3514',
    period: { start: day('2026-07-01'), end: day('2026-07-31') },
    due: day('2026-07-21'),
    payments: [payment(550n)],
    forms: forms({ '3514': { HA: 600, HB: 50, HC: 550 } }),
  },
  'a provisional instalment': {
    ...march,
    principal: '3515SD',
    payments: [payment(900n)],
    forms: forms({ '3515SD': { BE: 900, BC: 900, CB: 900, DA: 900, DB: 900 } }),
  },
  'an instalment of a farm': {
    ...march,
    principal: '3525BIS',
    period: { start: day('2026-01-01'), end: day('2026-03-31') },
    due: day('2026-05-05'),
    payments: [payment(80n)],
    forms: forms({ '3525BIS': { BB: 100, BC: 20, BD: 80 } }),
  },
} satisfies Readonly<Record<string, VatDeposit>>;

export const everyKind: readonly (readonly [string, VatDeposit])[] = Object.entries(DEPOSITS);
