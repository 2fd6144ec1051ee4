/** The books as they are sent, and what each line is: its role, category, rate and exigibility. */
import type { Family, Rate, Territory } from './rates.ts';

export interface Body {
  readonly Form: '_3310CA3' | '_3517SCA12';
  readonly Folder: {
    readonly Territory: Territory;
    readonly VatSystem: 'RealNormal' | 'Simplified';
    readonly AdvancePaymentMode: 'TaxIncluded' | 'TaxExcluded';
    readonly DeductionCoefficient: string;
  };
  readonly Accounts: readonly SentAccount[];
  readonly ThirdParties: readonly SentParty[];
  readonly Entries: readonly SentEntry[];
  readonly Periods: readonly {
    readonly StartDate: string;
    readonly EndDate: string;
    readonly PreparedOn?: string | undefined;
  }[];
  readonly PreviousProcedures: readonly SentProcedure[];
}

export interface SentAccount {
  readonly AccountNumber: string;
  readonly VatCategory: string;
  readonly VatRate?: string | undefined;
  readonly Exigibility?: string | undefined;
}

export interface SentParty {
  readonly AccountNumber: string;
  readonly SubAccount?: string;
  readonly ExigibilityMode: string;
  readonly IncludeUnletteredPayments: boolean;
}

export interface SentEntry {
  readonly EntryId: number;
  readonly Journal: string;
  readonly Date: string;
  readonly Lines: readonly SentLine[];
}

export interface SentLine {
  readonly LineId: number;
  readonly AccountNumber: string;
  readonly SubAccount?: string | undefined;
  readonly Debit?: string;
  readonly Credit?: string;
  Letter?: string;
  readonly LetterDate?: string | undefined;
  readonly VatRate?: string | undefined;
  readonly Exigibility?: string | undefined;
  readonly IsDeclared?: boolean | undefined;
  readonly VatRateDistributions?: readonly SentShare[] | undefined;
}

export interface SentShare {
  readonly VatRate: Rate;
  readonly TaxExcludedAmount: string;
  readonly VatAmount: string;
}

export interface SentProcedure {
  readonly Form: string;
  readonly StartDate: string;
  readonly EndDate: string;
  readonly Status: string;
  readonly Boxes: Readonly<Record<string, number>>;
  readonly DeclaredLines: readonly [];
}

export interface Category {
  readonly side: 'sale' | 'untaxed' | 'purchase' | 'reverse' | 'due';
  readonly operation?: string;
  readonly family?: Family;
  /** Box of the deductible tax. */
  readonly deductible?: string;
  readonly ofWhich?: 'GJ' | 'GK';
}

const sale = (operation: string, family: Family, ofWhich?: 'GK'): Category => ({
  side: 'sale',
  operation,
  family,
  ...(ofWhich && { ofWhich }),
});
const untaxed = (operation: string): Category => ({ side: 'untaxed', operation });
const reverse = (operation: string, deductible = 'HB', family: Family = 'folder'): Category => ({
  side: 'reverse',
  operation,
  family,
  deductible,
});

export const CATEGORIES: Readonly<Record<string, Category>> = {
  VT_PREST: sale('CA', 'mainland'),
  VT_PREST_CORSE: sale('CA', 'corsica'),
  VT_PREST_DOM: sale('CA', 'overseas'),
  AUTRE_OP_IMP: sale('CB', 'mainland'),
  AUTRE_OP_IMP_CORSE: sale('CB', 'corsica'),
  AUTRE_OP_IMP_DOM: sale('CB', 'overseas'),
  TVA_MONACO: sale('CA', 'mainland', 'GK'),
  EXPORT_HORS_UE: untaxed('DA'),
  AUTRE_OP_NON_IMP: untaxed('DB'),
  LIVRAISON_INTRA_B2B: untaxed('DC'),
  VENTES_UE_B2C: untaxed('DH'),
  DED_AUTRES: { side: 'purchase', deductible: 'HB' },
  DED_IMMO: { side: 'purchase', deductible: 'HA' },
  AUTOLIQ_PREST_INTRACOM: reverse('KH'),
  AUTOLIQ_PREST_INTRACOM_IMMO: reverse('KH', 'HA'),
  AUTOLIQ_ACQUI_INTRACOM: { ...reverse('CC'), ofWhich: 'GJ' },
  AUTOLIQ_SOUS_TRAITANCE_BTP: reverse('CB'),
  AUTOLIQ_ACHATS_PREST_283_1: reverse('CG'),
  AUTOLIQ_IMPORTATION: reverse('DK', 'HB', 'imports'),
  ACQUI_INTRACOM: { side: 'due', operation: 'CC', family: 'mainland', ofWhich: 'GJ' },
};

type Role = Category['side'] | 'collected' | 'deductible' | 'advance' | 'party' | 'treasury' | 'none';

/** Accounts that no body has to configure. */
const PLAIN: readonly (readonly [prefix: string, role: Role, category?: string])[] = [
  ['4457', 'collected'],
  ['4452', 'due', 'ACQUI_INTRACOM'],
  ['44566', 'deductible', 'DED_AUTRES'],
  ['44562', 'deductible', 'DED_IMMO'],
  ['4191', 'advance', 'VT_PREST'],
  ['4091', 'advance', 'DED_AUTRES'],
  ['411', 'party'],
  ['401', 'party'],
  ['51', 'treasury'],
  ['53', 'treasury'],
];

/** Exigibility of a guess, by the beginning of the number: services wait for their payment. */
const ON_RECEIPTS = /^(704|705|706|708|604|605|61|62)/;

export interface Line {
  readonly id: number;
  readonly entryId: number;
  readonly number: string;
  readonly sent: SentLine;
  readonly role: Role;
  readonly category: string;
  readonly rate: Rate | undefined;
  /** What the line or its account says; undefined where neither does. */
  readonly said: string | undefined;
  /** Credit less debit. */
  readonly credit: bigint;
}

export interface Entry {
  readonly id: number;
  readonly date: string;
  readonly lines: readonly Line[];
}

export const cents = (text = '0'): bigint => BigInt(text.replace('.', ''));

export function entriesOf({ Accounts, Entries }: Body): Entry[] {
  const accounts = new Map(Accounts.map((account) => [account.AccountNumber, account]));
  return Entries.map(({ EntryId, Date: date, Lines }) => ({
    id: EntryId,
    date,
    lines: Lines.map((line) => lineOf(EntryId, line, accounts.get(line.AccountNumber))),
  }));
}

function lineOf(entryId: number, sent: SentLine, account: SentAccount | undefined): Line {
  const number = sent.AccountNumber;
  const plain = PLAIN.find(([prefix]) => number.startsWith(prefix));
  const category = account?.VatCategory ?? plain?.[2] ?? '';
  const rate = sent.VatRate ?? account?.VatRate;
  return {
    id: sent.LineId,
    entryId,
    number,
    sent,
    role: plain?.[1] ?? CATEGORIES[category]?.side ?? 'none',
    category,
    rate: rate === 'MultipleRates' ? undefined : (rate as Rate | undefined),
    said: sent.Exigibility ?? account?.Exigibility,
    credit: cents(sent.Credit) - cents(sent.Debit),
  };
}

/** When the tax of a line is due: reverse charge on debits, unless a person says otherwise. */
export const exigibilityOf = ({ said, number, role }: Line): string =>
  said ?? (role !== 'reverse' && ON_RECEIPTS.test(number) ? 'OnReceipts' : 'OnDebits');

export const partyOf = ({ ThirdParties }: Body, { number, sent }: Line): SentParty | undefined =>
  ThirdParties.find((party) => party.AccountNumber === number && party.SubAccount === sent.SubAccount) ??
  ThirdParties.find((party) => party.AccountNumber === number && party.SubAccount === undefined);
