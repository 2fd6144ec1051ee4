import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { keepDemoWorkspace } from '../../support/demo-workspace.ts';

interface Demo {
  readonly Workspace: string;
  readonly Steps: { readonly Status: string; readonly RejectionReason: string }[];
  readonly Files: string[];
}

interface Happened {
  readonly Kind: string;
  readonly Status: string;
  readonly Message: string | null;
  readonly Reasons: readonly { readonly Code: string }[];
}

/** What happened to a declaration, a line each. */
async function history(home: string, type: string): Promise<string[]> {
  const asked = ['--folder', '1', '--end-date', '2024-12-31', '--declaration-type', type];
  const run = await runCli(['declaration', 'history', ...asked, '--json'], { env: { TAXOPS_HOME: home } });
  return run
    .json<readonly Happened[]>()
    .map(({ Kind, Status, Message, Reasons }) =>
      [Kind, Status, Message, ...Reasons.map(({ Code }) => Code)].filter(Boolean).join(' '),
    );
}

it('files through both channels, is rejected with reasons, corrects, is accepted, and has every piece', {
  tags: 'long',
}, async () => {
  keepDemoWorkspace();
  const run = await runCli(['declaration', 'demo', '--json', '--quiet']);
  expect(run.stderr).toBe('');
  const { Workspace, Steps, Files } = run.json<Demo>();
  expect(Steps.map(({ Status }) => Status)).toEqual(['Rejected', 'Accepted', 'Rejected', 'Accepted']);
  expect(Steps[0]?.RejectionReason).toContain('156');
  expect(Steps[2]?.RejectionReason).toContain('156');
  expect(Files.map((file) => basename(file))).toEqual([
    ...['998120406-Liasse-2024-12-31-Sent.txt', '998120406-IS2571-2024-12-31-Sent.xml'],
    ...['Ads', 'Acs', 'Ars'].map((piece) => `998120406-IS2571-2024-12-31-${piece}.xml`),
    ...['IS2571-4.pdf', 'IS2571-3.pdf', 'Liasse-2.pdf', 'Liasse-1.pdf'],
  ]);
  expect(Files.filter((file) => !existsSync(file))).toEqual([]);
  expect(await history(Workspace, 'Liasse')).toEqual([
    ...['Preparation Ready', 'Dispatch Sent', 'Delivery Sent applied', 'Delivery Rejected applied 156 179'],
    ...['Preparation Ready', 'Dispatch Sent', 'Delivery Sent applied', 'Delivery Accepted applied'],
  ]);
  expect(await history(Workspace, 'IS2571')).toEqual([
    ...['Preparation Ready', 'Dispatch Sent', 'Notice Ads', 'Notice Acs', 'Notice Ars 156 179'],
    ...['Preparation Ready', 'Dispatch Sent', 'Notice Ads', 'Notice Acs', 'Notice Ars'],
  ]);
});
