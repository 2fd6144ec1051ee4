import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { curlExample } from '../../src/commands/program/curl-example.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { testApp } from '../support/http.ts';

const served = manifest.filter(({ http }) => http !== undefined);
const transmission = served.filter(({ refs }) => refs.some((ref) => /^A\d+$/.test(ref)));
const curlOf = (id: string) => {
  const entry = served.find((one) => one.id === id);
  return entry && curlExample(entry);
};

it('is the same request as the command', () => {
  expect(curlOf('declaration.send')).toBe(
    `curl -H "Authorization: Bearer $token" --json '{"EndDate":"2025-12-31","Sujet":"Liasse ALPHA","DeclarationType":"Liasse"}' http://127.0.0.1:8787/api/tax-declarations/accounting-folders/12/deposits`,
  );
  expect(curlOf('declaration.piece.download')).toBe(
    'curl -H "Authorization: Bearer $token" -o liasse.xml "http://127.0.0.1:8787/api/tax-declarations/accounting-folders/12/pieces/Sent?endDate=2025-12-31"',
  );
  expect(curlOf('declaration.publish')).toContain(`--json @declaration.json "http://127.0.0.1:8787`);
  expect(curlOf('ledger.import')).toContain('-F File=@732829320FEC20241231.txt http');
  expect(manifest.filter(({ http }) => !http).map(curlExample)).not.toContain(expect.anything());
});

it.each(served.map((entry) => [entry.id, entry] as const))('of %s goes to its route', async (_id, entry) => {
  const line = curlExample(entry) ?? '';
  const address = new URL(/(http:[^"]*)"?$/.exec(line)?.[1] ?? '');
  const pattern = entry.http?.path.replace(/\{\w+\}/g, '[^/]+');
  expect(address.pathname).toMatch(new RegExp(`^${pattern}$`));
  const method = /-X (\w+)/.exec(line)?.[1] ?? (/ (--json|-F) /.test(line) ? 'POST' : 'GET');
  expect(method).toBe(entry.http?.method);
});

it('stands beside the command on both reference pages, for all sixteen operations of the transmission', async () => {
  expect(transmission).toHaveLength(16);
  const reference = readFileSync('docs/reference/declaration.md', 'utf8');
  const { app } = await testApp();
  const document = (await (await app.request('/openapi.json')).json()) as Document;
  for (const entry of transmission) {
    const { path = '', method = '' } = entry.http ?? {};
    const page = document.paths[path]?.[method.toLowerCase()]?.description ?? '';
    for (const line of [...entry.cli.examples, curlExample(entry) ?? '']) {
      expect(reference).toContain(`\n${line}\n`);
      expect(page).toContain(`\n${line}\n`);
    }
  }
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly description: string }>>>>;
}
