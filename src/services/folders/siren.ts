/** SIREN and SIRET numbers of the national register (INSEE). */

/** Nine digits whose Luhn key is right. */
export const isSiren = (text: string): boolean => /^\d{9}$/.test(text) && luhn(text) === 0;

/**
 * Fourteen digits: the SIREN, five digits of establishment, Luhn key right. La Poste (SIREN 356000000) numbers its
 * establishments so that the plain sum of digits is a multiple of 5 instead.
 */
export function isSiret(text: string): boolean {
  if (!/^\d{14}$/.test(text) || !isSiren(text.slice(0, 9))) return false;
  return luhn(text) === 0 || (text.startsWith('356000000') && digitSum(text) % 5 === 0);
}

const digitSum = (text: string): number => [...text].reduce((sum, digit) => sum + Number(digit), 0);

const luhn = (text: string): number =>
  [...text].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) % 10;
