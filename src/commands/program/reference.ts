import { type ErrorCatalogue, KINDS, type Labels, type Language } from '../../services/kernel/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { curlExample } from './curl-example.ts';
import { descriptionIn } from './descriptions.ts';
import { optionName } from './flags.ts';
import { jsonSchema, type ManifestEntry, type ManifestInput } from './manifest.ts';
import { aboutInput, placeholder } from './usage-words.ts';

const WORDS = {
  here: { en: 'this machine only', fr: 'cette machine seulement' },
  specification: { en: 'specification', fr: 'spécification' },
  files: { en: 'Files:', fr: 'Fichiers :' },
  many: { en: ' (one or more)', fr: ' (un ou plusieurs)' },
  body: { en: 'Body:', fr: 'Entrée :' },
  result: { en: 'Result:', fr: 'Résultat :' },
  head: { en: '| flag | name | type | required | |', fr: '| option | nom | type | obligatoire | |' },
  several: { en: ', several', fr: ', plusieurs' },
  default: { en: 'default', fr: 'par défaut' },
  yes: { en: 'yes', fr: 'oui' },
  fails: { en: 'Fails with', fr: 'Échoue par' },
} as const satisfies Record<string, Labels>;

/** The documentation of one operation in Markdown, read from its declaration. */
export function referenceOf(
  operation: Operation,
  entry: ManifestEntry,
  catalogue: ErrorCatalogue,
  language: Language = 'en',
): string {
  const { id, summary, description, refs, http, cli } = operation;
  const say = (name: keyof typeof WORDS) => WORDS[name][language];
  const facts = [
    `\`taxops ${cli.path.join(' ')}\``,
    http ? `\`${http.method} ${http.path}\`` : say('here'),
    refs.length > 0 && `${say('specification')} ${refs.join(', ')}`,
  ].filter(Boolean);
  const { files } = entry;
  return [
    `### ${id}`,
    `${summary[language]}. ${facts.join(' · ')}`,
    description && descriptionIn(description, language),
    inputTable(entry.inputs, language),
    files && `${say('files')} ${aboutInput(files.description, language)}${files.many ? say('many') : ''}.`,
    operation.body && `${say('body')} ${shapeText(jsonSchema(operation.body, 'input'))}`,
    `${say('result')} ${shapeText(jsonSchema(operation.output, 'output'))}`,
    failures(operation.errors, catalogue, language),
    exampleBlock(entry),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The command, and the same over HTTP. */
export const exampleBlock = (entry: ManifestEntry): string =>
  ['```sh', ...entry.cli.examples, curlExample(entry), '```'].filter((line) => line !== undefined).join('\n');

function inputTable(inputs: readonly ManifestInput[], language: Language): string | undefined {
  if (inputs.length === 0) return undefined;
  const rows = inputs.map((input) => {
    const named = placeholder(input.type, language) + (input.many ? WORDS.several[language] : '');
    const type = input.choices ? input.choices.join(', ') : named;
    const said = input.about && aboutInput(input.about, language);
    const about = [said, input.default && `${WORDS.default[language]} ${input.default}`].filter(Boolean).join('; ');
    const required = input.required ? WORDS.yes[language] : '';
    return `| \`--${optionName(input)}\` | \`${input.name}\` (${input.in}) | ${type} | ${required} | ${escapeCell(about)} |`;
  });
  return [WORDS.head[language], '|---|---|---|---|---|', ...rows].join('\n');
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

const failures = (codes: readonly string[], catalogue: ErrorCatalogue, language: Language): string | undefined =>
  codes.length > 0
    ? `${WORDS.fails[language]} ${codes.map((code) => `${code} (${KINDS[catalogue[code]?.kind ?? 'internal'].status})`).join(', ')}.`
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
