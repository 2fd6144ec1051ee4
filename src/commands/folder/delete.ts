import * as z from 'zod';
import { DECLARATION_SEALED } from '../../services/declarations/sealed-columns.ts';
import { deleteFolder } from '../../services/departure/delete-folder.ts';
import { FILING_COLUMNS } from '../../services/filing/sealed-columns.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { VAT_COLUMNS } from '../../services/vat/filing/sealed-columns.ts';
import { folderOperation } from '../operation/folder-operation.ts';
import type { Block } from '../operation/operation.ts';
import { flag, int, long, maybe, text } from '../operation/outputs.ts';
import { ACCOUNTING_FOLDER } from './family.ts';

const Contents = z.object({
  Exercises: int('Exercices'),
  Entries: int('Écritures'),
  Assets: int('Immobilisations'),
  BankAccounts: int('Comptes bancaires'),
  Transactions: int('Mouvements'),
  Documents: int('Pièces'),
  VatReturns: int('Déclarations de TVA'),
  Declarations: int('Autres déclarations'),
  Filings: int('Dépôts').describe('Sent to the authority or its portal'),
  KeepUntil: maybe(text('À conserver jusqu’au')).describe('Ten years after the last exercise'),
  BeingSent: z.array(z.string()).describe('References of what is being sent, or may have arrived: the folder stays'),
});

const FolderDeletion = z
  .object({
    Folder: z.object({ Id: int('Id'), Name: text('Nom'), Siren: maybe(text('SIREN')) }),
    Contents: Contents.describe('What goes with the folder'),
    IsPreview: flag('Aperçu').describe('Nothing was removed'),
    Archive: maybe(z.object({ Path: text('Fichier'), ByteSize: long('Octets'), Sha256: text('SHA-256') })).describe(
      'On the machine that ran the deletion, kept until it is taken away',
    ),
  })
  .meta({ id: 'FolderDeletion' });

export function* viewDeletion(
  { Folder, Contents: held, Archive }: z.output<typeof FolderDeletion>,
  language: Language,
): Generator<Block> {
  const { BeingSent, ...counts } = held;
  const names = Object.keys(counts) as (keyof typeof counts)[];
  yield { kind: 'text', text: `${Folder.Id} ${Folder.Name}` };
  yield {
    kind: 'table',
    columns: names.map((name) => ({ name, type: name === 'KeepUntil' ? 'day' : 'number' })),
    rows: [names.map((name) => counts[name])],
  };
  if (BeingSent.length > 0) yield { kind: 'text', text: BeingSent.join(', ') };
  if (Archive) yield { kind: 'text', text: `Archive${language === 'fr' ? ' :' : ':'} ${Archive.Path}` };
}

/** Those that hold pieces of folders; logins of banks are not written anywhere. */
const PIECES = [...FILING_COLUMNS, ...VAT_COLUMNS, ...DECLARATION_SEALED].filter(({ key }) =>
  key.includes('folder_id'),
);

export const folderDelete = folderOperation(ACCOUNTING_FOLDER)({
  id: 'folder.delete',
  summary: { en: 'Delete a folder with all its data', fr: 'Supprimer un dossier avec toutes ses données' },
  description:
    'An archive is written first, in `archives` of the data folder: a FEC of each exercise, documents, filings with their notices, and a CSV of each table. Then no row of the folder is left, the audit log apart. Refused while something is being sent. docs/leaving.md says what the law wants kept.',
  http: { method: 'DELETE', path: '' },
  right: 'administer',
  cli: {
    args: ['accountingFolderId'],
    examples: ['taxops folder delete 12 --preview', 'taxops folder delete 12 --yes'],
    confirm: { unless: 'preview' },
  },
  query: z.object({ preview: z.boolean().default(false).describe('Only count what would go') }),
  output: FolderDeletion,
  errors: ['FolderSending', 'FileUnwritable', 'SecretUnreadable', 'DocumentDamaged'],
  view: viewDeletion,
  run: (ctx, { folderId, preview: isPreview }) => deleteFolder(ctx, folderId, { isPreview, sealed: PIECES }),
});
