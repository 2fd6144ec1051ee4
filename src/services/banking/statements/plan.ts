/** What an import will do with each account of a file, and why it leaves one out. */
import { addDays } from '../../kernel/dates.ts';
import type { Labels } from '../../kernel/errors.ts';
import type { Account } from './cfonb/statement.ts';
import type { Fed, Match, Target } from './matching.ts';
import type { AccountSurvey } from './survey.ts';

export type AccountPlan = { readonly survey: AccountSurvey } & (
  | {
      readonly kind: 'import';
      readonly target: Target;
      /** The account is not controlled: its statements are stored though their balances disagree. */
      readonly mayDisagree: boolean;
      /** Days of the statements that are left out, in a sentence. */
      readonly leaves?: Labels;
    }
  | { readonly kind: 'create' }
  | { readonly kind: LeftOut; readonly reason: Labels }
);

/** Under which heading of the result an account that is not imported stands. */
export type LeftOut = 'NotMatched' | 'InactiveEnterprise' | 'WithoutGenericAccount' | 'InError';

const REASONS = {
  unknown: { en: 'No account has this number.', fr: 'Aucun compte n’a ce numéro.' },
  otherCurrency: {
    en: 'The account is known in another currency only.',
    fr: 'Le compte n’est connu que dans une autre devise.',
  },
  inactive: { en: 'The folder of the account is inactive.', fr: 'Le dossier du compte est inactif.' },
  unreadable: {
    en: 'Its bank, branch or account number holds characters that cannot be read.',
    fr: 'Son code banque, guichet ou son numéro contient des caractères illisibles.',
  },
  deleted: { en: 'The account was deleted.', fr: 'Le compte a été supprimé.' },
} as const satisfies Record<string, Labels>;

export function planAccount(survey: AccountSurvey, match: Match, createsAccounts: boolean): AccountPlan {
  if (match.kind === 'matched') return planMatched(survey, match.target);
  if (match.kind === 'inactive') return { survey, kind: 'InactiveEnterprise', reason: REASONS.inactive };
  if (match.kind === 'deleted') return { survey, kind: 'WithoutGenericAccount', reason: REASONS.deleted };
  if (match.kind === 'ambiguous') return { survey, kind: 'InError', reason: heldTwice(match.folderIds) };
  if (createsAccounts) return planMissing(survey);
  const reason = match.inOtherCurrency ? REASONS.otherCurrency : REASONS.unknown;
  return { survey, kind: 'NotMatched', reason };
}

function planMatched(survey: AccountSurvey, target: Target): AccountPlan {
  const faults = [...survey.errors].filter((kind) => target.isControlled || kind !== 'BALANCE_MISMATCH');
  if (faults.length > 0) return inError(survey);
  const { fed } = target;
  if (fed && isFedWholly(survey, fed)) return { survey, kind: 'InError', reason: fedAlready(fed) };
  const partly = fed && overlaps(survey, fed) ? { leaves: leavesDays(fed) } : {};
  return { survey, kind: 'import', target, mayDisagree: !target.isControlled, ...partly };
}

function planMissing(survey: AccountSurvey): AccountPlan {
  const { bankCode, branchCode, accountNumber } = survey.account;
  if (survey.errors.size > 0) return inError(survey);
  if (/\p{C}/u.test(bankCode + branchCode + accountNumber)) {
    return { survey, kind: 'InError', reason: REASONS.unreadable };
  }
  return { survey, kind: 'create' };
}

const inError = (survey: AccountSurvey): AccountPlan => {
  const kinds = [...survey.errors].sort().join(', ');
  return {
    survey,
    kind: 'InError',
    reason: { en: `Its statements are faulty: ${kinds}.`, fr: `Ses relevés sont fautifs : ${kinds}.` },
  };
};

/** The day of the first balance has no movement of its own. */
const overlaps = ({ firstDay, lastDay }: AccountSurvey, { from, until }: Fed): boolean =>
  lastDay !== null && firstDay !== null && lastDay >= from && (until === null || firstDay < until);

/** No day of the statements is free of the provider. */
const isFedWholly = ({ firstDay, lastDay }: AccountSurvey, { from, until }: Fed): boolean =>
  firstDay !== null && lastDay !== null && firstDay >= addDays(from, -1) && (until === null || lastDay <= until);

const leavesDays = ({ from, until }: Fed): Labels =>
  until === null
    ? {
        en: `Movements from ${from} on are left out: a provider gives them.`,
        fr: `Les mouvements à partir du ${from} sont laissés de côté : un fournisseur les donne.`,
      }
    : {
        en: `Movements from ${from} to ${until} are left out: a provider gave them.`,
        fr: `Les mouvements du ${from} au ${until} sont laissés de côté : un fournisseur les a donnés.`,
      };

const fedAlready = ({ from, until }: Fed): Labels =>
  until === null
    ? {
        en: `A provider gives its transactions from ${from} on: statements would bring them twice.`,
        fr: `Un fournisseur donne ses mouvements à partir du ${from} : des relevés les apporteraient deux fois.`,
      }
    : {
        en: `A provider gave its transactions from ${from} to ${until}: statements would bring them twice.`,
        fr: `Un fournisseur a donné ses mouvements du ${from} au ${until} : des relevés les apporteraient deux fois.`,
      };

const heldTwice = (folderIds: readonly number[]): Labels => ({
  en: `Folders ${folderIds.join(', ')} all have this account: say which with --folder.`,
  fr: `Les dossiers ${folderIds.join(', ')} ont tous ce compte : dites lequel avec --folder.`,
});

/** An account that nobody has, as the import makes it. */
export const draftOf = (account: Account, createdByFile: number) => ({
  provider: 'ManualEbics' as const,
  iban: account.iban,
  name: [account.bankCode, account.branchCode, account.accountNumber].join(' ').trim(),
  bank: { sourceId: bankOf(account), name: bankOf(account) },
  ...ribOf(account),
  currencyCode: account.currencyCode,
  createdByFile,
});

/** An account abroad has an IBAN alone: its bank is what follows the check digits. */
const bankOf = ({ bankCode, iban }: Account): string =>
  bankCode || (iban ?? '').slice(0, 8).replace(/^(..)../, '$1') || '-';

const ribOf = ({ bankCode, branchCode, accountNumber, iban }: Account) =>
  bankCode === '' && iban !== null ? {} : { bankCode, branchCode, accountNumber: accountNumber.toUpperCase() };
