import { describe, expect, it } from 'vitest';
import { isPrivate, refusal } from '../../../src/services/channels/outbound/address-rules.ts';

describe('an address that may be asked', () => {
  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
    ],
    ...['255.255.255.255', '198.18.0.1', '192.0.2.1', '::1', '::', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1'],
    ...['::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'ff02::1', 'no address', ''],
  ])('is not %s', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4007::200e'])(
    'may be %s',
    (address) => {
      expect(isPrivate(address)).toBe(false);
    },
  );

  const rules = { hosts: new Set(['api.example', 'files.example:8443', '10.0.0.1']), allowPrivate: false };
  it.each([
    ['https://api.example/x', undefined],
    ['https://files.example:8443/x', undefined],
    ['https://API.EXAMPLE/x', undefined],
    ['http://api.example/x', 'not an https address'],
    ['ftp://api.example/x', 'not an https address'],
    ['file:///etc/passwd', 'not an https address'],
    ['https://api.example:8443/x', 'not a configured host'],
    ['https://api.example.evil.example/', 'not a configured host'],
    ['https://evil.example/https://api.example/', 'not a configured host'],
    ['https://api.example@evil.example/', 'credentials in an address'],
    ['https://user:word@api.example/', 'credentials in an address'],
    ['https://10.0.0.1/', 'a private address'],
    ['https://0x0a000001/', 'a private address'], // another way of writing 10.0.0.1
    ['https://167772161/', 'a private address'],
  ])('%s: %s', (address, reason) => {
    expect(refusal(new URL(address), rules)).toBe(reason);
  });
});
