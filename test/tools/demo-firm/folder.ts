/** What a finished folder gives: the books, the banks, the assets and the files to write. */
import type { Cents } from '../../../src/services/kernel/money.ts';
import type { Asset, Exercise } from './assets.ts';
import type { Bank } from './bank.ts';
import type { Book } from './book.ts';
import type { FecStyle } from './fec.ts';
import type { Boxes } from './vat.ts';

/** An invented street of a real town. */
export interface Address {
  readonly Street: string;
  readonly PostCode: string;
  readonly Town: string;
}

export interface FolderIdentity {
  readonly name: string;
  readonly siren: string;
  readonly siret: string;
  readonly legalForm: string;
  readonly department: string;
  readonly naf: string;
  readonly taxRegime: 'CorporationTax' | 'IncomeTax';
  readonly taxReturn: 'Normal' | 'Simplified';
  readonly vatSystem: 'RealNormal' | 'Simplified';
  readonly vatExigibility: 'OnReceipts' | 'OnDebits';
  /** Advances of customers are booked without their tax; with it unless said. */
  readonly advancePaymentMode?: 'TaxExcluded';
  readonly address: Address;
}

/** A finding that a reader of the file must report, by its stable name. */
type Finding = 'CONTINUITY_GAP' | 'BALANCE_MISMATCH' | 'PADDED_RECORD';

export interface BankFile {
  /** File name, in the folder's `bank-<siren>`. */
  readonly name: string;
  readonly format: 'CFONB120' | 'CFONB240';
  readonly content: Buffer;
  readonly shows: string;
  /** What `bank statement check` finds in the file alone, and how many times. */
  readonly findings: Readonly<Partial<Record<Finding, number>>>;
}

export interface VatReturn {
  readonly form: '3310-CA3' | '3517-S';
  readonly start: string;
  readonly end: string;
  readonly boxes: Boxes;
}

export interface Folder {
  readonly identity: FolderIdentity;
  readonly exercise: Exercise;
  readonly book: Book;
  readonly banks: readonly Bank[];
  readonly assets: readonly Asset[];
  readonly returns: readonly VatReturn[];
  readonly files: readonly BankFile[];
  readonly accountLabels: Readonly<Record<string, string>>;
  readonly fecStyle: FecStyle;
  readonly sequence: 'file' | 'journal';
  readonly lowerPartial: boolean;
  /** One sentence per fact worth looking for in the folder. */
  readonly shows: readonly string[];
  readonly taxFigures: Readonly<Record<string, Cents>>;
}
