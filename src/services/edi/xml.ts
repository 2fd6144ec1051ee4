/**
 * XML from outside, read within bounds, and XML of ours, written. A document type is refused before anything is parsed,
 * so no entity can be declared; only the five entities of XML and character numbers are decoded.
 */
import { ediErrors } from './errors.ts';
import { decodeLatin9 } from './latin9.ts';

/** An element by its local name; prefixes are dropped, since every format read here has one vocabulary. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

export interface XmlLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxElements: number;
}

export const XML_LIMITS: XmlLimits = { maxBytes: 10 * 1024 * 1024, maxDepth: 32, maxElements: 300_000 };

const refused = (reason: string) => ediErrors.XmlRefused({ reason });

/** Reads a document. Throws XmlRefused: too large, too deep, a document type, not well-formed, an unknown encoding. */
export async function readXml(source: Uint8Array | string, limits: XmlLimits = XML_LIMITS): Promise<XmlElement> {
  if (source.length > limits.maxBytes) throw refused(`more than ${limits.maxBytes} bytes`);
  const text = typeof source === 'string' ? source : decodeXml(source);
  scan(text, limits);
  const { XMLParser, XMLValidator } = await import('fast-xml-parser');
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw refused(`line ${verdict.err.line}: ${verdict.err.code}`);
  return rootOf(parse(new XMLParser({ ...PARSER_OPTIONS, maxNestedTags: limits.maxDepth + 1 }), text));
}

const PARSER_OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  allowBooleanAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: '#cdata',
} as const;

/** The library throws plain errors on what its validator let pass. */
function parse(parser: { parse(text: string): unknown }, text: string): RawNode[] {
  try {
    return parser.parse(text) as RawNode[];
  } catch (error) {
    throw refused(error instanceof Error ? error.message.slice(0, 200) : 'not well-formed');
  }
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'utf-8': (bytes) => utf8(bytes),
  'us-ascii': (bytes) => utf8(bytes),
  'iso-8859-1': (bytes) => new TextDecoder('latin1').decode(bytes),
  'windows-1252': (bytes) => new TextDecoder('latin1').decode(bytes), // what that name means to a browser
  'iso-8859-15': decodeLatin9,
};

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('not UTF-8');
  }
}

/** By the XML declaration, UTF-8 without one. */
function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(head)?.[1];
  const encoding = (declared ?? 'utf-8').toLowerCase();
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode) throw refused(`encoding ${encoding}`);
  return decode(bytes);
}

/** One pass over the markup, before the parser: bounds and document types. */
function scan(text: string, { maxDepth, maxElements }: XmlLimits): void {
  let depth = 0;
  let elements = 0;
  let end = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', end)) {
    end = endOfMarkup(text, at);
    if (isOpening(text, at) && !text.startsWith('/>', end - 2)) depth++;
    if (isOpening(text, at)) elements++;
    if (text.startsWith('</', at)) depth--;
    if (depth > maxDepth) throw refused(`more than ${maxDepth} levels`);
    if (elements > maxElements) throw refused(`more than ${maxElements} elements`);
  }
  if (text.slice(end).trim() !== '') throw refused('a text after the root');
}

const isOpening = (text: string, at: number): boolean => !'!?/'.includes(text.charAt(at + 1));

const SKIPPED: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** Position after the markup that begins at `at`. */
function endOfMarkup(text: string, at: number): number {
  const skipped = SKIPPED.find(([start]) => text.startsWith(start, at));
  if (skipped) return after(text, skipped[1], at + skipped[0].length);
  if (text.startsWith('<!', at)) throw refused('document type');
  return endOfTag(text, at);
}

/** Longest tag, attributes included: a parser spends a hundred times their size on them. */
const MAX_TAG = 16 * 1024;

/** A `>` inside a quoted attribute does not end the tag. */
function endOfTag(text: string, at: number): number {
  let quote = '';
  for (let index = at + 1; index < Math.min(text.length, at + MAX_TAG); index++) {
    const character = text.charAt(index);
    if (quote === '' && character === '>') return index + 1;
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  throw refused('a tag without end, or too long');
}

function after(text: string, token: string, from: number): number {
  const at = text.indexOf(token, from);
  if (at === -1) throw refused(`"${token}" is missing`);
  return at + token.length;
}

type RawNode = Readonly<Record<string, unknown>>;

function rootOf(nodes: readonly RawNode[]): XmlElement {
  const [root, ...others] = elementsOf(nodes);
  if (!root || others.length > 0) throw refused(root ? 'more than one root' : 'no element');
  return root;
}

const elementsOf = (nodes: readonly RawNode[]): XmlElement[] => nodes.flatMap((node) => elementOf(node) ?? []);

function elementOf(node: RawNode): XmlElement | undefined {
  const [tag] = Object.keys(node).filter((key) => key !== ':@' && !key.startsWith('#'));
  if (tag === undefined) return undefined;
  const nodes = node[tag] as RawNode[];
  return {
    name: localName(tag),
    attributes: attributesOf(node[':@']),
    children: elementsOf(nodes),
    text: nodes.map(textOf).join(''),
  };
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

const attributesOf = (raw: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((raw ?? {}) as Record<string, string>).map(([name, value]) => [
      localName(name),
      decodeEntities(value),
    ]),
  );

function textOf(node: RawNode): string {
  if (typeof node['#text'] === 'string') return decodeEntities(node['#text']);
  if (!Array.isArray(node['#cdata'])) return '';
  return (node['#cdata'] as RawNode[]).map((inner) => String(inner['#text'] ?? '')).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|([A-Za-z0-9_.-]{1,40}))?;?/g, (whole, decimal, hex, name) => {
    const character = name === undefined ? numbered(decimal, hex) : named(name);
    if (character === undefined || !whole.endsWith(';')) throw refused(`entity ${whole.slice(0, 40)}`);
    return character;
  });

const named = (name: string): string | undefined => (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined);

const XML_CHARACTER = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;

/** A character by its number, when XML has it. */
function numbered(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return XML_CHARACTER.test(character) ? character : undefined;
}

/** The first child of that name. */
export const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((candidate) => candidate.name === name);

/** The trimmed text of the first child of that name; undefined when absent or empty. */
export const childText = (element: XmlElement, name: string): string | undefined =>
  child(element, name)?.text.trim() || undefined;

/** The first element of that name, itself or below. */
export function find(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const inner of element.children) {
    const found = find(inner, name);
    if (found) return found;
  }
  return undefined;
}

/** An element to write. */
export const xml = (
  name: string,
  content: string | readonly XmlElement[] = [],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement =>
  typeof content === 'string'
    ? { name, attributes, children: [], text: content }
    : { name, attributes, children: content, text: '' };

/** Text of an element and its children, no blanks added, so that equal trees give equal bytes. */
export function writeXml({ name, attributes, children, text }: XmlElement): string {
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeText(value)}"`)].join(' ');
  const inside = escapeText(text) + children.map(writeXml).join('');
  return inside === '' ? `<${open}/>` : `<${open}>${inside}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Throws RangeError on a character that XML does not have. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not have
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text))
    throw new RangeError('not an XML character');
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
