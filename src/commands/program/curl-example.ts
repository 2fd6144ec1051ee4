import { attribute, optionName, rawInput } from './flags.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';

/** Where a listener is when nobody says otherwise. */
const LISTENER = 'http://127.0.0.1:8787';

/** The first example of the command as the HTTP request that asks for the same; undefined without a route. */
export function curlExample(entry: ManifestEntry): string | undefined {
  const [example] = entry.cli.examples;
  if (!entry.http || example === undefined) return undefined;
  const { flags, args } = readWords(entry, shellWords(example).slice(1 + entry.cli.path.length));
  const { params = {}, query = {}, body } = rawInput(entry, flags, args, undefined);
  const files = args.slice(entry.cli.args?.length ?? 0);
  const { method } = entry.http;
  return [
    'curl',
    '-H "Authorization: Bearer $token"',
    ...files.map((file) => `-F File=@${file}`),
    ...(entry.hasBody ? [`--json ${bodyText(flags.body, body)}`] : []),
    ...(method === (entry.hasBody || files.length > 0 ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
    ...(typeof flags.output === 'string' ? [`-o ${flags.output}`] : []),
    quoted(`${LISTENER}${pathOf(entry.http.path, params)}${queryOf(query)}`),
  ].join(' ');
}

const bodyText = (file: unknown, body: unknown): string =>
  typeof file === 'string' ? `@${file}` : `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;

/** What an example leaves to a default, such as the folder, stays a variable. */
const pathOf = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name in params ? encodeURIComponent(String(params[name])) : `$${name}`,
  );

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

const quoted = (address: string): string => (/[?&$]/.test(address) ? `"${address}"` : address);

interface Words {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
}

/** Flags with their values under the names commander gives them, and what stands without a flag. */
function readWords(entry: ManifestEntry, words: readonly string[]): Words {
  const flags: Record<string, unknown> = {};
  const args: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const input = entry.inputs.find((one) => `--${optionName(one)}` === word);
    const name = attribute(input?.flag ?? word.slice(2));
    if (!word.startsWith('--')) args.push(word);
    else if (isSwitch(word, input, words[at + 1])) flags[name] = !word.startsWith('--no-');
    else if (input?.many || word === '--set') {
      const values = listAfter(words, at, input ? Infinity : 1);
      flags[name] = [...((flags[name] as unknown[] | undefined) ?? []), ...values];
      at += values.length;
    } else flags[name] = words[++at];
  }
  return { flags, args };
}

/** The values of a list, up to the next flag. */
function listAfter(words: readonly string[], at: number, most: number): readonly string[] {
  const next = words.findIndex((word, index) => index > at && word.startsWith('--'));
  return words.slice(at + 1, next < 0 ? undefined : next).slice(0, most);
}

const WITHOUT_VALUE = new Set(['--json', '--yes', '--excel', '--quiet', '--verbose']);

function isSwitch(word: string, input: ManifestInput | undefined, next: string | undefined): boolean {
  if (!word.startsWith('--') || next === undefined || next.startsWith('--') || WITHOUT_VALUE.has(word)) return true;
  return input?.type === 'boolean' && next !== 'true' && next !== 'false';
}

/** The words of a command line: quotes keep blanks together. */
export const shellWords = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
