/** A place that statement files come from, and what every kind of place can do. */
import type { Context } from '../../../operation/context.ts';
import type { KeyRing } from './ebics/keys.ts';
import type { EbicsVersion } from './ebics/protocol.ts';

export interface FolderSettings {
  readonly path: string;
  readonly archive: string;
  readonly errors: string;
  /** A file is complete when it has not changed for so long. */
  readonly quietSeconds: number;
}

export interface SftpSettings extends FolderSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** `SHA256:…`, as OpenSSH writes fingerprints; several while a server changes its key. */
  readonly hostKeys: readonly string[];
  /** Files stay where they are: for accounts that may only read. */
  readonly leaves: boolean;
}

export interface SftpSecrets {
  readonly password?: string | undefined;
  /** OpenSSH or PEM. */
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** What a bank calls a kind of file in H005 (BTF): eight parameters, of which it names those that it wants. */
export interface Btf {
  readonly serviceName: string;
  readonly scope?: string | undefined;
  readonly serviceOption?: string | undefined;
  readonly containerType?: string | undefined;
  readonly msgName: string;
  readonly msgVersion?: string | undefined;
  readonly msgVariant?: string | undefined;
  readonly msgFormat?: string | undefined;
}

/** With what is asked for in H005. */
export interface EbicsSettings extends Partial<Btf> {
  /** Undefined in sources made before there were two: H004. */
  readonly version?: EbicsVersion | undefined;
  readonly url: string;
  readonly hostId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly bankName: string;
  /** What is asked for in H004, parameter of the order FDL: `camt.xxx.cfonb120.stm` for statements at the end of the day. */
  readonly fileFormat: string;
  /** How our signature key signs; only renewal and suspension need it, downloads do not. */
  readonly signatureVersion: 'A005' | 'A006';
  /** Keys travel in self-signed certificates, as French banks want. */
  readonly withCertificates: boolean;
  /** What the bank knows of us; each step needs the one before. */
  readonly state: 'New' | 'SignatureSent' | 'KeysSent' | 'BankKeysReceived' | 'Ready' | 'Suspended';
}

export const versionOf = ({ version }: Pick<EbicsSettings, 'version'>): EbicsVersion => version ?? 'H004';

/** Our keys, and the bank's public ones: PEM, certificates as base64 of DER. */
export type EbicsSecrets = Partial<KeyRing> & {
  /** Made, and perhaps sent: not known to be at the bank. */
  readonly next?: KeyRing | undefined;
  readonly bankX002?: string;
  readonly bankE002?: string;
  readonly bankCertificates?: Readonly<Record<'X002' | 'E002', string | undefined>>;
};

type Kinds = {
  readonly Folder: { readonly settings: FolderSettings; readonly secrets: Readonly<Record<string, never>> };
  readonly Sftp: { readonly settings: SftpSettings; readonly secrets: SftpSecrets };
  readonly Ebics: { readonly settings: EbicsSettings; readonly secrets: EbicsSecrets };
};

export type SourceKind = keyof Kinds;

export type SourceOf<K extends SourceKind> = {
  readonly id: number;
  readonly name: string;
  readonly kind: K;
  /** Only accounts of this folder, or of the folders of this firm. */
  readonly folderId: number | null;
  readonly companyId: number | null;
  readonly createsAccounts: boolean;
} & Kinds[K];

export type Source = { readonly [K in SourceKind]: SourceOf<K> }[SourceKind];

/** A file as its source shows it. */
export interface InboxFile {
  readonly name: string;
  readonly size: number;
  /** Changes whenever the file does. */
  readonly version: string;
}

export interface Listing {
  readonly ready: readonly InboxFile[];
  /** Still being written, as far as one can tell. */
  readonly waiting: readonly string[];
  /** Names that no honest sender gives; left alone. */
  readonly refused: readonly string[];
}

export interface Copied {
  readonly sha256: string;
  readonly bytes: number;
}

/** Where a file is copied to, and for which source. */
export interface Copying {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly source: string;
}

/** How a file leaves the inbox once what it holds is stored. */
export interface Settlement extends Copied {
  readonly shelf: 'archive' | 'errors';
  /** Our copy of the file. */
  readonly path: string;
  /** Put beside a file that needs a person’s attention. */
  readonly report: string | undefined;
}

/** An opened source. Everything it does may be cut at any moment and done again. */
export interface SourceSession {
  list(): Promise<Listing>;
  /** Copies a file to `path`, whole or not at all; undefined when it is gone. */
  fetch(file: InboxFile, path: string): Promise<Copied | undefined>;
  settle(file: InboxFile, settlement: Settlement): Promise<void>;
  close(): Promise<void>;
}

export type OpenSession<K extends SourceKind> = (
  ctx: Context,
  source: SourceOf<K>,
  signal: AbortSignal,
) => Promise<SourceSession>;

/** 256 MiB: some two million movements. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** Names looked at in one listing; the next run sees the others. */
export const MAX_FILES = 10_000;
