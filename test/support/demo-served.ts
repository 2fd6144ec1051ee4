/** `taxops demo --serve` as a newcomer starts it: a process with a database, a partner and pages of its own. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { temporaryFolder } from './scratch.ts';

/** The link that it prints into its pages. Stopped at the end of the file. */
export async function demoServed(): Promise<string> {
  const env = { ...process.env, LANG: 'C', TMPDIR: temporaryFolder('demo-served') };
  const program = spawn(process.execPath, ['bin/taxops.js', 'demo', '--serve', '--no-open', '--port', '0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((done) => program.once('exit', done));
  afterAll(async () => {
    program.kill('SIGINT');
    await ended;
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: program.stderr })) {
    said.push(line);
    const link = /https?:\S+\/login\?link=\S+/.exec(line)?.[0];
    if (link) {
      program.stderr.resume(); // what it says later is not read, and must not block it
      return link;
    }
  }
  throw new Error(`the demo ended: ${said.join('\n')}`);
}
