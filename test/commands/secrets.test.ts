import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretBox } from '../../src/services/secrets/secret-box.ts';
import { runCli } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/scratch.ts';

const db = await testDatabase();
const database = async () => db;
const newHome = () => temporaryFolder('key');
const [first, second] = [newHome(), newHome()];
const on = (home: string, argv: readonly string[], env = {}) =>
  runCli([...argv, '--json'], { database, cwd: first, env: { TAXOPS_HOME: home, ...env } });
const keyCheck = async (home: string, env = {}) =>
  (await on(home, ['doctor'], env)).json<{ Check: string }[]>().find(({ Check }) => /key|Clé/.test(Check));

describe('the secret key', () => {
  it('goes from one machine to another by a file of its owner, and into the audit log by its identifier', async () => {
    const exported = await on(first, ['secrets', 'key', 'export', 'key.txt']);
    expect(exported).toMatchObject({ exitCode: 0, stderr: '' });
    const { Keys, File } = exported.json<{ Keys: string; File: string }>();
    expect([File, statSync(File).mode & 0o777]).toEqual([join(first, 'key.txt'), 0o600]);
    expect(exported.stdout).not.toContain(readFileSync(File, 'utf8').trim());
    const again = await on(first, ['secrets', 'key', 'export', 'key.txt']);
    expect([again.exitCode, again.stderr]).toEqual([6, expect.stringContaining('"code": "FileExists"')]);

    const alone = await on(second, ['secrets', 'rotate']);
    expect(alone.exitCode).toBe(2);
    expect(JSON.parse(alone.stderr)).toMatchObject({ code: 'SecretKeyMissing', hint: expect.stringMatching(/import/) });
    expect(await keyCheck(second)).toMatchObject({ State: 'failed', Fix: expect.stringMatching(/secrets key import/) });

    const imported = await on(second, ['secrets', 'key', 'import', File]);
    expect(imported.json()).toEqual({ Keys, File: join(second, 'secret.key') });
    expect(statSync(join(second, 'secret.key')).mode & 0o777).toBe(0o600);
    expect((await on(second, ['secrets', 'rotate'])).exitCode).toBe(0);
    expect(await keyCheck(second)).toMatchObject({ State: 'ok', Value: expect.stringContaining(Keys) });

    const log = await db.knex('audit_entry').where('operation', 'like', 'operator.secrets%').orderBy('id');
    expect(log.map(({ operation, details }) => [operation, details.keys])).toEqual([
      ['operator.secrets.key.export', Keys],
      ['operator.secrets.key.export', Keys],
      ['operator.secrets.key.import', Keys],
      ['operator.secrets.rotate', Keys],
    ]);
  });

  it('of another database is refused by import, in the language of the reader', async () => {
    const stranger = '11'.repeat(32);
    const run = await runCli(['secrets', 'key', 'import', '-', '--lang', 'fr'], {
      database,
      stdin: stranger,
      env: { TAXOPS_HOME: newHome() },
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('Ce que cette base garde chiffré est sous la clé');
    const set = await on(first, ['secrets', 'key', 'import', 'key.txt'], { TAXOPS_SECRET_KEY: stranger });
    expect(JSON.parse(set.stderr).code).toBe('SecretKeySet');
  });

  it('that is lost for good is replaced only on demand', async () => {
    rmSync(join(second, 'secret.key'));
    expect((await on(second, ['secrets', 'key', 'replace'])).exitCode).toBe(2); // nobody confirms
    const replaced = await on(second, ['secrets', 'key', 'replace', '--yes']);
    expect(replaced.exitCode).toBe(0);
    expect((await on(second, ['secrets', 'rotate'])).exitCode).toBe(0);
    const [lost, { Keys }] = [readFileSync(join(first, 'key.txt'), 'utf8').trim(), replaced.json<{ Keys: string }>()];
    const log = db.knex('audit_entry').where('operation', 'operator.secrets.key.replace').pluck('details');
    expect(await log).toEqual([{ before: secretBox(lost).ids.join(), keys: Keys }]);
    expect(JSON.parse((await on(first, ['secrets', 'rotate'])).stderr).code).toBe('SecretKeyForeign');
  });
});
