import type { Hono } from 'hono';
import { openProgram, type Program } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { type Authenticate, trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { bareEnvironment } from './scratch.ts';

export interface TestApp {
  readonly app: Hono;
  readonly program: Program;
  readonly failures: unknown[];
}

/** The listener's application without a port. */
export async function testApp(
  env: Readonly<Record<string, string>> = {},
  authenticate: Authenticate = trustLoopback,
  limits = DEFAULT_LIMITS,
  requestRate = 100_000,
): Promise<TestApp> {
  const program = openProgram(await resolveSettings({}, { ...bareEnvironment(), ...env }, '/'));
  const failures: unknown[] = [];
  const logFailure = (error: unknown) => void failures.push(error);
  return {
    app: createApp({ program, entries: manifest, authenticate, limits, logFailure, requestRate }),
    program,
    failures,
  };
}
