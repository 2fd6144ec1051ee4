import { describe, expect, it } from 'vitest';
import { newSecretKey, secretBox } from '../../../src/services/secrets/secret-box.ts';

const key = newSecretKey();

describe('a sealed secret', () => {
  it('opens in its place', () => {
    const box = secretBox(key);
    expect(box.open(box.seal('mot de passe', 'client/1'), 'client/1').toString()).toBe('mot de passe');
  });

  it('never looks the same twice', () => {
    const box = secretBox(key);
    expect(box.seal('a', 'p').equals(box.seal('a', 'p'))).toBe(false);
  });

  it('does not open elsewhere, changed, cut, or with another key', () => {
    const box = secretBox(key);
    const sealed = box.seal('a', 'p');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    for (const attempt of [
      () => box.open(sealed, 'q'),
      () => box.open(changed, 'p'),
      () => box.open(sealed.subarray(0, 10), 'p'),
      () => secretBox(newSecretKey()).open(sealed, 'p'),
    ]) {
      expect(attempt).toThrow(expect.objectContaining({ code: 'SecretUnreadable' }));
    }
  });

  it('opens under an older key, and is known as old', () => {
    const sealed = secretBox(key).seal('a', 'p');
    const rotated = secretBox(`${newSecretKey()},${key}`);
    expect(rotated.open(sealed, 'p').toString()).toBe('a');
    expect([rotated.isOld(sealed), rotated.isOld(rotated.seal('a', 'p'))]).toEqual([true, false]);
  });

  it.each(['', 'short', 'ab'.repeat(31)])('refuses the key %j', (text) => {
    expect(() => secretBox(text)).toThrow(expect.objectContaining({ code: 'SecretKeyInvalid' }));
  });

  it('takes a key in hexadecimal', () => expect(() => secretBox('ab'.repeat(32))).not.toThrow());
});
