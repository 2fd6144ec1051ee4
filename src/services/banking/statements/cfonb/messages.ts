/**
 * The vocabulary of findings: kinds and severities in `finding-kinds.tsv`, with what to do next; every sentence in
 * `messages.tsv`. Both in English and French.
 */
import type { Labels, Language } from '../../../kernel/errors.ts';
import { readNamed } from '../../../kernel/package-file.ts';

const KINDS = [
  'EMPTY_FILE',
  'BAD_XML',
  'BAD_CSV',
  'NOT_CFONB',
  'TOO_LARGE',
  'ENCODING',
  'RECORD_LENGTH',
  'UNKNOWN_RECORD',
  'RECORD_ORDER',
  'ACCOUNT_MISMATCH',
  'BAD_AMOUNT',
  'BAD_DATE',
  'BAD_DECIMALS',
  'MISSING_NEW_BALANCE',
  'BALANCE_MISMATCH',
  'TOTAL_MISMATCH',
  'CONTINUITY_GAP',
  'DATE_OUTSIDE_STATEMENT',
  'UNKNOWN_QUALIFIER',
  'PADDED_RECORD',
  'UNKNOWN_OPERATION_CODE',
  'DAY_ORDER',
  'DOUBLED_MOVEMENT',
] as const;

export type FindingKind = (typeof KINDS)[number];

const HERE = 'src/services/banking/statements/cfonb';
const ROWS = readNamed(`${HERE}/finding-kinds.tsv`, KINDS, ['severity', 'en', 'fr', 'hintEn', 'hintFr']);

export const severityOf = (kind: FindingKind): 'error' | 'warning' => ROWS[kind].severity as 'error' | 'warning';

/** `hint`: what to do. */
export const FINDING_KINDS = Object.fromEntries(
  KINDS.map((kind) => {
    const { en, fr, hintEn, hintFr } = ROWS[kind];
    return [kind, { severity: severityOf(kind), title: { en, fr }, hint: { en: hintEn, fr: hintFr } }];
  }),
) as Readonly<Record<FindingKind, { severity: 'error' | 'warning'; title: Labels; hint: Labels }>>;

const SENTENCES = [
  'emptyFile',
  'otherFormat',
  'unknownFirstRecord',
  'billStatement',
  'utf16',
  'ebcdic',
  'mixedEncodings',
  'tooManyBytes',
  'tooManyAccounts',
  'tooManyComplements',
  'tooShort',
  'tooLong',
  'notMultiple',
  'unknownRecord',
  'outsideStatement',
  'complementFirst',
  'outsideSequence',
  'sequenceNumber',
  'otherOperation',
  'otherAccount',
  'badCurrency',
  'badAmount',
  'badCents',
  'badDate',
  'badDecimals',
  'otherDecimals',
  'noNewBalanceAtEnd',
  'noNewBalanceBeforeNext',
  'balanceMismatch',
  'totalMismatch',
  'noTotalAtEnd',
  'noTotalBeforeNext',
  'balanceGap',
  'dateGap',
  'datesOutside',
  'endBeforeStart',
  'unknownQualifier',
  'padded',
  'trimmed',
  'unknownOperationCode',
  'xmlDtd',
  'xmlBounds',
  'xmlCut',
  'noStatementAccount',
  'noOpeningBalance',
  'noClosingBalance',
  'badEntryAmount',
  'badEntryDate',
  'otherEntryCurrency',
  'csvBounds',
  'csvUnclear',
  'csvBroken',
  'csvOther',
  'csvNames',
  'csvDayOrder',
  'doubled',
] as const;

export type MessageKey = (typeof SENTENCES)[number];

const MESSAGES = readNamed(`${HERE}/messages.tsv`, SENTENCES, ['kind', 'en', 'fr']);

export const kindOf = (key: MessageKey): FindingKind => MESSAGES[key].kind as FindingKind;

export type MessageParams = Readonly<Record<string, string | number | Labels>>;

/** The sentence in a language, followed by what to do. */
export function messageText(key: MessageKey, params: MessageParams, language: Language): string {
  const sentence = MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'object' ? value[language] : String(value);
  });
  return `${sentence} ${FINDING_KINDS[kindOf(key)].hint[language]}`;
}
