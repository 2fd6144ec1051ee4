/** What callers state of an asset when they create or update it (B23). A field left out keeps its value on update. */
import type { PlainDate } from '../kernel/dates.ts';
import { formatRatio, type Ratio } from '../kernel/ratio.ts';
import { type AnalyticAxis, type AssetDraft, BARE_DRAFT } from './asset.ts';
import { cleanText } from './clean-text.ts';
import { isAmortizableOn } from './engine/amortizable.ts';
import type { AssetFacts } from './engine/asset-facts.ts';
import { splitOffBy } from './engine/bases.ts';
import { previousAccount } from './engine/transfers.ts';
import type { AccountCommand, ChosenAccount } from './register/chart.ts';
import { type AssetTerms, simulationFacts } from './simulation/facts.ts';
import type { QuantityUnit } from './value-sets.ts';

/** Events of their own operations: what an input does not state. */
type OwnEvents = 'account' | 'taxRegime' | 'decompositionDate' | 'decomposition' | 'creditNotes' | 'transfers';

export interface AssetInput extends Omit<AssetTerms, OwnEvents> {
  readonly name: string;
  readonly account: AccountCommand;
  readonly deploymentDate: PlainDate;
  readonly quantity: Ratio;
  readonly quantityDetails?: { readonly unit: QuantityUnit; readonly value: Ratio } | undefined;
  readonly groupName?: string | undefined;
  /** Several lines, empty to take them away. */
  readonly notes?: string | undefined;
  readonly externalId?: string | undefined;
  readonly place?: { readonly id?: number | undefined; readonly location: string } | undefined;
  /** Number of the component group. */
  readonly groupId?: number | undefined;
  readonly isValidatedByUser?: boolean | undefined;
  readonly analytics?: readonly AnalyticAxis[] | undefined;
}

/** A new asset, on the books from its acquisition. */
export function draftFrom(input: AssetInput, chosen: ChosenAccount, componentGroupId: number | null): AssetDraft {
  const facts = factsFrom(input, chosen, undefined);
  return {
    ...BARE_DRAFT,
    ...statedFields(input, undefined),
    subAccountCode: chosen.subAccountCode,
    componentGroupId,
    booksFrom: facts.acquisitionDate,
    isValidatedByUser: input.isValidatedByUser ?? true,
    facts,
  };
}

export interface InputPlace {
  readonly chosen: ChosenAccount;
  readonly componentGroupId: number | null;
  /** The day whose account the input names. */
  readonly date: PlainDate;
}

/** The asset as the input makes it. */
export function changed<T extends AssetDraft>(
  asset: T,
  input: AssetInput,
  { chosen, componentGroupId, date }: InputPlace,
): T {
  const fresh = factsFrom(withComponents(input, asset.facts, date), chosen, asset.facts);
  const stated = statedFields(input, asset);
  return {
    ...asset,
    ...stated,
    componentGroupId,
    booksFrom: asset.booksFrom === asset.facts.acquisitionDate ? fresh.acquisitionDate : asset.booksFrom,
    isValidatedByUser: input.isValidatedByUser ?? true, // whoever sends it back has seen it
    ...withAccountAt({ ...asset, ...stated, facts: fresh }, chosen, date),
  };
}

/** A decomposed asset shows what it keeps; its facts hold what was bought. */
function withComponents(input: AssetInput, facts: AssetFacts, date: PlainDate): AssetInput {
  const split = splitOffBy(facts, date);
  const { acquisitionValue, amountIncludingTax: whole } = input;
  return {
    ...input,
    acquisitionValue: acquisitionValue + split,
    amountIncludingTax: whole === undefined ? undefined : whole + split,
  };
}

type StatedFields = Pick<
  AssetDraft,
  | 'name'
  | 'groupName'
  | 'notes'
  | 'externalId'
  | 'quantity'
  | 'quantityUnit'
  | 'quantityValue'
  | 'locationId'
  | 'location'
  | 'details'
>;

function statedFields(input: AssetInput, before: AssetDraft | undefined): StatedFields {
  const { place, quantityDetails: quantity } = input;
  return {
    name: input.name,
    groupName: input.groupName ?? before?.groupName ?? null,
    notes: input.notes ?? before?.notes ?? null,
    externalId: input.externalId ?? before?.externalId ?? null,
    quantity: formatRatio(input.quantity),
    quantityUnit: quantity?.unit ?? before?.quantityUnit ?? null,
    quantityValue: quantity ? formatRatio(quantity.value) : (before?.quantityValue ?? null),
    locationId: place ? (place.id ?? null) : (before?.locationId ?? null),
    location: place?.location ?? before?.location ?? null,
    details: {
      ...before?.details,
      registrationNumber: plateOf(input.vehicle?.registrationNumber) ?? before?.details.registrationNumber,
      octiesPartnerId: partnerOf(input) ?? before?.details.octiesPartnerId,
      analytics: input.analytics ?? before?.details.analytics,
    },
  };
}

const MOST_PLATE = 20;
const plateOf = (value: unknown): string | undefined => cleanText(value, MOST_PLATE);

function partnerOf({ amortization }: AssetInput): number | undefined {
  const partner = amortization?.fiscal?.octies151?.partnerId;
  return typeof partner === 'number' && Number.isSafeInteger(partner) ? partner : undefined;
}

/** Facts that each field states; a field left out leaves those of the asset. */
const FACTS_OF = {
  acquisitionMethod: ['acquisitionMethod'],
  nature: ['nature'],
  residualValue: ['residualValue'],
  amortization: [
    'method',
    'economic',
    'fiscal',
    'overAmortization',
    'deductibilityLimit',
    'privatePortion',
    'octies151',
    'isAmortizable',
  ],
  isAmortizable: ['isAmortizable'],
  vehicle: ['vehicle'],
  retirement: ['retirement'],
  revisions: ['revisions'],
  impairments: ['impairments'],
  grants: ['grants'],
} as const satisfies Partial<Record<keyof AssetInput, readonly (keyof AssetFacts)[]>>;

function factsFrom(input: AssetInput, { account }: ChosenAccount, before: AssetFacts | undefined): AssetFacts {
  const fresh = simulationFacts(termsOf(input, account, before));
  if (!before) return fresh;
  const stated = Object.entries(FACTS_OF).flatMap(([field, names]) =>
    input[field as keyof AssetInput] === undefined ? [] : names.map((name) => [name, fresh[name]]),
  );
  const after = {
    ...before,
    acquisitionValue: fresh.acquisitionValue,
    acquisitionDate: fresh.acquisitionDate,
    deploymentDate: fresh.deploymentDate,
    deductibleVat: fresh.deductibleVat,
    nonDeductibleVat: fresh.nonDeductibleVat,
    amountIncludingTax: fresh.amountIncludingTax,
    ...Object.fromEntries(stated),
    ...(input.amortization?.residualValue !== undefined && { residualValue: fresh.residualValue }),
  };
  return { ...after, isAmortizable: statedAnew(after, before, account) };
}

/** What was read and is sent back states nothing: the asset still follows its account, even after a transfer. */
function statedAnew(after: AssetFacts, before: AssetFacts, account: string): boolean | undefined {
  const unstated = { ...after, isAmortizable: undefined, account, transfers: [] };
  const repeated = after.isAmortizable === isAmortizableOn(unstated, after.acquisitionDate);
  return before.isAmortizable === undefined && repeated ? undefined : after.isAmortizable;
}

/** VAT left out keeps its amount; the price including tax then follows the value. */
function termsOf(input: AssetInput, account: string, before: AssetFacts | undefined): AssetTerms {
  const deductibleVat = input.deductibleVat ?? before?.deductibleVat;
  const keptLoss = input.amountIncludingTax === undefined ? before?.nonDeductibleVat : undefined;
  const nonDeductibleVat = input.nonDeductibleVat ?? keptLoss;
  const whole = input.acquisitionValue + (deductibleVat ?? 0n) + (nonDeductibleVat ?? 0n);
  const amountIncludingTax = input.amountIncludingTax ?? whole;
  return { ...input, account, deductibleVat, nonDeductibleVat, amountIncludingTax };
}

/** The account named on a day: that of the last transfer by then, else that of the acquisition. */
function withAccountAt<T extends AssetDraft>(asset: T, { account, subAccountCode }: ChosenAccount, date: PlainDate) {
  const transfer = previousAccount(asset.facts, date)?.lastTransferDate;
  if (!transfer) return { subAccountCode, facts: { ...asset.facts, account } };
  const transfers = asset.facts.transfers.map((one) => (one.date === transfer ? { ...one, account } : one));
  return { facts: { ...asset.facts, transfers }, details: withSubAccount(asset.details, transfer, subAccountCode) };
}

/** The sub-account from a transfer on. */
export function withSubAccount(details: AssetDraft['details'], date: PlainDate, code: string | null) {
  const { [date]: _, ...others } = details.transferSubAccounts ?? {};
  return { ...details, transferSubAccounts: code ? { ...others, [date]: code } : others };
}
