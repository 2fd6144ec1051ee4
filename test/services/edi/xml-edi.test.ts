import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeLatin9 } from '../../../src/services/edi/latin9.ts';
import { type EdiDeclaration, type EdiDocument, value, type Zone } from '../../../src/services/edi/xml-edi.ts';
import { writeXmlEdi } from '../../../src/services/edi/xml-edi-write.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import fc from '../../support/property.ts';
import { readXmlEdi } from '../../support/xml-edi-read.ts';
import { declaration, edi, identified, identity, SIREN } from './documents.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/edi/${name}`, import.meta.url));

const broken = (document: EdiDocument): string[] => {
  try {
    writeXmlEdi(document);
    return [];
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    expect(error.code).toBe('EdiInvalid');
    return error.issues.map(({ path, code }) => `${code} ${path}`);
  }
};

const form = (...zones: readonly Zone[]): Partial<EdiDeclaration> => ({
  forms: [{ name: '2033B', millesime: '25', zones }],
});
const account = (id: string, iban = 'FR1420041010050500013M02606', bic = 'PSSTFRPPXXX'): Zone => ({
  id,
  content: { kind: 'account', account: { iban, bic } },
});
const party = (more: object) => ({ ...declaration().declarant, ...more });

describe('the public example', () => {
  it('is read, and written with the same content', async () => {
    const document = await readXmlEdi(fixture('tva-ca3.xml'));
    expect(document).toMatchObject({ procedure: 'TVA', isTest: true });
    expect(document.groups[0]?.declarations[0]?.forms[0]?.zones).toHaveLength(12);
    const { text, changes } = writeXmlEdi(document);
    const bare = (xml: string) => xml.replace(/>\s+</g, '><');
    expect(bare(text)).toBe(bare(fixture('tva-ca3.xml').toString('latin1').trim()));
    expect(changes).toEqual([]);
  });
});

describe('fixtures', () => {
  it.each(['tdfc-2033.xml', 'paye-2571.xml'])('%s is right', async (name) => {
    const document = await readXmlEdi(fixture(name));
    expect(await readXmlEdi(writeXmlEdi(document).bytes)).toEqual(document);
  });

  it.each(readdirSync(new URL('../../../fixtures/edi/broken/', import.meta.url)))(
    'broken/%s is refused',
    async (name) => {
      await expect(readXmlEdi(fixture(`broken/${name}`))).rejects.toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^(EdiInvalid|XmlRefused)$/) }),
      );
    },
  );
});

describe('writing', () => {
  it('is ISO 8859-15, with its declaration, and the same twice', () => {
    const document = edi(declaration(form({ id: 'LA', content: { kind: 'texts', texts: ['Crédit-bail été'] } })));
    const { bytes, text } = writeXmlEdi(document);
    expect(text.startsWith('<?xml version="1.0" encoding="ISO-8859-15" standalone="yes"?>')).toBe(true);
    expect(decodeLatin9(bytes)).toBe(text);
    expect(bytes).toEqual(writeXmlEdi(document).bytes);
    expect([...bytes].filter((byte) => byte === 0xe9)).toHaveLength(3);
  });

  it('makes texts acceptable and tells what it changed', async () => {
    const declarant = party({
      designation: 'L’Œuvre & la très longue société des tests <réunis> de Lyon',
      address: { street: '12 bis avenue du très long général inconnu de la ville', postCode: '69002', town: 'Lyon' },
    });
    const { bytes, changes } = writeXmlEdi(edi(declaration({ declarant })));
    const read = (await readXmlEdi(bytes)).groups[0]?.declarations[0]?.declarant;
    expect(read).toMatchObject({
      designation: "L'OEuvre & la très longue société",
      designation2: 'des tests (réunis) de Lyon',
      address: {
        number: '12',
        repetition: 'B',
        street: 'avenue du très long général',
        complement: 'inconnu de la ville',
      },
    });
    expect(changes.map(({ path }) => path)).toEqual(['Redevable.Designation']);
  });

  it.each([69, 71, 199])('gives a name of %i characters two lines, never a third', async (length) => {
    const designation = 'ABCD '.repeat(40).slice(0, length);
    const zone = { id: 'AA', content: { kind: 'name' as const, name: { identifier: SIREN, designation } } };
    const zones = declaration().identification.zones.map((one) => (one.id === 'AA' ? zone : one));
    const written = writeXmlEdi(
      edi(declaration({ declarant: party({ designation }), identification: { millesime: '25', zones } })),
    );
    expect(written.text.match(/DesignationSuite2/g)).toBeNull();
    expect(written.text.match(/<DesignationSuite1>ABCD/g)).toHaveLength(2);
    expect(written.changes.map(({ path }) => path)).toEqual(
      length > 70 ? ['Redevable.Designation', 'Identif.AA.Designation'] : [],
    );
  });

  it.each([
    ['12 rue des Lilas', { number: '12', street: 'rue des Lilas' }],
    ['3 ter, quai Nord', { number: '3', repetition: 'T', street: 'quai Nord' }],
    ['7 bisquine street', { number: '7', street: 'bisquine street' }],
    ['Le Bourg', { street: 'Le Bourg' }],
    ['12B rue Haute', { street: '12B rue Haute' }],
  ])('takes %s apart', async (street, parts) => {
    const address = { postCode: '69002', town: 'Lyon', country: 'FR' };
    const { bytes } = writeXmlEdi(edi(declaration({ declarant: party({ address: { ...address, street } }) })));
    expect((await readXmlEdi(bytes)).groups[0]?.declarations[0]?.declarant.address).toEqual({ ...address, ...parts });
  });

  it('never cuts a value', () => expect(broken(edi(declaration(form(value('LA', 'x'.repeat(513))))))).toHaveLength(1));

  it('flags a test deposit', () => {
    expect(writeXmlEdi(edi(declaration())).text).toContain('<XmlEdi Test="1">');
    expect(writeXmlEdi({ ...edi(declaration()), isTest: false }).text).toContain('<XmlEdi Test="0">');
  });
});

describe('rules', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const zones = [identity, value('CA', '20240101'), value('CB', '20241231'), value('KD', `IS${index + 1}`)];
      return declaration({
        reference: `INFENT${index}`,
        declarant: party({ rof: `IS${index + 1}` }),
        identification: { millesime: '25', zones },
      });
    });

  it('takes a right document, and a hundred declarations', () => {
    expect(broken(edi(declaration()))).toEqual([]);
    expect(broken(edi(...many(100)))).toEqual([]);
  });

  it.each([
    ['no declaration', edi(), ['ElementMissing XmlEdi.GroupeFonctionnel[1].Declaration']],
    ['101 declarations', edi(...many(101)), ['ElementsTooMany XmlEdi.GroupeFonctionnel[1].Declaration']],
    ['no group', { ...edi(), groups: [] }, ['ElementMissing XmlEdi.GroupeFonctionnel']],
    [
      'a BALANC group first',
      { ...edi(), groups: [{ type: 'BALANC', declarations: [declaration()] }] },
      ['GroupInvalid GroupeFonctionnel[1]'],
    ],
    [
      'two INFENT groups',
      {
        ...edi(),
        groups: [
          { type: 'INFENT', declarations: [declaration()] },
          {
            type: 'INFENT',
            declarations: [
              declaration({
                reference: 'INFENT2',
                declarant: party({ rof: 'IS2' }),
                identification: {
                  millesime: '25',
                  zones: [identity, value('CA', '20240101'), value('CB', '20241231'), value('KD', 'IS2')],
                },
              }),
            ],
          },
        ],
      },
      ['GroupInvalid GroupeFonctionnel[2]'],
    ],
    [
      'the same obligation twice (164)',
      edi(declaration(), declaration({ reference: 'INFENT2' })),
      [`ObligationTwice IDF ${SIREN} IS1`],
    ],
    ['a type of another family', edi(declaration({ type: 'IDT' })), ['RuleBroken INFENT000001.Type']],
    [
      'a reference without INFENT',
      edi(declaration({ reference: 'X1' })),
      ['AttributeInvalid XmlEdi.GroupeFonctionnel[1].Declaration[X1]@Reference'],
    ],
    [
      'a reference of 36 characters',
      edi(declaration({ reference: `INFENT${'1'.repeat(30)}` })),
      [`AttributeInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT${'1'.repeat(29)}]@Reference`],
    ],
    [
      'a wrong key of SIREN',
      edi(declaration({ declarant: party({ identifier: '732829321' }) })),
      ['RuleBroken INFENT000001.Redevable.Identifiant', 'RuleBroken INFENT000001.Identif.AA'],
    ],
    [
      'a writer without role',
      edi(declaration({ writer: { ...declaration().writer, designation: 'CABINET' } })),
      ['RuleBroken INFENT000001.Redacteur.Designation'],
    ],
    [
      'a writer of another family',
      edi(declaration({ writer: { ...declaration().writer, designation: 'CEC_EDI_PAYE' } })),
      ['RuleBroken INFENT000001.Redacteur.Designation'],
    ],
    [
      'a wrong key of SIRET',
      edi(declaration({ writer: { ...declaration().writer, identifier: '77788899100019' } })),
      ['RuleBroken INFENT000001.Redacteur.Siret'],
    ],
    [
      'a recipient without role',
      edi(declaration({ recipients: [{ designation: 'DGI' }] })),
      ['RuleBroken INFENT000001.ListeDestinataires'],
    ],
    [
      'four recipients',
      edi(declaration({ recipients: Array.from({ length: 4 }, () => ({ designation: 'DGI_EDI_TDFC' })) })),
      ['ElementsTooMany XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeDestinataires.Destinataire'],
    ],
    [
      'a partner of 6 digits',
      edi(declaration({ partner: { ...declaration().declarant, identifier: '123456', designation: 'PARTENAIRE' } })),
      ['TextInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].PartenaireEdi.Identifiant'],
    ],
    [
      'an obligation without digits',
      edi(
        declaration({
          declarant: party({ rof: 'IS' }),
          identification: {
            millesime: '25',
            zones: [identity, value('CA', '20240101'), value('CB', '20241231'), value('KD', 'IS')],
          },
        }),
      ),
      ['TextInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].Redevable.Rof'],
    ],
    [
      'a company without address',
      edi(declaration({ declarant: party({ address: undefined }) })),
      ['AdresseVoie', 'AdresseCodePostal', 'AdresseVille'].map(
        (name) => `ElementMissing XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].Redevable.Adresse.${name}`,
      ),
    ],
    [
      'a writer without name',
      edi(declaration({ writer: { ...declaration().writer, designation2: undefined } })),
      ['ElementMissing XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].Redacteur.DesignationSuite1'],
    ],
    [
      'a house number with letters',
      edi(declaration({ declarant: party({ address: { ...declaration().declarant.address, number: '12B' } }) })),
      ['TextInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].Redevable.Adresse.AdresseNumero'],
    ],
    [
      'no form',
      edi(declaration({ forms: [] })),
      ['ElementMissing XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire'],
    ],
    [
      'a form without zones',
      edi(declaration(form())),
      ['ElementMissing XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire[2033B].Zone'],
    ],
    [
      'a form name with a blank',
      edi(declaration({ forms: [{ name: '2033 B', millesime: '25', zones: [value('BA', '1')] }] })),
      [
        'AttributeInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire[2033 B]@Nom',
      ],
    ],
    [
      'a year of four digits',
      edi(declaration({ forms: [{ name: '2033B', millesime: '2025', zones: [value('BA', '1')] }] })),
      [
        'AttributeInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire[2033B]@Millesime',
      ],
    ],
    [
      'a zone of three letters',
      edi(declaration(form(value('BAA', '1')))),
      [
        'AttributeInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire[2033B].Zone[BAA]@id',
      ],
    ],
    [
      'an empty value',
      edi(declaration(form(value('BA', '')))),
      [
        'TextInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire[2033B].Zone[BA].Valeur',
      ],
    ],
    [
      'six free texts',
      edi(declaration(form({ id: 'LA', content: { kind: 'texts', texts: ['1', '2', '3', '4', '5', '6'] } }))),
      [
        'ElementUnknown XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Formulaire[2033B].Zone[LA].TexteLibre6',
      ],
    ],
    [
      'a zone twice (016)',
      edi(declaration(form(value('BA', '1'), value('BA', '2')))),
      ['ZoneTwice INFENT000001.2033B.BA'],
    ],
    [
      'a form twice',
      edi(declaration({ forms: [1, 2].map(() => ({ name: '2033B', millesime: '25', zones: [value('BA', '1')] })) })),
      ['FormTwice INFENT000001.2033B.1'],
    ],
    [
      'no period (007)',
      edi(declaration({ identification: { millesime: '25', zones: [identity, value('KD', 'IS1')] } })),
      ['RuleBroken INFENT000001.Identif.CA', 'RuleBroken INFENT000001.Identif.CB'],
    ],
    [
      'an impossible day',
      edi(
        declaration({
          identification: {
            millesime: '25',
            zones: [identity, value('CA', '20240230'), value('CB', '20241231'), value('KD', 'IS1')],
          },
        }),
      ),
      ['RuleBroken INFENT000001.Identif.CA'],
    ],
    [
      'a period that ends before it starts',
      edi(
        declaration({
          identification: {
            millesime: '25',
            zones: [identity, value('CA', '20250101'), value('CB', '20241231'), value('KD', 'IS1')],
          },
        }),
      ),
      ['RuleBroken INFENT000001.Identif.CB'],
    ],
    [
      'another obligation in KD (158)',
      edi(
        declaration({
          identification: {
            millesime: '25',
            zones: [identity, value('CA', '20240101'), value('CB', '20241231'), value('KD', 'IS2')],
          },
        }),
      ),
      ['RuleBroken INFENT000001.Identif.KD'],
    ],
    [
      'a payment without amount',
      edi(declaration(identified(account('GA'), value('KA', 'IS1')))),
      ['AmountInvalid INFENT000001.Identif.HA'],
    ],
    [
      'a payment of 0',
      edi(declaration(identified(account('GA'), value('HA', '0'), value('KA', 'IS1')))),
      ['AmountInvalid INFENT000001.Identif.HA'],
    ],
    [
      'a payment with cents',
      edi(declaration(identified(account('GB'), value('HB', '1,50'), value('KB', 'IS1')))),
      ['AmountInvalid INFENT000001.Identif.HB'],
    ],
    [
      'a reference of 32 characters',
      edi(declaration(identified(account('GA'), value('HA', '1'), value('KA', 'x'.repeat(32))))),
      ['ReferenceInvalid INFENT000001.Identif.KA'],
    ],
    [
      'a wrong key of IBAN',
      edi(declaration(identified(account('GA', 'FR1520041010050500013M02606'), value('HA', '1'), value('KA', 'x')))),
      ['AccountInvalid INFENT000001.Identif.GA'],
    ],
    [
      'a BIC of 9 characters',
      edi(declaration(identified(account('GA', undefined, 'PSSTFRPPX'), value('HA', '1'), value('KA', 'x')))),
      [
        'TextInvalid XmlEdi.GroupeFonctionnel[1].Declaration[INFENT000001].ListeFormulaires.Identif.Zone[GA].Bic',
        'AccountInvalid INFENT000001.Identif.GA',
      ],
    ],
  ] satisfies [string, EdiDocument, string[]][])('refuses %s', (_, document, issues) =>
    expect(broken(document)).toEqual(issues),
  );

  const tva = async (change: (declaration: EdiDeclaration) => EdiDeclaration) => {
    const document = await readXmlEdi(fixture('tva-ca3.xml'));
    return broken({
      ...document,
      groups: document.groups.map((group) => ({ ...group, declarations: group.declarations.map(change) })),
    });
  };
  const adding =
    (...zones: readonly Zone[]) =>
    (one: EdiDeclaration): EdiDeclaration => ({
      ...one,
      identification: { ...one.identification, zones: [...one.identification.zones, ...zones] },
    });

  it.each([
    [
      'closing and reorganisation (163)',
      adding(value('BB', '20260331'), value('KE', '20260331')),
      ['RuleBroken INFENT000042.Identif.KE'],
    ],
    ['a due month without instalment (161)', adding(value('KF', '202603')), ['RuleBroken INFENT000042.Identif.KF']],
    [
      'an instalment without due month',
      (one: EdiDeclaration) => ({ ...one, forms: [{ name: '3514', millesime: '26', zones: [value('KA', '1')] }] }),
      ['RuleBroken INFENT000042.Identif.KF'],
    ],
    [
      'a payment in a refund (061)',
      (one: EdiDeclaration) => ({ ...one, type: 'RBT' }),
      ['RuleBroken INFENT000042.Identif.GA'],
    ],
    [
      'a closing with an instalment (165)',
      (one: EdiDeclaration) =>
        adding(
          value('KF', '202603'),
          value('BB', '20260331'),
        )({ ...one, forms: [{ name: '3514', millesime: '26', zones: [value('KA', '1')] }] }),
      ['RuleBroken INFENT000042.Identif.BB'],
    ],
  ])('refuses %s in a VAT return', async (_, change, issues) => expect(await tva(change)).toEqual(issues));
});

describe('reading', () => {
  const right = writeXmlEdi(edi(declaration())).text;

  it.each([
    ['an unknown element', right.replace('</Redevable>', '</Redevable><Autre/>')],
    ['elements out of order', right.replace(/(<Redacteur>.*<\/Redacteur>)(<Redevable>.*<\/Redevable>)/, '$2$1')],
    ['an unknown attribute', right.replace('<XmlEdi Test="1">', '<XmlEdi Test="1" Mode="x">')],
    ['no test flag', right.replace(' Test="1"', '')],
    ['a text among elements', right.replace('<ListeFormulaires>', '<ListeFormulaires>texte')],
    ['elements in a value', right.replace('<Valeur>61200</Valeur>', '<Valeur><b/></Valeur>')],
    ['a refused character', right.replace('SOCIETE TEST', 'SOCIETE #TEST')],
    ['another root', '<Autre/>'],
  ])('refuses %s', async (_, text) => {
    expect(text).not.toBe(right);
    await expect(readXmlEdi(text)).rejects.toThrow(expect.objectContaining({ code: 'EdiInvalid' }));
  });

  it('gives back what was written', async () => {
    const word = fc.string({
      unit: fc.constantFrom('A', 'b', 'é', '9', '&', "'", '(', '°'),
      minLength: 1,
      maxLength: 12,
    });
    const id = fc
      .tuple(fc.constantFrom(...'LMNPQRSTUVWXYZ'), fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
      .map((pair) => pair.join(''));
    const content = fc.oneof(
      word.map((text) => ({ kind: 'value' as const, value: text })),
      fc.array(word, { minLength: 1, maxLength: 5 }).map((texts) => ({ kind: 'texts' as const, texts })),
      word.map((town) => ({ kind: 'name' as const, name: { designation: town, address: { town } } })),
    );
    const occurrences = fc.array(content, { minLength: 1, maxLength: 3 }).map((contents) => ({
      kind: 'occurrences' as const,
      occurrences: contents.map((one, index) => ({ number: index + 1, content: one })),
    }));
    const zones = fc.uniqueArray(fc.record({ id, content: fc.oneof(content, occurrences) }), {
      selector: (zone) => zone.id,
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(zones, word, fc.boolean(), async (list, designation, isTest) => {
        const document = { ...edi(declaration({ ...form(...list), declarant: party({ designation }) })), isTest };
        expect(await readXmlEdi(writeXmlEdi(document).bytes)).toEqual(document);
      }),
      { numRuns: 60 },
    );
  });
});
