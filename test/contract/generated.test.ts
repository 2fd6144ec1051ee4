/** Files generated from the declarations. `npm run generate` writes them; a stale one fails here. */
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../src/commands/catalogue.ts';
import { manifestEntry } from '../../src/commands/manifest.ts';
import { topicNames } from '../../src/commands/program.ts';
import { referenceOf } from '../../src/commands/reference.ts';
import { declarations } from '../support/declarations.ts';

const declared = await declarations();

it('src/commands/manifest.json is fresh', async () => {
  const entries = declared.map(({ operation, module, name }) => JSON.stringify(manifestEntry(operation, module, name)));
  await expect(`[\n${entries.join(',\n')}\n]\n`).toMatchFileSnapshot('../../src/commands/manifest.json');
});

it('REFERENCE.md is fresh', async () => {
  const catalogue = await loadCatalogue();
  const described = declared.map((one) => ({ ...one, entry: manifestEntry(one.operation, one.module, one.name) }));
  const sections = topicNames(described.map(({ entry }) => entry)).map((topic) => {
    const own = described.filter(({ entry }) => entry.cli.path[0] === topic);
    return [`## ${topic}`, ...own.map(({ operation, entry }) => referenceOf(operation, entry, catalogue))].join('\n\n');
  });
  const head = '# Reference\n\nEvery operation and command, generated from their declarations (`npm run generate`).';
  await expect(`${[head, ...sections].join('\n\n')}\n`).toMatchFileSnapshot('../../REFERENCE.md');
});
