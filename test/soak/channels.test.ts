import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/services/simulators/stage/faults.ts';
import { faultsFor, fileAll } from '../services/channels/file-once.ts';
import { certificate, partners } from '../services/channels/partners.ts';

const tls = await certificate();
const limits = { attempts: 2 };
const [SEED_COUNT, DECLARATIONS] = process.env.SOAK ? [10, 100] : [2, 12];
const SEEDS = Array.from({ length: SEED_COUNT }, (_, index) => index + 1);

describe('whoever does as the outcomes tell', async () => {
  const worlds = await Promise.all(
    SEEDS.map(async (seed) => {
      const script = { seed, faults: faultsFor(FAULTS, 0.5) };
      return [seed, await partners({ tls, limits, script })] as const;
    }),
  );

  it.concurrent.each(worlds)(`files ${DECLARATIONS} declarations once (seed %i)`, async (_seed, world) => {
    expect(await fileAll(world, DECLARATIONS)).toBeGreaterThan(DECLARATIONS);
  });
});
