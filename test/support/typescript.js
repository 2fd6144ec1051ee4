// `node --import ./test/support/typescript.js FILE.ts`: runs sources as the build compiles them. tsx gives every function its
// name as the function is made, which takes a third of the time of what is measured.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

const OPTIONS = { target: 'node20.19', sourcemap: 'inline', jsx: 'automatic', jsxImportSource: 'hono/jsx' };
const TYPESCRIPT = /\.(tsx?)$/;

if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  const [, loader] = TYPESCRIPT.exec(url) ?? [];
  if (!loader) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), { ...OPTIONS, loader, sourcefile: path });
  return { format: 'module', source: code, shortCircuit: true };
}
