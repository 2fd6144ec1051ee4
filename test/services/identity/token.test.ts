import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { type FetchKeys, keyStore } from '../../../src/services/identity/key-store.ts';
import { rolesOf } from '../../../src/services/identity/roles.ts';
import {
  DEFAULT_ALGORITHMS,
  DEFAULT_CLAIMS,
  type TokenRules,
  tokenVerifier,
} from '../../../src/services/identity/token.ts';
import { verifiedTokens } from '../../../src/services/identity/verified-tokens.ts';
import type { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z') / 1000;
const rules: TokenRules = {
  issuer: 'https://id.example',
  audience: 'taxops',
  algorithms: DEFAULT_ALGORITHMS,
  service: { clientIds: new Set(['channela-webhook']), scope: 'taxdeclarationapi', extraScopes: false },
  claims: DEFAULT_CLAIMS,
  user: { clientIds: undefined, scope: undefined },
  roles: rolesOf({ roles: { value: '{"Preparer":["read"]}', source: 'test' } }),
};

const pair = await generateKeyPair('RS256', { extractable: true });
const other = await generateKeyPair('RS256', { extractable: true });
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
const otherJwk = { ...(await exportJWK(other.publicKey)), kid: 'k2', alg: 'RS256', use: 'sig' };

let nowMs = NOW * 1000;
const clock = { now: () => new Date(nowMs).toISOString() };
const refusals: string[] = [];

function verifier(fetchKeys: FetchKeys = async () => ({ keys: [jwk] }), change: Partial<TokenRules> = {}) {
  nowMs = NOW * 1000;
  return tokenVerifier({ ...rules, ...change }, keyStore(fetchKeys, clock), clock, (reason) => refusals.push(reason));
}

interface Made {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly key?: CryptoKey;
}

const standard = {
  iss: rules.issuer,
  aud: 'taxops',
  iat: NOW,
  exp: NOW + 3600,
  sub: 'u1',
  client_id: 'portal',
  folders: [1, 2],
  company: 7,
};
const token = ({ claims = {}, header = {}, key = pair.privateKey }: Made = {}) =>
  new SignJWT({ ...standard, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: TaxopsError) => error.code,
  );
const bearer = async (made: Made = {}) => `Bearer ${await token(made)}`;

describe('a good token', () => {
  it('makes a user with folders, firm and access', async () => {
    expect(await verifier().verify(await bearer({ claims: { access: 'Write' } }))).toEqual({
      kind: 'user',
      userId: 'u1',
      clientId: 'portal',
      companyId: 7,
      folders: new Set([1, 2]),
      rights: RIGHTS_OF_ACCESS.write,
      issuedAt: NOW,
    });
  });

  it('reads only without an access claim', async () => {
    expect(await verifier().verify(await bearer())).toMatchObject({ rights: RIGHTS_OF_ACCESS.read });
  });

  it.each(['bearer', 'BEARER'])('takes the scheme %s', async (scheme) => {
    expect(await codeOf(verifier().verify(`${scheme} ${await token()}`))).toBe('accepted');
  });

  it.each(['JWT', 'at+jwt', 'AT+JWT'])('takes typ %s', async (typ) => {
    expect(await codeOf(verifier().verify(await bearer({ header: { typ } })))).toBe('accepted');
  });

  it('takes an audience among several', async () => {
    expect(await codeOf(verifier().verify(await bearer({ claims: { aud: ['x', 'taxops'] } })))).toBe('accepted');
  });

  it('takes a minute of skew', async () => {
    expect(await codeOf(verifier().verify(await bearer({ claims: { exp: NOW - 30 } })))).toBe('accepted');
    expect(await codeOf(verifier().verify(await bearer({ claims: { nbf: NOW + 30 } })))).toBe('accepted');
  });
});

describe('a token with roles', () => {
  const rightsOf = async (claims: Record<string, unknown>, change: Partial<TokenRules> = {}) => {
    const actor = await verifier(undefined, change).verify(await bearer({ claims: { access: 'Write', ...claims } }));
    return actor.kind === 'user' ? [...actor.rights] : actor.kind;
  };

  it.each<[string, unknown, string[]]>([
    ['one built in', ['Accountant'], ['read', 'write']],
    ['one as text, in another case', 'sender', ['read', 'write', 'send']],
    ['several', ['Reader', 'Operator'], ['read', 'operate']],
    ['one of the table', ['Preparer'], ['read']],
    ['one that no table knows', ['Acountant'], []],
    ['none', [], []],
  ])('has the rights of %s, whatever its access', async (_what, roles, rights) => {
    expect(await rightsOf({ roles })).toEqual(rights);
  });

  it('names the roles that no table knows in the log, each once', async () => {
    refusals.length = 0;
    const checked = verifier();
    for (const sub of ['u1', 'u2'])
      await checked.verify(await bearer({ claims: { sub, roles: ['offline_access', 'Reader'] } }));
    expect(refusals).toEqual(['role ignored, no table knows it: "offline_access"']);
  });

  it('is read by another claim when the setting names it', async () => {
    const claims = { ...DEFAULT_CLAIMS, roles: 'groups' };
    expect(await rightsOf({ groups: ['Reader'] }, { claims })).toEqual(['read']);
    expect(await rightsOf({ roles: ['Reader'] }, { claims })).toEqual(['read', 'write', 'send']);
  });
});

describe('a token of a user, where settings name its scope and client', () => {
  const change = { user: { clientIds: new Set(['portal']), scope: 'taxops' } };
  it.each<[string, Record<string, unknown>, string]>([
    ['both are right', { scope: 'openid taxops' }, 'accepted'],
    ['another scope', { scope: 'openid taxops2' }, 'AccessDenied'],
    ['another client', { scope: 'taxops', client_id: 'other' }, 'TokenRefused'],
  ])('%s', async (_what, claims, code) => {
    expect(await codeOf(verifier(undefined, change).verify(await bearer({ claims })))).toBe(code);
  });

  it('is asked of no service account', async () => {
    const claims = { sub: undefined, client_id: 'channela-webhook', scope: 'taxdeclarationapi' };
    expect(await codeOf(verifier(undefined, change).verify(await bearer({ claims })))).toBe('accepted');
  });
});

describe('a token that is refused', () => {
  const tamper = (text: string) => `${text.slice(0, -8)}AAAAAAAA`;
  it.each<[string, string, () => Promise<string | null>]>([
    ['no header', 'Unauthenticated', async () => null],
    ['another scheme', 'TokenRefused', async () => 'Basic dTpw'],
    ['an empty token', 'TokenRefused', async () => 'Bearer '],
    ['more than 8 KiB', 'TokenRefused', async () => `Bearer ${'a'.repeat(9000)}`],
    ['two headers', 'AuthorizationAmbiguous', async () => `${await bearer()}, ${await bearer()}`],
    ['a bad signature', 'TokenRefused', async () => tamper(await bearer())],
    ['the key of somebody else', 'TokenRefused', () => bearer({ key: other.privateKey })],
    ['an unknown key', 'TokenRefused', () => bearer({ header: { kid: 'k9' } })],
    ['no signature', 'TokenRefused', async () => `Bearer ${new UnsecuredJWT(standard).encode()}`],
    ['the public key as a secret', 'TokenRefused', async () => `Bearer ${await hmacWithPublicKey()}`],
    ['the past', 'TokenRefused', () => bearer({ claims: { exp: NOW - 61 } })],
    ['the future', 'TokenRefused', () => bearer({ claims: { nbf: NOW + 61 } })],
    ['no end', 'TokenRefused', () => bearer({ claims: { exp: undefined } })],
    ['more than a day of life', 'TokenRefused', () => bearer({ claims: { exp: NOW + 24 * 3600 + 1 } })],
    ['another issuer', 'TokenRefused', () => bearer({ claims: { iss: `${rules.issuer}/` } })],
    ['another audience', 'TokenRefused', () => bearer({ claims: { aud: 'taxops2' } })],
    ['a critical header', 'TokenRefused', () => bearer({ header: { crit: ['b64'], b64: true } })],
    ['another typ', 'TokenRefused', () => bearer({ header: { typ: 'id+jwt' } })],
    ['a control character in a name', 'TokenRefused', () => bearer({ claims: { sub: 'a\0b' } })],
    ['a separator of keys in a client', 'TokenRefused', () => bearer({ claims: { client_id: 'a\u001fb' } })],
    ['a subject that is no text', 'TokenRefused', () => bearer({ claims: { sub: 5, client_id: 'channela-webhook' } })],
    ['neither user nor client', 'TokenRefused', () => bearer({ claims: { sub: undefined, client_id: undefined } })],
  ])('%s', async (_what, code, make) => {
    expect(await codeOf(verifier().verify(await make()))).toBe(code);
  });

  async function hmacWithPublicKey(): Promise<string> {
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    return new SignJWT(standard).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
  }
});

describe('a service', () => {
  const service = (claims: Record<string, unknown>) =>
    bearer({ claims: { sub: undefined, client_id: 'channela-webhook', folders: undefined, ...claims } });
  it.each<[string, Record<string, unknown>, string[]]>([
    ['scope as text', { scope: 'taxdeclarationapi' }, ['taxdeclarationapi']],
    ['scope as a list', { scope: ['taxdeclarationapi'] }, ['taxdeclarationapi']],
    ['scp', { scp: 'taxdeclarationapi' }, ['taxdeclarationapi']],
    [
      'client in azp',
      { client_id: undefined, azp: 'channela-webhook', scope: 'taxdeclarationapi' },
      ['taxdeclarationapi'],
    ],
    ['subject equal to the client', { sub: 'channela-webhook', scope: 'taxdeclarationapi' }, ['taxdeclarationapi']],
    ['no scope', {}, []],
    ['a longer word', { scope: 'taxdeclarationapi2 x-taxdeclarationapi' }, []],
    ['another case', { scope: 'TaxDeclarationApi' }, []],
    ['one scope too many', { scope: 'taxdeclarationapi admin' }, []],
    ['another client', { client_id: 'other', scope: 'taxdeclarationapi' }, []],
  ])('%s', async (_what, claims, scopes) => {
    expect(await verifier().verify(await service(claims))).toMatchObject({ kind: 'service', scopes: new Set(scopes) });
  });

  it('may be one of two while one replaces the other', async () => {
    const both = { ...rules.service, clientIds: new Set(['channela-webhook', 'channela-webhook-2']) };
    for (const client_id of both.clientIds) {
      const actor = await verifier(undefined, { service: both }).verify(
        await service({ client_id, scope: 'taxdeclarationapi' }),
      );
      expect(actor).toMatchObject({ scopes: new Set(['taxdeclarationapi']) });
    }
  });

  it('is a user when its token names another subject', async () => {
    const actor = await verifier().verify(await service({ sub: 'u1', scope: 'taxdeclarationapi' }));
    expect(actor.kind).toBe('user');
  });

  it('may hold more scopes when the setting says so', async () => {
    const relaxed = verifier(undefined, { service: { ...rules.service, extraScopes: true } });
    const actor = await relaxed.verify(await service({ scope: 'taxdeclarationapi admin' }));
    expect(actor).toMatchObject({ scopes: new Set(['taxdeclarationapi']) });
  });
});

describe('a token that was accepted', () => {
  it('is not checked again while it lives and its keys stay, and is refused after', async () => {
    const checked = verifier();
    const mine = await bearer({ claims: { exp: NOW + 500 } });
    expect(checked.recall(mine)).toBeUndefined();
    const first = await checked.verify(mine);
    expect(checked.recall(mine)).toBe(first);
    expect(checked.recall(`${mine}x`)).toBeUndefined();
    nowMs += 559_000;
    expect(checked.recall(mine)).toBe(first);
    nowMs += 2_000;
    expect(checked.recall(mine)).toBeUndefined();
    expect(await codeOf(checked.verify(mine))).toBe('TokenRefused');
  });

  it('stops with its key', async () => {
    let keys = [jwk, otherJwk];
    const checked = verifier(async () => ({ keys }));
    const mine = await bearer({ header: { kid: 'k2' }, key: other.privateKey });
    expect(await codeOf(checked.verify(mine))).toBe('accepted');
    keys = [jwk];
    nowMs += 11 * 60_000;
    expect(checked.recall(mine)).toBeDefined(); // starts the renewal in the background
    await new Promise((resolve) => setImmediate(resolve));
    expect(checked.recall(mine)).toBeUndefined();
    expect(await codeOf(checked.verify(mine))).toBe('TokenRefused');
  });

  it('is not believed when no keys are usable any more', async () => {
    let down = false;
    const checked = verifier(async () => (down ? Promise.reject(new Error('down')) : { keys: [jwk] }));
    const mine = await bearer({ claims: { exp: NOW + 86_400 } });
    await checked.verify(mine);
    down = true;
    nowMs += 86_401_000;
    expect(checked.recall(mine)).toBeUndefined();
    expect(await codeOf(checked.verify(mine))).toBe('KeysUnavailable');
  });

  it('is forgotten when others are used more', () => {
    const few = verifiedTokens(2);
    const keys = {};
    const verified = { actor: { kind: 'anonymous' }, keys, notAfter: 10 } as const;
    for (const name of ['a', 'b']) few.keep(name, verified);
    expect(few.find('a', keys, 1)).toBe(verified.actor);
    few.keep('c', verified);
    expect(['a', 'b', 'c'].map((name) => few.find(name, keys, 1) !== undefined)).toEqual([true, false, true]);
    expect([few.find('a', {}, 1), few.find('c', keys, 10)]).toEqual([undefined, undefined]);
  });
});

describe('the keys', () => {
  it('are read once for many tokens, and again for an unknown one at most every 30 s', async () => {
    let reads = 0;
    let keys = [jwk];
    const checked = verifier(async () => {
      reads += 1;
      return { keys };
    });
    await checked.verify(await bearer());
    await checked.verify(await bearer());
    expect(reads).toBe(1);
    keys = [jwk, otherJwk];
    nowMs += 31_000;
    const rotated = { header: { kid: 'k2' }, key: other.privateKey };
    expect(await codeOf(checked.verify(await bearer(rotated)))).toBe('accepted');
    expect(await codeOf(checked.verify(await bearer({ header: { kid: 'k3' } })))).toBe('TokenRefused');
    expect(reads).toBe(2);
  });

  it('that cannot be read let nobody through', async () => {
    const checked = verifier(async () => Promise.reject(new Error('down')));
    expect(await codeOf(checked.verify(await bearer()))).toBe('KeysUnavailable');
  });

  it('last a day when the provider is down, and no longer', async () => {
    let down = false;
    const checked = verifier(async () => (down ? Promise.reject(new Error('down')) : { keys: [jwk] }));
    await checked.verify(await bearer());
    down = true;
    nowMs += 23 * 3_600_000;
    const later = { claims: { iat: nowMs / 1000, exp: nowMs / 1000 + 60 } };
    expect(await codeOf(checked.verify(await bearer(later)))).toBe('accepted');
    nowMs += 2 * 3_600_000;
    const tooLate = { claims: { iat: nowMs / 1000, exp: nowMs / 1000 + 60 } };
    expect(await codeOf(checked.verify(await bearer(tooLate)))).toBe('KeysUnavailable');
  });

  it('that leave the set stop at the next reading', async () => {
    let keys = [jwk, otherJwk];
    const checked = verifier(async () => ({ keys }));
    const mine = { header: { kid: 'k2' }, key: other.privateKey };
    expect(await codeOf(checked.verify(await bearer(mine)))).toBe('accepted');
    keys = [jwk];
    nowMs += 11 * 60_000;
    await checked.verify(await bearer()); // starts the renewal in the background
    await new Promise((resolve) => setImmediate(resolve));
    expect(await codeOf(checked.verify(await bearer(mine)))).toBe('TokenRefused');
  });
});
