/**
 * The built program, as it is installed: what a bundle may break and the sources cannot show.
 *
 * @module-tag long
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, request as ask, FormData } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabaseSettings } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const home = temporaryFolder('built');
const { url = '' } = await testDatabaseSettings(true);
const env = { ...process.env, TAXOPS_HOME: home, TAXOPS_DATABASE_URL: url };
const children: ChildProcess[] = [];

/** Without connections that rest: `serve` waits for those when it ends. */
const dispatcher = new Agent({ pipelining: 0 });
const request = (address: string, options: Parameters<typeof ask>[1] = {}) => ask(address, { dispatcher, ...options });

/** Starts a command that stays, and waits for its first line. */
function start(argv: readonly string[]): Promise<{ line: string; stop: () => Promise<number | null> }> {
  const child = spawn(process.execPath, ['bin/taxops.js', ...argv], { env });
  children.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout.once('data', (chunk) => resolve({ line: String(chunk).trim(), stop }));
    child.once('close', () => reject(new Error(errors)));
  });
}

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

describe('the built program', () => {
  it('serves files, pages and the description, and ends cleanly', async () => {
    const { line: url, stop } = await start(['serve', '--no-auth', '--port', '0']);
    const body = new FormData();
    const path = 'fixtures/fec/worked-example.txt';
    body.append('File', new Blob([readFileSync(path)]), '732829320FEC20241231.txt');
    const checked = await request(`${url}/api/accounting/ledger-files/check`, { method: 'POST', body });
    expect([checked.statusCode, await checked.body.text()]).toEqual([200, expect.stringContaining('"Accepted"')]);
    for (const page of [
      '/ready',
      '/metrics',
      '/openapi.json',
      '/docs/',
      '/docs/swagger-ui-bundle.js',
      '/problems/SirenTaken',
    ]) {
      const { statusCode, body: text } = await request(url + page);
      expect([page, statusCode]).toEqual([page, 200]);
      await text.dump();
    }
    expect(await stop()).toBe(0);
  });

  it('takes queued work and ends cleanly', async () => {
    const { line, stop } = await start(['worker']);
    expect(line).toMatch(/^ready: \d+ jobs$/);
    expect(await stop()).toBe(0);
  });

  it('writes workbooks', async () => {
    const { line, stop } = await start(['operation', 'list', '--format', 'xlsx', '--fields', 'Id']);
    expect(line.slice(0, 2)).toBe('PK');
    await stop();
  });

  it.runIf(process.platform === 'linux')('completes in a bash that has no package for it', () => {
    const script = `source <(node bin/taxops.js completion bash)
      taxops() { node bin/taxops.js "$@"; }
      compopt() { :; }
      COMP_WORDS=(taxops ledger ch) COMP_CWORD=2
      __taxops_complete
      echo "\${COMPREPLY[@]}"
      complete -p taxops`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script]);
    expect([String(stdout).trim(), String(stderr)]).toEqual([
      expect.stringMatching(/^check\ncomplete -o default /),
      '',
    ]);
  });

  it.runIf(process.platform === 'linux')('completes, and ends, where the database does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const away = { ...env, TAXOPS_DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/c` };
    const argv = ['bin/taxops.js', 'complete', '--', 'folder', 'show', ''];
    const child = spawn(process.execPath, argv, { env: away, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = await Promise.all([text(child.stdout), text(child.stderr)]);
    silent.close();
    expect(said).toEqual([':4\n', '']);
  });

  it.runIf(process.platform === 'linux')('says that its output cannot be written', () => {
    const argv = ['bin/taxops.js', 'explain', 'FEC060'];
    const { status, stderr } = spawnSync(process.execPath, argv, {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    expect([status, String(stderr)]).toEqual([7, 'taxops: standard output cannot be written: ENOSPC\n']);
  });
});
