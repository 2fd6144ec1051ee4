/** The payments that go with a return: three accounts at most, which together pay what is due. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type * as edi from '../../edi/assemble.ts';
import type { BankAccount } from '../../edi/xml-edi.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import { vatErrors } from '../errors.ts';
import type { Payment } from '../return/inputs.ts';

const MOST_PAYMENTS = 3;

const refused = (detail: string) => vatErrors.PaymentsInvalid({ detail });

/** `toPay`: whole euros. Throws PaymentsInvalid. */
export function checkPayments(payments: readonly Payment[], toPay: bigint): void {
  if (payments.length === 0) return;
  if (payments.length > MOST_PAYMENTS) throw refused(`${payments.length} are given, ${MOST_PAYMENTS} at most`);
  const total = payments.reduce<Cents>((sum, { amount }) => sum + amount, 0n);
  if (payments.some(({ amount }) => amount <= 0n)) throw refused('one of them is not above 0.00');
  if (total !== toPay * 100n) throw refused(`they sum to ${formatAmount(total)}, the total to pay is ${toPay}`);
}

/** As the file has them: whole euros, and an account each. Throws PaymentsInvalid. */
export function depositedPayments(payments: readonly Payment[], toPay: bigint): edi.Payment[] {
  checkPayments(payments, toPay);
  return payments.map(({ amount, reference, ...account }, index) => {
    if (amount % 100n !== 0n) throw refused(`payment ${index + 1} is of ${formatAmount(amount)}, not of whole euros`);
    return { ...debited(account, index + 1), amount: Number(amount / 100n), reference };
  });
}

type Account = { readonly [K in keyof BankAccount]?: BankAccount[K] | undefined };

/** Accounts of these countries alone: control 065 of the tax authority. */
const COUNTRIES = ['FR', 'MC'];

function debited({ iban, bic, holder }: Account, rank: number): BankAccount {
  const account = { iban: compactIban(iban), bic: bic?.toUpperCase() ?? '', holder };
  if (!isValidIBAN(account.iban)) throw refused(`payment ${rank}: an IBAN whose key is right is expected`);
  if (!COUNTRIES.includes(account.iban.slice(0, 2))) throw refused(`payment ${rank}: an IBAN of France or Monaco`);
  if (!isValidBIC(account.bic)) throw refused(`payment ${rank}: a BIC of 8 or 11 characters is expected`);
  return account;
}

export const compactIban = (iban = ''): string => electronicFormatIBAN(iban) ?? '';
