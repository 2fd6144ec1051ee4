/** The bank's signature on an answer, which the library that makes our messages does not look at. */
import { createHash, verify } from 'node:crypto';
import { requireOfEbics } from './library.ts';
import { XMLDSIG } from './protocol.ts';

interface Node {
  readonly parentNode: Node | null;
  readonly prefix: string | null;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
  readonly textContent: string;
}

interface Document {
  getElementsByTagNameNS(space: string, name: string): ArrayLike<Node>;
}

/** Parser and canonical form that ebics-client itself signs with: whoever loads it has them. */
interface XmlTools {
  parse(text: string): Document;
  select(path: string, document: Document): readonly Node[];
  canonical(node: Node): string;
}

function xmlTools(): XmlTools {
  const library = requireOfEbics();
  const { DOMParser } = library('@xmldom/xmldom');
  const { C14nCanonicalization } = library('xml-crypto/lib/c14n-canonicalization');
  const xpath = library('xpath');
  const silent = () => {};
  return {
    parse: (text) => new DOMParser({ errorHandler: { warning: silent } }).parseFromString(text, 'text/xml'),
    select: (path, document) => xpath.select(path, document),
    canonical: (node) => new C14nCanonicalization().process(node, { ancestorNamespaces: namespacesAbove(node) }),
  };
}

/**
 * Inclusive canonical XML writes every name space in scope on the outermost element. The tool writes the default one
 * by itself for an element that is in it, and must be given it for an element with a prefix.
 */
function namespacesAbove(node: Node): { prefix: string; namespaceURI: string }[] {
  const found = new Map<string, string>();
  for (let above = node.parentNode; above; above = above.parentNode) {
    for (const { name, value } of Array.from(above.attributes ?? [])) {
      const [, , prefix = ''] = /^xmlns(:(.+))?$/.exec(name) ?? [];
      if (name.startsWith('xmlns') && !found.has(prefix)) found.set(prefix, value);
    }
  }
  if (!node.prefix) found.delete('');
  return [...found].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
}

/**
 * Whether everything marked `authenticate` in the message is what this key signed (X002: RSA-SHA256, C14N 1.0). A second
 * digest or signature anywhere would leave open which one counts.
 */
export function isSignedBy(xml: string, bankKey: string): boolean {
  const tools = xmlTools();
  const document = tools.parse(xml);
  const only = (name: string): Node | undefined => {
    const found = document.getElementsByTagNameNS(XMLDSIG, name);
    return found.length === 1 ? found[0] : undefined;
  };
  const [signedInfo, stated, value] = [only('SignedInfo'), only('DigestValue'), only('SignatureValue')];
  if (!signedInfo || !stated || !value) return false;
  const marked = tools.select("//*[@authenticate='true']", document).map(tools.canonical).join('');
  const digest = createHash('sha256').update(marked).digest('base64');
  const signature = Buffer.from(value.textContent, 'base64');
  return (
    digest === stated.textContent.trim() &&
    verify('RSA-SHA256', Buffer.from(tools.canonical(signedInfo)), bankKey, signature)
  );
}
