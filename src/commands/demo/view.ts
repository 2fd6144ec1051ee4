import type { Language } from '../../services/kernel/errors.ts';
import { comparisonView } from '../bank/account/compare.ts';
import type { Block } from '../operation/operation.ts';
import type { DemoFolderRead } from './folders.ts';

const SAY: Readonly<Record<Language, (folder: DemoFolderRead) => string>> = {
  en: ({ Name, Siren, Entries, StatementFiles, Transactions }) =>
    `\n${Name} (${Siren}): ${Entries} entries, ${StatementFiles} statement files, ${Transactions} bank transactions`,
  fr: ({ Name, Siren, Entries, StatementFiles, Transactions }) =>
    `\n${Name} (${Siren}) : ${Entries} écritures, ${StatementFiles} fichiers de relevés, ${Transactions} mouvements bancaires`,
};

const FINDINGS: Readonly<Record<Language, string>> = { en: 'Findings', fr: 'Constats' };

/** Trial balance by class, banks against the ledger, what the files had to be forgiven for. */
export function* folderView(folder: DemoFolderRead, language: Language): Generator<Block> {
  yield { kind: 'text', text: SAY[language](folder) };
  yield {
    kind: 'table',
    columns: [
      { name: 'Class', fr: 'Classe' },
      { name: 'Debit', fr: 'Débit', type: 'amount' },
      { name: 'Credit', fr: 'Crédit', type: 'amount' },
      { name: 'Closing', fr: 'Clôture', type: 'amount' },
    ],
    rows: [
      ...folder.Balance.map(({ Class, Debit, Credit, Closing }) => [Class, Debit, Credit, Closing]),
      ['=', folder.TotalDebit, folder.TotalCredit, ''],
    ],
    underlined: [folder.Balance.length],
    summed: ['Debit', 'Credit'],
  };
  for (const bank of folder.Banks) yield* comparisonView(bank, language);
  const ledger = Object.entries(folder.LedgerFindings).map(([code, count]) => ['FEC', code, `${count}`]);
  const statements = folder.StatementFindings.map(({ FileName, Kind, Message }) => [
    FileName,
    Kind,
    Message.slice(0, 120),
  ]);
  if (ledger.length + statements.length === 0) return;
  yield {
    kind: 'table',
    title: FINDINGS[language],
    columns: [
      { name: 'FileName', fr: 'Fichier' },
      { name: 'Kind', fr: 'Genre' },
      { name: 'Message', fr: 'Message' },
    ],
    rows: [...ledger, ...statements],
  };
}
