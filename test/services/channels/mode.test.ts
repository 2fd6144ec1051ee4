import { expect, it } from 'vitest';
import { filingFileName } from '../../../src/services/channels/file-name.ts';
import { requireAgreement } from '../../../src/services/channels/mode.ts';

it.each([
  ['stage', true, true],
  ['prod', false, true],
  ['stage', false, false],
  ['prod', true, false],
] as const)('channels in %s and a test that is %s agree: %s', (environment, isTest, agrees) => {
  const asked = () => requireAgreement('ChannelB', environment, isTest);
  if (agrees) expect(asked).not.toThrow();
  else expect(asked).toThrow(expect.objectContaining({ code: 'ChannelModeMismatch' }));
});

it('a file is named by our own values, without what a path is made of', () => {
  const filing = { siren: '732829320', form: '../3310CA3', end: '2026-03-31', reference: 'INFENT/1' } as never;
  expect(filingFileName(filing, 'xml')).toBe('732829320_3310CA3_2026-03-31_INFENT1.xml');
});
