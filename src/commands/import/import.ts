import * as z from 'zod';
import { FILE_KINDS, withRecognised } from '../../services/intake/recognise.ts';
import { isAssetFile } from '../asset/import-form.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, sentence, text } from '../operation/outputs.ts';
import { commandErrors } from '../program/errors.ts';
import { importAll } from './files.ts';

const STATES = ['Done', 'Partial', 'Refused'] as const;

const FileShape = z.object({
  File: text('Fichier'),
  Kind: choice(FILE_KINDS, 'Genre'),
  State: choice(STATES, 'État'),
  Message: sentence('Message'),
  Report: z.unknown().describe('What ledger import, bank statement import or asset import says of the file'),
});

export const importFiles = defineOperation({
  id: 'import',
  summary: { en: 'Import files, whatever they are', fr: 'Importer des fichiers, quels qu’ils soient' },
  description:
    'Ledgers (FEC), bank statements (CFONB, camt, OFX, CSV) and lists of assets (CSV) are distinguished by their content, in a workbook (XLSX) too, of which the first sheet counts; a folder, a zip or a gz stands for the files in it. Ledgers go first, because they make the folders that statements belong to. One file that fails does not stop the others (exit 3). To look first: taxops intake check.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: '/api/accounting/files' },
  cli: {
    examples: [
      'taxops import exports',
      'taxops import client.zip',
      'taxops import releve.txt --folder 1 --create-accounts',
    ],
  },
  query: z.object({
    accountingFolderId: identifier().optional(),
    createAccounts: z.boolean().default(false).describe('Make the bank accounts that do not exist yet, in the folder'),
  }),
  files: { many: true, description: 'Files of any of these kinds, folders of them, zip or gz', bytes: 4 * 1024 ** 3 },
  output: z.object({ Files: z.array(FileShape) }),
  errors: ['FileMissing', 'FileUnreadable'],
  outcome: ({ Files }) => {
    const states = new Set(Files.map(({ State }) => State));
    return states.size === 1 && states.has('Done')
      ? 'done'
      : states.size === 1 && states.has('Refused')
        ? 'refused'
        : 'partial';
  },
  view: function* ({ Files }) {
    yield {
      kind: 'table',
      columns: [
        { name: 'FileName', fr: 'Fichier' },
        { name: 'Kind' },
        { name: 'State' },
        { name: 'Message', type: 'sentence' },
      ],
      rows: Files.map(({ File, Kind, State, Message }) => [File, Kind, State, Message]),
    };
  },
  run: async (ctx, { files, ...options }) => {
    if (files.length === 0) throw commandErrors.FileMissing();
    return { files: await withRecognised(files, isAssetFile, (all) => importAll(ctx, all, options)) };
  },
});
