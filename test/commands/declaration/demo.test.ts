import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/scratch.ts';

interface Demo {
  readonly Steps: { readonly Status: string; readonly RejectionReason: string }[];
  readonly Files: string[];
}

it('files through both channels, is rejected with reasons, corrects, is accepted, and has every piece', async () => {
  // The demo keeps its workspace, whose server may still be stopping when the test ends.
  vi.stubEnv('TMPDIR', temporaryFolder('declaration-demo'));
  const run = await runCli(['declaration', 'demo', '--json', '--quiet']);
  expect(run.stderr).toBe('');
  const { Steps, Files } = run.json<Demo>();
  expect(Steps.map(({ Status }) => Status)).toEqual(['Rejected', 'Accepted', 'Rejected', 'Accepted']);
  expect(Steps[0]?.RejectionReason).toContain('156');
  expect(Steps[2]?.RejectionReason).toContain('156');
  expect(Files.map((file) => basename(file))).toEqual([
    ...['998120406-Liasse-2024-12-31-Sent.txt', '998120406-IS2571-2024-12-31-Sent.xml'],
    ...['Ads', 'Acs', 'Ars'].map((piece) => `998120406-IS2571-2024-12-31-${piece}.xml`),
    ...['IS2571-4.pdf', 'IS2571-3.pdf', 'Liasse-2.pdf', 'Liasse-1.pdf'],
  ]);
  expect(Files.filter((file) => !existsSync(file))).toEqual([]);
});
