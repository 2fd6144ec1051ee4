/** Pages of lists, the reading of files, and what kind of file one is. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withRecognised } from '../../../src/services/intake/recognise.ts';
import { sniff } from '../../../src/services/ledger/fec/sniff.ts';
import { pageOfList } from '../../../src/services/ledger/page.ts';
import { watched } from '../../../src/services/ledger/watched.ts';

it.each([
  [{ page: 1, limit: 2 }, ['a', 'b'], true],
  [{ page: 2, limit: 2 }, ['c'], false],
  [{ page: 3, limit: 2 }, [], false],
  [{ page: 1, limit: 3 }, ['a', 'b', 'c'], false],
])('page %j of three is %j', (paging, items, hasMore) => {
  expect(pageOfList(['a', 'b', 'c'], paging)).toEqual({ ...paging, items, total: 3, hasMore });
});

describe('the reading of a file', () => {
  const steps: unknown[] = [];
  const progress = { step: (step: unknown) => void steps.push(step) };
  const file = { name: 'releve.txt', path: 'fixtures/cfonb/good/worked-example.cfonb' };

  it('shows how far it is, and leaves nothing drawn', async () => {
    const read = watched({ progress, signal: new AbortController().signal } as never, file, async (done) => {
      done(120);
      return 'read';
    });
    expect(await read).toBe('read');
    expect(steps).toEqual([
      { label: 'releve.txt', done: 120, total: 610 },
      { label: 'releve.txt', done: 1, total: 1 },
    ]);
  });

  it('stops when the caller leaves', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(watched({ progress, signal } as never, file, async (done) => done(1))).rejects.toThrow('gone');
    expect(steps.at(-1)).toEqual({ label: 'releve.txt', done: 1, total: 1 });
  });
});

describe('a file', () => {
  it.each([
    ['fixtures/fec/worked-example.txt', 'Ledger'],
    ['fixtures/cfonb/good/worked-example.cfonb', 'Statement'],
    ['fixtures/cfonb/refused/pdf.cfonb', 'Unknown'],
  ])('%s is recognised by its first bytes: %s', async (path, kind) => {
    const kinds = await withRecognised(
      [{ name: 'file', path }],
      () => false,
      async (files) => files.map((one) => one.kind),
    );
    expect(kinds).toEqual([kind]);
  });

  const sniffed = (text: string) =>
    sniff(
      (async function* () {
        yield Buffer.from(text, 'latin1');
      })(),
    );
  const [HEAD = ''] = readFileSync('fixtures/fec/worked-example.txt', 'latin1').split('\n');

  it('of entries says by what its fields are separated', async () => {
    expect(await sniffed(`${HEAD}\n`)).toEqual({ separator: 9 });
    expect(await sniffed(`${HEAD.replaceAll('\t', '|')}\n`)).toEqual({ separator: 124 });
    expect(await sniffed('%PDF-1.7')).toHaveProperty('key');
  });
});
