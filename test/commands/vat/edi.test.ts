/** `vat simulate` with Edi: the first worked example of the public description of EDI-TVA, from the books to the file. */
import { describe, expect, it } from 'vitest';
import { checkDeposit } from '../../../src/services/simulators/channels/deposited-file.ts';
import { type Answer, blocksOf, lines, simulate } from './simulation.ts';

const MARCH = { StartDate: '2026-03-01', EndDate: '2026-03-31' };
const ACCOUNT = { Iban: 'FR1420041010050500013M02606', Bic: 'PSSTFRPPXXX' };

const example = (change: object = {}, period: object = {}) => ({
  Folder: { Siren: '732829320' },
  Accounts: [
    { AccountNumber: '707000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnDebits' },
    { AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_10', Exigibility: 'OnDebits' },
    { AccountNumber: '445660', VatCategory: 'DED_AUTRES', Exigibility: 'OnDebits' },
    { AccountNumber: '445620', VatCategory: 'DED_IMMO', Exigibility: 'OnDebits' },
  ],
  Entries: [
    { EntryId: 1, Date: '2026-03-04', Lines: lines('D 411000 12000.00, C 707000 10000.00, C 445710 2000.00') },
    { EntryId: 2, Date: '2026-03-05', Lines: lines('D 411000 2200.00, C 706000 2000.00, C 445710 200.00') },
    { EntryId: 3, Date: '2026-03-06', Lines: lines('D 606000 3200.00, D 445660 640.00, C 401000 3840.00') },
    { EntryId: 4, Date: '2026-03-07', Lines: lines('D 215000 1500.00, D 445620 300.00, C 404000 1800.00') },
  ],
  Periods: [{ ...MARCH, Payments: [{ ...ACCOUNT, Amount: '1260.00' }], ...period }],
  Edi: {
    Test: true,
    Reference: 'INFENT000042',
    Writer: { Siret: '77788899100018', Name: 'CABINET TEST', Street: 'RUE DES LILAS', PostCode: '69002', Town: 'LYON' },
    Declarant: { Name: 'SOCIETE TEST', Street: 'QUAI DE TEST', PostCode: '69002', Town: 'LYON', Rof: 'TVA1' },
  },
  ...change,
});

const file = async (body: unknown): Promise<string> => (await simulate(body)).Edi;

const zones = (text: string): string[] =>
  [...text.matchAll(/<Zone id="(\w\w)"><Valeur>([^<]*)/g)].map(([, zone, value]) => `${zone} ${value}`);

const taken = async (text: string): Promise<string> => {
  const verdict = await checkDeposit('TVA', Buffer.from(text, 'latin1'));
  return 'faults' in verdict ? verdict.faults.join('\n') : 'taken';
};

describe('the file of a simulated return', () => {
  it('holds the boxes of the worked example', async () => {
    const text = await file(example());
    expect(zones(text)).toEqual([
      ...['CA 20260301', 'CB 20260331', 'HA 1260', 'KA TVA1-20260301-20260331-3310CA3', 'KD TVA1'],
      ...['CA 12000', 'FP 10000', 'GP 2000', 'FR 2000', 'GR 200', 'GH 2200', 'HA 300', 'HB 640', 'HG 940'],
      ...['KA 1260', 'ND 1260', 'KE 1260'],
    ]);
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="ISO-8859-15"[^>]*>\n<XmlEdi Test="1">/);
    expect(text).toContain('<Declaration Type="IDT" Reference="INFENT000042">');
    expect(text).toContain('<Identif Millesime="26">');
    expect(text).toContain('<Formulaire Nom="3310CA3" Millesime="26">');
    expect(text).toContain('<Zone id="GA"><Iban>FR1420041010050500013M02606</Iban><Bic>PSSTFRPPXXX</Bic></Zone>');
    expect(await taken(text)).toBe('taken');
    expect(await file(example())).toBe(text);
  });

  it('is that of the last period, by what it says of itself', async () => {
    const { Edi: given, Periods } = example();
    const periods = [...Periods, { StartDate: '2026-04-01', EndDate: '2026-04-30' }];
    const { Test: _, Reference: __, Declarant, ...edi } = given;
    const { Rof: ___, ...declarant } = Declarant;
    const text = await file(example({ Periods: periods, Edi: { ...edi, Declarant: declarant } }));
    expect(zones(text)).toEqual(['CA 20260401', 'CB 20260430', 'KD TVA1', 'KF X']);
    expect(text).toContain('<XmlEdi Test="1">');
    expect(text).toContain('Reference="INFENT000001"');
    expect(await file(example({ Edi: { ...given, Test: false } }))).toContain('<XmlEdi Test="0">');
  });

  it('asks for a refund in a second declaration', async () => {
    const Refund = {
      ...ACCOUNT,
      Holder: 'SOCIETE TEST',
      Amount: 900,
      Reason: 'Other',
      Establishment: 'French',
      Mode: 'Credit',
      Applicant: { Name: 'Ann Ténor', Quality: 'Gérante', Place: 'Lyon' },
    };
    const text = await file(example({ Entries: example().Entries.slice(2) }, { Payments: [], Refund }));
    expect(text.match(/<Declaration [^>]*>/g)).toEqual([
      '<Declaration Type="IDT" Reference="INFENT000042">',
      '<Declaration Type="RBT" Reference="INFENT000042-RBT">',
    ]);
    expect(text).toContain('<Formulaire Nom="3519" Millesime="26"><Zone id="AA"><Iban>FR14');
    expect(text).toContain('<TitulaireDesignation>SOCIETE TEST</TitulaireDesignation>');
    expect(text).toContain(
      '<Designation>Ann Ténor</Designation><DesignationSuite1>Gérante</DesignationSuite1><AdresseVille>Lyon</AdresseVille>',
    );
    expect(await taken(text)).toBe('taken');
  });

  it('is shown last to a person', async () => {
    const blocks = await blocksOf(example(), {}, 'fr');
    expect(blocks.at(-1)).toEqual({ kind: 'text', text: await file(example()) });
  });

  it('is absent unless asked for', async () => {
    expect(await file(example({ Edi: undefined }))).toBeUndefined();
  });

  it.each<[string, object, object, string]>([
    ['no writer', { Edi: {} }, {}, 'EdiInvalid'],
    ['no SIREN', { Folder: {} }, {}, 'EdiInvalid'],
    [
      'an account of another country',
      {},
      { Payments: [{ Iban: 'DE89370400440532013000', Bic: 'COBADEFF', Amount: '1260.00' }] },
      'PaymentsInvalid',
    ],
    ['a payment without account', {}, { Payments: [{ Amount: '1260.00' }] }, 'PaymentsInvalid'],
  ])('is refused with %s', async (_, change, period, code) => {
    await expect(simulate(example(change, period))).rejects.toMatchObject({ code });
  });

  it('takes a payment without account where no file is asked for', async () => {
    const answer: Answer = await simulate(example({ Edi: undefined }, { Payments: [{ Amount: '1260.00' }] }));
    expect(answer.Periods).toHaveLength(1);
  });
});
