import { formatUnits } from '../../../services/banking/statements/cfonb/amount.ts';
import type {
  CfonbFile,
  SequenceReading,
  StatementReading,
} from '../../../services/banking/statements/cfonb/cfonb-file.ts';
import { openStatementFile } from '../../../services/banking/statements/survey.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { LongArray, LongObject, type Streamable } from '../../../services/kernel/stream.ts';
import { type Block, type Cell, defineOperation } from '../../operation/operation.ts';
import { requireOneFile } from './files.ts';
import { findingBlocks } from './view.ts';
import { accountWire, balanceWire, findingWire, movementWire, returnedWire, StatementCheckSchema } from './wire.ts';

/**
 * A file that is read as it is written out: once, from its first record to its last, so that neither the file nor the
 * answer is ever held. Hence what is known only at the end comes after the movements.
 */
class StatementCheck extends LongObject {
  readonly file: CfonbFile;
  readonly language: Language;

  constructor(file: CfonbFile, language: Language) {
    super([
      ['Statements', new LongArray(statements(file, language))],
      ...(file.format === 'cfonb240' ? [['Sequences', new LongArray(sequences(file, language))] as const] : []),
      ['Accounts', () => accounts(file)],
      ['Findings', () => file.log.findings.map((finding) => findingWire(finding, language))],
    ]);
    this.file = file;
    this.language = language;
  }
}

const accounts = (file: CfonbFile) => (file.format === 'cfonb120' ? file.accounts().map(accountWire) : []);

async function* statements(file: CfonbFile, language: Language): AsyncGenerator<readonly LongObject[]> {
  if (file.format !== 'cfonb120') return;
  for await (const reading of file.statements) yield [new LongObject(statementProperties(reading, language))];
}

function statementProperties(reading: StatementReading, language: Language): [string, Streamable][] {
  const { account, startBalance } = reading.head;
  const end = async () => (await reading.finish()).endBalance;
  return [
    ['Iban', account.iban],
    ['CurrencyCode', account.currencyCode],
    ['StartBalance', balanceWire(startBalance, account.decimals)],
    ['Transactions', new LongArray(mapped(reading.items(), (movement) => movementWire(movement, language)))],
    ['EndBalance', async () => wireOrNull(await end(), (balance) => balanceWire(balance, account.decimals))],
    ['Balanced', async () => (await reading.finish()).balanced],
  ];
}

async function* sequences(file: CfonbFile, language: Language): AsyncGenerator<readonly LongObject[]> {
  if (file.format !== 'cfonb240') return;
  for await (const reading of file.sequences) yield [new LongObject(sequenceProperties(reading, language))];
}

function sequenceProperties(reading: SequenceReading, language: Language): [string, Streamable][] {
  const { operationCode, operation, account, holderName } = reading.head;
  const records = mapped(reading.items(), (returned) => returnedWire(returned, operationCode, language));
  return [
    ['OperationCode', operationCode],
    ['OperationLabel', operation.label[language]],
    ['Account', accountWire(account)],
    ['HolderName', holderName],
    ['Records', new LongArray(records)],
    ['FileDate', async () => (await reading.finish()).fileDate],
    ['Total', async () => wireOrNull((await reading.finish()).total, (units) => formatUnits(units, account.decimals))],
    ['Balanced', async () => (await reading.finish()).balanced],
  ];
}

async function* mapped<T, W>(batches: AsyncIterable<readonly T[]>, toWire: (item: T) => W): AsyncGenerator<W[]> {
  for await (const batch of batches) yield batch.map(toWire);
}

const wireOrNull = <T, W>(value: T | null, toWire: (value: T) => W): W | null =>
  value === null ? null : toWire(value);

/** Accounts, statements or sequences, findings: movements are checked and summed, but not decoded. */
async function* table({ file, language }: StatementCheck): AsyncGenerator<Block> {
  const rows: Cell[][] = [];
  if (file.format === 'cfonb120') for await (const reading of file.statements) rows.push(await statementRow(reading));
  if (file.format === 'cfonb240') {
    for await (const reading of file.sequences) rows.push(await sequenceRow(reading, language));
  }
  if (file.format === 'cfonb120') yield accountTable(file);
  if (file.format !== null) yield { ...(file.format === 'cfonb120' ? STATEMENTS : SEQUENCES), rows };
  yield* findingBlocks(
    file.log.findings.map((finding) => findingWire(finding, language)),
    language,
  );
}

const accountTable = (file: Extract<CfonbFile, { format: 'cfonb120' }>): Block => ({
  kind: 'table',
  title: 'Accounts',
  columns: [
    { name: 'Iban' },
    { name: 'BankCode' },
    { name: 'BranchCode' },
    { name: 'AccountNumber' },
    { name: 'CurrencyCode' },
  ],
  rows: file
    .accounts()
    .map((account) => [
      account.iban,
      account.bankCode,
      account.branchCode,
      account.accountNumber,
      account.currencyCode,
    ]),
});

const STATEMENTS = {
  kind: 'table',
  title: 'Statements',
  columns: [
    { name: 'Account' },
    { name: 'StartDate', type: 'day' },
    { name: 'StartBalance', type: 'amount' },
    { name: 'Movements', type: 'number' },
    { name: 'EndDate', type: 'day' },
    { name: 'EndBalance', type: 'amount' },
    { name: 'Balanced' },
  ],
} as const;

async function statementRow(reading: StatementReading): Promise<Cell[]> {
  const { account, startBalance } = reading.head;
  const { endBalance, movements, balanced } = await reading.finish();
  const start = balanceWire(startBalance, account.decimals);
  const end = wireOrNull(endBalance, (balance) => balanceWire(balance, account.decimals));
  return [
    `${account.accountNumber} ${account.currencyCode}`,
    start.Date,
    start.Value,
    movements,
    end?.Date,
    end?.Value,
    balanced,
  ];
}

const SEQUENCES = {
  kind: 'table',
  title: 'Sequences',
  columns: [
    { name: 'OperationCode' },
    { name: 'OperationLabel' },
    { name: 'AccountNumber' },
    { name: 'FileDate', type: 'day' },
    { name: 'Records', type: 'number' },
    { name: 'Total', type: 'amount' },
    { name: 'Balanced' },
  ],
} as const;

async function sequenceRow(reading: SequenceReading, language: Language): Promise<Cell[]> {
  const { operationCode, operation, account } = reading.head;
  const { fileDate, records, total, balanced } = await reading.finish();
  return [
    operationCode,
    operation.label[language],
    account.accountNumber,
    fileDate,
    records,
    wireOrNull(total, (units) => formatUnits(units, account.decimals)),
    balanced,
  ];
}

export const bankStatementCheck = defineOperation({
  id: 'bank.statement.check',
  summary: { en: 'Check a bank statement file', fr: 'Contrôler un fichier de relevés bancaires' },
  description:
    'CFONB 120 (statements) and CFONB 240 (returned operations), without database. Amounts are decimal strings with the decimals of their record. The file is read once while the answer is written, so what is known at its end comes last. Exit 2 when a finding is an error. Tables leave the movements out.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'POST', path: '/api/banking/statement-files/check' },
  cli: { examples: ['taxops bank statement check releve.txt', 'taxops bank statement check - --json < releve.txt'] },
  files: { many: false, description: 'CFONB 120 or 240 file' },
  output: StatementCheckSchema,
  errors: ['StatementFileMissing', 'FileUnreadable'],
  view: (result) => table(result as unknown as StatementCheck),
  // Asked of a result that was written out, as the command line does; over HTTP the status is 200 either way.
  outcome: (result) => ((result as unknown as StatementCheck).file.log.errors > 0 ? 'refused' : 'done'),
  run: async (ctx, { files }) =>
    new StatementCheck(await openStatementFile(requireOneFile(files), ctx.signal), ctx.language),
});
