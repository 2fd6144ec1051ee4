/** A balanced accounting entry. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

export type EntryOperation =
  | 'Acquisition'
  | 'CreditNote'
  | 'Transfer'
  | 'Decomposition'
  | 'Amortization'
  | 'AmortizationReversal'
  | 'DerogatoryAllowance'
  | 'DerogatoryReversal'
  | 'Impairment'
  | 'ImpairmentRecovery'
  | 'GrantAwarded'
  | 'GrantShare'
  | 'GrantUsedUp'
  | 'Sale'
  | 'Retirement'
  | 'VatToPay'
  | 'VatToReceive';

export interface EntryLine {
  readonly account: string;
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

export interface Entry {
  readonly date: PlainDate;
  readonly operation: EntryOperation;
  readonly label: string;
  readonly lines: readonly EntryLine[];
}

/** Account and amount; an amount below zero changes side. */
export type Side = readonly (readonly [account: string, amount: Cents])[];

const LABELS: Readonly<Record<EntryOperation, string>> = {
  Acquisition: "Acquisition d'immobilisation",
  CreditNote: 'Avoir sur immobilisation',
  Transfer: 'Virement de compte à compte',
  Decomposition: 'Décomposition en composants',
  Amortization: 'Dotation aux amortissements',
  AmortizationReversal: 'Reprise sur amortissements',
  DerogatoryAllowance: 'Dotation aux amortissements dérogatoires',
  DerogatoryReversal: 'Reprise sur amortissements dérogatoires',
  Impairment: 'Dotation pour dépréciation',
  ImpairmentRecovery: 'Reprise sur dépréciation',
  GrantAwarded: "Subvention d'investissement accordée",
  GrantShare: 'Quote-part de subvention virée au résultat',
  GrantUsedUp: 'Solde de la subvention amortie',
  Sale: "Cession d'immobilisation",
  Retirement: "Sortie d'immobilisation",
  VatToPay: 'Régularisation de TVA à payer',
  VatToReceive: 'Régularisation de TVA à récupérer',
};

/** The entry, or none when every amount is zero. An entry that does not balance is a bug. */
export function entry(date: PlainDate, operation: EntryOperation, debits: Side, credits: Side): Entry[] {
  const label = LABELS[operation];
  const lines = [...debits.map(line(label, 1n)), ...credits.map(line(label, -1n))].filter(
    ({ debit, credit }) => debit !== credit,
  );
  const balance = lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  if (balance !== 0n) throw new RangeError(`the entry ${operation} of ${date} is out of balance by ${balance} cents`);
  return lines.length === 0 ? [] : [{ date, operation, label, lines }];
}

const line =
  (label: string, side: bigint) =>
  ([account, amount]: readonly [string, Cents]): EntryLine => {
    const signed = amount * side;
    return { account, label, debit: signed > 0n ? signed : 0n, credit: signed < 0n ? -signed : 0n };
  };
