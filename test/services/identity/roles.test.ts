import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../../src/services/identity/roles.ts';

const read = (value: string | undefined) => rolesOf({ roles: { value, source: 'file taxops.toml' } });

describe('the table of roles', () => {
  it('has those built in', () => {
    expect([...read(undefined)].map(([role, rights]) => [role, [...rights].join(' ')])).toEqual([
      ['reader', 'read'],
      ['accountant', 'read write'],
      ['sender', 'read write send'],
      ['administrator', 'read write send administer'],
      ['operator', 'operate'],
    ]);
  });

  it('adds its own, which may replace one built in', () => {
    const roles = read('{"Preparer":["read","write"],"Sender":["send"],"Nobody":[]}');
    expect([...(roles.get('preparer') ?? [])]).toEqual(['read', 'write']);
    expect([...(roles.get('sender') ?? [])]).toEqual(['send']);
    expect([...(roles.get('nobody') ?? ['?'])]).toEqual([]);
    expect(roles.get('reader')).toEqual(new Set(['read']));
  });

  it.each<[string, string]>([
    ['{"Preparer":["read","delete"]}', 'file taxops.toml: role "Preparer": "delete"'],
    ['{"Preparer":"read"}', 'file taxops.toml: role "Preparer": "read"'],
    ['{" ":["read"]}', 'file taxops.toml: role " ": " "'],
    ['["read"]', 'file taxops.toml: roles is no table'],
    ['"read"', 'file taxops.toml: roles is no table'],
    ['Preparer', 'file taxops.toml: roles is no table'],
  ])('refuses %s by name', (value, reason) => {
    expect(() => read(value)).toThrowError(
      expect.objectContaining({ code: 'RolesInvalid', message: expect.stringContaining(reason) }),
    );
  });
});
