import * as z from 'zod';
import { CONTAINER, csdl } from '../../../services/banking/transactions/odata/csdl.ts';
import { ENTITY_SETS, ENTITY_TYPES, NAMESPACE } from '../../../services/banking/transactions/odata/model.ts';
import { getFolder } from '../../../services/folders/folders.ts';
import { FileResult } from '../../../services/kernel/stream.ts';
import { file } from '../../operation/outputs.ts';
import type { Domain } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

const SchemaElement = z.object({
  SchemaElementKind: z.enum(['TypeDefinition', 'EntityContainer']),
  Namespace: z.string(),
});

const Model = z
  .object({
    SchemaElements: z.array(SchemaElement),
    VocabularyAnnotations: z.array(z.unknown()),
    ReferencedModels: z.array(z.unknown()),
    DeclaredNamespaces: z.array(z.string()),
    DirectValueAnnotationsManager: z.record(z.string(), z.unknown()),
    EntityContainer: z.object({
      ...SchemaElement.shape,
      Name: z.string(),
      Elements: z.array(z.object({ ContainerElementKind: z.literal('EntitySet'), Name: z.string(), Type: z.string() })),
    }),
  })
  .meta({ id: 'ODataModel' });

const container = { schemaElementKind: 'EntityContainer', namespace: NAMESPACE } as const;

/** One element per entity type, and the container. */
const model = (): Domain<typeof Model> => ({
  schemaElements: [
    ...ENTITY_TYPES.map(() => ({ schemaElementKind: 'TypeDefinition', namespace: NAMESPACE }) as const),
    container,
  ],
  vocabularyAnnotations: [],
  referencedModels: [],
  declaredNamespaces: [NAMESPACE],
  directValueAnnotationsManager: {},
  entityContainer: {
    ...container,
    name: CONTAINER,
    elements: ENTITY_SETS.map(({ name, entity }) => ({
      containerElementKind: 'EntitySet',
      name: name,
      type: `${NAMESPACE}.${entity.name}`,
    })),
  },
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

export const bankQueryMetadata = bankOperation({
  id: 'bank.query.metadata',
  ref: 'C41',
  summary: { en: 'Describe the data model of queries', fr: 'Décrire le modèle de données des requêtes' },
  description:
    'The JSON has the shape of the specification, which names no properties: ask for xml ($format, or the header Accept: application/xml) to have entity types, properties and navigations in CSDL. SchemaElementKind is a name.',
  http: { method: 'GET', path: '/odata/metadata' },
  cli: { examples: ['taxops bank query metadata --folder 1 --file-format xml'] },
  query: z.object({ $format: z.enum(['json', 'xml']).optional() }),
  output: z.union([Model, file('application/xml')]),
  run: async (ctx, { folderId, $format }) => {
    await getFolder(ctx, folderId);
    return $format === 'xml' ? new FileResult('metadata.xml', 'application/xml', bytes(csdl())) : model();
  },
});

const Element = z.object({ TypeAnnotation: z.object({ TypeName: z.string() }), Name: z.string(), Title: z.string() });

const Service = z
  .object({
    TypeAnnotation: z.object({ TypeName: z.string() }),
    EntitySets: z.array(Element),
    Singletons: z.array(Element),
    FunctionImports: z.array(Element),
  })
  .meta({ id: 'ODataService' });

export const bankQueryService = bankOperation({
  id: 'bank.query.service',
  ref: 'C42',
  summary: { en: 'List what may be queried', fr: 'Lister ce qui peut être interrogé' },
  description: 'There are no singletons and no functions.',
  http: { method: 'GET', path: '/odata' },
  cli: { examples: ['taxops bank query service --folder 1 --json'] },
  output: Service,
  run: async (ctx, { folderId }) => {
    await getFolder(ctx, folderId);
    return {
      typeAnnotation: { typeName: `${NAMESPACE}.${CONTAINER}` },
      entitySets: ENTITY_SETS.map(({ name, title, entity }) => ({
        typeAnnotation: { typeName: `Collection(${NAMESPACE}.${entity.name})` },
        name: name,
        title: title,
      })),
      singletons: [],
      functionImports: [],
    };
  },
});
