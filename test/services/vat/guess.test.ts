import { describe, expect, it } from 'vitest';
import { AccountRules } from '../../../src/services/vat/account-rule.ts';
import type { VatAccount, VatFolder } from '../../../src/services/vat/engine/model.ts';
import { GUESS_ROWS, guessAccount, guessRow } from '../../../src/services/vat/guess.ts';
import { rateInLabel } from '../../../src/services/vat/label-rate.ts';

const MAINLAND = { territory: 'Mainland', vatSystem: 'RealNormal' } as const;
const OVERSEAS = { territory: 'Overseas', vatSystem: 'RealNormal' } as const;
const FARM = { territory: 'Mainland', vatSystem: 'SimplifiedFarm' } as const;

const FOLDER: VatFolder = {
  ...MAINLAND,
  taxpayerKind: 'Company',
  advancePaymentMode: 'TaxIncluded',
  deductionCoefficient: 100n,
};
const ruleOf = (account: VatAccount, folder = FOLDER) => new AccountRules(folder, [account]).of(account.accountNumber);

/** A label that each pattern of the table is found in. */
const LABELS = [
  'import',
  'autoliquidation prestations',
  'services',
  'vente à distance',
  'export',
  'intracom',
  'exonéré',
  'Monaco',
  'Corse',
  'La Réunion',
  'prestations intracom',
  'acquisitions CEE',
  'non établi',
  'franchise',
  'sous-traitance autoliquidation',
  '',
];

describe('the guess of an account', () => {
  it.each(GUESS_ROWS.map((row) => [`${row.prefix} ${row.pattern?.source ?? ''}`, row]))('row %s serves', (_, row) => {
    const served = LABELS.flatMap((label) => ['', '0', '9'].map((end) => guessRow(row.prefix + end, label, MAINLAND)));
    expect(served).toContain(row);
  });

  it.each([
    ['706000', 'Prestations', 'sale VT_PREST - OnReceipts'],
    ['707000', 'Ventes 5,5 %', 'sale VT_PREST _055 OnDebits'],
    ['706100', 'Prestations Monaco 20 %', 'sale TVA_MONACO _20 OnReceipts'],
    ['706200', 'Prestations UE', 'sale AUTRE_OP_NON_IMP _0 OnDebits'],
    ['707200', 'Ventes à la Réunion', 'sale EXPORT_HORS_UE _0 OnDebits'],
    ['706300', 'Prestations à la Réunion', 'sale VT_PREST_DOM - OnReceipts'],
    ['238000', 'Avances sur immobilisations', 'purchase DED_IMMO - OnReceipts'],
    ['231000', 'Immobilisations en cours', 'purchase DED_IMMO - OnDebits'],
    ['445210', 'TVA due prestations', 'due PREST_INTRACOM - -'],
    ['999999', '', 'none - - -'],
  ])('%s « %s » is %s on the mainland', (number, label, expected) => {
    const { role, category, rate, exigibility } = guessAccount(number, label, MAINLAND);
    expect([role, category, rate, exigibility].map((x) => x ?? '-').join(' ')).toBe(expected);
  });

  it.each([
    ['706000', '', 'VT_PREST_DOM'],
    ['707000', 'Ventes Guadeloupe', 'VT_PREST_DOM'],
    ['757000', '', 'CESSION_IMMO_DOM'],
    ['419100', '', 'VT_PREST_DOM'],
    ['722000', '', 'LIVR_SOI_MEME'],
    ['707100', 'Ventes UE', 'EXPORT_HORS_UE'],
    ['607100', 'Achats intracom', 'AUTOLIQ_IMPORTATION'],
    ['622000', 'Honoraires UE', 'AUTOLIQ_PREST_INTRACOM'],
    ['445200', '', 'IMPORT_AUTOLIQ'],
  ])('%s « %s » is %s overseas', (number, label, category) => {
    expect(guessAccount(number, label, OVERSEAS).category).toBe(category);
  });

  it('owes the sales of a farm at receipt', () => {
    expect(guessAccount('707000', '', FARM).exigibility).toBe('OnReceipts');
    expect(guessAccount('607000', '', FARM).exigibility).toBe('OnDebits');
  });
});

describe('the rate in a label', () => {
  it.each([
    ['Ventes 20 %', '_20'],
    ['Ventes 20,00\u202f%', '_20'],
    ['Ventes 5,5', '_055'],
    ['Ventes 8.5', '_085'],
    ['Ventes 10', undefined],
    ['Ventes 0,9 %', '_009'],
    ['Ventes 0 %', '_0'],
    ['Facture du 05.05.2026', undefined],
    ['Ventes 19,6 %', undefined],
    ['Taux normal', '_20'],
    ['Taux intermédiaire', '_10'],
    ['Taux réduit', '_055'],
    ['Taux super réduit', '_021'],
    ['Taux particulier', '_021'],
    ['Ventes aux particuliers', undefined],
    ['Taux normal 10 %', '_10'],
    ['707020', undefined],
  ])('%s: %s', (label, rate) => {
    expect(rateInLabel(label)).toBe(rate);
  });
});

describe('the rule of an account', () => {
  it.each([
    [{ accountNumber: '708000', label: '', category: 'AUTOLIQ_PREST_INTRACOM' }, 'reverse OnDebits'],
    [{ accountNumber: '758000', label: '', category: 'EXPORT_HORS_UE' }, 'untaxed OnDebits'],
    [{ accountNumber: '616000', label: '', category: 'DED_AUTRES' }, 'purchase OnReceipts'],
    [{ accountNumber: '765000', label: '', category: 'DED_AUTRES' }, 'purchase OnDebits'],
    [{ accountNumber: '445660', label: '', category: 'REGUL_TVA_DED' }, 'deductible OnDebits'],
    [{ accountNumber: '419100', label: '', category: 'VT_PREST_CORSE' }, 'advance OnReceipts'],
    [{ accountNumber: '706000', label: '', category: 'NOT_DECLARABLE' }, 'none OnReceipts'],
    [{ accountNumber: '411000', label: '', category: 'NOT_DECLARABLE' }, 'thirdParty Mixed'],
    [{ accountNumber: '706000', label: 'Export', category: null }, 'untaxed OnDebits'],
  ] as const)('%o is %s', (account, expected) => {
    const { role, exigibility } = ruleOf(account);
    expect(`${role} ${exigibility}`).toBe(expected);
  });

  it('keeps no rate of an account that bears several, and takes the label again when it is unknown', () => {
    expect(ruleOf({ accountNumber: '707000', label: 'Ventes 20 %', rate: 'MultipleRates' }).rate).toBeUndefined();
    expect(ruleOf({ accountNumber: '707000', label: 'Ventes 20 %', rate: 'Unknown' }).rate).toBe('_20');
  });

  it('is only guessed without a category', () => {
    expect(ruleOf({ accountNumber: '752000', label: '' }).onlyWithTax).toBe(true);
    expect(ruleOf({ accountNumber: '752000', label: '', category: 'VT_PREST' }).onlyWithTax).toBe(false);
  });

  it('gives way to the line', () => {
    const rules = new AccountRules(FOLDER, [{ accountNumber: '707000', label: 'Ventes 20 %' }]);
    const line = { lineId: 1, accountNumber: '707000', debit: 0n, credit: 100n };
    const { role, rate, exigibility } = rules.ofLine({ ...line, category: 'EXPORT_HORS_UE', exigibility: 'Mixed' });
    expect([role, rate, exigibility]).toEqual(['untaxed', '_20', 'Mixed']);
    expect(rules.ofLine(line)).toBe(rules.of('707000'));
  });
});
