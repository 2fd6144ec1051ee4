import { expect, it } from 'vitest';
import { SETTINGS } from '../../../src/services/kernel/settings.ts';

/** Written out: what an installation does that says nothing, tests instead of real filings first of all. */
it('has the defaults that operators rely on', () => {
  const defaults = Object.entries(SETTINGS).flatMap(([name, spec]) =>
    spec.default === undefined ? [] : [[name, spec.default]],
  );
  expect(Object.fromEntries(defaults)).toEqual({
    databaseKeepAlive: 'false',
    tokenAlgorithms: 'RS256,PS256,ES256',
    claimFolders: 'folders',
    claimCompany: 'company',
    claimAccess: 'access',
    claimRoles: 'roles',
    webhookExtraScopes: 'false',
    webhookSegment: 'channela',
    requestRate: '15',
    loginScopes: 'openid',
    sessionIdleMinutes: '30',
    sessionHours: '10',
    logLevel: 'error',
    channelEnvironment: 'stage',
    channelARate: '10',
    channelBPublisher: 'TAXOPS',
    channelBRate: '5',
    aggregatorAVersion: 'Bridge-Version: 2025-01-15',
    aggregatorARate: '10',
    channelTimeout: '60',
    channelQuestionSeconds: '45',
    channelAllowPrivate: 'false',
    smtpPort: '587',
    smtpSecurity: 'starttls',
  });
});

it('keeps as secrets what lets anybody in or act', () => {
  const secrets = Object.entries(SETTINGS).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
  expect(secrets.sort()).toEqual([
    'aggregatorAClientSecret',
    'aggregatorAWebhookSecrets',
    'bankGateways',
    'channelAAccount',
    'channelAClientSecret',
    'channelBLogin',
    'channelBPassword',
    'databaseUrl',
    'loginClientSecret',
    'secretKey',
    'smtpPassword',
  ]);
});
