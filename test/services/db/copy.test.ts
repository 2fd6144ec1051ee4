import { describe, expect, it, vi } from 'vitest';
import { copyIn, copyOut } from '../../../src/services/db/copy.ts';
import { copyRows } from '../../../src/services/db/copy-cursor.ts';
import { CopyPage } from '../../../src/services/db/copy-page.ts';
import { type CopyValue, decodeRows, encodeRow } from '../../../src/services/db/copy-text.ts';
import { testDatabase } from '../../support/database.ts';
import fc, { anyText } from '../../support/property.ts';

const db = await testDatabase();
await db.knex.raw(
  'create table copied (id int, a text, b text, amount numeric, big bigint, flag boolean, bytes bytea)',
);
const COLUMNS = ['id', 'a', 'b', 'amount', 'big', 'flag', 'bytes'];
const count = async (): Promise<number> => Number((await db.knex('copied').count({ n: '*' }))[0]?.n);
const row = (id: number, a: CopyValue = 'x'): CopyValue[] => [id, a, null, '1.50', 5n, true, null];

/** PostgreSQL text holds any character but NUL. */
const text = anyText().map((value) => value.replaceAll('\0', ''));
const LONG = 'plus long qu’un nombre\t'.repeat(3);

describe('rows into a table', () => {
  it('keeps every value exactly', async () => {
    const values = fc.tuple(
      fc.option(text),
      fc.oneof(text, fc.constantFrom('\\N', '\\.', '\t', '\r\n', '\\', '')),
      fc.integer().map((n) => `${n}.25`),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.boolean(),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 20 }), async (items) => {
        await db.transaction(async (trx) => {
          await trx('copied').delete();
          expect(
            await db.copyIn(
              'copied',
              COLUMNS,
              items.map((item, id) => [id, ...item]),
              trx,
            ),
          ).toBe(items.length);
          const rows = await trx('copied').orderBy('id');
          const readBack = rows.map(({ a, b, amount, big, flag, bytes }) => [a, b, amount, big, flag, bytes]);
          expect(readBack).toEqual(items);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('takes batches and single rows from anything that yields, more than the buffers hold', {
    tags: 'long',
  }, async () => {
    async function* source() {
      for (let id = 0; id < 20_000; id += 2) yield [row(id, 'é'.repeat(100)), row(id + 1, 'long'.repeat(50))];
      yield row(-1);
    }
    await db.knex('copied').delete();
    expect(await db.copyIn('copied', COLUMNS, source())).toBe(20_001);
    expect(await count()).toBe(20_001);
  });

  it('waits for the server: the sender learns when it is ahead', async () => {
    const writer = await db.openCopy('copied', COLUMNS);
    const line = encodeRow(row(1, 'y'.repeat(1000)));
    let sent = 0;
    for (; !writer.full; sent++) writer.writeText(line);
    expect(sent * line.length).toBeGreaterThan(500_000);
    await writer.drained();
    expect(writer.full).toBe(false);
    await writer.abort('seen enough');
  });

  it('stores nothing when the server refuses a row, and says why; the connection serves again', async () => {
    await db.knex('copied').delete();
    await expect(
      db.copyIn('copied', COLUMNS, [row(1), ['not a number', '', '', 1, 1, true, null]]),
    ).rejects.toMatchObject({ code: '22P02' });
    expect(await count()).toBe(0);
    await db.transaction(async (trx) => {
      await db.copyIn('copied', COLUMNS, [row(7)], trx);
    });
    expect(await count()).toBe(1);
  });

  it('stores nothing when the source fails in the middle', async () => {
    await db.knex('copied').delete();
    function* source() {
      for (let id = 0; id < 5000; id++) yield row(id);
      throw new Error('bad file');
    }
    await expect(db.copyIn('copied', COLUMNS, source())).rejects.toThrow('bad file');
    await expect(db.transaction((trx) => db.copyIn('copied', COLUMNS, source(), trx))).rejects.toThrow('bad file');
    expect(await count()).toBe(0);
  });

  it('belongs to its transaction', async () => {
    await db.knex('copied').delete();
    const undone = db.transaction(async (trx) => {
      await db.copyIn('copied', COLUMNS, [row(1)], trx);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await count()).toBe(0);
  });

  it('refuses names that are no columns without running them', async () => {
    await expect(db.copyIn('copied', ['id"; drop table copied; --'], [[1]])).rejects.toMatchObject({ code: '42703' });
  });
});

describe('a connection that breaks in the middle', async () => {
  const alone = await testDatabase({ poolSize: 1 });
  await alone.knex.raw('create table copied (id int)');
  const session = async (): Promise<number> => (await alone.knex.raw('select pg_backend_pid() as pid')).rows[0].pid;
  const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

  /** The COPY meets the broken connection before the pool has heard of it. */
  async function breakNextCopy(): Promise<() => void> {
    const client = await alone.knex.client.acquireConnection();
    const query = vi.spyOn(client, 'query');
    alone.knex.client.releaseConnection(client);
    return () => {
      const copy = query.mock.lastCall?.[0] as unknown as { handleError: (error: Error) => void };
      copy.handleError(reset());
      query.mockRestore();
    };
  }

  it('of a COPY in, fails clearly, and the next statement has another session', async () => {
    const [pid, broken] = [await session(), await breakNextCopy()];
    async function* source() {
      yield [1];
      broken();
      yield [2];
    }
    await expect(alone.copyIn('copied', ['id'], source())).rejects.toMatchObject({ code: 'DatabaseConnectionLost' });
    expect(await session()).not.toBe(pid);
  });

  it('of a COPY out, fails clearly, and the next statement has another session', async () => {
    const [pid, broken] = [await session(), await breakNextCopy()];
    const read = async () => {
      for await (const _ of alone.copyOut(`select repeat('x', 1000) from generate_series(1, 50000)`)) broken();
    };
    await expect(read()).rejects.toMatchObject({ code: 'DatabaseConnectionLost' });
    expect(await session()).not.toBe(pid);
  });
});

describe('rows out of a query', () => {
  const rowsOf = async (sql: string): Promise<(string | null)[][]> => {
    const rows = [];
    for await (const batch of decodeRows(db.copyOut(sql))) rows.push(...batch);
    return rows;
  };

  it('come as text, nulls apart, special characters back', async () => {
    expect(await rowsOf(String.raw`values (1, E'a\tb\nc\\d\re', null, '\N'), (2, '', 'é', '\.')`)).toEqual([
      ['1', 'a\tb\nc\\d\re', null, '\\N'],
      ['2', '', 'é', '\\.'],
    ]);
  });

  it('come whole whatever the size', async () => {
    const rows = await rowsOf(`select n, repeat('é', n % 300) from generate_series(1, 20000) n`);
    expect(rows.length).toBe(20_000);
    expect(rows.every(([n, letters], index) => Number(n) === index + 1 && letters?.length === (index + 1) % 300)).toBe(
      true,
    );
  });

  it('come whole when one of them is larger than what comes at once, and when notices come among them', async () => {
    const notice = `create function pg_temp.told(n int) returns text language plpgsql as
      $$ begin raise notice 'row %', n; return repeat('é', n * 40000); end $$`;
    await db.transaction(async (trx) => {
      await trx.raw(notice);
      const rows = [];
      for await (const batch of decodeRows(copyOut(trx, 'select n, pg_temp.told(n) from generate_series(0, 9) n')))
        rows.push(...batch);
      expect(rows.map(([n, letters]) => [n, letters?.length])).toEqual(
        Array.from({ length: 10 }, (_, n) => [String(n), n * 40_000]),
      );
    });
  });

  it('wait for a reader that is slow, and nothing is lost', async () => {
    let last = 0;
    for await (const rows of decodeRows(db.copyOut(`select n, repeat('x', 1000) from generate_series(1, 20000) n`))) {
      for (const [n] of rows) expect(Number(n)).toBe(++last);
      if (last % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(last).toBe(20_000);
  });

  it('are read value by value as they would be read as lists', async () => {
    const values = fc.record({
      int: fc.option(fc.integer()),
      first: fc.option(fc.constantFrom('\n', LONG)),
      big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      flag: fc.option(fc.boolean()),
      day: fc.option(fc.constantFrom('0001-01-01', '1999-12-31', '2024-02-29', '9999-12-31')),
      text: fc.option(fc.oneof(text, fc.constantFrom('\\N', '\\.', '\t', '\r\n', '\\', '', LONG))),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(values, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, size) => {
          const copied = all
            .map(({ int, first, big, flag, day, text }) => encodeRow([int, first, big, flag, day, text]))
            .join('');
          async function* pieces() {
            for (let rest = Buffer.from(copied); rest.length > 0; rest = rest.subarray(size))
              yield rest.subarray(0, size);
          }
          const read = [];
          for await (const row of copyRows(pieces()))
            while (row.hasRow)
              read.push({
                int: row.int(),
                first: row.text(),
                big: row.bigint(),
                flag: row.flag(),
                day: row.day(),
                text: row.text(),
              });
          expect(read).toEqual(
            all.map((one) => Object.fromEntries(Object.entries(one).map(([k, v]) => [k, v ?? undefined]))),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('that a reader leaves stay until it takes them, and are never lost in silence', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `${at}\tligne ${at}\n`).join('');
    const pieces = async function* (size: number) {
      for (let at = 0; at < rows.length; at += size) yield Buffer.from(rows.slice(at, at + size));
    };
    for (const size of [1, 13, 25, 40, rows.length]) {
      const read: unknown[] = [];
      for await (const row of copyRows(pieces(size))) read.push([row.int(), row.text()]);
      expect(read).toEqual(Array.from({ length: 9 }, (_, at) => [at, `ligne ${at}`]));
    }
    const ignoring = async () => {
      for await (const _ of copyRows(pieces(25)));
    };
    await expect(ignoring()).rejects.toThrow('left unread');
  });

  it('are written value by value as they would be as lists', () => {
    const values = fc.record({
      int: fc.maxSafeInteger(),
      big: fc.option(
        fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(0n, 9n, 10n, -10n)),
      ),
      text: fc.oneof(text, fc.constantFrom('\\N', '\t', '\r\n', '\\', '', 'été', 'x'.repeat(70_000))),
      flag: fc.boolean(),
    });
    const page = new CopyPage();
    fc.assert(
      fc.property(fc.array(values, { maxLength: 20 }), (all) => {
        for (const { int, big, text, flag } of all) {
          page.int(int);
          page.bigint(big);
          page.text(text);
          page.flag(flag);
          page.end();
        }
        const rows = all.map(({ int, big, text, flag }) => encodeRow([int, big, text, flag]));
        const pieces = page.take();
        expect(Buffer.concat(pieces).toString()).toBe(rows.join(''));
        expect(
          pieces.every((piece) => piece.at(-1) === 10),
          'rows are not cut',
        ).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('a builder’s values are quoted', async () => {
    const query = db.knex.select(db.knex.raw('? as v', ["it's \\ a ? tab\t"]));
    const rows = [];
    for await (const batch of decodeRows(db.copyOut(query))) rows.push(...batch);
    expect(rows).toEqual([["it's \\ a ? tab\t"]]);
  });

  it('a reader that stops early leaves the pool and the transaction usable', async () => {
    const big = `select repeat('x', 1000) from generate_series(1, 20000)`;
    for (let i = 0; i < 12; i++) for await (const _ of db.copyOut(big)) break;
    await db.transaction(async (trx) => {
      for await (const _ of db.copyOut(big, trx)) break;
      expect((await trx.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    });
    expect((await db.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('an error of the query is reported', async () => {
    await expect(rowsOf('select 1 / (n - 5000) from generate_series(1, 10000) n')).rejects.toMatchObject({
      code: '22012',
    });
    await expect(rowsOf('select no_such_column')).rejects.toMatchObject({ code: '42703' });
    expect((await db.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('goes in and out of a table named with its schema', async () => {
    await db.knex('copied').delete();
    expect(
      await copyIn(
        db.knex,
        'public.copied',
        ['id', 'a'],
        [
          [1, 'x'],
          [2, null],
        ],
      ),
    ).toBe(2);
    const rows = [];
    for await (const batch of decodeRows(copyOut(db.knex, 'select id, a from copied order by id'))) rows.push(...batch);
    expect(rows).toEqual([
      ['1', 'x'],
      ['2', null],
    ]);
  });
});
