/** The tours of README.md and what the demo says to go on with, command by command, in a shell, on other ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join, resolve } from 'node:path';
import exceljs from 'exceljs';
import { expect, it, onTestFinished } from 'vitest';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { runCli } from '../support/cli.ts';
import { keepDemoWorkspace } from '../support/demo-workspace.ts';
import { pdfPages } from '../support/pdf.ts';
import { temporaryFolder } from '../support/scratch.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = temporaryFolder('readme');

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

/** A server that stays up answers half a minute sooner than one for each command. */
const withOneServer = (script: string): string => script.replace(/^export TAXOPS_HOME=.*$/m, '$&\nnpx taxops db start');

/** Runs the blocks of README.md marked `sh NAME` as one script, in a workspace of its own; returns all that it prints. */
async function run(name: string, home: string, adapt: (script: string) => string): Promise<string> {
  const blocks = [
    ...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(new RegExp(`\`\`\`sh ${name}\n(.*?)\`\`\``, 'gs')),
  ];
  const written = blocks.map(([, commands]) => commands).join('');
  const script = adapt(written.replace('"$(mktemp -d)"', `"${home}"`).replaceAll('sleep 1', 'sleep 0.2'));
  expect(script.match(/npx taxops /g)?.length).toBeGreaterThan(15);
  return shell(home, `mkdir -m 755 ${home}\n${withOneServer(script)}`);
}

/** Runs a script that works in `home`; returns all that it prints. */
async function shell(home: string, script: string): Promise<string> {
  const env = { PATH: shortNpx(), HOME: folder, LANG: 'C' };
  // A file: a pipe that a listener of the script shares is made non-blocking by it, and others then fail to write.
  const output = join(folder, `${basename(home)}.txt`);
  const stdio = ['ignore', openSync(output, 'a'), openSync(output, 'a')] as const;
  const child = spawn('bash', ['-c', `${STRICT}\n${script}`], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: [...stdio],
  });
  onTestFinished(async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await stopPrivateServer({ home, migrations: '' });
  });
  const [exitCode] = await once(child, 'exit');
  const text = readFileSync(output, 'utf8');
  expect([exitCode, exitCode === 0 ? '' : text]).toEqual([0, '']);
  return text;
}

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

it('VAT: three months with a credit carried and a refund, a year with two instalments, to the balances that they leave', async () => {
  const home = join(folder, 'vat');
  const text = await run('vat', home, (script) => script);
  for (const shown of [
    'Credit carried from line 27 of the last return\t8001\t7996',
    'Refund asked on form 3519\t8002\t3000',
    /^445510\t.*\t-7205\.00$/m,
    /^445670\t.*\t0\.00$/m,
    /^445830\t.*\t3000\.00$/m,
    /^445810\t.*\t0\.00$/m,
    /^445830\t.*\t9851\.00$/m,
  ])
    expect(text).toMatch(shown);
  expect(text).not.toContain('may have such an entry already');
  expect(readFileSync(join(home, 'ca3.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
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

it('files a VAT return with its refund and two payments, corrects it, and the next one with curl', async () => {
  const [listener, partner] = [await freePort(), await freePort()];
  const home = join(folder, 'vat-filing');
  const text = await run('vat-filing', home, (script) =>
    script
      .replaceAll('8787', String(listener))
      .replace('channel simulate', `channel simulate --port ${partner} --script ${quickScript()}`),
  );
  for (const shown of ['Ars 156 Total faux', '"Status":"Accepted"', '<avisReceptionSigne>'])
    expect(text).toContain(shown);
  const sent = readFileSync(join(home, 'ca3-sent.txt'), 'utf8');
  expect(sent.match(/<Declaration Type="(IDT|RBT)"/g)).toHaveLength(2);
  expect(readFileSync(join(home, 'ca3-received.txt'), 'utf8')).toContain('<avisReceptionSigne>');
});

it('the demo: each of its three folders reads, files, corrects and prints its whole liasse', async () => {
  keepDemoWorkspace();
  const run = await runCli(['demo', '--json', '--quiet']);
  const { Workspace, Next } = run.json<{ Workspace: string; Next: string[] }>();
  const filing = join(Workspace, 'filing.sh');
  const quick = `channel simulate --port 0 --script ${quickScript()}`;
  writeFileSync(
    filing,
    readFileSync(filing, 'utf8').replace('channel simulate', quick).replaceAll('sleep 1', 'sleep 0.2'),
  );
  const text = await shell(Workspace, withOneServer(Next.filter((one) => !/ serve |^rm /.test(one)).join('\n')));
  for (const end of ['31/12/2024', '31/03/2025', '31/12/2025'])
    for (const state of ['Rejected\tLiasse 156', 'Accepted'])
      expect(text).toContain(`Liasse fiscale au ${end}\t${state}`);
  expect(text.match(/profit taxed at 15 %\tLC\t42500$/gm)).toHaveLength(2);
  expect(text).toMatch(/^2065 .+^2050 .+^2059E .+^2031 .+^2033E /ms);
  for (const id of [1, 2, 3]) {
    const workbook = await new exceljs.Workbook().xlsx.readFile(join(Workspace, `liasse-${id}.xlsx`));
    const forms = workbook.worksheets.map(({ name }) => name);
    expect(forms).toEqual(expect.arrayContaining(id === 3 ? ['2031', '2033A', '2033E'] : ['2065', '2050', '2058C']));
    const pages = pdfPages(readFileSync(join(Workspace, `liasse-${id}.pdf`)));
    expect(pages.length).toBeGreaterThanOrEqual(forms.length / 2);
    expect(pages.filter((page) => page.includes('PROJET'))).toEqual([]);
  }
  expect(Next.slice(-2)).toEqual(['npx taxops db stop', `rm -r ${Workspace}`]);
  rmSync(Workspace, { recursive: true });
});
