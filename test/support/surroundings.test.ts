/** Tests answer the same whoever runs them: test/support/database-server.ts. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from './cli.ts';

it('nothing of who runs the tests is read: no taxops.toml of a home, no setting of a shell', async () => {
  expect(existsSync(join(homedir(), '.config'))).toBe(false);
  expect(Object.keys(process.env).filter((name) => /^TAXOPS_(?!TEST_)/.test(name))).toEqual(['TAXOPS_HOME']);
  expect(process.env.TAXOPS_HOME).toBe(join(homedir(), 'taxops')); // which is a folder of the run
  const { json } = await runCli(['config', 'explain', '--json']);
  const settings = json<{ Setting: string; Source: string }[]>();
  const said = settings.filter(({ Source }) => !['default', 'locale'].includes(Source));
  expect(said.map(({ Setting }) => Setting)).toEqual(['home']);
});
