import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './scratch.ts';

/** A demo of this test works in a folder that goes with the run: its server may still write when the test ends. */
export function keepDemoWorkspace(): void {
  vi.stubEnv('TMPDIR', temporaryFolder('demo'));
  onTestFinished(() => void vi.unstubAllEnvs());
}
