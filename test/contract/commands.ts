/**
 * The cases of one area by the command line, on a copy of what its seed built: it writes what the listener answers
 * (golden/<area>.expected.json), counts as it counts, and fails with the same codes.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/services/db/database.ts';
import type { DatabaseSettings } from '../../src/services/db/settings.ts';
import { readTable } from '../../src/services/kernel/package-file.ts';
import { runCli } from '../support/cli.ts';
import { copyOfDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { isWhole } from '../support/length.ts';
import { presentOf, Scribe } from './golden.ts';
import { type Area, argvOf, type BadCase, entryOf, send } from './requests.ts';

interface Seeded {
  /** The database that the seed built, to which nobody is connected. */
  readonly seeded: DatabaseSettings;
  readonly installation: Readonly<Record<string, string>>;
  /** The file of what the good cases answer. */
  readonly golden: string;
}

export async function proveCommands(area: Area, bad: readonly BadCase[], { seeded, installation, golden }: Seeded) {
  if (!isWhole) return;
  const settings = await copyOfDatabase(seeded);
  const env = { ...installation, TAXOPS_DATABASE_URL: settings.url ?? '', TAXOPS_LANG: 'en' };
  /** A session of its own for each command would cost more than the command. */
  const database = openDatabase(settings);
  const { app, program } = await testApp(env);
  afterAll(async () => {
    await program.close();
    await (await database).close();
  });
  const run = (id: string, input: Parameters<typeof argvOf>[1]) =>
    runCli([...argvOf(entryOf(id), input), '--json'], { env, database: () => database });

  const written: readonly Readonly<Record<string, unknown>>[] = JSON.parse(readFileSync(golden, 'utf8'));
  const expected = written.values();
  const scribe = new Scribe();

  describe('by the command line', { tags: 'long' }, () => {
    it.each(area.good.map(([id, input], index) => [id, input, index] as const))(
      '%s %j is answered alike',
      async (id, input, index) => {
        vi.setSystemTime(presentOf(index));
        const { stdout, stderr } = await run(id, input);
        const answer = parse(stdout);
        const isWritten = !area.unwritten?.includes(id);
        if (isWritten) expect({ [id]: scribe.write(answer) }).toEqual(expected.next().value);
        if (entryOf(id).http?.method !== 'GET') return expect(stderr.split('\n').filter(isNoWord)).toEqual([]);
        const response = await send(app, entryOf(id), input);
        const count = response.headers.get('x-total-count');
        expect(stderr).toBe(count === null ? '' : `X-Total-Count: ${count}\n`);
        if (!isWritten) expect(answer).toEqual(await response.json());
      },
    );

    it.each(bad)('%s fails with %s', async (id, code, input) => {
      expect(JSON.parse((await run(id, input)).stderr).code).toBe(code);
    });
  });
}

const WORDS = readTable('src/commands/program/header-words.tsv', ['name', 'en', 'fr']).map(
  ({ en }) => en.split('{value}')[0],
);

/** Beside its result a command says what the headers of the answer say. */
const isNoWord = (line: string): boolean =>
  line !== '' && !/^X-Total-Count: \d+$/.test(line) && !WORDS.some((word) => line.startsWith(word ?? line));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
