/** A real OpenID provider on this machine, and a person who logs in there by its pages. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export interface IdentityProvider {
  readonly issuer: string;
  /** What listeners are configured with, to have people log in there. */
  readonly env: Readonly<Record<string, string>>;
  /** Claims of the access tokens that it gives from now on, besides its own. */
  readonly claims: Record<string, unknown>;
  /** Logs `name` in at the address where the listener sent the browser; the address that leads back. */
  readonly logIn: (address: string, name: string) => Promise<string>;
  /** How many logins it was asked to revoke. */
  readonly revoked: () => number;
  /** How many times it was asked what it is. */
  readonly discoveries: () => number;
  readonly close: () => Promise<void>;
  readonly reopen: () => Promise<void>;
}

export const AUDIENCE = 'https://api.taxops.example';
const CLIENT = { id: 'pages', secret: 'a-secret-of-the-pages' };

/** `origins`: those of listeners. */
export async function identityProvider(origins: readonly string[]): Promise<IdentityProvider> {
  const server = createServer();
  await listening(server, 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const claims: Record<string, unknown> = {};
  const state = { revoked: 0, discoveries: 0 };
  const provider = await openProvider(issuer, origins, claims);
  provider.on('grant.revoked', () => {
    state.revoked += 1;
  });
  server.on('request', ({ url }) => {
    if (url === '/.well-known/openid-configuration') state.discoveries += 1;
  });
  server.on('request', provider.callback());
  return {
    issuer,
    claims,
    revoked: () => state.revoked,
    discoveries: () => state.discoveries,
    env: {
      TAXOPS_ISSUER: issuer,
      TAXOPS_AUDIENCE: AUDIENCE,
      TAXOPS_JWKS_URL: `${issuer}/jwks`,
      TAXOPS_LOGIN_CLIENT_ID: CLIENT.id,
      TAXOPS_LOGIN_CLIENT_SECRET: CLIENT.secret,
    },
    logIn: (address, name) => walk(address, name, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => listening(server, port),
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

async function openProvider(issuer: string, origins: readonly string[], claims: Readonly<Record<string, unknown>>) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' } as never] },
    cookies: { keys: ['of-the-provider'] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: origins.map((origin) => `${origin}/login/callback`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/login`),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    ttl: Object.fromEntries(
      ['Interaction', 'Session', 'Grant', 'AccessToken', 'RefreshToken', 'IdToken'].map((name) => [name, 600]),
    ),
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    extraTokenClaims: () => ({ ...claims }),
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience: AUDIENCE,
          scope: '',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
}

const MOST_STEPS = 12;

/** Follows redirections and answers the forms of the provider, until it sends the browser elsewhere. */
async function walk(address: string, name: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [at, form]: [string, URLSearchParams | undefined] = [address, undefined];
  for (let step = 0; step < MOST_STEPS; step++) {
    if (!at.startsWith(issuer)) return at;
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const sent: RequestInit = { redirect: 'manual', headers: { cookie } };
    const response = await fetch(at, form ? { ...sent, method: 'POST', body: form } : sent);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await response.text();
    const location = response.headers.get('location');
    const [, action, prompt] = /action="([^"]+)"[\s\S]*?name="prompt" value="(\w+)"/.exec(text) ?? [];
    if (!location && !action) throw new Error(`the provider says ${response.status}: ${text.slice(0, 500)}`);
    at = new URL(location ?? action ?? '', at).href;
    form = location ? undefined : new URLSearchParams({ prompt: prompt ?? '', login: name, password: 'any' });
  }
  throw new Error('the provider asks for ever');
}
