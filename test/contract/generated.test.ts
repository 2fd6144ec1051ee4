/** Files generated from the declarations. `npm run generate` writes them; a stale one fails here. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/commands/program/catalogue.ts';
import { manifestEntry } from '../../src/commands/program/manifest.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { topicNames } from '../../src/commands/program/program.ts';
import { referenceOf } from '../../src/commands/program/reference.ts';
import { aboutOf } from '../../src/commands/program/topics.ts';
import { digestOf, SUMS } from '../../src/services/db/migrations.ts';
import { declarations } from '../support/declarations.ts';

const declared = await declarations();

it('the manifest that was built is fresh: npm run build makes it', () => {
  const entries = declared.map(({ operation, module, name }) => manifestEntry(operation, module, name));
  expect(manifest).toEqual(JSON.parse(JSON.stringify(entries)));
});

it('migrations/SHA256SUMS is fresh', async () => {
  const files = readdirSync('migrations').filter((name) => name.endsWith('.js'));
  const lines = files.sort().map((file) => `${digestOf(`migrations/${file}`)}  ${file}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(`../../migrations/${SUMS}`);
});

describe('docs/reference', async () => {
  const catalogue = loadCatalogue();
  const described = declared.map((one) => ({ ...one, entry: manifestEntry(one.operation, one.module, one.name) }));
  const topics = topicNames(described.map(({ entry }) => entry));
  const lineOf = (topic: string) => aboutOf([topic])?.en ?? '';

  it.each(topics)('%s.md is fresh', async (topic) => {
    const own = described.filter(({ entry }) => entry.cli.path[0] === topic);
    const sections = own.map(({ operation, entry }) => referenceOf(operation, entry, catalogue));
    const page = [`# taxops ${topic}`, lineOf(topic), ...sections].join('\n\n');
    await expect(`${page}\n`).toMatchFileSnapshot(`../../docs/reference/${topic}.md`);
  });

  it('README.md is fresh, and no other page is there', async () => {
    const lines = topics.map((topic) => `- [${topic}](${topic}.md): ${lineOf(topic)}`);
    const head = '# Reference\n\nEvery operation and command, generated from their declarations (`npm run generate`).';
    await expect(`${head}\n\n${lines.join('\n')}\n`).toMatchFileSnapshot('../../docs/reference/README.md');
    expect(readdirSync('docs/reference').sort()).toEqual(['README', ...topics].map((name) => `${name}.md`).sort());
  });
});
