/** Why a line stays out of a return, or needs a look, in words. */
import type { Labels } from '../../services/kernel/errors.ts';
import type { IssueType, VatIssue } from '../../services/vat/engine/model.ts';

const TEXTS: Readonly<Record<IssueType, Labels>> = {
  MissingConfiguration: {
    en: 'Nothing says when tax on account {account} is due: it counts on debits.',
    fr: 'Rien ne dit quand la taxe du compte {account} est exigible : elle compte sur les débits.',
  },
  MissingCategory: {
    en: 'Account {account} has no VAT category: a guess counts.',
    fr: 'Le compte {account} n’a pas de catégorie de TVA : une supposition en tient lieu.',
  },
  RateUnknown: {
    en: 'No rate, or several, explain the tax of account {account}: its lines stay out of the return.',
    fr: 'Aucun taux, ou plusieurs, n’explique la taxe du compte {account} : ses lignes restent hors de la déclaration.',
  },
  NoVatLine: {
    en: 'The sales of account {account} have no tax line: they are declared without tax.',
    fr: 'Les ventes du compte {account} n’ont pas de ligne de taxe : elles sont déclarées sans taxe.',
  },
  TaxWithoutBase: {
    en: 'Account {account} holds tax without its base, and no rate gives it: the tax stays out of the return.',
    fr: 'Le compte {account} porte une taxe sans sa base, et aucun taux ne la donne : la taxe reste hors de la déclaration.',
  },
  InvalidCombination: {
    en: 'The category of account {account} does not bear its rate: the line stays out of the return.',
    fr: 'La catégorie du compte {account} n’admet pas son taux : la ligne reste hors de la déclaration.',
  },
  NotWholeCredit: {
    en: 'The credit carried on account {account} is not a whole number of euros.',
    fr: 'Le crédit reporté au compte {account} n’est pas un nombre entier d’euros.',
  },
  UnmatchedPayment: {
    en: 'A payment on account {account} settles no invoice: it is not declared. If it bears a fee or a discount, book that apart.',
    fr: 'Un paiement au compte {account} ne règle aucune facture : il n’est pas déclaré. S’il porte des frais ou un escompte, passez-les à part.',
  },
};

export const issueText = ({ type, accountNumber }: VatIssue): Labels => {
  const { en, fr } = TEXTS[type];
  return { en: en.replace('{account}', accountNumber), fr: fr.replace('{account}', accountNumber) };
};
