import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBinaries } from '../../../../src/services/db/embedded/binaries.ts';
import { libraryEnvironment } from '../../../../src/services/db/embedded/libraries.ts';
import { temporaryFolder } from '../../../support/scratch.ts';
import { systemBinaries } from '../../../support/second-server.ts';

const work = temporaryFolder('binaries');

describe('the server’s programs', () => {
  it('are found: PostgreSQL 15 at least, both of them', () => {
    const { folder, major } = findBinaries(undefined);
    expect(major).toBeGreaterThanOrEqual(15);
    expect(['postgres', 'initdb'].every((name) => existsSync(join(folder, name)))).toBe(true);
  });

  it('are only those of the named folder when one is named', () => {
    expect(() => findBinaries(work)).toThrow(expect.objectContaining({ code: 'PostgresMissing' }));
  });

  it('are of the version that made the data, or refused with what to do', () => {
    expect(() => findBinaries(undefined, { folder: '/data', major: 9 })).toThrow(
      expect.objectContaining({ code: 'PostgresMajorMismatch', message: expect.stringContaining('PostgreSQL 9') }),
    );
  });

  const [system] = systemBinaries();
  it.skipIf(!system)('of an older version still installed are taken for data that it made', () => {
    const { major } = findBinaries(system);
    expect(findBinaries(undefined, { folder: '/data', major }).major).toBe(major);
  });
});

describe('the library links that an install script did not make', () => {
  const fakePackage = (links: readonly { source: string; target: string }[]): string => {
    const root = mkdtempSync(join(work, 'package-'));
    mkdirSync(join(root, 'native/lib'), { recursive: true });
    for (const name of ['liba.so.1.2', 'libb.so.3']) writeFileSync(join(root, 'native/lib', name), '');
    writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
    return root;
  };

  it('are made beside the libraries, once', () => {
    const root = fakePackage([{ source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so.1' }]);
    expect(libraryEnvironment(root, join(work, 'unused'))).toEqual({});
    expect(readlinkSync(join(root, 'native/lib/liba.so.1'))).toBe('liba.so.1.2');
    expect(libraryEnvironment(root, join(work, 'unused'))).toEqual({});
    expect(existsSync(join(work, 'unused'))).toBe(false);
  });

  it('go to a folder of our own when the package cannot be written to', () => {
    // A missing folder refuses the link even to root, as a read-only one does to others.
    const root = fakePackage([{ source: 'native/lib/liba.so.1.2', target: 'native/closed/liba.so.1' }]);
    const cache = join(work, 'cache');
    expect(Object.values(libraryEnvironment(root, cache))).toEqual([cache]);
    expect(readdirSync(cache).sort()).toEqual(['liba.so.1', 'liba.so.1.2', 'libb.so.3']);
    expect(readlinkSync(join(cache, 'liba.so.1'))).toBe(join(root, 'native/lib/liba.so.1.2'));
  });
});
