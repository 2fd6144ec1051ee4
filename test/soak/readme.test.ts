/** The tour of the filing as README.md has it, command by command, in a shell, on other ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'taxops-readme-'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** `npx taxops` without npm's own second of thought. */
function shortNpx(): string {
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" bin/taxops.js "$@"\n`);
  chmodSync(npx, 0o755);
  return `${folder}:${process.env.PATH}`;
}

/** The script that the simulator follows by itself, without its pauses. */
function quickScript(): string {
  const rejected = { afterMs: 200, errors: [{ code: '156', libelle: 'Total faux' }] };
  const scenarios = [1, undefined].flatMap((filing) => [
    {
      channel: 'ChannelA',
      filing,
      steps: [
        { afterMs: 100, status: 'Sent' },
        filing ? { ...rejected, status: 'Rejected' } : { afterMs: 200, status: 'Accepted' },
      ],
    },
    {
      channel: 'ChannelB',
      filing,
      steps: [
        { afterMs: 0, notice: 'Ads' },
        { afterMs: 100, notice: 'Acs' },
        filing ? { ...rejected, notice: 'Ars', verdict: 'Rejected' } : { afterMs: 200, notice: 'Ars' },
      ],
    },
  ]);
  const path = join(folder, 'script.json');
  writeFileSync(path, JSON.stringify({ scenarios }));
  return path;
}

/** The first command that fails ends the script; 3 is no failure: a file of the demo is faulty on purpose. */
const STRICT = `set -m; trap 'code=$?; [ $code = 3 ] || exit $code' ERR; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT`;

/** Runs the blocks of README.md marked `sh NAME` as one script; returns all that it prints. */
async function run(name: string, home: string, adapt: (script: string) => string): Promise<string> {
  const blocks = [
    ...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(new RegExp(`\`\`\`sh ${name}\n(.*?)\`\`\``, 'gs')),
  ];
  const written = blocks.map(([, commands]) => commands).join('');
  const script = adapt(written.replace('"$(mktemp -d)"', `"${home}"`).replaceAll('sleep 1', 'sleep 0.2'));
  expect(script.match(/npx taxops /g)?.length).toBeGreaterThan(15);
  const env = { PATH: shortNpx(), HOME: folder, LANG: 'C' };
  // A file: a pipe that a listener of the script shares is made non-blocking by it, and others then fail to write.
  const output = `${home}.txt`;
  const stdio = ['ignore', openSync(output, 'a'), openSync(output, 'a')] as const;
  const shell = spawn('bash', ['-c', `${STRICT}\nmkdir -m 755 ${home}\n${script}`], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: [...stdio],
  });
  onTestFinished(async () => {
    if (shell.pid && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL');
    await stopPrivateServer({ home, migrations: '' });
  });
  const [exitCode] = await once(shell, 'exit');
  const text = readFileSync(output, 'utf8');
  expect([exitCode, exitCode === 0 ? '' : text]).toEqual([0, '']);
  return text;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the five minutes: ledger, statements, a day at the bank, fixed assets, HTTP', async () => {
  const listener = await freePort();
  const text = await run('tour', join(folder, 'tour'), (script) => script.replaceAll('8787', String(listener)));
  for (const shown of [
    '"Siren": "999999998"',
    'assets-998519730.csv: 8',
    '2025-12-31\tHeld',
    '29400.00 × 195 / 1800',
    '"openapi":',
  ])
    expect(text).toContain(shown);
});

it('files, is rejected, corrects, is accepted and downloads every piece, in the terminal and with curl', async () => {
  const [listener, partner] = [await freePort(), await freePort()];
  const home = join(folder, 'filing');
  const text = await run('filing', home, (script) =>
    script
      .replaceAll('8787', String(listener))
      .replace('channel simulate', `channel simulate --port ${partner} --script ${quickScript()}`),
  );
  for (const shown of [
    'Rejected\tLiasse 156',
    'Liasse\tAccepted',
    '2571 156',
    '"Status":"Accepted"',
    '<avisReceptionSigne>',
  ])
    expect(text).toContain(shown);
  const files = ['liasse.txt', 'liasse.pdf', 'is-Sent.xml', 'is-Ads.xml', 'is-Acs.xml', 'is-Ars.xml', 'is-Ars.eml'];
  expect(files.filter((name) => !existsSync(join(home, name)))).toEqual([]);
  expect(readFileSync(join(home, 'liasse.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
});
