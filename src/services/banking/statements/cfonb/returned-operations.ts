/**
 * Operations returned to the client in CFONB 240: every operation code with the layout of its detail record (34).
 * Source: CFONB, May 2004; the parties of each code are read so that the counterparty is never the client. The layout
 * of code 40 is contradictory in the brochure: only its date and amount are read.
 */
import type { Labels } from '../../../kernel/errors.ts';
import { field } from './layout-120.ts';
import type { Field } from './record-scanner.ts';

/** How an extra field is read. `cents`: a decimal of two places; `amount`: a number with a decimal comma. */
type ExtraKind = 'text' | 'day' | 'cents' | 'amount';

export interface ExtraField extends Field {
  readonly kind: ExtraKind;
}

/** Where a party's bank (5), branch (5) and account (11) begin, and its name. */
interface Party {
  readonly rib: Field;
  readonly name: Field | null;
}

export interface ReturnedOperationCode {
  readonly code: string;
  readonly label: Labels;
  readonly counterparty: Party | null;
  readonly labels: readonly Field[];
  readonly initialSettlementDate: Field | null;
  readonly initialReference: Field | null;
  readonly rejectCode: Field | null;
  readonly extras: readonly ExtraField[];
}

export const SEQUENCE_FIELDS = {
  sequence: field('Sequence', 3, 8),
  operationCode: field('OperationCode', 9, 10),
  date: field('Date', 11, 16),
  decimals: field('Decimals', 18, 18),
  currencyCode: field('CurrencyCode', 19, 21),
  bankCode: field('BankCode', 22, 26),
  branchCode: field('BranchCode', 27, 31),
  accountNumber: field('AccountNumber', 32, 42),
  holderName: field('HolderName', 43, 66),
  amount: field('Amount', 229, 240),
} as const;

/** Ordering party; of a reject, the client who ordered the original operation. */
const FIRST: Party = { rib: field('CounterpartyIban', 22, 42), name: field('CounterpartyName', 43, 66) };
/** Beneficiary or debtor; of a reject, who rejected. */
const SECOND: Party = { rib: field('CounterpartyIban', 78, 98), name: field('CounterpartyName', 99, 122) };
/** Drawer of a rejected cheque, given without a name. */
const DRAWER: Party = { rib: field('CounterpartyIban', 43, 63), name: null };

const text = (name: string, from: number, to: number): ExtraField => ({ ...field(name, from, to), kind: 'text' });
const day = (name: string, from: number): ExtraField => ({ ...field(name, from, from + 5), kind: 'day' });
const cents = (name: string, from: number, to: number): ExtraField => ({ ...field(name, from, to), kind: 'cents' });

const ISSUER = text('IssuerNumber', 67, 72);
const REFERENCE = text('PresenterReference', 123, 128);
const LONG_REFERENCE = text('PresenterReference', 123, 130);
const CENTRE = text('ProcessingCentre', 127, 128);
const REJECT_CENTRE = text('ProcessingCentre', 225, 226);
/** For a party abroad its last characters hold the nature (149) and the country (150-152). */
const BANK_LABEL = text('BankLabel', 129, 152);
const DUE_DATE = day('DueDate', 67);

const corrected = (from: number): readonly ExtraField[] => [
  text('CorrectedBankCode', from, from + 4),
  text('CorrectedBranchCode', from + 5, from + 9),
  text('CorrectedAccountNumber', from + 10, from + 20),
];
const FOREIGN: readonly ExtraField[] = [
  cents('Commission', 67, 72),
  text('OriginalCurrencyCode', 129, 131),
  { ...field('OriginalAmount', 132, 143), kind: 'amount' },
  text('VatRate', 146, 150),
  text('SendingBankCountry', 151, 152),
];
const TELEPAYMENT: readonly ExtraField[] = [
  text('ValidationDay', 153, 156),
  text('Cpop', 157, 168),
  text('ArchiveNumber', 169, 174),
];

type Layout = Partial<Omit<ReturnedOperationCode, 'code' | 'label'>>;

const LABELS: Layout = { labels: [field('Label', 153, 184), field('Label', 185, 216)] };
const REJECT: Layout = {
  counterparty: SECOND,
  labels: [field('Label', 153, 183), field('Label', 184, 214)],
  initialSettlementDate: field('InitialSettlementDate', 215, 220),
  initialReference: field('InitialReference', 221, 226),
  rejectCode: field('RejectCode', 227, 228),
};

const ROWS: readonly (readonly [code: string, fr: string, en: string, layout: Layout])[] = [
  ['20', 'Virement reçu', 'Transfer received', { ...LABELS, extras: [REFERENCE, BANK_LABEL] }],
  ['21', 'Virement rejeté', 'Transfer rejected', { ...REJECT, extras: [REFERENCE, BANK_LABEL] }],
  ['22', 'Virement particulier', 'Special transfer', { ...LABELS, extras: [ISSUER, REFERENCE, BANK_LABEL] }],
  [
    '23',
    'Virement rectifié',
    'Transfer with corrected account',
    { counterparty: SECOND, extras: [REFERENCE, BANK_LABEL, ...corrected(185)] },
  ],
  [
    '24',
    'Virement particulier rejeté',
    'Special transfer rejected',
    { ...REJECT, extras: [ISSUER, REFERENCE, BANK_LABEL] },
  ],
  [
    '27',
    'Virement à échéance 3 jours',
    'Forward transfer, 3 days',
    { ...LABELS, extras: [REFERENCE, BANK_LABEL, text('DelayInstruction', 217, 217)] },
  ],
  [
    '28',
    'Virement à échéance 2 jours',
    'Forward transfer, 2 days',
    { ...LABELS, extras: [REFERENCE, BANK_LABEL, text('DelayInstruction', 217, 217)] },
  ],
  [
    '33',
    'Notification APL',
    'Housing benefit notice (APL)',
    { extras: [ISSUER, REFERENCE, BANK_LABEL, text('FileReference', 153, 165), cents('AplAmount', 186, 193)] },
  ],
  ['40', 'Chèque à payer', 'Cheque to pay', { counterparty: null, extras: [] }],
  [
    '41',
    'Chèque rejeté',
    'Cheque rejected',
    {
      counterparty: DRAWER,
      rejectCode: field('RejectCode', 203, 204),
      extras: [text('ChequeNumber', 64, 70), text('Cmc7', 71, 94), text('SecondRejectCode', 205, 206)],
    },
  ],
  [
    '61',
    'Effet rejeté',
    'Bill of exchange rejected',
    {
      counterparty: SECOND,
      initialSettlementDate: field('InitialSettlementDate', 213, 218),
      initialReference: field('InitialReference', 219, 226),
      rejectCode: field('RejectCode', 227, 228),
      extras: [
        DUE_DATE,
        LONG_REFERENCE,
        day('EntryDate', 131),
        text('EntryCode', 137, 137),
        text('Acceptance', 138, 138),
        text('DrawerReference', 139, 148),
        text('DraweeReference', 149, 158),
        day('CreationDate', 159),
        text('DraweeSiren', 165, 173),
        text('DrawerSiren', 174, 182),
        cents('InitialAmount', 201, 212),
      ],
    },
  ],
  [
    '63',
    'Effet rectifié',
    'Bill of exchange with corrected account',
    { counterparty: SECOND, extras: [DUE_DATE, LONG_REFERENCE, ...corrected(190)] },
  ],
  ['70', 'TIP à payer', 'TIP to pay', { ...LABELS, extras: [ISSUER, CENTRE, BANK_LABEL] }],
  [
    '71',
    'TIP rejeté',
    'TIP rejected',
    { ...REJECT, initialReference: null, extras: [ISSUER, REFERENCE, BANK_LABEL, REJECT_CENTRE] },
  ],
  ['73', 'Virement référencé', 'Referenced transfer', { ...LABELS, extras: [REFERENCE, BANK_LABEL] }],
  ['75', 'Virement TIP', 'TIP transfer', { ...LABELS, extras: [ISSUER, CENTRE, BANK_LABEL] }],
  ['76', 'VSOT', 'Urgent treasury transfer (VSOT)', { ...LABELS, extras: [REFERENCE, BANK_LABEL] }],
  ['77', 'VOE', 'Transfer from abroad (VOE)', { ...LABELS, extras: [REFERENCE, ...FOREIGN] }],
  ['78', 'Virement EDI', 'EDI transfer', { ...LABELS, extras: [REFERENCE, BANK_LABEL] }],
  ['79', 'VOE net de frais', 'Transfer from abroad, net of fees', { ...LABELS, extras: [REFERENCE, ...FOREIGN] }],
  ['80', 'Prélèvement', 'Direct debit', { ...LABELS, extras: [ISSUER, REFERENCE, BANK_LABEL] }],
  ['81', 'Prélèvement rejeté', 'Direct debit rejected', { ...REJECT, extras: [ISSUER, REFERENCE, BANK_LABEL] }],
  ['82', 'Prélèvement spécial', 'Special direct debit', { ...LABELS, extras: [ISSUER, REFERENCE, BANK_LABEL] }],
  [
    '83',
    'Prélèvement rectifié',
    'Direct debit with corrected account',
    { counterparty: SECOND, extras: [ISSUER, REFERENCE, BANK_LABEL, ...corrected(185)] },
  ],
  [
    '84',
    'Prélèvement spécial rejeté',
    'Special direct debit rejected',
    { ...REJECT, extras: [ISSUER, REFERENCE, BANK_LABEL] },
  ],
  ['85', 'Prélèvement accéléré', 'Accelerated direct debit', { ...LABELS, extras: [ISSUER, REFERENCE, BANK_LABEL] }],
  [
    '86',
    'Télérèglement',
    'Tele-payment',
    {
      extras: [
        ISSUER,
        REFERENCE,
        BANK_LABEL,
        ...TELEPAYMENT,
        text('CreditorName', 175, 184),
        text('BalanceOfPayments', 217, 217),
        text('ProcessingCentre', 218, 219),
      ],
    },
  ],
  [
    '88',
    'Télérèglement rejeté',
    'Tele-payment rejected',
    {
      ...REJECT,
      labels: [field('Label', 184, 214)],
      initialReference: null,
      extras: [ISSUER, REFERENCE, BANK_LABEL, ...TELEPAYMENT, text('CreditorName', 175, 183), REJECT_CENTRE],
    },
  ],
];

const COMMON: Required<Layout> = {
  counterparty: FIRST,
  labels: [],
  initialSettlementDate: null,
  initialReference: null,
  rejectCode: null,
  extras: [REFERENCE, BANK_LABEL],
};

export const RETURNED_OPERATIONS: ReadonlyMap<string, ReturnedOperationCode> = new Map(
  ROWS.map(([code, fr, en, layout]) => [code, { code, label: { fr, en }, ...COMMON, ...layout }]),
);

/** What is read of a code that is not in the list: the columns common to all. */
export const UNKNOWN_OPERATION: ReturnedOperationCode = {
  code: '',
  label: { fr: 'Opération inconnue', en: 'Unknown operation' },
  ...COMMON,
};

/** Statements of bills (LCR) share the record codes with another layout. */
export const BILL_STATEMENT = '60';
