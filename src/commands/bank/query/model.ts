import * as z from 'zod';
import { CONTAINER, csdl } from '../../../services/banking/transactions/odata/csdl.ts';
import { ENTITY_SETS, ENTITY_TYPES, NAMESPACE } from '../../../services/banking/transactions/odata/model.ts';
import { getFolder } from '../../../services/folders/folders.ts';
import { FileResult } from '../../../services/kernel/stream.ts';
import { defineOperation } from '../../operation/operation.ts';
import { file } from '../../operation/outputs.ts';
import { EnterprisePath } from '../account/account.ts';

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

const container = { SchemaElementKind: 'EntityContainer', Namespace: NAMESPACE } as const;

/** One element per entity type, and the container. */
const model = (): z.output<typeof Model> => ({
  SchemaElements: [
    ...ENTITY_TYPES.map(() => ({ SchemaElementKind: 'TypeDefinition', Namespace: NAMESPACE }) as const),
    container,
  ],
  VocabularyAnnotations: [],
  ReferencedModels: [],
  DeclaredNamespaces: [NAMESPACE],
  DirectValueAnnotationsManager: {},
  EntityContainer: {
    ...container,
    Name: CONTAINER,
    Elements: ENTITY_SETS.map(({ name, entity }) => ({
      ContainerElementKind: 'EntitySet',
      Name: name,
      Type: `${NAMESPACE}.${entity.name}`,
    })),
  },
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

export const bankQueryMetadata = defineOperation({
  id: 'bank.query.metadata',
  ref: 'C41',
  summary: { en: 'Describe the data model of queries', fr: 'Décrire le modèle de données des requêtes' },
  description:
    'The JSON has the shape of the specification, which names no properties: ask for xml ($format, or the header Accept: application/xml) to have entity types, properties and navigations in CSDL. SchemaElementKind is a name.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/odata/metadata' },
  cli: { examples: ['taxops bank query metadata --folder 1 --file-format xml'] },
  params: EnterprisePath,
  query: z.object({ $format: z.enum(['json', 'xml']).optional() }),
  output: z.union([Model, file('application/xml')]),
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId, $format }) => {
    await getFolder(await ctx.db(), enterpriseId);
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

export const bankQueryService = defineOperation({
  id: 'bank.query.service',
  ref: 'C42',
  summary: { en: 'List what may be queried', fr: 'Lister ce qui peut être interrogé' },
  description: 'There are no singletons and no functions.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/odata' },
  cli: { examples: ['taxops bank query service --folder 1 --json'] },
  params: EnterprisePath,
  output: Service,
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId }) => {
    await getFolder(await ctx.db(), enterpriseId);
    return {
      TypeAnnotation: { TypeName: `${NAMESPACE}.${CONTAINER}` },
      EntitySets: ENTITY_SETS.map(({ name, title, entity }) => ({
        TypeAnnotation: { TypeName: `Collection(${NAMESPACE}.${entity.name})` },
        Name: name,
        Title: title,
      })),
      Singletons: [],
      FunctionImports: [],
    };
  },
});
