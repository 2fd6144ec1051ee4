/**
 * Complements (records 05): what each qualifier holds, and the fields decoded from the complements of one movement.
 * Positions are those of the record; the 70 characters of a complement are 49-118. Source: CFONB 2010; FEE is seen in
 * the field only, and its sign is not defined.
 */
import type { Labels } from '../../../kernel/errors.ts';
import { formatAmount } from '../../../kernel/money.ts';
import { electronicIban } from '../../accounts/iban.ts';

/** One 05 as given: three characters of qualifier, never trimmed, and the text without its trailing blanks. */
export interface Detail {
  readonly qualifier: string;
  readonly text: string;
}

type ComplementField =
  | 'payerName'
  | 'payerIdentifier'
  | 'payerIdentifierType'
  | 'payerIban'
  | 'beneficiaryName'
  | 'beneficiaryIdentifier'
  | 'beneficiaryIdentifierType'
  | 'beneficiaryIban'
  | 'ultimatePayerName'
  | 'ultimatePayerIdentifier'
  | 'ultimatePayerIdentifierType'
  | 'ultimateBeneficiaryName'
  | 'ultimateBeneficiaryIdentifier'
  | 'ultimateBeneficiaryIdentifierType'
  | 'remittanceText'
  | 'structuredReference'
  | 'endToEndReference'
  | 'paymentPurpose'
  | 'remittanceReference'
  | 'transactionReference'
  | 'mandateReference'
  | 'mandateSequence'
  | 'fxCurrencyCode'
  | 'fxAmount'
  | 'fxRate'
  | 'feeCurrencyCode'
  | 'feeAmount';

/** Decoded fields, absent when not given. Amounts and rates are decimal strings. */
export type Complements = Readonly<Partial<Record<ComplementField, string>>>;

type Draft = Partial<Record<ComplementField, string>>;
/** Reads the 70 characters of a complement into the draft; the first complement to give a field wins. */
type Decoder = (text: string, draft: Draft) => void;

export interface Qualifier {
  readonly label: Labels;
  readonly decode?: Decoder;
}

const FIRST = 49;
const TEXT_LENGTH = 70;

const slice = (text: string, from: number, to: number): string => text.slice(from - FIRST, to - FIRST + 1);

function set(draft: Draft, name: ComplementField, value: string): void {
  if (value !== '' && draft[name] === undefined) draft[name] = value;
}

/** Text fields at the given positions. */
const texts =
  (...fields: readonly (readonly [name: ComplementField, from: number, to: number])[]): Decoder =>
  (text, draft) => {
    for (const [name, from, to] of fields) set(draft, name, slice(text, from, to).trim());
  };

const iban =
  (name: 'payerIban' | 'beneficiaryIban'): Decoder =>
  (text, draft) =>
    set(draft, name, electronicIban(slice(text, 49, 83)));

const remittance: Decoder = (text, draft) => {
  draft.remittanceText = draft.remittanceText === undefined ? text : `${draft.remittanceText.trimEnd()} ${text}`;
};

/** LC2 is characters 71-140 of the text begun by LCC: no blank is added, one that ends LCC is kept. */
const remittanceEnd: Decoder = (text, draft) => {
  draft.remittanceText = (draft.remittanceText ?? '').replace(/ +$/, ' ') + text;
};

/** Currency 49-51, decimals 52, unsigned amount 53-66: the head that MMO and FEE share; undefined when it is not so. */
function money(text: string): { currencyCode: string; amount: string } | undefined {
  const match = /^([A-Z]{3})(\d)(\d{14})/.exec(text);
  if (!match) return undefined;
  const [, currencyCode = '', decimals = '', digits = ''] = match;
  return { currencyCode, amount: formatAmount(BigInt(digits), Number(decimals)) };
}

/**
 * Original amount, then the rate in 67-79. Layout of 2010: two digits of decimals and eleven of rate. Seen in the
 * field: one digit and eleven, 79 blank. Blank: no rate. Anything else stays in the details only.
 */
const originalAmount: Decoder = (text, draft) => {
  const found = money(text);
  if (!found || draft.fxAmount !== undefined) return;
  draft.fxCurrencyCode = found.currencyCode;
  draft.fxAmount = found.amount;
  const zone = slice(text, 67, 79);
  const match = /^(\d\d)(\d{11})$/.exec(zone) ?? /^(\d)(\d{11}) $/.exec(zone);
  if (match) draft.fxRate = formatAmount(BigInt(match[2] ?? '0'), Number(match[1]));
};

const fee: Decoder = (text, draft) => {
  const found = money(text);
  if (!found || draft.feeAmount !== undefined) return;
  draft.feeCurrencyCode = found.currencyCode;
  draft.feeAmount = found.amount;
};

/** Known qualifiers. Three blanks are text of the bank's own; any other is kept with a warning. */
export const QUALIFIERS: ReadonlyMap<string, Qualifier> = new Map<string, Qualifier>([
  ['   ', { label: { fr: 'Texte propre à la banque', en: 'Text of the bank' } }],
  ['LIB', { label: { fr: 'Libellé complémentaire', en: 'Additional label' } }],
  ['NPY', { label: { fr: 'Nom du payeur', en: 'Payer name' }, decode: texts(['payerName', 49, 118]) }],
  [
    'IPY',
    {
      label: { fr: 'Identifiant du payeur', en: 'Payer identifier' },
      decode: texts(['payerIdentifier', 49, 83], ['payerIdentifierType', 84, 118]),
    },
  ],
  [
    'NBE',
    { label: { fr: 'Nom du bénéficiaire', en: 'Beneficiary name' }, decode: texts(['beneficiaryName', 49, 118]) },
  ],
  [
    'IBE',
    {
      label: { fr: 'Identifiant du bénéficiaire (ICS)', en: 'Beneficiary identifier (creditor identifier)' },
      decode: texts(['beneficiaryIdentifier', 49, 83], ['beneficiaryIdentifierType', 84, 118]),
    },
  ],
  [
    'NPO',
    {
      label: { fr: 'Nom du tiers débiteur', en: 'Ultimate debtor name' },
      decode: texts(['ultimatePayerName', 49, 118]),
    },
  ],
  [
    'IPO',
    {
      label: { fr: 'Identifiant du tiers débiteur', en: 'Ultimate debtor identifier' },
      decode: texts(['ultimatePayerIdentifier', 49, 83], ['ultimatePayerIdentifierType', 84, 118]),
    },
  ],
  [
    'NBU',
    {
      label: { fr: 'Nom du tiers créancier', en: 'Ultimate creditor name' },
      decode: texts(['ultimateBeneficiaryName', 49, 118]),
    },
  ],
  [
    'IBU',
    {
      label: { fr: 'Identifiant du tiers créancier', en: 'Ultimate creditor identifier' },
      decode: texts(['ultimateBeneficiaryIdentifier', 49, 83], ['ultimateBeneficiaryIdentifierType', 84, 118]),
    },
  ],
  ['LCC', { label: { fr: 'Libellé de client à client', en: 'Remittance text' }, decode: remittance }],
  [
    'LC2',
    { label: { fr: 'Libellé de client à client (suite)', en: 'Remittance text, continued' }, decode: remittanceEnd },
  ],
  [
    'LCS',
    {
      label: { fr: 'Référence structurée', en: 'Structured reference' },
      decode: texts(['structuredReference', 49, 83]),
    },
  ],
  [
    'RCN',
    {
      label: { fr: 'Référence de bout en bout, motif', en: 'End-to-end reference, purpose' },
      decode: texts(['endToEndReference', 49, 83], ['paymentPurpose', 84, 118]),
    },
  ],
  [
    'REF',
    {
      label: { fr: "Référence de remise, de l'opération", en: 'Remittance and transaction references' },
      decode: texts(['remittanceReference', 49, 83], ['transactionReference', 84, 118]),
    },
  ],
  ['MMO', { label: { fr: "Montant d'origine et cours", en: 'Original amount and rate' }, decode: originalAmount }],
  ['CBE', { label: { fr: 'Compte du bénéficiaire', en: 'Beneficiary account' }, decode: iban('beneficiaryIban') }],
  [
    'RUM',
    {
      label: { fr: 'Mandat et séquence', en: 'Mandate and sequence' },
      decode: texts(['mandateReference', 49, 83], ['mandateSequence', 84, 87]),
    },
  ],
  ['CPY', { label: { fr: 'Compte du payeur', en: 'Payer account' }, decode: iban('payerIban') }],
  ['FEE', { label: { fr: 'Frais prélevés par la banque', en: 'Fee taken by the bank' }, decode: fee }],
]);

export const NO_COMPLEMENTS: Complements = Object.freeze({});

/** The fields that the complements of one movement give, in file order. */
export function decodeComplements(details: readonly Detail[]): Complements {
  const draft: Draft = {};
  for (const { qualifier, text } of details) QUALIFIERS.get(qualifier)?.decode?.(text.padEnd(TEXT_LENGTH), draft);
  if (draft.remittanceText !== undefined) trimRemittance(draft);
  return draft;
}

function trimRemittance(draft: Draft): void {
  const text = (draft.remittanceText ?? '').trim();
  if (text === '') delete draft.remittanceText;
  else draft.remittanceText = text;
}

/**
 * Name of the other party: the payer of a credit, the beneficiary of a debit, else the ultimate one. A returned
 * payment keeps the roles of the payment it returns, so there the parties are looked at the other way round first.
 */
export function counterpartyName(found: Complements, isCredit: boolean, isReturned: boolean): string | null {
  const payer = found.payerName ?? found.ultimatePayerName;
  const beneficiary = found.beneficiaryName ?? found.ultimateBeneficiaryName;
  const [own, other] = isCredit ? [payer, beneficiary] : [beneficiary, payer];
  return (isReturned ? (other ?? own) : own) ?? null;
}

/** Account of the other party: the payer's on a credit, the beneficiary's on a debit; reversed on a return. */
export function counterpartyIban(found: Complements, isCredit: boolean, isReturned: boolean): string | null {
  const [own, other] = isCredit ? [found.payerIban, found.beneficiaryIban] : [found.beneficiaryIban, found.payerIban];
  return (isReturned ? (other ?? own) : own) ?? null;
}
