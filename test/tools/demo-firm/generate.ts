/** Writes fixtures/demo anew: `npm run ts test/tools/demo-firm/generate.ts`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDemo } from './build.ts';

const target = fileURLToPath(new URL('../../../fixtures/demo/', import.meta.url));

rmSync(target, { recursive: true, force: true });
for (const [name, content] of buildDemo()) {
  mkdirSync(dirname(join(target, name)), { recursive: true });
  writeFileSync(join(target, name), content);
}
