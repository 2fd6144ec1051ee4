/**
 * The contract of one area, proved on what its own seed builds: what is answered is written down, and as the schema says;
 * every field of an answer is filled and every field of an input matters in some good case; every declared failure comes.
 * The long run asks all of it by the command line too, which answers the same (commands.ts).
 */
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RawInput } from '../../src/commands/operation/invoke.ts';
import type { Operation } from '../../src/commands/operation/operation.ts';
import type { ManifestEntry } from '../../src/commands/program/manifest.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import type { Actor } from '../../src/services/operation/actor.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { temporaryFolder } from '../support/scratch.ts';
import { proveAccess } from './access.ts';
import { proveCommands } from './commands.ts';
import { Fields } from './fields.ts';
import { laidOut, presentOf, Scribe } from './golden.ts';
import { notRead, rawInput, watched, withoutEffect, withoutNearName } from './inputs.ts';
import { recordStatements, unboundReads } from './plans.ts';
import { type Area, type BadCase, type CaseInput, entryOf, goodInput, isOf, send } from './requests.ts';

const served = manifest.filter(({ http }) => http !== undefined);

/** Where nothing is written, nothing is answered. */
const statusOf = (id: string, written: string): number => (written === '' ? 204 : (entryOf(id).http?.status ?? 200));

const goldenOf = (name: string): string => join(import.meta.dirname, `golden/${name}.expected.json`);

const OPERATOR: Actor = { kind: 'local', name: 'loopback' };

export async function proveArea(area: Area): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: presentOf(0) });
  const own = served.filter(({ id }) => isOf(area, id));
  const bad = [...area.bad, ...own.flatMap((entry) => unknownFolder(entry, goodInput(area, entry.id)))];
  const operations = new Map<string, Operation>();
  for (const entry of own) operations.set(entry.id, await loadOperation(entry));

  const installation = {
    TAXOPS_SECRET_KEY: '5a'.repeat(32),
    TAXOPS_CHANNEL_A_PAGE_URL: 'https://channel.example/app',
    TAXOPS_INTERNAL_FOLDER: temporaryFolder('handover'),
  };
  const forHttp = await testDatabaseSettings(true);
  const seeding = await testApp({ ...installation, TAXOPS_DATABASE_URL: forHttp.url ?? '' });
  for (const [id, input] of area.seed ?? []) {
    const answer = await send(seeding.app, entryOf(id), input);
    if (answer.status >= 300) throw new Error(`the seed: ${id} answers ${answer.status} ${await answer.text()}`);
  }
  if (area.stored) await (await seeding.program.db()).knex.raw(area.stored);
  await seeding.program.close();
  await proveCommands(area, bad, { seeded: forHttp, installation, golden: goldenOf(areaName()) });
  let actor = OPERATOR;
  const { app, program, failures } = await testApp(
    { ...installation, TAXOPS_DATABASE_URL: forHttp.url ?? '' },
    async () => actor,
  );

  afterAll(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const statements = recordStatements();
  const answers = new Map<string, unknown[]>();
  const read = new Map<string, Set<string>>();
  beforeAll(() => {
    for (const [id, operation] of operations) {
      const [run, seen] = [operation.run, new Set<string>()];
      read.set(id, seen);
      vi.spyOn(operation, 'run').mockImplementation((ctx, input) => run(ctx, watched(input, seen)));
    }
  });

  const scribe = new Scribe();
  const golden: unknown[] = [];
  it.each(area.good.map(([id, input], index) => [id, input, index] as const))(
    '%s %j is answered',
    async (id, input, index) => {
      vi.setSystemTime(presentOf(index));
      const response = await send(app, entryOf(id), input);
      const text = await response.text();
      expect(response.status).toBe(statusOf(id, text));
      const isJson = response.headers.get('content-type')?.includes('json');
      const answer = isJson ? JSON.parse(text) : text;
      if (!area.unwritten?.includes(id)) golden.push({ [id]: scribe.write(answer) });
      const { output } = await loadOperation(entryOf(id));
      if (typeof answer !== 'string') expect(output.parse(answer)).toEqual(answer);
      answers.set(id, [...(answers.get(id) ?? []), answer]);
    },
  );

  it('answers what is written down', async () => {
    await expect(`${laidOut(golden)}\n`).toMatchFileSnapshot(goldenOf(areaName()));
  });

  it.each(bad)('%s fails with %s', async (id, code, input) => {
    const response = await send(app, entryOf(id), input);
    expect(await response.json()).toMatchObject({ code, status: response.status });
  });

  const proved = own.filter(({ id }) => !(id in (area.goodElsewhere ?? {})));

  it('every field of every answer is filled, every list has an item', () => {
    const fields = new Fields();
    for (const { id } of proved) {
      const values = (answers.get(id) ?? []).filter((answer) => typeof answer !== 'string');
      const output = operations.get(id)?.output;
      if (values.length > 0 && output) fields.see(id, output, 'output', values);
    }
    expect(fields.empty.sort()).toEqual(Object.keys(area.neverFilled ?? {}).sort());
  });

  describe('every field of every input', () => {
    const inputsOf = (entry: ManifestEntry) =>
      area.good.flatMap(([id, input]) => (id === entry.id ? [rawInput(entry, input)] : []));
    const about = (find: (operation: Operation, entry: ManifestEntry) => readonly string[]) =>
      proved.flatMap((entry) => {
        const operation = operations.get(entry.id);
        return operation ? find(operation, entry).map((path) => `${entry.id} ${path}`) : [];
      });

    it('is given by a good case', () => {
      const fields = new Fields();
      for (const entry of proved) seeInputs(fields, operations.get(entry.id), inputsOf(entry));
      expect(fields.empty.sort()).toEqual(Object.keys(area.neverGiven ?? {}).sort());
    });

    it('changes what is read from the request', () => {
      expect(about((operation, entry) => withoutEffect(operation, inputsOf(entry)))).toEqual([]);
    });

    it('that is a code of a list is refused in another letter case, with the name that is near', () => {
      expect(about((operation, entry) => withoutNearName(operation, inputsOf(entry)))).toEqual([]);
    });

    it('is looked at by the operation', () => {
      const unread = about((operation, entry) => notRead(operation, inputsOf(entry), read.get(entry.id) ?? new Set()));
      expect(unread.sort()).toEqual(Object.keys(area.neverRead ?? {}).sort());
    });
  });

  proveAccess(
    own.map((entry) => ({
      entry,
      policy: operations.get(entry.id)?.policy ?? { kind: 'public' },
      input: goodInput(area, entry.id),
    })),
    async (who, entry, input) => {
      actor = who;
      const response = await send(app, entry, input);
      actor = OPERATOR;
      return response;
    },
  );

  it('asks every table that grows for rows of a folder, by an index', async () => {
    expect(await unboundReads(await program.db(), statements)).toEqual([]);
  });

  it('met no bug on the way', async () => {
    expect(failures).toEqual([]);
    await program.close();
  });
}

function seeInputs(fields: Fields, operation: Operation | undefined, inputs: readonly RawInput[]): void {
  if (!operation) return;
  const { id, params, query, body } = operation;
  fields.see(
    id,
    params,
    'input',
    inputs.map((input) => input.params),
  );
  fields.see(
    `${id}?`,
    query,
    'input',
    inputs.map((input) => input.query),
  );
  if (body)
    fields.see(
      `${id} body`,
      body,
      'input',
      inputs.map((input) => input.body),
    );
}

/** Every operation of a folder is asked for one that does not exist. */
function unknownFolder(entry: ManifestEntry, good: CaseInput): BadCase[] {
  const path = entry.inputs.find(({ flag, in: place }) => flag === 'folder' && place === 'path');
  return path ? [[entry.id, 'FolderNotFound', inFolder(good, path.name, 999)]] : [];
}

/** The same input for another folder, wherever the input names it. */
function inFolder(input: CaseInput, name: string, folderId: number): CaseInput {
  const repeated = ['AccountingFolderId', 'EnterpriseId'].filter((field) => field in Object(input.body));
  const body =
    repeated.length > 0
      ? { body: { ...Object(input.body), ...Object.fromEntries(repeated.map((field) => [field, folderId])) } }
      : {};
  return { ...input, params: { ...input.params, [name]: folderId }, ...body };
}

/** The name of the test file that proves it. */
const areaName = (): string => basename(expect.getState().testPath ?? '', '.test.ts');
