/** The lazy stream: what is not asked for is still checked, and nothing is read twice or left open. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBankFile, type StatementReading } from '../../../../../src/services/banking/statements/cfonb/bank-file.ts';
import { FIXTURES, kinds, lines, put, readAll, readSkipping, statement } from './support.ts';

const path = join(FIXTURES, 'good/several-accounts.cfonb');

async function readings(source: string | Iterable<Uint8Array>): Promise<AsyncGenerator<StatementReading>> {
  const file = await openBankFile(source);
  if (file.format !== 'cfonb120') throw new Error('not CFONB 120');
  return file.statements;
}

/** A source that tells whether it was closed. */
function watched(text: string): { chunks: Iterable<Uint8Array>; closed: () => boolean } {
  let closed = false;
  function* chunks(): Generator<Uint8Array> {
    try {
      for (let at = 0; at < text.length; at += 1000) yield Buffer.from(text.slice(at, at + 1000));
    } finally {
      closed = true;
    }
  }
  return { chunks: chunks(), closed: () => closed };
}

describe('statements', () => {
  it('give the same end whether their movements are read or not', async () => {
    const read = (await readAll(readFileSync(path))).statements.map(({ tail }) => tail);
    const skipped = [];
    for await (const reading of await readings(path)) skipped.push(await reading.finish());
    expect(skipped).toEqual(read);
  });

  it('need not be finished before the next', async () => {
    const numbers = [];
    for await (const { head } of await readings(path)) numbers.push(head.number);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('keep their own end when the next has begun', async () => {
    const statements = await readings(path);
    const first = (await statements.next()).value;
    const second = (await statements.next()).value;
    expect(await first.finish()).toMatchObject({ endBalance: { units: 105_000 } });
    expect(await second.finish()).toMatchObject({ endBalance: { units: -251_500 } });
    await statements.return(undefined);
  });

  it('may be read in part', async () => {
    const text = lines(statement(Array.from({ length: 1000 }, (_, index) => ({ units: index }))));
    for await (const reading of await readings([Buffer.from(text)])) {
      for await (const batch of reading.items()) {
        expect(batch.length).toBeLessThan(1000);
        break;
      }
      expect(await reading.finish()).toMatchObject({ balanced: true, movements: 1000 });
      expect(await reading.finish()).toMatchObject({ movements: 1000 });
      for await (const _ of reading.items()) expect.unreachable();
    }
  });

  it('name accounts in order of appearance, once each', async () => {
    const file = await openBankFile(path);
    if (file.format !== 'cfonb120') throw new Error('not CFONB 120');
    for await (const _ of file.statements);
    const accounts = file.accounts();
    expect(accounts.map(({ currencyCode, decimals }) => [currencyCode, decimals])).toEqual([
      ['EUR', 2],
      ['EUR', 2],
      ['EUR', 2],
      ['XPF', 0],
      ['TND', 3],
    ]);
    expect(accounts.map(({ iban }) => iban).slice(0, 2)).toEqual([
      'FR7698765000420001234567895',
      'FR7691234001002000000032297',
    ]);
  });

  it('keep apart two currencies of one account', async () => {
    const dollars = statement([{ units: 7 }], { currencyCode: 'USD' });
    const { statements, findings } = await readAll(lines([...statement([{}]), ...dollars]));
    expect([statements.length, findings]).toEqual([2, []]);
  });

  it('close their source at the end, when left, and when refused', async () => {
    const whole = watched(lines(statement([{}])));
    await readSkipping(whole.chunks);
    expect(whole.closed()).toBe(true);

    const left = watched(lines([...statement([{}]), ...statement(Array.from({ length: 9000 }, () => ({})))]));
    for await (const _ of await readings(left.chunks)) break;
    expect(left.closed()).toBe(true);

    const refused = watched(`<?xml?>${' '.repeat(100_000)}`);
    expect((await openBankFile(refused.chunks)).format).toBeNull();
    expect(refused.closed()).toBe(true);

    const unread = watched(lines(statement(Array.from({ length: 9000 }, () => ({})))));
    await (await openBankFile(unread.chunks)).close();
    expect(unread.closed()).toBe(true);
  });

  it('stop when aborted', async () => {
    const controller = new AbortController();
    const source = watched(lines(statement(Array.from({ length: 9000 }, () => ({})))));
    const file = await openBankFile(source.chunks, { signal: controller.signal });
    controller.abort(new Error('enough'));
    if (file.format !== 'cfonb120') throw new Error('not CFONB 120');
    const reading = (await file.statements.next()).value;
    await expect(reading.finish()).rejects.toThrow('enough');
    await expect(file.statements.next()).rejects.toThrow('enough');
    expect(source.closed()).toBe(true);
  });

  it('pass on the errors of the source', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(lines(statement([{}])));
      throw new Error('disk');
    }
    await expect(readSkipping(broken())).rejects.toThrow('disk');
    await expect(readSkipping(join(FIXTURES, 'no-such-file'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readSkipping(FIXTURES)).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it('reports the findings of the file in the order of the file', async () => {
    const { findings } = await readAll(readFileSync(join(FIXTURES, 'error/bad-date.cfonb')));
    expect(kinds(findings)).toEqual(['BAD_DATE@2', 'BAD_DATE@3', 'BAD_DATE@5']);
  });
});

describe('continuity', () => {
  const chained = [...statement([{}]), ...statement([])];
  it('of chained statements has nothing to tell', async () => {
    const next = put(put(chained[3] ?? '', 35, '060326'), 91, '0000000010010{');
    const { findings } = await readAll(
      lines([...chained.slice(0, 3), next, put(chained[4] ?? '', 91, '0000000010010{')]),
    );
    expect(findings).toEqual([]);
  });

  it('tells a gap of balance with its difference', async () => {
    const { findings, statements } = await readAll(lines(chained));
    expect(findings).toMatchObject([
      {
        kind: 'CONTINUITY_GAP',
        severity: 'warning',
        group: 2,
        place: { record: 4 },
        disagreement: { computed: '1001.00', stated: '1000.00', difference: '-1.00' },
      },
    ]);
    expect(statements.every(({ tail }) => tail.balanced)).toBe(true);
  });

  it('tells a gap of dates, per account', async () => {
    const other = statement([], { accountNumber: '00055555555' });
    const { findings } = await readAll(lines([...statement([]), ...other, ...statement([])]));
    expect(findings).toMatchObject([
      { kind: 'CONTINUITY_GAP', group: 3, disagreement: { computed: '2026-03-06', stated: '2026-03-02' } },
    ]);
  });
});
