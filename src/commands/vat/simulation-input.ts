/**
 * The body of `vat simulate`: a folder, its VAT configuration, a small ledger and the periods to compute. Unknown names are
 * refused, so that a misspelt field is never silently left out; all is optional but Periods.
 */
import * as z from 'zod';
import { vatEdition, vatForms } from '../../services/forms/vat-boxes.ts';
import type { VatAccount, VatLedger } from '../../services/vat/engine/model.ts';
import { vatErrors } from '../../services/vat/errors.ts';
import { VAT_OBLIGATION } from '../../services/vat/filing/deposit.ts';
import { PRINCIPAL_FORMS } from '../../services/vat/return/fill-return.ts';
import type { PreviousProcedure } from '../../services/vat/return/inputs.ts';
import { typedBoxes } from '../../services/vat/return/typed-boxes.ts';
import type { CheckInput, SimulatedEnvelope, SimulatedPeriod, SimulationInput } from '../../services/vat/simulate.ts';
import { from } from '../operation/wire.ts';
import { accountNumber, CATEGORY_CODES, entries, exigibility, label, numbered, rate } from './ledger-input.ts';
import * as v from './values.ts';

const wireForm = (form: string): string => `_${form}`;

const folder = v.given({
  Siren: v.textOf(14).nullish(),
  Department: v.textOf(3).nullish(),
  TaxpayerKind: v
    .oneOf(['Company', 'PublicLimitedCompany', 'SoleTrader', 'Other', 'EuNotEstablished', 'Farm', 'GroupHead'])
    .nullish(),
  FamilyName: z.string().max(200).nullish(),
  VatSystem: v.oneOf(['RealNormal', 'MiniReal', 'Simplified', 'SimplifiedFarm', 'Franchise', 'NotLiable']).nullish(),
  Territory: v.oneOf(['Mainland', 'Corsica', 'Overseas']).nullish(),
  AdvancePaymentMode: v.oneOf(['TaxIncluded', 'TaxExcluded']).nullish(),
  DeductionCoefficient: v.coefficient().nullish(),
  VatDeadlineDay: v.wholeFrom(15, 24).nullish(),
});

/** A category that is null misses, which is not the same as one that is not given. */
const MISSING = 'Missing';

const account = v.given({
  AccountNumber: accountNumber(),
  Label: label(),
  VatCategory: from('category', v.oneOfOrNull(CATEGORY_CODES, MISSING).optional()),
  VatRate: from('rate', rate()),
  Exigibility: exigibility(),
  IncludeUnletteredPayments: z.boolean().nullish(),
});

const thirdParty = v.given({
  AccountNumber: accountNumber(),
  SubAccount: v.textOf(50).nullish(),
  ExigibilityMode: exigibility(),
  IncludeUnletteredPayments: z.boolean().nullish(),
});

const person = v.given({
  Name: z.string().max(200).nullish(),
  Quality: z.string().max(200).nullish(),
  Place: z.string().max(200).nullish(),
});

const refund = v.given({
  Amount: v.wholeAmount().nullish(),
  Reason: v.oneOf(['First', 'Event', 'Other']).nullish(),
  Establishment: v.oneOf(['French', 'Eu', 'NonEu']).nullish(),
  Mode: v.oneOf(['Credit', 'SetOff']).nullish(),
  CreationDate: v.plainDay().nullish(),
  EventDate: v.plainDay().nullish(),
  Comment: z.string().max(2560).nullish(),
  Iban: z.string().max(42).nullish(),
  Bic: z.string().max(11).nullish(),
  Holder: z.string().max(200).nullish(),
  Applicant: person.nullish(),
  Representative: person.nullish(),
});

const userBoxes = () => z.record(z.string().max(20), v.rawBoxes());

const period = v.given({
  StartDate: v.periodDay(),
  EndDate: v.periodDay(),
  PreparedOn: v.plainDay().nullish(),
  UserBoxes: userBoxes().nullish(),
  Instalments: v.listOf(
    v.given({
      Month: v.instalmentMonth(),
      PaidAmount: v.wholeAmount().nullish(),
      RemainingAmount: v.wholeAmount().nullish(),
    }),
  ),
  Refund: refund.nullish(),
  Payments: v.listOf(
    v.given({
      Iban: z.string().max(42).nullish(),
      Bic: z.string().max(11).nullish(),
      Amount: v.amount(),
      Reference: z.string().max(50).nullish(),
    }),
  ),
});

const STATUSES = [
  ...(['Draft', 'Sending', 'SendUncertain', 'Sent', 'Transmitted', 'Accepted', 'Rejected', 'Cancelled'] as const),
] as const;

const previousProcedure = v.given({
  Form: v.oneOf(vatForms().map(wireForm)).nullish(),
  StartDate: v.periodDay(),
  EndDate: v.periodDay(),
  Status: v.oneOf(STATUSES).nullish(),
  Boxes: v.rawBoxes().nullish(),
  DeclaredLines: v.listOf(
    v.given({
      EntryId: z.int(),
      LineId: z.int(),
      Side: v.oneOf(['Due', 'Deductible', 'Advance']).nullish(),
      VatRate: from('rate', rate()),
      TaxExcludedAmount: from('taxExcluded', v.signedAmount().nullish()),
      VatAmount: from('tax', v.signedAmount().nullish()),
    }),
  ),
});

const place = { Name: z.string().max(200).nullish(), Street: z.string().max(200).nullish() };
const town = { PostCode: v.textOf(17).nullish(), Town: z.string().max(200).nullish() };

const writer = v.given({ Siret: v.textOf(14).nullish(), ...place, ...town });

const edi = v.given({
  Test: z.boolean().nullish().describe('True unless given'),
  Reference: z.string().max(31).nullish().describe('INFENT, then letters and digits'),
  Writer: writer.nullish(),
  Declarant: v.given({ ...place, ...town, Rof: z.string().max(15).nullish() }).nullish(),
});

export const simulationBody = v.given({
  Folder: folder.nullish(),
  Form: v.oneOf(PRINCIPAL_FORMS.map(wireForm)).nullish(),
  Mode: v.oneOf(['Compute', 'Check']).nullish(),
  Periods: z.array(period),
  Accounts: v.listOf(account),
  ThirdParties: v.listOf(thirdParty),
  Entries: entries().nullish(),
  PreviousProcedures: v.listOf(previousProcedure),
  Boxes: userBoxes().nullish(),
  AutoFillRates: z.boolean().nullish(),
  Edi: edi.nullish().describe('Adds the EDI-TVA file of the last period'),
});

export type SimulationBody = z.output<typeof simulationBody>;
type Body = SimulationBody;

const bareForm = (form: string | undefined): string => (form ?? '_3310CA3').slice(1);
/** Throws BoxUnknown. */
const bareForms = <T>(forms: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.fromEntries(
    Object.entries(forms).map(([form, boxes]) => {
      if (!form.startsWith('_')) throw vatErrors.BoxUnknown({ boxes: form });
      return [bareForm(form), boxes];
    }),
  );

/** The body with what it leaves out. Throws BoxUnknown, AmountInvalid, AmountNotWhole and ValueUnknown. */
export const simulationInput = (body: Body): SimulationInput => ({
  ledger: ledgerOf(body),
  form: bareForm(body.form),
  periods: body.periods.map(periodOf),
  previousProcedures: (body.previousProcedures ?? []).map(procedureOf),
  autoFillRates: body.autoFillRates ?? false,
  envelope: body.edi && envelopeOf(body.edi, body.folder?.siren),
});

const envelopeOf = (
  { test = true, reference = 'INFENT000001', writer = {}, declarant = {} }: z.output<typeof edi>,
  siren: string | undefined,
): SimulatedEnvelope => ({
  isTest: test,
  reference,
  writer: { identifier: writer.siret, ...named(writer) },
  declarant: { identifier: siren, ...named(declarant), rof: declarant.rof ?? VAT_OBLIGATION },
});

const named = ({ name = '', street, postCode, town }: Omit<z.output<typeof writer>, 'siret'>) => ({
  designation: name,
  address: { street, postCode, town },
});

export const checkInput = (body: Body): CheckInput => ({
  boxes: bareForms(body.boxes),
  periods: body.periods,
  previousProcedures: (body.previousProcedures ?? []).map(procedureOf),
});

const ledgerOf = ({ folder: given = {}, accounts = [], thirdParties = [], entries: all = [] }: Body): VatLedger => ({
  folder: {
    ...given,
    taxpayerKind: given.taxpayerKind ?? 'Company',
    vatSystem: given.vatSystem ?? 'RealNormal',
    territory: given.territory ?? 'Mainland',
    advancePaymentMode: given.advancePaymentMode ?? 'TaxIncluded',
    deductionCoefficient: given.deductionCoefficient ?? 100n,
  },
  accounts: accounts.map(accountOf),
  thirdParties,
  entries: all.map(numbered),
});

const accountOf = ({ label: text = '', category: code, ...others }: z.output<typeof account>): VatAccount => ({
  ...others,
  label: text,
  category: code === MISSING ? null : code,
});

const periodOf = ({
  userBoxes: boxes,
  instalments = [],
  payments = [],
  refund: asked,
  ...others
}: z.output<typeof period>): SimulatedPeriod => ({
  ...others,
  userBoxes: bareForms(boxes),
  refund: asked && { ...asked, amount: asked.amount ?? 0n },
  instalments: instalments.map(({ month, paidAmount = 0n, remainingAmount = 0n }) => ({
    month,
    paidAmount,
    remainingAmount,
  })),
  payments,
});

function procedureOf({
  boxes = {},
  declaredLines = [],
  ...others
}: z.output<typeof previousProcedure>): PreviousProcedure {
  const form = bareForm(others.form);
  const rules = { edition: vatEdition(others.endDate), forms: [form], allowsComputed: true };
  return {
    form,
    startDate: others.startDate,
    endDate: others.endDate,
    status: others.status ?? 'Sent',
    boxes: typedBoxes({ [form]: boxes }, rules).get(form) ?? new Map(),
    declaredLines: declaredLines.map(({ side, rate: code, taxExcluded, tax, ...line }) => ({
      ...line,
      side: side ?? 'Due',
      rate: code ?? 'Unknown',
      taxExcluded: taxExcluded ?? 0n,
      tax: tax ?? 0n,
    })),
  };
}
