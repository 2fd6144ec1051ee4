/** `/connect/token` of the simulator: OAuth2 client credentials, for the channel and for the webhook. */
import { type Answer, json, type Question } from '../stage/answer.ts';
import { WEBHOOK_SCOPE } from './callbacks.ts';
import type { TokenSigner } from './signing-key.ts';

export interface SimulatorClient {
  readonly id: string;
  readonly secret: string;
  readonly audience: string;
  readonly mayHave: (scope: string) => boolean;
}

/** Audience of tokens for the simulated ChannelA itself. */
export const CHANNEL_AUDIENCE = 'channela';

export const channelClient = (id: string, secret: string): SimulatorClient => ({
  id,
  secret,
  audience: CHANNEL_AUDIENCE,
  mayHave: (scope) => /^(stage|prod)\/[a-z-]+$/.test(scope),
});

export const webhookClient = (id: string, secret: string, audience: string): SimulatorClient => ({
  id,
  secret,
  audience,
  mayHave: (scope) => scope === WEBHOOK_SCOPE,
});

export async function grantToken(
  { headers, body }: Question,
  clients: readonly SimulatorClient[],
  signer: TokenSigner,
  lifeSeconds: number,
): Promise<Answer> {
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
  const [id, secret] = basicCredentials(headers.authorization) ?? [form.get('client_id'), form.get('client_secret')];
  const client = clients.find((candidate) => candidate.id === id && candidate.secret === secret);
  if (!client) return json({ error: 'invalid_client' }, 401);
  if (form.get('grant_type') !== 'client_credentials') return json({ error: 'unsupported_grant_type' }, 400);
  const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0 || !scopes.every(client.mayHave)) return json({ error: 'invalid_scope' }, 400);
  const claims = { sub: client.id, client_id: client.id, aud: client.audience, scope: scopes.join(' ') };
  const token = await signer.sign(claims, lifeSeconds);
  return json({ access_token: token, token_type: 'Bearer', expires_in: lifeSeconds, scope: scopes.join(' ') });
}

function basicCredentials(authorization: string | undefined): readonly [string, string] | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const decoded = (text: string): string => new URLSearchParams(`t=${text}`).get('t') ?? '';
  return [decoded(id), decoded(rest.join(':'))];
}
