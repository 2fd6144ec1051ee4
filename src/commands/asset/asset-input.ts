/**
 * The body of a creation or an update of an asset (B23): the fields of table B2 that no rule computes, read like those
 * of a simulation, under the names of the domain. A field left out keeps its value on update.
 */
import * as z from 'zod';
import { ENERGY_TYPES } from '../../services/assets/engine/energy-types.ts';
import { QUANTITY_UNITS } from '../../services/assets/value-sets.ts';
import { identifier, line } from '../operation/fields.ts';
import { sizeWords } from '../operation/size-words.ts';
import { fields, from } from '../operation/wire.ts';
import { assetShape, day, decimal, ignored, optional, optionalId, positive, readPast } from './simulation-input.ts';

/** Several lines of text, empty to take one away. */
const notes = z
  .string()
  .trim()
  .max(4_000)
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), { error: 'holds a character no text has' });

/** An AccountCommand, or an AccountInfo as it was read. */
export const accountCommand = fields({
  AccountId: optionalId(),
  AccountNumber: optionalId(),
  SubAccountId: optionalId(),
  SubAccountCode: optional(line(50)),
  ...readPast(['AccountName', 'Account', 'AccountLabel', 'Exists']),
  ...readPast(['IsFinancialAsset', 'IsAmortizable', 'IsTransferAccount']),
}).refine(({ accountId, accountNumber }) => accountId !== undefined || accountNumber !== undefined, {
  error: 'give AccountId or AccountNumber',
  path: ['AccountNumber'],
});

const isKnownEnergy = (energy: number | undefined): boolean =>
  energy === undefined || ENERGY_TYPES.some(({ id }) => id === energy);

/** Ours: analytic axes, kept as given; they are numbered again when the asset is read. */
const analytics = z
  .strictObject({
    Axis: z
      .array(
        fields({
          Id: ignored(),
          AxisId: identifier(),
          AxisName: line(200),
          Unit: line(50),
          Tags: z.array(fields({ Id: ignored(), TagId: identifier(), TagName: line(200), Value: line(50) })).max(100),
        }),
      )
      .max(20),
  })
  .transform(({ Axis }) => Axis);

export const assetFields = {
  Name: line(200),
  Account: accountCommand,
  AcquisitionValue: positive(),
  AcquisitionDate: day(),
  DeploymentDate: day(),
  AcquisitionQuantity: from('quantity', decimal()),
  AcquisitionMethod: assetShape.AcquisitionMethod,
  GeographicalLocation: from('place', optional(fields({ Id: optionalId(), Location: line(200) }))),
  ExternalId: optional(line(100)),
  Nature: assetShape.Nature,
  QuantityDetails: optional(
    fields({ Unit: z.enum(QUANTITY_UNITS), Value: decimal() }).refine(
      ({ unit, value }) => unit !== 'Percent' || value.numerator <= 100n * value.denominator,
      { error: 'at most 100 in Percent', path: ['Value'] },
    ),
  ),
  ComponentGroup: from(
    'groupId',
    optional(
      z.strictObject({ GroupId: identifier(), ...readPast(['Id', 'Name']) }).transform(({ GroupId }) => GroupId),
    ),
  ),
  GroupName: optional(line(200)),
  Notes: optional(notes),
  ResidualValue: assetShape.ResidualValue,
  DeductibleVat: assetShape.DeductibleVat,
  NonDeductibleVat: assetShape.NonDeductibleVat,
  AmountIncludingTax: assetShape.AmountIncludingTax,
  IsAmortizable: assetShape.IsAmortizable,
  IsValidatedByUser: optional(z.boolean()),
  Amortization: assetShape.Amortization,
  VehicleProperties: from(
    'vehicle',
    assetShape.VehicleProperties.refine((vehicle) => isKnownEnergy(vehicle?.energyType?.id), {
      error: 'no energy has this Id',
      path: ['EnergyType', 'Id'],
    }),
  ),
  Retirement: assetShape.Retirement,
  Revisions: optional(assetShape.Revisions),
  Impairments: optional(assetShape.Impairments),
  Grants: optional(assetShape.Grants),
  Analytics: optional(analytics),
};

export const assetBody = fields(assetFields);

/** An asset of a file, read like a body; `error` says in other words what zod finds by itself. */
export const readAsset = (body: unknown, error: z.core.$ZodErrorMap = sizeWords) =>
  assetBody.safeParse(body, { error });
