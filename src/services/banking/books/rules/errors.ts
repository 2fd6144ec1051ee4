import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail with assignment rules and the entries that they write. */
export const ruleErrors = defineErrors({
  RuleNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} has no rule {ruleId}.',
    fr: 'Le dossier {folderId} n’a pas de règle {ruleId}.',
    hint: {
      en: 'List them: taxops bank rule list --folder {folderId}',
      fr: 'Listez-les : taxops bank rule list --folder {folderId}',
    },
  },
  RuleWithoutCriterion: {
    kind: 'invalid',
    en: 'The rule would take every transaction.',
    fr: 'La règle prendrait tous les mouvements.',
    hint: {
      en: 'Give LabelPattern, OperationCode, or a bound of the amount.',
      fr: 'Donnez LabelPattern, OperationCode, ou une borne du montant.',
    },
  },
  RuleAmountsInverted: {
    kind: 'invalid',
    en: 'MinAmount {minAmount} is above MaxAmount {maxAmount}.',
    fr: 'MinAmount {minAmount} dépasse MaxAmount {maxAmount}.',
  },
  VatAccountMissing: {
    kind: 'unprocessable',
    en: 'The ledger has no VAT account that begins with {prefix}.',
    fr: 'La comptabilité n’a pas de compte de TVA commençant par {prefix}.',
    hint: { en: 'Name one as VatAccount.', fr: 'Nommez-en un dans VatAccount.' },
  },
  RateMissing: {
    kind: 'unprocessable',
    en: 'Transaction {transactionId} is in {currency}: what one {currency} is worth in euros is not known.',
    fr: 'Le mouvement {transactionId} est en {currency} : ce que vaut un {currency} en euros n’est pas connu.',
    hint: { en: 'Give Rate, such as 0.9231.', fr: 'Donnez Rate, par exemple 0.9231.' },
  },
});
