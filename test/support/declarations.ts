import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOperation } from '../../src/commands/operation/is-operation.ts';
import type { Operation } from '../../src/commands/operation/operation.ts';

const COMMANDS = fileURLToPath(new URL('../../src/commands/', import.meta.url));

export interface Declared {
  readonly module: string;
  readonly name: string;
  readonly operation: Operation;
}

/** Every declaration under src/commands, at any depth: what the built manifest must hold. */
export async function declarations(): Promise<Declared[]> {
  const modules = readdirSync(COMMANDS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('program/') && !file.includes('/browser/'))
    .map((file) => file.slice(0, -3));
  const found: Declared[] = [];
  for (const module of modules.sort()) {
    const exports: Record<string, unknown> = await import(`${COMMANDS}${module}.ts`);
    for (const [name, value] of Object.entries(exports))
      if (isOperation(value)) found.push({ module, name, operation: value });
  }
  return found.sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
}
