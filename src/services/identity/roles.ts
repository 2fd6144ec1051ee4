/** Roles of people, as their identity provider names them, and the rights that they give. */
import type { Settings } from '../kernel/settings.ts';
import { RIGHTS, type Right } from '../operation/actor.ts';
import { identityErrors } from './errors.ts';

/** Rights by role, whose name is in lower case: providers differ in it. */
export type Roles = ReadonlyMap<string, ReadonlySet<Right>>;

/** Roles that need no table. `Operator` acts on the installation and sees no books. */
export const BUILT_IN: Readonly<Record<string, readonly Right[]>> = {
  Reader: ['read'],
  Accountant: ['read', 'write'],
  Sender: ['read', 'write', 'send'],
  Administrator: ['read', 'write', 'send', 'administer'],
  Operator: ['operate'],
};

/** The built-in roles and those of the setting, of which one of the same name replaces the built-in one. Throws RolesInvalid. */
export const rolesOf = ({ roles: { value, source } }: Pick<Settings, 'roles'>): Roles =>
  new Map(
    Object.entries({ ...lowered(BUILT_IN), ...(value === undefined ? {} : lowered(readTable(value, source))) }).map(
      ([role, rights]) => [role, new Set(rights)],
    ),
  );

const lowered = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([role, rights]) => [role.toLowerCase(), rights]));

function readTable(text: string, source: string): Readonly<Record<string, readonly Right[]>> {
  const table = parsed(text);
  if (typeof table !== 'object' || table === null || Array.isArray(table))
    throw identityErrors.RolesInvalid({
      reason: { en: `${source}: roles is no table`, fr: `${source} : roles n’est pas une table` },
    });
  for (const [role, rights] of Object.entries(table)) {
    const unknown = Array.isArray(rights) ? rights.find((right) => !isRight(right)) : rights;
    if (role.trim() === '' || unknown !== undefined)
      throw identityErrors.RolesInvalid({ reason: `${source}: role "${role}": ${JSON.stringify(unknown ?? role)}` });
  }
  return table as Readonly<Record<string, readonly Right[]>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRight = (right: unknown): boolean => (RIGHTS as readonly unknown[]).includes(right);
