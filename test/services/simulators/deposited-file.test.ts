/** The portal checks files by schemas of its own: what the product writes passes, and each broken rule is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type ReturnFiling,
  returnDeclarations,
  type VatFiling,
  vatDeclaration,
} from '../../../src/services/edi/assemble.ts';
import type { EdiDeclaration, Procedure } from '../../../src/services/edi/xml-edi.ts';
import { writeXmlEdi } from '../../../src/services/edi/xml-edi-write.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { checkDeposit } from '../../../src/services/simulators/channels/deposited-file.ts';
import { SIREN } from '../edi/documents.ts';

const day = (text: string) => text as PlainDate;
const ADDRESS = { street: '12 bis rue des Lilas', postCode: '69002', town: 'Lyon', country: 'FR' };
const common = {
  reference: 'INFENT1',
  declarant: { identifier: SIREN, designation: 'SOCIETE TEST', address: ADDRESS, rof: 'IS1' },
  writer: { identifier: '77788899100018', designation: 'CABINET TEST', address: ADDRESS },
};

const LIASSE: ReturnFiling = {
  ...common,
  type: 'IDF',
  period: { start: day('2024-01-01'), end: day('2024-12-31') },
  forms: [
    {
      form: '2053',
      millesime: '25',
      cells: { HN: -12 },
      repeated: [
        { MA: 'Pénalité', NA: 12 },
        { MA: 'Don', NA: 5 },
      ],
    },
    { form: '1330CVAE', millesime: '25', cells: { AB: 48_000, AC: 60_000 }, repeated: [] },
  ],
  kindOf: (_, cell) => (cell === 'MA' ? 'text' : 'value'),
  category: 'IS',
  regime: 'RN',
  months: 12,
  before: { months: 12, end: day('2023-12-31') },
  activityCode: '6920Z',
};

const CA3: VatFiling = {
  ...common,
  type: 'IDT',
  declarant: { ...common.declarant, rof: 'TVA1' },
  period: { start: day('2026-03-01'), end: day('2026-03-31') },
  forms: [{ form: '3310CA3', millesime: '26', cells: { CA: 6300, FP: 6300, GP: 1260, KE: 1260 }, repeated: [] }],
  payments: [{ iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPXXX', amount: 1260, holder: 'SOCIETE TEST' }],
  toPay: 1260,
};

const written = (procedure: Procedure, ...declarations: readonly EdiDeclaration[]): string =>
  writeXmlEdi({ procedure, isTest: true, groups: [{ type: 'INFENT', declarations }] }).text;

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/edi/${name}`, import.meta.url), 'latin1');

const FILES: Readonly<Record<Procedure, string>> = {
  TDFC: written('TDFC', ...returnDeclarations(LIASSE)),
  TVA: written('TVA', vatDeclaration(CA3)),
  PAYE: fixture('paye-2571.xml'),
};

const check = async (procedure: string, text: string): Promise<string> => {
  const verdict = await checkDeposit(procedure, Buffer.from(text, 'latin1'));
  return 'faults' in verdict ? verdict.faults.join('\n') : 'taken';
};

describe('what the product writes', () => {
  it.each(Object.entries(FILES))('%s is taken', async (procedure, text) => {
    expect(await check(procedure, text)).toBe('taken');
  });

  it.each(['tdfc-2033.xml', 'tva-ca3.xml'])('%s is taken', async (name) => {
    expect(await check(name.slice(0, name.indexOf('-')), fixture(name))).toBe('taken');
  });

  it('is read', async () => {
    expect(await checkDeposit('TDFC', Buffer.from(FILES.TDFC, 'latin1'))).toEqual({
      file: {
        isTest: true,
        declarations: [
          { type: 'IDF', reference: 'INFENT1', rof: 'IS1', forms: ['2053'] },
          { type: 'CVA', reference: 'INFENT1-CVA', rof: 'CVAE1', forms: ['1330CVAE'] },
        ].map((declaration) => ({
          ...declaration,
          siren: SIREN,
          name: 'SOCIETE TEST',
          recipient: 'DGI_EDI_TDFC',
          start: '2024-01-01',
          end: '2024-12-31',
        })),
      },
    });
  });

  it.each([
    [{ type: 'RBT', payments: [], toPay: 0, forms: [{ ...CA3.forms[0], form: '3519', cells: { DN: 800 } }] }],
    [{ payments: [], closing: day('2026-03-31'), isGroupHead: true }],
    [{ payments: [], dueMonth: day('2026-07-15'), forms: [{ ...CA3.forms[0], form: '3514' }] }],
  ] as Partial<VatFiling>[][])('of VAT with %o is taken', async (change) => {
    expect(await check('TVA', written('TVA', vatDeclaration({ ...CA3, ...change })))).toBe('taken');
  });
});

describe('a broken rule is refused', () => {
  const long = (length: number) => 'x'.repeat(length);
  const event = (id: string) => `<Zone id="${id}"><Valeur>20260331</Valeur></Zone>`;
  it.each<[string, Procedure, string | RegExp, string, RegExp]>([
    ['order', 'TDFC', /(<Redacteur>.*?<\/Redacteur>)(<Redevable>.*?<\/Redevable>)/, '$2$1', /Redevable.*not expected/],
    [
      'order within an address',
      'TVA',
      /(<AdresseCodePostal>.*?Postal>)(<AdresseVille>.*?Ville>)/,
      '$2$1',
      /AdresseVille/,
    ],
    ['an empty address', 'TDFC', /<Adresse>.*?<\/Adresse>/, '<Adresse/>', /Adresse.*Missing child/],
    ['an address without street', 'TVA', /<AdresseVoie>.*?<\/AdresseVoie>/, '', /AdresseCodePostal.*not expected/],
    ['an address without town', 'PAYE', /<AdresseVille>.*?<\/AdresseVille>/, '', /Missing child.*AdresseVille/],
    ['no obligation', 'TDFC', /<Rof>.*?<\/Rof>/, '', /Missing child/],
    ['no writer', 'TDFC', /<Redacteur>.*?<\/Redacteur>/, '', /Redevable.*not expected/],
    ['a writer without name', 'TVA', /<DesignationSuite1>CABINET TEST<\/DesignationSuite1>/, '', /DesignationSuite1/],
    ['no form', 'TDFC', /<Formulaire .*?<\/Formulaire>/g, '', /Missing child/],
    ['no test mark', 'TVA', ' Test="1"', '', /'Test' is required/],
    ['no year of a form', 'TVA', /(<Formulaire[^>]*) Millesime="26"/, '$1', /'Millesime' is required/],
    [
      'a second line too many',
      'TDFC',
      '</Designation><Adresse>',
      '</Designation><DesignationSuite1>x</DesignationSuite1><DesignationSuite2>x</DesignationSuite2><Adresse>',
      /DesignationSuite2.*not expected/,
    ],
    ['a name of 36 characters', 'TDFC', 'SOCIETE TEST', long(36), /maxLength|exceeds/],
    ['a street of 31 characters', 'TDFC', /<AdresseVoie>.*?</, `<AdresseVoie>${long(31)}<`, /maxLength|exceeds/],
    ['a value of 513 characters', 'TVA', '<Valeur>6300<', `<Valeur>${long(513)}<`, /maxLength|exceeds/],
    ['an empty value', 'TVA', '<Valeur>6300<', '<Valeur><', /minLength|underruns/],
    ['a reference of 36 characters', 'TVA', '"INFENT1"', `"INFENT${long(30)}"`, /Reference/],
    ['a reference without INFENT', 'TVA', '"INFENT1"', '"X1"', /Reference.*pattern/],
    ['a SIREN of eight digits', 'TDFC', /(<Redevable><Identifiant>)\d/, '$1', /pattern/],
    ['a SIRET with a letter', 'TDFC', '<Siret>7', '<Siret>A', /pattern/],
    ['an obligation without digits', 'TVA', '<Rof>TVA1', '<Rof>TVA', /pattern/],
    ['a refused character', 'TVA', 'CABINET TEST', 'CABINET #TEST', /pattern/],
    ['a house number with letters', 'TVA', '<AdresseNumero>12', '<AdresseNumero>12B', /pattern/],
    ['a suffix of no kind', 'TVA', '<AdresseType>B', '<AdresseType>X', /pattern/],
    ['an unknown country', 'TVA', '<AdresseCodePays>FR', '<AdresseCodePays>UK', /pattern/],
    ['a zone of three letters', 'TVA', 'id="FP"', 'id="FPP"', /pattern/],
    ['a BIC of nine characters', 'TVA', 'PSSTFRPPXXX', 'PSSTFRPPX', /pattern/],
    ['an IBAN without country', 'TVA', '<Iban>FR', '<Iban>11', /pattern/],
    ['a form name in small letters', 'TVA', 'Nom="3310CA3"', 'Nom="3310ca3"', /pattern/],
    ['another type of declaration', 'TVA', 'Type="IDT"', 'Type="IDF"', /pattern/],
    ['a role of another procedure', 'TVA', 'CEC_EDI_TVA', 'CEC_EDI_TDFC', /pattern/],
    ['a recipient of no role', 'TDFC', 'DGI_EDI_TDFC', 'DGI', /pattern/],
    [
      'two kinds of content',
      'TVA',
      '<Valeur>6300</Valeur>',
      '<Valeur>6300</Valeur><TexteLibre1>x</TexteLibre1>',
      /TexteLibre1.*not expected/,
    ],
    [
      'an account in a result return',
      'TDFC',
      '<MonnaieCible>EUR</MonnaieCible>',
      '<Iban>FR1420041010050500013M02606</Iban><Bic>PSSTFRPPXXX</Bic>',
      /Iban.*not expected/,
    ],
    [
      'a currency in a VAT return',
      'TVA',
      '<Valeur>6300</Valeur>',
      '<MonnaieCible>EUR</MonnaieCible>',
      /MonnaieCible.*not expected/,
    ],
    ['an IBAN without BIC', 'TVA', /<Bic>.*?<\/Bic>/, '', /Bic/],
    ['a value and occurrences', 'TDFC', /(<Zone id="NA">)/, '$1<Valeur>1</Valeur>', /Occurrence.*not expected/],
    ['an unknown element', 'TVA', '<ListeFormulaires>', '<Autre/><ListeFormulaires>', /Autre.*not expected/],
    ['a zone twice (016)', 'TVA', '<Zone id="FP">', '<Zone id="CA">', /Duplicate key-sequence/],
    ['an obligation twice (164)', 'TDFC', /Type="CVA"(.*?)CVAE1/, 'Type="IDF"$1IS1', /Duplicate key-sequence/],
    ['the currency as a value', 'TDFC', '<MonnaieCible>EUR</MonnaieCible>', '<Valeur>EUR</Valeur>', /041/],
    ['IS as a category', 'TDFC', '<Valeur>BIC</Valeur>', '<Valeur>IS</Valeur>', /157/],
    ['an amount without account', 'TVA', /<Zone id="GA">.*?<\/Zone>/, '', /018/],
    ['an account without amount', 'TVA', /<Zone id="HA">.*?<\/Zone>/, '', /020/],
    ['another obligation in KD', 'TVA', '<Rof>TVA1', '<Rof>TVA2', /158/],
    ['another SIREN in AA', 'TVA', /(<Zone id="AA"><Identifiant>)\d{9}/, '$1552100554', /006/],
    ['no period', 'TVA', /<Zone id="CB">.*?<\/Zone>/, '', /007/],
    ['an unknown form (008)', 'TVA', 'Nom="3310CA3"', 'Nom="3310CA4"', /008/],
    ['an annex alone (011)', 'TVA', 'Nom="3310CA3"', 'Nom="3310A"', /011/],
    ['a return as a refund (012)', 'TVA', 'Type="IDT"', 'Type="RBT"', /012/],
    ['a refund as a return (012)', 'TVA', 'Nom="3310CA3"', 'Nom="3519"', /012/],
    ['payments a euro off (018)', 'TVA', '<Zone id="HA"><Valeur>1260<', '<Zone id="HA"><Valeur>1259<', /018/],
    ['a payment with cents (018)', 'TVA', '<Zone id="HA"><Valeur>1260<', '<Zone id="HA"><Valeur>1260,00<', /018/],
    ['a long reference (018)', 'TVA', '<Zone id="KA"><Valeur>', `<Zone id="KA"><Valeur>${long(31)}`, /018/],
    ['a payment in a refund (061)', 'TVA', 'Type="IDT"', 'Type="RBT"', /061/],
    [
      'a mention without text (128)',
      'TVA',
      '<Zone id="FP">',
      '<Zone id="BC"><Valeur>X</Valeur></Zone><Zone id="FP">',
      /128/,
    ],
    ['a sign (157)', 'TVA', '<Zone id="GP"><Valeur>', '<Zone id="GP"><Valeur>-', /157/],
    ['an instalment without month (161)', 'TVA', 'Nom="3310CA3"', 'Nom="3525BIS"', /161/],
    [
      'the month of a return (161)',
      'TVA',
      '</Identif>',
      '<Zone id="KF"><Valeur>202603</Valeur></Zone></Identif>',
      /161/,
    ],
    [
      'a month with its day (162)',
      'TVA',
      '</Identif>',
      '<Zone id="KF"><Valeur>20260301</Valeur></Zone></Identif>',
      /162/,
    ],
    ['closing and reorganisation (163)', 'TVA', '</Identif>', `${event('BB')}${event('KE')}</Identif>`, /163/],
    [
      'an event of an instalment (165)',
      'TVA',
      /<\/Identif><Formulaire Nom="3310CA3"/,
      `${event('BB')}</Identif><Formulaire Nom="3514"`,
      /165/,
    ],
    ['imports of 0 (169)', 'TVA', '<Zone id="FP">', '<Zone id="DK"><Valeur>0</Valeur></Zone><Zone id="FP">', /169/],
    ['thirteen months (178)', 'TVA', '<Valeur>20260331<', '<Valeur>20270301<', /178/],
    ['a date with hyphens (180)', 'TVA', '<Valeur>20260331<', '<Valeur>2026-03-31<', /180/],
    ['a document type', 'TVA', '<XmlEdi ', '<!DOCTYPE XmlEdi><XmlEdi ', /type de document/],
    ['XML that ends early', 'TVA', '</XmlEdi>', '', /ligne/],
  ])('%s (%s)', async (_, procedure, from, to, fault) => {
    const text = FILES[procedure].replace(from, to);
    expect(text).not.toBe(FILES[procedure]);
    expect(await check(procedure, text)).toMatch(fault);
  });

  it.each(['TDFC', 'PAYE', 'XYZ'])('a VAT return deposited as %s', async (procedure) => {
    expect(await check(procedure, FILES.TVA)).not.toBe('taken');
  });
});
