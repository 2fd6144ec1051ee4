/** Files generated from the declarations. `npm run generate` writes them; a stale one fails here. */
import { expect, it } from 'vitest';
import { manifestEntry } from '../../src/commands/manifest.ts';
import { declarations } from '../support/declarations.ts';

const declared = await declarations();

it('src/commands/manifest.json is fresh', async () => {
  const entries = declared.map(({ operation, module, name }) => JSON.stringify(manifestEntry(operation, module, name)));
  await expect(`[\n${entries.join(',\n')}\n]\n`).toMatchFileSnapshot('../../src/commands/manifest.json');
});
