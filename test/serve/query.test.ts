import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';

const db = await testDatabase();
const { app } = await testApp({ TAXOPS_DATABASE_URL: db.settings.url ?? '' });

describe('the query of a request', () => {
  it.each([
    ['/api/operator/operations?mising=true', 'mising', 'Did you mean missing?'],
    ['/api/operator/operations?Missing=true', 'Missing', 'Did you mean missing?'],
    ['/api/operator/operations?missing=true&missing=false', 'missing', 'more than once'],
    ['/api/operator/codes/FolderNotFound?x=1', 'x', 'none in the query'],
    ['/api/banking/connections/callback?step=sync_success&step=sync_success', 'step', 'more than once'],
    ['/api/banking/enterprises/1/transactions?$orderBy=Id', '$orderBy', 'not one of'],
    [`/api/operator/operations?${'x'.repeat(5000)}=1`, `${'x'.repeat(1000)}…`, 'not one of'],
  ])('%s is refused', async (address, path, message) => {
    const response = await app.request(address);
    const problem = (await response.json()) as { code: string; errors: { path: string; message: string }[] };
    expect([response.status, problem.code]).toEqual([400, 'InvalidInput']);
    expect(problem.errors).toEqual([expect.objectContaining({ path, message: expect.stringContaining(message) })]);
  });

  it('may hold what partners add where partners call', async () => {
    const open = manifest.filter(({ http }) => http?.openQuery).map(({ id }) => id);
    expect(open).toEqual(['bank.connection.callback', 'bank.connection.push', 'declaration.webhook.receive']);
    const response = await app.request('/api/banking/connections/callback?step=sync_success&context=abc&context=d');
    expect(response.status).not.toBe(400);
  });
});
