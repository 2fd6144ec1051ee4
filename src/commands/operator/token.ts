import * as z from 'zod';
import { appendAudit } from '../../services/audit/audit.ts';
import { listRevocations, revokeTokens } from '../../services/identity/revocations.ts';
import { actorName } from '../../services/operation/actor.ts';
import { signingKeyOfInstallation, tokenSigner } from '../../services/simulators/channels/signing-key.ts';
import { SIMULATED } from '../../services/simulators/channels/simulated.ts';
import { instant } from '../declaration/fields.ts';
import { identifier, line } from '../operation/fields.ts';
import { defineCommand, defineOperation } from '../operation/operation.ts';
import { int, moment, text } from '../operation/outputs.ts';
import { fields, from } from '../operation/wire.ts';

const MAX_LIFE_S = 24 * 3600;

export const issueToken = defineCommand({
  id: 'operator.token.issue',
  summary: {
    en: 'Sign a bearer token for a user of this machine, for trials',
    fr: 'Signer un jeton d’accès pour un utilisateur de cette machine, pour essais',
  },
  description:
    'Signs with the key that the simulator publishes, kept in the data folder: a taxops serve that trusts the simulator (TAXOPS_ISSUER, TAXOPS_AUDIENCE, TAXOPS_JWKS_URL as `taxops channel simulate` prints them) accepts it. The audit log says who had it signed, for whom and with which rights. A real installation trusts its own identity provider, and these tokens mean nothing there.',
  cli: {
    path: ['token', 'issue'],
    examples: [
      'taxops token issue --user anne --folders 1,2 --access Write',
      'taxops token issue --user anne --folders 1,2 --roles Accountant',
      'curl -H "Authorization: Bearer $(taxops token issue --user anne --folders 1)" http://127.0.0.1:8787/api/tax-declarations/accounting-folders/1/declarations',
    ],
  },
  query: z.object({
    user: z.string().trim().min(1).max(200).describe('Whom the token is for'),
    folders: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9})*$/, { error: 'not a list of folders: write 1,2' })
      .describe('Folders the user may see'),
    access: z.enum(['Read', 'Write']).default('Read'),
    roles: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Roles of the user, such as Sender,Administrator; they count instead of access'),
    company: identifier().optional().describe('Firm the user belongs to'),
    client: z.string().trim().min(1).max(200).default('taxops-cli').describe('Program the user works with'),
    scope: z.string().trim().max(500).optional(),
    expiresIn: z.int().min(1).max(MAX_LIFE_S).default(3600).describe('Seconds'),
  }),
  output: z.object({ Token: text(), ExpiresIn: int() }),
  view: ({ Token }) => [{ kind: 'text', text: Token }],
  audited: 'itself',
  run: async (ctx, { user, folders, access, roles, company, client, scope, expiresIn }) => {
    const { home, issuer, audience, claimFolders, claimCompany, claimAccess, claimRoles } = ctx.settings;
    const key = await signingKeyOfInstallation(home.value ?? '');
    const signer = await tokenSigner(key, issuer.value ?? `http://127.0.0.1:${SIMULATED.port}`, ctx.clock);
    const claims = {
      sub: user,
      client_id: client,
      aud: audience.value ?? SIMULATED.audience,
      [claimFolders.value ?? 'folders']: folders.split(',').map(Number),
      [claimAccess.value ?? 'access']: access,
      ...(roles && { [claimRoles.value ?? 'roles']: roles.split(',').map((role) => role.trim()) }),
      ...(company !== undefined && { [claimCompany.value ?? 'company']: company }),
      ...(scope && { scope }),
    };
    const token = await signer.sign(claims, expiresIn);
    await appendAudit((await ctx.db()).knex, {
      at: ctx.clock.now(),
      actor: actorName(ctx.actor),
      operation: 'operator.token.issue',
      folderId: null,
      outcome: 'done',
      details: { user, client, folders, rights: roles ?? access, expiresIn },
    });
    return { token, expiresIn };
  },
});

const Revoked = z.object({
  Subject: text('Sujet'),
  IssuedBefore: moment('Émis avant'),
  RevokedAt: moment('Révoqué'),
  RevokedBy: text('Par'),
});

export const revokeToken = defineOperation({
  id: 'operator.token.revoke',
  summary: {
    en: 'Refuse the tokens of a user or a service account at once',
    fr: 'Refuser aussitôt les jetons d’un utilisateur ou d’un compte de service',
  },
  description:
    'Tokens issued before the moment (now, unless it says otherwise) are refused by every serve on the database from the next request on. Tokens issued later count: block the account at the identity provider first.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'POST', path: '/api/operator/token-revocations' },
  cli: {
    path: ['token', 'revoke'],
    examples: [
      'taxops token revoke --subject anne',
      'taxops token revoke --subject anne --before 2026-11-23T12:00:00Z',
    ],
  },
  body: fields({
    Subject: line(200).describe('sub of the user, or client of the service account'),
    Before: from('issuedBefore', instant().optional()),
  }),
  output: Revoked,
  run: (ctx, { body }) => revokeTokens(ctx, { ...body, revokedBy: actorName(ctx.actor) }),
});

export const tokenRevocations = defineOperation({
  id: 'operator.token.revocations',
  summary: { en: 'List the revocations that still refuse tokens', fr: 'Lister les révocations encore en vigueur' },
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/token-revocations' },
  audited: false,
  cli: { path: ['token', 'revocations'], examples: ['taxops token revocations'] },
  output: z.array(Revoked),
  run: listRevocations,
});
