/** Where the server puts its socket: beside its data, or in a short path when that one is too long for a socket. */
import { createHash } from 'node:crypto';
import { lchownSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseErrors } from '../errors.ts';
import type { ServerUser } from './server-user.ts';

/** Only names the socket: the server listens on no network. */
export const PORT = 5432;

/** Bytes of `sun_path`, less the closing zero. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/** The folder for the socket of the cluster in `folder`, made when needed. Throws DatabaseFolderUnusable. */
export function chooseSocketFolder(folder: string, user: ServerUser): string {
  // The lock file beside the socket has the longest name; a comma separates folders in the server's setting.
  const name = join(folder, `.s.PGSQL.${PORT}.lock`);
  if (Buffer.byteLength(name) <= LONGEST && !/[,"]/.test(folder)) return folder;
  const short = join(
    tmpdir(),
    `taxops-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}`,
  );
  makePrivate(short, user);
  return short;
}

/** In a folder shared by all users, a name may be taken by someone else: only a folder of our own will do. */
function makePrivate(folder: string, user: ServerUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (user.drops && lstatSync(folder).uid === 0) lchownSync(folder, user.uid, user.gid);
  if (!isOwn(folder, user.uid, 0o077)) {
    throw databaseErrors.DatabaseFolderUnusable({
      folder,
      reason: {
        en: 'it must be a folder of the server’s user, closed to others',
        fr: 'ce doit être un dossier de l’utilisateur du serveur, fermé aux autres',
      },
    });
  }
}

/** Whether it belongs to the user, and denies these rights. */
function isOwn(folder: string, uid: number, denied: number): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === uid && (stat.mode & denied) === 0;
}

/** Whether the server alone can answer there: the short path of one that died may have become another’s. */
export const isOfServer = (socketFolder: string, folder: string): boolean =>
  socketFolder === folder || isOwn(socketFolder, statSync(folder).uid, 0o022);
