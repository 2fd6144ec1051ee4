/** The JSON shapes of statements, sequences and findings: PascalCase, ISO dates, amounts as decimal strings. */
import type { Language } from '../../kernel/errors.ts';
import { formatUnits } from './amount.ts';
import type { Complements } from './complements.ts';
import { type Finding, findingText } from './findings.ts';
import type { Movement } from './movement.ts';
import { OPERATION_CODES } from './operation-codes.ts';
import { REJECT_CODES } from './reject-codes.ts';
import type { ReturnedOperation, SequenceHead, SequenceTail } from './sequence.ts';
import type { Account, Balance, StatementHead, StatementTail } from './statement.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Rejected cheques have a list of reject codes of their own. */
const CHEQUES: ReadonlySet<string> = new Set(['03', '41']);

const amountToWire = (units: number | null, decimals: number): string | null =>
  units === null ? null : formatUnits(units, decimals);

const rejectLabel = (code: string | null, operationCode: string, language: Language): string | null =>
  code === null || CHEQUES.has(operationCode) ? null : (REJECT_CODES.get(code)?.label[language] ?? null);

export const accountToWire = (account: Account): JsonObject => ({
  Iban: account.iban,
  BankCode: account.bankCode,
  BranchCode: account.branchCode,
  AccountNumber: account.accountNumber,
  CurrencyCode: account.currencyCode,
  Decimals: account.decimals,
});

const balanceToWire = (balance: Balance | null, decimals: number): Json =>
  balance && { Date: balance.date, Value: amountToWire(balance.units, decimals) };

/** What is known of a statement when it begins: everything but its movements and its end. */
export const statementHeadToWire = ({ account, startBalance, period }: StatementHead): JsonObject => ({
  ...accountToWire(account),
  StartBalance: balanceToWire(startBalance, account.decimals),
  ...(period && { Period: { Start: period.start, End: period.end } }),
});

export const statementTailToWire = (tail: StatementTail, decimals: number): JsonObject => ({
  EndBalance: balanceToWire(tail.endBalance, decimals),
  Balanced: tail.balanced,
});

/** Decoded complements come last, each only if given: `PayerName`, `RemittanceText`, `FxAmount`… */
export const movementToWire = (movement: Movement, language: Language): JsonObject => ({
  OperationDate: movement.operationDate,
  ValueDate: movement.valueDate,
  Amount: amountToWire(movement.units, movement.decimals),
  CurrencyCode: movement.currencyCode,
  Label: movement.label,
  OperationCode: movement.operationCode,
  OperationLabel: OPERATION_CODES.get(movement.operationCode)?.label[language] ?? null,
  InternalCode: movement.internalCode,
  RejectCode: movement.rejectCode,
  RejectLabel: rejectLabel(movement.rejectCode, movement.operationCode, language),
  EntryNumber: movement.entryNumber,
  Reference: movement.reference,
  IsCommissionExempt: movement.isCommissionExempt,
  IsUnavailable: movement.isUnavailable,
  CounterpartyName: movement.counterpartyName,
  CounterpartyIban: movement.counterpartyIban,
  Details: movement.details.map(({ qualifier, text }) => ({ Qualifier: qualifier, Text: text })),
  ...complementsToWire(movement.complements),
});

function complementsToWire(complements: Complements): JsonObject {
  const wire: Record<string, string> = {};
  for (const [name, value] of Object.entries(complements)) wire[name.charAt(0).toUpperCase() + name.slice(1)] = value;
  return wire;
}

export const sequenceHeadToWire = (head: SequenceHead, language: Language): JsonObject => ({
  OperationCode: head.operationCode,
  OperationLabel: head.operation.label[language],
  Account: accountToWire(head.account),
  HolderName: head.holderName,
  AgreedDate: head.agreedDate,
});

export const sequenceTailToWire = (tail: SequenceTail, decimals: number): JsonObject => ({
  FileDate: tail.fileDate,
  Total: amountToWire(tail.total, decimals),
  Balanced: tail.balanced,
});

/** Fields of the operation's own layout come last, each only if it is not blank. */
export const returnedToWire = (record: ReturnedOperation, operationCode: string, language: Language): JsonObject => ({
  Sequence: record.sequence,
  SettlementDate: record.settlementDate,
  CounterpartyName: record.counterpartyName,
  CounterpartyIban: record.counterpartyIban,
  Labels: record.labels,
  InitialSettlementDate: record.initialSettlementDate,
  InitialReference: record.initialReference,
  RejectCode: record.rejectCode,
  RejectLabel: rejectLabel(record.rejectCode, operationCode, language),
  Amount: amountToWire(record.units, record.decimals),
  ...record.extras,
});

/** `Group` is the number of the statement or sequence in the file, from 1. */
export const findingToWire = (finding: Finding, language: Language): JsonObject => ({
  Severity: finding.severity,
  Kind: finding.kind,
  Record: finding.place?.record ?? null,
  Line: finding.place?.line ?? null,
  Group: finding.group,
  Field: finding.field,
  Position: finding.position,
  ...(finding.disagreement && {
    Computed: finding.disagreement.computed,
    Stated: finding.disagreement.stated,
    Difference: finding.disagreement.difference,
  }),
  Message: findingText(finding, language),
});
