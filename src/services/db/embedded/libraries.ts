/**
 * The npm package ships its shared libraries without the version links they are loaded by; an install script makes
 * them, where install scripts run. They are made here when missing: beside the libraries, or in a folder of our own
 * handed to the loader when the package may not be written to.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Makes sure the programs find their libraries; returns the environment to start them with. */
export function libraryEnvironment(packageRoot: string, cacheFolder: string): Record<string, string> {
  const missing = readLinks(packageRoot).filter(({ target }) => !existsSync(join(packageRoot, target)));
  const refused = missing.filter((link) => !makeLink(basename(link.source), join(packageRoot, link.target)));
  if (refused.length === 0) return {};
  fillCache(join(packageRoot, dirname(refused[0]?.source ?? '')), refused, cacheFolder);
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: cacheFolder };
}

function readLinks(packageRoot: string): readonly Link[] {
  const file = join(packageRoot, 'native', 'pg-symlinks.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Link[]) : [];
}

/** False when the folder may not be written to. */
function makeLink(to: string, path: string): boolean {
  try {
    symlinkSync(to, path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

/** Links every library under its own name too, so that the cache alone is a whole library folder. */
function fillCache(libraries: string, links: readonly Link[], cacheFolder: string): void {
  rmSync(cacheFolder, { recursive: true, force: true }); // the package may have moved since
  mkdirSync(cacheFolder, { recursive: true, mode: 0o755 });
  for (const name of readdirSync(libraries)) makeLink(join(libraries, name), join(cacheFolder, name));
  for (const { source, target } of links)
    makeLink(join(libraries, basename(source)), join(cacheFolder, basename(target)));
}
