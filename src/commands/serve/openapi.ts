import * as z from 'zod';
import type { ErrorCatalogue, Labels, Language } from '../../services/kernel/errors.ts';
import { KINDS } from '../../services/kernel/errors.ts';
import { isPublic, NOT_FOUND, pathsOf, SCOPE_KINDS } from '../../services/operation/actor.ts';
import type { Operation } from '../operation/operation.ts';
import { definitionOf, facts } from '../operation/wire.ts';
import { descriptionIn } from '../program/descriptions.ts';
import { jsonSchema, manifestEntry } from '../program/manifest.ts';
import { exampleBlock } from '../program/reference.ts';
import { inLanguage } from './openapi-words.ts';

type Json = Record<string, unknown>;

/** What the document is made for: the codes that may be answered, and the language of its texts. */
interface Readers {
  readonly catalogue: ErrorCatalogue;
  readonly language: Language;
}

/** The OpenAPI 3.1 document of these operations, read from their declarations. */
export function buildOpenApi(operations: readonly Operation[], readers: Readers): Json {
  const schemas: Json = { Problem: PROBLEM };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    if (!operation.http) continue;
    const { path, method } = operation.http;
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = pathItem(operation, schemas, readers);
  }
  const document = {
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
  return inLanguage(document, readers.language);
}

function pathItem(operation: Operation, schemas: Json, { catalogue, language }: Readers): Json {
  const { id, summary, description, refs, cli } = operation;
  const body = requestBody(operation, schemas);
  const notes = [
    description && descriptionIn(description, language),
    `${NOTES.command[language]}\`taxops ${cli.path.join(' ')}\``,
    refs.length > 0 && `${NOTES.refs[language]}${refs.join(', ')}`,
    exampleBlock(manifestEntry(operation, '', '')),
  ];
  return {
    operationId: id,
    tags: [cli.path[0]],
    summary: summary[language],
    description: notes.filter(Boolean).join('\n\n'),
    security: securityOf(operation),
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
      ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: body }),
    responses: { ...success(operation, schemas), ...failures(operation, catalogue) },
  };
}

const NOTES = {
  command: { en: 'Command line: ', fr: 'Ligne de commande : ' },
  refs: { en: 'Specification: ', fr: 'Spécification : ' },
} as const satisfies Record<string, Labels>;

/** A public operation takes no token; a service account needs its scope. */
function securityOf({ policy }: Operation): Json[] {
  if ('right' in policy) return [{ bearer: [] }];
  return policy.kind === 'service' ? [{ bearer: [policy.scope] }] : [];
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Sent again with the same key, the request gets the answer of the first one',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

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

function requestBody({ body, files, http }: Operation, schemas: Json): Json | undefined {
  if (http?.asSent) return { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
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
  const status = String(http?.status ?? 200);
  if (status === '204') return { [status]: { description: 'Done' } };
  const content = contentOf(output, schemas);
  const pending = http?.mayWait ? { 202: { description: 'Taken, to be done later', content } } : {};
  const nothing = output instanceof z.ZodOptional ? { 204: { description: 'Nothing was done' } } : {};
  return { [status]: { description: 'Done', content }, ...pending, ...nothing };
}

const BINARY: Json = { schema: { type: 'string', format: 'binary' } };

/** JSON under its schema; a file, or a page for a browser, under its media types. */
function contentOf(output: z.ZodType, schemas: Json): Json {
  const { options = [output] } = definitionOf(output);
  const media = [output, ...options].flatMap((option) => facts.get(option)?.media ?? []);
  const files = Object.fromEntries(media.map((type) => [type, BINARY]));
  const plain = options.find((option) => definitionOf(option).shape ?? !facts.get(option)?.media);
  return {
    ...(plain && {
      'application/json': { schema: hoist(jsonSchema(media.length > 0 ? plain : output, 'output'), schemas) },
    }),
    ...files,
  };
}

const PROBLEM_CONTENT = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** One response per status, naming the codes that lead to it. */
function failures(operation: Operation, catalogue: ErrorCatalogue): Json {
  const byStatus = new Map<number, Set<string>>();
  for (const code of failureCodes(operation)) {
    const { status } = code === 'MethodNotAllowed' ? { status: 405 } : KINDS[catalogue[code]?.kind ?? 'internal'];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      String(status),
      { description: [...codes].join(', '), content: PROBLEM_CONTENT },
    ]),
  );
}

/** Those it declares, and those that every caller of its kind may meet before or around it. */
const failureCodes = ({ policy, body, files, idempotent, errors }: Operation): string[] => [
  'HostUnknown',
  'CrossSiteRefused',
  'InvalidInput',
  ...(isPublic(policy) ? [] : ['Unauthenticated', 'AccessDenied']),
  ...SCOPE_KINDS.filter((kind) => pathsOf(policy, kind).length > 0).map((kind) => NOT_FOUND[kind]),
  'MethodNotAllowed',
  ...(body || files ? ['BodyTooLarge', 'MediaTypeUnknown'] : []),
  ...(files?.many ? ['FilesTooMany'] : []),
  ...(idempotent ? ['IdempotencyKeyInvalid', 'IdempotencyKeyReused', 'IdempotencyKeyRunning'] : []),
  'TooManyRequests',
  'Internal',
  'DatabaseUnavailable',
  ...errors,
];

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
    status: { type: 'integer', format: 'int32' },
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
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          where: { type: 'string' },
        },
      },
    },
  },
};
