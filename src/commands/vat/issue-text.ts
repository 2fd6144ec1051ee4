/** Why a line stays out of a return, or needs a look, in words. */
import type { Labels, Language } from '../../services/kernel/errors.ts';
import type { DeclaredIssue } from '../../services/vat/declared-nowhere.ts';
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

const DECLARED: Readonly<Record<DeclaredIssue['lacks'], Labels>> = {
  entry: {
    en: 'A previous return declared line {line} of entry {entry}, which is not among Entries',
    fr: 'Une déclaration précédente a déclaré la ligne {line} de l’écriture {entry}, absente d’Entries',
  },
  line: {
    en: 'A previous return declared line {line} of entry {entry}, which has no such line in Entries',
    fr: 'Une déclaration précédente a déclaré la ligne {line} de l’écriture {entry}, qui n’a pas cette ligne dans Entries',
  },
  vat: {
    en: 'A previous return declared line {line} of entry {entry}, on account {account}, which bears no VAT of that Side here',
    fr: 'Une déclaration précédente a déclaré la ligne {line} de l’écriture {entry}, au compte {account}, qui ne porte pas ici de TVA de ce Side',
  },
};
const KEPT: Labels = {
  en: ': it is neither declared again nor taken back. Give the entry as it stands, or take the line from DeclaredLines',
  fr: ' : rien n’en est déclaré à nouveau ni repris. Donnez l’écriture telle qu’elle est, ou ôtez la ligne de DeclaredLines',
};
const MORE: Labels = {
  en: '; so it is of {more} more lines after it',
  fr: ' ; de même pour {more} autres lignes après elle',
};

const declaredText = (issue: DeclaredIssue, language: Language): string => {
  const { entryId, lineId, accountNumber, lacks, more } = issue;
  const said: Readonly<Record<string, string | number>> = {
    entry: entryId,
    line: lineId,
    account: accountNumber,
    more,
  };
  const text = `${DECLARED[lacks][language]}${KEPT[language]}${more > 0 ? MORE[language] : ''}.`;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(said[name] ?? whole));
};

export function issueText(issue: VatIssue | DeclaredIssue): Labels {
  if (issue.type === 'DeclaredLineUnknown') return { en: declaredText(issue, 'en'), fr: declaredText(issue, 'fr') };
  const { en, fr } = TEXTS[issue.type];
  return { en: en.replace('{account}', issue.accountNumber), fr: fr.replace('{account}', issue.accountNumber) };
}
