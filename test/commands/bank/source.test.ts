import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dayFile } from '../../services/banking/feeds/sources/sources-world.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { startSftpServer } from '../../support/sftp-server.ts';

const settings = await testDatabaseSettings(true);
const home = temporaryFolder('source');
const env = { TAXOPS_DATABASE_URL: settings.url ?? '', TAXOPS_HOME: home, TAXOPS_SECRET_KEY: '5a'.repeat(32) };
const run = (line: string, change = {}) =>
  runCli([...line.split(' '), '--json'], { env: { ...env, ...change }, cwd: home });
const codeOf = async (line: string) => (JSON.parse((await run(line)).stderr) as { code: string }).code;

await run('folder create --name ALPHA');

const NEW_BANK = '--url https://b.example/ --host H --partner P --user U --bank-name B';

describe('a source', () => {
  it('of a folder is added, tried, worked and removed', async () => {
    const inbox = join(home, 'inbox');
    mkdirSync(inbox);
    writeFileSync(join(inbox, 'releve.txt'), dayFile(3));
    const added = await run(
      'bank source add folder bank-a --path inbox --folder 1 --create-accounts --quiet-seconds 0',
    );
    expect(added.json()).toMatchObject({ Kind: 'Folder', EnterpriseId: 1, Settings: { Path: inbox } });
    expect((await run('bank source test bank-a')).json()).toMatchObject({ IsReady: true, Files: ['releve.txt'] });
    expect((await run('job run import-statements --dry-run')).json()).toMatchObject({
      Planned: 1,
      Items: [{ Key: 'bank-a/releve.txt', State: 'planned' }],
    });
    const worked = await run('job run import-statements --scope folder:1 --set source=bank-a');
    expect(worked.json()).toMatchObject({
      State: 'done',
      Tallies: [
        { Title: 'Files', Rows: [{ Source: 'bank-a', ImportedAccountsCount: 1, TransactionsCreated: 3 }] },
        { Title: 'Left to justify', Rows: [{ EnterpriseId: 1, ToJustify: 3 }] },
      ],
    });
    expect((await run('bank source files bank-a')).json()).toMatchObject([
      { FileName: 'releve.txt', State: 'Imported', TransactionsCreated: 3, LeftOut: [] },
    ]);
    expect((await run('job run import-statements --scope company:99')).json()).toMatchObject({ Planned: 0 });
    expect(await codeOf('bank source remove bank-a')).toBe('ConfirmationNeeded');
    expect((await run('bank source remove bank-a --yes')).json()).toEqual({ Removed: 'bank-a' });
    expect((await run('bank source list')).json()).toEqual([]);
  });

  it('of SFTP shows the fingerprint to pin, and never its password', async () => {
    const server = await startSftpServer('open sesame');
    afterAll(() => server.close());
    writeFileSync(join(home, 'password'), 'open sesame\n');
    const place = `--host 127.0.0.1 --port ${server.port} --user cabinet --path /in --password-file password`;
    const added = await run(`bank source add sftp bank-s ${place}`);
    expect(added.json()).toMatchObject({ Kind: 'Sftp', Secrets: ['password'] });
    const tried = await run('bank source test bank-s');
    expect(tried.exitCode).toBe(2);
    expect(tried.json()).toMatchObject({ IsReady: false, Fingerprint: server.fingerprint });
    await run(`bank source pin bank-s --host-key ${server.fingerprint}`);
    expect((await run('bank source test bank-s')).json()).toMatchObject({ IsReady: true });
    const shown = await run('bank source show bank-s');
    expect(shown.stdout + added.stdout + tried.stdout).not.toContain('sesame');
  });

  it('of EBICS keeps what was given, and no more', async () => {
    const bank = '--url https://bank.example/ebics --host BANK --partner CABINET --user USER1 --bank-name Banque';
    const { Settings } = (await run(`bank source add ebics bank-e ${bank}`)).json<{ Settings: object }>();
    expect(Settings).toEqual({
      Version: 'H005',
      ServiceName: 'EOP',
      Scope: 'FR',
      MsgName: 'cfonb120',
      Url: 'https://bank.example/ebics',
      HostId: 'BANK',
      PartnerId: 'CABINET',
      UserId: 'USER1',
      BankName: 'Banque',
      FileFormat: 'camt.xxx.cfonb120.stm',
      SignatureVersion: 'A005',
      WithCertificates: true,
      State: 'New',
    });
    expect((await run('bank source test bank-e')).json()).toMatchObject({ IsReady: false });
  });

  it('keeps its secrets through a change of keys', async () => {
    const newer = { TAXOPS_SECRET_KEY: `${'6b'.repeat(32)},${env.TAXOPS_SECRET_KEY}` };
    const rotated = (await run('secrets rotate', newer)).json<{ Table: string; Changed: number }[]>();
    expect(rotated.find(({ Table }) => Table === 'statement_source')?.Changed).toBe(2);
    const alone = { TAXOPS_SECRET_KEY: '6b'.repeat(32) };
    expect((await run('bank source test bank-s', alone)).json()).toMatchObject({ IsReady: true });
    await run('secrets rotate', { TAXOPS_SECRET_KEY: `${env.TAXOPS_SECRET_KEY},${alone.TAXOPS_SECRET_KEY}` });
  });

  it.each([
    ['bank source show nobody', 'SourceUnknown'],
    ['bank source test nobody', 'SourceUnknown'],
    ['bank source files nobody', 'SourceUnknown'],
    ['bank source remove nobody --yes', 'SourceUnknown'],
    ['job run import-statements --set source=nobody', 'SourceUnknown'],
    ['bank source show ../etc', 'InvalidInput'],
    ['bank source add folder bank-s --path x', 'SourceExists'],
    ['bank source add folder bank-x --path x --folder 99', 'FolderNotFound'],
    ['bank source add folder bank-x --path x --company 99', 'CompanyNotFound'],
    ['bank source add folder bank-x --path x --folder 1 --company 1', 'InvalidInput'],
    ['bank source add folder bank-x --path x --create-accounts', 'InvalidInput'],
    ['bank source add folder bank-x --path x --archive ../x', 'SourceShelfIsInbox'],
    ['bank source add sftp bank-x --host h --user u --path in/ --error-folder ./in', 'SourceShelfIsInbox'],
    ['bank source add sftp bank-x --host h --user u --password-file nowhere', 'FileUnreadable'],
    ['bank source add sftp bank-x --host h --user u --host-key MD5:00', 'InvalidInput'],
    ['bank source add ebics bank-x --url file:///etc --host H --partner P --user U --bank-name B', 'InvalidInput'],
    [`bank source pin bank-e --host-key SHA256:${'A'.repeat(43)}`, 'SourceKindWrong'],
    ['bank ebics init bank-s', 'SourceKindWrong'],
    ['bank ebics letter bank-e', 'SourceIncomplete'],
    ['bank ebics renew bank-e --yes', 'SourceIncomplete'],
    ['bank ebics suspend bank-e --yes', 'SourceIncomplete'],
    ['bank ebics versions bank-s', 'SourceKindWrong'],
    [`bank source add ebics bank-x ${NEW_BANK} --no-certificates`, 'InvalidInput'],
    [`bank source add ebics bank-x ${NEW_BANK} --service-name eop`, 'InvalidInput'],
    [`bank source add ebics bank-x ${NEW_BANK} --msg-version 8`, 'InvalidInput'],
    ['bank ebics bank-keys bank-e', 'SourceIncomplete'],
    ['bank ebics download bank-e --begin-date 2026-01-01 --end-date 2026-01-31', 'SourceIncomplete'],
    ['bank ebics download bank-e --begin-date 2026-02-01 --end-date 2026-01-31', 'PeriodInverted'],
    ['bank ebics download bank-e --begin-date 2026-02-30 --end-date 2026-03-31', 'InvalidInput'],
    [`bank ebics confirm bank-e --authentication ${'A'.repeat(64)} --encryption ${'A'.repeat(64)}`, 'SourceIncomplete'],
  ])('%s: %s', async (line, code) => {
    expect(await codeOf(line)).toBe(code);
  });
});
