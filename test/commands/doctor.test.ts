import { describe, expect, it } from 'vitest';
import { nodeFinding } from '../../src/commands/operator/doctor.ts';

describe('the release of Node', () => {
  it.each([
    ['v20.20.2', '2026-04-30T23:00:00Z', 'ok'],
    ['v20.20.2', '2026-05-01T00:00:00Z', 'warning'],
    ['v24.3.0', '2026-05-01T00:00:00Z', 'ok'],
    ['v26.0.0', '2026-05-01T00:00:00Z', 'ok'],
  ])('%s on %s: %s', (version, now, state) => {
    expect(nodeFinding(version, now)).toMatchObject({ state, value: version });
  });

  it('past its end comes with what to install', () => {
    expect(nodeFinding('v20.20.2', '2026-11-01T00:00:00Z').fix?.en).toContain('install Node 24');
  });
});
