/**
 * What the VAT engine reads and what it makes: a small ledger with its configuration, the VAT elements of its lines, and
 * the share of each that a period declares. Pure data: integer cents, days `YYYY-MM-DD`, rates by their code.
 */
import type { Cents } from '../../kernel/money.ts';

export type VatSystem = 'RealNormal' | 'MiniReal' | 'Simplified' | 'SimplifiedFarm' | 'Franchise' | 'NotLiable';
export type TaxpayerKind =
  | 'Company'
  | 'PublicLimitedCompany'
  | 'SoleTrader'
  | 'Other'
  | 'EuNotEstablished'
  | 'Farm'
  | 'GroupHead';
export type Territory = 'Mainland' | 'Corsica' | 'Overseas';
export type AdvancePaymentMode = 'TaxIncluded' | 'TaxExcluded';
export type Exigibility = 'Unknown' | 'OnDebits' | 'OnReceipts' | 'Mixed' | 'NotLiable';
/** A code of vat-categories.tsv, such as `VT_PREST`. */
export type VatCategory = string;
/** A code such as `_20`, `_055`, `MultipleRates` or `Unknown`. */
export type VatRate = string;

/** What the folder says of itself. */
export interface VatFolder {
  readonly siren?: string | undefined;
  readonly department?: string | undefined;
  readonly taxpayerKind: TaxpayerKind;
  readonly familyName?: string | undefined;
  readonly vatSystem: VatSystem;
  readonly territory: Territory;
  readonly advancePaymentMode: AdvancePaymentMode;
  /** Hundredths: 100 when every tax is deductible. */
  readonly deductionCoefficient: bigint;
  readonly vatDeadlineDay?: number | undefined;
}

/** An account as configured; what is undefined is guessed, a null category is one that misses. */
export interface VatAccount {
  readonly accountNumber: string;
  readonly label: string;
  readonly category?: VatCategory | null | undefined;
  readonly rate?: VatRate | undefined;
  readonly exigibility?: Exigibility | undefined;
  readonly includeUnletteredPayments?: boolean | undefined;
}

/** Without sub-account: every line of the account that has no setting of its own. */
export interface VatThirdParty {
  readonly accountNumber: string;
  readonly subAccount?: string | undefined;
  readonly exigibilityMode?: Exigibility | undefined;
  readonly includeUnletteredPayments?: boolean | undefined;
}

export interface RateDistribution {
  readonly rate: VatRate;
  readonly taxExcluded: Cents;
  readonly tax: Cents;
}

export interface VatLine {
  readonly lineId: number;
  readonly accountNumber: string;
  readonly subAccount?: string | undefined;
  readonly label?: string | undefined;
  readonly debit: Cents;
  readonly credit: Cents;
  readonly letter?: string | undefined;
  readonly letterDate?: string | undefined;
  readonly rate?: VatRate | undefined;
  readonly category?: VatCategory | undefined;
  readonly exigibility?: Exigibility | undefined;
  readonly distributions?: readonly RateDistribution[] | undefined;
  readonly isDeclared?: boolean | undefined;
}

export interface VatEntry {
  readonly entryId: number;
  readonly journal: string;
  /** Opening and Closing entries are left out of everything. */
  readonly journalType?: string | undefined;
  readonly date: string;
  readonly label?: string | undefined;
  readonly lines: readonly VatLine[];
}

export interface VatLedger {
  readonly folder: VatFolder;
  readonly accounts: readonly VatAccount[];
  readonly thirdParties: readonly VatThirdParty[];
  readonly entries: readonly VatEntry[];
}

/** Due: tax to pay, untaxed operations and regularisations of operations too. Advance: tax of a customer's advance kept tax included. */
export type Side = 'Due' | 'Deductible' | 'Advance';

/** What was declared of a line before, by side and rate. */
export interface DeclaredShare {
  readonly entryId: number;
  readonly lineId: number;
  readonly side: Side;
  readonly rate: VatRate;
  readonly taxExcluded: Cents;
  readonly tax: Cents;
  /** By a return of a later period that was filed before: it counts as far as the line is due at the end of this one. */
  readonly isLater?: boolean | undefined;
}

/** The part of an element's tax that the books hold on one line of a tax account, in the sign of the element. */
export interface HeldTax {
  readonly lineId: number;
  readonly accountNumber: string;
  readonly amount: Cents;
  /** Before the deduction coefficient, where there is one. */
  readonly whole?: Cents | undefined;
}

/** One line's operation at one rate: base and tax in the sign of its side, before any question of time. */
export interface VatElement {
  readonly entryId: number;
  readonly lineId: number;
  readonly accountNumber: string;
  readonly date: string;
  readonly side: Side;
  readonly category: VatCategory;
  /** `_0` for an untaxed operation, `Unknown` for deductible tax whose rate nothing says. */
  readonly rate: VatRate;
  /** OnDebits or OnReceipts: what is Mixed or Unknown has been settled by the third party. */
  readonly exigibility: Exigibility;
  /** Due as the third party of its entry is settled; else on `date` (debits, cash, advances, no third party). */
  readonly bySettlement?: boolean | undefined;
  readonly taxExcluded: Cents;
  readonly tax: Cents;
  /** Where the books hold the tax; what lacks to `tax` is held by no account (computed reverse charge, advance). */
  readonly held: readonly HeldTax[];
  /**
   * Boxes that take the tax of a deductible element, those that repeat it included: HA, HB or HC, with HF, HL or HH.
   * GG takes it with the other sign: tax deducted before that is paid back.
   */
  readonly deductibleZones?: readonly string[] | undefined;
}

export interface Amounts {
  readonly taxExcluded: Cents;
  readonly tax: Cents;
}

/** An element at the end of a period: what is declared by it now, before and later. */
export interface PeriodShare {
  readonly element: VatElement;
  /** Declared by this period, shares of earlier periods included. */
  readonly toDeclare: Amounts;
  /** Declared before this period. */
  readonly declared: Amounts;
  /** Not due yet. */
  readonly deferredTax: Cents;
  /** Part of `toDeclare` that was due before the first day of the period. */
  readonly prior: Amounts;
  /** Of the third party of its entry, debit less credit; of what follows its settlement. */
  readonly settlement?: { readonly settled: Cents; readonly total: Cents } | undefined;
}

export type IssueType =
  | 'MissingConfiguration'
  | 'MissingCategory'
  | 'RateUnknown'
  | 'NoVatLine'
  | 'TaxWithoutBase'
  | 'InvalidCombination'
  | 'NotWholeCredit'
  | 'UnmatchedPayment';

/** Why something stays out, or needs a look; the text is written where the language is known. */
export interface VatIssue {
  readonly type: IssueType;
  readonly accountNumber: string;
  readonly entryId: number;
  readonly lineId?: number | undefined;
}
