import { defineErrors } from '../kernel/errors.ts';

export const formErrors = defineErrors({
  FormYearUnknown: {
    kind: 'conflict',
    en: 'Forms {forms} of {year} are not known: tables go from {first} to {last}.',
    fr: 'Les formulaires {forms} de {year} ne sont pas connus : les tables vont de {first} à {last}.',
    hint: {
      en: 'Update taxops, or accept the forms of the last known year in the settings.',
      fr: 'Mettez taxops à jour, ou acceptez les formulaires de la dernière année connue dans les réglages.',
    },
  },
  FormUnknown: {
    kind: 'invalid',
    en: 'No such form: {forms}.',
    fr: 'Formulaire inconnu : {forms}.',
    hint: { en: 'Write form codes such as 2054 or 2033C.', fr: 'Écrivez des codes tels que 2054 ou 2033C.' },
  },
  DeclaredValuesInvalid: {
    kind: 'invalid',
    en: 'Declared values cannot be used: {cells}.',
    fr: 'Valeurs déclarées inutilisables : {cells}.',
    hint: {
      en: 'Declare only cells that the ledger does not give; amounts in whole euros.',
      fr: 'Ne déclarez que les zones que la comptabilité ne donne pas ; montants en euros entiers.',
    },
  },
  BooksUnbalanced: {
    kind: 'conflict',
    en: 'The books do not balance: debits exceed credits by {cents} cents.',
    fr: 'La comptabilité n’est pas équilibrée : les débits dépassent les crédits de {cents} centimes.',
    hint: { en: 'Correct the entries first.', fr: 'Corrigez d’abord les écritures.' },
  },
  AccountsUnmapped: {
    kind: 'conflict',
    en: 'No cell takes accounts {accounts}.',
    fr: 'Aucune zone ne reçoit les comptes {accounts}.',
    hint: {
      en: 'Move their balance to an account of the general chart.',
      fr: 'Virez leur solde sur un compte du plan comptable général.',
    },
  },
});
