/** What can be known of a process by its number: numbers are reused, so a number alone proves nothing. */
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** Loaded when a program is started, which few commands do: a start would load it in milliseconds. */
export const childProcess = () => process.getBuiltinModule('node:child_process');

const onLinux = process.platform === 'linux';

/** Whether a process has this number. A zombie counts: see `runsIn`. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process began, as text that another process of the same number cannot have; undefined when it is gone. */
export function birthOf(pid: number): string | undefined {
  try {
    if (!onLinux) return ps(pid, 'lstart') || undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name may hold spaces and brackets
    const [state, startTicks] = [fields[0], fields[19]];
    return state === 'Z'
      ? undefined
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${startTicks}`;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process is the server of the data folder: PostgreSQL works inside its data folder. A zombie or a
 * stranger that took over the number does not.
 */
export function runsIn(pid: number, dataFolder: string): boolean {
  try {
    const folder = realpathSync(dataFolder);
    return onLinux ? readlinkSync(`/proc/${pid}/cwd`) === folder : ps(pid, 'command').includes(dataFolder);
  } catch (error) {
    // Without the right to look (hidepid), a live process is taken for the server: the cautious reading.
    return (error as NodeJS.ErrnoException).code === 'EACCES' && isAlive(pid);
  }
}

const ps = (pid: number, column: 'lstart' | 'command'): string =>
  childProcess()
    .execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    .trim();
