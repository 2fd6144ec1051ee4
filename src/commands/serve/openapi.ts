import type { ErrorCatalogue } from '../../services/kernel/errors.ts';
import { KINDS } from '../../services/kernel/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { jsonSchema, manifestEntry } from '../program/manifest.ts';
import { exampleBlock } from '../program/reference.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of these operations, read from their declarations. */
export function buildOpenApi(operations: readonly Operation[], catalogue: ErrorCatalogue): Json {
  const schemas: Json = { Problem: PROBLEM };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    if (!operation.http) continue;
    const { path, method } = operation.http;
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = pathItem(operation, schemas, catalogue);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'taxops',
      version: '0.1.0',
      description: 'Back-office operations of a French accounting firm. Failures are RFC 9457 problem documents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function pathItem(operation: Operation, schemas: Json, catalogue: ErrorCatalogue): Json {
  const { id, summary, description, refs, cli, http } = operation;
  const body = requestBody(operation, schemas);
  const notes = [
    description,
    `Command line: \`taxops ${cli.path.join(' ')}\``,
    refs.length > 0 && `Specification: ${refs.join(', ')}`,
    exampleBlock(manifestEntry(operation, '', '')),
  ];
  return {
    operationId: id,
    tags: [cli.path[0]],
    summary: summary.en,
    description: notes.filter(Boolean).join('\n\n'),
    parameters: [...parameters(operation.params, 'path', schemas), ...parameters(operation.query, 'query', schemas)],
    ...(body && { requestBody: body }),
    responses: { [String(http?.status ?? 200)]: success(operation, schemas), ...failures(operation.errors, catalogue) },
  };
}

function parameters(schema: Operation['params'], place: 'path' | 'query', schemas: Json): Json[] {
  const { properties = {}, required = [] } = hoist(jsonSchema(schema, 'input'), schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description ? { description: property.description } : {}),
    schema: property,
  }));
}

function requestBody({ body, files }: Operation, schemas: Json): Json | undefined {
  if (files) {
    const part = { type: 'string', format: 'binary' };
    const File = files.many ? { type: 'array', items: part } : part;
    const schema = { type: 'object', required: ['File'], properties: { File } };
    return { required: true, description: files.description, content: { 'multipart/form-data': { schema } } };
  }
  return (
    body && { required: true, content: { 'application/json': { schema: hoist(jsonSchema(body, 'input'), schemas) } } }
  );
}

function success({ output, http }: Operation, schemas: Json): Json {
  if (http?.status === 204) return { description: 'Done' };
  return {
    description: 'Done',
    content: { 'application/json': { schema: hoist(jsonSchema(output, 'output'), schemas) } },
  };
}

const PROBLEM_CONTENT = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** One response per status, naming the codes that lead to it. */
function failures(codes: readonly string[], catalogue: ErrorCatalogue): Json {
  const byStatus = new Map<number, string[]>([[400, ['InvalidInput']]]);
  for (const code of codes) {
    const status = KINDS[catalogue[code]?.kind ?? 'invalid'].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, list]) => [String(status), { description: list.join(', '), content: PROBLEM_CONTENT }]),
  );
}

/** Moves named definitions to the components of the document and points the references there. */
function hoist(schema: Json, schemas: Json): Json {
  const { $schema: _, $defs = {}, ...rest } = schema as { $schema?: string; $defs?: Record<string, Json> } & Json;
  for (const [name, definition] of Object.entries($defs)) schemas[name] ??= withoutId(repoint(definition) as Json);
  const { id } = rest;
  if (typeof id !== 'string') return repoint(rest) as Json;
  schemas[id] ??= withoutId(repoint(rest) as Json);
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = ({ id: _, ...schema }: Json): Json => schema;

function repoint(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repoint);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : repoint(inner),
    ]),
  );
}

const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'correlationId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string' },
    correlationId: { type: 'string' },
    hint: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
