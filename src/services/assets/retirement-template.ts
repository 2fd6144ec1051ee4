/** What the form of a retirement proposes (B20), from the account of the asset and the time it was held. Pure. */
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import type { AssetFacts } from './engine/asset-facts.ts';
import { isBuilding } from './engine/vat-adjustment.ts';
import type { DepreciationAccountingMethod, LongTermQualification, SaleType } from './value-sets.ts';

export interface RetirementTemplate {
  readonly bookValueMethod: DepreciationAccountingMethod;
  readonly qualification: LongTermQualification;
  readonly saleType: SaleType;
}

/** `facts` with the account, the dates and the tax of the form. */
export function retirementTemplate(facts: AssetFacts, retirement: PlainDate): RetirementTemplate {
  return {
    bookValueMethod: 'RetirementAccount',
    qualification: qualificationOf(facts, retirement),
    saleType: saleTypeOf(facts, retirement),
  };
}

const heldFor = (months: number, { acquisitionDate }: AssetFacts, date: PlainDate): boolean =>
  date >= addMonths(acquisitionDate, months);

/**
 * VAT of the sale: shares are outside its scope; a building is taxed for five years and exempt later (CGI 261, 5-2°);
 * what was bought without deductible VAT is sold exempt (CGI 261, 3-1° a).
 */
function saleTypeOf(facts: AssetFacts, date: PlainDate): SaleType {
  if (/^2[67]/.test(facts.account)) return 'OutOfScope';
  if (facts.nature === 'TerrainsABatir') return 'TaxedPrice';
  if (isBuilding(facts)) return heldFor(60, facts, date) ? 'Exempt' : 'TaxedPrice';
  return facts.deductibleVat > 0n ? 'TaxedPrice' : 'Exempt';
}

interface QualificationRule {
  readonly applies: (facts: AssetFacts, date: PlainDate) => boolean;
  readonly qualification: LongTermQualification;
}

/** The first that applies. Under two years a gain is short term whatever was sold (CGI 39 duodecies). */
const QUALIFICATIONS: readonly QualificationRule[] = [
  { applies: (facts, date) => !heldFor(24, facts, date), qualification: 'None' },
  { applies: ({ account }) => account.startsWith('26'), qualification: 'ParticipationShares' },
  { applies: ({ account }) => account.startsWith('205'), qualification: 'IndustrialProperty' },
  { applies: ({ taxRegime }) => taxRegime === 'CorporationTax', qualification: 'None' },
  { applies: ({ nature }) => nature === 'TerrainsABatir', qualification: 'BuildingLand' },
  {
    // CGI 151 septies B: 10 % a year after the fifth
    applies: (facts, date) => isBuilding(facts) && heldFor(72, facts, date),
    qualification: 'BuildingAbatement',
  },
  { applies: () => true, qualification: 'General' },
];

const qualificationOf = (facts: AssetFacts, date: PlainDate): LongTermQualification =>
  QUALIFICATIONS.find(({ applies }) => applies(facts, date))?.qualification ?? 'None';
