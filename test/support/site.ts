/** The pages of the listener, as a person with a browser meets them: a session, forms, redirections. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Hono } from 'hono';
import { afterAll } from 'vitest';
import { openProgram, type Program } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { bearerAuthentication, configuredVerifier, trustLoopback } from '../../src/commands/serve/authenticate.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { configuredProvider } from '../../src/services/identity/provider.ts';
import { makeLink, openSession } from '../../src/services/identity/web-sessions.ts';
import type { Actor } from '../../src/services/operation/actor.ts';
import { testDatabaseSettings } from './database.ts';
import { bareEnvironment } from './scratch.ts';

export interface Site {
  readonly app: Hono;
  readonly program: Program;
  readonly failures: unknown[];
  /** Why tokens and logins were refused. */
  readonly log: readonly string[];
  /** A browser in which this actor has a session. */
  readonly browser: (actor?: Actor, headers?: Readonly<Record<string, string>>) => Promise<Browser>;
  readonly link: () => Promise<string>;
}

export interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Browser {
  readonly get: (path: string) => Promise<Page>;
  /** Sends a form; follows its redirection. */
  readonly post: (path: string, fields: Readonly<Record<string, string>> | string) => Promise<Page>;
  /** Sends a form with files, under the names of their paths. */
  readonly drop: (path: string, fields: Readonly<Record<string, string>>, files: readonly string[]) => Promise<Page>;
}

export const OPERATOR: Actor = { kind: 'local', name: 'test' };
const ORIGIN = 'http://localhost';

/** A listener with pages on a database of its own; people log in where the environment says so, else by a link. */
export async function testSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const { url = '' } = await testDatabaseSettings(true);
  const program = openProgram(
    await resolveSettings({}, { ...bareEnvironment(), TAXOPS_DATABASE_URL: url, ...env }, '/'),
  );
  afterAll(() => program.close());
  const failures: unknown[] = [];
  const log: string[] = [];
  const around = { clock: program.clock, log: (line: string) => void log.push(line) };
  const verifier = configuredVerifier(program.settings, program.clock, around.log);
  const app = createApp({
    program,
    entries: manifest,
    authenticate: verifier ? bearerAuthentication(verifier, program.clock) : trustLoopback,
    provider: verifier && configuredProvider(program.settings, { ...around, verifier }),
    limits: DEFAULT_LIMITS,
    logFailure: (error) => void failures.push(error),
    requestRate: 100_000,
    hasPages: true,
  });
  return {
    app,
    program,
    failures,
    log,
    link: () => makeLink(program),
    browser: async (actor = OPERATOR, headers = {}) => {
      const cookie = `__Host-taxops=${await openSession(program, actor, 'test')}`;
      return browserOf(app, { cookie, 'sec-fetch-site': 'same-origin', ...headers });
    },
  };
}

function browserOf(app: Hono, headers: Readonly<Record<string, string>>): Browser {
  const page = async (response: Response): Promise<Page> => ({
    status: response.status,
    text: await response.text(),
    headers: response.headers,
  });
  const get = async (path: string) => page(await app.request(`${ORIGIN}${path}`, { headers }));
  const send = async (path: string, body: URLSearchParams | FormData) => {
    // Written out before: what the site stops reading, Node goes on to write, and fails where nobody waits for it.
    const form = new Response(body);
    const typed = { ...headers, 'content-type': form.headers.get('content-type') ?? '' };
    const sent = { method: 'POST', headers: typed, body: await form.arrayBuffer() };
    const response = await app.request(`${ORIGIN}${path}`, sent);
    return response.status === 303 ? get(response.headers.get('location') ?? '') : page(response);
  };
  return {
    get,
    post: (path, fields) => send(path, new URLSearchParams(fields)),
    drop: (path, fields, files) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const file of files) form.append('File', new Blob([readFileSync(file)]), basename(file));
      return send(path, form);
    },
  };
}
