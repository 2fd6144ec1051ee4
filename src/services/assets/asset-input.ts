/**
 * What callers state of an asset when they create or update it (B23): the fields of table B2 that no rule computes,
 * read like those of a simulation. A field left out keeps its value on update.
 */
import * as z from 'zod';
// biome-ignore lint/style/noRestrictedImports: until the schemas of inputs live in commands/asset
import { assetShape, day, decimal, optional, positive, readPast } from '../../commands/asset/simulation-input.ts';
// biome-ignore lint/style/noRestrictedImports: until the schemas of inputs live in commands/asset
import { identifier, line } from '../../commands/operation/fields.ts';
// biome-ignore lint/style/noRestrictedImports: until the schemas of inputs live in commands/asset
import { fields } from '../../commands/operation/wire.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { formatRatio } from '../kernel/ratio.ts';
import { type AssetDraft, BARE_DRAFT } from './asset.ts';
import { cleanText } from './clean-text.ts';
import { isAmortizableOn } from './engine/amortizable.ts';
import type { AssetFacts } from './engine/asset-facts.ts';
import { splitOffBy } from './engine/bases.ts';
import { ENERGY_TYPES } from './engine/energy-types.ts';
import { previousAccount } from './engine/transfers.ts';
import type { ChosenAccount } from './register/chart.ts';
import { type AssetTerms, simulationFacts } from './simulation/facts.ts';
import { QUANTITY_UNITS } from './value-sets.ts';

/** Several lines of text, empty to take one away. */
const notes = z
  .string()
  .trim()
  .max(4_000)
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), { error: 'holds a character no text has' });

/** An identifier; 0 is none. */
export const optionalId = () =>
  z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullish()
    .transform((id) => id || undefined);

const SHOWN_OF_ACCOUNT = [
  ...['AccountName', 'Account', 'AccountLabel'],
  ...['IsFinancialAsset', 'IsAmortizable', 'IsTransferAccount', 'Exists'],
];

/** An AccountCommand, or an AccountInfo as it was read. */
export const accountCommand = fields({
  AccountId: optionalId(),
  AccountNumber: optionalId(),
  SubAccountId: optionalId(),
  SubAccountCode: optional(line(50)),
  ...readPast(SHOWN_OF_ACCOUNT),
}).refine(({ accountId, accountNumber }) => accountId !== undefined || accountNumber !== undefined, {
  error: 'give AccountId or AccountNumber',
  path: ['AccountNumber'],
});

const isKnownEnergy = (energy: number | undefined): boolean =>
  energy === undefined || ENERGY_TYPES.some(({ id }) => id === energy);

const shape = assetShape;

/** Ours: analytic axes, kept as given. */
const analytics = z.strictObject({
  Axis: z
    .array(
      z.strictObject({
        Id: optional(z.int()),
        AxisId: identifier(),
        AxisName: line(200),
        Unit: line(50),
        Tags: z
          .array(z.strictObject({ Id: optional(z.int()), TagId: identifier(), TagName: line(200), Value: line(50) }))
          .max(100),
      }),
    )
    .max(20),
});

export const assetFields = {
  Name: line(200),
  Account: accountCommand,
  AcquisitionValue: positive(),
  AcquisitionDate: day(),
  DeploymentDate: day(),
  AcquisitionQuantity: decimal(),
  AcquisitionMethod: shape.AcquisitionMethod,
  GeographicalLocation: optional(z.strictObject({ Id: optional(z.int()), Location: line(200) })),
  ExternalId: optional(line(100)),
  Nature: shape.Nature,
  QuantityDetails: optional(
    z
      .strictObject({ Unit: z.enum(QUANTITY_UNITS), Value: decimal() })
      .refine(({ Unit, Value }) => Unit !== 'Percent' || Value.numerator <= 100n * Value.denominator, {
        error: 'at most 100 in Percent',
        path: ['Value'],
      }),
  ),
  ComponentGroup: optional(z.strictObject({ GroupId: identifier(), ...readPast(['Id', 'Name']) })),
  GroupName: optional(line(200)),
  Notes: optional(notes),
  ResidualValue: shape.ResidualValue,
  DeductibleVat: shape.DeductibleVat,
  NonDeductibleVat: shape.NonDeductibleVat,
  AmountIncludingTax: shape.AmountIncludingTax,
  IsAmortizable: shape.IsAmortizable,
  IsValidatedByUser: optional(z.boolean()),
  Amortization: shape.Amortization,
  VehicleProperties: shape.VehicleProperties.refine((vehicle) => isKnownEnergy(vehicle?.energyType?.id), {
    error: 'no energy has this Id',
    path: ['EnergyType', 'Id'],
  }),
  Retirement: shape.Retirement,
  Revisions: optional(shape.Revisions),
  Impairments: optional(shape.Impairments),
  Grants: optional(shape.Grants),
  Analytics: optional(analytics),
};

export const assetSchema = z.strictObject(assetFields);
export type AssetInput = z.output<typeof assetSchema>;

/** A new asset, on the books from its acquisition. */
export function draftFrom(input: AssetInput, chosen: ChosenAccount, componentGroupId: number | null): AssetDraft {
  const facts = factsFrom(input, chosen, undefined);
  return {
    ...BARE_DRAFT,
    ...statedFields(input, undefined),
    subAccountCode: chosen.subAccountCode,
    componentGroupId,
    booksFrom: facts.acquisitionDate,
    isValidatedByUser: input.IsValidatedByUser ?? true,
    facts,
  };
}

/** The asset as the input makes it; `date` is the day whose account the input names. */
export function changed<T extends AssetDraft>(
  asset: T,
  input: AssetInput,
  chosen: ChosenAccount,
  componentGroupId: number | null,
  date: PlainDate,
): T {
  const fresh = factsFrom(withComponents(input, asset.facts, date), chosen, asset.facts);
  const stated = statedFields(input, asset);
  return {
    ...asset,
    ...stated,
    componentGroupId,
    booksFrom: asset.booksFrom === asset.facts.acquisitionDate ? fresh.acquisitionDate : asset.booksFrom,
    isValidatedByUser: input.IsValidatedByUser ?? true, // whoever sends it back has seen it
    ...withAccountAt({ ...asset, ...stated, facts: fresh }, chosen, date),
  };
}

/** A decomposed asset shows what it keeps; its facts hold what was bought. */
function withComponents(input: AssetInput, facts: AssetFacts, date: PlainDate): AssetInput {
  const split = splitOffBy(facts, date);
  const { AcquisitionValue, AmountIncludingTax: whole } = input;
  return {
    ...input,
    AcquisitionValue: AcquisitionValue + split,
    AmountIncludingTax: whole === undefined ? undefined : whole + split,
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
  const { GeographicalLocation: place, QuantityDetails: quantity } = input;
  return {
    name: input.Name,
    groupName: input.GroupName ?? before?.groupName ?? null,
    notes: input.Notes ?? before?.notes ?? null,
    externalId: input.ExternalId ?? before?.externalId ?? null,
    quantity: formatRatio(input.AcquisitionQuantity),
    quantityUnit: quantity?.Unit ?? before?.quantityUnit ?? null,
    quantityValue: quantity ? formatRatio(quantity.Value) : (before?.quantityValue ?? null),
    locationId: place ? (place.Id ?? null) : (before?.locationId ?? null),
    location: place?.Location ?? before?.location ?? null,
    details: {
      ...before?.details,
      registrationNumber: plateOf(input.VehicleProperties?.registrationNumber) ?? before?.details.registrationNumber,
      octiesPartnerId: partnerOf(input) ?? before?.details.octiesPartnerId,
      analytics: analyticsOf(input) ?? before?.details.analytics,
    },
  };
}

const MOST_PLATE = 20;
const plateOf = (value: unknown): string | undefined => cleanText(value, MOST_PLATE);

function partnerOf({ Amortization }: AssetInput): number | undefined {
  const partner = Amortization?.fiscal?.octies151?.partnerId;
  return typeof partner === 'number' && Number.isSafeInteger(partner) ? partner : undefined;
}

const analyticsOf = ({ Analytics }: AssetInput) =>
  Analytics?.Axis.map((axis) => ({
    axisId: axis.AxisId,
    axisName: axis.AxisName,
    unit: axis.Unit,
    tags: axis.Tags.map((tag) => ({ tagId: tag.TagId, tagName: tag.TagName, value: tag.Value })),
  }));

/** Facts that each field states; a field left out leaves those of the asset. */
const FACTS_OF = {
  AcquisitionMethod: ['acquisitionMethod'],
  Nature: ['nature'],
  ResidualValue: ['residualValue'],
  Amortization: [
    'method',
    'economic',
    'fiscal',
    'overAmortization',
    'deductibilityLimit',
    'privatePortion',
    'octies151',
    'isAmortizable',
  ],
  IsAmortizable: ['isAmortizable'],
  VehicleProperties: ['vehicle'],
  Retirement: ['retirement'],
  Revisions: ['revisions'],
  Impairments: ['impairments'],
  Grants: ['grants'],
} as const satisfies Partial<Record<keyof AssetInput, readonly (keyof AssetFacts)[]>>;

function factsFrom(input: AssetInput, { account }: ChosenAccount, before: AssetFacts | undefined): AssetFacts {
  const fresh = simulationFacts(simulationInput(input, account, before));
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
    ...(input.Amortization?.residualValue !== undefined && { residualValue: fresh.residualValue }),
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
function simulationInput(input: AssetInput, account: string, before: AssetFacts | undefined): AssetTerms {
  const deductible = input.DeductibleVat ?? before?.deductibleVat;
  const keptLoss = input.AmountIncludingTax === undefined ? before?.nonDeductibleVat : undefined;
  const lost = input.NonDeductibleVat ?? keptLoss;
  const whole = input.AcquisitionValue + (deductible ?? 0n) + (lost ?? 0n);
  return {
    account,
    acquisitionValue: input.AcquisitionValue,
    acquisitionDate: input.AcquisitionDate,
    deploymentDate: input.DeploymentDate,
    acquisitionMethod: input.AcquisitionMethod,
    nature: input.Nature,
    residualValue: input.ResidualValue,
    deductibleVat: deductible,
    nonDeductibleVat: lost,
    amountIncludingTax: input.AmountIncludingTax ?? whole,
    isAmortizable: input.IsAmortizable,
    amortization: input.Amortization,
    vehicle: input.VehicleProperties,
    retirement: input.Retirement,
    revisions: input.Revisions,
    impairments: input.Impairments,
    grants: input.Grants,
  };
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
