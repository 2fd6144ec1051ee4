/** What commands that play partners on this machine share: their script and faults, and playing until Ctrl-C. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { channelErrors } from '../../services/channels/errors.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { parseFault } from '../../services/simulators/stage/faults.ts';
import type { Simulator } from '../../services/simulators/stage/script.ts';

/** What a timer takes. */
const LONGEST_PAUSE_MS = 2 ** 31 - 1;

const MAX_SCRIPT_BYTES = 1024 * 1024;

/** The script as it stands in its file, and the faults of the command line as rules. Throws SimulatorScriptInvalid. */
export async function readPlay(simulator: Simulator, cwd: string, path: string | undefined, faults: readonly string[]) {
  const rules = faults.map((text) => {
    const rule = parseFault(text);
    if (!rule)
      throw channelErrors.SimulatorScriptInvalid({ reason: `--faults ${text}: write operation=fault`, simulator });
    return rule;
  });
  return { script: path === undefined ? {} : await readScriptFile(simulator, resolve(cwd, path)), rules };
}

async function readScriptFile(simulator: Simulator, path: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > MAX_SCRIPT_BYTES) throw new RangeError('larger than 1 MiB');
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw channelErrors.SimulatorScriptInvalid({ reason: `${path}: ${(error as Error).message}`, simulator });
  }
}

interface Playing {
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Prints how taxops finds the partner, in lines a shell can read: none of these values is a secret of anybody. */
export async function playUntilStopped({ terminal, signal }: TerminalContext, { settings, close }: Playing) {
  for (const [name, value] of Object.entries(settings)) terminal.print(`export ${name}='${value}'\n`);
  // A partner whose door is closed holds no process alive.
  while (!signal.aborted) await pause(LONGEST_PAUSE_MS, undefined, { signal }).catch(() => {});
  await close();
}
