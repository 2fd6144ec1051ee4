import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulateAsset } from './simulate.ts';

const folder = new URL('../../../fixtures/assets/', import.meta.url);

describe('fixtures', () => {
  it.each(['car', 'machine-sold', 'building-in-components', 'furnace-revised'])('%s', async (name) => {
    const body: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
    const answer = `${JSON.stringify(simulateAsset(body), null, 2)}\n`;
    await expect(answer).toMatchFileSnapshot(new URL(`${name}.expected.json`, folder).pathname);
  });
});
