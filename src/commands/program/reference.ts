import { type ErrorCatalogue, KINDS } from '../../services/kernel/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { curlExample } from './curl-example.ts';
import { optionName } from './flags.ts';
import { jsonSchema, type ManifestEntry, type ManifestInput } from './manifest.ts';

/** The documentation of one operation in Markdown, read from its declaration. */
export function referenceOf(operation: Operation, entry: ManifestEntry, catalogue: ErrorCatalogue): string {
  const { id, summary, description, refs, http, cli } = operation;
  const facts = [
    `\`taxops ${cli.path.join(' ')}\``,
    http ? `\`${http.method} ${http.path}\`` : 'this machine only',
    refs.length > 0 && `specification ${refs.join(', ')}`,
  ].filter(Boolean);
  return [
    `### ${id}`,
    `${summary.en}. ${facts.join(' · ')}`,
    description,
    inputTable(entry.inputs),
    entry.files && `Files: ${entry.files.description}${entry.files.many ? ' (one or more)' : ''}.`,
    operation.body && `Body: ${shapeText(jsonSchema(operation.body, 'input'))}`,
    `Result: ${shapeText(jsonSchema(operation.output, 'output'))}`,
    failures(operation.errors, catalogue),
    exampleBlock(entry),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The command, and the same over HTTP. */
export const exampleBlock = (entry: ManifestEntry): string =>
  ['```sh', ...entry.cli.examples, curlExample(entry), '```'].filter((line) => line !== undefined).join('\n');

function inputTable(inputs: readonly ManifestInput[]): string | undefined {
  if (inputs.length === 0) return undefined;
  const rows = inputs.map((input) => {
    const type = input.choices ? input.choices.join(', ') : input.type + (input.many ? ', several' : '');
    const about = [input.about, input.default && `default ${input.default}`].filter(Boolean).join('; ');
    return `| \`--${optionName(input)}\` | \`${input.name}\` (${input.in}) | ${type} | ${input.required ? 'yes' : ''} | ${escapeCell(about)} |`;
  });
  return ['| flag | name | type | required | |', '|---|---|---|---|---|', ...rows].join('\n');
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

const failures = (codes: readonly string[], catalogue: ErrorCatalogue): string | undefined =>
  codes.length > 0
    ? `Fails with ${codes.map((code) => `${code} (${KINDS[catalogue[code]?.kind ?? 'internal'].status})`).join(', ')}.`
    : undefined;

type Schema = ReturnType<typeof jsonSchema>;

/** A schema as one line: names, types, optional fields with a question mark. */
function shapeText(schema: Schema): string {
  return `\`${shape(schema, schema.$defs ?? {}, 0)}\``;
}

const MAX_DEPTH = 4;

function shape(schema: Schema, definitions: Record<string, Schema>, depth: number): string {
  if (schema.$ref) return shape(definitions[schema.$ref.replace('#/$defs/', '')] ?? {}, definitions, depth);
  if (schema.enum) return schema.enum.map(String).join(' / ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map((branch) => shape(branch as Schema, definitions, depth)))].join(' or ');
  if (schema.type === 'array') {
    const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? (schema.items as Schema) : {};
    return `[${shape(items, definitions, depth)}]`;
  }
  if (schema.type !== 'object') return String(schema.format ?? schema.type ?? 'any');
  if (!schema.properties || depth >= MAX_DEPTH) return '{…}';
  const fields = Object.entries(schema.properties).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    return `${name}${optional}: ${typeof property === 'object' ? shape(property as Schema, definitions, depth + 1) : 'any'}`;
  });
  return `{${fields.join(', ')}}`;
}
