import { defineErrors } from '../kernel/errors.ts';

/** When the token was issued, seconds since 1970: a revocation counts back from it. */
type Moment = number | undefined;

/** Who asks. The command line acts as `local`; a token makes a `user` or a `service`. */
export type Actor =
  | { readonly kind: 'local'; readonly name: string; readonly host?: string }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly clientId: string;
      readonly companyId: number | undefined;
      readonly folders: ReadonlySet<number>;
      readonly rights: ReadonlySet<Right>;
      readonly issuedAt?: Moment;
    }
  /** `scopes`: those it was provisioned for, which may be fewer than those its token claims. */
  | {
      readonly kind: 'service';
      readonly clientId: string;
      readonly scopes: ReadonlySet<string>;
      readonly issuedAt?: Moment;
    }
  | { readonly kind: 'anonymous' };

/** As the audit log, kept answers and sessions name an actor. */
export const actorName = (actor: Actor): string => {
  if (actor.kind === 'local') return `local:${actor.name}${actor.host === undefined ? '' : `@${actor.host}`}`;
  if (actor.kind === 'anonymous') return 'anonymous';
  return actor.kind === 'user' ? userName(actor.clientId, actor.userId) : `service:${actor.clientId}`;
};

/** Whom sessions and files that wait belong to: those of this machine are one. */
export const ownerOf = (actor: Actor): string => (actor.kind === 'user' ? actorName(actor) : actor.kind);

/** A colon of the client is escaped: no two pairs of client and user have one name, by which answers and sessions are kept. */
const userName = (clientId: string, userId: string): string =>
  `user:${clientId.replaceAll(/[%:]/g, encodeURIComponent)}:${userId}`;

/**
 * What an operation does: `read`; `write` changes books; `send` lets a filing leave; `administer` changes a firm and its
 * settings; `operate` acts on the installation (jobs, audit, sources, settings).
 */
export const RIGHTS = ['read', 'write', 'send', 'administer', 'operate'] as const;
export type Right = (typeof RIGHTS)[number];

/** Rights of the `access` of a token without roles. The command line has all five; `administer` and `operate` take a role. */
export const RIGHTS_OF_ACCESS = {
  read: new Set<Right>(['read']),
  write: new Set<Right>(['read', 'write', 'send']),
} as const;

/** What identifiers may name. Charts and extended charts belong to a firm. */
export const SCOPE_KINDS = ['folder', 'company', 'chart', 'extendedChart'] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/**
 * Whom an operation is about: the inputs that name a folder, a firm or a chart of one, by their paths (`body.*.folderId`
 * for the items of an array); `visible` when it narrows itself to what the actor may see; `nobody` when its answer is
 * the same for everybody or made of its input alone.
 */
export type Scope<Path extends string = string> =
  | 'nobody'
  | 'visible'
  | { readonly [K in ScopeKind]?: Path | readonly Path[] };

/**
 * Who may call an operation: a person, or the local operator, who has the right on what the input names; `service`: only
 * the service account that holds the scope; `public`: anybody.
 */
export type Policy<Path extends string = string> =
  | { readonly right: Right; readonly of: Scope<Path> }
  | { readonly kind: 'service'; readonly scope: string }
  | { readonly kind: 'public' };

export const accessErrors = defineErrors('src/services/operation/errors.tsv', [
  'Unauthenticated',
  'AccessDenied',
  'FolderNotFound',
  'CompanyNotFound',
  'ChartNotFound',
]);

type Input = Readonly<Record<string, unknown>>;
type User = Extract<Actor, { kind: 'user' }>;

/** The firm that owns a chart of accounts, or an extended one; undefined when there is no such chart. */
export type OwnerOfChart = (kind: 'chart' | 'extendedChart', chartId: number) => Promise<number | undefined>;

/** Throws when no input at all could let `actor` run an operation of this policy: known before anything is read. */
export function admit(policy: Policy, actor: Actor): void {
  if (actor.kind === 'local' || isPublic(policy)) return;
  if (actor.kind === 'anonymous') throw accessErrors.Unauthenticated();
  if (!isOpenTo(policy, actor)) throw accessErrors.AccessDenied();
}

/** Anybody may call it. */
export const isPublic = (policy: Policy): boolean => 'kind' in policy && policy.kind === 'public';

const isOpenTo = (policy: Policy, actor: Actor): boolean =>
  actor.kind === 'service' ? 'scope' in policy && actor.scopes.has(policy.scope) : 'right' in policy;

/** Throws unless `actor` may run an operation of this policy on this input. */
export async function authorise(policy: Policy, actor: Actor, input: Input, ownerOf: OwnerOfChart): Promise<void> {
  admit(policy, actor);
  if (!('right' in policy) || actor.kind !== 'user') return;
  for (const kind of SCOPE_KINDS) {
    for (const id of identifiers(policy, kind, input)) await GUARDS[kind](actor, id, ownerOf);
  }
  if (!actor.rights.has(policy.right)) throw accessErrors.AccessDenied();
}

/** How an identifier of each kind is refused. */
export const NOT_FOUND: Readonly<Record<ScopeKind, 'FolderNotFound' | 'CompanyNotFound' | 'ChartNotFound'>> = {
  folder: 'FolderNotFound',
  company: 'CompanyNotFound',
  chart: 'ChartNotFound',
  extendedChart: 'ChartNotFound',
};

/** What belongs to another caller answers like what does not exist, so that identifiers cannot be probed. */
const GUARDS: Readonly<Record<ScopeKind, (user: User, id: number, ownerOf: OwnerOfChart) => Promise<void>>> = {
  folder: async (user, folderId) => {
    if (!user.folders.has(folderId)) throw accessErrors.FolderNotFound({ folderId });
  },
  company: async (user, companyId) => {
    if (user.companyId !== companyId) throw accessErrors.CompanyNotFound({ companyId });
  },
  chart: (user, id, ownerOf) => guardChart(user, id, () => ownerOf('chart', id)),
  extendedChart: (user, id, ownerOf) => guardChart(user, id, () => ownerOf('extendedChart', id)),
};

async function guardChart(user: User, chartId: number, owner: () => Promise<number | undefined>): Promise<void> {
  if (user.companyId === undefined || (await owner()) !== user.companyId) throw accessErrors.ChartNotFound({ chartId });
}

/** The folder an input is about, if its policy names one. */
export const folderOf = (policy: Policy, input: Input): number | undefined => identifiers(policy, 'folder', input)[0];

/** The inputs that name something of a kind, by their paths. */
export function pathsOf(policy: Policy, kind: ScopeKind): readonly string[] {
  if (!('right' in policy) || typeof policy.of === 'string') return [];
  const paths = policy.of[kind] ?? [];
  return typeof paths === 'string' ? [paths] : paths;
}

const identifiers = (policy: Policy, kind: ScopeKind, input: Input): number[] =>
  pathsOf(policy, kind)
    .flatMap((path) => valuesAt(input, path.split('.')))
    .filter((id) => typeof id === 'number');

/** The values at a path; `*` stands for every item of an array. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return Array.isArray(value) ? value : [value];
  if (name === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (typeof value !== 'object' || value === null) return [];
  return valuesAt((value as Input)[name], rest);
}

/** Whether an actor has a right, whatever it is about: what is shown of it to those who may. */
export const holds = (actor: Actor, right: Right): boolean =>
  actor.kind === 'local' || (actor.kind === 'user' && actor.rights.has(right));

/** The folders an actor may see, or `all`: for listings that have no folder in their path. */
export function visibleFolders(actor: Actor): ReadonlySet<number> | 'all' {
  if (actor.kind === 'local') return 'all';
  return actor.kind === 'user' ? actor.folders : new Set();
}
