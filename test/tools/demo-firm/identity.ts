/** Identifiers with true keys on numbers that nobody holds: SIREN series 998, bank codes 9876x. */

function luhnDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((acc, char, index) => {
    const doubled = Number(char) * (index % 2 === 0 ? 2 : 1);
    return acc + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** SIREN from its first eight digits. */
export const siren = (eight: string): string => eight + luhnDigit(eight);

/** SIRET from a SIREN and the four free digits of the establishment. */
export const siret = (sirenDigits: string, four: string): string => {
  const thirteen = sirenDigits + four;
  return thirteen + luhnDigit(thirteen);
};

export interface Rib {
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
}

/** Two-digit RIB key of an account whose eleven characters are digits. */
function ribKey({ bank, branch, account }: Rib): string {
  const sum = 89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account);
  return String(97n - (sum % 97n)).padStart(2, '0');
}

export function iban(rib: Rib): string {
  const bban = rib.bank + rib.branch + rib.account + ribKey(rib);
  const check = 98n - (BigInt(`${bban}152700`) % 97n); // FR is 15 27
  return `FR${String(check).padStart(2, '0')}${bban}`;
}
