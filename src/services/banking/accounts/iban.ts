/**
 * IBAN, BIC and French RIB.
 * RIB = bank (5 digits) + branch (5) + account (11 letters or digits) + key (2). The key is
 * 97 - ((89 × bank + 15 × branch + 3 × account) mod 97), letters counting as digits, so it runs from 01 to 97.
 * IBAN check digits are ISO 7064 mod 97-10. A French IBAN can pass mod 97 with a wrong RIB key: both are checked.
 */
import { electronicFormatIBAN, ValidationErrorsIBAN, validateBIC, validateIBAN } from 'ibantools';

/** A RIB in electronic form, key included. */
export interface Rib {
  readonly bankCode: string;
  readonly branchCode: string;
  readonly accountNumber: string;
  readonly key: string;
}

/** The RIB value of each letter: A J = 1, B K S = 2 … (S starts at 2, not 1). */
const LETTER_DIGITS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    String(index < 9 ? index + 1 : index < 18 ? index - 8 : index - 16),
  ]),
);

const RIB_PARTS = /^(\d{5})(\d{5})([0-9A-Z]{11})$/;

/** The two-digit RIB key, 01 to 97; undefined when the parts are not 5 digits, 5 digits and 11 letters or digits. */
export function ribKey(bankCode: string, branchCode: string, accountNumber: string): string | undefined {
  const match = RIB_PARTS.exec(`${bankCode}${branchCode}${accountNumber.toUpperCase()}`);
  if (!match) return undefined;
  const account = (match[3] ?? '').replace(/[A-Z]/g, (letter) => LETTER_DIGITS[letter] ?? letter);
  const sum = 89 * Number(match[1]) + 15 * Number(match[2]) + 3 * Number(account);
  return String(97 - (sum % 97)).padStart(2, '0');
}

/** The IBAN of a French RIB (`MC` for Monaco, same structure); undefined when the parts make no RIB. */
export function ibanFromRib(
  bankCode: string,
  branchCode: string,
  accountNumber: string,
  country: 'FR' | 'MC' = 'FR',
): string | undefined {
  const key = ribKey(bankCode, branchCode, accountNumber);
  if (key === undefined) return undefined;
  const bban = `${bankCode}${branchCode}${accountNumber.toUpperCase()}${key}`;
  return `${country}${String(98 - mod97(`${bban}${country}00`)).padStart(2, '0')}${bban}`;
}

/** ISO 7064: letters become two digits (A = 10), the number is reduced digit by digit so that it never grows. */
function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

export type IbanProblem = 'missing' | 'country' | 'length' | 'format' | 'checkDigits' | 'ribKey';

const IBAN_PROBLEMS: Readonly<Record<ValidationErrorsIBAN, IbanProblem>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: 'missing',
  [ValidationErrorsIBAN.NoIBANCountry]: 'country',
  [ValidationErrorsIBAN.WrongBBANLength]: 'length',
  [ValidationErrorsIBAN.WrongBBANFormat]: 'format',
  [ValidationErrorsIBAN.ChecksumNotNumber]: 'format',
  [ValidationErrorsIBAN.WrongIBANChecksum]: 'checkDigits',
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: 'ribKey',
  [ValidationErrorsIBAN.QRIBANNotAllowed]: 'format',
};

/** Blanks and dashes removed, upper case: the form to store and compare. */
export const electronicIban = (text: string): string => electronicFormatIBAN(text) ?? '';

/** What is wrong with an IBAN (any spacing and case), empty when it is valid; keys are judged only on a sound shape. */
export function ibanProblems(text: string): readonly IbanProblem[] {
  if (text.length > 100) return ['length'];
  const problems = validateIBAN(electronicIban(text)).errorCodes.map((code) => IBAN_PROBLEMS[code]);
  const shape = problems.filter((problem) => problem !== 'checkDigits' && problem !== 'ribKey');
  return [...new Set(shape.length > 0 ? shape : problems)];
}

export const isValidIban = (text: string): boolean => ibanProblems(text).length === 0;

/** Groups of four, as printed on paper. */
export const printedIban = (iban: string): string => electronicIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/**
 * The composite `Iban` of the banking interface. For a French or Monaco IBAN: prefix = country and check digits,
 * account number = the 11 characters of the RIB, suffix = RIB key; otherwise the account number is the whole BBAN.
 */
export interface IbanParts {
  readonly value: string;
  readonly prefix: string;
  readonly accountNumber: string;
  readonly suffix: string;
}

export function ibanParts(text: string): IbanParts {
  const value = electronicIban(text);
  const rib = ribOfIban(value);
  return {
    value,
    prefix: value.slice(0, 4),
    accountNumber: rib?.accountNumber ?? value.slice(4),
    suffix: rib?.key ?? '',
  };
}

/** The RIB inside a French or Monaco IBAN; undefined for other countries and other shapes. The key is not checked. */
export function ribOfIban(text: string): Rib | undefined {
  const match = /^(?:FR|MC)\d{2}(\d{5})(\d{5})([0-9A-Z]{11})(\d{2})$/.exec(electronicIban(text));
  if (!match) return undefined;
  const [, bankCode = '', branchCode = '', accountNumber = '', key = ''] = match;
  return { bankCode, branchCode, accountNumber, key };
}

/**
 * The BIC in upper case without blanks, or undefined when it is none. ISO 9362:2014 allows digits in the first four
 * characters, which ibantools refuses: they are checked here and the rest there.
 */
export function normalBic(text: string): string | undefined {
  const bic = text.replace(/\s/g, '').toUpperCase();
  return /^[A-Z0-9]{4}/.test(bic) && validateBIC(`AAAA${bic.slice(4)}`).valid ? bic : undefined;
}
