import { describe, expect, it } from 'vitest';
import {
  electronicIban,
  ibanFromRib,
  ibanParts,
  ibanProblems,
  isValidIban,
  normalBic,
  printedIban,
  ribKey,
  ribOfIban,
} from '../../../../src/services/banking/accounts/iban.ts';
import fc from '../../../support/property.ts';

describe('RIB key and French IBAN', () => {
  it.each([
    ['98765', '00042', '00012345678', '95', 'FR7698765000420001234567895'],
    ['20041', '01005', '0500013M026', '06', 'FR1420041010050500013M02606'],
    ['91234', '00100', '20000000322', '97', 'FR7691234001002000000032297'],
  ])('%s %s %s has key %s', (bank, branch, account, key, iban) => {
    expect(ribKey(bank, branch, account)).toBe(key);
    expect(ibanFromRib(bank, branch, account)).toBe(iban);
    expect(ibanProblems(iban)).toEqual([]);
  });

  it.each([
    ['AJ', '1'],
    ['BKS', '2'],
    ['CLT', '3'],
    ['DMU', '4'],
    ['ENV', '5'],
    ['FOW', '6'],
    ['GPX', '7'],
    ['HQY', '8'],
    ['IRZ', '9'],
  ])('letters %s count as %s', (letters, digit) => {
    const expected = ribKey('98765', '00042', `0001234567${digit}`);
    for (const letter of letters) expect(ribKey('98765', '00042', `0001234567${letter}`)).toBe(expected);
  });

  it('takes lower case letters and gives upper case', () =>
    expect(ibanFromRib('20041', '01005', '0500013m026')).toBe('FR1420041010050500013M02606'));

  it('knows Monaco', () => expect(isValidIban(ibanFromRib('98765', '00042', '00012345678', 'MC') ?? '')).toBe(true));

  it.each([
    ['9876', '00042', '00012345678'],
    ['98765', '0004X', '00012345678'],
    ['98765', '00042', '1234 567890'],
    ['98765', '00042', ''],
    ['987650', '0042', '00012345678'.slice(1)],
  ])('makes no RIB of %j %j %j', (bank, branch, account) => {
    expect(ribKey(bank, branch, account)).toBeUndefined();
    expect(ibanFromRib(bank, branch, account)).toBeUndefined();
  });

  it('every RIB gives an IBAN that ibantools accepts and that splits back', () => {
    const text = (alphabet: string, length: number) =>
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
    const digits = text('0123456789', 5);
    fc.assert(
      fc.property(digits, digits, text('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 11), (bank, branch, account) => {
        const iban = ibanFromRib(bank, branch, account) ?? '';
        expect(ibanProblems(iban)).toEqual([]);
        expect(ribOfIban(iban)).toEqual({
          bankCode: bank,
          branchCode: branch,
          accountNumber: account,
          key: ribKey(bank, branch, account),
        });
      }),
    );
  });
});

describe('IBAN', () => {
  it.each([
    ['FR76 9876 5000 4200 0123 4567 895', []],
    ['fr76 98765-00042-00012345678 95', []],
    ['DE89370400440532013000', []],
    ['', ['missing']],
    ['FR7698765000420001234567896', ['ribKey', 'checkDigits']],
    ['FR2298765000420001234567800', ['ribKey']],
    ['FR769876500042000123456789', ['length', 'format']],
    ['ZZ7698765000420001234567895', ['country']],
    ['FR76'.repeat(1000), ['length']],
  ])('%j has problems %j', (iban, problems) => {
    expect(ibanProblems(iban)).toEqual(problems);
    expect(isValidIban(iban)).toBe(problems.length === 0);
  });

  it('is stored without blanks and printed in fours', () => {
    expect(electronicIban(' fr76 9876-5000 ')).toBe('FR7698765000');
    expect(printedIban('FR7698765000420001234567895')).toBe('FR76 9876 5000 4200 0123 4567 895');
  });

  it('splits into prefix, account and suffix', () => {
    expect(ibanParts('FR76 9876 5000 4200 0123 4567 895')).toEqual({
      value: 'FR7698765000420001234567895',
      prefix: 'FR76',
      accountNumber: '00012345678',
      suffix: '95',
    });
    expect(ibanParts('DE89370400440532013000')).toMatchObject({ accountNumber: '370400440532013000', suffix: '' });
  });
});

describe('BIC', () => {
  it.each([
    ['abcdfrpp', 'ABCDFRPP'],
    ['ABCD FR PP XXX', 'ABCDFRPPXXX'],
    ['A1C2FRPP', 'A1C2FRPP'],
    ['ABCDGPPP', 'ABCDGPPP'],
    ['ABCDFRP', undefined],
    ['ABCDZZPP', undefined],
    ['ABCDFRPPXX', undefined],
    ['', undefined],
    ['AB?DFRPP', undefined],
  ])('%j is %j', (text, bic) => expect(normalBic(text)).toBe(bic));
});
