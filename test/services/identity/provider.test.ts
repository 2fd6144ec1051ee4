import { afterAll, expect, it } from 'vitest';
import { configuredProvider } from '../../../src/services/identity/provider.ts';
import type { Verifier } from '../../../src/services/identity/token.ts';
import type { Settings } from '../../../src/services/kernel/settings.ts';
import { defaultSettings } from '../../support/context.ts';
import { identityProvider } from '../../support/identity-provider.ts';

const PAGES = 'https://pages.example';
const idp = await identityProvider([PAGES]);
afterAll(() => idp.close());

const settings: Settings = {
  ...defaultSettings,
  issuer: { value: idp.issuer, source: 'default' },
  loginClientId: { value: 'pages', source: 'default' },
};
const clock = { now: () => '2026-03-01T10:00:00.000Z' };
const provider = configuredProvider(settings, { verifier: {} as Verifier, clock, log: () => {} });

const begun = async () => (await provider?.begin(`${PAGES}/login/callback`, '/'))?.pending.state;

it('those who ask for a login meanwhile share one look at the provider, the next one looks again', async () => {
  const states = await Promise.all(Array.from({ length: 50 }, begun));
  expect(new Set(states).size).toBe(50);
  expect(idp.discoveries()).toBe(1);
  expect(states).not.toContain(await begun());
  expect(idp.discoveries()).toBe(2);
});
