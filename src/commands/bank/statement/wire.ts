/** CFONB files in wire names: accounts, statements, returned operations, findings. */
import * as z from 'zod';
import { formatUnits } from '../../../services/banking/statements/cfonb/amount.ts';
import { OPERATION_CODES, REJECT_CODES } from '../../../services/banking/statements/cfonb/codes.ts';
import { type Finding, findingText } from '../../../services/banking/statements/cfonb/findings.ts';
import type { Movement } from '../../../services/banking/statements/cfonb/movement.ts';
import type { ReturnedOperation } from '../../../services/banking/statements/cfonb/sequence.ts';
import type { Account, Balance } from '../../../services/banking/statements/cfonb/statement.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { amountText } from '../../operation/fields.ts';

const text = () => z.string().nullable();
const dayOrNull = () => z.string().meta({ format: 'date' }).nullable();
const amountOrNull = () => amountText().nullable();

export const AccountSchema = z
  .object({
    Iban: text(),
    BankCode: z.string(),
    BranchCode: z.string(),
    AccountNumber: z.string(),
    CurrencyCode: z.string(),
    Decimals: z.int(),
  })
  .meta({ id: 'StatementAccount' });

export const accountWire = (account: Account): z.output<typeof AccountSchema> => ({
  Iban: account.iban,
  BankCode: account.bankCode,
  BranchCode: account.branchCode,
  AccountNumber: account.accountNumber,
  CurrencyCode: account.currencyCode,
  Decimals: account.decimals,
});

export const FindingSchema = z
  .object({
    Severity: z.enum(['error', 'warning']),
    Kind: z.string(),
    Statement: z.int().nullable().describe('Number of the statement or sequence in the file'),
    Record: z.int().nullable(),
    Line: z.int().nullable(),
    Field: text(),
    Position: z.int().nullable(),
    Message: z.string(),
    Computed: z.string().optional(),
    Stated: z.string().optional(),
    Difference: z.string().optional(),
  })
  .meta({ id: 'StatementFinding' });

export type FindingWire = z.output<typeof FindingSchema>;

export const findingWire = (finding: Finding, language: Language): FindingWire => ({
  Severity: finding.severity,
  Kind: finding.kind,
  Statement: finding.group,
  Record: finding.place?.record ?? null,
  Line: finding.place?.line ?? null,
  Field: finding.field,
  Position: finding.position,
  Message: findingText(finding, language),
  ...(finding.disagreement && {
    Computed: finding.disagreement.computed,
    Stated: finding.disagreement.stated,
    Difference: finding.disagreement.difference,
  }),
});

const BalanceSchema = z.object({ Date: dayOrNull(), Value: amountOrNull() });

export const balanceWire = ({ date, units }: Balance, decimals: number): z.output<typeof BalanceSchema> => ({
  Date: date,
  Value: units === null ? null : formatUnits(units, decimals),
});

const MovementSchema = z
  .looseObject({
    OperationDate: dayOrNull(),
    ValueDate: dayOrNull(),
    Amount: amountOrNull(),
    CurrencyCode: z.string(),
    Label: z.string(),
    OperationCode: z.string(),
    OperationLabel: text(),
    InternalCode: text(),
    RejectCode: text(),
    RejectLabel: text(),
    EntryNumber: text(),
    Reference: text(),
    IsCommissionExempt: z.boolean(),
    IsUnavailable: z.boolean(),
    CounterpartyName: text(),
    CounterpartyIban: text(),
    Record: z.int(),
    Details: z.array(z.object({ Qualifier: z.string(), Text: z.string() })),
  })
  .meta({ id: 'StatementMovement', description: 'With the fields its complements give: FxAmount, MandateReference…' });

export function movementWire(movement: Movement, language: Language): z.output<typeof MovementSchema> {
  const { units, decimals, operationCode, rejectCode } = movement;
  return {
    OperationDate: movement.operationDate,
    ValueDate: movement.valueDate,
    Amount: units === null ? null : formatUnits(units, decimals),
    CurrencyCode: movement.currencyCode,
    Label: movement.label,
    OperationCode: operationCode,
    OperationLabel: OPERATION_CODES.get(operationCode)?.label[language] ?? null,
    InternalCode: movement.internalCode,
    RejectCode: rejectCode,
    RejectLabel: operationCode === UNPAID_CHEQUE ? null : rejectLabel(rejectCode, language),
    EntryNumber: movement.entryNumber,
    Reference: movement.reference,
    IsCommissionExempt: movement.isCommissionExempt,
    IsUnavailable: movement.isUnavailable,
    CounterpartyName: movement.counterpartyName,
    CounterpartyIban: movement.counterpartyIban,
    Record: movement.record,
    Details: movement.details.map(({ qualifier, text: value }) => ({ Qualifier: qualifier, Text: value })),
    ...pascal(movement.complements),
  };
}

/** Its reject codes are of another list. */
const UNPAID_CHEQUE = '03';

const rejectLabel = (code: string | null, language: Language): string | null =>
  (code === null ? undefined : REJECT_CODES.get(code)?.label[language]) ?? null;

const pascalNames = new Map<string, string>();

/** `mandateReference` is `MandateReference` on the wire. */
function pascal(fields: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const renamed: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(fields)) {
    let wire = pascalNames.get(name);
    if (wire === undefined) {
      wire = name.charAt(0).toUpperCase() + name.slice(1);
      pascalNames.set(name, wire);
    }
    renamed[wire] = value;
  }
  return renamed;
}

const ReturnedSchema = z
  .looseObject({
    Sequence: z.int().nullable(),
    SettlementDate: dayOrNull(),
    CounterpartyName: text(),
    CounterpartyIban: text(),
    Labels: z.array(z.string()),
    InitialSettlementDate: dayOrNull(),
    InitialReference: text(),
    RejectCode: text(),
    RejectLabel: text(),
    Amount: amountOrNull(),
    Record: z.int(),
  })
  .meta({ id: 'ReturnedOperation', description: 'With the fields of the operation’s own layout' });

export const returnedWire = (
  returned: ReturnedOperation,
  operationCode: string,
  language: Language,
): z.output<typeof ReturnedSchema> => ({
  ...returned.extras,
  Sequence: returned.sequence,
  SettlementDate: returned.settlementDate,
  CounterpartyName: returned.counterpartyName,
  CounterpartyIban: returned.counterpartyIban,
  Labels: [...returned.labels],
  InitialSettlementDate: returned.initialSettlementDate,
  InitialReference: returned.initialReference,
  RejectCode: returned.rejectCode,
  RejectLabel: operationCode === REJECTED_CHEQUE ? null : rejectLabel(returned.rejectCode, language),
  Amount: returned.units === null ? null : formatUnits(returned.units, returned.decimals),
  Record: returned.record,
});

const REJECTED_CHEQUE = '41';

export const StatementCheckSchema = z
  .object({
    Statements: z.array(
      z.object({
        Iban: text(),
        CurrencyCode: z.string(),
        StartBalance: BalanceSchema,
        Transactions: z.array(MovementSchema),
        EndBalance: BalanceSchema.nullable(),
        Balanced: z.boolean(),
      }),
    ),
    Sequences: z
      .array(
        z.object({
          OperationCode: z.string(),
          OperationLabel: z.string(),
          Account: AccountSchema,
          HolderName: text(),
          Records: z.array(ReturnedSchema),
          FileDate: dayOrNull(),
          Total: amountOrNull(),
          Balanced: z.boolean(),
        }),
      )
      .optional()
      .describe('CFONB 240 only'),
    Accounts: z.array(AccountSchema),
    Findings: z.array(FindingSchema),
  })
  .meta({ id: 'StatementCheck' });
