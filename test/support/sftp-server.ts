/** An SFTP server of a few files in memory, which can cut, lie and list what no honest server does. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import ssh2 from 'ssh2';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;
const DIRECTORY = 0o040755;
const REGULAR = 0o100644;

export interface MemoryFile {
  bytes: Buffer;
  mtime: number;
  /** What the server says of the size, where it lies. */
  stated?: number;
}

export interface SftpFaults {
  /** Closes the connection when a read goes beyond so many bytes. */
  cutAfter?: number | undefined;
  /** Never answers reads. */
  silentReads?: boolean;
  /** Names in listings besides those of the files. */
  extraNames?: readonly string[];
  denyRename?: boolean;
}

export interface SftpServer {
  readonly port: number;
  /** By absolute path. */
  readonly files: Map<string, MemoryFile>;
  readonly faults: SftpFaults;
  /** Names and passwords that clients tried. */
  readonly attempts: string[];
  readonly fingerprint: string;
  close(): Promise<void>;
}

/** Not by ssh2, which cannot read one of 282 Ed25519 keys that it makes: it strips their leading zeros (ssh2 #1513). */
const newHostKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

export async function startSftpServer(password: string): Promise<SftpServer> {
  const files = new Map<string, MemoryFile>();
  const faults: SftpFaults = {};
  const attempts: string[] = [];
  const sockets = new Set<Socket>();
  const hostKey = newHostKey();
  const parsed = ssh2.utils.parseKey(hostKey);
  if (parsed instanceof Error) throw parsed;
  const key = (Array.isArray(parsed) ? parsed[0] : parsed)?.getPublicSSH() ?? Buffer.alloc(0);
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    // Else each small answer waits for the acknowledgement of the one before. The types leave it out.
    (client as ssh2.Connection & { setNoDelay(isOn: boolean): void }).setNoDelay(true);
    client.on('error', () => {});
    client.on('authentication', (context) => {
      if (context.method === 'password') attempts.push(`${context.username}:${context.password}`);
      if (context.method === 'password' && context.password === password) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), files, faults, () => void client.end()));
    });
  });
  server.on('connection', (_client, info) => void info);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    files,
    faults,
    attempts,
    fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function serve(sftp: ssh2.SFTPWrapper, files: Map<string, MemoryFile>, faults: SftpFaults, cut: () => void): void {
  const stream = sftp as unknown as ServerSide;
  const handles = new Map<number, { path: string; told: boolean }>();
  const folders = new Set<string>(['/', '/in']);
  for (const path of files.keys()) folders.add(path.slice(0, path.lastIndexOf('/')) || '/');
  let next = 0;
  const opened = (id: number, path: string) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    handles.set(next++, { path: clean(path), told: false });
    stream.handle(id, handle);
  };
  const at = (handle: Buffer) => handles.get(handle.readUInt32BE(0)) ?? { path: '', told: true };

  stream.on('OPENDIR', (id: number, path: string) => {
    if (folders.has(clean(path))) opened(id, path);
    else stream.status(id, STATUS_CODE.NO_SUCH_FILE);
  });
  stream.on('READDIR', (id: number, handle: Buffer) => {
    const held = at(handle);
    if (held.told) return stream.status(id, STATUS_CODE.EOF);
    held.told = true;
    const inside = [...files].filter(([path]) => path.slice(0, path.lastIndexOf('/')) === held.path);
    const names = inside.map(([path, file]) => named(path.slice(path.lastIndexOf('/') + 1), file));
    const extra = (faults.extraNames ?? []).map((name) => named(name, { bytes: Buffer.from('x'), mtime: 0 }));
    stream.name(id, [...names, ...extra]);
  });
  const stat = (id: number, path: string) => {
    const file = files.get(clean(path));
    if (file) return stream.attrs(id, attributes(file));
    if (folders.has(clean(path)))
      return stream.attrs(id, { mode: DIRECTORY, size: 0, uid: 0, gid: 0, atime: 0, mtime: 0 });
    stream.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  stream.on('LSTAT', stat);
  stream.on('STAT', stat);
  stream.on('FSTAT', (id: number, handle: Buffer) => stat(id, at(handle).path));
  stream.on('OPEN', (id: number, path: string, flags: number) => {
    if (flags & OPEN_MODE.WRITE) files.set(clean(path), { bytes: Buffer.alloc(0), mtime: 1 });
    if (!files.has(clean(path))) return stream.status(id, STATUS_CODE.NO_SUCH_FILE);
    opened(id, path);
  });
  stream.on('READ', (id: number, handle: Buffer, offset: number, length: number) => {
    if (faults.silentReads) return;
    const bytes = files.get(at(handle).path)?.bytes ?? Buffer.alloc(0);
    if (faults.cutAfter !== undefined && offset + length > faults.cutAfter) return cut();
    if (offset >= bytes.length) return stream.status(id, STATUS_CODE.EOF);
    stream.data(id, bytes.subarray(offset, offset + Math.min(length, 32_768)));
  });
  stream.on('WRITE', (id: number, handle: Buffer, offset: number, data: Buffer) => {
    const file = files.get(at(handle).path);
    if (file) file.bytes = Buffer.concat([file.bytes.subarray(0, offset), data]);
    stream.status(id, STATUS_CODE.OK);
  });
  stream.on('FSETSTAT', (id: number) => stream.status(id, STATUS_CODE.OK));
  stream.on('CLOSE', (id: number) => stream.status(id, STATUS_CODE.OK));
  stream.on('MKDIR', (id: number, path: string) => {
    folders.add(clean(path));
    stream.status(id, STATUS_CODE.OK);
  });
  stream.on('RENAME', (id: number, from: string, to: string) => {
    const file = files.get(clean(from));
    if (faults.denyRename) return stream.status(id, STATUS_CODE.PERMISSION_DENIED);
    if (!file || files.has(clean(to))) return stream.status(id, STATUS_CODE.FAILURE);
    files.delete(clean(from));
    files.set(clean(to), file);
    stream.status(id, STATUS_CODE.OK);
  });
  stream.on('REMOVE', (id: number, path: string) => {
    files.delete(clean(path));
    stream.status(id, STATUS_CODE.OK);
  });
}

/** The server's half of the library's stream, which its types leave out. */
interface ServerSide {
  on(event: string, listener: (...args: never[]) => void): void;
  handle(id: number, handle: Buffer): void;
  status(id: number, code: number): void;
  name(id: number, names: readonly unknown[]): void;
  attrs(id: number, attributes: unknown): void;
  data(id: number, data: Buffer): void;
}

const clean = (path: string): string => path.replace(/\/+$/, '') || '/';

const attributes = ({ bytes, mtime, stated }: MemoryFile) => ({
  mode: REGULAR,
  uid: 0,
  gid: 0,
  size: stated ?? bytes.length,
  atime: mtime,
  mtime,
});

const named = (filename: string, file: MemoryFile) => ({ filename, longname: filename, attrs: attributes(file) });
