/** Files that are looked at before they are imported, on the wire. */
import * as z from 'zod';
import { FILE_STATES } from '../../services/intake/looked-file.ts';
import { FILE_KINDS } from '../../services/intake/recognise.ts';
import { choice, date, flag, int, maybe, moment, sentence, text, uuid } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';

const Owner = z.object({
  FolderId: maybe(int('N° dossier')),
  Folder: maybe(text('Dossier')),
  Account: maybe(text('Compte')).describe('Of a statement: IBAN, or bank, branch and account number'),
  StartDate: maybe(date('Du')),
  EndDate: maybe(date('Au')),
  Count: int('Nombre').describe('Entries of a ledger, statements of an account, lines of assets'),
  Problem: maybe(sentence('Empêchement')).describe('Why this part, or some days of it, is left out'),
});

const Finding = z.object({
  Severity: choice(['error', 'warning', 'info'], 'Gravité'),
  Code: text('Code'),
  Line: maybe(int('Ligne')).describe('Or record, where a format has no lines'),
  Field: maybe(text('Champ')),
  Message: sentence('Message'),
});

const Made = z.object({
  FolderId: maybe(int('N° dossier')),
  ImportId: int('N° import').describe('What ledger undo, bank statement undo, or asset undo takes'),
  IsThere: flag('En place').describe('It was not taken back since'),
});

const LookedFile = z.object({
  Rank: int('N°'),
  File: text('Fichier'),
  Kind: choice(FILE_KINDS, 'Genre'),
  Format: maybe(text('Format')),
  State: choice(FILE_STATES, 'État').describe(
    'ToImport as it is; Unplaced until its folder or account is named; Refused; after an import Done, Partial or Refused',
  ),
  Owners: z.array(Owner),
  Findings: headed(z.array(Finding).describe('The first 500, errors before warnings'), 'Constats'),
  FindingCount: int('Constats'),
  Columns: headed(
    z.array(z.object({ Name: text('Champ'), Heading: text('Colonne') })).describe('How the columns of a CSV are read'),
    'Colonnes',
  ),
  Message: maybe(sentence('Message')),
  Made: z.array(Made),
  Place: headed(
    maybe(z.object({ FolderId: int('N° dossier'), AccountId: maybe(int('N° compte')) })).describe(
      'Where a person said that it belongs',
    ),
    'Placé',
  ),
});

export const IntakeShape = z
  .object({
    Id: uuid('Id'),
    CreatedAt: moment('Donnés le'),
    ExpiresAt: moment('Gardés jusqu’au'),
    Files: headed(z.array(LookedFile), 'Fichiers'),
  })
  .meta({ id: 'Intake' });
