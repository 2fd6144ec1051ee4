import type { Issue } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import { invalidInput, type RawInput, readJson } from '../operation/invoke.ts';
import { commandErrors } from '../program/errors.ts';
import { typed } from '../program/flags.ts';
import type { ManifestEntry, ManifestInput } from '../program/manifest.ts';
import { jsonFault } from '../program/standard-input.ts';
import { boundedText } from './bounded-text.ts';
import { type FormLimits, readForm } from './form.ts';

/** What an operation takes that says nothing of its own. */
export interface RequestLimits extends FormLimits {
  readonly jsonBytes: number;
}

const MIB = 1024 ** 2;

export const DEFAULT_LIMITS: RequestLimits = { jsonBytes: MIB, fileBytes: 50 * MIB, files: 100 };

export interface ReadRequest {
  readonly raw: RawInput;
  /** Removes the uploaded files. */
  discard(): Promise<void>;
}

/** Reads path, query and body of a request into the input of an operation, within the limits. */
export async function readRequest(
  entry: ManifestEntry,
  request: Request,
  params: Readonly<Record<string, string>>,
  limits: RequestLimits,
): Promise<ReadRequest> {
  const places = inputsByPlace(entry);
  const query = new URL(request.url).searchParams;
  const parameters = (): RawInput => {
    refuseOddParameters(places.query, query, entry.http?.openQuery === true);
    return {
      params: pickTyped(places.path, (name) => params[name]),
      query: {
        ...(places.query.has('$format') && formatOf(request)),
        ...pickTyped(places.query, (name) => (places.query.get(name)?.many ? listOf(query, name) : query.get(name))),
      },
    };
  };
  const raw = parameters();
  if (entry.files)
    return readForm(request, limits, ({ files, fields }) => {
      for (const [name, value] of fields) query.append(name, value); // a field is a parameter like those of the query
      return { ...parameters(), files };
    });
  if (entry.http?.asSent)
    return { raw: { ...raw, body: await sentBody(request, limits.jsonBytes) }, discard: async () => {} };
  return { raw: { ...raw, body: await jsonBody(request, limits.jsonBytes) }, discard: async () => {} };
}

/** A parameter that is not looked at would be an answer to another question (for OData 4.01: part 1, 6.1). */
function refuseOddParameters(known: Inputs, query: URLSearchParams, isOpen: boolean): void {
  const names = [...new Set(query.keys())];
  const issues = names.flatMap((name): Issue[] => {
    const input = known.get(name);
    if (!input) return isOpen ? [] : [{ path: name, code: 'unrecognized', message: unknownParameter(name, known) }];
    const isTwice = !input.many && query.getAll(name).length > 1;
    return isTwice ? [{ path: name, code: 'repeated', message: 'given more than once' }] : [];
  });
  if (issues.length > 0) throw invalidInput(issues.slice(0, MOST_ISSUES));
}

const MOST_ISSUES = 50;

function unknownParameter(name: string, known: Inputs): string {
  const names = [...known.keys()];
  if (names.length === 0) return 'not a parameter: there are none in the query';
  return [`not one of ${names.join(', ')}`, nearest(name.slice(0, LONGEST_NAME), names)].filter(Boolean).join('. ');
}

/** Names of ours are shorter: a longer one resembles none. */
const LONGEST_NAME = 100;

/** What OData asks by $format is asked by the header too; the option wins. */
const formatOf = (request: Request): { $format?: string } =>
  /^\s*application\/(?:atomsvc\+)?xml\b/i.test(request.headers.get('accept') ?? '') ? { $format: 'xml' } : {};

type Inputs = ReadonlyMap<string, ManifestInput>;

function inputsByPlace({ inputs }: ManifestEntry): { path: Inputs; query: Inputs } {
  const of = (place: string) =>
    new Map(inputs.filter((input) => input.in === place).map((input) => [input.name, input]));
  return { path: of('path'), query: of('query') };
}

function pickTyped(inputs: Inputs, read: (name: string) => unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, input] of inputs) {
    const value = read(name);
    if (value !== undefined && value !== null) found[name] = typed(input, value);
  }
  return found;
}

/** A list in the query: repeated, or comma separated. */
function listOf(query: URLSearchParams, name: string): string[] | undefined {
  const values = query.getAll(name).flatMap((value) => value.split(','));
  return values.length > 0 ? values : undefined;
}

/** Never read as anything before whoever signed it is known. */
async function sentBody(request: Request, limit: number): Promise<{ Text: string; Headers: Record<string, string> }> {
  const headers = [...request.headers].filter(([name]) => name !== 'authorization' && name !== 'cookie');
  return { Text: await boundedText(request, limit), Headers: Object.fromEntries(headers) };
}

async function jsonBody(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  const text = await boundedText(request, limit);
  if (text === '') return undefined;
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw commandErrors.MediaTypeUnknown({ expected: 'application/json', given: type || 'nothing' });
  }
  refuseIntricate(text, limit);
  try {
    return readJson(text);
  } catch (error) {
    throw commandErrors.BodyNotJson({ reason: jsonFault(error) });
  }
}

const MAX_DEPTH = 64;

/** A body of so many bytes for each of its values is no list of nothing: those of ours have more. */
const BYTES_PER_VALUE = 10;

/** Counts levels and values, in one pass over what is outside of strings, before anything recursive sees the text. */
function refuseIntricate(text: string, limit: number): void {
  const most = Math.max(limit / BYTES_PER_VALUE, 100);
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ',') values += 1;
    else depth += BRACKETS[character ?? ''] ?? 0;
    if (depth > MAX_DEPTH)
      throw commandErrors.BodyNotJson({
        reason: { en: `nested deeper than ${MAX_DEPTH} levels`, fr: `plus de ${MAX_DEPTH} niveaux imbriqués` },
      });
    if (values > most) throw commandErrors.BodyTooManyValues({ limit: Math.floor(most) });
  }
}

/** The place of its closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** Room for the heads of the parts of a form, and for its fields. */
const FORM_MARGIN = MIB;

/** A body that says itself too long is not even waited for. Throws BodyTooLarge. */
export function refuseLongBody(entry: ManifestEntry, request: Request, limits: RequestLimits): void {
  const formBytes = (entry.files?.many ? limits.files : 1) * limits.fileBytes + FORM_MARGIN;
  const limit = entry.files ? formBytes : limits.jsonBytes;
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw commandErrors.BodyTooLarge({ limit: entry.files ? limits.fileBytes : limit });
}
