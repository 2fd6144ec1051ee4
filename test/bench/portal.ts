/** A listener's application before a firm with folders, declarations and users, and requests to it: for loads and memory. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { callContext, openProgram, systemClock } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { bearerAuthentication } from '../../src/commands/serve/authenticate.ts';
import { openMetrics } from '../../src/commands/serve/metrics.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { addDeclarations } from '../../src/services/declarations/change.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { keyStore } from '../../src/services/identity/key-store.ts';
import { DEFAULT_ALGORITHMS, DEFAULT_CLAIMS, tokenVerifier } from '../../src/services/identity/token.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { readInstant } from '../../src/services/kernel/paris-time.ts';
import { createExercise } from '../../src/services/ledger/exercises.ts';
import { type Context, silent } from '../../src/services/operation/context.ts';
import { asReader } from '../support/context.ts';
import type { LoadRequest } from './load.ts';

/** Requests per second that nobody reaches. */
export const RATE = 1_000_000;
const RECORDS = 20;
const SIREN = '999999998';

interface PortalSize {
  readonly users: number;
  readonly folders: number;
}

export async function portal(env: Readonly<Record<string, string>>, size: PortalSize) {
  const program = openProgram(await resolveSettings({}, { LANG: 'C', ...env }, '/'));
  const ctx = callContext(program, {
    actor: { kind: 'local', name: 'bench' },
    progress: silent,
    signal: new AbortController().signal,
  });
  const db = await program.db();
  const folders: number[] = [];
  for (let index = 0; index < size.folders; index++) folders.push(await folderWithDeclarations(ctx, index));
  const { sign, verifier } = await issuer();
  const app = createApp({
    program,
    entries: manifest,
    limits: DEFAULT_LIMITS,
    requestRate: RATE,
    metrics: openMetrics(program.db),
    authenticate: bearerAuthentication(verifier, systemClock),
    logFailure: (error) => process.stderr.write(`${(error as Error).stack}\n`),
  });
  const tokens = await Promise.all(
    Array.from({ length: size.users }, (_, n) => sign({ sub: `user${n}`, client_id: 'portal', folders, company: 1 })),
  );
  const listings = tokens.map(
    (token, n): LoadRequest => ({
      method: 'GET',
      path: `/api/tax-declarations/accounting-folders/${folders[n % folders.length]}/declarations`,
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  const service = await sign({ client_id: 'channel', scope: 'taxdeclarationapi' });
  return {
    program,
    db,
    app,
    tokens,
    listings,
    delivery: (n: number) => delivery(service, n),
    creation: (n: number) => delivery(service, n, 100_000 + n),
  };
}

async function folderWithDeclarations(ctx: Context, index: number): Promise<number> {
  const db = await ctx.db();
  const { id } = await createFolder(asReader(db), undefined, {
    name: `Folder ${index}`,
    siren: index === 0 ? SIREN : null,
  });
  for (const year of [2023, 2024, 2025])
    await createExercise(asReader(db), id, { start: `${year}-01-01` as PlainDate, end: `${year}-12-31` as PlainDate });
  const declarations = Array.from({ length: RECORDS }, (_, n) => ({
    name: `Declaration ${n}`,
    ...({ type: 'Liasse', status: 'Accepted', channelAId: n + 1 } as const),
    start: readInstant('2025-01-01'),
    end: readInstant(`2025-${String((n % 12) + 1).padStart(2, '0')}-28`),
    links: { pageUrl: `https://channel.example/declarations/${n}`, pdfUrl: `https://channel.example/${n}.pdf` },
  }));
  await addDeclarations(ctx, id, declarations);
  return id;
}

/** Who signs tokens, and who checks them. */
async function issuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const rules = {
    issuer: 'https://id.example',
    audience: 'taxops',
    algorithms: DEFAULT_ALGORITHMS,
    claims: DEFAULT_CLAIMS,
    service: { clientIds: new Set(['channel']), scope: 'taxdeclarationapi', extraScopes: false },
    user: { clientIds: undefined, scope: undefined },
    roles: new Map(),
  };
  const keys = keyStore(async () => ({ keys: [jwk] }), systemClock);
  const verifier = tokenVerifier(rules, keys, systemClock, () => {});
  const sign = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({ iss: 'https://id.example', aud: 'taxops', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuedAt()
      .setExpirationTime('12h')
      .sign(privateKey);
  return { sign, verifier };
}

const STATUSES = ['Sent', 'Accepted', 'Rejected'];
const DECLARATIONS = 5_000;

/** The n-th delivery of the webhook: 5,000 declarations, then the same again in another state. */
const delivery = (token: string, n: number, declarationId = 1_000 + (n % DECLARATIONS)): LoadRequest => ({
  method: 'POST',
  path: '/api/tax-declarations/webhook/channela',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    declarationId,
    declarationStatus: STATUSES[Math.floor(n / DECLARATIONS) % 3],
    siren: SIREN,
    dateDebut: '2025-01-01',
    dateFin: '2025-12-31',
    declarationType: 'Paiement',
    declarationLibelle: `TVA ${n}`,
    declarationUrl: `https://channel.example/${n}`,
    dateHeureModification: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
  }),
});
