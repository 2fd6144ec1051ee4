import { describe, expect, it } from 'vitest';
import { buildInstalment } from '../../../src/services/declarations/forms/company-tax.ts';
import { buildLiasse } from '../../../src/services/declarations/forms/liasse.ts';
import {
  type PaymentFiling,
  paymentDeclaration,
  type ReturnFiling,
  returnDeclaration,
} from '../../../src/services/edi/assemble.ts';
import { readXmlEdi } from '../../../src/services/edi/xml-edi-read.ts';
import { writeXmlEdi } from '../../../src/services/edi/xml-edi-write.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ledger, year } from '../declarations/forms/ledgers.ts';
import { EXAMPLES } from '../declarations/forms/worked-examples.ts';
import { SIREN } from './documents.ts';

const WRITER = { identifier: '77788899100018', designation: 'CABINET TEST', address: { town: 'LYON' } };
const DECLARANT = { identifier: SIREN, designation: 'SOCIETE TEST', address: { town: 'LYON' }, rof: 'IS1' };
const zones = (declaration: { identification: { zones: readonly { id: string }[] } }) =>
  declaration.identification.zones.map(({ id }) => id);

describe('a result return', () => {
  const filing = async (more: Partial<ReturnFiling> = {}): Promise<ReturnFiling> => {
    const { forms } = await buildLiasse({
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
    const declaration = returnDeclaration(await filing());
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

  it('identifies the exercise', async () => {
    expect(zones(returnDeclaration(await filing()))).toEqual(['AA', 'BA', 'BB', 'BC', 'CA', 'CB', 'CC', 'DA', 'KD']);
    const before = { months: 12, end: '2024-12-31' as PlainDate };
    expect(zones(returnDeclaration(await filing({ before, activityCode: '6920Z', isProvisional: true })))).toEqual([
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

  it('numbers repeated lines, and sends texts and names as such', async () => {
    const forms = [
      { form: '2059A', millesime: '26', cells: { GK: 50 }, repeated: [{ HA: 'Camion', HC: 10 }, { HC: 20 }] },
    ];
    const kindOf = (_: string, cell: string) => (cell === 'HA' ? ('text' as const) : ('value' as const));
    expect(returnDeclaration(await filing({ forms, kindOf })).forms[0]?.zones).toEqual([
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
  const filing = async (amounts: readonly number[]): Promise<PaymentFiling> => {
    const { forms } = await buildInstalment({ exercise: year(2025), due: '2025-06-15' as PlainDate, amount: 2688n });
    return {
      type: 'IS',
      reference: 'INFENT1',
      declarant: DECLARANT,
      writer: WRITER,
      period: year(2025),
      forms,
      payments: amounts.map((amount) => ({ ...account, amount })),
    };
  };

  it.each([[[]], [[2688]], [[1000, 1000, 688]]])('of %o is a right file', async (amounts) => {
    const declaration = paymentDeclaration(await filing(amounts));
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

  it('names the obligation, the period and the form', async () => {
    const label = paymentDeclaration(await filing([2688])).identification.zones.find(({ id }) => id === 'KA');
    expect(label?.content).toEqual({ kind: 'value', value: 'IS1-20250101-20251231-2571' });
  });

  it.each([[[2687]], [[2689]], [[1, 1, 1, 2685]]])('refuses %o', async (amounts) => {
    const payment = await filing(amounts);
    expect(() => paymentDeclaration(payment)).toThrow(expect.objectContaining({ code: 'EdiInvalid' }));
  });
});
