/** Roles from the claim of a signed token to the answer of an operation; a table that cannot be used stops `serve`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/commands/program/context.ts';
import { bearerAuthentication } from '../../src/commands/serve/authenticate.ts';
import { keyStore } from '../../src/services/identity/key-store.ts';
import { rolesOf } from '../../src/services/identity/roles.ts';
import { DEFAULT_CLAIMS, tokenVerifier } from '../../src/services/identity/token.ts';
import { runCli } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { eachOf } from '../support/length.ts';
import { temporaryFolder } from '../support/scratch.ts';

const db = await testDatabase();
await db.knex('company').insert({ name: 'CABINET' });
await db.knex('folder').insert({ company_id: 1, name: 'ALPHA' });

const pair = await generateKeyPair('ES256', { extractable: true });
const keys = keyStore(async () => ({ keys: [await exportJWK(pair.publicKey)] }), systemClock);
const rules = {
  issuer: 'https://id.example',
  audience: 'taxops',
  algorithms: ['ES256'],
  service: { clientIds: new Set<string>(), scope: 's', extraScopes: false },
  user: { clientIds: undefined, scope: undefined },
  claims: DEFAULT_CLAIMS,
  roles: rolesOf({ roles: { value: '{"Preparer":["read","write"]}', source: 'test' } }),
};
const verifier = tokenVerifier(rules, keys, systemClock, () => {});
const { app } = await testApp(
  { TAXOPS_DATABASE_URL: db.settings.url ?? '' },
  bearerAuthentication(verifier, systemClock),
);

const ask = async (claims: object, [method, path, body]: readonly [string, string, object]) => {
  const token = await new SignJWT({ sub: 'u', client_id: 'c', company: 1, folders: [1], ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(rules.issuer)
    .setAudience(rules.audience)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(pair.privateKey);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return (await app.request(path, { method, headers, body: JSON.stringify(body) })).status;
};

const CREATE = ['POST', '/api/accounting/companies', { Name: 'AUTRE' }] as const;
const RENAME = ['PATCH', '/api/accounting/companies/1', { Name: 'RENOMME' }] as const;
const FILE = [
  'POST',
  '/api/tax-declarations/accounting-folders/1/deposits',
  { EndDate: '2025-12-31', Sujet: 'Liasse', DeclarationType: 'Liasse' },
] as const;
const FOLDER = ['PATCH', '/api/accounting/accounting-folders/1', { Name: 'BETA' }] as const;

/** A return of no period is not found (404): whoever gets that far was let in. */
describe('who asks', () => {
  eachOf(
    [
      ['Write, without roles', { access: 'Write' }, [403, 403, 404, 200]],
      ['an accountant', { access: 'Write', roles: ['Accountant'] }, [403, 403, 403, 200]],
      ['a role of the table', { roles: ['Preparer'] }, [403, 403, 403, 200]],
      ['a sender', { roles: ['Sender'] }, [403, 403, 404, 200]],
      ['a reader', { roles: ['Reader'] }, [403, 403, 403, 403]],
      ['an operator', { roles: ['Operator'] }, [403, 403, 403, 403]],
      ['a role that no table knows', { access: 'Write', roles: ['Admin'] }, [403, 403, 403, 403]],
    ],
    3,
  )('%s: creates a firm, renames it, files a return, renames a folder', async (_who, claims, wanted) => {
    const answers: number[] = [];
    for (const request of [CREATE, RENAME, FILE, FOLDER]) answers.push(await ask(claims, request));
    expect(answers).toEqual(wanted);
  });

  it('an administrator renames the firm of the token and no other', async () => {
    expect(await ask({ roles: ['Administrator'] }, RENAME)).toBe(200);
    expect(await ask({ roles: ['Administrator'], company: 2 }, RENAME)).toBe(404);
  });
});

describe('at the command line', () => {
  const folderWith = (toml: string): string => {
    const folder = temporaryFolder('roles');
    writeFileSync(join(folder, 'taxops.toml'), `home = "data"\n${toml}`);
    return folder;
  };
  const provider = {
    TAXOPS_ISSUER: 'https://id.example',
    TAXOPS_AUDIENCE: 'a',
    TAXOPS_JWKS_URL: 'https://id.example/k',
  };

  it('a token for trials has its roles', async () => {
    const cwd = folderWith('');
    const { stdout } = await runCli(
      ['token', 'issue', '--user', 'anne', '--folders', '1', '--roles', 'Sender,Reader'],
      { cwd, env: { TAXOPS_DATABASE_URL: await db.url() } },
    );
    expect(decodeJwt(stdout.trim())).toMatchObject({ roles: ['Sender', 'Reader'] });
  });

  it('serve refuses a table that cannot be used, by name', async () => {
    const cwd = folderWith('[roles]\nPreparer = ["read", "delete"]\n');
    const { exitCode, stderr } = await runCli(['serve', '--port', '0'], { cwd, env: provider });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/taxops\.toml: role "Preparer": "delete"/)]);
  });

  it('a setting that is one value is no table', async () => {
    const cwd = folderWith('[issuer]\nname = "x"\n');
    const { exitCode, stderr } = await runCli(['config', 'explain'], { cwd });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('issuer is one value')]);
  });
});
