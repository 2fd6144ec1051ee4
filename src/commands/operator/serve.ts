import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { endDetached } from '../../jobs/detached.ts';
import { watchDoubts } from '../../jobs/doubts.ts';
import { watchLocks } from '../../jobs/locks.ts';
import type { Repeated } from '../../jobs/repeat.ts';
import { appendAudit, sealAudit } from '../../services/audit/audit.ts';
import { keepHead } from '../../services/audit/head.ts';
import { sweepProducedFiles } from '../../services/documents/produced-files.ts';
import { configuredProvider } from '../../services/identity/provider.ts';
import { sweepBuckets } from '../../services/identity/rate-bucket.ts';
import { sweepRevocations } from '../../services/identity/revocations.ts';
import { makeLink, sweepSessions } from '../../services/identity/web-sessions.ts';
import { sweepIntakes } from '../../services/intake/intakes.ts';
import type { Labels } from '../../services/kernel/errors.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import { actorName } from '../../services/operation/actor.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { defineCommand } from '../operation/operation.ts';
import { openProgram, type Program } from '../program/context.ts';
import { commandErrors } from '../program/errors.ts';
import { manifest } from '../program/operations.ts';
import { createApp } from '../serve/app.ts';
import { bearerAuthentication, configuredVerifier, trustLoopback } from '../serve/authenticate.ts';
import { sweepAnswers } from '../serve/idempotency.ts';
import { listen, refuseUnsafe } from '../serve/listener.ts';
import { openMetrics } from '../serve/metrics.ts';
import { DEFAULT_LIMITS } from '../serve/request.ts';
import { LOG_LEVELS, type LogLevel } from '../serve/request-log.ts';
import { linkCommand } from '../serve/site/login.tsx';
import { limitsOf } from '../serve/site/session.ts';

/** Of the ten seconds that an orchestrator is promised; the rest is for connections of the database. */
const GRACE_MS = 7_000;
const WATCH_MS = 500;
const HOUSEKEEPING_MS = 10_000;

export const serve = defineCommand({
  id: 'operator.serve',
  summary: { en: 'Serve every operation over HTTP', fr: 'Servir toutes les opérations en HTTP' },
  description:
    'Deny by default: it answers for loopback names with its port and for TAXOPS_PUBLIC_URL only, and no request that a browser sends for another site. Without authentication settings it starts only with --no-auth, on a loopback address; it then has pages for people, opened by a link that it prints on standard error; with TAXOPS_LOGIN_CLIENT_ID it has them for those who log in at the identity provider. Prints its address, then runs until Ctrl-C or SIGTERM; then /ready answers 503, running requests end, and everything is closed within 10 seconds. Standard error has one JSON line per request that failed, or as TAXOPS_LOG_LEVEL says. Besides operations it answers /health, /ready, /openapi.json, /docs/ and /metrics (Prometheus: from this machine, or with the token of any user).',
  cli: {
    path: ['serve'],
    examples: ['taxops serve --no-auth', 'taxops serve --no-auth --open', 'taxops serve --no-auth --port 8080'],
  },
  query: z.object({
    host: z.string().default('127.0.0.1').describe('Address to listen on'),
    port: z.int().min(0).max(65_535).default(8787).describe('Port; 0 takes a free one'),
    auth: z.boolean().default(true).describe('Trust whoever reaches the loopback address'),
    tlsCert: z.string().optional().describe('Certificate file (PEM)'),
    tlsKey: z.string().optional().describe('Key file (PEM)'),
    open: z.boolean().default(false).describe('Open the pages in the browser'),
    allowRemote: z
      .boolean()
      .default(false)
      .describe('Accept plain HTTP from other machines, behind a proxy that ends TLS'),
  }),
  output: z.undefined(),
  errors: ['ListenerRefused', 'SettingInvalid', 'SecretKeyMissing', 'SecretKeyForeign', 'SecretKeyInvalid'],
  audited: 'itself', // in a session of its own: what its requests write is theirs
  run: async (ctx, { host, port, auth, tlsCert, tlsKey, open, allowRemote }) => {
    const tls = tlsCert && tlsKey ? { certificate: tlsCert, key: tlsKey } : undefined;
    const options = { host, port, tls, allowRemote, noAuth: !auth, publicUrl: ctx.settings.publicUrl.value };
    refuseUnsafe(options);
    const log = (line: string) => ctx.terminal.note(line);
    const verifier = auth ? configuredVerifier(ctx.settings, ctx.clock, log) : undefined;
    const authenticate = auth ? verifier && bearerAuthentication(verifier, ctx.clock) : trustLoopback;
    const provider = verifier && configuredProvider(ctx.settings, { verifier, clock: ctx.clock, log });
    if (!authenticate) {
      throw commandErrors.ListenerRefused({
        reason: { en: 'no authentication is configured.', fr: 'aucune authentification n’est réglée.' },
        advice: {
          en: 'Set TAXOPS_ISSUER, TAXOPS_AUDIENCE and TAXOPS_JWKS_URL; for a trial on this machine: taxops serve --no-auth',
          fr: 'Réglez TAXOPS_ISSUER, TAXOPS_AUDIENCE et TAXOPS_JWKS_URL ; pour un essai sur cette machine : taxops serve --no-auth',
        },
      });
    }
    const level = logLevel(ctx.settings);
    limitsOf(ctx.settings); // a limit that is no number must not be met by the first person who comes
    const program = openProgram(ctx.settings);
    const logFailure = (error: unknown, id: string) => ctx.terminal.note(`${id} ${(error as Error).stack ?? error}`);
    const requestRate = Number(ctx.settings.requestRate.value);
    const app = createApp({
      program,
      entries: manifest,
      authenticate,
      publicUrl: ctx.settings.publicUrl.value,
      trustsLoopback: !auth,
      limits: DEFAULT_LIMITS,
      stopping: ctx.signal,
      logFailure,
      log: { level, write: ctx.terminal.note },
      requestRate,
      metrics: openMetrics(program.db),
      hasPages: !auth || provider !== undefined,
      provider,
    });
    const listener = await listen(app, options);
    const watches: Repeated[] = [];
    const housekeeping = setInterval(() => void keepHouse(program), HOUSEKEEPING_MS);
    try {
      await program.secrets(); // a host with another key must not start
      await tellBegun(ctx, program, { url: listener.url, auth });
      watches.push(watchDoubts(ctx), watchLocks(ctx));
      ctx.terminal.print(`${listener.url}\n`);
      if (!auth) await offerPages(ctx, listener.url, open);
      await new Promise<void>((stop) => {
        if (ctx.signal.aborted) stop();
        ctx.signal.addEventListener('abort', () => stop());
      });
    } finally {
      clearInterval(housekeeping);
      await listener.close(GRACE_MS);
      await Promise.race([endDetached(), pause(WATCH_MS, undefined, { ref: false })]);
      await Promise.race([
        Promise.all(watches.map((watch) => watch.stop())),
        pause(WATCH_MS, undefined, { ref: false }),
      ]);
      await program.close();
    }
    return undefined;
  },
});

/** Who opened a door to these books, where, and whether it asks who comes. */
const tellBegun = async (
  { actor, clock }: TerminalContext,
  program: Program,
  details: { readonly url: string; readonly auth: boolean },
): Promise<void> =>
  appendAudit((await program.db()).knex, {
    at: clock.now(),
    actor: actorName(actor),
    operation: 'operator.serve',
    folderId: null,
    outcome: 'begun',
    details,
  });

/** A link into the pages, for the person who started the listener. */
async function offerPages(ctx: TerminalContext, base: string, open: boolean): Promise<void> {
  const link = linkTo(base, await makeLink(ctx));
  ctx.terminal.note(`${pagesAt(linkCommand(base))[ctx.language]} ${link}`);
  if (open) openBrowser(link);
}

const pagesAt = (command: string): Labels => ({
  en: `Pages, by a link that opens once within ten minutes (${command} makes another):`,
  fr: `Pages, par un lien qui ouvre une fois dans les dix minutes (${command} en fait un autre) :`,
});

export const linkTo = (base: string, secret: string): string => `${base.replace(/\/$/, '')}/login?link=${secret}`;

/** Without a browser the link that was printed remains. */
function openBrowser(link: string): void {
  const [command, ...before] = BROWSERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...before, link], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

const BROWSERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function logLevel({ logLevel: { value, source } }: Settings): LogLevel {
  const level = LOG_LEVELS.find((name) => name === value);
  if (level) return level;
  throw commandErrors.SettingInvalid({
    reason: {
      en: `${source}: logLevel is one of ${LOG_LEVELS.join(', ')}`,
      fr: `${source} : logLevel est l’un de ${LOG_LEVELS.join(', ')}`,
    },
  });
}

/** Seals the audit log and forgets what is out of date. A database that is away is met again at the next turn. */
async function keepHouse(program: Program): Promise<void> {
  try {
    const db = await program.db();
    await sealAudit(db);
    const head = program.settings.auditHead.value;
    if (head !== undefined) await keepHead(db, head);
    await sweepRevocations(db.knex, program.clock.now());
    await sweepBuckets(db.knex);
    await sweepAnswers(db.knex, program.clock.now());
    await sweepSessions(db.knex, program.clock.now(), limitsOf(program.settings));
    await sweepProducedFiles(db.knex, program.clock.now());
    await sweepIntakes(db.knex, program.clock.now());
  } catch {
    // Requests report an absent database; this work only waits for it.
  }
}
