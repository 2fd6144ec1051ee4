/** Whatever the documentation shows can be typed: the real command line reads every example, every request fits its schemas. */
import { describe, expect, it } from 'vitest';
import { parseInput } from '../../src/commands/operation/invoke.ts';
import { curlExample, shellWords } from '../../src/commands/program/curl-example.ts';
import type { ManifestEntry } from '../../src/commands/program/manifest.ts';
import { loadOperation, manifest } from '../../src/commands/program/operations.ts';
import { DEFAULT_LIMITS, readRequest } from '../../src/commands/serve/request.ts';
import { missingFrom, taxopsWords, typedBy } from '../support/typed-command.ts';

describe('the command line reads', () => {
  const examples = manifest.flatMap(({ cli }) => cli.examples.map((example) => [example]));

  it.each(examples)('%s', async (example) => {
    expect(missingFrom(await typedBy(taxopsWords(example)))).toEqual([]);
  });
});

describe('the request that says the first example', () => {
  const served = manifest.flatMap((entry) => {
    const line = curlExample(entry);
    return line === undefined ? [] : [[entry.id, line, entry] as const];
  });

  it.each(served)('of %s has what its schemas ask for', async (_id, line, entry) => {
    const words = shellWords(line);
    const sent = words.filter((word) => word.startsWith('File=@'));
    expect(sent.length > 0, 'files').toBe(entry.files !== undefined);
    const at = words.indexOf('--json');
    const body = at < 0 ? undefined : words[at + 1];
    const isFile = body?.startsWith('@') === true; // of the reader's own
    const { files: _, ...withoutFiles } = entry;
    const address = words.at(-1) ?? '';
    const request = new Request(address, isFile || body === undefined ? {} : jsonPost(body));
    const { raw: read } = await readRequest(withoutFiles, request, pathOf(entry, address), DEFAULT_LIMITS);
    const raw = isFile ? { ...read, body: undefined } : read;
    const operation = await loadOperation(entry);
    const { body: schema, ...bodiless } = operation;
    expect(() => parseInput(isFile ? bodiless : { ...bodiless, ...(schema && { body: schema }) }, raw)).not.toThrow();
  });
});

const jsonPost = (body: string) => ({ method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

/** Path parameters; what stands as a variable of the shell is some identifier. */
function pathOf({ http }: ManifestEntry, address: string): Record<string, string> {
  const given = new URL(address).pathname.split('/');
  const names = (http?.path ?? '').split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = decodeURIComponent(given[index] ?? '');
      return name ? [[name, value.startsWith('$') ? '1' : value]] : [];
    }),
  );
}
