/** What the bank writes for each means of payment: operation code, label and complements (cfonb 120, section 7). */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Advice } from './bank.ts';
import { slashed } from './calendar.ts';
import { bankText, creditorId, mandate, type Party, partyIban } from './parties.ts';

const label = (text: string): string => bankText(text).slice(0, 31).trimEnd();

/** Transfer received: payer, remittance text, end-to-end reference. */
export const transferFrom = (party: Party, remittance: string): Advice => ({
  code: '05',
  internal: 'A101',
  label: label(`VIR SEPA ${party.name}`),
  details: [['NPY', bankText(party.name)], ...remittanceText(remittance), ['RCN', reference(remittance)]],
});

/** Instant transfer received. */
export const instantFrom = (party: Party, remittance: string): Advice => ({
  ...transferFrom(party, remittance),
  code: 'C2',
  internal: 'A109',
  label: label(`VIR INST ${party.name}`),
});

export const transferTo = (party: Party, remittance: string): Advice => ({
  code: '06',
  internal: 'A201',
  label: label(`VIR SEPA EMIS ${party.name}`),
  details: [['NBE', bankText(party.name)], ['CBE', partyIban(party)], ...remittanceText(remittance)],
});

/** Transfer to people or between own accounts: a name and a text. */
export const transferOut = (name: string, remittance: string): Advice => ({
  code: '06',
  internal: 'A201',
  label: label(`VIR SEPA EMIS ${name}`),
  details: [['NBE', bankText(name)], ...remittanceText(remittance)],
});

export const transferIn = (name: string, remittance: string): Advice => ({
  code: '05',
  internal: 'A101',
  label: label(`VIR SEPA ${name}`),
  details: [['NPY', bankText(name)], ...remittanceText(remittance)],
});

/** SEPA direct debit on the account, with creditor, creditor identifier, mandate and text. */
export const directDebit = (party: Party, remittance: string): Advice => ({
  code: 'B1',
  internal: 'B101',
  label: label(`PRLV SEPA ${party.name}`),
  details: [
    ['NBE', bankText(party.name)],
    ['IBE', creditorId(party).padEnd(35)],
    ['RUM', `${mandate(party).padEnd(35)}RCUR`],
    ...remittanceText(remittance),
  ],
});

/** Business-to-business direct debit: taxes and social contributions. */
export const businessDebit = (party: Party, remittance: string): Advice => ({
  ...directDebit(party, remittance),
  code: 'B2',
  internal: 'B102',
  label: label(`PRLV B2B ${party.name}`),
});

export const card = (merchant: string, date: PlainDate): Advice => ({
  code: '28',
  internal: 'C300',
  label: label(`CB ${bankText(merchant).slice(0, 17)} ${slashed(date).slice(0, 5)}`),
});

export const chequePaid = (number: number): Advice => ({
  code: '01',
  internal: 'D010',
  label: `CHEQUE ${String(number).padStart(7, '0')}`,
  entryNumber: String(number),
});

export const chequeDeposit = (number: number): Advice => ({
  code: '02',
  internal: 'D020',
  label: 'REMISE DE CHEQUES',
  entryNumber: String(number),
});

export const cashDeposit = (): Advice => ({ code: '04', internal: 'D040', label: 'VERSEMENT ESPECES' });

export const billPaid = (party: Party, remittance: string): Advice => ({
  code: '07',
  internal: 'E070',
  label: label(`LCR DOMICILIEE ${party.name}`),
  details: [['LIB', bankText(remittance)]],
});

/** Direct debits issued: one credit for the remittance. */
export const debitsIssued = (remittance: string, number: number): Advice => ({
  code: 'A1',
  internal: 'B201',
  label: label(`REM PRLV SEPA ${remittance}`),
  entryNumber: String(number),
  details: [['REF', remittance.padEnd(35)]],
});

/** A direct debit of ours that came back unpaid. */
export const debitReturned = (party: Party, reason: string, text: string): Advice => ({
  code: 'A3',
  internal: 'B203',
  label: label(`IMPAYE PRLV ${party.name}`),
  reject: reason,
  details: [['NPY', bankText(party.name)], ['RUM', `${mandate(party).padEnd(35)}RCUR`], ...remittanceText(text)],
});

export const cardsCollected = (contract: string, date: PlainDate): Advice => ({
  code: '30',
  internal: 'C100',
  label: label(`REMISE CB ${contract} ${slashed(date).slice(0, 5)}`),
  reference: contract,
});

export const loanInstalment = (loan: string): Advice => ({
  code: '72',
  internal: 'F720',
  label: label(`ECHEANCE PRET ${loan}`),
  reference: loan,
});

export const loanDrawn = (loan: string): Advice => ({
  code: '71',
  internal: 'F710',
  label: label(`DEBLOCAGE PRET ${loan}`),
  reference: loan,
});

export const bankFees = (text: string): Advice => ({ code: '62', internal: 'G620', label: label(text) });

export const interestEarned = (text: string): Advice => ({ code: '63', internal: 'G630', label: label(text) });

/** LCC holds 70 characters; LC2 goes on with the next 70. */
function remittanceText(text: string): [string, string][] {
  const written = bankText(text).slice(0, 140);
  const first: [string, string] = ['LCC', written.slice(0, 70)];
  return written.length > 70 ? [first, ['LC2', written.slice(70)]] : [first];
}

const reference = (remittance: string): string => bankText(remittance).replaceAll(' ', '-').slice(0, 35);
