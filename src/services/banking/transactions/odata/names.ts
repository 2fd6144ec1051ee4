/** Names of an option, found in the model. */
import { odataErrors } from './errors.ts';
import type { EntityType, Navigation, Property } from './model.ts';

export interface Place {
  readonly option: string;
  /** From 1. */
  readonly position: number;
}

export interface FoundProperty {
  readonly property: Property;
  /** The way to it, when it belongs to something the entity leads to. */
  readonly navigation: Navigation | undefined;
}

/** `Amount` or `Account/Name`. Throws ODataPropertyUnknown. */
export function findProperty(entity: EntityType, path: string, place: Place): FoundProperty {
  const parts = path.split('/');
  const navigation = parts.length === 2 ? entity.navigations.find(({ name }) => name === parts[0]) : undefined;
  const owner = navigation?.entity ?? entity;
  const property = owner.properties.find(({ name }) => name === parts.at(-1));
  if (property && parts.length === (navigation ? 2 : 1)) return { property, navigation };
  throw unknownName(
    path,
    [...owner.properties, ...entity.navigations.map(({ name }) => ({ name: `${name}/…` }))],
    place,
  );
}

/** Throws ODataPropertyUnknown. */
export function findNavigation(entity: EntityType, name: string, place: Place): Navigation {
  const navigation = entity.navigations.find((one) => one.name === name);
  if (navigation) return navigation;
  throw unknownName(name, entity.navigations, place);
}

export const unknownName = (name: string, known: readonly { readonly name: string }[], { option, position }: Place) =>
  odataErrors.ODataPropertyUnknown({
    option,
    position,
    name,
    known: known.map((one) => one.name).join(', ') || '-',
  });
