import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { EBICS_VERSIONS, type EbicsVersion } from '../../../services/banking/feeds/sources/ebics/protocol.ts';
import { END_OF_DAY } from '../../../services/banking/feeds/sources/ebics/statement-order.ts';
import { addSource, type SourceDraft } from '../../../services/banking/feeds/sources/store.ts';
import { fileErrors } from '../../../services/kernel/file-errors.ts';
import type { TerminalContext } from '../../../services/operation/context.ts';
import { identifier } from '../../operation/fields.ts';
import { defineCommand } from '../../operation/operation.ts';
import { FINGERPRINT, SourceShape, sourceName } from './source.ts';

/** Whose accounts a source may fill; without either, those of every folder. */
const reach = {
  source: sourceName(),
  enterpriseId: identifier().optional().describe('Only accounts of this folder'),
  companyId: identifier().optional().describe('Only accounts of the folders of this firm'),
  createAccounts: z.boolean().default(false).describe('Make the accounts that do not exist yet, in the folder'),
};

const quiet = {
  quietSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(10)
    .describe('A file is complete when it has not changed for so long'),
};

const ERRORS = ['SourceExists', 'FolderNotFound', 'CompanyNotFound'];
const SHELVED_ERRORS = [...ERRORS, 'SourceShelfIsInbox'];
const line = (most: number) => z.string().trim().min(1).max(most);

interface Reach {
  readonly source: string;
  readonly enterpriseId?: number | undefined;
  readonly companyId?: number | undefined;
  readonly createAccounts: boolean;
}

const draft = (
  { source, enterpriseId, companyId, createAccounts }: Reach,
  rest: Pick<SourceDraft, 'kind' | 'settings' | 'secrets'>,
): SourceDraft => ({
  name: source,
  folderId: enterpriseId ?? null,
  companyId: companyId ?? null,
  createsAccounts: createAccounts,
  ...rest,
});

/** What no schema of single fields can say. */
const asReach = <S extends z.ZodType<Reach>>(schema: S): S =>
  schema
    .refine(({ enterpriseId, companyId }) => enterpriseId === undefined || companyId === undefined, {
      error: 'a source is for one folder or for one firm, not both',
    })
    .refine(({ enterpriseId, createAccounts }) => !createAccounts || enterpriseId !== undefined, {
      error: 'accounts can only be made in a folder: name it',
    });

export const addFolderSource = defineCommand({
  id: 'bank.source.add-folder',
  summary: { en: 'Add a folder that statement files arrive in', fr: 'Ajouter un dossier où arrivent des relevés' },
  description:
    'A file is taken when it is complete (untouched for quiet-seconds, and not named like a temporary file), and moved to the archive once it is stored; one that needs attention goes to the error folder with a report beside it. Put back, the same file changes nothing that is stored and brings what was left out.',
  cli: {
    path: ['bank', 'source', 'add', 'folder'],
    args: ['source'],
    examples: ['taxops bank source add folder bank-a --path /var/spool/releves --folder 1 --create-accounts'],
  },
  query: asReach(
    z.object({
      ...reach,
      path: line(1000).describe('Folder of the files'),
      archive: line(1000).optional().describe('Where imported files go; archive in the folder by default'),
      errorFolder: line(1000).optional().describe('Where the others go; errors in the folder by default'),
      ...quiet,
    }),
  ),
  output: SourceShape,
  errors: SHELVED_ERRORS,
  audited: true,
  run: async (ctx, { path, archive, errorFolder, quietSeconds, ...input }) => {
    const folder = resolve(ctx.terminal.cwd, path);
    const settings = {
      path: folder,
      quietSeconds,
      archive: resolve(folder, archive ?? 'archive'),
      errors: resolve(folder, errorFolder ?? 'errors'),
    };
    return addSource(ctx, draft(input, { kind: 'Folder', settings, secrets: {} }));
  },
});

const REMOTE = /^[^\p{C}\\]+$/u;

export const addSftpSource = defineCommand({
  id: 'bank.source.add-sftp',
  summary: {
    en: 'Add an SFTP account that statement files arrive on',
    fr: 'Ajouter un compte SFTP où arrivent des relevés',
  },
  description:
    'The server is trusted by its fingerprint alone: add the source, see what the server shows with `bank source test`, compare it with what its owner says, then pin it with `bank source pin`. Nothing is sent to a server that is not pinned. Password and key are read from files and stored encrypted. Files are taken and put away as those of a folder, by renaming them on the server. With --leave they stay: a file is then known by its name, size and time, and one that needs attention is kept with its report in the data folder, under statements.',
  cli: {
    path: ['bank', 'source', 'add', 'sftp'],
    args: ['source'],
    examples: [
      'taxops bank source add sftp bank-a --host sftp.banque.example --user cabinet --key-file id_ed25519 --host-key SHA256:…',
    ],
  },
  query: asReach(
    z.object({
      ...reach,
      host: z
        .string()
        .regex(/^[A-Za-z0-9.:_-]{1,253}$/)
        .describe('Name or address of the server'),
      port: z.int().min(1).max(65_535).default(22),
      user: line(200),
      path: line(1000).regex(REMOTE).default('.').describe('Folder of the files on the server'),
      archive: line(1000)
        .regex(REMOTE)
        .optional()
        .describe('Where imported files go; archive in the folder by default'),
      errorFolder: line(1000).regex(REMOTE).optional().describe('Where the others go; errors in the folder by default'),
      hostKey: z.array(FINGERPRINT).max(5).default([]).describe('Fingerprint of the server; pinned later by default'),
      passwordFile: line(1000).optional().describe('File that holds the password'),
      keyFile: line(1000).optional().describe('File of the private key'),
      passphraseFile: line(1000).optional().describe('File that holds the passphrase of the key'),
      leave: z.boolean().default(false).describe('Leave files on the server: for accounts that may only read'),
      ...quiet,
    }),
  ),
  output: SourceShape,
  errors: [...SHELVED_ERRORS, 'FileUnreadable'],
  audited: true,
  run: async (ctx, { passwordFile, keyFile, passphraseFile, archive, errorFolder, hostKey, ...input }) => {
    const { host, port, user, path, quietSeconds, leave } = input;
    const settings = {
      host,
      port,
      user,
      path,
      quietSeconds,
      hostKeys: hostKey,
      leaves: leave,
      archive: archive ?? join(path, 'archive'),
      errors: errorFolder ?? join(path, 'errors'),
    };
    const secrets = {
      password: await secretIn(ctx, passwordFile),
      privateKey: await secretIn(ctx, keyFile),
      passphrase: await secretIn(ctx, passphraseFile),
    };
    return addSource(ctx, draft(input, { kind: 'Sftp', settings, secrets }));
  },
});

const EBICS_ID = /^[a-zA-Z0-9,=]{1,35}$/;

const parameter = (pattern: RegExp, about: string) => z.string().regex(pattern).optional().describe(`H005: ${about}`);

/** The parameters of a BTF, as the schema of H005 bounds them. */
const BTF = {
  serviceName: z
    .string()
    .regex(/^[A-Z0-9]{3}$/)
    .default(END_OF_DAY.serviceName)
    .describe('H005: ServiceName, EOP for the end of the day, STM for the reports of the day'),
  scope: z
    .string()
    .regex(/^([A-Z0-9]{2,3})?$/)
    .default(END_OF_DAY.scope ?? '')
    .describe('H005: Scope, country or group of the service; empty for none'),
  serviceOption: parameter(/^[A-Z0-9]{3,10}$/, 'ServiceOption'),
  containerType: z.enum(['SVC', 'XML', 'ZIP']).optional().describe('H005: containerType of Container'),
  msgName: z
    .string()
    .regex(/^[a-z0-9.]{1,10}$/)
    .default(END_OF_DAY.msgName)
    .describe('H005: MsgName, such as cfonb120 or camt.053'),
  msgVersion: parameter(/^\d{2,3}$/, 'version of MsgName'),
  msgVariant: parameter(/^\d{2,3}$/, 'variant of MsgName'),
  msgFormat: parameter(/^[A-Z0-9]{1,4}$/, 'format of MsgName'),
};

type Certified = Reach & { readonly protocol: EbicsVersion; readonly certificates: boolean };

const asCertified = <S extends z.ZodType<Certified>>(schema: S): S =>
  asReach(schema).refine(({ protocol, certificates }) => protocol === 'H004' || certificates, {
    error: 'H005 sends keys in certificates only',
  });

export const addEbicsSource = defineCommand({
  id: 'bank.source.add-ebics',
  summary: {
    en: 'Add a bank that gives statements by EBICS',
    fr: 'Ajouter une banque qui donne ses relevés par EBICS',
  },
  description:
    'EBICS 3.0 (H005), order BTD, or 2.5 (H004), order FDL: `bank ebics versions` tells which the bank has. Service and message are those of its contract: every bank names its own. Then: `bank ebics init` makes our keys and sends them, `bank ebics letter` prints the letters to sign, `bank ebics bank-keys` takes the keys of the bank and `bank ebics confirm` compares their hashes with those of the bank’s paper. Downloaded files are kept in the data folder, under statements.',
  cli: {
    path: ['bank', 'source', 'add', 'ebics'],
    args: ['source'],
    examples: [
      'taxops bank source add ebics bank-b --url https://ebics.banque.example/ebics --host BANKB --partner CABINET1 --user USER1 --bank-name "Banque B"',
    ],
  },
  query: asCertified(
    z.object({
      ...reach,
      url: z.url({ protocol: /^https?$/ }).max(500),
      hostId: z.string().regex(EBICS_ID).describe('HostID that the bank gave'),
      partnerId: z.string().regex(EBICS_ID).describe('PartnerID that the bank gave'),
      userId: z.string().regex(EBICS_ID).describe('UserID that the bank gave'),
      bankName: line(100),
      fileFormat: z
        .string()
        .regex(/^[a-zA-Z0-9.]{1,40}$/)
        .default('camt.xxx.cfonb120.stm')
        .describe('H004: parameter of FDL; camt.xxx.cfonb120.rep for the reports of the day'),
      protocol: z.enum(EBICS_VERSIONS).default('H005').describe('Version: H005 is EBICS 3.0, H004 is 2.5'),
      ...BTF,
      signatureVersion: z.enum(['A005', 'A006']).default('A005').describe('Name our signature key is sent under'),
      certificates: z.boolean().default(true).describe('Send keys in self-signed certificates, as French banks want'),
    }),
  ),
  output: SourceShape,
  errors: ERRORS,
  audited: true,
  run: async (ctx, { certificates, protocol, ...input }) => {
    const { url, hostId, partnerId, userId, bankName, fileFormat, signatureVersion } = input;
    const settings = {
      version: protocol,
      serviceName: input.serviceName,
      scope: input.scope,
      serviceOption: input.serviceOption,
      containerType: input.containerType,
      msgName: input.msgName,
      msgVersion: input.msgVersion,
      msgVariant: input.msgVariant,
      msgFormat: input.msgFormat,
      url,
      hostId,
      partnerId,
      userId,
      bankName,
      fileFormat,
      signatureVersion,
      withCertificates: certificates,
      state: 'New' as const,
    };
    return addSource(ctx, draft(input, { kind: 'Ebics', settings, secrets: {} }));
  },
});

const MAX_SECRET_BYTES = 64 * 1024;

/** A secret given as a file, so that it shows neither among the processes nor in the history of a shell. */
async function secretIn(ctx: TerminalContext, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const path = resolve(ctx.terminal.cwd, file);
  try {
    if ((await stat(path)).size > MAX_SECRET_BYTES)
      throw fileErrors.FileUnreadable({ file, reason: { en: 'too large', fr: 'trop grand' } });
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw fileErrors.FileUnreadable({ file, reason: String(error.code) });
  }
}
