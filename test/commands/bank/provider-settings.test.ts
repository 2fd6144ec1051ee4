import { describe, expect, it } from 'vitest';
import { providerSettings } from '../../../src/commands/bank/connection/provider-settings.ts';
import { resolveSettings } from '../../../src/commands/program/settings.ts';

const read = async (env: Record<string, string>) =>
  providerSettings(await resolveSettings({}, { LANG: 'C', ...env }, '/'));

const A = {
  TAXOPS_AGGREGATOR_A_URL: 'https://aggregator.example',
  TAXOPS_AGGREGATOR_A_CLIENT_ID: 'id',
  TAXOPS_AGGREGATOR_A_CLIENT_SECRET: 'secret',
};

describe('settings of providers', () => {
  it('leave out what is not set whole', async () => {
    expect((await read({})).apis.size).toBe(0);
    expect((await read({ ...A, TAXOPS_AGGREGATOR_A_CLIENT_SECRET: '' })).apis.size).toBe(0);
  });

  it('name AggregatorA with the header of its version', async () => {
    const { apis } = await read({ ...A, TAXOPS_AGGREGATOR_A_VERSION: 'Api-Version: 2025-01-15' });
    expect(apis.get('AggregatorA')).toEqual({
      url: 'https://aggregator.example',
      clientId: 'id',
      clientSecret: 'secret',
      rate: 10,
      headers: { 'api-version': '2025-01-15' },
      callbackUrl: undefined,
      webhookSecrets: undefined,
    });
    expect((await read(A)).apis.get('AggregatorA')?.headers).toEqual({ 'bridge-version': '2025-01-15' });
    const back = 'https://firm.example/back';
    const told = await read({ ...A, TAXOPS_AGGREGATOR_A_CALLBACK_URL: back });
    expect(told.apis.get('AggregatorA')?.callbackUrl).toBe(back);
  });

  it('reach the others by gateways', async () => {
    const lines = 'ProviderC https://c.example c1 s1\nChannelB https://b.example c2 s2';
    const { apis } = await read({ TAXOPS_BANK_GATEWAYS: lines });
    expect([...apis].map(([name, { url, clientId }]) => `${name} ${url} ${clientId}`)).toEqual([
      ...['ProviderC https://c.example c1', 'ChannelB https://b.example c2'],
    ]);
  });

  it.each([
    ['an unknown provider', { TAXOPS_BANK_GATEWAYS: 'Nobody https://c.example c s3cret' }],
    ['a line too short', { TAXOPS_BANK_GATEWAYS: 'ProviderC https://c.example s3cret' }],
    ['no address', { TAXOPS_BANK_GATEWAYS: 'ProviderC here c s3cret' }],
    ['a callback that is no address', { ...A, TAXOPS_AGGREGATOR_A_CALLBACK_URL: 's3cret' }],
    ['a version that is no header', { ...A, TAXOPS_AGGREGATOR_A_VERSION: 's3cret' }],
    ['a header cut in two', { ...A, TAXOPS_AGGREGATOR_A_VERSION: 'Api-Version: a\r\nX: s3cret' }],
  ])('refuse %s, and repeat no secret', async (_what, env) => {
    const refused = await read(env).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'SettingInvalid', message: expect.not.stringContaining('s3cret') });
  });
});
