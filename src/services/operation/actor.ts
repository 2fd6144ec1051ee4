import { defineErrors } from '../kernel/errors.ts';

/** Who asks. The command line acts as `local`; a token makes a `user` or a `service`. */
export type Actor =
  | { readonly kind: 'local'; readonly name: string }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly clientId: string;
      readonly companyId: number | undefined;
      readonly folders: ReadonlySet<number>;
      readonly access: Access;
    }
  /** `scopes`: those it was provisioned for, which may be fewer than those its token claims. */
  | { readonly kind: 'service'; readonly clientId: string; readonly scopes: ReadonlySet<string> }
  | { readonly kind: 'anonymous' };

export type Access = 'read' | 'write';

/**
 * Who may call an operation. `user`: a person (or the local operator) with that access to the folder of the input;
 * `service`: only the service account that holds the scope; `public`: anybody.
 */
export type Policy =
  | { readonly kind: 'user'; readonly access: Access }
  | { readonly kind: 'service'; readonly scope: string }
  | { readonly kind: 'public' };

export const accessErrors = defineErrors({
  Unauthenticated: {
    kind: 'unauthenticated',
    en: 'This call needs a bearer token.',
    fr: 'Cet appel demande un jeton.',
    hint: {
      en: 'Send the header Authorization: Bearer <token>.',
      fr: 'Envoyez l’en-tête Authorization: Bearer <jeton>.',
    },
  },
  AccessDenied: {
    kind: 'forbidden',
    en: 'This caller may not use this operation.',
    fr: 'Cet appelant n’a pas le droit d’utiliser cette opération.',
    hint: {
      en: 'Ask for write access, or use the account made for this call.',
      fr: 'Demandez le droit d’écriture, ou utilisez le compte prévu pour cet appel.',
    },
  },
  FolderNotFound: {
    kind: 'notFound',
    en: 'Folder {folderId} does not exist.',
    fr: 'Le dossier {folderId} n’existe pas.',
    hint: { en: 'List the folders: taxops folder list', fr: 'Listez les dossiers : taxops folder list' },
  },
  CompanyNotFound: {
    kind: 'notFound',
    en: 'Firm {companyId} does not exist.',
    fr: 'Le cabinet {companyId} n’existe pas.',
    hint: { en: 'List the firms: taxops company list', fr: 'Listez les cabinets : taxops company list' },
  },
});

/** The names under which the specification passes a folder or a firm. */
const FOLDER_NAMES = ['accountingFolderId', 'enterpriseId', 'AccountingFolderId', 'EnterpriseId'];
const COMPANY_NAMES = ['companyId', 'CompanyId'];

/** Throws when no input at all could let `actor` run an operation of this policy: known before anything is read. */
export function admit(policy: Policy, actor: Actor): void {
  if (policy.kind === 'public' || actor.kind === 'local') return;
  if (actor.kind === 'anonymous') throw accessErrors.Unauthenticated();
  if (policy.kind === 'service') requireScope(policy.scope, actor);
  else if (actor.kind !== 'user') throw accessErrors.AccessDenied();
}

/** Throws unless `actor` may run an operation of this policy on this input (path, query and body identifiers alike). */
export function authorise(policy: Policy, actor: Actor, input: Readonly<Record<string, unknown>>): void {
  admit(policy, actor);
  if (policy.kind !== 'user' || actor.kind !== 'user') return;
  for (const folderId of identifiers(input, FOLDER_NAMES)) {
    // A folder of somebody else answers like one that does not exist, so that identifiers cannot be probed.
    if (!actor.folders.has(folderId)) throw accessErrors.FolderNotFound({ folderId });
  }
  for (const companyId of identifiers(input, COMPANY_NAMES)) {
    if (companyId !== actor.companyId) throw accessErrors.CompanyNotFound({ companyId });
  }
  if (policy.access === 'write' && actor.access !== 'write') throw accessErrors.AccessDenied();
}

function requireScope(scope: string, actor: Exclude<Actor, { kind: 'local' } | { kind: 'anonymous' }>): void {
  if (actor.kind !== 'service' || !actor.scopes.has(scope)) throw accessErrors.AccessDenied();
}

/** The folder an input is about, if it names one. */
export const folderOf = (input: Readonly<Record<string, unknown>>): number | undefined =>
  identifiers(input, FOLDER_NAMES)[0];

function identifiers(input: Readonly<Record<string, unknown>>, names: readonly string[]): number[] {
  const body = typeof input.body === 'object' && input.body !== null ? (input.body as Record<string, unknown>) : {};
  return names.flatMap((name) => [input[name], body[name]]).filter((id) => typeof id === 'number');
}

/** The folders an actor may see, or `all`: for listings that have no folder in their path. */
export function visibleFolders(actor: Actor): ReadonlySet<number> | 'all' {
  if (actor.kind === 'local') return 'all';
  return actor.kind === 'user' ? actor.folders : new Set();
}
