import { defineErrors } from '../kernel/errors.ts';

export const ledgerErrors = defineErrors({
  ExerciseNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no exercise {exerciseId}.',
    fr: 'Le dossier {folderId} n’a pas d’exercice {exerciseId}.',
    hint: {
      en: 'List them: taxops exercise list --folder {folderId}',
      fr: 'Listez-les : taxops exercise list --folder {folderId}',
    },
  },
  FolderWithoutExercise: {
    kind: 'notFound',
    en: 'Folder {folderId} has no exercise yet.',
    fr: 'Le dossier {folderId} n’a pas encore d’exercice.',
    hint: {
      en: 'Import a FEC (taxops ledger import FILE) or create one (taxops exercise create).',
      fr: 'Importez un FEC (taxops ledger import FICHIER) ou créez-en un (taxops exercise create).',
    },
  },
  ExerciseDatesInvalid: {
    kind: 'invalid',
    en: 'An exercise cannot go from {start} to {end}.',
    fr: 'Un exercice ne peut aller du {start} au {end}.',
    hint: {
      en: 'The end comes after the start, at most 24 months later.',
      fr: 'La fin vient après le début, 24 mois plus tard au plus.',
    },
  },
  ExerciseOverlaps: {
    kind: 'conflict',
    en: 'An exercise from {start} to {end} would overlap exercise {exerciseId}, from {otherStart} to {otherEnd}.',
    fr: 'Un exercice du {start} au {end} chevaucherait l’exercice {exerciseId}, du {otherStart} au {otherEnd}.',
    hint: {
      en: 'Check the dates; for a file, give its closing date with --closing, or correct that exercise.',
      fr: 'Vérifiez les dates ; pour un fichier, donnez sa clôture avec --closing, ou corrigez cet exercice.',
    },
  },
  ExerciseClosed: {
    kind: 'conflict',
    en: 'Exercise {exerciseId}, ended {end}, is closed: its entries no longer change.',
    fr: 'L’exercice {exerciseId}, clos le {end}, est fermé : ses écritures ne changent plus.',
    hint: {
      en: 'Open it again if it must change: taxops exercise update {exerciseId} --is-closed false',
      fr: 'Rouvrez-le s’il doit changer : taxops exercise update {exerciseId} --is-closed false',
    },
  },
  DateOutsideExercises: {
    kind: 'invalid',
    en: 'No exercise of folder {folderId} holds the day {date}.',
    fr: 'Aucun exercice du dossier {folderId} ne contient le {date}.',
    hint: {
      en: 'Check the date, or create the exercise: taxops exercise create',
      fr: 'Vérifiez la date, ou créez l’exercice : taxops exercise create',
    },
  },
  JournalNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no journal {journal}.',
    fr: 'Le dossier {folderId} n’a pas de journal {journal}.',
    hint: {
      en: 'List them: taxops journal list --folder {folderId}',
      fr: 'Listez-les : taxops journal list --folder {folderId}',
    },
  },
  JournalCodeTaken: {
    kind: 'conflict',
    en: 'The folder already has journal {code}.',
    fr: 'Le dossier a déjà le journal {code}.',
    hint: { en: 'Choose another code, or update that journal.', fr: 'Prenez un autre code, ou modifiez ce journal.' },
  },
  AccountNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no account {account}.',
    fr: 'Le dossier {folderId} n’a pas de compte {account}.',
    hint: {
      en: 'List them: taxops account list --folder {folderId}; create one: taxops account create',
      fr: 'Listez-les : taxops account list --folder {folderId} ; créez-en un : taxops account create',
    },
  },
  AccountNumberTaken: {
    kind: 'conflict',
    en: 'The folder already has account {number}.',
    fr: 'Le dossier a déjà le compte {number}.',
    hint: {
      en: 'Choose another number, or update that account.',
      fr: 'Prenez un autre numéro, ou modifiez ce compte.',
    },
  },
  AccountNotActive: {
    kind: 'conflict',
    en: 'Account {account} is not open on {date}.',
    fr: 'Le compte {account} n’est pas ouvert au {date}.',
    hint: { en: 'Check its period: taxops account show', fr: 'Vérifiez sa période : taxops account show' },
  },
  AccountPeriodInvalid: {
    kind: 'invalid',
    en: 'An account cannot be open from {from} to {to}.',
    fr: 'Un compte ne peut être ouvert du {from} au {to}.',
    hint: { en: 'The last day comes after the first.', fr: 'Le dernier jour vient après le premier.' },
  },
  SubAccountNotFound: {
    kind: 'notFound',
    en: 'Account {account} has no sub-account {subAccount}.',
    fr: 'Le compte {account} n’a pas de sous-compte {subAccount}.',
    hint: {
      en: 'List them: taxops account sub-account list',
      fr: 'Listez-les : taxops account sub-account list',
    },
  },
  SubAccountCodeTaken: {
    kind: 'conflict',
    en: 'The account already has sub-account {code}.',
    fr: 'Le compte a déjà le sous-compte {code}.',
    hint: { en: 'Choose another code, or update it.', fr: 'Prenez un autre code, ou modifiez-le.' },
  },
  EntryNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no entry {entryId}.',
    fr: 'Le dossier {folderId} n’a pas d’écriture {entryId}.',
    hint: { en: 'List them: taxops entry list', fr: 'Listez-les : taxops entry list' },
  },
  EntryNotBalanced: {
    kind: 'invalid',
    en: 'The entry is not balanced: debit {debit}, credit {credit}.',
    fr: 'L’écriture n’est pas équilibrée : débit {debit}, crédit {credit}.',
    hint: { en: 'Correct its lines.', fr: 'Corrigez ses lignes.' },
  },
  EntryLineEmpty: {
    kind: 'invalid',
    en: 'Line {line} has no amount, or one on both sides.',
    fr: 'La ligne {line} n’a pas de montant, ou en a un des deux côtés.',
    hint: { en: 'Give Debit or Credit, above zero.', fr: 'Donnez Debit ou Credit, supérieur à zéro.' },
  },
  EntryNumberTaken: {
    kind: 'conflict',
    en: 'Journal {journal} already has entry number {number} in this exercise.',
    fr: 'Le journal {journal} a déjà l’écriture numéro {number} dans cet exercice.',
    hint: { en: 'Leave the number out to take the next one.', fr: 'N’en donnez pas pour prendre le suivant.' },
  },
  EntryFromFile: {
    kind: 'conflict',
    en: 'Entry {entryId} comes from a file: it changes where it was written.',
    fr: 'L’écriture {entryId} vient d’un fichier : elle se modifie là où elle a été saisie.',
    hint: {
      en: 'Correct it in the accounting program, export the FEC and import it again.',
      fr: 'Corrigez-la dans le logiciel comptable, exportez le FEC et importez-le de nouveau.',
    },
  },
  EntryValidated: {
    kind: 'conflict',
    en: 'Entry {entryId} is validated: it no longer changes.',
    fr: 'L’écriture {entryId} est validée : elle ne change plus.',
    hint: { en: 'Write a reversing entry.', fr: 'Passez une écriture de contrepassation.' },
  },
  LedgerFolderInactive: {
    kind: 'conflict',
    en: 'Folder {folderId} is inactive: its ledger does not change.',
    fr: 'Le dossier {folderId} est inactif : sa comptabilité ne change pas.',
    hint: {
      en: 'Make it active again: taxops folder update {folderId} --is-active true',
      fr: 'Rendez-le actif : taxops folder update {folderId} --is-active true',
    },
  },
  LedgerFolderMismatch: {
    kind: 'conflict',
    en: '{file} is of SIREN {siren}; folder {folderId} is of SIREN {folderSiren}.',
    fr: '{file} est du SIREN {siren} ; le dossier {folderId} est du SIREN {folderSiren}.',
    hint: {
      en: 'Give the right folder, or leave --folder out to find it by SIREN.',
      fr: 'Donnez le bon dossier, ou omettez --folder pour le trouver par le SIREN.',
    },
  },
  LedgerFolderAmbiguous: {
    kind: 'conflict',
    en: 'Several folders have SIREN {siren}: {folders}.',
    fr: 'Plusieurs dossiers ont le SIREN {siren} : {folders}.',
    hint: { en: 'Name one with --folder.', fr: 'Nommez-en un avec --folder.' },
  },
  LedgerFolderUnknown: {
    kind: 'notFound',
    en: 'None of your folders has SIREN {siren}.',
    fr: 'Aucun de vos dossiers n’a le SIREN {siren}.',
    hint: {
      en: 'Create the folder first, or name one with --folder.',
      fr: 'Créez d’abord le dossier, ou nommez-en un avec --folder.',
    },
  },
  LedgerFolderSirenMissing: {
    kind: 'conflict',
    en: 'Folder {folderId} has no SIREN, which the name of a FEC begins with.',
    fr: 'Le dossier {folderId} n’a pas de SIREN, par lequel commence le nom d’un FEC.',
    hint: {
      en: 'Give it one: taxops folder update {folderId} --siren',
      fr: 'Donnez-lui en un : taxops folder update {folderId} --siren',
    },
  },
  LedgerSirenUnknown: {
    kind: 'invalid',
    en: 'The name of {file} does not tell the SIREN.',
    fr: 'Le nom de {file} ne dit pas le SIREN.',
    hint: { en: 'Give --siren or --folder.', fr: 'Donnez --siren ou --folder.' },
  },
  LedgerClosingUnknown: {
    kind: 'invalid',
    en: 'The name of {file} does not tell the end of the exercise.',
    fr: 'Le nom de {file} ne dit pas la fin de l’exercice.',
    hint: {
      en: 'Give it: taxops ledger import FILE --closing YYYY-MM-DD',
      fr: 'Donnez-la : taxops ledger import FICHIER --closing AAAA-MM-JJ',
    },
  },
  LedgerFileUnrelated: {
    kind: 'conflict',
    en: '{file} drops {removed} of the {entries} entries that exercise {exerciseId} has from another file.',
    fr: '{file} supprime {removed} des {entries} écritures que l’exercice {exerciseId} tient d’un autre fichier.',
    hint: {
      en: 'Check its name and closing date; if it really replaces the exercise, add --replace. Parts of one FEC (_1, _2) must be joined first.',
      fr: 'Vérifiez son nom et sa clôture ; s’il remplace bien l’exercice, ajoutez --replace. Les parties d’un FEC (_1, _2) doivent d’abord être réunies.',
    },
  },
  LedgerFileMissing: {
    kind: 'invalid',
    en: 'No file was given.',
    fr: 'Aucun fichier n’a été donné.',
    hint: {
      en: 'Name a FEC on the command line, or send it as a File part.',
      fr: 'Nommez un FEC sur la ligne de commande, ou envoyez-le dans une partie File.',
    },
  },
  LedgerPeriodInvalid: {
    kind: 'invalid',
    en: 'The period from {from} to {to} does not lie in one exercise of folder {folderId}.',
    fr: 'La période du {from} au {to} ne tient pas dans un exercice du dossier {folderId}.',
    hint: {
      en: 'Balances belong to one exercise: give days of the same one, or --exercise.',
      fr: 'Un solde est celui d’un exercice : donnez des jours du même, ou --exercise.',
    },
  },
});
