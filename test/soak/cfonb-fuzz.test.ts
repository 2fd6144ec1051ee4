/** The fuzz test of the fast project at length: `npx vitest run --project long test/soak/cfonb-fuzz.test.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { expectSound } from '../services/banking/statements/cfonb/invariants.ts';
import { mutate } from '../services/banking/statements/cfonb/mutations.ts';
import { FIXTURES } from '../services/banking/statements/cfonb/support.ts';

const SEEDS_PER_FILE = process.env.SOAK ? 400 : 50;
const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.cfonb'))
  .sort();

describe('damaged files', () => {
  it.each(files)('%s', async (name) => {
    const bytes = readFileSync(join(FIXTURES, name));
    for (let seed = 1000; seed < 1000 + SEEDS_PER_FILE; seed++) {
      await expectSound(mutate(bytes, seed), seed).catch((error: unknown) => {
        throw new Error(`seed ${seed} of ${name}`, { cause: error });
      });
    }
  });
});
