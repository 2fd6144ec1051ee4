import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../../src/services/simulators/stage/faults.ts';
import { faultsFor, fileAll } from './file-once.ts';
import { certificate, partners } from './partners.ts';

const tls = await certificate();
const limits = { attempts: 2 };
const quick = FAULTS.filter((fault) => fault !== 'timeout' && fault !== 'slow');

describe.each([1, 2, 3])('whoever does as the outcomes tell (seed %i)', async (seed) => {
  const world = await partners({ tls, limits, script: { seed, faults: faultsFor(quick, 0.4) } });

  it('files everything once', { tags: seed === 1 ? [] : 'long' }, async () => {
    expect(await fileAll(world, 6)).toBeGreaterThanOrEqual(6);
    expect(world.simulator.calls.filter(({ fault }) => fault !== undefined).length).toBeGreaterThan(0);
  });
});
