/** The bank's signature on an answer, which the library that makes our messages does not look at. */
import { createHash, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { H004, XMLDSIG } from './protocol.ts';

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
  const here = createRequire(import.meta.url);
  const library = createRequire(here.resolve('ebics-client'));
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

/** Whether everything marked `authenticate` in the message is what this key signed (X002: RSA-SHA256, C14N 1.0). */
export function isSignedBy(xml: string, bankKey: string): boolean {
  const tools = xmlTools();
  const document = tools.parse(xml);
  const text = (name: string) => document.getElementsByTagNameNS(XMLDSIG, name)[0]?.textContent.trim() ?? '';
  const signedInfo = document.getElementsByTagNameNS(XMLDSIG, 'SignedInfo')[0];
  if (!signedInfo || document.getElementsByTagNameNS(H004, 'AuthSignature').length !== 1) return false;
  const marked = tools.select("//*[@authenticate='true']", document).map(tools.canonical).join('');
  const digest = createHash('sha256').update(marked).digest('base64');
  const signature = Buffer.from(text('SignatureValue'), 'base64');
  return (
    digest === text('DigestValue') && verify('RSA-SHA256', Buffer.from(tools.canonical(signedInfo)), bankKey, signature)
  );
}
