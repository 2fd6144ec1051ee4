/** The payments that go with a return: three accounts at most, which together pay what is due. */
import type * as edi from '../../edi/assemble.ts';
import type { BankAccount } from '../../edi/xml-edi.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import { accountFault, compactIban, EXPECTED, plainBic } from '../bank-account.ts';
import { vatErrors } from '../errors.ts';
import type { Payment } from '../return/inputs.ts';

const MOST_PAYMENTS = 3;

const refused = (en: string, fr: string) => vatErrors.PaymentsInvalid({ detail: { en, fr } });

/** `toPay`: whole euros. Accounts may be to come: those that are given are right. Throws PaymentsInvalid. */
export function checkPayments(payments: readonly Payment[], toPay: bigint): void {
  if (payments.length === 0) return;
  const { length } = payments;
  if (length > MOST_PAYMENTS)
    throw refused(`${length} are given, ${MOST_PAYMENTS} at most`, `${length} sont donnés, ${MOST_PAYMENTS} au plus`);
  if (payments.some(({ amount }) => amount <= 0n))
    throw refused('one of them is not above 0.00', 'l’un d’eux n’est pas supérieur à 0.00');
  checkSum(payments, toPay);
  for (const [index, payment] of payments.entries()) checkPayment(payment, index + 1);
}

function checkSum(payments: readonly Payment[], toPay: bigint): void {
  const total = payments.reduce<Cents>((sum, { amount }) => sum + amount, 0n);
  if (total === toPay * 100n) return;
  const sum = formatAmount(total);
  throw refused(`they sum to ${sum}, the total to pay is ${toPay}`, `leur somme est ${sum}, le total à payer ${toPay}`);
}

/** Of whole euros, from an account that the tax authority takes. */
function checkPayment(payment: Payment, rank: number): void {
  const shown = formatAmount(payment.amount);
  if (payment.amount % 100n !== 0n)
    throw refused(
      `payment ${rank} is of ${shown}, not of whole euros`,
      `le paiement ${rank}, ${shown}, a des centimes`,
    );
  const fault = accountFault(payment);
  if (fault) throw expected(rank, EXPECTED[fault]);
}

const expected = (rank: number, { en, fr }: (typeof EXPECTED)['191']) =>
  refused(`payment ${rank}: ${en}`, `paiement ${rank} : ${fr}`);

/** As the file has them: an account each. Throws PaymentsInvalid. */
export function depositedPayments(payments: readonly Payment[], toPay: bigint): edi.Payment[] {
  checkPayments(payments, toPay);
  return payments.map(({ amount, reference, ...account }, index) => ({
    ...debited(account, index + 1),
    amount: Number(amount / 100n),
    reference,
  }));
}

type Account = { readonly [K in keyof BankAccount]?: BankAccount[K] | undefined };

function debited({ iban, bic, holder }: Account, rank: number): BankAccount {
  if (!iban) throw expected(rank, EXPECTED['191']);
  if (!bic) throw expected(rank, EXPECTED['192']);
  return { iban: compactIban(iban), bic: plainBic(bic), holder };
}
