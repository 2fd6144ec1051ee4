import { expect, it } from 'vitest';
import { filingFileName } from '../../../src/services/channels/file-name.ts';
import { requireAgreement } from '../../../src/services/channels/mode.ts';
import type { TaxopsError } from '../../../src/services/kernel/errors.ts';

it.each([
  ['stage', true, true],
  ['prod', false, true],
  ['stage', false, false],
  ['prod', true, false],
  ['production', false, false],
  ['production', true, false],
] as const)('channels in %s and a test that is %s agree: %s', (environment, isTest, agrees) => {
  const asked = () => requireAgreement('ChannelB', environment, isTest);
  if (agrees) expect(asked).not.toThrow();
  else expect(asked).toThrow(expect.objectContaining({ code: 'ChannelModeMismatch' }));
});

it('says in both languages what was to be sent, and the environment as it is set', () => {
  const said = (environment: string, isTest: boolean) => {
    try {
      return requireAgreement('ChannelB', environment, isTest);
    } catch (error) {
      return [(error as TaxopsError).text('en'), (error as TaxopsError).text('fr')];
    }
  };
  expect(said('production', false)).toEqual([
    'ChannelB is set to production, but the filing is real.',
    'ChannelB est réglé sur production, mais l’envoi est réel.',
  ]);
  expect(said('prod', true)).toEqual([
    'ChannelB is set to prod, but the filing is a test.',
    'ChannelB est réglé sur prod, mais l’envoi est un test.',
  ]);
});

it('a file is named by our own values, without what a path is made of', () => {
  const filing = { siren: '732829320', form: '../3310CA3', end: '2026-03-31', reference: 'INFENT/1' } as never;
  expect(filingFileName(filing, 'xml')).toBe('732829320_3310CA3_2026-03-31_INFENT1.xml');
});
