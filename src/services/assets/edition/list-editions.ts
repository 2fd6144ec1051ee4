/** Editions that list assets one by one: their columns, sections and order as data. Amounts are cents. */
import type { Labels } from '../../kernel/errors.ts';
import type { Exercise } from '../engine/calendar.ts';
import type { HeaderType } from '../value-sets.ts';

export interface ListEdition {
  readonly title: Labels;
  readonly section: { readonly label: Labels; readonly sql: string };
  readonly columns: readonly EditionColumn[];
  /** As `q` and `sort` of the search. */
  readonly filters: (window: Exercise) => readonly string[];
  readonly sorts: readonly string[];
  /** A further condition, of ours. */
  readonly only?: string;
}

export interface EditionColumn {
  /** Over the rows of `figureRows`. */
  readonly sql: string;
  readonly type: HeaderType;
  readonly name: string;
  readonly label: Labels;
  readonly weight: number;
  readonly isSummed: boolean;
}

const column =
  (type: HeaderType, weight: number, isSummed = false) =>
  (name: string, en: string, fr: string, sql: string): EditionColumn => ({
    name,
    label: { en, fr },
    type,
    sql,
    weight,
    isSummed,
  });

const amount = column('Amount', 2, true);
const day = column('Date', 1.7);
const number = column('Number', 1);
const choice = column('Enum', 1.6);

const NUMBER = number('Number', 'No.', 'N°', 'a.number');
const NAME = column('Text', 4)('Name', 'Name', 'Désignation', 'a.name');
const ACCOUNT = column('Text', 1.5)('Account', 'Account', 'Compte', 'f.account');

const BY_ACCOUNT = {
  label: { en: 'Account', fr: 'Compte' },
  sql: `f.account || coalesce(' ' || c.label, '')`,
};

/** Excess of tax amortization (account 145) as it would stand at the end, had the exit not taken it back. */
const AHEAD = `case when f.is_retired then greatest(f.fiscal_cumulated_cents - f.economic_cumulated_cents, 0)
  else f.derogatory_cents end`;
const OPENING = 'f.derogatory_opening_cents';

/**
 * The books ahead of the tax plan: added back now, deducted later, outside the books (rule C9). At the opening it is what
 * account 145 has there less what the tax plan is ahead by, components that leave in the period left out of both.
 */
const BEHIND_BEFORE = `${OPENING} - (f.fiscal_past_cents - f.economic_past_cents)`;
const BEHIND = 'greatest(f.economic_cumulated_cents - f.fiscal_cumulated_cents, 0)';
const BEHIND_KEPT = `case when f.is_retired then 0 else ${BEHIND} end`;

/** C11: an exit takes back impairments, so that what leaves is cost less amortization, and the gain the price less that. */
const AT_EXIT = 'f.net_cents - f.economic_cumulated_cents';

/** Account 6871: what was not amortized yet of an asset scrapped in the period by exceptional amortization. */
const IS_EXCEPTIONAL = `a.retirement_date between f.start_date and f.end_date
  and a.facts #>> '{retirement,bookValueMethod}' = 'ExceptionalAmortization'`;
const EXCEPTIONAL = `case when ${IS_EXCEPTIONAL} then ${AT_EXIT} else 0 end`;

export const DOTATIONS: ListEdition = {
  title: { en: 'Amortization charges of the period', fr: 'Dotations aux amortissements' },
  section: BY_ACCOUNT,
  filters: () => ['EconomicMethod:ne:'],
  sorts: ['Account:asc', 'Number:asc'],
  columns: [
    NUMBER,
    NAME,
    day('DeploymentDate', 'In service', 'Mise en service', 'a.deployment_date'),
    amount('NetValue', 'Gross value', 'Valeur brute', 'f.net_cents'),
    amount('Base', 'Base', 'Base', 'f.economic_base_cents'),
    choice('Method', 'Method', 'Mode', 'a.economic_mode'),
    number('Duration', 'Months', 'Mois', 'a.economic_months'),
    amount('Past', 'Past', 'Antérieurs', 'f.economic_past_cents'),
    amount('Charge', 'Charge', 'Dotation', 'f.economic_current_cents'),
    amount('Exceptional', 'Exceptional 6871', 'Exceptionnel 6871', EXCEPTIONAL),
    amount('Cumulated', 'Cumulated', 'Cumulés', `f.economic_cumulated_cents + ${EXCEPTIONAL}`),
    amount(
      'NetBookValue',
      'Net book value',
      'Valeur nette',
      `case when ${IS_EXCEPTIONAL} then 0 else f.economic_vnc_cents end`,
    ),
    amount('FiscalCharge', 'Fiscal charge', 'Dotation fiscale', 'f.fiscal_current_cents'),
  ],
};

export const DISPOSALS: ListEdition = {
  title: { en: 'Disposals with their gains and losses', fr: 'Cessions et sorties, plus et moins-values' },
  section: { label: { en: 'Retirement', fr: 'Sortie' }, sql: 'a.retirement_type' },
  filters: ({ start, end }) => [`RetirementDate:ge:${start}`, `RetirementDate:le:${end}`],
  sorts: ['RetirementType:asc', 'RetirementDate:asc', 'Number:asc'],
  columns: [
    NUMBER,
    NAME,
    ACCOUNT,
    day('AcquisitionDate', 'Acquired', 'Acquisition', 'a.acquisition_date'),
    day('RetirementDate', 'Retired', 'Sortie', 'a.retirement_date'),
    amount('NetValue', 'Gross value', 'Valeur brute', 'f.net_cents'),
    amount('Cumulated', 'Amortized', 'Amortissements', 'f.economic_cumulated_cents'),
    amount('NetBookValue', 'Net book value', 'Valeur nette', AT_EXIT),
    amount('SaleAmount', 'Price', 'Prix', 'a.retirement_sale_cents'),
    amount('EconomicGain', 'Book gain', 'Résultat comptable', 'f.gain_economic_cents'),
    amount('Gain', 'Tax gain', 'Plus-value fiscale', 'f.gain_cents'),
    amount('ShortTerm', 'Short term', 'Court terme', 'f.gain_short_term_cents'),
    amount('LongTerm', 'Long term', 'Long terme', 'f.gain_long_term_cents'),
  ],
};

/** Assets whose difference is booked: an impairment parts the plans of others, which account 145 knows nothing of. */
export const DEROGATORY: ListEdition = {
  title: { en: 'Derogatory amortization', fr: 'Suivi des amortissements dérogatoires' },
  section: BY_ACCOUNT,
  filters: () => [],
  sorts: ['Account:asc', 'Number:asc'],
  only: `(${OPENING} <> 0 or f.derogatory_cents <> 0 or f.fiscal_current_cents <> f.economic_current_cents
    or f.fiscal_cumulated_cents <> f.economic_cumulated_cents) and a.facts ->> 'method' = 'EconomicAndFiscal'`,
  columns: [
    NUMBER,
    NAME,
    choice('FiscalMethod', 'Tax method', 'Mode fiscal', 'a.fiscal_mode'),
    amount('EconomicCharge', 'Book charge', 'Dotation comptable', 'f.economic_current_cents'),
    amount('FiscalCharge', 'Tax charge', 'Dotation fiscale', 'f.fiscal_current_cents'),
    amount('Opening', '145 opening', '145 ouverture', OPENING),
    amount('Allowance', 'Allowance 68725', 'Dotation 68725', `greatest((${AHEAD}) - ${OPENING}, 0)`),
    amount(
      'Reversal',
      'Reversal 78725',
      'Reprise 78725',
      `greatest(${OPENING} - (${AHEAD}), 0) + (${AHEAD}) - f.derogatory_cents`,
    ),
    amount('Closing', '145 closing', '145 clôture', 'f.derogatory_cents'),
    amount('AddBack', 'Add-back', 'Réintégration', `greatest(${BEHIND} - (${BEHIND_BEFORE}), 0)`),
    amount(
      'LaterDeduction',
      'Deduction',
      'Déduction',
      `greatest(${BEHIND_BEFORE} - ${BEHIND}, 0) + ${BEHIND} - (${BEHIND_KEPT})`,
    ),
  ],
};
