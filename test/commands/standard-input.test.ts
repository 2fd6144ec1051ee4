import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Io } from '../../src/commands/program/io.ts';
import { readJsonInput, spoolInput } from '../../src/commands/program/standard-input.ts';
import { runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/scratch.ts';

const folder = temporaryFolder('input');
const left = () => readdirSync(folder);
beforeAll(() => void vi.stubEnv('TMPDIR', folder));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('what comes through a pipe', () => {
  it('is kept until it is removed', async () => {
    const { path, remove } = await spoolInput('-', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(readFileSync(path, 'utf8')).toBe('one two');
    await remove();
    expect(left()).toEqual([]);
  });

  it('is refused beyond a limit, and leaves nothing behind', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(1000);
    }
    const spooling = spoolInput('-', Readable.from(endless()), { most: 10_000 });
    await expect(spooling).rejects.toMatchObject({
      code: 'FileUnreadable',
      params: { reason: { en: 'more than 10000 bytes', fr: 'plus de 10000 octets' } },
    });
    expect(left()).toEqual([]);
  });

  it('is dropped, and not taken for whole, when the person gives up', async () => {
    const giveUp = new AbortController();
    async function* slow(): AsyncGenerator<Buffer> {
      yield Buffer.from('JournalCode');
      giveUp.abort();
    }
    const stdin = Readable.from(slow());
    await expect(spoolInput('-', stdin, { signal: giveUp.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(left()).toEqual([]);
    const run = await runCli(['ledger', 'check', '-'], { stdin: 'JournalCode', signal: giveUp.signal });
    expect(run).toMatchObject({ exitCode: 130, stdout: '', stderr: 'taxops: interrupted\n' });
  });

  it.skipIf(process.platform === 'win32').each([
    [['ledger', 'check'], 'fixtures/fec/worked-example.txt'],
    [['bank', 'statement', 'check'], 'fixtures/demo/bank-998120406/512100-2024-01.cfonb120.txt'],
  ])('is read from a named pipe as from a file: %j', async (command, file) => {
    const pipe = join(folder, 'pipe.txt');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    const run = runCli([...command, pipe, '--json']);
    createReadStream(file).pipe(createWriteStream(pipe));
    expect(await run).toMatchObject({ exitCode: 0, stderr: '' });
    rmSync(pipe);
  });
});

it('a body may begin with a byte-order mark, as files of Windows do', async () => {
  const io = { stdin: Readable.from([Buffer.from('\ufeff{"Name":"A"}')]) } as Partial<Io> as Io;
  expect(await readJsonInput('-', io)).toEqual({ Name: 'A' });
});
