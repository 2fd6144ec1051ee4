/** The vocabulary of findings: kinds, severities, and every sentence in English and French with what to do next. */
import type { Labels, Language } from '../../../kernel/errors.ts';

export type FindingKind =
  | 'EMPTY_FILE'
  | 'NOT_CFONB'
  | 'TOO_LARGE'
  | 'ENCODING'
  | 'RECORD_LENGTH'
  | 'UNKNOWN_RECORD'
  | 'RECORD_ORDER'
  | 'ACCOUNT_MISMATCH'
  | 'BAD_AMOUNT'
  | 'BAD_DATE'
  | 'BAD_DECIMALS'
  | 'MISSING_NEW_BALANCE'
  | 'BALANCE_MISMATCH'
  | 'TOTAL_MISMATCH'
  | 'CONTINUITY_GAP'
  | 'DATE_OUTSIDE_STATEMENT'
  | 'UNKNOWN_QUALIFIER'
  | 'PADDED_RECORD'
  | 'UNKNOWN_OPERATION_CODE';

export interface FindingKindEntry {
  readonly severity: 'error' | 'warning';
  readonly title: Labels;
  /** What to do. */
  readonly hint: Labels;
}

const ASK_AGAIN: Labels = {
  en: 'Ask the bank for the file again, and transfer it unchanged (binary mode).',
  fr: 'Redemandez le fichier à la banque et transférez-le sans le modifier (mode binaire).',
};
const REPORT_TO_BANK: Labels = {
  en: 'Ask the bank to correct this record and send the file again.',
  fr: 'Demandez à la banque de corriger cet enregistrement et de renvoyer le fichier.',
};

export const FINDING_KINDS: Readonly<Record<FindingKind, FindingKindEntry>> = {
  EMPTY_FILE: { severity: 'error', title: { en: 'Empty file', fr: 'Fichier vide' }, hint: ASK_AGAIN },
  NOT_CFONB: {
    severity: 'error',
    title: { en: 'Not a CFONB 120 or 240 file', fr: "Ce n'est pas un fichier CFONB 120 ou 240" },
    hint: {
      en: 'Give the statement file itself: CFONB 120 begins with 01, CFONB 240 with 31.',
      fr: 'Fournissez le relevé lui-même : un CFONB 120 commence par 01, un CFONB 240 par 31.',
    },
  },
  TOO_LARGE: {
    severity: 'error',
    title: { en: 'Beyond a limit', fr: 'Au-delà d’une limite' },
    hint: { en: 'Split the file by account or by period.', fr: 'Découpez le fichier par compte ou par période.' },
  },
  ENCODING: {
    severity: 'error',
    title: { en: 'Character encoding not readable', fr: 'Encodage illisible' },
    hint: {
      en: 'Convert the file to ISO-8859-1 or UTF-8, or ask for it again without conversion.',
      fr: 'Convertissez le fichier en ISO-8859-1 ou en UTF-8, ou redemandez-le sans conversion.',
    },
  },
  RECORD_LENGTH: {
    severity: 'error',
    title: { en: 'Wrong record length', fr: "Longueur d'enregistrement incorrecte" },
    hint: ASK_AGAIN,
  },
  UNKNOWN_RECORD: {
    severity: 'error',
    title: { en: 'Unknown record code', fr: "Code d'enregistrement inconnu" },
    hint: ASK_AGAIN,
  },
  RECORD_ORDER: {
    severity: 'error',
    title: { en: 'Record out of place', fr: 'Enregistrement mal placé' },
    hint: ASK_AGAIN,
  },
  ACCOUNT_MISMATCH: {
    severity: 'error',
    title: { en: 'Account differs inside a statement', fr: 'Compte différent dans un même relevé' },
    hint: REPORT_TO_BANK,
  },
  BAD_AMOUNT: { severity: 'error', title: { en: 'Unreadable amount', fr: 'Montant illisible' }, hint: REPORT_TO_BANK },
  BAD_DATE: { severity: 'error', title: { en: 'Impossible date', fr: 'Date impossible' }, hint: REPORT_TO_BANK },
  BAD_DECIMALS: {
    severity: 'error',
    title: { en: 'Wrong number of decimals', fr: 'Nombre de décimales incorrect' },
    hint: REPORT_TO_BANK,
  },
  MISSING_NEW_BALANCE: {
    severity: 'error',
    title: { en: 'Statement without new balance', fr: 'Relevé sans nouveau solde' },
    hint: {
      en: 'The file is cut or a record is missing: ask the bank for it again.',
      fr: 'Le fichier est tronqué ou un enregistrement manque : redemandez-le à la banque.',
    },
  },
  BALANCE_MISMATCH: {
    severity: 'error',
    title: { en: 'Balances and movements disagree', fr: 'Les soldes et les mouvements ne concordent pas' },
    hint: {
      en: 'A movement is missing, doubled or altered: compare with the statement on paper, then ask the bank again.',
      fr: 'Un mouvement manque, est en double ou altéré : comparez avec le relevé papier puis redemandez le fichier.',
    },
  },
  TOTAL_MISMATCH: {
    severity: 'error',
    title: { en: 'Total and records disagree', fr: 'Le total et les enregistrements ne concordent pas' },
    hint: {
      en: 'A record is missing, doubled or altered: ask the bank for the file again.',
      fr: 'Un enregistrement manque, est en double ou altéré : redemandez le fichier à la banque.',
    },
  },
  CONTINUITY_GAP: {
    severity: 'warning',
    title: { en: 'Statements do not follow each other', fr: 'Les relevés ne se suivent pas' },
    hint: {
      en: 'Look for a statement missing or given twice between the two dates.',
      fr: 'Cherchez un relevé manquant ou fourni deux fois entre les deux dates.',
    },
  },
  DATE_OUTSIDE_STATEMENT: {
    severity: 'warning',
    title: { en: 'Date outside the statement', fr: 'Date hors du relevé' },
    hint: {
      en: 'Nothing to do if the balances agree; otherwise compare with the statement on paper.',
      fr: 'Rien à faire si les soldes concordent ; sinon comparez avec le relevé papier.',
    },
  },
  UNKNOWN_QUALIFIER: {
    severity: 'warning',
    title: { en: 'Unknown qualifier', fr: 'Qualifiant inconnu' },
    hint: {
      en: 'The text is kept as it is; ask the bank what the qualifier means if you need it.',
      fr: 'Le texte est conservé tel quel ; demandez à la banque le sens du qualifiant si besoin.',
    },
  },
  PADDED_RECORD: {
    severity: 'warning',
    title: { en: 'Record completed or cut', fr: 'Enregistrement complété ou coupé' },
    hint: {
      en: 'Nothing is lost: only blanks were missing or in excess. Transfer in binary mode to avoid it.',
      fr: 'Rien n’est perdu : seuls des blancs manquaient ou dépassaient. Transférez en mode binaire pour l’éviter.',
    },
  },
  UNKNOWN_OPERATION_CODE: {
    severity: 'warning',
    title: { en: 'Unknown operation code', fr: 'Code opération inconnu' },
    hint: {
      en: 'The record is kept with its code; only the label of the code is missing.',
      fr: 'L’enregistrement est conservé avec son code ; seul le libellé du code manque.',
    },
  },
};

export const severityOf = (kind: FindingKind): 'error' | 'warning' => FINDING_KINDS[kind].severity;

interface Message {
  readonly kind: FindingKind;
  readonly en: string;
  readonly fr: string;
}

/** Every sentence; `{name}` is filled from the parameters. */
export const MESSAGES = {
  emptyFile: {
    kind: 'EMPTY_FILE',
    en: 'The file holds nothing but blanks.',
    fr: 'Le fichier ne contient que des blancs.',
  },
  otherFormat: {
    kind: 'NOT_CFONB',
    en: 'The file is {what}, not CFONB 120 or 240.',
    fr: 'Le fichier est {what}, pas un CFONB 120 ou 240.',
  },
  unknownFirstRecord: {
    kind: 'NOT_CFONB',
    en: 'The first record has no known code: this is not CFONB 120 or 240.',
    fr: "Le premier enregistrement n'a aucun code connu : ce n'est pas un CFONB 120 ou 240.",
  },
  billStatement: {
    kind: 'NOT_CFONB',
    en: 'Operation 60 is a statement of bills (LCR), which has another layout: it is not read.',
    fr: "L'opération 60 est un relevé d'effets (LCR), d'une autre structure : il n'est pas lu.",
  },
  utf16: { kind: 'ENCODING', en: 'The file is in UTF-16.', fr: 'Le fichier est en UTF-16.' },
  ebcdic: { kind: 'ENCODING', en: 'The file is in EBCDIC.', fr: 'Le fichier est en EBCDIC.' },
  mixedEncodings: {
    kind: 'ENCODING',
    en: 'The record mixes UTF-8 and ISO-8859-1: its columns cannot be told.',
    fr: "L'enregistrement mélange UTF-8 et ISO-8859-1 : ses colonnes sont indéterminables.",
  },
  tooManyBytes: {
    kind: 'TOO_LARGE',
    en: 'The file is larger than {limit} bytes: reading stopped there.',
    fr: 'Le fichier dépasse {limit} octets : la lecture s’est arrêtée là.',
  },
  tooManyAccounts: {
    kind: 'TOO_LARGE',
    en: 'The file names more than {limit} accounts: reading stopped there.',
    fr: 'Le fichier nomme plus de {limit} comptes : la lecture s’est arrêtée là.',
  },
  tooManyComplements: {
    kind: 'TOO_LARGE',
    en: 'The movement has more than {limit} complements (05): the rest is not read.',
    fr: 'Le mouvement a plus de {limit} compléments (05) : la suite n’est pas lue.',
  },
  tooShort: {
    kind: 'RECORD_LENGTH',
    en: 'The record has {length} characters instead of {expected}, and more than blanks is missing.',
    fr: "L'enregistrement a {length} caractères au lieu de {expected}, et il manque plus que des blancs.",
  },
  tooLong: {
    kind: 'RECORD_LENGTH',
    en: 'The record is longer than {expected} characters.',
    fr: "L'enregistrement dépasse {expected} caractères.",
  },
  notMultiple: {
    kind: 'RECORD_LENGTH',
    en: 'The data has no line break and its length is not a multiple of {expected}.',
    fr: "Les données n'ont pas de saut de ligne et leur longueur n'est pas un multiple de {expected}.",
  },
  unknownRecord: {
    kind: 'UNKNOWN_RECORD',
    en: 'The record begins with no known code ({codes}).',
    fr: "L'enregistrement ne commence par aucun code connu ({codes}).",
  },
  outsideStatement: {
    kind: 'RECORD_ORDER',
    en: 'A record {code} stands outside a statement: records are skipped up to the next old balance (01).',
    fr: 'Un enregistrement {code} est hors de tout relevé : lecture reprise au prochain ancien solde (01).',
  },
  complementFirst: {
    kind: 'RECORD_ORDER',
    en: 'A complement (05) stands before any movement (04).',
    fr: 'Un complément (05) précède tout mouvement (04).',
  },
  outsideSequence: {
    kind: 'RECORD_ORDER',
    en: 'A record {code} stands outside a sequence: records are skipped up to the next header (31).',
    fr: 'Un enregistrement {code} est hors de toute séquence : lecture reprise au prochain en-tête (31).',
  },
  sequenceNumber: {
    kind: 'RECORD_ORDER',
    en: 'The record is numbered other than {expected}.',
    fr: "L'enregistrement ne porte pas le numéro {expected}.",
  },
  otherOperation: {
    kind: 'RECORD_ORDER',
    en: 'The record has another operation code than the header of its sequence.',
    fr: "L'enregistrement a un autre code opération que l'en-tête de sa séquence.",
  },
  otherAccount: {
    kind: 'ACCOUNT_MISMATCH',
    en: '{field} ({position}) differs from the first record (01 or 31).',
    fr: '{field} ({position}) diffère du premier enregistrement (01 ou 31).',
  },
  badCurrency: {
    kind: 'ACCOUNT_MISMATCH',
    en: '{field} ({position}) is no three-letter currency.',
    fr: '{field} ({position}) n’est pas une devise de trois lettres.',
  },
  badAmount: {
    kind: 'BAD_AMOUNT',
    en: '{field} ({position}) is not 13 digits and a sign character.',
    fr: '{field} ({position}) ne comporte pas 13 chiffres et un caractère de signe.',
  },
  badCents: {
    kind: 'BAD_AMOUNT',
    en: '{field} ({position}) is not a number of 12 digits.',
    fr: '{field} ({position}) n’est pas un nombre de 12 chiffres.',
  },
  badDate: {
    kind: 'BAD_DATE',
    en: '{field} ({position}) is no day of the calendar (JJMMAA).',
    fr: '{field} ({position}) n’est pas un jour du calendrier (JJMMAA).',
  },
  badDecimals: {
    kind: 'BAD_DECIMALS',
    en: '{field} ({position}) is not a digit.',
    fr: '{field} ({position}) n’est pas un chiffre.',
  },
  otherDecimals: {
    kind: 'BAD_DECIMALS',
    en: '{field} ({position}) differs from the first record (01 or 31).',
    fr: '{field} ({position}) diffère du premier enregistrement (01 ou 31).',
  },
  noNewBalanceAtEnd: {
    kind: 'MISSING_NEW_BALANCE',
    en: 'The file ends before the new balance (07) of the statement.',
    fr: 'Le fichier se termine avant le nouveau solde (07) du relevé.',
  },
  noNewBalanceBeforeNext: {
    kind: 'MISSING_NEW_BALANCE',
    en: 'Another old balance (01) comes before the new balance (07) of the statement.',
    fr: 'Un autre ancien solde (01) précède le nouveau solde (07) du relevé.',
  },
  balanceMismatch: {
    kind: 'BALANCE_MISMATCH',
    en: 'Old balance and movements give {computed}, the new balance states {stated} (difference {difference}).',
    fr: "L'ancien solde et les mouvements donnent {computed}, le nouveau solde indique {stated} (écart {difference}).",
  },
  totalMismatch: {
    kind: 'TOTAL_MISMATCH',
    en: 'The records give {computed}, the total record states {stated} (difference {difference}).',
    fr: "Les enregistrements donnent {computed}, l'enregistrement total indique {stated} (écart {difference}).",
  },
  noTotalAtEnd: {
    kind: 'TOTAL_MISMATCH',
    en: 'The file ends before the total record (39) of the sequence.',
    fr: "Le fichier se termine avant l'enregistrement total (39) de la séquence.",
  },
  noTotalBeforeNext: {
    kind: 'TOTAL_MISMATCH',
    en: 'Another header (31) comes before the total record (39) of the sequence.',
    fr: "Un autre en-tête (31) précède l'enregistrement total (39) de la séquence.",
  },
  balanceGap: {
    kind: 'CONTINUITY_GAP',
    en: 'The old balance is {stated}, the statement before ended with {computed} (difference {difference}).',
    fr: "L'ancien solde est {stated}, le relevé précédent finissait à {computed} (écart {difference}).",
  },
  dateGap: {
    kind: 'CONTINUITY_GAP',
    en: 'The old balance is of {stated}, the statement before ended on {computed}.',
    fr: "L'ancien solde est du {stated}, le relevé précédent finissait le {computed}.",
  },
  datesOutside: {
    kind: 'DATE_OUTSIDE_STATEMENT',
    en: '{count} movement(s) of {date} stand in the statement from {start} to {end}.',
    fr: '{count} mouvement(s) du {date} figurent dans le relevé du {start} au {end}.',
  },
  endBeforeStart: {
    kind: 'DATE_OUTSIDE_STATEMENT',
    en: 'The new balance is of {end}, before the old balance of {start}.',
    fr: 'Le nouveau solde est du {end}, avant l’ancien solde du {start}.',
  },
  unknownQualifier: {
    kind: 'UNKNOWN_QUALIFIER',
    en: 'The qualifier of the complement is not known.',
    fr: 'Le qualifiant du complément est inconnu.',
  },
  padded: {
    kind: 'PADDED_RECORD',
    en: 'The record has {length} characters: the missing blanks were added.',
    fr: "L'enregistrement a {length} caractères : les blancs manquants ont été ajoutés.",
  },
  trimmed: {
    kind: 'PADDED_RECORD',
    en: 'The record is longer than {expected} characters: only blanks were cut.',
    fr: "L'enregistrement dépasse {expected} caractères : seuls des blancs ont été coupés.",
  },
  unknownOperationCode: {
    kind: 'UNKNOWN_OPERATION_CODE',
    en: 'The operation code is not known.',
    fr: 'Le code opération est inconnu.',
  },
} as const satisfies Readonly<Record<string, Message>>;

export type MessageKey = keyof typeof MESSAGES;
export type MessageParams = Readonly<Record<string, string | number | Labels>>;

/** The sentence in a language, followed by what to do. */
export function messageText(key: MessageKey, params: MessageParams, language: Language): string {
  const message: Message = MESSAGES[key];
  const sentence = message[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'object' ? value[language] : String(value);
  });
  return `${sentence} ${FINDING_KINDS[message.kind].hint[language]}`;
}
