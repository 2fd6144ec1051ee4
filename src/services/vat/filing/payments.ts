/** The payments that go with a return: three accounts at most, which together pay what is due. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type * as edi from '../../edi/assemble.ts';
import type { BankAccount } from '../../edi/xml-edi.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import { vatErrors } from '../errors.ts';
import type { Payment } from '../return/inputs.ts';

const MOST_PAYMENTS = 3;

const refused = (en: string, fr: string) => vatErrors.PaymentsInvalid({ detail: { en, fr } });

/** `toPay`: whole euros. Throws PaymentsInvalid. */
export function checkPayments(payments: readonly Payment[], toPay: bigint): void {
  if (payments.length === 0) return;
  const { length } = payments;
  if (length > MOST_PAYMENTS)
    throw refused(`${length} are given, ${MOST_PAYMENTS} at most`, `${length} sont donnés, ${MOST_PAYMENTS} au plus`);
  const total = payments.reduce<Cents>((sum, { amount }) => sum + amount, 0n);
  if (payments.some(({ amount }) => amount <= 0n))
    throw refused('one of them is not above 0.00', 'l’un d’eux n’est pas supérieur à 0.00');
  if (total !== toPay * 100n) {
    const sum = formatAmount(total);
    throw refused(
      `they sum to ${sum}, the total to pay is ${toPay}`,
      `leur somme est ${sum}, le total à payer ${toPay}`,
    );
  }
}

/** As the file has them: whole euros, and an account each. Throws PaymentsInvalid. */
export function depositedPayments(payments: readonly Payment[], toPay: bigint): edi.Payment[] {
  checkPayments(payments, toPay);
  return payments.map(({ amount, reference, ...account }, index) => {
    const [rank, shown] = [index + 1, formatAmount(amount)];
    if (amount % 100n !== 0n)
      throw refused(
        `payment ${rank} is of ${shown}, not of whole euros`,
        `le paiement ${rank}, ${shown}, a des centimes`,
      );
    return { ...debited(account, rank), amount: Number(amount / 100n), reference };
  });
}

type Account = { readonly [K in keyof BankAccount]?: BankAccount[K] | undefined };

/** Accounts of these countries alone: control 065 of the tax authority. */
const COUNTRIES = ['FR', 'MC'];

function debited({ iban, bic, holder }: Account, rank: number): BankAccount {
  const account = { iban: compactIban(iban), bic: bic?.toUpperCase() ?? '', holder };
  const expected = (en: string, fr: string) => refused(`payment ${rank}: ${en}`, `paiement ${rank} : ${fr}`);
  if (!isValidIBAN(account.iban))
    throw expected('an IBAN whose key is right is expected', 'un IBAN dont la clé est juste est attendu');
  if (!COUNTRIES.includes(account.iban.slice(0, 2)))
    throw expected('an IBAN of France or Monaco is expected', 'un IBAN de France ou de Monaco est attendu');
  if (!isValidBIC(account.bic))
    throw expected('a BIC of 8 or 11 characters is expected', 'un BIC de 8 ou 11 caractères est attendu');
  return account;
}

export const compactIban = (iban = ''): string => electronicFormatIBAN(iban) ?? '';
