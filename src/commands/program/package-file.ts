import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the installed package: the code runs from src in tests and from dist when built, so look upwards. */
export function packageFile(path: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return join(folder, path);
    if (dirname(folder) === folder) throw new Error(`the installed package lacks ${path}`);
  }
}
