/** The model as CSDL: the XML in which OData clients read what they may ask (OData CSDL XML 4.01). */
import { ENTITY_SETS, ENTITY_TYPES, type EntityType, NAMESPACE, type Property } from './model.ts';

export const CONTAINER = 'Container';

const property = ({ name, type, isNullable }: Property): string =>
  `<Property Name="${name}" Type="${type}" Nullable="${isNullable}"${type === 'Edm.Decimal' ? ' Scale="variable"' : ''}/>`;

const entityType = ({ name, properties, navigations }: EntityType): string => `
      <EntityType Name="${name}">
        <Key><PropertyRef Name="Id"/></Key>
        ${[
          ...properties.map(property),
          ...navigations.map(
            ({ name: way, entity }) =>
              `<NavigationProperty Name="${way}" Type="${NAMESPACE}.${entity.name}" Nullable="true"/>`,
          ),
        ].join('\n        ')}
      </EntityType>`;

export const csdl = (): string => `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.01" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">${ENTITY_TYPES.map(entityType).join('')}
      <EntityContainer Name="${CONTAINER}">
        ${ENTITY_SETS.map(({ name, entity }) => `<EntitySet Name="${name}" EntityType="${NAMESPACE}.${entity.name}"/>`).join('\n        ')}
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
