import { defineErrors } from '../kernel/errors.ts';

/** What can fail in banking, with what to do about it. */
export const bankingErrors = defineErrors({
  StatementFileMissing: {
    kind: 'invalid',
    en: 'No statement file was given.',
    fr: 'Aucun fichier de relevé n’a été fourni.',
    hint: {
      en: 'Name a file (or - for standard input); over HTTP send it as the multipart part File.',
      fr: 'Donnez un fichier (ou - pour l’entrée standard) ; en HTTP, envoyez-le comme partie multipart File.',
    },
  },
  StatementFileRefused: {
    kind: 'invalid',
    en: 'The file {file} is not imported: {reason}',
    fr: 'Le fichier {file} n’est pas importé : {reason}',
    hint: {
      en: 'See every finding with: taxops bank statement check FILE',
      fr: 'Voyez toutes les anomalies avec : taxops bank statement check FICHIER',
    },
  },
  StatementFileChanged: {
    kind: 'conflict',
    en: 'The file {file} changed while it was read; statements read before are stored, the rest is not.',
    fr: 'Le fichier {file} a changé pendant la lecture ; les relevés déjà lus sont enregistrés, pas les suivants.',
    hint: { en: 'Import it again once it is complete.', fr: 'Importez-le à nouveau une fois complet.' },
  },
  StatementFolderMissing: {
    kind: 'invalid',
    en: 'Accounts can only be created in a folder, and none was named.',
    fr: 'Des comptes ne peuvent être créés que dans un dossier, et aucun n’est désigné.',
    hint: { en: 'Add --folder ID.', fr: 'Ajoutez --folder ID.' },
  },
  StatementImportNotFound: {
    kind: 'notFound',
    en: 'There is no statement import {importId}.',
    fr: 'Il n’y a pas d’import de relevés {importId}.',
    hint: {
      en: 'List the imports of a folder: taxops bank statement imports --folder ID',
      fr: 'Listez les imports d’un dossier : taxops bank statement imports --folder ID',
    },
  },
  FolderInactive: {
    kind: 'conflict',
    en: 'Folder {folderId} is inactive: it takes no imports.',
    fr: 'Le dossier {folderId} est inactif : il n’accepte pas d’import.',
    hint: {
      en: 'Activate it: taxops folder update {folderId} --is-active true',
      fr: 'Activez-le : taxops folder update {folderId} --is-active true',
    },
  },
  IbanInvalid: {
    kind: 'invalid',
    en: '{iban} is not an IBAN: {problems}.',
    fr: '{iban} n’est pas un IBAN : {problems}.',
    hint: {
      en: 'Copy it from the bank’s own document; spaces do not matter.',
      fr: 'Recopiez-le du relevé d’identité bancaire ; les espaces sont sans effet.',
    },
  },
  BicInvalid: {
    kind: 'invalid',
    en: '{bic} is not a BIC.',
    fr: '{bic} n’est pas un BIC.',
    hint: {
      en: 'A BIC has 8 or 11 letters and digits, the 5th and 6th being the country.',
      fr: 'Un BIC a 8 ou 11 lettres et chiffres, les 5e et 6e étant le pays.',
    },
  },
  SourceAccountTaken: {
    kind: 'conflict',
    en: 'Account {accountId} is fed by source account {sourceAccountId} already and holds its transactions.',
    fr: 'Le compte {accountId} est déjà alimenté par le compte source {sourceAccountId} et porte ses mouvements.',
    hint: {
      en: 'Use that account, or link another source account.',
      fr: 'Utilisez ce compte, ou liez un autre compte source.',
    },
  },
  BankNotFound: {
    kind: 'notFound',
    en: '{provider} has no bank {bankId}.',
    fr: '{provider} n’a pas de banque {bankId}.',
    hint: {
      en: 'List its banks: taxops bank bank list --provider {provider}',
      fr: 'Listez ses banques : taxops bank bank list --provider {provider}',
    },
  },
  BankAccountExists: {
    kind: 'conflict',
    en: 'The folder already has account {accountId} with this IBAN.',
    fr: 'Le dossier a déjà le compte {accountId} avec cet IBAN.',
    hint: { en: 'Use that account.', fr: 'Utilisez ce compte.' },
  },
  BankAccountNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no bank account {accountId}.',
    fr: 'Le dossier {folderId} n’a pas de compte bancaire {accountId}.',
    hint: {
      en: 'List its accounts: taxops bank account list --folder {folderId}',
      fr: 'Listez ses comptes : taxops bank account list --folder {folderId}',
    },
  },
  BankAccountChanged: {
    kind: 'conflict',
    en: 'Account {accountId} was deleted or took another currency while the file was imported.',
    fr: 'Le compte {accountId} a été supprimé ou a pris une autre devise pendant l’import.',
    hint: { en: 'Import the file again.', fr: 'Importez le fichier à nouveau.' },
  },
  PeriodInverted: {
    kind: 'invalid',
    en: 'The period ends ({endDate}) before it begins ({beginDate}).',
    fr: 'La période finit ({endDate}) avant de commencer ({beginDate}).',
  },
  AmountsInverted: {
    kind: 'invalid',
    en: 'The largest amount ({most}) is below the smallest ({least}).',
    fr: 'Le montant maximal ({most}) est inférieur au montant minimal ({least}).',
    hint: {
      en: 'Amounts are signed: what the account pays is negative.',
      fr: 'Les montants sont signés : ce que le compte paie est négatif.',
    },
  },
  CurrenciesMixed: {
    kind: 'invalid',
    en: 'The transactions are in several currencies ({currencies}): they have no sum.',
    fr: 'Les mouvements sont en plusieurs devises ({currencies}) : ils n’ont pas de somme.',
    hint: { en: 'Name one account: --account ID', fr: 'Désignez un compte : --account ID' },
  },
  TooManyTransactions: {
    kind: 'invalid',
    en: '{count} transactions answer; at most {limit} are given at once.',
    fr: '{count} mouvements répondent ; {limit} au plus sont donnés d’un coup.',
    hint: {
      en: 'Narrow the dates or the account, or ask for pages: --page 1 --size 1000',
      fr: 'Resserrez les dates ou le compte, ou demandez des pages : --page 1 --size 1000',
    },
  },
  BankTransactionUnknown: {
    kind: 'notFound',
    en: 'Folder {folderId} has no transaction {transactionId}.',
    fr: 'Le dossier {folderId} n’a pas de mouvement {transactionId}.',
    hint: {
      en: 'List them: taxops bank transaction list --folder {folderId}',
      fr: 'Listez-les : taxops bank transaction list --folder {folderId}',
    },
  },
  TransactionNotReconciled: {
    kind: 'conflict',
    en: 'Transaction {transactionId} is linked to no entry.',
    fr: 'Le mouvement {transactionId} n’est lié à aucune écriture.',
  },
  SourceAccountNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no account that {provider} names {sourceId}.',
    fr: 'Le dossier {folderId} n’a pas de compte que {provider} nomme {sourceId}.',
    hint: {
      en: 'See Provider and SourceId of its accounts: taxops bank account list --folder {folderId} --json',
      fr: 'Voyez Provider et SourceId de ses comptes : taxops bank account list --folder {folderId} --json',
    },
  },
  StatementMissing: {
    kind: 'notFound',
    en: 'Account {accountId} has no statement that ends by {date}.',
    fr: 'Le compte {accountId} n’a pas de relevé arrêté au {date} ou avant.',
    hint: {
      en: 'Import its statements: taxops bank statement import',
      fr: 'Importez ses relevés : taxops bank statement import',
    },
  },
  LedgerAccountMissing: {
    kind: 'notFound',
    en: 'The ledger has no account {account}.',
    fr: 'La comptabilité n’a pas de compte {account}.',
    hint: {
      en: 'Import the ledger, or name the account: --account 512100',
      fr: 'Importez la comptabilité, ou nommez le compte : --account 512100',
    },
  },
});
