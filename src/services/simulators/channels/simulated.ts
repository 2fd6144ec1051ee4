/** Who exists at the simulated partners, and how taxops learns of them. */
export const SIMULATED = {
  clientId: 'taxops',
  clientSecret: 'simulated-client-secret',
  account: 'cabinet@example.test',
  login: 'simulated-login',
  password: 'simulated-password',
  webhookClientId: 'channela-webhook',
  webhookClientSecret: 'simulated-webhook-secret',
  audience: 'taxops',
  /** Where `taxops channel simulate` listens by default. */
  port: 8788,
} as const;

export interface SimulatedPlace {
  readonly url: string;
  readonly issuer: string;
  readonly audience: string;
  readonly environment: 'stage' | 'prod';
}

/** Environment variables that make taxops use the simulator. */
export const simulatedSettings = ({ url, issuer, audience, environment }: SimulatedPlace) => ({
  TAXOPS_ISSUER: issuer,
  TAXOPS_AUDIENCE: audience,
  TAXOPS_JWKS_URL: `${url}/.well-known/jwks.json`,
  TAXOPS_WEBHOOK_CLIENT_ID: SIMULATED.webhookClientId,
  TAXOPS_CHANNEL_ENVIRONMENT: environment,
  TAXOPS_CHANNEL_ALLOW_PRIVATE: 'true',
  TAXOPS_CHANNEL_A_URL: `${url}/a`,
  TAXOPS_CHANNEL_A_TOKEN_URL: `${url}/connect/token`,
  TAXOPS_CHANNEL_A_CLIENT_ID: SIMULATED.clientId,
  TAXOPS_CHANNEL_A_CLIENT_SECRET: SIMULATED.clientSecret,
  TAXOPS_CHANNEL_A_ACCOUNT: SIMULATED.account,
  TAXOPS_CHANNEL_B_DEPOSIT_URL: `${url}/b/depot`,
  TAXOPS_CHANNEL_B_NOTICE_URL: `${url}/b/avis`,
  TAXOPS_CHANNEL_B_LOGIN: SIMULATED.login,
  TAXOPS_CHANNEL_B_PASSWORD: SIMULATED.password,
});
