/**
 * Who may ask what, from the policy of each operation: what an input names and a stranger does not own is not there for
 * him, whoever lacks the right is refused, and nobody without a token is answered.
 */
import { describe, expect, it } from 'vitest';
import type { ManifestEntry } from '../../src/commands/program/manifest.ts';
import { type Actor, type Policy, pathsOf, type Right, SCOPE_KINDS } from '../../src/services/operation/actor.ts';
import type { CaseInput } from './requests.ts';

interface Asked {
  readonly entry: ManifestEntry;
  readonly policy: Policy;
  readonly input: CaseInput;
}

/** What the stranger owns: none of it exists. */
const OWN = 70_001;
/** What the cases are about. */
const [OWNER, FOLDERS] = [1, [1, 2, 3, 4]];
const RIGHTS: readonly Right[] = ['read', 'write', 'send', 'administer', 'operate'];

const user = { kind: 'user', userId: 'u', clientId: 'c' } as const;
const stranger: Actor = { ...user, companyId: OWN, folders: new Set([OWN]), rights: new Set(RIGHTS) };
const service: Actor = { kind: 'service', clientId: 'c', scopes: new Set(['another']) };
const lacking = (right: Right): Actor => ({
  ...user,
  companyId: OWNER,
  folders: new Set([...FOLDERS, OWN]),
  rights: new Set(RIGHTS.filter((one) => one !== right)),
});

const NOT_THERE = {
  folder: 'FolderNotFound',
  company: 'CompanyNotFound',
  chart: 'ChartNotFound',
  extendedChart: 'ChartNotFound',
};
/** Names that the seeds and the cases give to what is the owner's. */
const SECRETS = /ALPHA|BETA|Cabinet|FR76/;

export function proveAccess(
  asked: readonly Asked[],
  ask: (actor: Actor, entry: ManifestEntry, input: CaseInput) => Promise<Response>,
): void {
  const answer = async (actor: Actor, { entry, input }: Pick<Asked, 'entry' | 'input'>) => {
    const response = await ask(actor, entry, input);
    const text = await response.text();
    return { status: response.status, text, code: /"code": ?"(\w+)"/.exec(text)?.[1] };
  };
  const named = asked.map((one) => [one.entry.id, one] as const);
  const closed = named.flatMap(([id, one]) => ('right' in one.policy ? [[id, one, one.policy] as const] : []));
  // What is open to everybody has nothing to prove.
  if (closed.length === 0) return;

  describe('access', () => {
    it.each(named.filter(([, { policy }]) => !('kind' in policy && policy.kind === 'public')))(
      '%s needs a token, of the kind that its policy names',
      async (_id, one) => {
        expect(await answer({ kind: 'anonymous' }, one)).toMatchObject({ status: 401 });
        expect(await answer(service, one)).toMatchObject({ status: 403 });
      },
    );

    it.each(closed)('%s needs its right', async (_id, one, policy) => {
      expect(await answer(lacking(policy.right), one)).toMatchObject({ status: 403, code: 'AccessDenied' });
    });

    const places = closed.flatMap(([id, one, policy]) =>
      SCOPE_KINDS.flatMap((kind) => pathsOf(policy, kind).map((path) => [id, path, kind, { ...one, policy }] as const)),
    );
    it.skipIf(places.length === 0).each(places)(
      '%s hides what a stranger names as %s',
      async (_id, path, kind, one) => {
        const [wanted, input] = [NOT_THERE[kind], naming(one, path)];
        const { status, code, text } = await answer(stranger, { entry: one.entry, input });
        // A body may only repeat the folder of the path.
        if (!text.includes('not the folder of the path')) expect([status, code], text).toEqual([404, wanted]);
        expect(text).not.toMatch(SECRETS);
      },
    );

    const narrowed = closed.filter(([, , { of }]) => of === 'visible');
    it.skipIf(narrowed.length === 0).each(narrowed)('%s shows a stranger nothing of others', async (_id, one) => {
      expect((await answer(stranger, one)).text).not.toMatch(SECRETS);
    });
  });
}

/** The input with something of the owner at one path of its scope, and what is the stranger's at all others. */
function naming({ entry, policy, input }: Asked, path: string): CaseInput {
  const all = SCOPE_KINDS.flatMap((kind) => pathsOf(policy, kind)).map((one) => wirePath(entry, one));
  const own = wirePath(entry, path);
  const given = all.filter((other) => other !== own && isAt(input, other));
  return set(
    given.reduce((changed, other) => set(changed, other, OWN), input),
    own,
    OWNER,
  );
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A policy may name a field of the body as services do: `body.companyId` is `CompanyId` on the wire. */
function wirePath({ inputs }: ManifestEntry, path: string): string {
  const [first = '', name = '', ...rest] = path.split('.');
  const wire = inputs.find((input) => input.in === 'body' && input.name.toLowerCase() === name.toLowerCase());
  if (first !== 'body' || name === '*') return path;
  if (rest.length > 0 && !wire) return [first, ...[name, ...rest].map(capitalised)].join('.');
  return wire ? [first, wire.name, ...rest].join('.') : path;
}

const isAt = ({ params = {}, body }: CaseInput, path: string): boolean => {
  const [first = '', name = ''] = path.split('.');
  return first === 'body' ? name in Object(body) : first in params;
};

function set(input: CaseInput, path: string, id: number): CaseInput {
  const [first = '', ...rest] = path.split('.');
  if (first !== 'body') return { ...input, params: { ...input.params, [first]: id } };
  return { ...input, body: setIn(input.body, rest, id) };
}

function setIn(value: unknown, [name, ...rest]: readonly string[], id: number): unknown {
  if (name === undefined) return id;
  if (name === '*') return Array.isArray(value) ? value.map((item) => setIn(item, rest, id)) : value;
  return { ...Object(value), [name]: setIn(Object(value)[name], rest, id) };
}
