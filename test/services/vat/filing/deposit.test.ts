/** The file of a VAT return: what is in it, what is kept out, what is refused before anything leaves. */
import { describe, expect, it } from 'vitest';
import type { EdiDeclaration, Zone } from '../../../../src/services/edi/xml-edi.ts';
import type { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { checkDeposit } from '../../../../src/services/simulators/channels/deposited-file.ts';
import { type VatDeposit, vatDeposit } from '../../../../src/services/vat/filing/deposit.ts';
import { eachOf } from '../../../support/length.ts';
import { readXmlEdi } from '../../../support/xml-edi-read.ts';
import { DEPOSITS, everyKind, forms, payment } from './deposits.ts';

const declarationsOf = async (deposit: VatDeposit): Promise<readonly EdiDeclaration[]> =>
  (await readXmlEdi(vatDeposit(deposit).bytes)).groups[0]?.declarations ?? [];

const contents = (zones: readonly Zone[]): Record<string, unknown> =>
  Object.fromEntries(
    zones.map(({ id, content }) => [
      id,
      content.kind === 'value'
        ? content.value
        : content.kind === 'occurrences'
          ? content.occurrences.map(({ number, content: one }) => [number, one.kind === 'value' ? one.value : one])
          : content,
    ]),
  );

const formsOf = async (deposit: VatDeposit) =>
  Object.fromEntries(
    (await declarationsOf(deposit)).flatMap((one) => one.forms.map(({ name, zones }) => [name, contents(zones)])),
  );

const ACCOUNT = {
  kind: 'account',
  account: { iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPXXX', holder: 'SOCIETE TEST' },
};

/** English words that a French sentence has not. */
const ENGLISH = /\b(?:is|are|has|none|an|they|given|expected|whole)\b/;

const refusal = (deposit: VatDeposit): string => {
  try {
    vatDeposit(deposit);
    return 'taken';
  } catch (error) {
    const { code, message, issues = [] } = error as TaxopsError;
    if (code === 'PaymentsInvalid') expect((error as TaxopsError).text('fr')).not.toMatch(ENGLISH);
    return [code, message, ...issues.map(({ path }) => path)].join(' ');
  }
};

describe('every kind of form', () => {
  eachOf(everyKind, 2)('%s is taken by the portal, and twice the same bytes', async (_, deposit) => {
    const { bytes } = vatDeposit(deposit);
    const verdict = await checkDeposit('TVA', bytes);
    expect('faults' in verdict ? verdict.faults : 'taken').toBe('taken');
    expect(vatDeposit(deposit).bytes).toEqual(bytes);
  });
});

describe('the identification', () => {
  it('names up to three payments', async () => {
    const [declaration] = await declarationsOf(DEPOSITS['a CA3 with two payments']);
    expect(contents(declaration?.identification.zones ?? [])).toEqual({
      AA: {
        kind: 'name',
        name: {
          identifier: '732829320',
          designation: 'SOCIETE TEST',
          address: { street: 'QUAI DE TEST', postCode: '69002', town: 'LYON' },
        },
      },
      CA: '20260301',
      CB: '20260331',
      GA: ACCOUNT,
      HA: '1000',
      KA: 'TVA MARS',
      GB: ACCOUNT,
      HB: '260',
      KB: 'TVA1-20260301-20260331-3310CA3',
      KD: 'TVA1',
    });
  });

  it.each([
    ['an instalment of July', '202607'],
    ['an instalment of a farm', '202605'],
    ['a CA3 with a payment', undefined],
  ] as const)('of %s has the month %s', async (name, month) => {
    const [declaration] = await declarationsOf(DEPOSITS[name]);
    expect(contents(declaration?.identification.zones ?? []).KF).toBe(month);
  });
});

describe('the forms', () => {
  it('come with their millésime, the principal one first, whatever the order of the boxes', async () => {
    const deposit = DEPOSITS['a CA3 with annexes'];
    const [declaration] = await declarationsOf({ ...deposit, millesimeOf: (form) => (form === '3310A' ? 25 : 26) });
    expect(declaration?.identification.millesime).toBe('26');
    expect(declaration?.forms.map(({ name, millesime }) => [name, millesime])).toEqual([
      ['3310CA3', '26'],
      ['3310A', '25'],
      ['3310TER', '26'],
    ]);
    const reversed = { ...deposit, forms: new Map([...deposit.forms].reverse()) };
    expect(vatDeposit(reversed).bytes).toEqual(vatDeposit(deposit).bytes);
  });

  it('number what repeats, and leave out what is empty or must not be 0', async () => {
    const { '3310CA3': ca3, '3310A': annex, '3310TER': sectors } = await formsOf(DEPOSITS['a CA3 with annexes']);
    expect(ca3).not.toHaveProperty('DK');
    expect(annex?.QB).toEqual([[1, '2']]);
    expect(annex?.QC).toEqual([
      [1, 'Vals'],
      [2, 'Vichy'],
    ]);
    expect(sectors?.BM).toEqual([
      [1, { kind: 'texts', texts: ['Bois'] }],
      [2, { kind: 'texts', texts: ['Prés'] }],
    ]);
  });

  it.each(['DK', 'LR', 'LB', 'LD', 'LF', 'LH', 'LK', 'LM', 'HE', 'GS', 'GT', 'GU', 'GV'])(
    'leave out %s when it is 0, and send others',
    async (zone) => {
      const boxes = { [zone]: 0, CB: 0, CA: 6300 };
      const deposit = { ...DEPOSITS['a CA3 with a payment'], forms: forms({ '3310CA3': boxes }), payments: [] };
      expect(await formsOf(deposit)).toEqual({ '3310CA3': { CA: '6300', CB: '0' } });
    },
  );

  it('send a long text in five pieces, and say what had to change', async () => {
    const deposit = DEPOSITS['a CA3 with annexes'];
    const { '3310CA3': ca3, '3310A': annex } = await formsOf(deposit);
    expect(ca3?.BA).toEqual({ kind: 'texts', texts: Array.from({ length: 5 }, () => 'a'.repeat(512)) });
    expect(annex?.DA).toEqual({ kind: 'texts', texts: ["Parc 12 EUR ; ' noeud '"] });
    expect(vatDeposit(deposit).changes).toContainEqual({
      path: '3310A.DA',
      from: 'Parc 12 € ; « nœud »',
      to: "Parc 12 EUR ; ' noeud '",
    });
  });

  it('cut a text once it is made acceptable', async () => {
    const boxes = { BC: 'X', BA: 'œ'.repeat(300) };
    const { '3310CA3': ca3 } = await formsOf({
      ...DEPOSITS['a CA3 with a payment'],
      forms: forms({ '3310CA3': boxes }),
      payments: [],
    });
    expect(ca3?.BA).toEqual({ kind: 'texts', texts: ['oe'.repeat(256), 'oe'.repeat(44)] });
  });
});

describe('a refund', () => {
  const parts = {
    AA: ACCOUNT,
    DG: { kind: 'name', name: { designation: 'Ann Ténor', designation2: 'Gérante', address: { town: 'Lyon' } } },
  };

  it('is a second declaration of the deposit, without payment', async () => {
    const both = await declarationsOf(DEPOSITS['a CA3 with its refund']);
    expect(both.map(({ type, reference, forms: all }) => [type, reference, all.map(({ name }) => name)])).toEqual([
      ['IDT', 'INFENT000042', ['3310CA3']],
      ['RBT', 'INFENT000042-RBT', ['3519']],
    ]);
    expect(both[1]?.identification.zones.map(({ id }) => id)).toEqual(['AA', 'CA', 'CB', 'KD']);
    expect(contents(both[1]?.forms[0]?.zones ?? [])).toMatchObject({
      ...parts,
      DC: { kind: 'name', name: { designation: 'Bo Agent', designation2: 'Mandataire', address: { town: 'Paris' } } },
      DN: '7000',
    });
  });

  it('that goes alone reads account and applicant of typed boxes', async () => {
    const [alone, ...others] = await declarationsOf(DEPOSITS['a refund alone']);
    expect([alone?.type, alone?.reference, others]).toEqual(['RBT', 'INFENT000042', []]);
    expect(contents(alone?.forms[0]?.zones ?? [])).toMatchObject({ ...parts, DN: '800' });
  });

  it('of a yearly return is an annex, which gets the account', async () => {
    const [declaration, ...others] = await declarationsOf(DEPOSITS['a CA12 with its refund']);
    expect([declaration?.type, others]).toEqual(['IDT', []]);
    expect((await formsOf(DEPOSITS['a CA12 with its refund']))['3517DDR']).toMatchObject({ AK: ACCOUNT, AF: parts.DG });
  });
});

describe('refused before anything leaves', () => {
  const ca3 = DEPOSITS['a CA3 with a payment'];
  it.each<[string, Partial<VatDeposit>, RegExp]>([
    ['a box without a zone', { forms: forms({ '3310CA3': { ZZ: 1 } }) }, /^BoxUnknown .*_3310CA3\.ZZ/],
    [
      'a box of another year',
      { forms: forms({ '3310CA3': { DK: 1 } }), millesimeOf: () => 21 },
      /^BoxUnknown .*_3310CA3\.DK/,
    ],
    ['an unknown form', { forms: forms({ '3310X': { AA: 1 } }) }, /^BoxUnknown .*_3310X\.AA/],
    [
      'a text of 2,561 characters',
      { forms: forms({ '3310CA3': { BA: 'a'.repeat(2561) } }) },
      /^EdiInvalid .*_3310CA3\.BA/,
    ],
    ['no form', { forms: forms({ '3310CA3': {} }), payments: [] }, /^EdiInvalid .*Formulaire/],
    ['four payments', { payments: Array.from({ length: 4 }, () => payment(315n)) }, /^PaymentsInvalid .*4 are given/],
    ['a euro too little', { payments: [payment(1259n)] }, /^PaymentsInvalid .*1259\.00.*1260/],
    [
      'cents',
      { payments: [payment(1259n, { amount: 126_050n }), payment(1n, { amount: -50n })] },
      /^PaymentsInvalid .*above 0/,
    ],
    [
      'amounts with cents',
      {
        payments: [
          payment(0n, { amount: 126_00n }),
          payment(0n, { amount: 1134_00n - 1n }),
          payment(0n, { amount: 1n }),
        ],
      },
      /^PaymentsInvalid .*whole euros/,
    ],
    [
      'an IBAN with a wrong key',
      { payments: [payment(1260n, { iban: 'FR1520041010050500013M02606' })] },
      /^PaymentsInvalid .*IBAN/,
    ],
    [
      'a foreign IBAN',
      { payments: [payment(1260n, { iban: 'DE89370400440532013000' })] },
      /^PaymentsInvalid .*France or Monaco/,
    ],
    ['no BIC', { payments: [payment(1260n, { bic: undefined })] }, /^PaymentsInvalid .*BIC/],
    ['a reference of 32 characters', { payments: [payment(1260n, { reference: 'x'.repeat(32) })] }, /^EdiInvalid .*KA/],
    [
      'a payment in a refund',
      { principal: '3519', forms: forms({ '3519': { DN: 800 } }) },
      /^PaymentsInvalid .*refund/,
    ],
    [
      'a SIREN with a wrong key',
      { declarant: { ...ca3.declarant, identifier: '732829321' } },
      /^EdiInvalid .*Redevable\.Identifiant/,
    ],
    ['no address of the writer', { writer: { ...ca3.writer, address: {} } }, /^EdiInvalid .*Redacteur\.Adresse/],
    ['a reference of another shape', { reference: 'X1' }, /^EdiInvalid .*Reference/],
  ])('%s', (_, change, expected) => {
    expect(refusal({ ...ca3, ...change })).toMatch(expected);
  });
});
