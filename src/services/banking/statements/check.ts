/**
 * A statement file as it is checked: read once while it is written out, from its first record to its last, so that
 * neither the file nor the answer is ever held. Hence what is known only at the end comes after the movements.
 */
import type { Language } from '../../kernel/errors.ts';
import { LongArray, LongObject, type Streamable } from '../../kernel/stream.ts';
import { formatUnits } from './cfonb/amount.ts';
import { type BankFile, hasStatements, type SequenceReading, type StatementReading } from './cfonb/bank-file.ts';
import { OPERATION_CODES, REJECT_CODES } from './cfonb/codes.ts';
import { wordedFinding } from './cfonb/findings.ts';
import type { Movement } from './cfonb/movement.ts';
import type { ReturnedOperation } from './cfonb/sequence.ts';
import type { Balance } from './cfonb/statement.ts';

export class StatementCheck extends LongObject {
  readonly file: BankFile;

  constructor(file: BankFile, language: Language) {
    super([
      ['statements', new LongArray(hasStatements(file) ? each(file.statements, statement, language) : none())],
      ...(file.format === 'cfonb240'
        ? [['sequences', new LongArray(each(file.sequences, sequence, language))] as const]
        : []),
      ['accounts', () => (hasStatements(file) ? file.accounts() : [])],
      ...(hasStatements(file) && file.mapping ? [['mapping', () => file.mapping?.() ?? null] as const] : []),
      ['findings', () => file.log.findings.map((finding) => wordedFinding(finding, language))],
    ]);
    this.file = file;
  }
}

async function* none(): AsyncGenerator<never> {}

async function* each<R>(
  readings: AsyncIterable<R>,
  properties: (reading: R, language: Language) => [string, Streamable][],
  language: Language,
): AsyncGenerator<readonly LongObject[]> {
  for await (const reading of readings) yield [new LongObject(properties(reading, language))];
}

function statement(reading: StatementReading, language: Language): [string, Streamable][] {
  const { account, startBalance } = reading.head;
  const end = async () => statedBalance((await reading.finish()).endBalance, account.decimals);
  return [
    ['iban', account.iban],
    ['currencyCode', account.currencyCode],
    ['startBalance', statedBalance(startBalance, account.decimals)],
    ['transactions', new LongArray(mapped(reading.items(), (movement) => wordedMovement(movement, language)))],
    ['endBalance', end],
    ['balanced', async () => (reading.head.hasBalances ? (await reading.finish()).balanced : null)],
  ];
}

function sequence(reading: SequenceReading, language: Language): [string, Streamable][] {
  const { operationCode, operation, account, holderName } = reading.head;
  const worded = (returned: ReturnedOperation) => wordedReturned(returned, operationCode, language);
  return [
    ['operationCode', operationCode],
    ['operationLabel', operation.label[language]],
    ['account', account],
    ['holderName', holderName],
    ['records', new LongArray(mapped(reading.items(), worded))],
    ['fileDate', async () => (await reading.finish()).fileDate],
    ['total', async () => decimalText((await reading.finish()).total, account.decimals)],
    ['balanced', async () => (await reading.finish()).balanced],
  ];
}

async function* mapped<T, W>(batches: AsyncIterable<readonly T[]>, map: (item: T) => W): AsyncGenerator<W[]> {
  for await (const batch of batches) yield batch.map(map);
}

/** Minor units as a decimal string, null when they could not be read. */
export const decimalText = (units: number | null, decimals: number): string | null =>
  units === null ? null : formatUnits(units, decimals);

/** A balance with its value as a decimal string; null when the file has none. */
export const statedBalance = <B extends Balance | null>(balance: B, decimals: number) =>
  balance && { date: balance.date, value: decimalText(balance.units, decimals) };

const wordedMovement = ({ units, decimals, complements, ...movement }: Movement, language: Language) => ({
  ...movement,
  amount: decimalText(units, decimals),
  operationLabel: OPERATION_CODES.get(movement.operationCode)?.label[language] ?? null,
  rejectLabel: movement.operationCode === UNPAID_CHEQUE ? null : rejectLabel(movement.rejectCode, language),
  ...complements,
});

const wordedReturned = (
  { units, decimals, extras, ...returned }: ReturnedOperation,
  operationCode: string,
  language: Language,
) => ({
  ...extras,
  ...returned,
  amount: decimalText(units, decimals),
  rejectLabel: operationCode === REJECTED_CHEQUE ? null : rejectLabel(returned.rejectCode, language),
});

/** Their reject codes are of another list. */
const UNPAID_CHEQUE = '03';
const REJECTED_CHEQUE = '41';

const rejectLabel = (code: string | null, language: Language): string | null =>
  (code === null ? undefined : REJECT_CODES.get(code)?.label[language]) ?? null;
