import { describe, expect, it } from 'vitest';
import { buildInstalment } from '../../../src/services/declarations/returns/company-tax.ts';
import { buildLiasse } from '../../../src/services/declarations/returns/liasse.ts';
import {
  type PaymentFiling,
  paymentDeclaration,
  type ReturnFiling,
  returnDeclaration,
  type VatFiling,
  vatDeclaration,
} from '../../../src/services/edi/assemble.ts';
import { writeXmlEdi } from '../../../src/services/edi/xml-edi-write.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { readXmlEdi } from '../../support/xml-edi-read.ts';
import { ledger, year } from '../declarations/returns/ledgers.ts';
import { EXAMPLES } from '../declarations/returns/worked-examples.ts';
import { SIREN } from './documents.ts';

const ADDRESS = { street: 'RUE DES LILAS', postCode: '69002', town: 'LYON' };
const WRITER = { identifier: '77788899100018', designation: 'CABINET TEST', address: ADDRESS };
const DECLARANT = { identifier: SIREN, designation: 'SOCIETE TEST', address: ADDRESS, rof: 'IS1' };
const zones = (declaration: { identification: { zones: readonly { id: string }[] } }) =>
  declaration.identification.zones.map(({ id }) => id);

describe('a result return', () => {
  const filing = (more: Partial<ReturnFiling> = {}): ReturnFiling => {
    const { forms } = buildLiasse({
      regime: 'simplified',
      exercise: year(2025),
      balances: ledger(EXAMPLES[5].ledger),
    });
    return {
      type: 'IDF',
      reference: 'INFENT1',
      declarant: DECLARANT,
      writer: WRITER,
      period: year(2025),
      forms,
      category: 'IS',
      regime: 'RS',
      months: 12,
      ...more,
    };
  };

  it('is a right file from a ledger to its bytes', async () => {
    const declaration = returnDeclaration(filing());
    const document = {
      procedure: 'TDFC' as const,
      isTest: true,
      groups: [{ type: 'INFENT' as const, declarations: [declaration] }],
    };
    const { bytes, text } = writeXmlEdi(document);
    expect(await readXmlEdi(bytes)).toEqual(document);
    expect(text).toContain('<Formulaire Nom="2033B" Millesime="26"><Zone id="BA"><Valeur>61200</Valeur></Zone>');
    expect(text).toContain('<Zone id="CC"><Valeur>-5915</Valeur></Zone>');
  });

  it('identifies the exercise', () => {
    expect(zones(returnDeclaration(filing()))).toEqual(['AA', 'BA', 'BB', 'BC', 'CA', 'CB', 'CC', 'DA', 'KD']);
    const before = { months: 12, end: '2024-12-31' as PlainDate };
    expect(zones(returnDeclaration(filing({ before, activityCode: '6920Z', isProvisional: true })))).toEqual([
      'AA',
      'AB',
      'BA',
      'BB',
      'BC',
      'BF',
      'CA',
      'CB',
      'CC',
      'CD',
      'CE',
      'DA',
      'KD',
    ]);
  });

  it('numbers repeated lines, and sends texts and names as such', () => {
    const forms = [
      { form: '2059A', millesime: '26', cells: { GK: 50 }, repeated: [{ HA: 'Camion', HC: 10 }, { HC: 20 }] },
    ];
    const kindOf = (_: string, cell: string) => (cell === 'HA' ? ('text' as const) : ('value' as const));
    expect(returnDeclaration(filing({ forms, kindOf })).forms[0]?.zones).toEqual([
      { id: 'GK', content: { kind: 'value', value: '50' } },
      {
        id: 'HA',
        content: { kind: 'occurrences', occurrences: [{ number: 1, content: { kind: 'texts', texts: ['Camion'] } }] },
      },
      {
        id: 'HC',
        content: {
          kind: 'occurrences',
          occurrences: [
            { number: 1, content: { kind: 'value', value: '10' } },
            { number: 2, content: { kind: 'value', value: '20' } },
          ],
        },
      },
    ]);
  });
});

describe('a payment', () => {
  const account = { iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPXXX' };
  const filing = (amounts: readonly number[]): PaymentFiling => {
    const { forms } = buildInstalment({ exercise: year(2025), due: '2025-06-15' as PlainDate, amount: 2688n });
    return {
      type: 'IS',
      reference: 'INFENT1',
      declarant: DECLARANT,
      writer: WRITER,
      period: year(2025),
      forms,
      payments: amounts.map((amount) => ({ ...account, amount })),
      toPay: 2688,
    };
  };

  it.each([[[2688]], [[1000, 1000, 688]]])('of %o is a right file', async (amounts) => {
    const declaration = paymentDeclaration(filing(amounts));
    const document = {
      procedure: 'PAYE' as const,
      isTest: true,
      groups: [{ type: 'INFENT' as const, declarations: [declaration] }],
    };
    expect(await readXmlEdi(writeXmlEdi(document).bytes)).toEqual(document);
    expect(declaration.identification.zones.filter(({ id }) => /^H/.test(id)).map(({ content }) => content)).toEqual(
      amounts.map((amount) => ({ kind: 'value', value: String(amount) })),
    );
  });

  it('names the obligation, the period and the form', () => {
    const label = paymentDeclaration(filing([2688])).identification.zones.find(({ id }) => id === 'KA');
    expect(label?.content).toEqual({ kind: 'value', value: 'IS1-20250101-20251231-2571' });
  });

  it.each([[[]], [[2687]], [[2689]], [[1, 1, 1, 2685]]])('refuses %o', (amounts) => {
    const payment = filing(amounts);
    expect(() => paymentDeclaration(payment)).toThrow(expect.objectContaining({ code: 'EdiInvalid' }));
  });
});

describe('a VAT declaration', () => {
  const day = (text: string) => text as PlainDate;
  const march = { start: day('2026-03-01'), end: day('2026-03-31') };
  const payment = { iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPXXX', amount: 1260 };
  const ca3 = {
    form: '3310CA3',
    millesime: '26',
    cells: {
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
      KE: 1260,
    },
    repeated: [],
  };
  const filing = (more: Partial<VatFiling> = {}): VatFiling => ({
    type: 'IDT',
    reference: 'INFENT000042',
    declarant: { ...DECLARANT, rof: 'TVA1' },
    writer: WRITER,
    period: march,
    forms: [ca3],
    payments: [payment],
    toPay: 1260,
    ...more,
  });
  const instalment = { forms: [{ ...ca3, form: '3514', cells: { AA: 1260 } }], dueMonth: day('2026-07-15') };
  const document = (...filings: readonly VatFiling[]) => ({
    procedure: 'TVA' as const,
    isTest: true,
    groups: [{ type: 'INFENT' as const, declarations: filings.map(vatDeclaration) }],
  });
  const broken = (more: Partial<VatFiling>): string[] => {
    try {
      writeXmlEdi(document(filing(more)));
      return [];
    } catch (error) {
      return (error as { issues?: { path: string }[] }).issues?.map(({ path }) => path) ?? [String(error)];
    }
  };

  it('that is a return with its payment is a right file', async () => {
    const { bytes, text } = writeXmlEdi(document(filing()));
    expect(await readXmlEdi(bytes)).toEqual(document(filing()));
    expect(zones(vatDeclaration(filing()))).toEqual(['AA', 'CA', 'CB', 'GA', 'HA', 'KA', 'KD']);
    expect(text).toContain('<Declaration Type="IDT" Reference="INFENT000042">');
    expect(text).toContain('<Designation>CEC_EDI_TVA</Designation><DesignationSuite1>CABINET TEST</DesignationSuite1>');
    expect(text).toContain('<Destinataire><Designation>DGI_EDI_TVA</Designation></Destinataire>');
    expect(text).toContain('<Identif Millesime="26">');
    expect(text).toContain('<Zone id="KA"><Valeur>TVA1-20260301-20260331-3310CA3</Valeur></Zone>');
    expect(text).toContain('<Zone id="KD"><Valeur>TVA1</Valeur></Zone>');
  });

  it('that is a refund is a declaration of its own in the same deposit', async () => {
    const form = { form: '3519', millesime: '26', cells: { AA: 7000 }, repeated: [] };
    const refund = filing({ type: 'RBT', reference: 'INFENT000043', forms: [form], payments: [], toPay: 0 });
    const both = document(filing(), refund);
    const read = await readXmlEdi(writeXmlEdi(both).bytes);
    expect(read).toEqual(both);
    expect(read.groups[0]?.declarations.map(({ type, forms }) => [type, forms[0]?.name])).toEqual([
      ['IDT', '3310CA3'],
      ['RBT', '3519'],
    ]);
  });

  it.each<[string, Partial<VatFiling>, string[], [string, string]]>([
    ['a closing', { closing: day('2026-03-31') }, ['AA', 'BB', 'CA', 'CB', 'KD'], ['BB', '20260331']],
    ['the head of a group', { isGroupHead: true }, ['AA', 'BC', 'CA', 'CB', 'KD'], ['BC', 'X']],
    ['a reorganisation', { reorganisation: day('2026-03-15') }, ['AA', 'CA', 'CB', 'KD', 'KE'], ['KE', '20260315']],
    ['an instalment', instalment, ['AA', 'CA', 'CB', 'KD', 'KF'], ['KF', '202607']],
  ])('says in T-IDENTIF that it is of %s', (_, more, ids, [id, text]) => {
    const declaration = vatDeclaration(filing({ ...more, payments: [] }));
    expect(zones(declaration)).toEqual(ids);
    expect(declaration.identification.zones.find((zone) => zone.id === id)?.content).toEqual({
      kind: 'value',
      value: text,
    });
    expect(broken({ ...more, payments: [] })).toEqual([]);
  });

  it.each<[string, Partial<VatFiling>, string]>([
    ['a payment of a refund (061)', { type: 'RBT' }, 'INFENT000042.Identif.GA'],
    ['an instalment without its month (161)', { ...instalment, dueMonth: undefined }, 'INFENT000042.Identif.KF'],
    ['a month of a return (161)', { dueMonth: day('2026-07-01') }, 'INFENT000042.Identif.KF'],
    ['closing with reorganisation (163)', { closing: march.end, reorganisation: march.end }, 'INFENT000042.Identif.KE'],
    ['closing of an instalment (165)', { ...instalment, closing: march.end }, 'INFENT000042.Identif.BB'],
    ['more than is to pay', { toPay: 1259 }, 'INFENT000042.payments'],
    ['four payments', { payments: [1, 1, 1, 1257].map((amount) => ({ ...payment, amount })) }, 'INFENT000042.payments'],
  ])('refuses %s', (_, more, path) => {
    expect(broken(more)).toEqual([path]);
  });
});
