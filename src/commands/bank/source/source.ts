/** Statement sources: configuration of this machine, which HTTP lists and does not change. */
import * as z from 'zod';
import { isUnexpected } from '../../../services/banking/feeds/sources/outcome.ts';
import type { Source } from '../../../services/banking/feeds/sources/source.ts';
import {
  listSources,
  removeSource,
  sourceByName,
  sourceOfKind,
  updateSource,
} from '../../../services/banking/feeds/sources/store.ts';
import { lastFiles, type TakenFile } from '../../../services/banking/feeds/sources/summary.ts';
import { trySource } from '../../../services/banking/feeds/sources/try.ts';
import { defineCommand, defineOperation } from '../../operation/operation.ts';
import { choice, flag, int, maybe, moment, text } from '../../operation/outputs.ts';
import { computed, from, headed } from '../../operation/wire.ts';

export const sourceName = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'write a name of a-z, 0-9 and -, at most 40 characters' })
    .describe('Name of the source');

export const SourceShape = z.object({
  Source: from('name', text('Origine')),
  Kind: choice(['Folder', 'Sftp', 'Ebics'], 'Genre'),
  EnterpriseId: from('folderId', maybe(int('Dossier'))),
  CompanyId: maybe(int('Cabinet')),
  CreatesAccounts: flag('Crée les comptes'),
  Secrets: headed(
    computed(z.array(text()), ({ secrets }: Pick<Source, 'secrets'>) =>
      Object.entries(secrets).flatMap(([name, secret]) => (secret ? [name] : [])),
    ).describe('Names of the secrets that are stored; never what they are'),
    'Secrets',
  ),
  Settings: headed(z.looseObject({}), 'Réglages'),
});

export const sourceList = defineOperation({
  id: 'bank.source.list',
  summary: { en: 'List the sources of statement files', fr: 'Lister les sources de fichiers de relevés' },
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/statement-sources' },
  audited: false,
  cli: { examples: ['taxops bank source list'] },
  output: z.array(SourceShape),
  columns: ['Source', 'Kind', 'EnterpriseId', 'CompanyId', 'CreatesAccounts'],
  run: (ctx) => listSources(ctx),
});

export const sourceShow = defineCommand({
  id: 'bank.source.show',
  summary: { en: 'Show a source, without its secrets', fr: 'Montrer une source, sans ses secrets' },
  cli: { args: ['source'], examples: ['taxops bank source show bank-a'] },
  query: z.object({ source: sourceName() }),
  output: SourceShape,
  errors: ['SourceUnknown'],
  run: (ctx, { source }) => sourceByName(ctx, source),
});

export const FINGERPRINT = z
  .string()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: 'write SHA256: and 43 characters, as ssh-keygen -l shows them' });

export const sourcePin = defineCommand({
  id: 'bank.source.pin',
  summary: { en: 'Trust an SFTP server by its fingerprint', fr: 'Faire confiance à un serveur SFTP par son empreinte' },
  description: 'Replaces the fingerprints that were pinned before; two of them while the server changes its key.',
  cli: { args: ['source'], examples: ['taxops bank source pin bank-a --host-key SHA256:…'] },
  query: z.object({ source: sourceName(), hostKey: z.array(FINGERPRINT).min(1).max(5) }),
  output: SourceShape,
  errors: ['SourceUnknown', 'SourceKindWrong'],
  audited: true,
  run: async (ctx, { source: name, hostKey }) => {
    const source = await sourceOfKind(ctx, name, 'Sftp');
    const pinned = { ...source, settings: { ...source.settings, hostKeys: hostKey } };
    await updateSource(ctx, pinned);
    return pinned;
  },
});

export const sourceRemove = defineCommand({
  id: 'bank.source.remove',
  summary: { en: 'Remove a source and its secrets', fr: 'Retirer une source et ses secrets' },
  description: 'What was imported stays, and so do the files. Keys of EBICS are lost: the bank must be given new ones.',
  cli: { args: ['source'], examples: ['taxops bank source remove bank-a --yes'], confirm: true },
  query: z.object({ source: sourceName() }),
  output: z.object({ Removed: headed(z.string(), 'Supprimées') }),
  errors: ['SourceUnknown'],
  audited: true,
  run: async (ctx, { source }) => {
    await removeSource(ctx, source);
    return { removed: source };
  },
});

export const sourceFiles = defineCommand({
  id: 'bank.source.files',
  summary: { en: 'List the last files that a source gave', fr: 'Lister les derniers fichiers d’une source' },
  description: 'The last 200, the newest first. Left out: accounts that do not exist, or whose statements are faulty.',
  cli: { args: ['source'], examples: ['taxops bank source files bank-a'] },
  query: z.object({ source: sourceName() }),
  output: z.array(
    z.object({
      TakenAt: moment('Pris le'),
      FileName: from('name', text('Fichier')),
      State: computed(text('État'), ({ refusalCode, state }: TakenFile) => refusalCode ?? state).describe(
        'Imported, Partial, or why the file was refused',
      ),
      StatementsCreated: int('Relevés créés'),
      TransactionsCreated: int('Mouvements créés'),
      LeftOut: computed(headed(z.array(text()), 'Laissés de côté'), ({ accounts }: TakenFile) =>
        accounts.filter(isUnexpected).map(({ account }) => account),
      ),
    }),
  ),
  errors: ['SourceUnknown'],
  run: (ctx, { source }) => lastFiles(ctx, source),
});

export const sourceTest = defineCommand({
  id: 'bank.source.test',
  summary: {
    en: 'Try a source: reach it and look, take nothing',
    fr: 'Essayer une source : la joindre, sans rien prendre',
  },
  description:
    'Shows the fingerprint that an SFTP server presents, before any password is sent, so that it can be compared with what its owner says and pinned: `bank source pin`. A source of EBICS shows its next step.',
  cli: { args: ['source'], examples: ['taxops bank source test bank-a'] },
  query: z.object({ source: sourceName() }),
  output: z.object({
    Source: headed(z.string(), 'Origine'),
    IsReady: headed(z.boolean(), 'Prête'),
    Message: headed(z.string(), 'Message'),
    Fingerprint: headed(z.string().nullable().describe('Of the server, where there is one'), 'Empreinte'),
    Files: headed(z.array(z.string()).describe('Complete: the next run takes them'), 'Fichiers'),
    Waiting: headed(z.array(z.string()).describe('Perhaps still being written'), 'En attente'),
    Refused: headed(z.array(z.string()).describe('Names that are left alone'), 'Refusés'),
  }),
  errors: ['SourceUnknown'],
  outcome: ({ IsReady }) => (IsReady ? 'done' : 'refused'),
  run: async (ctx, { source }) => {
    const { fingerprint, failure, listing } = await trySource(ctx, await sourceByName(ctx, source));
    return {
      source,
      isReady: failure === undefined,
      message: failure ? [failure.text(ctx.language), failure.hint(ctx.language)].filter(Boolean).join(' ') : 'OK',
      fingerprint,
      files: listing.ready.map(({ name }) => name),
      waiting: listing.waiting,
      refused: listing.refused,
    };
  },
});
