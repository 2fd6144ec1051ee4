import type { Language } from '../../kernel/errors.ts';

const EN = {
  title: 'Bank accounts',
  period: (from: string, to: string): string => `From ${from} to ${to}`,
  accounts: 'Accounts',
  months: 'Months',
  left: 'Left to do, the largest first',
  balance: 'Balance',
  flows: 'Money in and out',
  columns: {
    Account: 'Account',
    Opening: 'Opening',
    Income: 'In',
    Expense: 'Out',
    Net: 'Net',
    Closing: 'Closing',
    Balance: 'Balance',
    Unreconciled: 'Unreconciled',
    UnreconciledAmount: 'Amount',
    ToJustify: 'To justify',
    ToJustifyAmount: 'Amount',
    Month: 'Month',
    Date: 'Date',
    Label: 'Label',
    Amount: 'Amount',
    IsReconciled: 'Reconciled',
    IsToJustify: 'To justify',
  },
};

const FR: typeof EN = {
  title: 'Comptes bancaires',
  period: (from, to) => `Du ${frenchDay(from)} au ${frenchDay(to)}`,
  accounts: 'Comptes',
  months: 'Mois',
  left: 'Reste à faire, du plus grand au plus petit',
  balance: 'Solde',
  flows: 'Encaissements et décaissements',
  columns: {
    Account: 'Compte',
    Opening: 'Ouverture',
    Income: 'Entrées',
    Expense: 'Sorties',
    Net: 'Net',
    Closing: 'Clôture',
    Balance: 'Solde',
    Unreconciled: 'Non rapprochés',
    UnreconciledAmount: 'Montant',
    ToJustify: 'À justifier',
    ToJustifyAmount: 'Montant',
    Month: 'Mois',
    Date: 'Date',
    Label: 'Libellé',
    Amount: 'Montant',
    IsReconciled: 'Rapproché',
    IsToJustify: 'À justifier',
  },
};

const frenchDay = (day: string): string => day.split('-').reverse().join('/');

export const REPORT_WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, fr: FR };
