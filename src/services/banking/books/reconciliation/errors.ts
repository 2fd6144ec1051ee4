import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail when transactions meet the ledger. */
export const reconciliationErrors = defineErrors({
  LedgerSideUnknown: {
    kind: 'unprocessable',
    en: 'Which ledger account and journal book bank account {accountId} is not known.',
    fr: 'On ne sait pas quel compte et quel journal comptabilisent le compte bancaire {accountId}.',
    hint: {
      en: 'Say it: taxops bank reconcile account set --bank-account {accountId} --ledger-account 512100 --journal-code BQ',
      fr: 'Dites-le : taxops bank reconcile account set --bank-account {accountId} --ledger-account 512100 --journal-code BQ',
    },
  },
  NotABankAccount: {
    kind: 'invalid',
    en: 'Account {account} is not one of a bank: its number must begin with 512 to 519.',
    fr: 'Le compte {account} n’est pas celui d’une banque : son numéro doit commencer par 512 à 519.',
  },
  TransactionReconciled: {
    kind: 'conflict',
    en: 'Transaction {transactionId} is booked by entry {entryId} already.',
    fr: 'Le mouvement {transactionId} est déjà comptabilisé par l’écriture {entryId}.',
    hint: {
      en: 'Take the link away first: taxops bank reconcile unset',
      fr: 'Défaites d’abord le lien : taxops bank reconcile unset',
    },
  },
  TransactionProbablyBooked: {
    kind: 'conflict',
    en: 'Transaction {transactionId} is probably booked by entry {entryId} of {date}, {amount} on the account of the bank, which nobody linked yet.',
    fr: 'Le mouvement {transactionId} est probablement comptabilisé par l’écriture {entryId} du {date}, {amount} au compte de la banque, que personne n’a encore liée.',
    hint: {
      en: 'Link it: taxops bank reconcile set {transactionId} --entry {entryId}. If it is another operation, write the entry with --force.',
      fr: 'Liez-la : taxops bank reconcile set {transactionId} --entry {entryId}. Si c’est une autre opération, passez l’écriture avec --force.',
    },
  },
  TransactionLocked: {
    kind: 'conflict',
    en: 'Transaction {transactionId} no longer changes: entry {entryId}, which books it, is definitive ({lock}).',
    fr: 'Le mouvement {transactionId} ne change plus : l’écriture {entryId}, qui le comptabilise, est définitive ({lock}).',
    hint: {
      en: 'Correct it by another entry, or open the exercise or undo the lettering first.',
      fr: 'Corrigez par une autre écriture, ou rouvrez d’abord l’exercice ou défaites le lettrage.',
    },
  },
  EntryWithoutBankLine: {
    kind: 'unprocessable',
    en: 'Entry {entryId} has no line of {amount} left on account {account}.',
    fr: 'L’écriture {entryId} n’a plus de ligne de {amount} sur le compte {account}.',
    hint: {
      en: 'Name the line with --line: transactions of one sign may share it as long as they do not exceed it.',
      fr: 'Nommez la ligne avec --line : des mouvements de même sens peuvent la partager sans la dépasser.',
    },
  },
  TransactionGenerated: {
    kind: 'conflict',
    en: 'Entry {entryId} was written from transaction {transactionId}: without the link it would be booked a second time.',
    fr: 'L’écriture {entryId} a été passée à partir du mouvement {transactionId} : sans le lien, il serait comptabilisé une seconde fois.',
    hint: {
      en: 'Delete the draft with its link: taxops bank rule undo --transaction-ids {transactionId}',
      fr: 'Supprimez le brouillon avec son lien : taxops bank rule undo --transaction-ids {transactionId}',
    },
  },
  TransactionNotGenerated: {
    kind: 'conflict',
    en: 'Transaction {transactionId} has no entry written from it.',
    fr: 'Le mouvement {transactionId} n’a pas d’écriture passée à partir de lui.',
  },
});
