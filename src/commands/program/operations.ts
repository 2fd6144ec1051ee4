import { readFileSync } from 'node:fs';
import { packageFile } from '../../services/kernel/package-file.ts';
import { isOperation } from '../operation/is-operation.ts';
import type { Operation } from '../operation/operation.ts';
import type { ManifestEntry, StoredEntry } from './manifest.ts';

/** Every operation and command, as help and routing know them. Built from the declarations; read faster than compiled. */
export const manifest: readonly ManifestEntry[] = (
  JSON.parse(readFileSync(packageFile('src/commands/program/manifest.json'), 'latin1')) as StoredEntry[]
).map(({ inputs, ...entry }) => Object.defineProperty(entry, 'inputs', readWhenAsked(inputs)) as ManifestEntry);

/** Inputs are half of the manifest, of which a command needs its own. */
function readWhenAsked(text: string): PropertyDescriptor {
  let read: unknown;
  return {
    enumerable: true,
    get() {
      read ??= JSON.parse(text);
      return read;
    },
  };
}

/** Loads one declaration: only then are its schemas and services read from disk. */
export function loadOperation(entry: Pick<ManifestEntry, 'module' | 'name'>): Promise<Operation> {
  const key = `${entry.module} ${entry.name}`;
  const loading = loaded.get(key) ?? importOperation(entry);
  loaded.set(key, loading);
  return loading;
}

/** A listener asks for each operation at every request: an import, even of what is loaded, is slow beside that. */
const loaded = new Map<string, Promise<Operation>>();

async function importOperation(entry: Pick<ManifestEntry, 'module' | 'name'>): Promise<Operation> {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ `../${entry.module}.ts`);
  const operation = module[entry.name];
  if (!isOperation(operation)) throw new Error(`${entry.module} exports no operation ${entry.name}: run npm run build`);
  return operation;
}
