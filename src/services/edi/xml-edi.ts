/** The XML-EDI document: what is deposited at a channel. Names follow the format, one interface per element. */

/** Families of electronic filing; they set the role codes and the types of declarations. */
export type Procedure = 'TVA' | 'TDFC' | 'PAYE';

/** Types of declarations of each family. */
export const DECLARATION_CODES: Readonly<Record<Procedure, readonly string[]>> = {
  TVA: ['IDT', 'RBT'],
  TDFC: ['IDF', 'ILF', 'CVA', 'IAT', 'LOY', 'IPT', 'IPP', 'ICG', 'IAA', 'ICA', 'CRM'],
  PAYE: ['IS', 'TS', 'CVA', 'RCM'],
};

export interface Address {
  readonly number?: string | undefined;
  /** Bis, ter, quater. */
  readonly repetition?: 'B' | 'T' | 'Q' | undefined;
  readonly street?: string | undefined;
  readonly complement?: string | undefined;
  readonly hamlet?: string | undefined;
  readonly postCode?: string | undefined;
  readonly town?: string | undefined;
  readonly country?: string | undefined;
}

/** A firm, a company or a recipient. `identifier`: SIRET of senders and writers, SIREN of declarants, approval of partners. */
export interface Party {
  readonly identifier?: string | undefined;
  /** Name, or role code of writers and recipients. */
  readonly designation: string;
  readonly designation2?: string | undefined;
  readonly designation3?: string | undefined;
  readonly address?: Address | undefined;
  readonly fileReference?: string | undefined;
}

export interface Declarant extends Party {
  /** Reference of the tax obligation: capitals then digits, `IS1`. */
  readonly rof: string;
}

export interface NameAndAddress {
  readonly identifier?: string | undefined;
  readonly designation?: string | undefined;
  readonly designation2?: string | undefined;
  readonly designation3?: string | undefined;
  readonly address?: Address | undefined;
  readonly telephone?: string | undefined;
  readonly email?: string | undefined;
}

export interface BankAccount {
  readonly iban: string;
  readonly bic: string;
  readonly holder?: string | undefined;
  readonly holder2?: string | undefined;
}

export type ZoneContent =
  | { readonly kind: 'value'; readonly value: string }
  /** Written in pieces of 512 characters, five at most. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'name'; readonly name: NameAndAddress }
  /** ISO 4217, of the amounts of the declaration. */
  | { readonly kind: 'currency'; readonly currency: string }
  | { readonly kind: 'account'; readonly account: BankAccount };

export interface Zone {
  /** Two capitals. */
  readonly id: string;
  readonly content: ZoneContent | { readonly kind: 'occurrences'; readonly occurrences: readonly Occurrence[] };
}

export interface Occurrence {
  /** From 1. */
  readonly number: number;
  readonly content: ZoneContent;
}

export interface EdiForm {
  /** Code without blanks: `2050`, `3310CA3`. */
  readonly name: string;
  /** Last two digits of the year of the form. */
  readonly millesime: string;
  readonly repetition?: number | undefined;
  readonly zones: readonly Zone[];
}

export interface EdiDeclaration {
  readonly type: string;
  /** `INFENT…`, 35 characters at most. */
  readonly reference: string;
  readonly sender?: Party | undefined;
  readonly writer: Party;
  readonly declarant: Declarant;
  readonly partner?: Party | undefined;
  readonly recipients: readonly Party[];
  /** The identification form. */
  readonly identification: { readonly millesime: string; readonly zones: readonly Zone[] };
  readonly forms: readonly EdiForm[];
}

export interface EdiGroup {
  readonly type: 'INFENT' | 'BALANC';
  readonly declarations: readonly EdiDeclaration[];
}

export interface EdiDocument {
  readonly procedure: Procedure;
  /** A test deposit is never filed. */
  readonly isTest: boolean;
  readonly groups: readonly EdiGroup[];
}

/** The declaration that is deposited with another: the CVAE return with the liasse, the refund with a VAT return. */
export const companionReference = (reference: string, type: 'CVA' | 'RBT'): string => `${reference}-${type}`;

/** The reference of the filing that a declaration of the file belongs to. */
export const filingReference = (reference: string): string => reference.replace(/-(?:CVA|RBT)$/, '');

export const value = (id: string, text: string): Zone => ({ id, content: { kind: 'value', value: text } });
