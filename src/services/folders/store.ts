import type { Knex } from 'knex';
import { type Camel, camelRow } from '../db/rows.ts';

/** A postal address; number and street on one line, country in two letters (ISO 3166), France when null. */
interface AddressColumns {
  street: string | null;
  post_code: string | null;
  town: string | null;
  country: string | null;
}

export interface CompanyRow extends AddressColumns {
  id: number;
  name: string;
  siren: string | null;
  siret: string | null;
}

/** An accounting firm: it writes what its folders file. */
export type Company = Camel<CompanyRow>;

export const TAXPAYER_KINDS = [
  'Company',
  'PublicLimitedCompany',
  'SoleTrader',
  'Other',
  'EuNotEstablished',
  'Farm',
  'GroupHead',
] as const;
type TaxpayerKind = (typeof TAXPAYER_KINDS)[number];
/** How the result is taxed; the identifiers of the specification count from 1. */
export const TAX_SYSTEMS = ['CorporationTax', 'IncomeTax'] as const;
/** Systems of VAT; the identifiers of the specification count from 1. */
export const VAT_SYSTEMS = [
  'RealNormal',
  'MiniReal',
  'Simplified',
  'SimplifiedFarm',
  'Franchise',
  'NotLiable',
] as const;
export const TERRITORIES = ['Mainland', 'Corsica', 'Overseas'] as const;

/** The table; every text but the name may be unknown. */
interface FolderRow extends AddressColumns {
  id: number;
  company_id: number;
  name: string;
  siren: string | null;
  siret: string | null;
  legal_form: string | null;
  department: string | null;
  naf: string | null;
  tax_regime: string | null;
  vat_system: string | null;
  /** `Normal` or `Simplified`; null: that which the VAT system implies. */
  result_regime: 'Normal' | 'Simplified' | null;
  external_id: string | null;
  is_active: boolean;
  /** The chart of the firm that it follows, extended or not. */
  chart_id: number | null;
  /** VAT: null is what the legal form and the department say. */
  taxpayer_kind: TaxpayerKind | null;
  territory: (typeof TERRITORIES)[number] | null;
  /** Of a sole trader: the day of his returns depends on its first letter. */
  family_name: string | null;
  /** From 0 to 1, decimal text; null: all VAT is deductible. */
  deduction_coefficient: string | null;
  /** Day of the month of VAT returns, 15 to 24; null: that of the table. */
  vat_deadline_day: number | null;
  /** Duties beside VAT; null is what the tax regime and the returns filed before say. */
  subject_to_cvae: boolean | null;
  cvae_advance_deposit: boolean | null;
  is_balance: boolean | null;
}

/** A folder: the books of one client of a firm. */
export type Folder = Camel<FolderRow>;

export type Address = Camel<AddressColumns>;

export const companies = (db: Knex) => db<CompanyRow>('company');
export const folders = (db: Knex) => db<FolderRow>('folder');

/** The firm a folder joins when nobody names one: the first firm, made on first use. */
export async function defaultCompany(db: Knex, name: string): Promise<Company> {
  await db.raw('lock table company in share row exclusive mode');
  const first = await companies(db).orderBy('id').first();
  if (first) return camelRow(first);
  const [made] = await companies(db).insert({ name }).returning('*');
  return camelRow(made as CompanyRow);
}
