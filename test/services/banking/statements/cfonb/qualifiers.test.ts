import { describe, expect, it } from 'vitest';
import {
  type Complements,
  type Detail,
  decodeComplements,
  QUALIFIERS,
} from '../../../../../src/services/banking/statements/cfonb/complements.ts';
import { lines, readAll, statement } from './support.ts';

const two = (first: string, second: string): string => first.padEnd(35) + second;
const decode = (...details: readonly (readonly [string, string])[]): Complements =>
  decodeComplements(details.map(([qualifier, text]): Detail => ({ qualifier, text })));

/** One row per known qualifier. */
const ROWS: readonly (readonly [qualifier: string, text: string, fields: Complements])[] = [
  ['   ', 'TEXTE DE LA BANQUE', {}],
  ['LIB', 'UN LIBELLE', {}],
  ['NPY', 'P'.repeat(70), { payerName: 'P'.repeat(70) }],
  [
    'IPY',
    two('I'.repeat(35), 'T'.repeat(35)),
    { payerIdentifier: 'I'.repeat(35), payerIdentifierType: 'T'.repeat(35) },
  ],
  ['NBE', 'LE BENEFICIAIRE', { beneficiaryName: 'LE BENEFICIAIRE' }],
  ['IBE', two('FR12ZZZ123456', 'ICS'), { beneficiaryIdentifier: 'FR12ZZZ123456', beneficiaryIdentifierType: 'ICS' }],
  ['NPO', 'LE DEBITEUR', { ultimatePayerName: 'LE DEBITEUR' }],
  ['IPO', 'ID', { ultimatePayerIdentifier: 'ID' }],
  ['NBU', 'LE CREANCIER', { ultimateBeneficiaryName: 'LE CREANCIER' }],
  ['IBU', two('ID', 'CUST'), { ultimateBeneficiaryIdentifier: 'ID', ultimateBeneficiaryIdentifierType: 'CUST' }],
  ['LCC', 'FACTURE 12', { remittanceText: 'FACTURE 12' }],
  ['LC2', 'FIN', { remittanceText: 'FIN' }],
  ['LCS', 'RF18539007547034', { structuredReference: 'RF18539007547034' }],
  ['RCN', two('E2E-1', 'SALA'), { endToEndReference: 'E2E-1', paymentPurpose: 'SALA' }],
  ['REF', two('REM-1', 'INS-1'), { remittanceReference: 'REM-1', transactionReference: 'INS-1' }],
  ['MMO', 'USD2000000001000500600000899551', { fxCurrencyCode: 'USD', fxAmount: '1000.50', fxRate: '0.899551' }],
  ['CBE', 'FR76 9123 4001 0020 0000 0032 297', { beneficiaryIban: 'FR7691234001002000000032297' }],
  ['RUM', two('MANDAT-1', 'RCURXX'), { mandateReference: 'MANDAT-1', mandateSequence: 'RCUR' }],
  ['CPY', 'FR7691234001002000000032297', { payerIban: 'FR7691234001002000000032297' }],
  ['FEE', 'EUR200000000001250', { feeCurrencyCode: 'EUR', feeAmount: '12.50' }],
];

describe('qualifiers', () => {
  it('are all in the table below', () => expect(ROWS.map(([qualifier]) => qualifier)).toEqual([...QUALIFIERS.keys()]));

  it.each(ROWS)('%j is read', async (qualifier, text, fields) => {
    const { statements, findings } = await readAll(lines(statement([{ details: [{ qualifier, text }] }])));
    const movement = statements[0]?.movements[0];
    expect(findings).toEqual([]);
    expect(movement?.details).toEqual([{ qualifier, text }]);
    expect(movement?.complements).toEqual(fields);
  });

  it.each(ROWS)('%j may be empty', (qualifier) => expect(decode([qualifier, ''])).toEqual({}));

  it.each(['LCK', 'PDO', 'BDO', 'JPY', 'PRI', 'lib', 'XXX'])('%s is not known and kept', async (qualifier) => {
    const { statements, findings } = await readAll(lines(statement([{ details: [{ qualifier, text: 'TEXTE' }] }])));
    expect(findings).toMatchObject([{ kind: 'UNKNOWN_QUALIFIER', field: 'Qualifier', position: 46 }]);
    expect(statements[0]?.movements[0]?.details).toEqual([{ qualifier, text: 'TEXTE' }]);
  });

  it('the first of a repeated qualifier gives the field', () =>
    expect(decode(['NPY', ''], ['NPY', 'UN'], ['NPY', 'DEUX'])).toEqual({ payerName: 'UN' }));
});

describe('remittance text', () => {
  const full = 'X'.repeat(70);
  it.each([
    ['joined without a blank', [['LCC', full] as const, ['LC2', 'SUITE'] as const], `${full}SUITE`],
    [
      'keeps a blank at the joint',
      [['LCC', `${'X'.repeat(69)} `] as const, ['LC2', 'Y'] as const],
      `${'X'.repeat(69)} Y`,
    ],
    ['two texts are two words', [['LCC', 'UN'] as const, ['LCC', 'DEUX'] as const], 'UN DEUX'],
  ])('%s', (_, details, text) => expect(decode(...details).remittanceText).toBe(text));
});

describe('original amount', () => {
  it.each([
    ['USD0000000000083583' + '00000001077', { fxCurrencyCode: 'USD', fxAmount: '8358', fxRate: '1.077' }],
    ['USD00000000000835803' + '00000001077', { fxCurrencyCode: 'USD', fxAmount: '8358', fxRate: '1.077' }],
    ['EUR200000001875625', { fxCurrencyCode: 'EUR', fxAmount: '18756.25' }],
    [`EUR200000001875625${' '.repeat(13)}04`, { fxCurrencyCode: 'EUR', fxAmount: '18756.25' }],
    ['JPY000000000000001' + '06' + '00000006123', { fxCurrencyCode: 'JPY', fxAmount: '1', fxRate: '0.006123' }],
    [
      'TND399999999999999' + '99' + '99999999999',
      { fxCurrencyCode: 'TND', fxAmount: '99999999999.999', fxRate: `0.${'0'.repeat(88)}99999999999` },
    ],
    ['EUR200000001875625COURS INCONNU', { fxCurrencyCode: 'EUR', fxAmount: '18756.25' }],
    ['EUR2      18756.25', {}],
    ['EURX00000001875625', {}],
    ['   200000001875625', {}],
  ])('%j', (text, fields) => expect(decode(['MMO', text])).toEqual(fields));
});

describe('counterparty', () => {
  const parties = (...qualifiers: string[]) => qualifiers.map((qualifier) => ({ qualifier, text: qualifier }));
  it.each([
    ['credit: payer', 100, {}, ['NBE', 'NPY', 'NPO'], 'NPY'],
    ['credit: ultimate payer', 100, {}, ['NBE', 'NPO'], 'NPO'],
    ['credit: not the beneficiary', 100, {}, ['NBE'], null],
    ['no amount: as a credit', 0, {}, ['NBE', 'NPY'], 'NPY'],
    ['debit: beneficiary', -100, {}, ['NPY', 'NBE', 'NBU'], 'NBE'],
    ['debit: ultimate beneficiary', -100, {}, ['NPY', 'NBU'], 'NBU'],
    ['returned credit: the beneficiary of the payment', 100, { rejectCode: '14' }, ['NPY', 'NBE'], 'NBE'],
    ['returned debit: the payer of the payment', -100, { rejectCode: '20' }, ['NPY', 'NBE'], 'NPY'],
    ['returned credit, one party only', 100, { rejectCode: '14' }, ['NPY'], 'NPY'],
    ['nobody', 100, {}, [], null],
  ])('%s', async (_, units, more, qualifiers, name) => {
    const { statements } = await readAll(lines(statement([{ units, ...more, details: parties(...qualifiers) }])));
    expect(statements[0]?.movements[0]?.counterpartyName).toBe(name);
  });

  it.each([
    [-100, ['CBE'], true],
    [100, ['CPY'], true],
    [100, ['CBE'], false],
    [-100, ['CPY'], false],
  ])('account of an amount of %i with %j', async (units, [qualifier = ''], known) => {
    const text = 'FR7691234001002000000032297';
    const { statements } = await readAll(lines(statement([{ units, details: [{ qualifier, text }] }])));
    expect(statements[0]?.movements[0]?.counterpartyIban).toBe(known ? text : null);
  });
});
