import {
  type BankFile,
  hasStatements,
  type SequenceReading,
  type StatementReading,
  type StatementsFile,
} from '../../../services/banking/statements/cfonb/bank-file.ts';
import { wordedFinding } from '../../../services/banking/statements/cfonb/findings.ts';
import { decimalText, StatementCheck, statedBalance } from '../../../services/banking/statements/check.ts';
import { openStatementFile, requireOneFile } from '../../../services/banking/statements/survey.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { type Block, type Cell, defineOperation } from '../../operation/operation.ts';
import { toWire } from '../../operation/wire.ts';
import { CsvMappingSchema } from './mapping-wire.ts';
import { findingBlocks, mappingTable } from './view.ts';
import { FindingSchema, StatementCheckSchema } from './wire.ts';

/** Accounts, statements or sequences, findings: movements are checked and summed, but not decoded. */
async function* table(file: BankFile, language: Language): AsyncGenerator<Block> {
  const rows: Cell[][] = [];
  if (hasStatements(file)) for await (const reading of file.statements) rows.push(await statementRow(reading));
  if (file.format === 'cfonb240') {
    for await (const reading of file.sequences) rows.push(await sequenceRow(reading, language));
  }
  if (hasStatements(file)) yield accountTable(file);
  if (file.format !== null) yield { ...(hasStatements(file) ? STATEMENTS : SEQUENCES), rows };
  const mapping = hasStatements(file) ? file.mapping?.() : undefined;
  if (mapping) yield mappingTable(toWire(CsvMappingSchema, mapping));
  const findings = file.log.findings.map((finding) => toWire(FindingSchema, wordedFinding(finding, language)));
  yield* findingBlocks(findings, language);
}

const accountTable = (file: StatementsFile): Block => ({
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
    .map(({ iban, bankCode, branchCode, accountNumber, currencyCode }) => [
      iban,
      bankCode,
      branchCode,
      accountNumber,
      currencyCode,
    ]),
});

const STATEMENTS = {
  kind: 'table',
  title: 'Statements',
  columns: [
    { name: 'Account', fr: 'Compte' },
    { name: 'StartDate', fr: 'Début', type: 'day' },
    { name: 'StartBalance', fr: 'Solde initial', type: 'amount' },
    { name: 'Movements', fr: 'Mouvements', type: 'number' },
    { name: 'EndDate', fr: 'Fin', type: 'day' },
    { name: 'EndBalance', fr: 'Solde final', type: 'amount' },
    { name: 'Balanced' },
  ],
} as const;

async function statementRow(reading: StatementReading): Promise<Cell[]> {
  const { account, startBalance, hasBalances } = reading.head;
  const { endBalance, movements, balanced } = await reading.finish();
  const [start, end] = [startBalance, endBalance].map((balance) => statedBalance(balance, account.decimals));
  const name = `${account.accountNumber} ${account.currencyCode}`;
  return [name, start?.date, start?.value, movements, end?.date, end?.value, hasBalances ? balanced : null];
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
  const stated = decimalText(total, account.decimals);
  return [operationCode, operation.label[language], account.accountNumber, fileDate, records, stated, balanced];
}

export const bankStatementCheck = defineOperation({
  id: 'bank.statement.check',
  summary: { en: 'Check a bank statement file', fr: 'Contrôler un fichier de relevés bancaires' },
  description:
    'CFONB 120, camt.053, OFX and CSV (statements), camt.054 (advices), CFONB 240 (returned operations), plain or alone in a zip or gzip archive, without database. Amounts are decimal strings with the decimals of their record. The file is read once while the answer is written, so what is known at its end comes last. Exit 2 when a finding is an error. Tables leave the movements out.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'POST', path: '/api/banking/statement-files/check' },
  cli: { examples: ['taxops bank statement check releve.txt', 'taxops bank statement check - --json < releve.txt'] },
  files: { many: false, description: 'CFONB 120 or 240, camt.053 or 054, OFX or CSV file' },
  output: StatementCheckSchema,
  errors: [
    'StatementFileMissing',
    'FileUnreadable',
    'ArchiveDamaged',
    'ArchiveEmpty',
    'ArchiveSeveral',
    'ArchiveTooLarge',
  ],
  view: (result, language) => (result instanceof StatementCheck ? table(result.file, language) : []),
  // Asked of a result that was written out, as the command line does; over HTTP the status is 200 either way.
  outcome: (result) => (result instanceof StatementCheck && result.file.log.errors > 0 ? 'refused' : 'done'),
  run: async (ctx, { files }) =>
    new StatementCheck(await openStatementFile(requireOneFile(files), ctx.signal), ctx.language),
});
